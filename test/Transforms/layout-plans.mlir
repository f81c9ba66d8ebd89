// The kernels of graphs whose reshapes the passes leave where they are: families read through them.
// RUN: fusion-compile %s --target=sm_90a --tuning-db=off --emit=fusion | FileCheck %s

// Heads: batches that a reshape merged; a mask has them apart.
// CHECK-LABEL: @merged_batches
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @merged_batches(%q: tensor<2x4x6x8xf32>, %k: tensor<2x4x8x6xf32>, %m: tensor<2x1x1x6xf32>) -> tensor<2x4x6x6xf32> {
  %0 = tensor.collapse_shape %q [[0, 1], [2], [3]] : tensor<2x4x6x8xf32> into tensor<8x6x8xf32>
  %1 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x4x8x6xf32> into tensor<8x8x6xf32>
  %2 = fusion.matmul %0, %1 : (tensor<8x6x8xf32>, tensor<8x8x6xf32>) -> tensor<8x6x6xf32>
  %3 = tensor.expand_shape %2 [[0, 1], [2], [3]] output_shape [2, 4, 6, 6] : tensor<8x6x6xf32> into tensor<2x4x6x6xf32>
  %4 = fusion.add %3, %m : (tensor<2x4x6x6xf32>, tensor<2x1x1x6xf32>) -> tensor<2x4x6x6xf32>
  return %4 : tensor<2x4x6x6xf32>
}

// Torch's attention merges batch and heads.
// CHECK-LABEL: @merged_heads
// CHECK-COUNT-3: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @merged_heads(%q: tensor<2x1x3x64xbf16>, %k: tensor<2x3x90x64xbf16>, %v: tensor<2x3x90x64xf32>) -> tensor<2x192xbf16> {
  %eq = tensor.empty() : tensor<2x3x1x64xbf16>
  %qt = linalg.transpose ins(%q : tensor<2x1x3x64xbf16>) outs(%eq : tensor<2x3x1x64xbf16>) permutation = [0, 2, 1, 3]
  %q1 = tensor.collapse_shape %qt [[0, 1], [2], [3]] : tensor<2x3x1x64xbf16> into tensor<6x1x64xbf16>
  %k1 = tensor.collapse_shape %k [[0, 1], [2], [3]] : tensor<2x3x90x64xbf16> into tensor<6x90x64xbf16>
  %v1 = tensor.collapse_shape %v [[0, 1], [2], [3]] : tensor<2x3x90x64xf32> into tensor<6x90x64xf32>
  %s = fusion.matmul %q1, %k1 {transpose_b} : (tensor<6x1x64xbf16>, tensor<6x90x64xbf16>) -> tensor<6x1x90xf32>
  %s1 = tensor.expand_shape %s [[0, 1], [2], [3]] output_shape [2, 3, 1, 90] : tensor<6x1x90xf32> into tensor<2x3x1x90xf32>
  %s2 = tensor.collapse_shape %s1 [[0], [1, 2], [3]] : tensor<2x3x1x90xf32> into tensor<2x3x90xf32>
  %m = fusion.reduce maximumf %s2 along [2] : tensor<2x3x90xf32> -> tensor<2x3x1xf32>
  %m1 = tensor.expand_shape %m [[0], [1], [2, 3]] output_shape [2, 3, 1, 1] : tensor<2x3x1xf32> into tensor<2x3x1x1xf32>
  %d = fusion.sub %s1, %m1 : (tensor<2x3x1x90xf32>, tensor<2x3x1x1xf32>) -> tensor<2x3x1x90xf32>
  %p = tensor.collapse_shape %d [[0, 1], [2], [3]] : tensor<2x3x1x90xf32> into tensor<6x1x90xf32>
  %o = fusion.matmul %p, %v1 : (tensor<6x1x90xf32>, tensor<6x90x64xf32>) -> tensor<6x1x64xf32>
  %o1 = tensor.expand_shape %o [[0, 1], [2], [3]] output_shape [2, 3, 1, 64] : tensor<6x1x64xf32> into tensor<2x3x1x64xf32>
  %o2 = fusion.cast %o1 : tensor<2x3x1x64xf32> to tensor<2x3x1x64xbf16>
  %e = tensor.empty() : tensor<2x1x3x64xbf16>
  %t = linalg.transpose ins(%o2 : tensor<2x3x1x64xbf16>) outs(%e : tensor<2x1x3x64xbf16>) permutation = [0, 2, 1, 3]
  %r = tensor.collapse_shape %t [[0], [1, 2, 3]] : tensor<2x1x3x64xbf16> into tensor<2x192xbf16>
  return %r : tensor<2x192xbf16>
}

// The scale of the queries among queries and keys is one of their product with the keys.
// CHECK-LABEL: @scaled_queries
// CHECK-COUNT-2: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @scaled_queries(%x: tensor<64x32xbf16>, %w: tensor<32x128xbf16>) -> tensor<64x64xbf16> {
  %c = arith.constant dense<0.125> : tensor<bf16>
  %0 = fusion.matmul %x, %w : (tensor<64x32xbf16>, tensor<32x128xbf16>) -> tensor<64x128xbf16>
  %1 = tensor.extract_slice %0[0, 0] [64, 64] [1, 1] : tensor<64x128xbf16> to tensor<64x64xbf16>
  %2 = tensor.extract_slice %0[0, 64] [64, 64] [1, 1] : tensor<64x128xbf16> to tensor<64x64xbf16>
  %3 = fusion.mul %1, %c : (tensor<64x64xbf16>, tensor<bf16>) -> tensor<64x64xbf16>
  %4 = fusion.matmul %3, %2 {transpose_b} : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %4 : tensor<64x64xbf16>
}

// A row without the dimensions of size 1 that another operand has.
// CHECK-LABEL: @row_of_units
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @row_of_units(%x: tensor<1x1x8xf32>, %y: tensor<1x8xf32>) -> tensor<1x8xf32> {
  %0 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<1x1x8xf32> into tensor<8xf32>
  %1 = fusion.add %0, %y : (tensor<8xf32>, tensor<1x8xf32>) -> tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}

// CHECK-LABEL: @row_of_whole
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @row_of_whole(%x: tensor<1x?xf32>, %y: tensor<1x?xf32>) -> tensor<1x?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<1x?xf32> into tensor<?xf32>
  %1 = fusion.add %0, %y : (tensor<?xf32>, tensor<1x?xf32>) -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}
