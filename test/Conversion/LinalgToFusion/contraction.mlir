// RUN: fusion-opt %s --convert-linalg-to-fusion --canonicalize | FileCheck %s

// CHECK-LABEL: @matmul
// CHECK-SAME: (%[[A:.*]]: tensor<?x8xf32>, %[[B:.*]]: tensor<8x4xf32>, %[[M:.*]]: index)
// CHECK-NEXT: %[[R:.*]] = fusion.matmul %[[A]], %[[B]] : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @matmul(%a: tensor<?x8xf32>, %b: tensor<8x4xf32>, %m: index) -> tensor<?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%m) : tensor<?x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x4xf32>) outs(%f : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// An initial accumulator is added, before the result is rounded.
// CHECK-LABEL: @accumulate
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xbf16>, %[[B:.*]]: tensor<8x4xbf16>, %[[C:.*]]: tensor<4x4xbf16>)
// CHECK-NEXT: %[[P:.*]] = fusion.matmul %[[A]], %[[B]] : (tensor<4x8xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
// CHECK-NEXT: %[[R:.*]] = fusion.add %[[P]], %[[C]] : (tensor<4x4xf32>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
func.func @accumulate(%a: tensor<4x8xbf16>, %b: tensor<8x4xbf16>, %c: tensor<4x4xbf16>) -> tensor<4x4xbf16> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x4xbf16>) outs(%c : tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %r : tensor<4x4xbf16>
}

// CHECK-LABEL: @mixed_types
// CHECK: fusion.matmul %{{.*}} : (tensor<4x8xf16>, tensor<8x4xf16>) -> tensor<4x4xf32>
func.func @mixed_types(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>) -> tensor<4x4xf32> {
  %c = arith.constant dense<0.0> : tensor<4x4xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK-LABEL: @indexing_maps
// CHECK: fusion.matmul %{{.*}} {transpose_a, transpose_b} : (tensor<8x4xf32>, tensor<6x8xf32>) -> tensor<4x6xf32>
func.func @indexing_maps(%a: tensor<8x4xf32>, %b: tensor<6x8xf32>) -> tensor<4x6xf32> {
  %c = arith.constant dense<0.0> : tensor<4x6xf32>
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>,
                                      affine_map<(m, n, k) -> (m, n)>]
       ins(%a, %b : tensor<8x4xf32>, tensor<6x8xf32>) outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: @batch_matmul
// CHECK: fusion.matmul %{{.*}} : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
func.func @batch_matmul(%a: tensor<2x4x8xf32>, %b: tensor<2x8x6xf32>) -> tensor<2x4x6xf32> {
  %c = arith.constant dense<0.0> : tensor<2x4x6xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x6xf32>) outs(%c : tensor<2x4x6xf32>)
       -> tensor<2x4x6xf32>
  return %r : tensor<2x4x6xf32>
}

