// RUN: fusion-opt %s --fusion-unshare-fills | FileCheck %s

// CHECK-LABEL: @two_sums
// CHECK: %[[E:.*]] = tensor.empty
// CHECK-DAG: %[[F0:.*]] = linalg.fill {{.*}} outs(%[[E]]
// CHECK-DAG: %[[F1:.*]] = linalg.fill {{.*}} outs(%[[E]]
// CHECK-DAG: linalg.reduce {{.*}} outs(%[[F0]]
// CHECK-DAG: linalg.reduce {{.*}} outs(%[[F1]]
func.func @two_sums(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.addf} ins(%y : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// One use: nothing to do.
// CHECK-LABEL: @one_sum
// CHECK-COUNT-1: linalg.fill
// CHECK-NOT: linalg.fill
func.func @one_sum(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}
