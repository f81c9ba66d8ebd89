// What depends on positions stays in the order in which it is written: a product is not transposed, and its batches are
// not split, together with a mask of dropout.
// RUN: fusion-run %s --device=cpu --verify --random=1 --integers | FileCheck %s
// CHECK-COUNT-4: verify output {{[0-3]}}: good
func.func @graph(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %long: tensor<128x8xf32>, %a: tensor<6x4x8xf32>,
                 %b: tensor<6x8x5xf32>, %c: tensor<6x8x5xf32>)
    -> (tensor<4x4xf32>, tensor<2x4x64xf32>, tensor<5x6x4xf32>, tensor<3x2x4x5xf32>) {
  // Rows and columns change places: of a square, whose shape stays.
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.map(%e = %0) at(%i, %j) : (tensor<4x4xf32>) -> tensor<4x4xf32> {
    %upper = arith.cmpi ult, %i, %j : index
    %zero = arith.constant 0.0 : f32
    %r = arith.select %upper, %e, %zero : f32
    fusion.yield %r : f32
  }
  %2 = tensor.empty() : tensor<4x4xf32>
  %3 = linalg.transpose ins(%1 : tensor<4x4xf32>) outs(%2 : tensor<4x4xf32>) permutation = [1, 0]

  // So do rows that are split into batches.
  %4 = fusion.matmul %long, %w : (tensor<128x8xf32>, tensor<8x4xf32>) -> tensor<128x4xf32>
  %5 = fusion.map(%e = %4) at(%i, %j) : (tensor<128x4xf32>) -> tensor<128x4xf32> {
    %upper = arith.cmpi ult, %i, %j : index
    %zero = arith.constant 0.0 : f32
    %r = arith.select %upper, %e, %zero : f32
    fusion.yield %r : f32
  }
  %6 = tensor.expand_shape %5 [[0, 1], [2]] output_shape [2, 64, 4] : tensor<128x4xf32> into tensor<2x64x4xf32>
  %7 = tensor.empty() : tensor<2x4x64xf32>
  %8 = linalg.transpose ins(%6 : tensor<2x64x4xf32>) outs(%7 : tensor<2x4x64xf32>) permutation = [0, 2, 1]

  // Rows become columns, and columns batches.
  %9 = fusion.matmul %a, %b : (tensor<6x4x8xf32>, tensor<6x8x5xf32>) -> tensor<6x4x5xf32>
  %10 = fusion.map(%e = %9) at(%batch, %i, %j) : (tensor<6x4x5xf32>) -> tensor<6x4x5xf32> {
    %upper = arith.cmpi ult, %i, %j : index
    %zero = arith.constant 0.0 : f32
    %r = arith.select %upper, %e, %zero : f32
    fusion.yield %r : f32
  }
  %11 = tensor.empty() : tensor<5x6x4xf32>
  %12 = linalg.transpose ins(%10 : tensor<6x4x5xf32>) outs(%11 : tensor<5x6x4xf32>) permutation = [2, 0, 1]

  // Batches are split and change places.
  %13 = fusion.matmul %a, %c : (tensor<6x4x8xf32>, tensor<6x8x5xf32>) -> tensor<6x4x5xf32>
  %14 = fusion.map(%e = %13) at(%i, %row, %j) : (tensor<6x4x5xf32>) -> tensor<6x4x5xf32> {
    %upper = arith.cmpi ult, %i, %j : index
    %zero = arith.constant 0.0 : f32
    %r = arith.select %upper, %e, %zero : f32
    fusion.yield %r : f32
  }
  %15 = tensor.expand_shape %14 [[0, 1], [2], [3]] output_shape [2, 3, 4, 5] : tensor<6x4x5xf32> into tensor<2x3x4x5xf32>
  %16 = tensor.empty() : tensor<3x2x4x5xf32>
  %17 = linalg.transpose ins(%15 : tensor<2x3x4x5xf32>) outs(%16 : tensor<3x2x4x5xf32>) permutation = [1, 0, 2, 3]
  return %3, %8, %12, %17 : tensor<4x4xf32>, tensor<2x4x64xf32>, tensor<5x6x4xf32>, tensor<3x2x4x5xf32>
}
