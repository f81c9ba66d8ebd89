// RUN: %unittests/fusion-reference-run %s --split-input-file --input=list:3,-1,2.5,0,-4,7 | FileCheck %s

// Elements, dimensions kept, first positions.
// CHECK: 4.5 3
// CHECK: 7
// CHECK: 3 7
// CHECK: 0 2
// CHECK: -1 -4
// CHECK: 1 1
// CHECK: -7.5 -0
func.func @floats(%x: tensor<2x3xf32>) -> (tensor<2x1xf32>, tensor<1x1xf32>, tensor<2x1xf32>, tensor<2x1xi64>, tensor<2x1xf32>, tensor<2x1xi32>, tensor<2x1xf32>) {
  %0 = fusion.reduce addf %x along [1] : tensor<2x3xf32> -> tensor<2x1xf32>
  %1 = fusion.reduce maximumf %x along [0, 1] : tensor<2x3xf32> -> tensor<1x1xf32>
  %2, %3 = fusion.reduce maximumf %x along [1] : tensor<2x3xf32> -> tensor<2x1xf32>, tensor<2x1xi64>
  %4, %5 = fusion.reduce minnumf %x along [1] : tensor<2x3xf32> -> tensor<2x1xf32>, tensor<2x1xi32>
  %6 = fusion.reduce mulf %x along [1] : tensor<2x3xf32> -> tensor<2x1xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2x1xf32>, tensor<1x1xf32>, tensor<2x1xf32>, tensor<2x1xi64>, tensor<2x1xf32>, tensor<2x1xi32>, tensor<2x1xf32>
}
