// RUN: fusion-opt %s --fusion-propagate-layout --canonicalize | FileCheck %s

// Single rows of matrices that are multiplied with the same one are rows of one matrix.

// CHECK-LABEL: @rows_of_groups
// CHECK-SAME: %[[X:.*]]: tensor<2x4x1x8xf32>, %[[W:.*]]: tensor<2x1x6x8xf32>
// CHECK: %[[X1:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0], [1, 2], [3]] : tensor<2x4x1x8xf32> into tensor<2x4x8xf32>
// CHECK: %[[W1:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0, 1], [2], [3]] : tensor<2x1x6x8xf32> into tensor<2x6x8xf32>
// CHECK: fusion.matmul %[[X1]], %[[W1]] {transpose_b} : (tensor<2x4x8xf32>, tensor<2x6x8xf32>) -> tensor<2x4x6xf32>
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1, 2], [3]] output_shape [2, 4, 1, 6]
func.func @rows_of_groups(%x: tensor<2x4x1x8xf32>, %w: tensor<2x1x6x8xf32>) -> tensor<2x4x1x6xf32> {
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<2x4x1x8xf32>, tensor<2x1x6x8xf32>) -> tensor<2x4x1x6xf32>
  return %0 : tensor<2x4x1x6xf32>
}

// A row that lies as a column is one as well.
// CHECK-LABEL: @columns_of_groups
// CHECK: fusion.matmul %{{.*}}, %{{.*}} : (tensor<?x4x8xf32>, tensor<?x8x?xf32>) -> tensor<?x4x?xf32>
func.func @columns_of_groups(%x: tensor<?x4x8x1xf32>, %w: tensor<?x1x8x?xf32>) -> tensor<?x4x1x?xf32> {
  %0 = fusion.matmul %x, %w {transpose_a} : (tensor<?x4x8x1xf32>, tensor<?x1x8x?xf32>) -> tensor<?x4x1x?xf32>
  return %0 : tensor<?x4x1x?xf32>
}

// Not several rows of each, which do not lie side by side, nor rows that have matrices of their own.
// CHECK-LABEL: @others
// CHECK: fusion.matmul %{{.*}} -> tensor<2x4x3x6xf32>
// CHECK: fusion.matmul %{{.*}} -> tensor<2x4x1x6xf32>
func.func @others(%x: tensor<2x4x3x8xf32>, %w: tensor<2x1x8x6xf32>, %y: tensor<2x4x1x8xf32>,
                  %v: tensor<2x4x8x6xf32>) -> (tensor<2x4x3x6xf32>, tensor<2x4x1x6xf32>) {
  %0 = fusion.matmul %x, %w : (tensor<2x4x3x8xf32>, tensor<2x1x8x6xf32>) -> tensor<2x4x3x6xf32>
  %1 = fusion.matmul %y, %v : (tensor<2x4x1x8xf32>, tensor<2x4x8x6xf32>) -> tensor<2x4x1x6xf32>
  return %0, %1 : tensor<2x4x3x6xf32>, tensor<2x4x1x6xf32>
}

