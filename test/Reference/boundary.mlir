// RUN: %unittests/fusion-reference-run %s --input=mod:5:1 | FileCheck %s

// A boundary changes nothing.
// CHECK: tensor<2x3xf32>: -1 -2 -3 -4 -5 -1
func.func @boundaries(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = fusion.boundary %x entering 0 : tensor<2x3xf32>
  %1 = fusion.neg %0 : tensor<2x3xf32>
  %2 = fusion.boundary %1 leaving 0 : tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
