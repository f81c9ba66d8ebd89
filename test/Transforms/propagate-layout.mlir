// RUN: fusion-opt %s --fusion-propagate-layout --canonicalize | FileCheck %s

// STATS: (S) {{[1-9][0-9]*}} num-rewrites

// CHECK-LABEL: @transposed_weight
// CHECK-NEXT: %[[R:.*]] = fusion.matmul %{{.*}} {transpose_b} : (tensor<?x8xf32>, tensor<4x8xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @transposed_weight(%x: tensor<?x8xf32>, %w: tensor<4x8xf32>) -> tensor<?x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %0 = fusion.matmul %x, %t : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: @transposed_result
// CHECK-SAME: (%[[X:.*]]: tensor<3x8xf32>, %[[W:.*]]: tensor<8x4xf32>)
// CHECK-NEXT: %[[R:.*]] = fusion.matmul %[[W]], %[[X]] {transpose_a, transpose_b} : (tensor<8x4xf32>, tensor<3x8xf32>) -> tensor<4x3xf32>
// CHECK-NEXT: return %[[R]]
func.func @transposed_result(%x: tensor<3x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x3xf32> {
  %0 = fusion.matmul %x, %w : (tensor<3x8xf32>, tensor<8x4xf32>) -> tensor<3x4xf32>
  %e = tensor.empty() : tensor<4x3xf32>
  %t = linalg.transpose ins(%0 : tensor<3x4xf32>) outs(%e : tensor<4x3xf32>) permutation = [1, 0]
  return %t : tensor<4x3xf32>
}

// The keys of an attention: what is left of the transposition copies whole rows.
// CHECK-LABEL: @keys
// CHECK: linalg.transpose {{.*}} permutation = [1, 0, 2]
// CHECK: fusion.matmul %{{.*}} {transpose_b} : (tensor<2x6x8xf32>, tensor<2x5x8xf32>) -> tensor<2x6x5xf32>
func.func @keys(%q: tensor<2x6x8xf32>, %k: tensor<5x2x8xf32>) -> tensor<2x6x5xf32> {
  %e = tensor.empty() : tensor<2x8x5xf32>
  %t = linalg.transpose ins(%k : tensor<5x2x8xf32>) outs(%e : tensor<2x8x5xf32>) permutation = [1, 2, 0]
  %0 = fusion.matmul %q, %t : (tensor<2x6x8xf32>, tensor<2x8x5xf32>) -> tensor<2x6x5xf32>
  return %0 : tensor<2x6x5xf32>
}

// CHECK-LABEL: @unit_batch
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}} : (tensor<12x8xf32>, tensor<8x4xf32>) -> tensor<12x4xf32>
// CHECK: %[[A:.*]] = fusion.add %[[P]], %{{.*}} : (tensor<12x4xf32>, tensor<4xf32>) -> tensor<12x4xf32>
// CHECK: %[[R:.*]] = fusion.relu %[[A]] : tensor<12x4xf32>
// CHECK: tensor.expand_shape %[[R]]
func.func @unit_batch(%x: tensor<1x12x8xf32>, %w: tensor<1x8x4xf32>, %b: tensor<1x1x4xf32>) -> tensor<1x12x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<1x12x8xf32>, tensor<1x8x4xf32>) -> tensor<1x12x4xf32>
  %1 = fusion.add %0, %b : (tensor<1x12x4xf32>, tensor<1x1x4xf32>) -> tensor<1x12x4xf32>
  %2 = fusion.relu %1 : tensor<1x12x4xf32>
  return %2 : tensor<1x12x4xf32>
}

// A weight that is copied for each batch is read once; the batches are rows.
// CHECK-LABEL: @repeated_weight
// CHECK-NOT: linalg.broadcast
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}} : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
// CHECK: %[[A:.*]] = fusion.add %[[P]], %{{.*}} : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
// CHECK: tensor.expand_shape %[[A]] {{\[}}[0, 1], [2]]
func.func @repeated_weight(%x: tensor<?x12x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>, %n: index) -> tensor<?x12x4xf32> {
  %e = tensor.empty(%n) : tensor<?x8x4xf32>
  %r = linalg.broadcast ins(%w : tensor<8x4xf32>) outs(%e : tensor<?x8x4xf32>) dimensions = [0]
  %0 = fusion.matmul %x, %r : (tensor<?x12x8xf32>, tensor<?x8x4xf32>) -> tensor<?x12x4xf32>
  %1 = fusion.add %0, %b : (tensor<?x12x4xf32>, tensor<4xf32>) -> tensor<?x12x4xf32>
  return %1 : tensor<?x12x4xf32>
}

