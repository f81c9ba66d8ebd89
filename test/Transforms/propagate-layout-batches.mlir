// RUN: fusion-opt %s --fusion-propagate-layout --canonicalize | FileCheck %s

// Rows of a transposed operand do not lie behind each other from batch to batch: its batches stay.
// CHECK-LABEL: @transposed_batches
// CHECK-NOT: collapse_shape
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_a} : (tensor<2x8x4xf32>, tensor<8x6xf32>) -> tensor<2x4x6xf32>
func.func @transposed_batches(%x: tensor<2x8x4xf32>, %w: tensor<8x6xf32>) -> tensor<2x4x6xf32> {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<2x8x4xf32>, tensor<8x6xf32>) -> tensor<2x4x6xf32>
  return %0 : tensor<2x4x6xf32>
}

// A weight that is repeated along its rows, not along batches, stays repeated.
// CHECK-LABEL: @repeated_rows
// CHECK: linalg.broadcast
// CHECK: fusion.matmul
func.func @repeated_rows(%x: tensor<4x8xf32>, %w: tensor<6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.broadcast ins(%w : tensor<6xf32>) outs(%e : tensor<8x6xf32>) dimensions = [0]
  %0 = fusion.matmul %x, %r : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// A product whose rows and columns change places behind its epilogue is computed so: a bias of columns is one of rows.
// CHECK-LABEL: @transposed_epilogue
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<2x64x8xf32>, %[[W:[a-z0-9]+]]: tensor<8x6xf32>, %[[B:[a-z0-9]+]]: tensor<6xf32>)
// CHECK-DAG: %[[BT:.*]] = tensor.expand_shape %[[B]] {{\[\[}}0, 1]] output_shape [6, 1]
// CHECK-DAG: %[[P:.*]] = fusion.matmul %[[W]], %[[X]] {transpose_a, transpose_b} : (tensor<8x6xf32>, tensor<2x64x8xf32>) -> tensor<2x6x64xf32>
// CHECK: %[[A:.*]] = fusion.add %[[P]], %[[BT]]
// CHECK: %[[S:.*]] = fusion.sigmoid %[[A]]
// CHECK: %[[R:.*]] = fusion.mul %[[A]], %[[S]]
// CHECK: return %[[R]]
func.func @transposed_epilogue(%x: tensor<2x64x8xf32>, %w: tensor<8x6xf32>, %b: tensor<6xf32>) -> tensor<2x6x64xf32> {
  %0 = fusion.matmul %x, %w : (tensor<2x64x8xf32>, tensor<8x6xf32>) -> tensor<2x64x6xf32>
  %1 = fusion.add %0, %b : (tensor<2x64x6xf32>, tensor<6xf32>) -> tensor<2x64x6xf32>
  %2 = fusion.sigmoid %1 : tensor<2x64x6xf32>
  %3 = fusion.mul %1, %2 : (tensor<2x64x6xf32>, tensor<2x64x6xf32>) -> tensor<2x64x6xf32>
  %e = tensor.empty() : tensor<2x6x64xf32>
  %t = linalg.transpose ins(%3 : tensor<2x64x6xf32>) outs(%e : tensor<2x6x64xf32>) permutation = [0, 2, 1]
  return %t : tensor<2x6x64xf32>
}

// Few rows of each batch would be few columns.
// CHECK-LABEL: @transposed_few
// CHECK: linalg.transpose
func.func @transposed_few(%x: tensor<2x5x8xf32>, %w: tensor<8x6xf32>) -> tensor<2x6x5xf32> {
  %0 = fusion.matmul %x, %w : (tensor<2x5x8xf32>, tensor<8x6xf32>) -> tensor<2x5x6xf32>
  %1 = fusion.exp %0 : tensor<2x5x6xf32>
  %e = tensor.empty() : tensor<2x6x5xf32>
  %t = linalg.transpose ins(%1 : tensor<2x5x6xf32>) outs(%e : tensor<2x6x5xf32>) permutation = [0, 2, 1]
  return %t : tensor<2x6x5xf32>
}

// Not where others need it as it was, or an operand would have to be transposed.
// CHECK-LABEL: @transposed_shared
// CHECK: linalg.transpose
func.func @transposed_shared(%x: tensor<5x8xf32>, %w: tensor<8x6xf32>) -> (tensor<6x5xf32>, tensor<5x6xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<5x8xf32>, tensor<8x6xf32>) -> tensor<5x6xf32>
  %1 = fusion.exp %0 : tensor<5x6xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %t = linalg.transpose ins(%1 : tensor<5x6xf32>) outs(%e : tensor<6x5xf32>) permutation = [1, 0]
  return %t, %1 : tensor<6x5xf32>, tensor<5x6xf32>
}

// CHECK-LABEL: @transposed_residual
// CHECK: linalg.transpose
func.func @transposed_residual(%x: tensor<5x8xf32>, %w: tensor<8x6xf32>, %r: tensor<5x6xf32>) -> tensor<6x5xf32> {
  %0 = fusion.matmul %x, %w : (tensor<5x8xf32>, tensor<8x6xf32>) -> tensor<5x6xf32>
  %1 = fusion.add %0, %r : (tensor<5x6xf32>, tensor<5x6xf32>) -> tensor<5x6xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %t = linalg.transpose ins(%1 : tensor<5x6xf32>) outs(%e : tensor<6x5xf32>) permutation = [1, 0]
  return %t : tensor<6x5xf32>
}

// Rows in the order of memory, of a product whose columns are open.
// CHECK-LABEL: func @open_columns
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_a} : (tensor<16x18xf32>, tensor<16x?xf32>) -> tensor<18x?xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [9, 2, %{{.*}}] : tensor<18x?xf32> into tensor<9x2x?xf32>
func.func @open_columns(%x: tensor<16x9x2xf32>, %w: tensor<16x?xf32>) -> tensor<2x9x?xf32> {
  %e = tensor.empty() : tensor<2x9x16xf32>
  %0 = linalg.transpose ins(%x : tensor<16x9x2xf32>) outs(%e : tensor<2x9x16xf32>) permutation = [2, 1, 0]
  %1 = fusion.matmul %0, %w : (tensor<2x9x16xf32>, tensor<16x?xf32>) -> tensor<2x9x?xf32>
  return %1 : tensor<2x9x?xf32>
}
