// RUN: fusion-opt %s --fusion-import | FileCheck %s

// JAX: biases copied by broadcasts, relu in a private function.
// CHECK: func.func public @main(%[[X:.*]]: tensor<32x784xf32>, %[[W:.*]]: tensor<784x512xf32>, %[[B:.*]]: tensor<512xf32>, %[[V:.*]]: tensor<512x10xf32>, %[[C:.*]]: tensor<10xf32>)
// CHECK-NEXT: %[[P:.*]] = fusion.matmul %[[X]], %[[W]]
// CHECK-NEXT: %[[A:.*]] = fusion.add %[[P]], %[[B]] : (tensor<32x512xf32>, tensor<512xf32>) -> tensor<32x512xf32>
// CHECK-NEXT: %[[R:.*]] = fusion.relu %[[A]] : tensor<32x512xf32>
// CHECK-NEXT: %[[Q:.*]] = fusion.matmul %[[R]], %[[V]]
// CHECK-NEXT: %[[D:.*]] = fusion.add %[[Q]], %[[C]]
// CHECK-NEXT: return %[[D]]
// CHECK-NOT: @relu
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#scalar = affine_map<(d0, d1) -> ()>
module @jit_mlp attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x784xf32>, %arg1: tensor<784x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512x10xf32>, %arg4: tensor<10xf32>) -> (tensor<32x10xf32> {jax.result_info = "result"}) {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<32x512xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<32x512xf32>) -> tensor<32x512xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<32x784xf32>, tensor<784x512xf32>) outs(%1 : tensor<32x512xf32>) -> tensor<32x512xf32>
    %expanded = tensor.expand_shape %arg2 [[0, 1]] output_shape [1, 512] : tensor<512xf32> into tensor<1x512xf32>
    %3 = tensor.empty() : tensor<32x512xf32>
    %collapsed = tensor.collapse_shape %expanded [[0, 1]] : tensor<1x512xf32> into tensor<512xf32>
    %broadcasted = linalg.broadcast ins(%collapsed : tensor<512xf32>) outs(%3 : tensor<32x512xf32>) dimensions = [0]
    %4 = tensor.empty() : tensor<32x512xf32>
    %mapped = linalg.map { arith.addf } ins(%2, %broadcasted : tensor<32x512xf32>, tensor<32x512xf32>) outs(%4 : tensor<32x512xf32>)
    %5 = call @relu(%mapped) : (tensor<32x512xf32>) -> tensor<32x512xf32>
    %6 = tensor.empty() : tensor<32x10xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<32x10xf32>) -> tensor<32x10xf32>
    %8 = linalg.matmul ins(%5, %arg3 : tensor<32x512xf32>, tensor<512x10xf32>) outs(%7 : tensor<32x10xf32>) -> tensor<32x10xf32>
    %9 = tensor.empty() : tensor<32x10xf32>
    %10 = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<10xf32>) outs(%9 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x10xf32>
    %11 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%8, %10 : tensor<32x10xf32>, tensor<32x10xf32>) outs(%9 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %12 = arith.addf %in, %in_0 : f32
      linalg.yield %12 : f32
    } -> tensor<32x10xf32>
    return %11 : tensor<32x10xf32>
  }
  func.func private @relu(%arg0: tensor<32x512xf32>) -> tensor<32x512xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<32x512xf32>
    %1 = linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel", "parallel"]} ins(%cst : tensor<f32>) outs(%0 : tensor<32x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x512xf32>
    %2 = tensor.empty() : tensor<32x512xf32>
    %mapped = linalg.map { arith.maximumf } ins(%arg0, %1 : tensor<32x512xf32>, tensor<32x512xf32>) outs(%2 : tensor<32x512xf32>)
    return %mapped : tensor<32x512xf32>
  }
}
