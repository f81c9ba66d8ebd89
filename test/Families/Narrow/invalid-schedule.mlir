// RUN: fusion-opt %s -fusion-select-schedule -split-input-file -verify-diagnostics

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @too_many_warps(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{'fusion.kernel' op has a schedule that cannot be lowered for sm_80: a block has 8 warps}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [64, 256, 64], warps = [2, 8], stages = 2>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @odd_tile(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{tile and warps must be powers of two}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [24, 64, 64], warps = [1, 4], stages = 2>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @large_warp(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{a warp's tile must have 8 to 64 rows and 16 to 32 columns}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [8, 64, 512], warps = [1, 1], stages = 2>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @short_stage(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{each warp needs 64 elements of a stage's k, and all 64}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [8, 64, 64], warps = [1, 4], stages = 2>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @one_stage(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{2 to 8 stages are needed}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [8, 64, 128], warps = [1, 4], stages = 1>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @large_stages(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{the stages do not fit the chip's shared memory}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [64, 64, 1024], warps = [1, 4], stages = 8>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @many_warps_along_k(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{a block has at most 16 warps}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [8, 64, 1024], warps = [1, 4], stages = 2, narrow = <warps_k = 8>>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @odd_rows(%x: tensor<4x72xbf16>, %w: tensor<64x72xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{a weight that comes straight to registers needs rows of a known multiple of 16 bytes}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x72xbf16>, tensor<64x72xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [1, 64, 256], warps = [1, 4], stages = 2, narrow = <warps_k = 4>>} {
      %1 = fusion.cast %w0 : tensor<64x72xi8> to tensor<64x72xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x72xbf16>, tensor<64x72xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @many_registers(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{the sums and a stage of the weight do not fit a thread's registers}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [1, 64, 4096], warps = [1, 4], stages = 2, narrow = <warps_k = 4>>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @cluster(%x: tensor<4x64xbf16>, %w: tensor<64x64xi8>) -> tensor<4x64xf32> {
    // expected-error @+1 {{sm_80 has no clusters of 2 blocks}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xi8>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [8, 64, 128], warps = [1, 4], stages = 2, narrow = <cluster = 2>>} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

// Not of this family: both factors are inputs.
module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @of_inputs(%x: tensor<4x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<4x64xf32> {
    // expected-error @+1 {{has a schedule of family narrow, but is none of it: the family takes one product whose weights are dequantised}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
        attributes {schedule = #fusion.schedule<family = narrow, tile = [8, 64, 128], warps = [1, 4], stages = 2>} {
      %2 = fusion.matmul %x0, %w0 {transpose_b} : (tensor<4x64xbf16>, tensor<64x64xbf16>) -> tensor<4x64xf32>
      fusion.yield %2 : tensor<4x64xf32>
    }
    return %0 : tensor<4x64xf32>
  }
}

// -----

#small = #fusion.schedule<family = narrow, tile = [8, 64, 128], warps = [1, 4], stages = 2>
#floats = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>
module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @floats_for_few_rows(%x: tensor<?x64xbf16>, %w: tensor<64x64xi8>) -> tensor<?x64xf32> {
    // expected-error @+1 {{'fusion.kernel' op expects the last alternative that takes two launches to be for M up to 2147483647, but it is for M up to 64}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x64xbf16>, tensor<64x64xi8>) -> tensor<?x64xf32>
        attributes {alternatives = [#fusion.alternative<most_m = 64, schedule = #floats>], schedule = #small} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xf32>
      fusion.yield %2 : tensor<?x64xf32>
    }
    return %0 : tensor<?x64xf32>
  }
}

// -----

#small = #fusion.schedule<family = narrow, tile = [8, 64, 128], warps = [1, 4], stages = 2>
#floats = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>
module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @floats_first(%x: tensor<?x64xbf16>, %w: tensor<64x64xi8>) -> tensor<?x64xf32> {
    // expected-error @+1 {{'fusion.kernel' op expects alternatives of family narrow in front of those that take two launches}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x64xbf16>, tensor<64x64xi8>) -> tensor<?x64xf32>
        attributes {alternatives = [#fusion.alternative<most_m = 64, schedule = #floats>,
                                    #fusion.alternative<most_m = 128, schedule = #small>], schedule = #small} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xf32>
      fusion.yield %2 : tensor<?x64xf32>
    }
    return %0 : tensor<?x64xf32>
  }
}

// -----

#small = #fusion.schedule<family = narrow, tile = [8, 64, 128], warps = [1, 4], stages = 2>
#floats = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>
module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @memory_of_open_size(%x: tensor<?x64xbf16>, %w: tensor<?x64xi8>) -> tensor<?x?xf32> {
    // expected-error @+1 {{'fusion.kernel' op has an alternative for M up to 2147483647 that cannot be lowered for sm_80: two launches need N and K that are known}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x64xbf16>, tensor<?x64xi8>) -> tensor<?x?xf32>
        attributes {alternatives = [#fusion.alternative<most_m = 2147483647, schedule = #floats>], schedule = #small} {
      %1 = fusion.cast %w0 : tensor<?x64xi8> to tensor<?x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<?x64xbf16>, tensor<?x64xbf16>) -> tensor<?x?xf32>
      fusion.yield %2 : tensor<?x?xf32>
    }
    return %0 : tensor<?x?xf32>
  }
}

// -----

#small = #fusion.schedule<family = narrow, tile = [8, 64, 128], warps = [1, 4], stages = 2>
#odd = #fusion.schedule<family = narrow, tile = [24, 64, 128], warps = [1, 4], stages = 2>
module attributes {fusion.target = #fusion.target<"sm_80">} {
  func.func @odd_alternative(%x: tensor<?x64xbf16>, %w: tensor<64x64xi8>) -> tensor<?x64xf32> {
    // expected-error @+1 {{'fusion.kernel' op has an alternative for M up to 64 that cannot be lowered for sm_80: tile and warps must be powers of two}}
    %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<?x64xbf16>, tensor<64x64xi8>) -> tensor<?x64xf32>
        attributes {alternatives = [#fusion.alternative<most_m = 64, schedule = #odd>], schedule = #small} {
      %1 = fusion.cast %w0 : tensor<64x64xi8> to tensor<64x64xbf16>
      %2 = fusion.matmul %x0, %1 {transpose_b} : (tensor<?x64xbf16>, tensor<64x64xbf16>) -> tensor<?x64xf32>
      fusion.yield %2 : tensor<?x64xf32>
    }
    return %0 : tensor<?x64xf32>
  }
}
