// RUN: %unittests/fusion-reference-run %s --split-input-file --input=mod:12:0@3x4 | FileCheck %s

// CHECK: tensor<2x2xf32>: 5 7 9 11
// CHECK: tensor<4xf32>: 4 5 6 7
// CHECK: tensor<3x4xf32>: 0 1 2 3 4 100 6 200 8 9 10 11
// CHECK: tensor<3x4xf32>: 0 1 2 3 4 5 6 7 0 1 2 3
func.func @slices(%x: tensor<3x4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
  %c2 = arith.constant 2 : index
  %v = arith.constant dense<[100.0, 200.0]> : tensor<2xf32>
  %0 = tensor.extract_slice %x[1, 1] [2, 2] [1, 2] : tensor<3x4xf32> to tensor<2x2xf32>
  %1 = tensor.extract_slice %x[1, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
  %2 = tensor.insert_slice %v into %x[1, 1] [1, 2] [1, 2] : tensor<2xf32> into tensor<3x4xf32>
  %row = tensor.extract_slice %x[0, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
  %3 = tensor.insert_slice %row into %x[%c2, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<3x4xf32>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
}

// -----

// CHECK: tensor<12xf32>: 0 1 2 3 4 5 6 7 8 9 10 11
// CHECK: tensor<3x2x2xf32>: 0 1 2 3 4 5 6 7 8 9 10 11
// CHECK: tensor<2x6xf32>: 0 1 2 3 4 5 6 7 8 9 10 11
// CHECK: tensor<12xf32>: 0 4 8 1 5 9 2 6 10 3 7 11
func.func @shapes(%x: tensor<3x4xf32>) -> (tensor<12xf32>, tensor<3x2x2xf32>, tensor<2x6xf32>, tensor<12xf32>) {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  %1 = tensor.expand_shape %x [[0], [1, 2]] output_shape [3, 2, 2] : tensor<3x4xf32> into tensor<3x2x2xf32>
  %shape = arith.constant dense<[2, 6]> : tensor<2xi64>
  %2 = tensor.reshape %x(%shape) : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  // A reshape of a transposed view.
  %e = tensor.empty() : tensor<4x3xf32>
  %t = linalg.transpose ins(%x : tensor<3x4xf32>) outs(%e : tensor<4x3xf32>) permutation = [1, 0]
  %3 = tensor.collapse_shape %t [[0, 1]] : tensor<4x3xf32> into tensor<12xf32>
  return %0, %1, %2, %3 : tensor<12xf32>, tensor<3x2x2xf32>, tensor<2x6xf32>, tensor<12xf32>
}

// -----

// Sizes known only at run time.
// CHECK: tensor<3x4xf32>: 0 2 4 6 8 10 12 14 16 18 20 22
// CHECK: tensor<index>: 3
func.func @dynamic(%x: tensor<?x4xf32>) -> (tensor<?x4xf32>, index) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%d) : tensor<?x4xf32>
  %0 = linalg.add ins(%x, %x : tensor<?x4xf32>, tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<3x4xf32>
  %2 = tensor.cast %1 : tensor<3x4xf32> to tensor<?x4xf32>
  return %2, %d : tensor<?x4xf32>, index
}

// -----

// CHECK: tensor<3x2xf32>: 9 9 9 7 9 9
// CHECK: tensor<3xf32>: 1 2 3
// CHECK: tensor<2x2xf32>: 5 5 5 5
// CHECK: tensor<2x2xi64>: 0 1 10 11
// CHECK: tensor<4xf32>: 5 5 1 2
// CHECK: tensor<2xf32>: 5 1
func.func @makers(%x: tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xi64>, tensor<4xf32>, tensor<2xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %three = arith.constant 3.0 : f32
  %five = arith.constant 5.0 : f32
  %nine = arith.constant 9.0 : f32
  %seven = tensor.extract %x[%c1, %c3] : tensor<3x4xf32>
  %cell = tensor.splat %seven : tensor<1x1xf32>
  %0 = tensor.pad %cell low[1, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %nine : f32
  } : tensor<1x1xf32> to tensor<3x2xf32>
  %1 = tensor.from_elements %one, %two, %three : tensor<3xf32>
  %2 = tensor.splat %five : tensor<2x2xf32>
  %3 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %r = arith.muli %i, %ten : index
    %s = arith.addi %r, %j : index
    %n = arith.index_cast %s : index to i64
    tensor.yield %n : i64
  } : tensor<2x2xi64>
  %a = tensor.splat %five : tensor<2xf32>
  %b = tensor.from_elements %one, %two : tensor<2xf32>
  %4 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %5 = tensor.insert %one into %a[%c1] : tensor<2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<3x2xf32>, tensor<3xf32>, tensor<2x2xf32>, tensor<2x2xi64>, tensor<4xf32>, tensor<2xf32>
}
