// Products of operands that were widened from 16 bits are products of the narrow ones.
// RUN: fusion-opt %s --fusion-free-factors --fusion-propagate-layout --canonicalize | FileCheck %s

// CHECK-LABEL: @behind_layout
// CHECK-NOT: fusion.cast
// CHECK: fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<4x8xbf16>, tensor<16x8xbf16>) -> tensor<4x16xf32>
func.func @behind_layout(%x: tensor<4x8xbf16>, %w: tensor<16x8xbf16>) -> tensor<4x16xf32> {
  %0 = fusion.cast %x : tensor<4x8xbf16> to tensor<4x8xf32>
  %1 = fusion.cast %w : tensor<16x8xbf16> to tensor<16x8xf32>
  %e = tensor.empty() : tensor<8x16xf32>
  %t = linalg.transpose ins(%1 : tensor<16x8xf32>) outs(%e : tensor<8x16xf32>) permutation = [1, 0]
  %2 = fusion.matmul %0, %t : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}

// CHECK-LABEL: @repeated
// CHECK-NOT: fusion.cast
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<4x8xf16>, tensor<3x8x16xf16>) -> tensor<3x4x16xf32>
func.func @repeated(%x: tensor<4x8xf16>, %w: tensor<3x8x16xf16>) -> tensor<3x4x16xf32> {
  %0 = fusion.cast %x : tensor<4x8xf16> to tensor<4x8xf32>
  %e = tensor.empty() : tensor<3x4x8xf32>
  %b = linalg.broadcast ins(%0 : tensor<4x8xf32>) outs(%e : tensor<3x4x8xf32>) dimensions = [0]
  %1 = fusion.cast %w : tensor<3x8x16xf16> to tensor<3x8x16xf32>
  %2 = fusion.matmul %b, %1 : (tensor<3x4x8xf32>, tensor<3x8x16xf32>) -> tensor<3x4x16xf32>
  return %2 : tensor<3x4x16xf32>
}

// One operand has f32, or the two come from two types, or the sum is in f64: the widening stays.
// CHECK-LABEL: @kept
// CHECK-COUNT-3: fusion.matmul {{.*}}xf32>
// CHECK: fusion.matmul {{.*}}xf64>
func.func @kept(%x: tensor<4x8xbf16>, %y: tensor<4x8xf16>, %w: tensor<8x16xf32>, %v: tensor<8x16xbf16>)
    -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf64>) {
  %0 = fusion.cast %x : tensor<4x8xbf16> to tensor<4x8xf32>
  %1 = fusion.cast %y : tensor<4x8xf16> to tensor<4x8xf32>
  %2 = fusion.cast %v : tensor<8x16xbf16> to tensor<8x16xf32>
  %3 = fusion.matmul %0, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %4 = fusion.matmul %1, %2 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %5 = fusion.matmul %1, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %6 = fusion.cast %x : tensor<4x8xbf16> to tensor<4x8xf64>
  %7 = fusion.cast %v : tensor<8x16xbf16> to tensor<8x16xf64>
  %8 = fusion.matmul %6, %7 : (tensor<4x8xf64>, tensor<8x16xf64>) -> tensor<4x16xf64>
  return %3, %4, %5, %8 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf64>
}
