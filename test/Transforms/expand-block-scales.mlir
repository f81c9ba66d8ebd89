// Operands are multiplied with their scales in front of products whose kernels cannot do so.
// RUN: fusion-opt %s -fusion-expand-block-scales --remarks-filter='fusion.*' 2>&1 | FileCheck %s
// RUN: fusion-opt %s -fusion-set-numerics=numerics=strict -fusion-expand-block-scales | FileCheck %s --check-prefix=STRICT
// RUN: fusion-opt %s -fusion-set-numerics=f32-precision=ieee -fusion-expand-block-scales | FileCheck %s --check-prefix=STRICT

// CHECK: remark: [Missed] scaled-operands | Category:fusion.schedule | Function=blocks_of_16 | Reason="scales are of blocks along k that are no multiples of 32"
// CHECK-LABEL: func @blocks_of_16
// CHECK: %[[A:.*]] = fusion.map(%[[X:.*]] = %arg0) tables(%[[T:.*]] = %arg2) at(%[[M:.*]], %[[K:.*]]) : (tensor<4x70xf8E4M3FN>, tensor<4x5xf32>) -> tensor<4x70xf32> {
// CHECK:   %[[GROUP:.*]] = arith.divui %[[K]], %{{.*}} : index
// CHECK:   %[[S:.*]] = fusion.lookup %[[T]][%[[M]], %[[GROUP]]] : tensor<4x5xf32>
// CHECK:   %[[E:.*]] = arith.extf %[[X]] : f8E4M3FN to f32
// CHECK:   arith.mulf %[[E]], %[[S]] : f32
// CHECK: %[[B:.*]] = fusion.cast %arg1 : tensor<8x70xf8E4M3FN> to tensor<8x70xf32>
// CHECK: fusion.matmul %[[A]], %[[B]] {transpose_b} : (tensor<4x70xf32>, tensor<8x70xf32>) -> tensor<4x8xf32>
func.func @blocks_of_16(%a: tensor<4x70xf8E4M3FN>, %b: tensor<8x70xf8E4M3FN>, %s: tensor<4x5xf32>) -> tensor<4x8xf32> {
  %0 = fusion.matmul %a, %b lhs_scale %s {transpose_b, lhs_block = array<i64: 1, 16>}
      : (tensor<4x70xf8E4M3FN>, tensor<8x70xf8E4M3FN>, tensor<4x5xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Whole sums have one scale; in strict numerics and ieee precision each element has its own.
// CHECK-LABEL: func @blocks_of_128
// CHECK-NEXT: fusion.matmul %arg0, %arg1 rhs_scale
// STRICT-LABEL: func @blocks_of_128
// STRICT: fusion.map({{.*}}) tables({{.*}}) at(%{{.*}}, %[[N:.*]])
// STRICT: fusion.lookup %{{.*}}[%{{.*}}, %{{.*}}] : tensor<1x2xf32>
// STRICT: %[[P:.*]] = fusion.matmul %{{.*}}, %{{.*}} : (tensor<4x200xf32>, tensor<200x8xf32>) -> tensor<4x8xf32>
// STRICT: fusion.cast %[[P]] : tensor<4x8xf32> to tensor<4x8xbf16>
func.func @blocks_of_128(%a: tensor<4x200xf8E4M3FN>, %b: tensor<200x8xf8E4M3FN>, %s: tensor<1x2xf32>)
    -> tensor<4x8xbf16> {
  %0 = fusion.matmul %a, %b rhs_scale %s {rhs_block = array<i64: 128, 128>}
      : (tensor<4x200xf8E4M3FN>, tensor<200x8xf8E4M3FN>, tensor<1x2xf32>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// A step of tensor cores has 32 elements of k.
// CHECK-LABEL: func @blocks_of_32
// CHECK-NEXT: fusion.matmul %arg0, %arg1 lhs_scale
func.func @blocks_of_32(%a: tensor<4x70xf8E4M3FN>, %b: tensor<8x70xf8E4M3FN>, %s: tensor<4x3xf32>) -> tensor<4x8xf32> {
  %0 = fusion.matmul %a, %b lhs_scale %s {transpose_b, lhs_block = array<i64: 1, 32>}
      : (tensor<4x70xf8E4M3FN>, tensor<8x70xf8E4M3FN>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
