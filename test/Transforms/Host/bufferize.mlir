// RUN: fusion-opt %s --fusion-kernels-to-destinations --fusion-results-to-outputs --fusion-write-to-outputs \
// RUN:   --fusion-bufferize --canonicalize | FileCheck %s

// STATS: (S) {{[1-9][0-9]*}} num-in-place
// STATS: (S) {{[1-9][0-9]*}} num-copied
// STATS: (S) {{[1-9][0-9]*}} num-allocations

// The first kernel's result is memory of the program, the second writes to the output; bodies keep tensors.

// CHECK-LABEL: func @bodies_keep_tensors
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[X:.*]]: memref<?x8xf32>, %[[O:.*]]: memref<?x8xf32> {fusion.output})
func.func @bodies_keep_tensors(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
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

// Producers write to reshaped outputs.

// CHECK-LABEL: func @reshaped
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<4x8xf32>
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<1x4x8xf32> {fusion.output}
func.func @reshaped(%x: tensor<4x8xf32>) -> tensor<1x4x8xf32> {
  // CHECK: %[[V:.*]] = memref.collapse_shape %[[O]]
  // CHECK: fusion.kernel(%{{.*}} = %[[X]]) outs(%[[V]] : memref<4x8xf32>)
  // CHECK-NOT: linalg.copy
  // CHECK: return %{{.*}} : i32
  %0 = fusion.kernel(%a = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    %r = fusion.relu %a : tensor<4x8xf32>
    fusion.yield %r : tensor<4x8xf32>
  }
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 4, 8] : tensor<4x8xf32> into tensor<1x4x8xf32>
  return %1 : tensor<1x4x8xf32>
}

// Two results that start from one tensor: the second is not in the first one's output when that is written.

// CHECK-LABEL: func @shared
// CHECK-SAME: %[[O0:[a-z0-9]+]]: memref<4xf32> {fusion.output}, %[[O1:[a-z0-9]+]]: memref<4xf32> {fusion.output}
func.func @shared(%x: tensor<4xf32>, %y: tensor<4x8xf32>, %z: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: linalg.exp {{.*}} outs(%[[A:.*]] : memref<4xf32>)
  // CHECK: linalg.copy ins(%[[A]] : memref<4xf32>) outs(%[[B:.*]] : memref<4xf32>)
  // CHECK: linalg.reduce {{.*}} outs(%[[B]] : memref<4xf32>)
  // CHECK: linalg.copy ins(%[[B]] : memref<4xf32>) outs(%[[O0]] : memref<4xf32>)
  // CHECK: linalg.reduce {{.*}} outs(%[[A]] : memref<4xf32>)
  // CHECK: linalg.copy ins(%[[A]] : memref<4xf32>) outs(%[[O1]] : memref<4xf32>)
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.reduce {arith.addf} ins(%y : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %1 = linalg.reduce {arith.addf} ins(%z : tensor<4x8xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// One value in two outputs is copied from the first.

// CHECK-LABEL: func @twice
// CHECK-SAME: %[[O0:[a-z0-9]+]]: memref<4xf32> {fusion.output}, %[[O1:[a-z0-9]+]]: memref<4xf32> {fusion.output}
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: linalg.exp {{.*}} outs(%[[O0]] : memref<4xf32>)
  // CHECK: linalg.copy ins(%[[O0]] : memref<4xf32>) outs(%[[O1]] : memref<4xf32>)
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %f, %f : tensor<4xf32>, tensor<4xf32>
}

// What a loop carries is in the memory of its argument; two values that change places are copied first.

// CHECK-LABEL: func @swap
func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  // CHECK: scf.for
  // CHECK: linalg.copy
  // CHECK: linalg.copy
  // CHECK: linalg.copy
  // CHECK: linalg.copy
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0 : tensor<4xf32>
}

// A part of one element has no step, which would be the stride of its view: upstream could not tell then which dimension
// the view has not. A part of more elements keeps its step.

// CHECK-LABEL: func @steps_of_one
// CHECK-SAME: (%{{.*}}: !llvm.ptr, %[[X:.*]]: memref<3x18xf32>, %[[Y:.*]]: memref<1xf32>,
// CHECK-DAG: memref.subview %[[X]][0, 6] [1, 1] [1, 1] : memref<3x18xf32> to memref<1xf32, strided<[18], offset: 6>>
// CHECK-DAG: memref.subview %[[X]][0, 6] [2, 1] [2, 1] : memref<3x18xf32> to memref<2xf32, strided<[36], offset: 6>>
// CHECK-DAG: memref.subview %{{.*}}[1, 2] [1, 1] [1, 1] : memref<3x18xf32> to memref<1xf32, strided<[18], offset: 20>>
func.func @steps_of_one(%x: tensor<3x18xf32>, %y: tensor<1xf32>, %n: index) -> (tensor<1xf32>, tensor<2xf32>, tensor<3x18xf32>) {
  %0 = tensor.extract_slice %x[0, 6] [1, 1] [3, %n] : tensor<3x18xf32> to tensor<1xf32>
  %1 = tensor.extract_slice %x[0, 6] [2, 1] [2, 1] : tensor<3x18xf32> to tensor<2xf32>
  %2 = tensor.insert_slice %y into %x[1, 2] [1, 1] [2, 1] : tensor<1xf32> into tensor<3x18xf32>
  return %0, %1, %2 : tensor<1xf32>, tensor<2xf32>, tensor<3x18xf32>
}
