// RUN: fusion-opt %s --fusion-raise-reductions --fusion-propagate-layout --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

#all = affine_map<(a, b, c) -> (a, b, c)>
#keep = affine_map<(a, b, c) -> (a, b)>

// The reduction reads what was expanded, and its result is expanded.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[X:.*]]: tensor<40x300xf32>)
// CHECK: %[[S:.*]] = fusion.reduce addf %[[X]] along [1] : tensor<40x300xf32> -> tensor<40x1xf32>
// CHECK: tensor.expand_shape %[[S]] {{\[\[}}0, 1], [2]] output_shape [8, 5, 1]
func.func @rows(%x: tensor<40x300xf32>) -> tensor<8x5x1xf32> {
  %zero = arith.constant 0.0 : f32
  %rows = tensor.expand_shape %x [[0, 1], [2]] output_shape [8, 5, 300] : tensor<40x300xf32> into tensor<8x5x300xf32>
  %e = tensor.empty() : tensor<8x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x5xf32>) -> tensor<8x5xf32>
  %s = linalg.generic {indexing_maps = [#all, #keep], iterator_types = ["parallel", "parallel", "reduction"]} ins(%rows : tensor<8x5x300xf32>) outs(%f : tensor<8x5xf32>) {
  ^bb0(%i: f32, %o: f32):
    %a = arith.addf %i, %o : f32
    linalg.yield %a : f32
  } -> tensor<8x5xf32>
  %r = tensor.expand_shape %s [[0], [1, 2]] output_shape [8, 5, 1] : tensor<8x5xf32> into tensor<8x5x1xf32>
  return %r : tensor<8x5x1xf32>
}

// -----

// Columns, open sizes, and a named reduction.
// CHECK-LABEL: func @columns
// CHECK-SAME: (%[[X:.*]]: tensor<?x300xf32>
// CHECK: fusion.reduce maximumf %[[X]] along [1] : tensor<?x300xf32> -> tensor<?x1xf32>
func.func @columns(%x: tensor<?x300xf32>, %n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %v = tensor.expand_shape %x [[0], [1, 2]] output_shape [%n, 30, 10] : tensor<?x300xf32> into tensor<?x30x10xf32>
  %s = linalg.reduce { arith.maximumf } ins(%v : tensor<?x30x10xf32>) outs(%o : tensor<?xf32>) dimensions = [1, 2]
  return %s : tensor<?xf32>
}

// -----

// Not where a part is a row's and a part a column's.
// CHECK-LABEL: func @apart
// CHECK: fusion.reduce maximumf %{{.*}} along [2] : tensor<40x30x10xf32> -> tensor<40x30x1xf32>
func.func @apart(%x: tensor<40x300xf32>, %o: tensor<40x30xf32>) -> tensor<40x30xf32> {
  %v = tensor.expand_shape %x [[0], [1, 2]] output_shape [40, 30, 10] : tensor<40x300xf32> into tensor<40x30x10xf32>
  %s = linalg.reduce { arith.maximumf } ins(%v : tensor<40x30x10xf32>) outs(%o : tensor<40x30xf32>) dimensions = [2]
  return %s : tensor<40x30xf32>
}

// Values of rows that were merged are computed as values of merged rows, whatever shape they have on the way.
// CHECK-LABEL: func @values_of_merged_rows
// CHECK: %[[S:.*]] = fusion.reduce addf %{{.*}} along [1] : tensor<40x300xf32> -> tensor<40x1xf32>
// CHECK: %[[E:.*]] = fusion.exp %[[S]] : tensor<40x1xf32>
// CHECK: fusion.mul %{{.*}}, %[[E]] : (tensor<40x300xf32>, tensor<40x1xf32>) -> tensor<40x300xf32>
func.func @values_of_merged_rows(%x: tensor<40x300xf32>) -> tensor<40x300xf32> {
  %rows = tensor.expand_shape %x [[0, 1], [2]] output_shape [8, 5, 300] : tensor<40x300xf32> into tensor<8x5x300xf32>
  %s = fusion.reduce addf %rows along [2] : tensor<8x5x300xf32> -> tensor<8x5x1xf32>
  %d = tensor.collapse_shape %s [[0], [1, 2]] : tensor<8x5x1xf32> into tensor<8x5xf32>
  %e = fusion.exp %d : tensor<8x5xf32>
  %v = tensor.expand_shape %e [[0], [1, 2]] output_shape [8, 5, 1] : tensor<8x5xf32> into tensor<8x5x1xf32>
  %m = tensor.collapse_shape %v [[0, 1], [2]] : tensor<8x5x1xf32> into tensor<40x1xf32>
  %0 = fusion.mul %x, %m : (tensor<40x300xf32>, tensor<40x1xf32>) -> tensor<40x300xf32>
  return %0 : tensor<40x300xf32>
}

