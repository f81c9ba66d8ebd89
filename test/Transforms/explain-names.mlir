// RUN: fusion-opt %s --fusion-fuse --fusion-explain -o /dev/null 2>&1 | FileCheck %s

// Names of functions that differ in punctuation alone give their kernels different names.
// CHECK: a_b_k0: relu
// CHECK-NEXT: a_b_k0_: relu
func.func @"a-b"(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.relu %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @a_b(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.relu %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