// CHECK-LABEL: @residual_behind_reshape
// CHECK: %[[Y:.*]] = tensor.collapse_shape
// CHECK: %[[A:.*]] = fusion.add %{{.*}}, %[[Y]] : (tensor<6x4xf32>, tensor<6x4xf32>) -> tensor<6x4xf32>
// CHECK: tensor.expand_shape %[[A]]
func.func @residual_behind_reshape(%x: tensor<6x8xf32>, %w: tensor<8x4xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %2 = fusion.add %1, %y : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %2 : tensor<2x3x4xf32>
}

// A position embedding repeats within the collapsed rows: the reshape stays.
// CHECK-LABEL: @repeated_in_part
// CHECK: %[[E:.*]] = tensor.expand_shape
// CHECK: fusion.add %[[E]], %{{.*}} : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
func.func @repeated_in_part(%x: tensor<6x8xf32>, %w: tensor<8x4xf32>, %y: tensor<3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  %2 = fusion.add %1, %y : (tensor<2x3x4xf32>, tensor<3x4xf32>) -> tensor<2x3x4xf32>
  return %2 : tensor<2x3x4xf32>
}

// The scale of the queries moves before their transposition.
// CHECK-LABEL: @scale_behind_transpose
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[S:.*]] = fusion.mul %[[P]]
// CHECK: linalg.transpose
func.func @scale_behind_transpose(%x: tensor<6x8xf32>, %w: tensor<8x8xf32>) -> tensor<2x6x4xf32> {
  %c = arith.constant dense<0.125> : tensor<f32>
  %0 = fusion.matmul %x, %w : (tensor<6x8xf32>, tensor<8x8xf32>) -> tensor<6x8xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [6, 2, 4] : tensor<6x8xf32> into tensor<6x2x4xf32>
  %e = tensor.empty() : tensor<2x6x4xf32>
  %2 = linalg.transpose ins(%1 : tensor<6x2x4xf32>) outs(%e : tensor<2x6x4xf32>) permutation = [1, 0, 2]
  %3 = fusion.mul %2, %c : (tensor<2x6x4xf32>, tensor<f32>) -> tensor<2x6x4xf32>
  return %3 : tensor<2x6x4xf32>
}

