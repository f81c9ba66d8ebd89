// RUN: %unittests/fusion-reference-run %s --split-input-file --input=list:0.0,1.0,2.0,3.0,4.0,5.0 --bounds | FileCheck %s

// Rows go where their index says: the second to none, as it is negative, the third to none, as it is beyond the end.
// CHECK: tensor<3x2xf32>: 4 5 7 7 0 1
func.func @rows(%x: tensor<6xf32>) -> tensor<3x2xf32> {
  %rows = tensor.expand_shape %x [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %old = arith.constant dense<7.0> : tensor<3x2xf32>
  %i = arith.constant dense<[[2], [-1], [3]]> : tensor<3x1xi32>
  %last = arith.constant dense<[[3], [-4], [0]]> : tensor<3x1xi64>
  %0 = fusion.scatter %rows at %i into %old along 0 {unique_indices} : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = fusion.scatter %rows at %last into %0 along 0 : (tensor<3x2xf32>, tensor<3x1xi64>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----

// Columns, by an index for each element.
// CHECK: tensor<3x4xf32>: 1 7 7 0 7 2 3 7 4 7 5 7
func.func @columns(%x: tensor<6xf32>) -> tensor<3x4xf32> {
  %rows = tensor.expand_shape %x [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %old = arith.constant dense<7.0> : tensor<3x4xf32>
  %i = arith.constant dense<[[3, 0], [1, 2], [0, 2]]> : tensor<3x2xi32>
  %0 = fusion.scatter %rows at %i into %old along 1 {unique_indices} : (tensor<3x2xf32>, tensor<3x2xi32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// In another order: columns are heads, each with its tokens; rows are batches of tokens.
// CHECK: tensor<2x3x1xf32>: 4 7 0 5 7 1
// CHECK: tensor<2x4x1xf32>: 1 0 7 7 7 5 4 3
func.func @ordered(%x: tensor<6xf32>) -> (tensor<2x3x1xf32>, tensor<2x4x1xf32>) {
  %rows = tensor.expand_shape %x [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %heads = arith.constant dense<7.0> : tensor<2x3x1xf32>
  %i = arith.constant dense<[[2], [-1], [0]]> : tensor<3x1xi32>
  %0 = fusion.scatter %rows at %i into %heads along 1 as [[1], [0, 2]] {unique_indices} : (tensor<3x2xf32>, tensor<3x1xi32>, tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
  %column = tensor.expand_shape %x [[0, 1]] output_shape [6, 1] : tensor<6xf32> into tensor<6x1xf32>
  %batches = arith.constant dense<7.0> : tensor<2x4x1xf32>
  %j = arith.constant dense<[[1], [0], [-1], [3], [2], [1]]> : tensor<6x1xi32>
  %1 = fusion.scatter %column at %j into %batches along 1 as [[0, 1], [2]] {unique_indices} : (tensor<6x1xf32>, tensor<6x1xi32>, tensor<2x4x1xf32>) -> tensor<2x4x1xf32>
  return %0, %1 : tensor<2x3x1xf32>, tensor<2x4x1xf32>
}

// -----

// Of several updates with one place the last counts, and any may be there.
// CHECK: tensor<2xf32> (bounded): 5 in [1, 5] 7 in [7, 7]
func.func @several(%x: tensor<6xf32>) -> tensor<2xf32> {
  %old = arith.constant dense<7.0> : tensor<2xf32>
  %i = arith.constant dense<[9, 0, 9, 0, 9, 0]> : tensor<6xi32>
  %0 = fusion.scatter %x at %i into %old along 0 : (tensor<6xf32>, tensor<6xi32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// An update whose index is not certain may be at each place that is possible, or the old element.
// CHECK: tensor<4xf32> (bounded): 7 in [7, 7] 7 in [2, 7] 2 in [2, 7] 7 in [7, 7]
func.func @uncertain(%x: tensor<6xf32>) -> tensor<4xf32> {
  %old = arith.constant dense<7.0> : tensor<4xf32>
  %two = tensor.extract_slice %x[2] [1] [1] : tensor<6xf32> to tensor<1xf32>
  %three = tensor.extract_slice %x[3] [1] [1] : tensor<6xf32> to tensor<1xf32>
  %third = fusion.div %two, %three : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %near = fusion.mul %third, %three : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
  %i = fusion.map(%e = %near) : (tensor<1xf32>) -> tensor<1xi32> {
    %0 = arith.fptosi %e : f32 to i32
    fusion.yield %0 : i32
  }
  %0 = fusion.scatter %two at %i into %old along 0 : (tensor<1xf32>, tensor<1xi32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
