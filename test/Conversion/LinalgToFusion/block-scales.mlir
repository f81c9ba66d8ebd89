// Products of operands that are dequantised by blocks along K are products of 8-bit floats with scales.
// RUN: fusion-opt %s -convert-linalg-to-fusion | FileCheck %s

// CHECK-LABEL: func @rows_and_blocks
// CHECK-NEXT: %[[P:.*]] = fusion.matmul %arg0, %arg1 lhs_scale %arg2 rhs_scale %arg3 {lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 128, 128>, transpose_b} : (tensor<?x512xf8E4M3FN>, tensor<256x512xf8E4M3FN>, tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x256xf32>
// CHECK-NEXT: return %[[P]]
func.func @rows_and_blocks(%a: tensor<?x512xf8E4M3FN>, %b: tensor<256x512xf8E4M3FN>, %sa: tensor<?x4xf32>,
                           %sb: tensor<2x4xf32>) -> tensor<?x256xf32> {
  %0 = fusion.dequantize %a, %sa : (tensor<?x512xf8E4M3FN>, tensor<?x4xf32>) -> tensor<?x512xf32>
  %1 = fusion.dequantize %b, %sb : (tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) -> tensor<256x512xf32>
  %2 = fusion.matmul %0, %1 {transpose_b} : (tensor<?x512xf32>, tensor<256x512xf32>) -> tensor<?x256xf32>
  return %2 : tensor<?x256xf32>
}

// Scales lie as their operand does; the product's lie along K.
// CHECK-LABEL: func @stored_across
// CHECK: %[[SB:.*]] = linalg.transpose ins(%arg3 : tensor<4x2xf32>) outs(%{{.*}} : tensor<2x4xf32>) permutation = [1, 0]
// CHECK: fusion.matmul %arg0, %arg1 lhs_scale %arg2 rhs_scale %[[SB]] {lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 128, 128>} : (tensor<16x512xf8E4M3FN>, tensor<512x256xf8E4M3FN>
func.func @stored_across(%a: tensor<16x512xf8E4M3FN>, %b: tensor<512x256xf8E4M3FN>, %sa: tensor<16x4xf32>,
                         %sb: tensor<4x2xf32>) -> tensor<16x256xf32> {
  %0 = fusion.dequantize %a, %sa : (tensor<16x512xf8E4M3FN>, tensor<16x4xf32>) -> tensor<16x512xf32>
  %1 = fusion.dequantize %b, %sb : (tensor<512x256xf8E4M3FN>, tensor<4x2xf32>) -> tensor<512x256xf32>
  %2 = fusion.matmul %0, %1 : (tensor<16x512xf32>, tensor<512x256xf32>) -> tensor<16x256xf32>
  return %2 : tensor<16x256xf32>
}

// One scale for each column is that of the product.
// CHECK-LABEL: func @columns_behind
// CHECK: %[[P:.*]] = fusion.matmul %arg0, %arg1 lhs_scale %arg2 {lhs_block = array<i64: 1, 256>, transpose_b}
// CHECK: %[[S:.*]] = tensor.collapse_shape %arg3 {{\[\[}}0, 1]] : tensor<64x1xf32> into tensor<64xf32>
// CHECK: fusion.mul %[[P]], %[[S]] : (tensor<16x64xf32>, tensor<64xf32>) -> tensor<16x64xf32>
func.func @columns_behind(%a: tensor<16x512xf8E4M3FN>, %b: tensor<64x512xf8E5M2>, %sa: tensor<16x2xf32>,
                          %sb: tensor<64x1xf32>) -> tensor<16x64xf32> {
  %0 = fusion.dequantize %a, %sa : (tensor<16x512xf8E4M3FN>, tensor<16x2xf32>) -> tensor<16x512xf32>
  %1 = fusion.dequantize %b, %sb : (tensor<64x512xf8E5M2>, tensor<64x1xf32>) -> tensor<64x512xf32>
  %2 = fusion.matmul %0, %1 {transpose_b} : (tensor<16x512xf32>, tensor<64x512xf32>) -> tensor<16x64xf32>
  return %2 : tensor<16x64xf32>
}

