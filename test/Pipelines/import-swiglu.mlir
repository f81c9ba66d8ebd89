// RUN: fusion-opt %s --fusion-import | FileCheck %s

// torch-mlir: batch and sequence dynamic, weights transposed and copied for each batch.
// CHECK: func.func @main_graph(%[[X:.*]]: tensor<?x?x768xf16>, %[[G:.*]]: tensor<2048x768xf16>, %[[U:.*]]: tensor<2048x768xf16>, %[[D:.*]]: tensor<768x2048xf16>)
// CHECK: %[[X0:.*]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1], [2]]
// CHECK-NEXT: %[[A:.*]] = fusion.matmul %[[X0]], %[[G]] {transpose_b}
// CHECK-DAG: %[[D0:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[D1:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[S:.*]] = fusion.silu %[[A]] : tensor<?x2048xf16>
// CHECK: %[[B:.*]] = fusion.matmul %[[X0]], %[[U]] {transpose_b}
// CHECK-NEXT: %[[M:.*]] = fusion.mul %[[S]], %[[B]]
// CHECK-NEXT: %[[R:.*]] = fusion.matmul %[[M]], %[[D]] {transpose_b}
// CHECK-NEXT: tensor.expand_shape %[[R]] {{\[}}[0, 1], [2]] output_shape [%[[D0]], %[[D1]], 768]
// CHECK-NOT: linalg
// torch-mlir SwiGLU, dynamic sequence, bf16 weights transposed, 3-D activations
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module attributes {torch.debug_module_name = "SwiGLU"} {
  func.func @main_graph(%x: tensor<?x?x768xf16>, %wg: tensor<2048x768xf16>, %wu: tensor<2048x768xf16>, %wd: tensor<768x2048xf16>) -> tensor<?x?x768xf16> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f16
    %one = arith.constant 1.000000e+00 : f16
    %e0 = tensor.empty() : tensor<768x2048xf16>
    %wgt = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%wg : tensor<2048x768xf16>) outs(%e0 : tensor<768x2048xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<768x2048xf16>
    %d0 = tensor.dim %x, %c0 : tensor<?x?x768xf16>
    %d1 = tensor.dim %x, %c1 : tensor<?x?x768xf16>
    %e1 = tensor.empty(%d0) : tensor<?x768x2048xf16>
    %bg = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%wgt : tensor<768x2048xf16>) outs(%e1 : tensor<?x768x2048xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<?x768x2048xf16>
    %e2 = tensor.empty(%d0, %d1) : tensor<?x?x2048xf16>
    %f2 = linalg.fill ins(%cst : f16) outs(%e2 : tensor<?x?x2048xf16>) -> tensor<?x?x2048xf16>
    %gate = linalg.batch_matmul ins(%x, %bg : tensor<?x?x768xf16>, tensor<?x768x2048xf16>) outs(%f2 : tensor<?x?x2048xf16>) -> tensor<?x?x2048xf16>
    %sig = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%gate : tensor<?x?x2048xf16>) outs(%e2 : tensor<?x?x2048xf16>) {
    ^bb0(%in: f16, %out: f16):
      %0 = arith.negf %in : f16
      %1 = math.exp %0 : f16
      %2 = arith.addf %1, %one : f16
      %3 = arith.divf %one, %2 : f16
      linalg.yield %3 : f16
    } -> tensor<?x?x2048xf16>
    %silu = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%sig, %gate : tensor<?x?x2048xf16>, tensor<?x?x2048xf16>) outs(%e2 : tensor<?x?x2048xf16>) {
    ^bb0(%in: f16, %in_0: f16, %out: f16):
      %0 = arith.mulf %in, %in_0 : f16
      linalg.yield %0 : f16
    } -> tensor<?x?x2048xf16>
    %wut = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%wu : tensor<2048x768xf16>) outs(%e0 : tensor<768x2048xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<768x2048xf16>
    %bu = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%wut : tensor<768x2048xf16>) outs(%e1 : tensor<?x768x2048xf16>) {
    ^bb0(%in: f16, %out: f16):
      linalg.yield %in : f16
    } -> tensor<?x768x2048xf16>
    %up = linalg.batch_matmul ins(%x, %bu : tensor<?x?x768xf16>, tensor<?x768x2048xf16>) outs(%f2 : tensor<?x?x2048xf16>) -> tensor<?x?x2048xf16>
    %h = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%silu, %up : tensor<?x?x2048xf16>, tensor<?x?x2048xf16>) outs(%e2 : tensor<?x?x2048xf16>) {
    ^bb0(%in: f16, %in_0: f16, %out: f16):
      %0 = arith.mulf %in, %in_0 : f16
      linalg.yield %0 : f16
    } -> tensor<?x?x2048xf16>
    %e3 = tensor.empty() : tensor<2048x768xf16>
    %wdt = linalg.transpose ins(%wd : tensor<768x2048xf16>) outs(%e3 : tensor<2048x768xf16>) permutation = [1, 0]
    %e4 = tensor.empty(%d0) : tensor<?x2048x768xf16>
    %bd = linalg.broadcast ins(%wdt : tensor<2048x768xf16>) outs(%e4 : tensor<?x2048x768xf16>) dimensions = [0]
    %e5 = tensor.empty(%d0, %d1) : tensor<?x?x768xf16>
    %f5 = linalg.fill ins(%cst : f16) outs(%e5 : tensor<?x?x768xf16>) -> tensor<?x?x768xf16>
    %down = linalg.batch_matmul ins(%h, %bd : tensor<?x?x2048xf16>, tensor<?x2048x768xf16>) outs(%f5 : tensor<?x?x768xf16>) -> tensor<?x?x768xf16>
    return %down : tensor<?x?x768xf16>
  }
}
