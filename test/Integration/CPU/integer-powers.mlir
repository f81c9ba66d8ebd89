// RUN: fusion-run %s --integers --random=3 --device=cpu --verify | FileCheck %s

// Products of whole numbers are exact for the interpreter too, so that powers of negative ones have bounds.
// CHECK: verify output 0: good
// CHECK-NOT: not bounded
func.func @powers(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.pow %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
