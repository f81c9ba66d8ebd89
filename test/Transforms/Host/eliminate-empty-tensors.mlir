// RUN: fusion-opt %s --fusion-eliminate-empty-tensors | FileCheck %s

// What is inserted is computed in place.
// CHECK-LABEL: @insertion
func.func @insertion(%x: tensor<4xf32>, %t: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[PART:.*]] = tensor.extract_slice %{{.*}}[0] [4] [1]
  // CHECK: linalg.exp {{.*}} outs(%[[PART]] :
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.insert_slice %0 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
