// RUN: fusion-opt %s --convert-fusion-to-gpu --split-input-file --verify-diagnostics

// expected-error @below {{sm80 options expect split_k of 1 to 32, but have 33}}
#s = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, sm80 = <split_k = 33>>

// -----

// expected-error @below {{sm80 options expect warps_k of 1 to 16, but have 0}}
#s = #fusion.schedule<family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, sm80 = <warps_k = 0>>

// -----

module attributes {fusion.target = #fusion.target<"sm_80">} {
func.func @too_few_warps(%x: memref<16x512xbf16>, %w: memref<512x64xbf16>, %o: memref<16x64xf32>) {
  // expected-error @+1 {{has a schedule that cannot be lowered for sm_80: 4 to 16 warps are needed}}
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<16x64xf32>) : (memref<16x512xbf16>, memref<512x64xbf16>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [16, 64, 64], warps = [1, 1], stages = 3, sm80 = <warps_k = 3>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<16x512xbf16>, tensor<512x64xbf16>) -> tensor<16x64xf32>
    fusion.yield %0 : tensor<16x64xf32>
  }
  return
}
}

// -----

// The rings of all groups count.
module attributes {fusion.target = #fusion.target<"sm_80">} {
func.func @too_many_rings(%x: memref<16x512xbf16>, %w: memref<512x64xbf16>, %o: memref<16x64xf32>) {
  // expected-error @+1 {{has a schedule that cannot be lowered for sm_80: the pipeline does not fit the chip's shared memory}}
  fusion.kernel(%x0 = %x, %w0 = %w) outs(%o : memref<16x64xf32>) : (memref<16x512xbf16>, memref<512x64xbf16>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [16, 64, 64], warps = [1, 1], stages = 3, sm80 = <warps_k = 8>>} {
    %0 = fusion.matmul %x0, %w0 : (tensor<16x512xbf16>, tensor<512x64xbf16>) -> tensor<16x64xf32>
    fusion.yield %0 : tensor<16x64xf32>
  }
  return
}
}

// -----

module attributes {fusion.target = #fusion.target<"sm_89">} {
func.func @scales_of_groups(%x: memref<64x512xf8E4M3FN>, %w: memref<64x512xf8E4M3FN>, %s: memref<64x4xf32>, %t: memref<1x4xf32>, %o: memref<64x64xf32>) {
  // expected-error @+1 {{has a schedule that cannot be lowered for sm_89: K of operands with scales of blocks is not split}}
  fusion.kernel(%x0 = %x, %w0 = %w, %s0 = %s, %t0 = %t) outs(%o : memref<64x64xf32>) : (memref<64x512xf8E4M3FN>, memref<64x512xf8E4M3FN>, memref<64x4xf32>, memref<1x4xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 128], warps = [2, 2], stages = 2, sm80 = <warps_k = 2>>} {
    %0 = fusion.matmul %x0, %w0 lhs_scale %s0 rhs_scale %t0 {transpose_b, lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 64, 128>} : (tensor<64x512xf8E4M3FN>, tensor<64x512xf8E4M3FN>, tensor<64x4xf32>, tensor<1x4xf32>) -> tensor<64x64xf32>
    fusion.yield %0 : tensor<64x64xf32>
  }
  return
}
}

// -----

module attributes {fusion.target = #fusion.target<"sm_89">} {
func.func @scales(%x: memref<64x512xf8E4M3FN>, %w: memref<64x512xf8E4M3FN>, %s: memref<64x4xf32>, %t: memref<1x4xf32>, %o: memref<64x64xf32>) {
  // expected-error @+1 {{has a schedule that cannot be lowered for sm_89: K of operands with scales of blocks is not split}}
  fusion.kernel(%x0 = %x, %w0 = %w, %s0 = %s, %t0 = %t) outs(%o : memref<64x64xf32>) : (memref<64x512xf8E4M3FN>, memref<64x512xf8E4M3FN>, memref<64x4xf32>, memref<1x4xf32>) -> ()
      attributes {schedule = #fusion.schedule<family = sm80, tile = [64, 64, 128], warps = [2, 2], stages = 3, sm80 = <split_k = 2>>} {
    %0 = fusion.matmul %x0, %w0 lhs_scale %s0 rhs_scale %t0 {transpose_b, lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 64, 128>} : (tensor<64x512xf8E4M3FN>, tensor<64x512xf8E4M3FN>, tensor<64x4xf32>, tensor<1x4xf32>) -> tensor<64x64xf32>
    fusion.yield %0 : tensor<64x64xf32>
  }
  return
}
}
