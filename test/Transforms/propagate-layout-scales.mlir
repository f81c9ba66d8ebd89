// Scales of a product's blocks keep their places where its operands or its result move: they are those of rows, columns
// and K, however these lie in memory.
// RUN: fusion-opt %s -fusion-propagate-layout | FileCheck %s

// CHECK-LABEL: func @operand_is_transposed
// CHECK-NEXT: fusion.matmul %arg0, %arg1 lhs_scale %arg2 rhs_scale %arg3 {lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 64, 256>} : (tensor<16x512xf8E4M3FN>, tensor<512x64xf8E4M3FN>, tensor<16x4xf32>, tensor<1x2xf32>)
func.func @operand_is_transposed(%a: tensor<16x512xf8E4M3FN>, %b: tensor<512x64xf8E4M3FN>, %sa: tensor<16x4xf32>,
                                 %sb: tensor<1x2xf32>) -> tensor<16x64xf32> {
  %0 = tensor.empty() : tensor<64x512xf8E4M3FN>
  %1 = linalg.transpose ins(%b : tensor<512x64xf8E4M3FN>) outs(%0 : tensor<64x512xf8E4M3FN>) permutation = [1, 0]
  %2 = fusion.matmul %a, %1 lhs_scale %sa rhs_scale %sb
      {transpose_b, lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 64, 256>}
      : (tensor<16x512xf8E4M3FN>, tensor<64x512xf8E4M3FN>, tensor<16x4xf32>, tensor<1x2xf32>) -> tensor<16x64xf32>
  return %2 : tensor<16x64xf32>
}

// CHECK-LABEL: func @result_is_transposed
// CHECK-NEXT: fusion.matmul %arg1, %arg0 lhs_scale %arg3 rhs_scale %arg2 {lhs_block = array<i64: 64, 256>, rhs_block = array<i64: 1, 128>, transpose_b}
func.func @result_is_transposed(%a: tensor<16x512xf8E4M3FN>, %b: tensor<64x512xf8E4M3FN>, %sa: tensor<16x4xf32>,
                                %sb: tensor<1x2xf32>) -> tensor<64x16xf32> {
  %0 = fusion.matmul %a, %b lhs_scale %sa rhs_scale %sb
      {transpose_b, lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 64, 256>}
      : (tensor<16x512xf8E4M3FN>, tensor<64x512xf8E4M3FN>, tensor<16x4xf32>, tensor<1x2xf32>) -> tensor<16x64xf32>
  %1 = tensor.empty() : tensor<64x16xf32>
  %2 = linalg.transpose ins(%0 : tensor<16x64xf32>) outs(%1 : tensor<64x16xf32>) permutation = [1, 0]
  return %2 : tensor<64x16xf32>
}

// Sizes of operands become known, not those of scales.
// CHECK-LABEL: func @sizes_become_known
// CHECK: fusion.matmul %arg0, %arg1 lhs_scale %arg2 {{.*}} : (tensor<16x512xf8E4M3FN>, tensor<64x512xf8E4M3FN>, tensor<?x?xf32>) -> tensor<16x64xf32>
func.func @sizes_become_known(%a: tensor<16x512xf8E4M3FN>, %b: tensor<64x512xf8E4M3FN>, %sa: tensor<?x?xf32>)
    -> tensor<?x64xf32> {
  %0 = tensor.cast %a : tensor<16x512xf8E4M3FN> to tensor<?x512xf8E4M3FN>
  %1 = fusion.matmul %0, %b lhs_scale %sa {transpose_b, lhs_block = array<i64: 128, 128>}
      : (tensor<?x512xf8E4M3FN>, tensor<64x512xf8E4M3FN>, tensor<?x?xf32>) -> tensor<?x64xf32>
  return %1 : tensor<?x64xf32>
}

// Rows with scales are neither split nor reordered.
// CHECK-LABEL: func @rows_stay
// CHECK: linalg.transpose
// CHECK: fusion.matmul %{{.*}}, %arg1 lhs_scale %arg2 {{.*}} : (tensor<64x512xf8E4M3FN>,
func.func @rows_stay(%a: tensor<8x8x512xf8E4M3FN>, %b: tensor<64x512xf8E4M3FN>, %sa: tensor<64x4xf32>)
    -> tensor<64x64xf32> {
  %0 = tensor.empty() : tensor<8x8x512xf8E4M3FN>
  %1 = linalg.transpose ins(%a : tensor<8x8x512xf8E4M3FN>) outs(%0 : tensor<8x8x512xf8E4M3FN>) permutation = [1, 0, 2]
  %2 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<8x8x512xf8E4M3FN> into tensor<64x512xf8E4M3FN>
  %3 = fusion.matmul %2, %b lhs_scale %sa {transpose_b, lhs_block = array<i64: 1, 128>}
      : (tensor<64x512xf8E4M3FN>, tensor<64x512xf8E4M3FN>, tensor<64x4xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}
