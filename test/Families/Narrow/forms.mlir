// RUN: fusion-opt %s -fusion-import -fusion-fuse=chip=sm_90a -split-input-file | FileCheck %s
// RUN: fusion-opt %s -fusion-import -fusion-fuse=chip=sm_90a -split-input-file --remarks-filter='fusion.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// What is a kernel with narrow weights, and what is not.

// REMARK-NOT: matmul-operand
// CHECK-LABEL: func @weights_of_four_bits
// CHECK-COUNT-1: fusion.kernel
// CHECK: fusion.matmul
// CHECK: fusion.add
// CHECK-NOT: fusion.kernel
// CHECK: return
func.func @weights_of_four_bits(%x: tensor<?x512xbf16>, %w: tensor<64x512xi4>, %s: tensor<64x4xbf16>,
                                %b: tensor<64xf32>) -> tensor<?x64xbf16> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi4>, tensor<64x4xbf16>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<?x512xbf16>, tensor<64x512xbf16>) -> tensor<?x64xf32>
  %2 = fusion.add %1, %b : (tensor<?x64xf32>, tensor<64xf32>) -> tensor<?x64xbf16>
  return %2 : tensor<?x64xbf16>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: of more than 256 rows, products of floats are faster than those of integers that each block dequantises
// CHECK-LABEL: func @many_rows
// CHECK-COUNT-2: fusion.kernel
func.func @many_rows(%x: tensor<512x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x4xf32>) -> tensor<512x64xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi8>, tensor<64x4xf32>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<512x512xbf16>, tensor<64x512xbf16>) -> tensor<512x64xf32>
  return %1 : tensor<512x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: the family takes groups that are multiples of 32, not of 16
// CHECK-LABEL: func @small_groups
func.func @small_groups(%x: tensor<4x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x32xf32>) -> tensor<4x64xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi8>, tensor<64x32xf32>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x512xbf16>, tensor<64x512xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: strict numerics round weights before they are multiplied
// CHECK-LABEL: func @strict
func.func @strict(%x: tensor<4x512xbf16>, %w: tensor<64x512xi8>, %s: tensor<64x4xf32>) -> tensor<4x64xf32>
    attributes {fusion.numerics = #fusion.numerics<strict>} {
  %0 = fusion.dequantize %w, %s : (tensor<64x512xi8>, tensor<64x4xf32>) -> tensor<64x512xbf16>
  %1 = fusion.matmul %x, %0 {transpose_b} : (tensor<4x512xbf16>, tensor<64x512xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}

// -----

// REMARK: matmul-operand{{.*}}no prologue is fused there; narrow: the family takes activations as [M, K] and weights as [N, K]
// CHECK-LABEL: func @other_layout
func.func @other_layout(%x: tensor<4x512xbf16>, %w: tensor<512x64xi8>, %s: tensor<64xf32>) -> tensor<4x64xf32> {
  %0 = fusion.cast %w : tensor<512x64xi8> to tensor<512x64xbf16>
  %1 = fusion.matmul %x, %0 : (tensor<4x512xbf16>, tensor<512x64xbf16>) -> tensor<4x64xf32>
  return %1 : tensor<4x64xf32>
}