// A product keeps its only row.
// CHECK-LABEL: @one_row
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[A:.*]] = fusion.add %[[P]], %{{.*}} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
// CHECK: tensor.collapse_shape %[[A]]
func.func @one_row(%x: tensor<1x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<1x8xf32>, tensor<8x4xf32>) -> tensor<1x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  %2 = fusion.add %1, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: @one_column
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[B:.*]] = tensor.expand_shape
// CHECK: fusion.add %[[P]], %[[B]] : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
func.func @one_column(%x: tensor<4x8xf32>, %w: tensor<8x1xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x1xf32>) -> tensor<4x1xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  %2 = fusion.add %1, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: @repeated_operand
// CHECK-NOT: linalg.broadcast
// CHECK: %[[C:.*]] = tensor.expand_shape {{.*}} output_shape [4, 1]
// CHECK: fusion.sub %{{.*}}, %[[C]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
func.func @repeated_operand(%x: tensor<4x8xf32>, %c: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.broadcast ins(%c : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %0 = fusion.sub %x, %r : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// What is repeated alike is computed before, and stays one value: an activation spelled out is recognized.
// CHECK-LABEL: @repeated_alike
// CHECK-SAME: (%[[X:.*]]: tensor<?x2xf32>, %[[Y:.*]]: tensor<3x?x2xf32>, %[[B:.*]]: tensor<2xf32>
// CHECK-NOT: linalg.broadcast
// CHECK: %[[M:.*]] = fusion.mul %[[X]], %[[X]] : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
// CHECK: %[[A:.*]] = fusion.add %[[M]], %[[B]] : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
// CHECK: fusion.mul %[[A]], %[[Y]] : (tensor<?x2xf32>, tensor<3x?x2xf32>) -> tensor<3x?x2xf32>
func.func @repeated_alike(%x: tensor<?x2xf32>, %y: tensor<3x?x2xf32>, %b: tensor<2xf32>, %n: index) -> tensor<3x?x2xf32> {
  %e = tensor.empty(%n) : tensor<3x?x2xf32>
  %r = linalg.broadcast ins(%x : tensor<?x2xf32>) outs(%e : tensor<3x?x2xf32>) dimensions = [0]
  %0 = fusion.mul %r, %r : (tensor<3x?x2xf32>, tensor<3x?x2xf32>) -> tensor<3x?x2xf32>
  %1 = fusion.add %0, %b : (tensor<3x?x2xf32>, tensor<2xf32>) -> tensor<3x?x2xf32>
  %2 = fusion.mul %1, %y : (tensor<3x?x2xf32>, tensor<3x?x2xf32>) -> tensor<3x?x2xf32>
  return %2 : tensor<3x?x2xf32>
}

// One is repeated once and the operation repeats it further: the result has the other's size.
// CHECK-LABEL: @repeated_once
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>, %[[Y:.*]]: tensor<8xf32>, %{{.*}}: index
// CHECK: %[[A:.*]] = fusion.add %[[X]], %[[Y]] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK: linalg.broadcast ins(%[[A]] : tensor<8xf32>) outs(%{{.*}} : tensor<?x8xf32>) dimensions = [0]
func.func @repeated_once(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> tensor<?x8xf32> {
  %e = tensor.empty() : tensor<1x8xf32>
  %en = tensor.empty(%n) : tensor<?x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<1x8xf32>) dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%en : tensor<?x8xf32>) dimensions = [0]
  %0 = fusion.add %a, %b : (tensor<1x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// A row that varies along what is repeated: nothing is computed before.
// CHECK-LABEL: @repeated_with_row
// CHECK: fusion.add {{.*}} -> tensor<4x8xf32>
func.func @repeated_with_row(%c: tensor<4xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.broadcast ins(%c : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %0 = fusion.add %r, %b : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Nothing else has the shape: the copy stays.
// CHECK-LABEL: @repeated_only_operand
// CHECK: linalg.broadcast
func.func @repeated_only_operand(%c: tensor<4xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.broadcast ins(%c : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %0 = fusion.exp %r : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// (1 - 1) · -3.4e38 is -0.0, and adding that does nothing.
// CHECK-LABEL: @constant_mask
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>)
// CHECK-NEXT: return %[[X]]
func.func @constant_mask(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant dense<1.0> : tensor<1x8xf32>
  %low = arith.constant dense<-3.4e38> : tensor<f32>
  %0 = fusion.sub %one, %one : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  %1 = fusion.mul %0, %low : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  %2 = fusion.add %x, %1 : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %2 : tensor<4x8xf32>
}

// A kernel has no place for reshapes: its body stays as it is.
// CHECK-LABEL: @in_kernel
// CHECK: fusion.kernel
// CHECK-NEXT: fusion.exp %{{.*}} : tensor<1x4x8xf32>
// CHECK-NEXT: fusion.yield
func.func @in_kernel(%x: tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<1x4x8xf32>) -> tensor<1x4x8xf32> {
    %1 = fusion.exp %x0 : tensor<1x4x8xf32>
    fusion.yield %1 : tensor<1x4x8xf32>
  }
  return %0 : tensor<1x4x8xf32>
}

// Operands of a result of one row are whole: they keep their shape, and what computes on both is still recognized.
// CHECK-LABEL: @whole_rows
// CHECK-NOT: collapse_shape
// CHECK: fusion.div %{{.*}}, %{{.*}} : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
func.func @whole_rows(%x: tensor<1x8xf32>, %y: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = fusion.div %x, %y : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}

// A row that is repeated, and read as it is and behind an operation, is one value for both.
// CHECK-LABEL: @repeated_row
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x8xf32>
// CHECK: %[[N:.*]] = fusion.neg %[[X]]
// CHECK: fusion.mul %[[X]], %[[N]] : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
func.func @repeated_row(%x: tensor<1x8xf32>) -> tensor<2x1x1x8xf32> {
  %e = tensor.empty() : tensor<2x1x8xf32>
  %0 = linalg.broadcast ins(%x : tensor<1x8xf32>) outs(%e : tensor<2x1x8xf32>) dimensions = [0]
  %1 = tensor.expand_shape %0 [[0, 1], [2], [3]] output_shape [2, 1, 1, 8] : tensor<2x1x8xf32> into tensor<2x1x1x8xf32>
  %2 = fusion.neg %1 : tensor<2x1x1x8xf32>
  %3 = fusion.mul %1, %2 : (tensor<2x1x1x8xf32>, tensor<2x1x1x8xf32>) -> tensor<2x1x1x8xf32>
  return %3 : tensor<2x1x1x8xf32>
}

// Dimensions of size 1 that are merged with repeated ones are x's own.
// CHECK-LABEL: @repeated_units
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<1x1x8xf32>
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[X]] {{.*}} : tensor<1x1x8xf32> into tensor<1x8xf32>
// CHECK: linalg.broadcast ins(%[[R]] : tensor<1x8xf32>) outs({{.*}} : tensor<2x1x8xf32>) dimensions = [0]
func.func @repeated_units(%x: tensor<1x1x8xf32>) -> tensor<2x1x8xf32> {
  %e = tensor.empty() : tensor<2x1x1x8xf32>
  %0 = linalg.broadcast ins(%x : tensor<1x1x8xf32>) outs(%e : tensor<2x1x1x8xf32>) dimensions = [0]
  %1 = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<2x1x1x8xf32> into tensor<2x1x8xf32>
  return %1 : tensor<2x1x8xf32>
}

// What is repeated has fewer columns than another operand.
// CHECK-LABEL: @repeated_column
// CHECK: %[[M:.*]] = fusion.max {{.*}} -> tensor<1x8xf32>
// CHECK: linalg.broadcast ins(%[[M]] : tensor<1x8xf32>) outs({{.*}} : tensor<2x1x8xf32>) dimensions = [0]
func.func @repeated_column(%x: tensor<1x8xf32>, %c: tensor<1x1xf32>) -> tensor<2x1x8xf32> {
  %e = tensor.empty() : tensor<2x1x1xf32>
  %0 = linalg.broadcast ins(%c : tensor<1x1xf32>) outs(%e : tensor<2x1x1xf32>) dimensions = [0]
  %1 = fusion.max %x, %0 : (tensor<1x8xf32>, tensor<2x1x1xf32>) -> tensor<2x1x8xf32>
  return %1 : tensor<2x1x8xf32>
}

// An activation spelled out on repeated rows: all of it sinks below, though another operand would take one broadcast.
// CHECK-LABEL: @repeated_gate
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x4xf32>
// CHECK: %[[N:.*]] = fusion.neg %[[X]] : tensor<2x4xf32>
// CHECK: %[[P:.*]] = fusion.exp %[[N]]
// CHECK: %[[G:.*]] = fusion.mul %[[X]], %[[P]] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK: %[[E:.*]] = tensor.expand_shape %[[G]]
// CHECK: fusion.mul %[[E]], %{{.*}} : (tensor<2x1x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
func.func @repeated_gate(%x: tensor<2x4xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %e = tensor.empty() : tensor<2x3x4xf32>
  %b = linalg.broadcast ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x3x4xf32>) dimensions = [1]
  %0 = fusion.neg %b : tensor<2x3x4xf32>
  %1 = fusion.exp %0 : tensor<2x3x4xf32>
  %2 = fusion.mul %b, %1 : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %3 = fusion.mul %2, %y : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %3 : tensor<2x3x4xf32>
}

// A product that is also read as it is stays one product: its transposition is none of a second one.
// CHECK-LABEL: @shared_transpose
// CHECK: fusion.matmul
// CHECK-NOT: fusion.matmul
// CHECK: linalg.transpose
func.func @shared_transpose(%x: tensor<4x8xf32>, %w: tensor<8x6xf32>) -> (tensor<4x6xf32>, tensor<6x4xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %e = tensor.empty() : tensor<6x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x6xf32>) outs(%e : tensor<6x4xf32>) permutation = [1, 0]
  return %0, %1 : tensor<4x6xf32>, tensor<6x4xf32>
}

// A bias moves before the transposition that is not its own inverse: its dimension is the third one there.
// CHECK-LABEL: @bias_behind_rotation
// CHECK-SAME: %[[B:[a-z0-9]+]]: tensor<6x1x1x1xf32>)
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[ROW:.*]] = tensor.collapse_shape %[[B]] {{.*}} into tensor<6x1xf32>
// CHECK: fusion.add %[[P]], %[[ROW]] : (tensor<2x3x6x4xf32>, tensor<6x1xf32>) -> tensor<2x3x6x4xf32>
// CHECK: linalg.transpose {{.*}} permutation = [2, 0, 1, 3]
func.func @bias_behind_rotation(%x: tensor<2x3x6x8xf32>, %w: tensor<2x3x8x4xf32>, %b: tensor<6x1x1x1xf32>) -> tensor<6x2x3x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<2x3x6x8xf32>, tensor<2x3x8x4xf32>) -> tensor<2x3x6x4xf32>
  %e = tensor.empty() : tensor<6x2x3x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x3x6x4xf32>) outs(%e : tensor<6x2x3x4xf32>) permutation = [2, 0, 1, 3]
  %2 = fusion.add %1, %b : (tensor<6x2x3x4xf32>, tensor<6x1x1x1xf32>) -> tensor<6x2x3x4xf32>
  return %2 : tensor<6x2x3x4xf32>
}

