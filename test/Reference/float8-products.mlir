// RUN: %unittests/fusion-reference-run %s --input=list:1.5,-2,0.5,448 | FileCheck %s

// Products of 8-bit floats, and of one format by the other: x is [1.5 -2; 0.5 448] as e4m3, and with 448 as e5m2.

// CHECK: : 1.25 -899 224.75 200703
// CHECK: : 1.25 -899 224.75 200703
// CHECK: : 1.25 -899 224.75 200703
func.func @pairs(%x: tensor<2x2xf8E4M3FN>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %y = fusion.cast %x : tensor<2x2xf8E4M3FN> to tensor<2x2xf8E5M2>
  %0 = fusion.matmul %x, %x : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>
  %1 = fusion.matmul %x, %y : (tensor<2x2xf8E4M3FN>, tensor<2x2xf8E5M2>) -> tensor<2x2xf32>
  %2 = fusion.matmul %y, %x : (tensor<2x2xf8E5M2>, tensor<2x2xf8E4M3FN>) -> tensor<2x2xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}
