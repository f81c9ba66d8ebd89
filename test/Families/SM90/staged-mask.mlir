// A mask that comes by TMA into the buffer of an output of bytes: bytes too, for the verifier of tensor maps.
// RUN: fusion-compile %s --target=sm_90a --emit=gpu --verify-each --schedule='#fusion.schedule<family = sm90, tile = [128, 128, 64], warps = [8, 1], stages = 3>' | FileCheck %s
// CHECK: tensormap.descriptor<tensor = memref<{{[0-9x]+}}xi8, 3>, swizzle = swizzle_32b
func.func @masked(%a: tensor<128x64xbf16>, %b: tensor<128x64xbf16>, %mask: tensor<128x128xi1>)
    -> (tensor<128x128xf8E4M3FN>, tensor<128x128xf32>) {
  %0 = fusion.matmul %a, %b {transpose_b} : (tensor<128x64xbf16>, tensor<128x64xbf16>) -> tensor<128x128xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %1 = fusion.select %mask, %0, %zero : (tensor<128x128xi1>, tensor<128x128xf32>, tensor<f32>) -> tensor<128x128xf32>
  %2 = fusion.cast %1 : tensor<128x128xf32> to tensor<128x128xf8E4M3FN>
  return %2, %0 : tensor<128x128xf8E4M3FN>, tensor<128x128xf32>
}