// Rows that were merged of other numbers are split like those of the product.
// CHECK-LABEL: @merged_otherwise
// CHECK-SAME: %[[Y:[a-z0-9]+]]: tensor<3x4x5xf32>)
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[Y]] {{.*}} into tensor<12x5xf32>
// CHECK: %[[S:.*]] = tensor.expand_shape %[[C]] {{.*}} into tensor<2x6x5xf32>
// CHECK: fusion.add %{{.*}}, %[[S]]
func.func @merged_otherwise(%x: tensor<2x6x8xf32>, %w: tensor<2x8x5xf32>, %y: tensor<3x4x5xf32>) -> tensor<12x5xf32> {
  %0 = fusion.matmul %x, %w : (tensor<2x6x8xf32>, tensor<2x8x5xf32>) -> tensor<2x6x5xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x6x5xf32> into tensor<12x5xf32>
  %2 = tensor.collapse_shape %y [[0, 1], [2]] : tensor<3x4x5xf32> into tensor<12x5xf32>
  %3 = fusion.add %1, %2 : (tensor<12x5xf32>, tensor<12x5xf32>) -> tensor<12x5xf32>
  return %3 : tensor<12x5xf32>
}

// A mask of one value: true is 1, other integers have signs.
// CHECK-LABEL: @equal_constants
// CHECK-DAG: %[[TRUE:.*]] = arith.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-DAG: %[[MINUS:.*]] = arith.constant dense<-1.000000e+00> : tensor<4xf32>
// CHECK: return %[[TRUE]], %[[MINUS]]
func.func @equal_constants() -> (tensor<4xf32>, tensor<4xf32>) {
  %mask = arith.constant dense<true> : tensor<4xi1>
  %minus = arith.constant dense<-1> : tensor<4xi8>
  %0 = fusion.cast %mask : tensor<4xi1> to tensor<4xf32>
  %1 = fusion.cast %minus : tensor<4xi8> to tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// What is computed for a row and repeated along it: the reshape moves before it, of each operand once.
// CHECK-LABEL: @row_values
// CHECK-SAME: %[[S:[a-z0-9]+]]: tensor<4xf32>, %[[T:[a-z0-9]+]]: tensor<4xf32>
// CHECK-DAG: %[[E:.*]] = tensor.expand_shape %[[S]] {{.*}} into tensor<4x1xf32>
// CHECK-DAG: %[[F:.*]] = tensor.expand_shape %[[T]] {{.*}} into tensor<4x1xf32>
// CHECK-NOT: tensor.expand_shape
// CHECK: %[[A:.*]] = fusion.add %[[E]], %{{.*}} : (tensor<4x1xf32>, tensor<f32>) -> tensor<4x1xf32>
// CHECK: %[[M:.*]] = fusion.mul %[[A]], %[[F]] : {{.*}} -> tensor<4x1xf32>
// CHECK: %[[R:.*]] = fusion.sub %[[M]], %[[E]] : {{.*}} -> tensor<4x1xf32>
// CHECK: fusion.mul %{{.*}}, %[[R]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
func.func @row_values(%s: tensor<4xf32>, %t: tensor<4xf32>, %x: tensor<4x8xf32>, %eps: tensor<f32>) -> tensor<4x8xf32> {
  %0 = fusion.add %s, %eps : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.mul %0, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.sub %1, %s : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %4 = fusion.mul %x, %3 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %4 : tensor<4x8xf32>
}

// A row's value of the last dimension alone, sizes that are not known, and an operand that is repeated along rows.
// CHECK-LABEL: @open_row_values
// CHECK: fusion.rsqrt %{{.*}} : tensor<?x?x1xf32>
func.func @open_row_values(%s: tensor<?x?xf32>, %t: tensor<?xf32>, %x: tensor<?x?x8xf32>, %m: index, %n: index) -> tensor<?x?x8xf32> {
  %0 = fusion.add %s, %t : (tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %1 = fusion.rsqrt %0 : tensor<?x?xf32>
  %2 = tensor.expand_shape %1 [[0], [1, 2]] output_shape [%m, %n, 1] : tensor<?x?xf32> into tensor<?x?x1xf32>
  %3 = fusion.mul %x, %2 : (tensor<?x?x8xf32>, tensor<?x?x1xf32>) -> tensor<?x?x8xf32>
  return %3 : tensor<?x?x8xf32>
}

// It stays behind what has other uses, what is read by something else, or what comes from a product.
// CHECK-LABEL: @kept_row_values
// CHECK: %[[R:.*]] = fusion.rsqrt %{{.*}} : tensor<4xf32>
// CHECK: tensor.expand_shape %[[R]]
// CHECK: %[[A:.*]] = fusion.exp %{{.*}} : tensor<4xf32>
// CHECK: tensor.expand_shape %[[A]]
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[Q:.*]] = fusion.relu %[[P]] : tensor<4x6xf32>
// CHECK: tensor.expand_shape %[[Q]]
func.func @kept_row_values(%s: tensor<4xf32>, %x: tensor<4x8xf32>, %w: tensor<8x6xf32>, %y: tensor<4x6x3xf32>)
    -> (tensor<4xf32>, tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x6x3xf32>) {
  %0 = fusion.rsqrt %s : tensor<4xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %2 = fusion.mul %x, %1 : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %3 = fusion.exp %s : tensor<4xf32>
  %4 = tensor.expand_shape %3 [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %5 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %6 = fusion.relu %5 : tensor<4x6xf32>
  %7 = tensor.expand_shape %6 [[0], [1, 2]] output_shape [4, 6, 1] : tensor<4x6xf32> into tensor<4x6x1xf32>
  %8 = fusion.mul %7, %y : (tensor<4x6x1xf32>, tensor<4x6x3xf32>) -> tensor<4x6x3xf32>
  return %0, %2, %4, %8 : tensor<4xf32>, tensor<4x8xf32>, tensor<4x1xf32>, tensor<4x6x3xf32>
}

// A sum, which begins with +0, is never -0: adding +0 changes nothing, through reshapes too. A maximum may be -0.
// CHECK-LABEL: @zero_behind_sum
// CHECK-NOT: fusion.add
// CHECK: return
func.func @zero_behind_sum(%x: tensor<4x8xf32>) -> tensor<1x4x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x4x1xf32>
  %r = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  %s = tensor.expand_shape %r [[0, 1], [2]] output_shape [1, 4, 1] : tensor<4x1xf32> into tensor<1x4x1xf32>
  %0 = fusion.add %zero, %s : (tensor<1x4x1xf32>, tensor<1x4x1xf32>) -> tensor<1x4x1xf32>
  return %0 : tensor<1x4x1xf32>
}

// CHECK-LABEL: @zero_behind_other
// CHECK-COUNT-2: fusion.add
func.func @zero_behind_other(%x: tensor<4x8xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4x1xf32>
  %one = arith.constant dense<1.0> : tensor<4x1xf32>
  %m = fusion.reduce maximumf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  %0 = fusion.add %m, %zero : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  %r = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  %1 = fusion.add %r, %one : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<4x1xf32>
  return %0, %1 : tensor<4x1xf32>, tensor<4x1xf32>
}

// -----

// Channels go to the front behind a convolution and back before the next: what is computed between works on them as they
// are.

// CHECK-LABEL: func @convolutions
// CHECK-NOT: linalg.transpose
// CHECK: %[[C:.*]] = linalg.conv_2d_nhwc_fhwc
// CHECK: fusion.relu %[[C]] : tensor<2x6x6x4xf32>
// CHECK: linalg.conv_2d_nhwc_fhwc
func.func @convolutions(%x: tensor<2x8x8x2xf32>, %w: tensor<4x3x3x2xf32>, %v: tensor<4x3x3x4xf32>) -> tensor<2x4x4x4xf32> {
  %z = arith.constant dense<0.0> : tensor<2x6x6x4xf32>
  %0 = linalg.conv_2d_nhwc_fhwc ins(%x, %w : tensor<2x8x8x2xf32>, tensor<4x3x3x2xf32>) outs(%z : tensor<2x6x6x4xf32>) -> tensor<2x6x6x4xf32>
  %e = tensor.empty() : tensor<2x4x6x6xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x6x6x4xf32>) outs(%e : tensor<2x4x6x6xf32>) permutation = [0, 3, 1, 2]
  %2 = fusion.relu %1 : tensor<2x4x6x6xf32>
  %f = tensor.empty() : tensor<2x6x6x4xf32>
  %3 = linalg.transpose ins(%2 : tensor<2x4x6x6xf32>) outs(%f : tensor<2x6x6x4xf32>) permutation = [0, 2, 3, 1]
  %y = arith.constant dense<0.0> : tensor<2x4x4x4xf32>
  %4 = linalg.conv_2d_nhwc_fhwc ins(%3, %v : tensor<2x6x6x4xf32>, tensor<4x3x3x4xf32>) outs(%y : tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  return %4 : tensor<2x4x4x4xf32>
}

// -----

// Heads that TOSA repeats stand between dimensions of size 1, which hide from the product that batches are repeated.

// CHECK-LABEL: func @tiled_heads
// CHECK-SAME: (%[[Q:.*]]: tensor<6x16x8xf32>, %[[K:.*]]: tensor<2x16x8xf32>)
// CHECK-NOT: linalg.broadcast
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<2x3x16x8xf32>, tensor<2x1x16x8xf32>) -> tensor<2x3x16x16xf32>
func.func @tiled_heads(%q: tensor<6x16x8xf32>, %k: tensor<2x16x8xf32>) -> tensor<6x16x16xf32> {
  %0 = tensor.expand_shape %k [[0, 1, 2], [3, 4], [5]] output_shape [1, 2, 1, 1, 16, 8] : tensor<2x16x8xf32> into tensor<1x2x1x1x16x8xf32>
  %e = tensor.empty() : tensor<1x2x3x1x1x16x8xf32>
  %1 = linalg.broadcast ins(%0 : tensor<1x2x1x1x16x8xf32>) outs(%e : tensor<1x2x3x1x1x16x8xf32>) dimensions = [2]
  %2 = tensor.collapse_shape %1 [[0, 1, 2, 3], [4, 5], [6]] : tensor<1x2x3x1x1x16x8xf32> into tensor<6x16x8xf32>
  %3 = fusion.matmul %q, %2 {transpose_b} : (tensor<6x16x8xf32>, tensor<6x16x8xf32>) -> tensor<6x16x16xf32>
  return %3 : tensor<6x16x16xf32>
}

