// RUN: fusion-opt %s --fusion-kernels-to-destinations --fusion-split-destinations --fusion-results-to-outputs \
// RUN:   --fusion-write-to-outputs --fusion-bufferize --canonicalize | FileCheck %s

// Parts of a concatenation are computed or copied where they belong.

// An output that is one is the memory: the kernel writes its part there, the argument is copied.

// CHECK-LABEL: func @output
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<2x3xf32>, %[[B:[a-z0-9]+]]: memref<2x4xf32>, %[[O:.*]]: memref<2x7xf32> {fusion.output}
func.func @output(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) -> tensor<2x7xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK: %[[SECOND:.*]] = memref.subview %[[O]][0, 3] [2, 4] [1, 1]
  // CHECK: fusion.kernel({{.*}} = %[[B]]) outs(%[[SECOND]] :
  // CHECK: %[[FIRST:.*]] = memref.subview %[[O]][0, 0] [2, 3] [1, 1]
  // CHECK-NEXT: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[FIRST]] :
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0 = fusion.kernel(%x = %b) : (tensor<2x4xf32>) -> tensor<2x4xf32> {
    %r = fusion.exp %x : tensor<2x4xf32>
    fusion.yield %r : tensor<2x4xf32>
  }
  %1 = tensor.concat dim(1) %a, %0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  return %1 : tensor<2x7xf32>
}

// Places may be known at the call alone.

// CHECK-LABEL: func @dynamic
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<2x?xf32>, %[[B:[a-z0-9]+]]: memref<2x4xf32>, %[[O:.*]]: memref<2x?xf32> {fusion.output}
func.func @dynamic(%a: tensor<2x?xf32>, %b: tensor<2x4xf32>) -> tensor<2x?xf32> {
  // CHECK: %[[D:.*]] = memref.dim %[[A]], %{{.*}}
  // CHECK: %[[FIRST:.*]] = memref.subview %[[O]][0, 0] [2, %[[D]]] [1, 1]
  // CHECK: linalg.copy ins(%[[A]] : {{.*}}) outs(%[[FIRST]] :
  // CHECK: %[[SECOND:.*]] = memref.subview %[[O]][0, %{{.*}}] [2, 4] [1, 1]
  // CHECK: linalg.copy ins(%[[B]] : {{.*}}) outs(%[[SECOND]] :
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// Rows that are stacked are computed as rows, and one that others read too is computed there as well.

// CHECK-LABEL: func @stack
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4xf32>, %[[O:.*]]: memref<2x4xf32> {fusion.output}, %[[P:.*]]: memref<4xf32> {fusion.output}
func.func @stack(%a: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>) {
  // CHECK: %[[ROW:.*]] = memref.subview %[[O]][0, 0] [1, 4] [1, 1]
  // CHECK: %[[FIRST:.*]] = memref.collapse_shape %[[ROW]]
  // CHECK: fusion.kernel({{.*}} = %[[A]]) outs(%[[FIRST]] :
  // CHECK: fusion.kernel({{.*}} = %[[FIRST]]) outs(%[[P]] :
  // CHECK-COUNT-1: linalg.copy
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0 = fusion.kernel(%x = %a) : (tensor<4xf32>) -> tensor<4xf32> {
    %r = fusion.exp %x : tensor<4xf32>
    fusion.yield %r : tensor<4xf32>
  }
  %1 = fusion.kernel(%x = %0) : (tensor<4xf32>) -> tensor<4xf32> {
    %r = fusion.tanh %x : tensor<4xf32>
    fusion.yield %r : tensor<4xf32>
  }
  %2 = tensor.expand_shape %0 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %3 = tensor.expand_shape %a [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %4 = tensor.concat dim(0) %2, %3 : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %4, %1 : tensor<2x4xf32>, tensor<4xf32>
}

// A concatenation in another one is a part of its memory.

// CHECK-LABEL: func @nested
// CHECK-SAME: %[[O:[a-z0-9]+]]: memref<6xf32> {fusion.output}
func.func @nested(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<6xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK-COUNT-3: linalg.copy
  // CHECK-NOT: linalg.copy
  // CHECK: return
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = tensor.concat dim(0) %0, %a : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}

// What is changed later is not the memory of what still reads a part.

// CHECK-LABEL: func @changed
func.func @changed(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  // CHECK: %[[ALL:.*]] = memref.alloc() {{.*}}: memref<4xf32>
  // CHECK: %[[PART:.*]] = memref.subview %[[ALL]][0] [2] [1]
  // CHECK: fusion.kernel({{.*}}) outs(%[[PART]] :
  // CHECK: linalg.copy ins(%[[ALL]] : {{.*}}) outs(%{{.*}} :
  // CHECK-NOT: outs(%[[ALL]]
  // CHECK: fusion.kernel({{.*}} = %[[PART]]) outs(
  %0 = fusion.kernel(%x = %a) : (tensor<2xf32>) -> tensor<2xf32> {
    %r = fusion.exp %x : tensor<2xf32>
    fusion.yield %r : tensor<2xf32>
  }
  %1 = tensor.concat dim(0) %0, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %b into %1[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %3 = fusion.kernel(%x = %0) : (tensor<2xf32>) -> tensor<2xf32> {
    %r = fusion.tanh %x : tensor<2xf32>
    fusion.yield %r : tensor<2xf32>
  }
  return %2, %3 : tensor<4xf32>, tensor<2xf32>
}