// Attention of one query, as exporters write it: keys are repeated for heads, and these merged. Nothing between the
// products is reshaped.
// CHECK-LABEL: @attention
// CHECK: fusion.matmul %{{.*}} {transpose_b} : (tensor<2x2x4x64xbf16>, tensor<2x2x?x64xbf16>) -> tensor<2x2x4x?xf32>
// CHECK-NOT: tensor.{{collapse|expand}}
// CHECK: fusion.reduce maximumf %{{.*}} along [3] : tensor<2x2x4x?xf32> -> tensor<2x2x4x1xf32>
// CHECK-NOT: tensor.{{collapse|expand}}
// CHECK: fusion.reduce addf
// CHECK-NOT: tensor.{{collapse|expand}}
// CHECK: fusion.matmul %{{.*}} : (tensor<2x2x4x?xbf16>, tensor<2x2x?x64xbf16>) -> tensor<2x2x4x64xf32>
func.func @attention(%q: tensor<2x8x1x64xbf16>, %k: tensor<2x2x?x64xbf16>, %v: tensor<2x2x?x64xbf16>,
                     %mask: tensor<2x1x1x?xf32>) -> tensor<2x8x1x64xf32> {
  %c2 = arith.constant 2 : index
  %n = tensor.dim %k, %c2 : tensor<2x2x?x64xbf16>
  %eb = tensor.empty(%n) : tensor<2x2x4x?x64xbf16>
  %kb = linalg.broadcast ins(%k : tensor<2x2x?x64xbf16>) outs(%eb : tensor<2x2x4x?x64xbf16>) dimensions = [2]
  %vb = linalg.broadcast ins(%v : tensor<2x2x?x64xbf16>) outs(%eb : tensor<2x2x4x?x64xbf16>) dimensions = [2]
  %k1 = tensor.collapse_shape %kb [[0], [1, 2], [3], [4]] : tensor<2x2x4x?x64xbf16> into tensor<2x8x?x64xbf16>
  %v1 = tensor.collapse_shape %vb [[0], [1, 2], [3], [4]] : tensor<2x2x4x?x64xbf16> into tensor<2x8x?x64xbf16>
  %s = fusion.matmul %q, %k1 {transpose_b} : (tensor<2x8x1x64xbf16>, tensor<2x8x?x64xbf16>) -> tensor<2x8x1x?xf32>
  %t = fusion.add %s, %mask : (tensor<2x8x1x?xf32>, tensor<2x1x1x?xf32>) -> tensor<2x8x1x?xf32>
  %m = fusion.reduce maximumf %t along [3] : tensor<2x8x1x?xf32> -> tensor<2x8x1x1xf32>
  %d = fusion.sub %t, %m : (tensor<2x8x1x?xf32>, tensor<2x8x1x1xf32>) -> tensor<2x8x1x?xf32>
  %x = fusion.exp %d : tensor<2x8x1x?xf32>
  %l = fusion.reduce addf %x along [3] : tensor<2x8x1x?xf32> -> tensor<2x8x1x1xf32>
  %w = fusion.div %x, %l : (tensor<2x8x1x?xf32>, tensor<2x8x1x1xf32>) -> tensor<2x8x1x?xf32>
  %p = fusion.cast %w : tensor<2x8x1x?xf32> to tensor<2x8x1x?xbf16>
  %u = fusion.matmul %p, %v1 : (tensor<2x8x1x?xbf16>, tensor<2x8x?x64xbf16>) -> tensor<2x8x1x64xf32>
  return %u : tensor<2x8x1x64xf32>
}

// The same of one sequence, whose dimension of size 1 is merged with those of heads.
// CHECK-LABEL: @one_sequence
// CHECK: fusion.matmul %{{.*}} {transpose_b} : (tensor<2x4x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x4x90xf32>
// CHECK-NOT: tensor.{{collapse|expand}}
// CHECK: fusion.reduce maximumf %{{.*}} along [2] : tensor<2x4x90xf32> -> tensor<2x4x1xf32>
// CHECK-NOT: tensor.{{collapse_shape %[0-9]|expand_shape %[0-9]}}
// CHECK: fusion.matmul %{{.*}} : (tensor<2x4x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x4x64xf32>
func.func @one_sequence(%q: tensor<1x8x1x64xbf16>, %k: tensor<1x2x90x64xbf16>, %v: tensor<1x2x90x64xbf16>) -> tensor<1x8x1x64xbf16> {
  %eb = tensor.empty() : tensor<1x2x4x90x64xbf16>
  %kb = linalg.broadcast ins(%k : tensor<1x2x90x64xbf16>) outs(%eb : tensor<1x2x4x90x64xbf16>) dimensions = [2]
  %vb = linalg.broadcast ins(%v : tensor<1x2x90x64xbf16>) outs(%eb : tensor<1x2x4x90x64xbf16>) dimensions = [2]
  %k1 = tensor.collapse_shape %kb [[0], [1, 2], [3], [4]] : tensor<1x2x4x90x64xbf16> into tensor<1x8x90x64xbf16>
  %v1 = tensor.collapse_shape %vb [[0], [1, 2], [3], [4]] : tensor<1x2x4x90x64xbf16> into tensor<1x8x90x64xbf16>
  %scale = arith.constant dense<0.125> : tensor<f32>
  %s = fusion.matmul %q, %k1 {transpose_b} : (tensor<1x8x1x64xbf16>, tensor<1x8x90x64xbf16>) -> tensor<1x8x1x90xf32>
  %t = fusion.mul %s, %scale : (tensor<1x8x1x90xf32>, tensor<f32>) -> tensor<1x8x1x90xf32>
  %m = fusion.reduce maximumf %t along [3] : tensor<1x8x1x90xf32> -> tensor<1x8x1x1xf32>
  %d = fusion.sub %t, %m : (tensor<1x8x1x90xf32>, tensor<1x8x1x1xf32>) -> tensor<1x8x1x90xf32>
  %x = fusion.exp %d : tensor<1x8x1x90xf32>
  %l = fusion.reduce addf %x along [3] : tensor<1x8x1x90xf32> -> tensor<1x8x1x1xf32>
  %w = fusion.div %x, %l : (tensor<1x8x1x90xf32>, tensor<1x8x1x1xf32>) -> tensor<1x8x1x90xf32>
  %p = fusion.cast %w : tensor<1x8x1x90xf32> to tensor<1x8x1x90xbf16>
  %u = fusion.matmul %p, %v1 : (tensor<1x8x1x90xbf16>, tensor<1x8x90x64xbf16>) -> tensor<1x8x1x64xf32>
  %r = fusion.cast %u : tensor<1x8x1x64xf32> to tensor<1x8x1x64xbf16>
  return %r : tensor<1x8x1x64xbf16>
}

