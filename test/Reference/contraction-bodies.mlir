// RUN: %unittests/fusion-reference-run %s --input=mod:7:-3 --input=mod:5:-1 | FileCheck %s

// A body that has the form of a product, but of one operand with itself, is no product of the two. %x = [-3 -2 -1; 0 1 2]
// CHECK: tensor<2x2xf32> (bounded): 14 14 5 5
func.func @squares(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<2x2xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x3xf32>, tensor<3x2xf32>) outs(%zero : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %1 = arith.mulf %a, %a : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
