// RUN: fusion-opt %s -convert-fusion-to-gpu -split-input-file -verify-diagnostics

func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'fusion.kernel' op must be bufferized before it is lowered}}
  %y = fusion.kernel(%x0 = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %0 = fusion.relu %x0 : tensor<4xf32>
    fusion.yield %0 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

func.func @no_schedule(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  // expected-error @+1 {{'fusion.kernel' op has no schedule; run fusion-select-schedule}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>) -> () {
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %0 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @bad_tile(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  // expected-error @+1 {{'fusion.kernel' op has a schedule that cannot be lowered for sm_80: tile and warps must be powers of two}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [48, 64, 32], warps = [2, 2], stages = 3>} {
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %0 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @bad_depth(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  // expected-error @+1 {{a tile must hold 128 bytes along k}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3>} {
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %0 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @bad_stages(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  // expected-error @+1 {{2 to 16 stages and a positive group are needed}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 32], warps = [2, 2]>} {
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %0 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @bad_warps(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  // expected-error @+1 {{4 to 16 warps are needed}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 32], warps = [1, 1], stages = 3>} {
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %0 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @bad_warp_tile(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  // expected-error @+1 {{a warp's tile must have 16 to 64 rows and columns}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [256, 64, 32], warps = [1, 4], stages = 2>} {
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %0 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @bad_rows(%x: memref<4x4xf16>, %o: memref<4x4xf16>) {
  // expected-error @+1 {{a tile's rows must hold 128 bytes}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf16>) : (memref<4x4xf16>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [32, 64, 64], warps = [2, 2], stages = 2>} {
    %0 = fusion.matmul %x0, %x0 {transpose_a} : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
    fusion.yield %0 : tensor<4x4xf16>
  }
  return
}

// -----

module attributes {fusion.target = #fusion.target<"sm_86">} {
  func.func @too_large(%x: memref<4x4xf16>, %o: memref<4x4xf16>) {
    // expected-error @+1 {{cannot be lowered for sm_86: the pipeline does not fit the chip's shared memory}}
    fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf16>) : (memref<4x4xf16>) -> ()
        attributes {schedule = #fusion.schedule<family = sm80, tile = [128, 256, 64], warps = [2, 4], stages = 4>} {
      %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
      fusion.yield %0 : tensor<4x4xf16>
    }
    return
  }
}

// -----

func.func @double(%x: memref<4x4xf64>, %o: memref<4x4xf64>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf64>) : (memref<4x4xf64>) -> () {
    // expected-error @+1 {{'fusion.matmul' op of 'f64' needs a tensor-core kernel for 'f64', but sm_80 has kernels for bf16, f16, f32, i8, f8E4M3FN and f8E5M2}}
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    fusion.yield %0 : tensor<4x4xf64>
  }
  return
}

// -----

func.func @prologue(%x: memref<4x4xf32>, %o: memref<4x4xf32>) {
  fusion.kernel(%x0 = %x) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>) -> () {
    %0 = fusion.relu %x0 : tensor<4x4xf32>
    // expected-error @+1 {{'fusion.matmul' op in kernels for sm_80 expects operands that are inputs of the kernel, but operand 0 is computed in it}}
    %1 = fusion.matmul %0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %1 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @two_products(%x: memref<4x4xf32>, %y: memref<4x4xf32>, %o: memref<4x4xf32>) {
  fusion.kernel(%x0 = %x, %y0 = %y) outs(%o : memref<4x4xf32>) : (memref<4x4xf32>, memref<4x4xf32>) -> () {
    // expected-note @+1 {{the first product}}
    %0 = fusion.matmul %x0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-error @+1 {{'fusion.matmul' op is a second product in its kernel, but kernels for sm_80 have one, two of one left factor, or two that are added}}
    %1 = fusion.matmul %y0, %x0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = fusion.mul %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    fusion.yield %2 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @views(%x: memref<2x4xf32>, %o: memref<4x2xf32>) {
  // expected-error @+1 {{'fusion.kernel' op holds views; run fusion-lower-views}}
  fusion.kernel(%x0 = %x) outs(%o : memref<4x2xf32>) : (memref<2x4xf32>) -> () {
    %0 = fusion.view %x0 permute [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
    %1 = fusion.exp %0 : tensor<4x2xf32>
    fusion.yield %1 : tensor<4x2xf32>
  }
  return
}

// -----

#schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4>
module attributes {fusion.target = #fusion.target<"sm_90a">} {
  func.func @variant_without_its_guard(%x: memref<128x64xbf16>, %w: memref<64x128xbf16>, %o: memref<128x128xbf16>) {
    // expected-error @+1 {{has a variant 'wide' that does not ask for what its accesses take}}
    fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<128x128xbf16>) : (memref<128x64xbf16>, memref<64x128xbf16>) -> ()
        attributes {schedule = #schedule, variants = [#fusion.variant<"wide", guards = [<aligned 0 to 16>, <aligned 1 to 8>]>, #fusion.variant<"">]} {
      %0 = fusion.matmul %x0, %w0 : (tensor<128x64xbf16>, tensor<64x128xbf16>) -> tensor<128x128xbf16>
      fusion.yield %0 : tensor<128x128xbf16>
    }
    return
  }
}

// -----

#schedule = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 4>
#large = #fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 40>
module attributes {fusion.target = #fusion.target<"sm_90a">} {
  func.func @variant_with_bad_schedule(%x: memref<128x64xbf16>, %w: memref<64x128xbf16>, %o: memref<128x128xbf16>) {
    // expected-error @+1 {{has a variant '' with a schedule that cannot be lowered for sm_90a: }}
    fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<128x128xbf16>) : (memref<128x64xbf16>, memref<64x128xbf16>) -> ()
        attributes {schedule = #schedule, variants = [#fusion.variant<"", schedule = #large>]} {
      %0 = fusion.matmul %x0, %w0 : (tensor<128x64xbf16>, tensor<64x128xbf16>) -> tensor<128x128xbf16>
      fusion.yield %0 : tensor<128x128xbf16>
    }
    return
  }
}
