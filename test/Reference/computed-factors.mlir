// RUN: fusion-run %s --device=cpu --random=1 --verify | FileCheck %s

// A kernel rounds the factor that it computes to the type of the product.
// CHECK: verify output 0: good
func.func @rounded_weight(%x: tensor<4x64xbf16>, %w: tensor<16x64xi8>, %s: tensor<16x1xf32>) -> tensor<4x16xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<16x64xi8>, tensor<16x1xf32>) -> tensor<16x64xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x64xbf16>, tensor<16x64xbf16>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}
