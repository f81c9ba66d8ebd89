// Packing and unpacking, with padding and without, are views and transpositions around what they are.

// RUN: fusion-run %s --device=cpu --random=1 --verify
// RUN: fusion-opt %s --fusion-to-gpu=chip=sm_80 | FileCheck %s
// CHECK-LABEL: gpu.module
// CHECK-NOT: linalg.
func.func @pack(%x: tensor<8x16xf32>, %y: tensor<5x7xf32>) -> (tensor<2x4x4x4xf32>, tensor<8x16xf32>, tensor<2x2x4x4xf32>, tensor<5x7xf32>) {
  %e = tensor.empty() : tensor<2x4x4x4xf32>
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %e : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  %1 = tosa.tanh %0 : (tensor<2x4x4x4xf32>) -> tensor<2x4x4x4xf32>
  %f = tensor.empty() : tensor<8x16xf32>
  %2 = linalg.unpack %1 inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %f : tensor<2x4x4x4xf32> -> tensor<8x16xf32>
  %pad = arith.constant 2.0 : f32
  %g = tensor.empty() : tensor<2x2x4x4xf32>
  %3 = linalg.pack %y padding_value(%pad : f32) inner_dims_pos = [1, 0] inner_tiles = [4, 4] into %g : tensor<5x7xf32> -> tensor<2x2x4x4xf32>
  %4 = tosa.exp %3 : (tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32>
  %h = tensor.empty() : tensor<5x7xf32>
  %5 = linalg.unpack %4 inner_dims_pos = [1, 0] inner_tiles = [4, 4] into %h : tensor<2x2x4x4xf32> -> tensor<5x7xf32>
  return %1, %2, %4, %5 : tensor<2x4x4x4xf32>, tensor<8x16xf32>, tensor<2x2x4x4xf32>, tensor<5x7xf32>
}
