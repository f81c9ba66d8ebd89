// RUN: fusion-opt %s --fusion-fuse-loops --canonicalize | FileCheck %s

// Two elementwise operations become one; nothing goes into the reduction.

// CHECK-LABEL: func @f
func.func @f(%x: tensor<4x8xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %z = arith.constant dense<0.0> : tensor<4xf32>
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
  // CHECK: math.exp
  // CHECK-NEXT: math.sqrt
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
  // CHECK-NOT: math.
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = linalg.sqrt ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<4x8xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func @softmax
// CHECK-NOT: linalg.softmax
func.func @softmax(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
