// RUN: %unittests/fusion-reference-run %s --split-input-file --input=list:-300,-1.5,-0.5,0.5,1.5,2.5,127.5,300 | FileCheck %s

// Quantised by 1, with a sign and without; by 2 about 3; and by 0.5 as floats of 8 bits,
// which are limited, and rounded where they are printed.
// CHECK: : -128 -2 0 0 2 2 127 127
// CHECK: : 0 0 0 0 2 2 -128 -1
// CHECK: : -128 2 3 3 4 4 67 127
// CHECK: : -448 -3 -1 1 3 5 256 448
func.func @quantize(%x: tensor<8xf32>) -> (tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xf8E4M3FN>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %two = arith.constant dense<2.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %three = arith.constant dense<3> : tensor<i32>
  %0 = fusion.quantize %x, %one : (tensor<8xf32>, tensor<f32>) -> tensor<8xi8>
  %1 = fusion.quantize %x, %one {is_unsigned} : (tensor<8xf32>, tensor<f32>) -> tensor<8xi8>
  %2 = fusion.quantize %x, %two, %three : (tensor<8xf32>, tensor<f32>, tensor<i32>) -> tensor<8xi8>
  %3 = fusion.quantize %x, %half : (tensor<8xf32>, tensor<f32>) -> tensor<8xf8E4M3FN>
  return %0, %1, %2, %3 : tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xf8E4M3FN>
}

// -----

// A scale per four: 100 and 0.5.
// CHECK: : -3 0 0 0 3 5 127 127
// CHECK: : -300 0 0 0 1.5 2.5 63.5 63.5
func.func @groups(%x: tensor<8xf32>) -> (tensor<8xi8>, tensor<8xf32>) {
  %s = arith.constant dense<[100.0, 0.5]> : tensor<2xf32>
  %0 = fusion.quantize %x, %s : (tensor<8xf32>, tensor<2xf32>) -> tensor<8xi8>
  %1 = fusion.dequantize %0, %s : (tensor<8xi8>, tensor<2xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xi8>, tensor<8xf32>
}

// -----

// A scale of 0 makes infinities of all but 0, which becomes 0.
// CHECK: : -128 -128 -128 127 127 127 127 127
// CHECK: : 0 0 0 0 0 0 0 0
func.func @scale_of_zero(%x: tensor<8xf32>) -> (tensor<8xi8>, tensor<8xi8>) {
  %s = arith.constant dense<0.0> : tensor<f32>
  %none = arith.constant dense<0.0> : tensor<8xf32>
  %0 = fusion.quantize %x, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xi8>
  %1 = fusion.quantize %none, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xi8>
  return %0, %1 : tensor<8xi8>, tensor<8xi8>
}
