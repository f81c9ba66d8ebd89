// RUN: fusion-opt %s --convert-fusion-to-linalg | FileCheck %s

// Dynamic sizes come from the operand that is not repeated, whichever comes first.
// CHECK-LABEL: @sizes
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>, %[[ROW:.*]]: tensor<1x8xf32>)
// CHECK-NOT: tensor.dim %[[ROW]]
// CHECK-COUNT-2: tensor.dim %[[X]]
// CHECK-NOT: tensor.dim %[[ROW]]
func.func @sizes(%x: tensor<?x8xf32>, %row: tensor<1x8xf32>) -> (tensor<?x8xf32>, tensor<?x8xf32>) {
  %0 = fusion.sub %x, %row : (tensor<?x8xf32>, tensor<1x8xf32>) -> tensor<?x8xf32>
  %1 = fusion.sub %row, %x : (tensor<1x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<?x8xf32>
}