// -----

// An extremum with an infinity, as reductions begin with, is its other operand, whatever that is. Where NaN is ignored
// it is not, if that is NaN; there NaN gives way.
// CHECK-LABEL: func @neutral_extrema
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>)
func.func @neutral_extrema(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %least = arith.constant dense<0xFF800000> : tensor<f32>
  %most = arith.constant dense<0x7F800000> : tensor<4xf32>
  %nan = arith.constant dense<0x7FC00000> : tensor<f32>
  %0 = fusion.max %x, %least : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.min %most, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.max %nan, %x {ignore_nan} : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[A:.*]] = fusion.max %[[X]], %{{.*}} {ignore_nan}
  %3 = fusion.max %x, %least {ignore_nan} : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %[[B:.*]] = fusion.max %[[X]]
  %4 = fusion.max %x, %most : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[C:.*]] = fusion.min %[[X]]
  %5 = fusion.min %x, %nan : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: return %[[X]], %[[X]], %[[X]], %[[A]], %[[B]], %[[C]]
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// The leading dimension that was reduced along stays with size 1; that of the condition, which was not, goes. (Two
// patterns undid each other.)

// CHECK-LABEL: func @reduced_leading_dimension_stays(
// CHECK:         %[[R:.*]] = fusion.reduce addf %{{.*}} along [0]
// CHECK:         %[[C:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1], [2]] : tensor<1x12x1xi1> into tensor<12x1xi1>
// CHECK:         fusion.select %[[C]], %[[R]], %{{.*}} -> tensor<1x12x32xf32>
func.func @reduced_leading_dimension_stays(%x: tensor<2x12x32xf32>, %c: tensor<1x12x1xi1>, %z: tensor<f32>)
    -> tensor<1x12x32xf32> {
  %r = fusion.reduce addf %x along [0] : tensor<2x12x32xf32> -> tensor<1x12x32xf32>
  %s = fusion.select %c, %r, %z : (tensor<1x12x1xi1>, tensor<1x12x32xf32>, tensor<f32>) -> tensor<1x12x32xf32>
  return %s : tensor<1x12x32xf32>
}

// A leading dimension of size 1 that no reduction made goes.

// CHECK-LABEL: func @other_leading_dimension_goes(
// CHECK:         fusion.sub %{{.*}} -> tensor<12x32xf32>
func.func @other_leading_dimension_goes(%x: tensor<1x12x32xf32>) -> tensor<1x12x32xf32> {
  %r = fusion.reduce addf %x along [2] : tensor<1x12x32xf32> -> tensor<1x12x1xf32>
  %s = fusion.sub %x, %r : (tensor<1x12x32xf32>, tensor<1x12x1xf32>) -> tensor<1x12x32xf32>
  return %s : tensor<1x12x32xf32>
}

// -----

// A dimension of size 1 beside the one that is reduced goes with it.
// CHECK-LABEL: func @one_row_of_a_product
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[R:.*]] = fusion.reduce addf %[[P]] along [1] : tensor<1x32xf32> -> tensor<1x1xf32>
// CHECK: %[[M:.*]] = fusion.rsqrt %[[R]] : tensor<1x1xf32>
// CHECK: fusion.mul %[[P]], %[[M]] : (tensor<1x32xf32>, tensor<1x1xf32>) -> tensor<1x32xf32>
func.func @one_row_of_a_product(%y: tensor<1x32xf32>, %w: tensor<32x32xf32>) -> tensor<1x1x32xf32> {
  %p = fusion.matmul %y, %w : (tensor<1x32xf32>, tensor<32x32xf32>) -> tensor<1x32xf32>
  %x = tensor.expand_shape %p [[0], [1, 2]] output_shape [1, 1, 32] : tensor<1x32xf32> into tensor<1x1x32xf32>
  %0 = fusion.reduce addf %x along [2] : tensor<1x1x32xf32> -> tensor<1x1x1xf32>
  %1 = fusion.rsqrt %0 : tensor<1x1x1xf32>
  %2 = fusion.mul %x, %1 : (tensor<1x1x32xf32>, tensor<1x1x1xf32>) -> tensor<1x1x32xf32>
  return %2 : tensor<1x1x32xf32>
}

// -----

// Where all sizes are 1, a reshape that takes dimensions from the front is none that takes them from the end: the two
// patterns would undo each other for ever. The reduction gives a position, and so keeps its shape.
// CHECK-LABEL: func @value_of_one_row
// CHECK: %[[R:.*]], %{{.*}} = fusion.reduce maximumf
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0, 1], [2]]
// CHECK: fusion.exp %[[C]] : tensor<1x1xf32>
func.func @value_of_one_row(%x: tensor<1x1x32xf32>) -> (tensor<1x1x1xf32>, tensor<1x1x1xi32>) {
  %0, %i = fusion.reduce maximumf %x along [2] : tensor<1x1x32xf32> -> tensor<1x1x1xf32>, tensor<1x1x1xi32>
  %1 = fusion.exp %0 : tensor<1x1x1xf32>
  return %1, %i : tensor<1x1x1xf32>, tensor<1x1x1xi32>
}

