// RUN: fusion-opt %s --fusion-fuse --fusion-verify-kernels | FileCheck %s

// Chains through reshapes and transpositions that keep the mapping are one kernel.

// CHECK-LABEL: @expand
// CHECK-COUNT-1: fusion.kernel
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.add
// CHECK-NEXT: fusion.add
// CHECK-NEXT: fusion.relu
// CHECK-NOT: fusion.kernel
func.func @expand(%x: tensor<24x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>, %r: tensor<4x6x16xf32>)
    -> tensor<4x6x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<24x8xf32>, tensor<8x16xf32>) -> tensor<24x16xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [4, 6, 16] : tensor<24x16xf32> into tensor<4x6x16xf32>
  %2 = fusion.add %1, %b : (tensor<4x6x16xf32>, tensor<16xf32>) -> tensor<4x6x16xf32>
  %3 = fusion.add %2, %r : (tensor<4x6x16xf32>, tensor<4x6x16xf32>) -> tensor<4x6x16xf32>
  %4 = fusion.relu %3 : tensor<4x6x16xf32>
  return %4 : tensor<4x6x16xf32>
}

// CHECK-LABEL: @collapse
// CHECK-COUNT-1: fusion.kernel
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.add
// CHECK-NEXT: fusion.mul
// CHECK-NOT: fusion.kernel
func.func @collapse(%x: tensor<4x6x8xf32>, %w: tensor<4x8x16xf32>, %b: tensor<16xf32>, %r: tensor<24x16xf32>)
    -> tensor<24x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x6x8xf32>, tensor<4x8x16xf32>) -> tensor<4x6x16xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<4x6x16xf32> into tensor<24x16xf32>
  %2 = fusion.add %1, %b : (tensor<24x16xf32>, tensor<16xf32>) -> tensor<24x16xf32>
  %3 = fusion.mul %2, %r : (tensor<24x16xf32>, tensor<24x16xf32>) -> tensor<24x16xf32>
  return %3 : tensor<24x16xf32>
}

// CHECK-LABEL: @dynamic
// CHECK-COUNT-1: fusion.kernel
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.add
// CHECK-NOT: fusion.kernel
func.func @dynamic(%x: tensor<?x6x8xf32>, %w: tensor<?x8x16xf32>, %r: tensor<?x16xf32>) -> tensor<?x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x6x8xf32>, tensor<?x8x16xf32>) -> tensor<?x6x16xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x6x16xf32> into tensor<?x16xf32>
  %2 = fusion.add %1, %r : (tensor<?x16xf32>, tensor<?x16xf32>) -> tensor<?x16xf32>
  return %2 : tensor<?x16xf32>
}

// CHECK-LABEL: @transpose
// CHECK-COUNT-1: fusion.kernel
// CHECK-NEXT: arith.constant
// CHECK-NEXT: fusion.matmul
// CHECK-NEXT: fusion.mul
// CHECK-NEXT: fusion.add
// CHECK-NEXT: fusion.relu
// CHECK-NOT: fusion.kernel
func.func @transpose(%x: tensor<2x4x8xf32>, %w: tensor<2x8x16xf32>, %b: tensor<16xf32>) -> tensor<4x2x16xf32> {
  %c = arith.constant dense<3.0> : tensor<f32>
  %0 = fusion.matmul %x, %w : (tensor<2x4x8xf32>, tensor<2x8x16xf32>) -> tensor<2x4x16xf32>
  %e = tensor.empty() : tensor<4x2x16xf32>
  %1 = linalg.transpose ins(%0 : tensor<2x4x16xf32>) outs(%e : tensor<4x2x16xf32>) permutation = [1, 0, 2]
  %2 = fusion.mul %1, %c : (tensor<4x2x16xf32>, tensor<f32>) -> tensor<4x2x16xf32>
  %3 = fusion.add %2, %b : (tensor<4x2x16xf32>, tensor<16xf32>) -> tensor<4x2x16xf32>
  %4 = fusion.relu %3 : tensor<4x2x16xf32>
  return %4 : tensor<4x2x16xf32>
}
