// The size of an operand's copy is asked of a view of a view, which the import makes of loops of one iteration.

// RUN: env FAKE_DRIVER_CHIP=90 fusion-run %s --device=cuda --verify --random=1 --dynamic=40 | FileCheck %s
// RUN: env FAKE_DRIVER_CHIP=80 fusion-run %s --device=cuda --verify --random=1 --dynamic=40 | FileCheck %s
// CHECK: verify output 0: good
func.func @main(%y: tensor<4x?x32xf32>) -> tensor<4x?x1x1xf32> {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %y, %c1 : tensor<4x?x32xf32>
  %0 = tensor.expand_shape %y [[0], [1, 2, 3], [4]] output_shape [4, %d, 1, 1, 32] : tensor<4x?x32xf32> into tensor<4x?x1x1x32xf32>
  %1 = tensor.collapse_shape %0 [[0], [1], [2], [3, 4]] : tensor<4x?x1x1x32xf32> into tensor<4x?x1x32xf32>
  %2 = fusion.matmul %1, %1 {transpose_b} : (tensor<4x?x1x32xf32>, tensor<4x?x1x32xf32>) -> tensor<4x?x1x1xf32>
  return %2 : tensor<4x?x1x1xf32>
}
