// ln(1 + exp(x)) of an x that is not exact: in float64 it is 0 below -37, which is within the error of its sum alone. The
// compiler's softplus has all digits.
// RUN: fusion-run %s --device=cpu --verify --random=1 | FileCheck %s
// CHECK: verify output 0: good
func.func @graph(%a: tensor<16x13xbf16>, %b: tensor<13x16xbf16>) -> tensor<16x16xbf16> {
  %0 = fusion.matmul %a, %b : (tensor<16x13xbf16>, tensor<13x16xbf16>) -> tensor<16x16xf32>
  %1 = fusion.abs %0 : tensor<16x16xf32>
  %far = arith.constant dense<-40.0> : tensor<f32>
  %2 = fusion.sub %far, %1 : (tensor<f32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %3 = fusion.exp %2 : tensor<16x16xf32>
  %one = arith.constant dense<1.0> : tensor<f32>
  %4 = fusion.add %3, %one : (tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  %5 = fusion.log %4 : tensor<16x16xf32>
  %6 = fusion.cast %5 : tensor<16x16xf32> to tensor<16x16xbf16>
  return %6 : tensor<16x16xbf16>
}