// A mask that hides nothing, and one that hides all, by the positions alone. One that depends on an element stays.
// CHECK-LABEL: @known_conditions
// CHECK-DAG: %[[ALL:.*]] = arith.constant dense<true> : tensor<8xi1>
// CHECK-DAG: %[[NONE:.*]] = arith.constant dense<false> : tensor<8x8xi1>
// CHECK: %[[KEPT:.*]] = fusion.map({{.*}}) -> tensor<8xi1>
// CHECK: %[[DIAGONAL:.*]] = fusion.map({{.*}}) -> tensor<8x8xi1>
// CHECK: return %[[ALL]], %[[NONE]], %[[KEPT]], %[[DIAGONAL]]
func.func @known_conditions(%n: tensor<8xi64>)
    -> (tensor<8xi1>, tensor<8x8xi1>, tensor<8xi1>, tensor<8x8xi1>) {
  %zero = arith.constant dense<0> : tensor<i64>
  %positions = fusion.map() at(%p) : () -> tensor<8xi64> {
    %r = arith.index_cast %p : index to i64
    fusion.yield %r : i64
  }
  %all = fusion.map(%x = %positions, %y = %zero) : (tensor<8xi64>, tensor<i64>) -> tensor<8xi1> {
    %r = arith.cmpi sge, %x, %y : i64
    fusion.yield %r : i1
  }
  %none = fusion.map(%x = %positions) at(%p, %q) : (tensor<8xi64>) -> tensor<8x8xi1> {
    %i = arith.index_cast %p : index to i64
    %s = arith.addi %i, %x : i64
    %c = arith.constant 15 : i64
    %r = arith.cmpi eq, %s, %c : i64
    fusion.yield %r : i1
  }
  %kept = fusion.map(%x = %positions, %y = %n) : (tensor<8xi64>, tensor<8xi64>) -> tensor<8xi1> {
    %r = arith.cmpi sge, %x, %y : i64
    fusion.yield %r : i1
  }
  %diagonal = fusion.map(%x = %positions) at(%p, %q) : (tensor<8xi64>) -> tensor<8x8xi1> {
    %i = arith.index_cast %p : index to i64
    %r = arith.cmpi sge, %i, %x : i64
    fusion.yield %r : i1
  }
  return %all, %none, %kept, %diagonal : tensor<8xi1>, tensor<8x8xi1>, tensor<8xi1>, tensor<8x8xi1>
}

