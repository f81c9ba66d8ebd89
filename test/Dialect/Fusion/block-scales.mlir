// Scales of blocks of a product's operands: as text, and what is wrong with them (block-scales-invalid.mlir).
// RUN: fusion-opt %s | fusion-opt | FileCheck %s

// CHECK-LABEL: func @both
func.func @both(%x: tensor<?x768xf8E4M3FN>, %w: tensor<300x768xf8E5M2>, %sx: tensor<?x6xf32>, %sw: tensor<3x6xf32>)
    -> tensor<?x300xf32> {
  // CHECK: fusion.matmul %{{.*}}, %{{.*}} lhs_scale %{{.*}} rhs_scale %{{.*}} {lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 128, 128>, transpose_b} : (tensor<?x768xf8E4M3FN>, tensor<300x768xf8E5M2>, tensor<?x6xf32>, tensor<3x6xf32>) -> tensor<?x300xf32>
  %0 = fusion.matmul %x, %w lhs_scale %sx rhs_scale %sw
      {transpose_b, lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 128, 128>}
      : (tensor<?x768xf8E4M3FN>, tensor<300x768xf8E5M2>, tensor<?x6xf32>, tensor<3x6xf32>) -> tensor<?x300xf32>
  return %0 : tensor<?x300xf32>
}

// CHECK-LABEL: func @one_with_a_short_last_block
func.func @one_with_a_short_last_block(%x: tensor<4x700xf8E4M3FN>, %w: tensor<700x300xf8E4M3FN>, %sw: tensor<1x6xf32>)
    -> tensor<4x300xbf16> {
  // CHECK: fusion.matmul %{{.*}}, %{{.*}} rhs_scale %{{.*}} {rhs_block = array<i64: 300, 128>}
  %0 = fusion.matmul %x, %w rhs_scale %sw {rhs_block = array<i64: 300, 128>}
      : (tensor<4x700xf8E4M3FN>, tensor<700x300xf8E4M3FN>, tensor<1x6xf32>) -> tensor<4x300xbf16>
  return %0 : tensor<4x300xbf16>
}
