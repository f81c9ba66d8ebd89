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

// An iteration inserts into a copy of what comes from outside of the loop; what the loop carries it inserts into directly.
// CHECK-LABEL: func @into_outer
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[P:.*]]: tensor<1xf32>)
// CHECK: scf.for {{.*}} iter_args(%[[A:[^ ]*]] = %[[X]], 
// CHECK: %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[X]])
// CHECK: tensor.insert_slice %[[P]] into %[[COPY]]
// CHECK: tensor.insert_slice %{{.*}} into %[[A]]
func.func @into_outer(%x: tensor<8xf32>, %part: tensor<1xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %x) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = tensor.insert_slice %part into %x[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    %1 = tensor.insert_slice %part into %a[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    scf.yield %1, %0 : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}
