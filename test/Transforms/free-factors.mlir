// RUN: fusion-opt %s --fusion-free-factors --canonicalize --cse | FileCheck %s
// RUN: fusion-opt %s --fusion-set-numerics="numerics=strict" --fusion-free-factors --canonicalize --cse | FileCheck %s --check-prefix=STRICT
// RUN: fusion-opt %s --fusion-set-numerics="numerics=fast" --fusion-free-factors --canonicalize --cse | FileCheck %s --check-prefix=FAST

// Numbers that factors of products are multiplied with, and casts in front of them.

// As torch spells the scores of attention: both factors are widened and multiplied with the root of the scale, one
// behind a transposition.
// CHECK-LABEL: @scores
// CHECK-SAME: %[[Q:.*]]: tensor<3x4x8xbf16>, %[[K:.*]]: tensor<3x16x8xbf16>
// CHECK-DAG: %[[SCALE:.*]] = arith.constant dense<1.250000e-01> : tensor<f32>
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[K]] : tensor<3x16x8xbf16>)
// CHECK: %[[P:.*]] = fusion.matmul %[[Q]], %[[T]] : (tensor<3x4x8xbf16>, tensor<3x8x16xbf16>) -> tensor<3x4x16xf32>
// CHECK: %[[S:.*]] = fusion.mul %[[P]], %[[SCALE]]
// CHECK: return %[[S]]
// STRICT-LABEL: @scores
// STRICT: fusion.matmul {{.*}} : (tensor<3x4x8xf32>, tensor<3x8x16xf32>) -> tensor<3x4x16xf32>
// STRICT-NEXT: return
func.func @scores(%q: tensor<3x4x8xbf16>, %k: tensor<3x16x8xbf16>) -> tensor<3x4x16xf32> {
  %half = arith.constant dense<0.5> : tensor<f32>
  %four = arith.constant dense<4.0> : tensor<3x8x16xf32>
  %0 = fusion.cast %q : tensor<3x4x8xbf16> to tensor<3x4x8xf32>
  %1 = fusion.mul %0, %half : (tensor<3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
  %2 = fusion.cast %k : tensor<3x16x8xbf16> to tensor<3x16x8xf32>
  %e = tensor.empty() : tensor<3x8x16xf32>
  %t = linalg.transpose ins(%2 : tensor<3x16x8xf32>) outs(%e : tensor<3x8x16xf32>) permutation = [0, 2, 1]
  %3 = fusion.div %t, %four : (tensor<3x8x16xf32>, tensor<3x8x16xf32>) -> tensor<3x8x16xf32>
  %4 = fusion.matmul %1, %3 : (tensor<3x4x8xf32>, tensor<3x8x16xf32>) -> tensor<3x4x16xf32>
  return %4 : tensor<3x4x16xf32>
}

// One factor alone is widened: the cast stands in front of what moves it.
// CHECK-LABEL: @values
// CHECK-SAME: %[[P:.*]]: tensor<6x4x8xf32>, %[[V:.*]]: tensor<2x8x16xbf16>
// CHECK: %[[W:.*]] = fusion.cast %[[V]] : tensor<2x8x16xbf16> to tensor<2x8x16xf32>
// CHECK: %[[B:.*]] = linalg.broadcast ins(%[[W]] : tensor<2x8x16xf32>) outs(%{{.*}} : tensor<2x3x8x16xf32>) dimensions = [1]
// CHECK: %[[C:.*]] = tensor.collapse_shape %[[B]]
// CHECK: fusion.matmul %[[P]], %[[C]]
func.func @values(%p: tensor<6x4x8xf32>, %v: tensor<2x8x16xbf16>) -> tensor<6x4x16xf32> {
  %e = tensor.empty() : tensor<2x3x8x16xbf16>
  %b = linalg.broadcast ins(%v : tensor<2x8x16xbf16>) outs(%e : tensor<2x3x8x16xbf16>) dimensions = [1]
  %c = tensor.collapse_shape %b [[0, 1], [2], [3]] : tensor<2x3x8x16xbf16> into tensor<6x8x16xbf16>
  %0 = fusion.cast %c : tensor<6x8x16xbf16> to tensor<6x8x16xf32>
  %1 = fusion.matmul %p, %0 : (tensor<6x4x8xf32>, tensor<6x8x16xf32>) -> tensor<6x4x16xf32>
  return %1 : tensor<6x4x16xf32>
}

// Fast numerics round weights to the type of values.
// CHECK-LABEL: @weights
// CHECK: fusion.matmul {{.*}} : (tensor<4x8xf32>, tensor<8x16xf32>)
// FAST-LABEL: @weights
// FAST-SAME: %[[S:.*]]: tensor<4x8xf32>, %{{.*}}: tensor<4x1xf32>, %[[V:.*]]: tensor<8x16xbf16>
// FAST: %[[E:.*]] = fusion.exp %[[S]]
// FAST: %[[W:.*]] = fusion.div %[[E]]
// FAST: %[[P:.*]] = fusion.cast %[[W]] : tensor<4x8xf32> to tensor<4x8xbf16>
// FAST: fusion.matmul %[[P]], %[[V]] : (tensor<4x8xbf16>, tensor<8x16xbf16>) -> tensor<4x16xf32>
func.func @weights(%s: tensor<4x8xf32>, %l: tensor<4x1xf32>, %v: tensor<8x16xbf16>) -> tensor<4x16xf32> {
  %0 = fusion.exp %s : tensor<4x8xf32>
  %1 = fusion.div %0, %l : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = fusion.cast %v : tensor<8x16xbf16> to tensor<8x16xf32>
  %3 = fusion.matmul %1, %2 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// Other factors in f32 stay.
// FAST-LABEL: @activations
// FAST: fusion.matmul {{.*}} : (tensor<4x8xf32>, tensor<8x16xf32>)
func.func @activations(%x: tensor<4x8xf32>, %v: tensor<8x16xbf16>) -> tensor<4x16xf32> {
  %2 = fusion.cast %v : tensor<8x16xbf16> to tensor<8x16xf32>
  %3 = fusion.matmul %x, %2 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  return %3 : tensor<4x16xf32>
}

// Who else reads the scaled factor still does.
// CHECK-LABEL: @others
// CHECK-SAME: %[[X:.*]]: tensor<4x8xbf16>
// CHECK: %[[M:.*]] = fusion.mul %{{.*}}, %[[X]]
// CHECK: fusion.matmul %[[X]]
// CHECK: return %[[M]]
func.func @others(%x: tensor<4x8xbf16>, %w: tensor<8x6xbf16>) -> (tensor<4x8xbf16>, tensor<4x6xf32>) {
  %c = arith.constant dense<0.1> : tensor<bf16>
  %0 = fusion.mul %c, %x : (tensor<bf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  %1 = fusion.matmul %0, %w : (tensor<4x8xbf16>, tensor<8x6xbf16>) -> tensor<4x6xf32>
  return %0, %1 : tensor<4x8xbf16>, tensor<4x6xf32>
}

// Not where the product would be rounded without the number, nor numbers that could take it out of range or turn its
// sign, nor what differs from element to element, nor casts that round.
// CHECK-LABEL: @kept
// CHECK: fusion.mul {{.*}} : (tensor<4x8xf16>, tensor<f16>)
// CHECK: fusion.matmul {{.*}} -> tensor<4x6xf16>
// CHECK: fusion.mul {{.*}} : (tensor<4x8xf32>, tensor<f32>)
// CHECK: fusion.matmul {{.*}} -> tensor<4x6xf32>
// CHECK: fusion.mul {{.*}} : (tensor<4x8xf32>, tensor<f32>)
// CHECK: fusion.matmul {{.*}} -> tensor<4x6xf32>
// CHECK: fusion.mul {{.*}} : (tensor<4x8xf32>, tensor<8xf32>)
// CHECK: fusion.matmul {{.*}} -> tensor<4x6xf32>
// CHECK: fusion.cast {{.*}} : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK: fusion.matmul {{.*}} -> tensor<4x6xf32>
func.func @kept(%h: tensor<4x8xf16>, %w: tensor<8x6xf16>, %x: tensor<4x8xf32>, %y: tensor<8x6xf32>, %s: tensor<8xf32>)
    -> (tensor<4x6xf16>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>) {
  %half = arith.constant dense<0.5> : tensor<f16>
  %small = arith.constant dense<1.0e-20> : tensor<f32>
  %minus = arith.constant dense<-2.0> : tensor<f32>
  %0 = fusion.mul %h, %half : (tensor<4x8xf16>, tensor<f16>) -> tensor<4x8xf16>
  %1 = fusion.matmul %0, %w : (tensor<4x8xf16>, tensor<8x6xf16>) -> tensor<4x6xf16>
  %2 = fusion.mul %x, %small : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %3 = fusion.matmul %2, %y : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %4 = fusion.mul %x, %minus : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %5 = fusion.matmul %4, %y : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %6 = fusion.mul %x, %s : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %7 = fusion.matmul %6, %y : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %8 = fusion.cast %x : tensor<4x8xf32> to tensor<4x8xf16>
  %9 = fusion.matmul %8, %w : (tensor<4x8xf16>, tensor<8x6xf16>) -> tensor<4x6xf32>
  return %1, %3, %5, %7, %9 : tensor<4x6xf16>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>, tensor<4x6xf32>
}

// Queries of bf16 that are scaled before the scores, as transformers of windows have it: the scores are multiplied, not
// rounded twice. f16 has not the range of f32, and stays.
// CHECK-LABEL: @scaled_narrow
// CHECK-SAME: (%[[Q:.*]]: tensor<3x4x8xbf16>, %[[K:.*]]: tensor<3x8x16xbf16>)
// CHECK: %[[P:.*]] = fusion.matmul %[[Q]], %[[K]]
// CHECK: fusion.mul %[[P]], %{{.*}} : (tensor<3x4x16xbf16>, tensor<f32>) -> tensor<3x4x16xbf16>
// STRICT-LABEL: @scaled_narrow
// STRICT: %[[S:.*]] = fusion.mul
// STRICT: fusion.matmul %[[S]]
func.func @scaled_narrow(%q: tensor<3x4x8xbf16>, %k: tensor<3x8x16xbf16>) -> tensor<3x4x16xbf16> {
  %scale = arith.constant dense<0.1767> : tensor<f32>
  %0 = fusion.mul %q, %scale : (tensor<3x4x8xbf16>, tensor<f32>) -> tensor<3x4x8xbf16>
  %1 = fusion.matmul %0, %k : (tensor<3x4x8xbf16>, tensor<3x8x16xbf16>) -> tensor<3x4x16xbf16>
  return %1 : tensor<3x4x16xbf16>
}

// CHECK-LABEL: @scaled_half
// CHECK: %[[S:.*]] = fusion.mul
// CHECK: fusion.matmul %[[S]]
func.func @scaled_half(%q: tensor<3x4x8xf16>, %k: tensor<3x8x16xf16>) -> tensor<3x4x16xf16> {
  %scale = arith.constant dense<0.1767> : tensor<f32>
  %0 = fusion.mul %q, %scale : (tensor<3x4x8xf16>, tensor<f32>) -> tensor<3x4x8xf16>
  %1 = fusion.matmul %0, %k : (tensor<3x4x8xf16>, tensor<3x8x16xf16>) -> tensor<3x4x16xf16>
  return %1 : tensor<3x4x16xf16>
}