// The channels of an image that a product gives in front of its pixels go behind them, with the bias.
// CHECK-LABEL: @channels_behind_pixels
// CHECK-SAME: (%[[W:.*]]: tensor<8x12xf32>, %[[P:.*]]: tensor<2x15x12xf32>, %[[B:.*]]: tensor<8xf32>)
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[P]] {{.*}} into tensor<30x12xf32>
// CHECK: %[[M:.*]] = fusion.matmul %[[C]], %[[W]] {transpose_b} : (tensor<30x12xf32>, tensor<8x12xf32>) -> tensor<30x8xf32>
// CHECK: %[[A:.*]] = fusion.add %[[M]], %[[B]]
// CHECK: %[[E:.*]] = tensor.expand_shape %[[A]] {{.*}} into tensor<2x3x5x8xf32>
// CHECK: return %[[E]]
func.func @channels_behind_pixels(%w: tensor<8x12xf32>, %p: tensor<2x15x12xf32>, %b: tensor<8xf32>) -> tensor<2x3x5x8xf32> {
  %0 = fusion.matmul %w, %p {transpose_b} : (tensor<8x12xf32>, tensor<2x15x12xf32>) -> tensor<2x8x15xf32>
  %b1 = tensor.expand_shape %b [[0, 1]] output_shape [8, 1] : tensor<8xf32> into tensor<8x1xf32>
  %1 = fusion.add %0, %b1 : (tensor<2x8x15xf32>, tensor<8x1xf32>) -> tensor<2x8x15xf32>
  %2 = tensor.expand_shape %1 [[0], [1], [2, 3]] output_shape [2, 8, 3, 5] : tensor<2x8x15xf32> into tensor<2x8x3x5xf32>
  %e = tensor.empty() : tensor<2x3x5x8xf32>
  %t = linalg.transpose ins(%2 : tensor<2x8x3x5xf32>) outs(%e : tensor<2x3x5x8xf32>) permutation = [0, 2, 3, 1]
  return %t : tensor<2x3x5x8xf32>
}

