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