// JAX has values on the left of the weights, so that the one query is a column, and repeats a mask for all heads.
// CHECK-LABEL: @values_on_the_left
// CHECK-SAME: %[[Q:.*]]: tensor<6x1x64xbf16>, %[[K:.*]]: tensor<6x90x64xbf16>, %[[V:.*]]: tensor<6x90x64xf32>, %[[M:.*]]: tensor<90xi1>
// CHECK: %[[S:.*]] = fusion.matmul %[[Q]], %[[K]] {transpose_b}
// CHECK: fusion.select %{{.*}}, %[[S]], %{{.*}} -> tensor<6x1x90xf32>
// CHECK: fusion.reduce maximumf %{{.*}} along [2] : tensor<6x1x90xf32> -> tensor<6x1x1xf32>
// CHECK: %[[P:.*]] = fusion.sub
// CHECK: fusion.matmul %[[P]], %[[V]] : (tensor<6x1x90xf32>, tensor<6x90x64xf32>) -> tensor<6x1x64xf32>
func.func @values_on_the_left(%q: tensor<6x1x64xbf16>, %k: tensor<6x90x64xbf16>, %v: tensor<6x90x64xf32>, %mask: tensor<90xi1>) -> tensor<6x64x1xf32> {
  %low = arith.constant dense<-1.0e30> : tensor<f32>
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<6x1x64xbf16>, tensor<6x90x64xbf16>) -> tensor<6x1x90xf32>
  %e = tensor.empty() : tensor<6x90xi1>
  %b = linalg.broadcast ins(%mask : tensor<90xi1>) outs(%e : tensor<6x90xi1>) dimensions = [0]
  %b1 = tensor.expand_shape %b [[0, 1], [2]] output_shape [6, 1, 90] : tensor<6x90xi1> into tensor<6x1x90xi1>
  %t = fusion.select %b1, %s, %low : (tensor<6x1x90xi1>, tensor<6x1x90xf32>, tensor<f32>) -> tensor<6x1x90xf32>
  %t1 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<6x1x90xf32> into tensor<6x90xf32>
  %m = fusion.reduce maximumf %t1 along [1] : tensor<6x90xf32> -> tensor<6x1xf32>
  %m1 = tensor.expand_shape %m [[0, 1], [2]] output_shape [6, 1, 1] : tensor<6x1xf32> into tensor<6x1x1xf32>
  %p = fusion.sub %t, %m1 : (tensor<6x1x90xf32>, tensor<6x1x1xf32>) -> tensor<6x1x90xf32>
  %o = fusion.matmul %v, %p {transpose_a, transpose_b} : (tensor<6x90x64xf32>, tensor<6x1x90xf32>) -> tensor<6x64x1xf32>
  return %o : tensor<6x64x1xf32>
}