// Heads are written by strides, in either order.
// CHECK-LABEL: @split_columns_of_heads
// CHECK: fusion.matmul %arg0, %arg1
// CHECK: linalg.transpose
func.func @split_columns_of_heads(%w: tensor<2x8x12xf32>, %p: tensor<2x15x12xf32>) -> tensor<2x3x5x8xf32> {
  %1 = fusion.matmul %w, %p {transpose_b} : (tensor<2x8x12xf32>, tensor<2x15x12xf32>) -> tensor<2x8x15xf32>
  %2 = tensor.expand_shape %1 [[0], [1], [2, 3]] output_shape [2, 8, 3, 5] : tensor<2x8x15xf32> into tensor<2x8x3x5xf32>
  %o = tensor.empty() : tensor<2x3x5x8xf32>
  %0 = linalg.transpose ins(%2 : tensor<2x8x3x5xf32>) outs(%o : tensor<2x3x5x8xf32>) permutation = [0, 2, 3, 1]
  return %0 : tensor<2x3x5x8xf32>
}

// Square images whose rows become columns are other images.
// CHECK-LABEL: @other_order
// CHECK: linalg.transpose
func.func @other_order(%w: tensor<8x12xf32>, %p: tensor<2x25x12xf32>) -> tensor<2x5x5x8xf32> {
  %1 = fusion.matmul %w, %p {transpose_b} : (tensor<8x12xf32>, tensor<2x25x12xf32>) -> tensor<2x8x25xf32>
  %2 = tensor.expand_shape %1 [[0], [1], [2, 3]] output_shape [2, 8, 5, 5] : tensor<2x8x25xf32> into tensor<2x8x5x5xf32>
  %o = tensor.empty() : tensor<2x5x5x8xf32>
  %0 = linalg.transpose ins(%2 : tensor<2x8x5x5xf32>) outs(%o : tensor<2x5x5x8xf32>) permutation = [0, 3, 2, 1]
  return %0 : tensor<2x5x5x8xf32>
}

// What others read too is computed once.
// CHECK-LABEL: @channels_for_others
// CHECK-COUNT-1: fusion.matmul
// CHECK: linalg.transpose
// CHECK-NOT: fusion.matmul
func.func @channels_for_others(%w: tensor<8x12xf32>, %p: tensor<2x15x12xf32>) -> (tensor<2x3x5x8xf32>, tensor<2x8x3x5xf32>) {
  %1 = fusion.matmul %w, %p {transpose_b} : (tensor<8x12xf32>, tensor<2x15x12xf32>) -> tensor<2x8x15xf32>
  %2 = tensor.expand_shape %1 [[0], [1], [2, 3]] output_shape [2, 8, 3, 5] : tensor<2x8x15xf32> into tensor<2x8x3x5xf32>
  %o = tensor.empty() : tensor<2x3x5x8xf32>
  %0 = linalg.transpose ins(%2 : tensor<2x8x3x5xf32>) outs(%o : tensor<2x3x5x8xf32>) permutation = [0, 2, 3, 1]
  return %0, %2 : tensor<2x3x5x8xf32>, tensor<2x8x3x5xf32>
}
