// RUN: fusion-opt %s --fusion-import --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-propagate-layout --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-import --fusion-fuse --split-input-file | FileCheck %s

// Upstream's patterns count an operand of tensor.expand_shape for each dynamic size of its type, and read past the
// operands where a size is a constant.
// CHECK-LABEL: func @expand_of_cast
// CHECK-SAME: (%[[X:.*]]: tensor<65x16xf16>)
func.func @expand_of_cast(%x: tensor<65x16xf16>) -> tensor<?x16x1xf16> {
  // CHECK: %[[E:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2]] output_shape [65, 16, 1] : tensor<65x16xf16> into tensor<65x16x1xf16>
  // CHECK: tensor.cast %[[E]] : tensor<65x16x1xf16> to tensor<?x16x1xf16>
  %0 = tensor.cast %x : tensor<65x16xf16> to tensor<?x16xf16>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [65, 16, 1] : tensor<?x16xf16> into tensor<?x16x1xf16>
  return %1 : tensor<?x16x1xf16>
}

// -----

// The operand %c2 belongs to the third dimension, though the second is the first that the type does not know.
// CHECK-LABEL: func @expand_constant_and_operand
func.func @expand_constant_and_operand(%x: tensor<65x2xf16>) -> tensor<5x?x?x1xf16> {
  // CHECK: %[[E:.*]] = tensor.expand_shape %{{.*}} output_shape [5, 13, 2, 1] : tensor<65x2xf16> into tensor<5x13x2x1xf16>
  // CHECK: tensor.cast %[[E]] : tensor<5x13x2x1xf16> to tensor<5x?x?x1xf16>
  %c2 = arith.constant 2 : index
  %0 = tensor.cast %x : tensor<65x2xf16> to tensor<?x?xf16>
  %1 = tensor.expand_shape %0 [[0, 1], [2, 3]] output_shape [5, 13, %c2, 1] : tensor<?x?xf16> into tensor<5x?x?x1xf16>
  return %1 : tensor<5x?x?x1xf16>
}

// -----

// A size that the type knows needs no operand.
// CHECK-LABEL: func @expand_operand_for_static
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[M:[a-z0-9]+]]: index
func.func @expand_operand_for_static(%x: tensor<65x?xf16>, %n: index, %m: index) -> tensor<65x?x1xf16> {
  // CHECK: output_shape [65, %[[M]], 1] : tensor<65x?xf16> into tensor<65x?x1xf16>
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, %m, 1] : tensor<65x?xf16> into tensor<65x?x1xf16>
  return %0 : tensor<65x?x1xf16>
}

// -----

// On memrefs a static 0 makes the collapsed size static, on tensors a dynamic size makes it dynamic.
// CHECK-LABEL: func @collapse_zero
// CHECK-SAME: (%[[X:.*]]: tensor<0x?x?x?xf32>)
func.func @collapse_zero(%x: tensor<0x?x?x?xf32>) -> tensor<?x?xf32> {
  // CHECK-DAG: %[[D2:.*]] = tensor.dim %[[X]], %c2
  // CHECK-DAG: %[[D3:.*]] = tensor.dim %[[X]], %c3
  // CHECK: %[[D:.*]] = arith.muli %[[D2]], %[[D3]]
  // CHECK: %[[E:.*]] = tensor.empty(%[[D]]) : tensor<0x?xf32>
  // CHECK: %[[R:.*]] = tensor.cast %[[E]] : tensor<0x?xf32> to tensor<?x?xf32>
  // CHECK: return %[[R]]
  %0 = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<0x?x?x?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @expand_zero
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
func.func @expand_zero(%x: tensor<?x4xf32>, %n: index) -> tensor<0x?x4xf32> {
  // CHECK: %[[E:.*]] = tensor.empty(%[[N]]) : tensor<0x?x4xf32>
  // CHECK: return %[[E]]
  %0 = tensor.expand_shape %x [[0, 1], [2]] output_shape [0, %n, 4] : tensor<?x4xf32> into tensor<0x?x4xf32>
  return %0 : tensor<0x?x4xf32>
}

// -----

// Where all of a group is static both rules agree.
// CHECK-LABEL: func @collapse_static_zero
func.func @collapse_static_zero(%x: tensor<0x3x?xf32>) -> tensor<0x?xf32> {
  // CHECK: tensor.collapse_shape
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<0x3x?xf32> into tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}
