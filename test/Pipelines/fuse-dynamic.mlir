// RUN: fusion-opt %s --fusion-fuse | FileCheck %s

// A size is asked of the graph's input: the product itself is not an output.
// CHECK-LABEL: @size_of_product
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK: %[[K:.*]] = fusion.kernel
// CHECK: %[[R:.*]] = fusion.relu
// CHECK-NEXT: fusion.yield %[[R]]
// CHECK: return %[[K]], %[[D]]
func.func @size_of_product(%x: tensor<?x8xf32>, %w: tensor<8x16xf32>) -> (tensor<?x16xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = fusion.matmul %x, %w : (tensor<?x8xf32>, tensor<8x16xf32>) -> tensor<?x16xf32>
  %d = tensor.dim %0, %c0 : tensor<?x16xf32>
  %1 = fusion.relu %0 : tensor<?x16xf32>
  return %1, %d : tensor<?x16xf32>, index
}

// A size of a collapsed view is plain arithmetic, for the interpreter and everything else that reads the fused graph.
// CHECK-LABEL: @size_of_view
// CHECK-SAME: (%[[X:.*]]: tensor<2x?x?xf32>
// CHECK-NOT: affine
// CHECK: %[[D:.*]] = tensor.dim %[[X]], %c1
// CHECK: arith.muli %[[D]], %c2
// CHECK-NOT: affine
// CHECK: return
func.func @size_of_view(%x: tensor<2x?x?xf32>, %w: tensor<?x2xf32>) -> (tensor<?x2xf32>, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x?x?xf32> into tensor<?x?xf32>
  %1 = fusion.matmul %0, %w : (tensor<?x?xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %d = tensor.dim %1, %c0 : tensor<?x2xf32>
  return %1, %d : tensor<?x2xf32>, index
}
