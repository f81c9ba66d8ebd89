// RUN: fusion-opt %s --fusion-split-destinations | FileCheck %s

// Each reduction fills a tensor of its own.

// CHECK-LABEL: func @f
func.func @f(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  // CHECK-DAG: %[[E0:.*]] = tensor.empty() : tensor<4xf32>
  // CHECK-DAG: %[[E1:.*]] = tensor.empty() : tensor<4xf32>
  // CHECK-DAG: %[[Z0:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E0]] : tensor<4xf32>)
  // CHECK-DAG: %[[Z1:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E1]] : tensor<4xf32>)
  // CHECK: linalg.reduce {{.*}} outs(%[[ZA:.*]] : tensor<4xf32>)
  // CHECK-NOT: outs(%[[ZA]]
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce { arith.addf } ins(%y : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// One use: nothing to do.

// CHECK-LABEL: func @one_use
// CHECK-COUNT-1: linalg.fill
// CHECK-NOT: linalg.fill
func.func @one_use(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %0 : tensor<4xf32>
}

// A tensor that is computed is not computed again.

// CHECK-LABEL: func @computed
// CHECK-COUNT-1: linalg.exp
// CHECK-NOT: linalg.exp
func.func @computed(%x: tensor<4xf32>, %y: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce { arith.addf } ins(%y : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %0, %z : tensor<4xf32>, tensor<4xf32>
}