// -----

// A dimension of size 1 in front of heads goes, as it does in front of other work on the heads; heads stay apart.
// CHECK-LABEL: func @norms_of_heads
// CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [6, 2, 4]
// CHECK: %[[R:.*]] = fusion.reduce addf %[[X]] along [2] : tensor<6x2x4xf32> -> tensor<6x2x1xf32>
// CHECK: fusion.rsqrt %[[R]] : tensor<6x2x1xf32>
func.func @norms_of_heads(%x: tensor<6x8xf32>) -> tensor<1x6x2x1xf32> {
  %0 = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [1, 6, 2, 4] : tensor<6x8xf32> into tensor<1x6x2x4xf32>
  %1 = fusion.reduce addf %0 along [3] : tensor<1x6x2x4xf32> -> tensor<1x6x2x1xf32>
  %2 = fusion.rsqrt %1 : tensor<1x6x2x1xf32>
  return %2 : tensor<1x6x2x1xf32>
}

// -----

// Batches and tokens stay apart: tables of positions are repeated for each batch.
// CHECK-LABEL: func @norms_of_batches
// CHECK: fusion.reduce addf %{{.*}} along [3] : tensor<3x2x2x4xf32> -> tensor<3x2x2x1xf32>
func.func @norms_of_batches(%x: tensor<6x8xf32>) -> tensor<3x2x2x1xf32> {
  %0 = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [3, 2, 2, 4] : tensor<6x8xf32> into tensor<3x2x2x4xf32>
  %1 = fusion.reduce addf %0 along [3] : tensor<3x2x2x4xf32> -> tensor<3x2x2x1xf32>
  return %1 : tensor<3x2x2x1xf32>
}

// -----

// A token each: the dimension of size 1 is one of those that a row is split into.
// CHECK-LABEL: func @norms_of_one_token
// CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [6, 2, 4]
// CHECK: %[[R:.*]] = fusion.reduce addf %[[X]] along [2] : tensor<6x2x4xf32> -> tensor<6x2x1xf32>
// CHECK: tensor.expand_shape %[[R]] {{\[\[}}0], [1, 2], [3]] output_shape [6, 1, 2, 1]
func.func @norms_of_one_token(%x: tensor<6x8xf32>) -> tensor<6x1x2x1xf32> {
  %0 = tensor.expand_shape %x [[0], [1, 2, 3]] output_shape [6, 1, 2, 4] : tensor<6x8xf32> into tensor<6x1x2x4xf32>
  %1 = fusion.reduce addf %0 along [3] : tensor<6x1x2x4xf32> -> tensor<6x1x2x1xf32>
  return %1 : tensor<6x1x2x1xf32>
}

// -----

// The gradient of a gain of heads: all but the elements of a head are reduced, a dimension of size 1 beside them too.
// CHECK-LABEL: func @gain_of_one_head
// CHECK: %[[R:.*]] = fusion.reduce addf %{{.*}} along [0, 1] : tensor<2x3x4xf32> -> tensor<1x1x4xf32>
// CHECK: tensor.expand_shape %[[R]] {{\[\[}}0], [1], [2, 3]] output_shape [1, 1, 1, 4]
func.func @gain_of_one_head(%x: tensor<2x3x4xf32>) -> tensor<1x1x1x4xf32> {
  %0 = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [2, 3, 1, 4] : tensor<2x3x4xf32> into tensor<2x3x1x4xf32>
  %1 = fusion.reduce addf %0 along [0, 1, 2] : tensor<2x3x1x4xf32> -> tensor<1x1x1x4xf32>
  return %1 : tensor<1x1x1x4xf32>
}

// -----

// Of an open size.
// CHECK-LABEL: func @norms_of_open_heads
// CHECK: %[[X:.*]] = tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2]] output_shape [%{{.*}}, 2, 4]
// CHECK: fusion.reduce addf %[[X]] along [2] : tensor<?x2x4xf32> -> tensor<?x2x1xf32>
func.func @norms_of_open_heads(%x: tensor<?x8xf32>, %n: index) -> tensor<1x?x2x1xf32> {
  %0 = tensor.expand_shape %x [[0, 1], [2, 3]] output_shape [1, %n, 2, 4] : tensor<?x8xf32> into tensor<1x?x2x4xf32>
  %1 = fusion.reduce addf %0 along [3] : tensor<1x?x2x4xf32> -> tensor<1x?x2x1xf32>
  return %1 : tensor<1x?x2x1xf32>
}