// So is one for each row, or for all.
// CHECK-LABEL: func @rows_behind
// CHECK: %[[P:.*]] = fusion.matmul %arg0, %arg1 rhs_scale %{{.*}} {rhs_block = array<i64: 1, 128>, transpose_b}
// CHECK: fusion.mul %[[P]], %arg2 : (tensor<16x64xf32>, tensor<16x1xf32>) -> tensor<16x64xf32>
func.func @rows_behind(%a: tensor<16x512xf8E4M3FN>, %b: tensor<64x512xf8E4M3FN>, %sa: tensor<16x1xf32>,
                       %sb: tensor<4xf32>) -> tensor<16x64xf32> {
  %0 = fusion.dequantize %a, %sa : (tensor<16x512xf8E4M3FN>, tensor<16x1xf32>) -> tensor<16x512xf32>
  %1 = fusion.dequantize %b, %sb : (tensor<64x512xf8E4M3FN>, tensor<4xf32>) -> tensor<64x512xf32>
  %2 = fusion.matmul %0, %1 {transpose_b} : (tensor<16x512xf32>, tensor<64x512xf32>) -> tensor<16x64xf32>
  return %2 : tensor<16x64xf32>
}

// An operand without a scale is cast.
// CHECK-LABEL: func @left_alone
// CHECK-NEXT: fusion.matmul %arg0, %arg1 lhs_scale %arg2 {lhs_block = array<i64: 1, 128>} : (tensor<16x512xf8E4M3FN>, tensor<512x64xf8E4M3FN>, tensor<16x4xf32>) -> tensor<16x64xf32>
func.func @left_alone(%a: tensor<16x512xf8E4M3FN>, %b: tensor<512x64xf8E4M3FN>, %sa: tensor<16x4xf32>)
    -> tensor<16x64xf32> {
  %0 = fusion.dequantize %a, %sa : (tensor<16x512xf8E4M3FN>, tensor<16x4xf32>) -> tensor<16x512xf32>
  %1 = fusion.cast %b : tensor<512x64xf8E4M3FN> to tensor<512x64xf32>
  %2 = fusion.matmul %0, %1 : (tensor<16x512xf32>, tensor<512x64xf32>) -> tensor<16x64xf32>
  return %2 : tensor<16x64xf32>
}

// Scales of rows and columns alone, a rounded product, integers: they stay products of what is dequantised.
// CHECK-LABEL: func @stays
// CHECK-COUNT-3: fusion.matmul %{{[0-9]+}}, %{{[0-9]+}} {transpose_b} :
func.func @stays(%a: tensor<16x512xf8E4M3FN>, %b: tensor<64x512xf8E4M3FN>, %i: tensor<64x512xi8>, %rows: tensor<16x1xf32>,
                 %groups: tensor<16x4xf32>, %all: tensor<f32>)
    -> (tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>) {
  %0 = fusion.dequantize %a, %rows : (tensor<16x512xf8E4M3FN>, tensor<16x1xf32>) -> tensor<16x512xf32>
  %1 = fusion.dequantize %b, %all : (tensor<64x512xf8E4M3FN>, tensor<f32>) -> tensor<64x512xf32>
  %2 = fusion.matmul %0, %1 {transpose_b} : (tensor<16x512xf32>, tensor<64x512xf32>) -> tensor<16x64xf32>
  %3 = fusion.dequantize %a, %groups : (tensor<16x512xf8E4M3FN>, tensor<16x4xf32>) -> tensor<16x512xbf16>
  %4 = fusion.dequantize %b, %all : (tensor<64x512xf8E4M3FN>, tensor<f32>) -> tensor<64x512xbf16>
  %5 = fusion.matmul %3, %4 {transpose_b} : (tensor<16x512xbf16>, tensor<64x512xbf16>) -> tensor<16x64xbf16>
  %6 = fusion.dequantize %a, %groups : (tensor<16x512xf8E4M3FN>, tensor<16x4xf32>) -> tensor<16x512xf32>
  %7 = fusion.dequantize %i, %all : (tensor<64x512xi8>, tensor<f32>) -> tensor<64x512xf32>
  %8 = fusion.matmul %6, %7 {transpose_b} : (tensor<16x512xf32>, tensor<64x512xf32>) -> tensor<16x64xf32>
  return %2, %5, %8 : tensor<16x64xf32>, tensor<16x64xbf16>, tensor<16x64xf32>
}
