// RUN: %unittests/fusion-reference-run %s --input=list:1,2,3,4,5,6 | FileCheck %s

// Graphs with tosa are canonicalized first, which must not read past the operands of tensor.expand_shape.
// CHECK: tensor<3x2x1xf32>: -1 -2 -3 -4 -5 -6
func.func @f(%x: tensor<3x2xf32>) -> tensor<?x2x1xf32> {
  %0 = tensor.cast %x : tensor<3x2xf32> to tensor<?x2xf32>
  %1 = tensor.expand_shape %0 [[0], [1, 2]] output_shape [3, 2, 1] : tensor<?x2xf32> into tensor<?x2x1xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.negate %1, %zp, %zp : (tensor<?x2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x2x1xf32>
  return %2 : tensor<?x2x1xf32>
}
