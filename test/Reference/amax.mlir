// RUN: %unittests/fusion-reference-run %s --split-input-file --input=list:-3.0,nan,2.0,-inf,0.5,-0.0 --bounds | FileCheck %s

// The largest magnitude: NaN if there is one.
// CHECK: tensor<1xf32>: nan
// CHECK: tensor<1xf32>: inf
func.func @special(%x: tensor<6xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = fusion.amax %x : tensor<6xf32> -> tensor<1xf32>
  %tail = tensor.extract_slice %x[2] [4] [1] : tensor<6xf32> to tensor<4xf32>
  %1 = fusion.amax %tail : tensor<4xf32> -> tensor<1xf32>
  return %0, %1 : tensor<1xf32>, tensor<1xf32>
}

// -----

// Of strided elements; of zeros; of nothing.
// CHECK: tensor<1x1xf32>: 3
// CHECK: tensor<1xf32>: 0
// CHECK: tensor<1xf32>: -inf
func.func @extents(%x: tensor<6xf32>) -> (tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %square = tensor.expand_shape %x [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xf32>
  %even = tensor.extract_slice %square[0, 0] [3, 1] [1, 1] : tensor<3x2xf32> to tensor<3x1xf32>
  %0 = fusion.amax %even : tensor<3x1xf32> -> tensor<1x1xf32>
  %zeros = tensor.extract_slice %x[5] [1] [1] : tensor<6xf32> to tensor<1xf32>
  %1 = fusion.amax %zeros : tensor<1xf32> -> tensor<1xf32>
  %none = tensor.extract_slice %x[0] [0] [1] : tensor<6xf32> to tensor<0xf32>
  %2 = fusion.amax %none : tensor<0xf32> -> tensor<1xf32>
  return %0, %1, %2 : tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>
}
