// A time is predicted for rows of one element, too, which are read as values of rows: a report is JSON.
// RUN: fusion-compile %s --target=sm_90a --emit=fusion --explain=json -o /dev/null 2>&1 | FileCheck %s
// CHECK: "predicted_us": {{[0-9.]+}},
func.func @one_element(%x: tensor<3x1x1xf32>, %m: tensor<3x1x1xi1>) -> tensor<3x1x1xf32> {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %l = fusion.reduce addf %x along [2] : tensor<3x1x1xf32> -> tensor<3x1x1xf32>
  %d = fusion.div %x, %l : (tensor<3x1x1xf32>, tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
  %s = fusion.select %m, %zero, %d : (tensor<3x1x1xi1>, tensor<f32>, tensor<3x1x1xf32>) -> tensor<3x1x1xf32>
  return %s : tensor<3x1x1xf32>
}