// Loops of one operand only become rows: the weight is not batched.
// CHECK-LABEL: @contract
// CHECK-SAME: (%[[A:.*]]: tensor<2x3x8xf32>, %[[B:.*]]: tensor<6x8xf32>)
// CHECK: %[[A0:.*]] = tensor.collapse_shape %[[A]] {{\[}}[0, 1], [2]]
// CHECK: %[[P:.*]] = fusion.matmul %[[A0]], %[[B]] {transpose_b} : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x6xf32>
// CHECK: tensor.expand_shape %[[P]] {{\[}}[0, 1], [2]] output_shape [2, 3, 6]
func.func @contract(%a: tensor<2x3x8xf32>, %b: tensor<6x8xf32>) -> tensor<2x3x6xf32> {
  %c = arith.constant dense<0.0> : tensor<2x3x6xf32>
  %r = linalg.contract indexing_maps = [affine_map<(b, s, n, k) -> (b, s, k)>, affine_map<(b, s, n, k) -> (n, k)>,
                                        affine_map<(b, s, n, k) -> (b, s, n)>]
       ins(%a, %b : tensor<2x3x8xf32>, tensor<6x8xf32>) outs(%c : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
  return %r : tensor<2x3x6xf32>
}

// The operand whose loops come first in the result is the left one.
// CHECK-LABEL: @swapped_operands
// CHECK-SAME: (%[[W:.*]]: tensor<8x6xf32>, %[[X:.*]]: tensor<4x8xf32>)
// CHECK: fusion.matmul %[[X]], %[[W]] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
func.func @swapped_operands(%w: tensor<8x6xf32>, %x: tensor<4x8xf32>) -> tensor<4x6xf32> {
  %c = arith.constant dense<0.0> : tensor<4x6xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(k, n, m) -> (k, n)>, affine_map<(k, n, m) -> (m, k)>,
                                        affine_map<(k, n, m) -> (m, n)>],
                       iterator_types = ["reduction", "parallel", "parallel"]}
       ins(%w, %x : tensor<8x6xf32>, tensor<4x8xf32>) outs(%c : tensor<4x6xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %0 = arith.mulf %q, %p : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// Attention scores as an einsum: "bshd,bthd->bhst".
// CHECK-LABEL: @einsum
// CHECK-COUNT-2: linalg.transpose
// CHECK: fusion.matmul %{{.*}} {transpose_b} : (tensor<2x4x3x8xf32>, tensor<2x4x5x8xf32>) -> tensor<2x4x3x5xf32>
func.func @einsum(%q: tensor<2x3x4x8xf32>, %k: tensor<2x5x4x8xf32>) -> tensor<2x4x3x5xf32> {
  %c = arith.constant dense<0.0> : tensor<2x4x3x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, h, s, t, d) -> (b, s, h, d)>,
                                        affine_map<(b, h, s, t, d) -> (b, t, h, d)>,
                                        affine_map<(b, h, s, t, d) -> (b, h, s, t)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
       ins(%q, %k : tensor<2x3x4x8xf32>, tensor<2x5x4x8xf32>) outs(%c : tensor<2x4x3x5xf32>) {
  ^bb0(%p: f32, %s: f32, %out: f32):
    %0 = arith.mulf %p, %s : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2x4x3x5xf32>
  return %r : tensor<2x4x3x5xf32>
}

// CHECK-LABEL: @matvec
// CHECK: fusion.matmul %{{.*}} {transpose_b} : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x1xf32>
// CHECK: tensor.collapse_shape {{.*}} : tensor<4x1xf32> into tensor<4xf32>
func.func @matvec(%a: tensor<4x8xf32>, %x: tensor<8xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<0.0> : tensor<4xf32>
  %r = linalg.matvec ins(%a, %x : tensor<4x8xf32>, tensor<8xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: @vecmat
// CHECK: fusion.matmul %{{.*}} : (tensor<1x8xf32>, tensor<8x?xf32>) -> tensor<1x?xf32>
// CHECK: tensor.collapse_shape {{.*}} : tensor<1x?xf32> into tensor<?xf32>
func.func @vecmat(%x: tensor<8xf32>, %b: tensor<8x?xf32>, %n: index) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.vecmat ins(%x, %b : tensor<8xf32>, tensor<8x?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A size that is static in one place is static everywhere.
// CHECK-LABEL: @mixed_sizes
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}} {transpose_b} : (tensor<?x6x8xf32>, tensor<2x5x8xf32>) -> tensor<2x6x5xf32>
// CHECK: tensor.expand_shape %[[P]] {{\[}}[0], [1, 2], [3]] output_shape [2, 2, 3, 5]
func.func @mixed_sizes(%a: tensor<?x2x3x8xf32>, %b: tensor<2x5x8xf32>) -> tensor<2x2x3x5xf32> {
  %c = arith.constant dense<0.0> : tensor<2x2x3x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, h, s, t, d) -> (b, h, s, d)>,
                                        affine_map<(b, h, s, t, d) -> (b, t, d)>,
                                        affine_map<(b, h, s, t, d) -> (b, h, s, t)>],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
       ins(%a, %b : tensor<?x2x3x8xf32>, tensor<2x5x8xf32>) outs(%c : tensor<2x2x3x5xf32>) {
  ^bb0(%p: f32, %s: f32, %out: f32):
    %0 = arith.mulf %p, %s : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2x2x3x5xf32>
  return %r : tensor<2x2x3x5xf32>
}

// A result whose columns come from the left operand is the product of the two in the other order: nothing is transposed.
// CHECK-LABEL: @transposed_result
// CHECK-NOT: linalg.transpose
// CHECK: fusion.matmul %arg1, %arg0 {transpose_a, transpose_b}
// CHECK-NOT: linalg.transpose
func.func @transposed_result(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<16x4xf32> {
  %zero = arith.constant dense<0.0> : tensor<16x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (n, m)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%zero : tensor<16x4xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// A factor whose elements are all equal is one still.
// CHECK-LABEL: @filled_factor
// CHECK-SAME: (%[[A:.*]]: tensor<4x?xbf16>)
// CHECK: %[[B:.*]] = linalg.fill
// CHECK: %[[S:.*]] = tensor.splat
// CHECK: fusion.matmul %[[A]], %[[B]] : (tensor<4x?xbf16>, tensor<?x3xbf16>) -> tensor<4x3xbf16>
// CHECK: fusion.matmul %[[A]], %[[S]] : (tensor<4x?xbf16>, tensor<?x3xbf16>) -> tensor<4x3xbf16>
func.func @filled_factor(%a: tensor<4x?xbf16>) -> (tensor<4x3xbf16>, tensor<4x3xbf16>) {
  %c1 = arith.constant 1 : index
  %d = tensor.dim %a, %c1 : tensor<4x?xbf16>
  %cst = arith.constant 1.5 : bf16
  %e = tensor.empty(%d) : tensor<?x3xbf16>
  %b = linalg.fill ins(%cst : bf16) outs(%e : tensor<?x3xbf16>) -> tensor<?x3xbf16>
  %s = tensor.splat %cst[%d] : tensor<?x3xbf16>
  %c = arith.constant dense<0.0> : tensor<4x3xbf16>
  %0 = linalg.matmul ins(%a, %b : tensor<4x?xbf16>, tensor<?x3xbf16>) outs(%c : tensor<4x3xbf16>) -> tensor<4x3xbf16>
  %1 = linalg.matmul ins(%a, %s : tensor<4x?xbf16>, tensor<?x3xbf16>) outs(%c : tensor<4x3xbf16>) -> tensor<4x3xbf16>
  return %0, %1 : tensor<4x3xbf16>, tensor<4x3xbf16>
}
