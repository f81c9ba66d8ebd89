// RUN: fusion-opt %s --fusion-import | FileCheck %s

// CHECK-LABEL: @addmm
// CHECK-NEXT: %[[P:.*]] = fusion.matmul
// CHECK-NEXT: %[[A:.*]] = fusion.add %{{.*}}, %[[P]] : (tensor<32xf32>, tensor<?x32xf32>) -> tensor<?x32xf32>
// CHECK-NEXT: return %[[A]]
// addmm: beta * bias + alpha * x @ w
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
func.func @addmm(%x: tensor<?x64xf32>, %w: tensor<64x32xf32>, %b: tensor<32xf32>) -> tensor<?x32xf32> {
  %c0 = arith.constant 0 : index
  %cst = arith.constant 0.000000e+00 : f32
  %one = arith.constant 1.000000e+00 : f64
  %c1i = arith.constant 1 : i64
  %d = tensor.dim %x, %c0 : tensor<?x64xf32>
  %e = tensor.empty(%d) : tensor<?x32xf32>
  %f = linalg.fill ins(%cst : f32) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x64xf32>, tensor<64x32xf32>) outs(%f : tensor<?x32xf32>) -> tensor<?x32xf32>
  %0 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%b, %m : tensor<32xf32>, tensor<?x32xf32>) outs(%e : tensor<?x32xf32>) {
  ^bb0(%in: f32, %in_0: f32, %out: f32):
    %1 = arith.truncf %one : f64 to f32
    %2 = arith.mulf %in_0, %1 : f32
    %s = arith.sitofp %c1i : i64 to f32
    %3 = arith.mulf %in, %s : f32
    %4 = arith.addf %3, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}
