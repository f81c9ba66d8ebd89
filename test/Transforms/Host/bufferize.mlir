// RUN: fusion-opt %s --fusion-results-to-outputs --fusion-kernels-to-destinations --eliminate-empty-tensors \
// RUN:   --fusion-bufferize --canonicalize | FileCheck %s

// The first kernel's result is memory of the program, the second writes to the output; bodies keep tensors.

// CHECK-LABEL: func @f
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[X:.*]]: memref<?x8xf32>, %[[O:.*]]: memref<?x8xf32> {fusion.output})
func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?x8xf32>
  // CHECK: fusion.kernel(%[[X0:.*]] = %[[X]]) outs(%[[A]] : memref<?x8xf32>) : (memref<?x8xf32>) -> () {
  // CHECK-NEXT: fusion.relu %[[X0]] : tensor<?x8xf32>
  %0 = fusion.kernel(%a = %x) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
    %r = fusion.relu %a : tensor<?x8xf32>
    fusion.yield %r : tensor<?x8xf32>
  }
  // CHECK: fusion.kernel(%{{.*}} = %[[A]]) outs(%[[O]] : memref<?x8xf32>) : (memref<?x8xf32>) -> () {
  %1 = fusion.kernel(%a = %0) : (tensor<?x8xf32>) -> tensor<?x8xf32> {
    %r = fusion.exp %a : tensor<?x8xf32>
    fusion.yield %r : tensor<?x8xf32>
  }
  // CHECK-NOT: linalg.copy
  return %1 : tensor<?x8xf32>
}

// An input that is returned is copied; it is never written to.

// CHECK-LABEL: func @identity
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[X:.*]]: memref<4xf32>, %[[O:.*]]: memref<4xf32> {fusion.output})
func.func @identity(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.copy ins(%[[X]] : memref<4xf32>) outs(%[[O]] : memref<4xf32>)
  return %x : tensor<4xf32>
}
