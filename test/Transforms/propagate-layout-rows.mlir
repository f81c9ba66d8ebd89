// RUN: fusion-opt %s --split-input-file --fusion-propagate-layout | FileCheck %s

// What is computed of a row's value keeps its dimension of size 1, and meets the reshape that repeats it.
// CHECK-LABEL: func @keeps_unit_dimension
// CHECK: %[[S:.*]] = fusion.reduce addf %arg0 along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
// CHECK: %[[R:.*]] = fusion.rsqrt %[[S]] : tensor<4x1xf32>
// CHECK: fusion.mul %arg0, %[[R]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
func.func @keeps_unit_dimension(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %s = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  %c = tensor.collapse_shape %s [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  %r = fusion.rsqrt %c : tensor<4xf32>
  %e = tensor.expand_shape %r [[0, 1]] output_shape [4, 1] : tensor<4xf32> into tensor<4x1xf32>
  %y = fusion.mul %x, %e : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %y, %r : tensor<4x8xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @behind_split_rows
// CHECK: fusion.reduce addf %{{.*}} along [1] : tensor<8x16xf32> -> tensor<8x1xf32>
func.func @behind_split_rows(%x: tensor<8x16xf32>) -> tensor<2x4x1xf32> {
  %y = fusion.exp %x : tensor<8x16xf32>
  %e = tensor.expand_shape %y [[0, 1], [2]] output_shape [2, 4, 16] : tensor<8x16xf32> into tensor<2x4x16xf32>
  %s = fusion.reduce addf %e along [2] : tensor<2x4x16xf32> -> tensor<2x4x1xf32>
  return %s : tensor<2x4x1xf32>
}

// Rows of a product are merged behind it.
// CHECK-LABEL: func @behind_merged_product
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[M:.*]] = fusion.reduce maximumf %[[P]] along [3] : tensor<2x3x4x5xf32> -> tensor<2x3x4x1xf32>
// CHECK: fusion.sub %[[P]], %[[M]]
func.func @behind_merged_product(%x: tensor<2x3x4x6xf32>, %w: tensor<2x3x5x6xf32>) -> tensor<6x4x5xf32> {
  %p = fusion.matmul %x, %w {transpose_b} : (tensor<2x3x4x6xf32>, tensor<2x3x5x6xf32>) -> tensor<2x3x4x5xf32>
  %c = tensor.collapse_shape %p [[0, 1], [2], [3]] : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
  %m = fusion.reduce maximumf %c along [2] : tensor<6x4x5xf32> -> tensor<6x4x1xf32>
  %d = fusion.sub %c, %m : (tensor<6x4x5xf32>, tensor<6x4x1xf32>) -> tensor<6x4x5xf32>
  return %d : tensor<6x4x5xf32>
}

// Indices are computed in the shape in which they are used.
// CHECK-LABEL: func @indices
// CHECK: %[[C:.*]] = tensor.collapse_shape %arg0
// CHECK: fusion.map(%{{.*}} = %[[C]]) : (tensor<16xi64>) -> tensor<16xi64>
func.func @indices(%x: tensor<2x8xi64>) -> tensor<16xi64> {
  %0 = fusion.map(%a = %x) : (tensor<2x8xi64>) -> tensor<2x8xi64> {
    %c = arith.constant 40 : i64
    %s = arith.addi %a, %c : i64
    fusion.yield %s : i64
  }
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x8xi64> into tensor<16xi64>
  return %1 : tensor<16xi64>
}


// What is reduced along the first dimension broadcasts with it as without: the columns' values stay as they are.
// CHECK-LABEL: func @column_value
// CHECK: %[[M:.*]] = fusion.reduce maximumf
// CHECK: fusion.sub %{{.*}}, %[[M]] : (tensor<8x4xf32>, tensor<1x4xf32>) -> tensor<8x4xf32>
// CHECK: %[[L:.*]] = fusion.log %[[M]] : tensor<1x4xf32>
// CHECK: tensor.collapse_shape %[[L]]
func.func @column_value(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %m = fusion.reduce maximumf %x along [0] : tensor<8x4xf32> -> tensor<1x4xf32>
  %c = tensor.collapse_shape %m [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  %d = fusion.sub %x, %c : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8x4xf32>
  %l = fusion.log %c : tensor<4xf32>
  return %d, %l : tensor<8x4xf32>, tensor<4xf32>
}

// -----

// A row's sum that is repeated along the row, and multiplied before: no reshape stands between the sum and its reader.
// CHECK-LABEL: func @repeated_sum
// CHECK: %[[S:.*]] = fusion.reduce
// CHECK-NOT: tensor.collapse_shape %[[S]]
// CHECK: %[[M:.*]] = fusion.mul %[[S]], %{{.*}} -> tensor<4x1xf32>
// CHECK: fusion.mul %arg0, %[[M]] : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
func.func @repeated_sum(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
  %row = tensor.collapse_shape %s [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %repeated = linalg.broadcast ins(%row : tensor<4xf32>) outs(%e : tensor<4x8xf32>) dimensions = [1]
  %half = arith.constant dense<0.5> : tensor<f32>
  %mean = fusion.mul %repeated, %half : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %y = fusion.mul %x, %mean : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// -----

// The gradient of a norm's input, behind a product: what is computed of the saved input, with values of each row, is
// computed in the shape of the product's rows for all readers, and nothing of it in both shapes.
// CHECK-LABEL: func @saved_input
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg2
// CHECK: %[[M:.*]] = tensor.collapse_shape %arg3
// CHECK: %[[N:.*]] = fusion.sub %[[X]], %[[M]] : (tensor<6x8xf32>, tensor<6x1xf32>) -> tensor<6x8xf32>
// CHECK-NOT: tensor<2x3x8xf32>
// CHECK: return
func.func @saved_input(%a: tensor<6x4xf32>, %b: tensor<4x8xf32>, %x: tensor<2x3x8xf32>, %mean: tensor<2x3x1xf32>)
    -> (tensor<6x8xf32>, tensor<1x1x8xf32>) {
  %p = fusion.matmul %a, %b : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %dy = tensor.expand_shape %p [[0, 1], [2]] output_shape [2, 3, 8] : tensor<6x8xf32> into tensor<2x3x8xf32>
  %n = fusion.sub %x, %mean : (tensor<2x3x8xf32>, tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
  %0 = fusion.mul %dy, %n : (tensor<2x3x8xf32>, tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  %s = fusion.reduce addf %0 along [2] : tensor<2x3x8xf32> -> tensor<2x3x1xf32>
  %c = fusion.reduce addf %0 along [0, 1] : tensor<2x3x8xf32> -> tensor<1x1x8xf32>
  %1 = fusion.mul %n, %s : (tensor<2x3x8xf32>, tensor<2x3x1xf32>) -> tensor<2x3x8xf32>
  %2 = fusion.sub %dy, %1 : (tensor<2x3x8xf32>, tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  %3 = tensor.collapse_shape %2 [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
  return %3, %c : tensor<6x8xf32>, tensor<1x1x8xf32>
}
