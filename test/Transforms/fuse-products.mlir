// Products that read each other become one kernel, with what stands between them, where a family takes that.
// RUN: fusion-opt %s --fusion-fuse=chip=sm_90a --split-input-file | FileCheck %s
// RUN: fusion-opt %s --fusion-fuse=chip=sm_80 --split-input-file | FileCheck %s --check-prefix=OTHER

// The layout of heads that lie beside each other in memory is read and written by strides.
// CHECK-LABEL: func @heads
// CHECK-COUNT-1: fusion.kernel(
// CHECK-DAG: fusion.view %{{.*}} permute [1, 0, 2] : tensor<70x2x64xbf16> -> tensor<2x70x64xbf16>
// CHECK: fusion.matmul
// CHECK: fusion.matmul
// CHECK: fusion.view %{{.*}} permute [1, 0, 2] : tensor<2x70x64xbf16> -> tensor<70x2x64xbf16>
// CHECK-NOT: fusion.kernel(
// OTHER-LABEL: func @heads
// OTHER-COUNT-3: fusion.kernel(
func.func @heads(%a: tensor<70x2x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<70x2x64xbf16> {
  %i = tensor.empty() : tensor<2x70x64xbf16>
  %q = linalg.transpose ins(%a : tensor<70x2x64xbf16>) outs(%i : tensor<2x70x64xbf16>) permutation = [1, 0, 2]
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %e = fusion.exp %d : tensor<2x70x90xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %w = fusion.div %e, %l : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %p = fusion.cast %w : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  %j = tensor.empty() : tensor<70x2x64xbf16>
  %o = linalg.transpose ins(%r : tensor<2x70x64xbf16>) outs(%j : tensor<70x2x64xbf16>) permutation = [1, 0, 2]
  return %o : tensor<70x2x64xbf16>
}

// -----

// A query that is scaled for nobody else, in front of the first product.
// CHECK-LABEL: func @scaled_query
// CHECK-COUNT-1: fusion.kernel(
// CHECK-NOT: fusion.kernel(
func.func @scaled_query(%a: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<2x70x64xbf16> {
  %scale = arith.constant dense<0.125> : tensor<bf16>
  %q = fusion.mul %a, %scale : (tensor<2x70x64xbf16>, tensor<bf16>) -> tensor<2x70x64xbf16>
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %e = fusion.exp %d : tensor<2x70x90xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %w = fusion.div %e, %l : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %p = fusion.cast %w : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %r = fusion.cast %u : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r : tensor<2x70x64xbf16>
}

// -----

// What is computed behind the second product, the division by the sum too.
// CHECK-LABEL: func @gate
// CHECK-COUNT-1: fusion.kernel(
// CHECK-NOT: fusion.kernel(
func.func @gate(%q: tensor<2x70x64xbf16>, %k: tensor<2x90x64xbf16>, %v: tensor<2x90x64xbf16>) -> tensor<2x70x64xbf16> {
  %s = fusion.matmul %q, %k {transpose_b} : (tensor<2x70x64xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x90xf32>
  %m = fusion.reduce maximumf %s along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %d = fusion.sub %s, %m : (tensor<2x70x90xf32>, tensor<2x70x1xf32>) -> tensor<2x70x90xf32>
  %e = fusion.exp %d : tensor<2x70x90xf32>
  %l = fusion.reduce addf %e along [2] : tensor<2x70x90xf32> -> tensor<2x70x1xf32>
  %p = fusion.cast %e : tensor<2x70x90xf32> to tensor<2x70x90xbf16>
  %u = fusion.matmul %p, %v : (tensor<2x70x90xbf16>, tensor<2x90x64xbf16>) -> tensor<2x70x64xf32>
  %n = fusion.div %u, %l : (tensor<2x70x64xf32>, tensor<2x70x1xf32>) -> tensor<2x70x64xf32>
  %g = fusion.sigmoid %n : tensor<2x70x64xf32>
  %r = fusion.cast %g : tensor<2x70x64xf32> to tensor<2x70x64xbf16>
  return %r : tensor<2x70x64xbf16>
}

// -----

// Two layers: the second reads what the first has computed.
// CHECK-LABEL: func @layers
// CHECK-COUNT-2: fusion.kernel(
// CHECK-NOT: fusion.kernel(
func.func @layers(%q0: tensor<2x64x64xbf16>) -> tensor<2x64x64xbf16> {
  %s1 = fusion.matmul %q0, %q0 {transpose_b} : (tensor<2x64x64xbf16>, tensor<2x64x64xbf16>) -> tensor<2x64x64xf32>
  %m1 = fusion.reduce maximumf %s1 along [2] : tensor<2x64x64xf32> -> tensor<2x64x1xf32>
  %d1 = fusion.sub %s1, %m1 : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
  %e1 = fusion.exp %d1 : tensor<2x64x64xf32>
  %l1 = fusion.reduce addf %e1 along [2] : tensor<2x64x64xf32> -> tensor<2x64x1xf32>
  %w1 = fusion.div %e1, %l1 : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
  %p1 = fusion.cast %w1 : tensor<2x64x64xf32> to tensor<2x64x64xbf16>
  %u1 = fusion.matmul %p1, %q0 : (tensor<2x64x64xbf16>, tensor<2x64x64xbf16>) -> tensor<2x64x64xf32>
  %r1 = fusion.cast %u1 : tensor<2x64x64xf32> to tensor<2x64x64xbf16>
  %s2 = fusion.matmul %r1, %r1 {transpose_b} : (tensor<2x64x64xbf16>, tensor<2x64x64xbf16>) -> tensor<2x64x64xf32>
  %m2 = fusion.reduce maximumf %s2 along [2] : tensor<2x64x64xf32> -> tensor<2x64x1xf32>
  %d2 = fusion.sub %s2, %m2 : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
  %e2 = fusion.exp %d2 : tensor<2x64x64xf32>
  %l2 = fusion.reduce addf %e2 along [2] : tensor<2x64x64xf32> -> tensor<2x64x1xf32>
  %w2 = fusion.div %e2, %l2 : (tensor<2x64x64xf32>, tensor<2x64x1xf32>) -> tensor<2x64x64xf32>
  %p2 = fusion.cast %w2 : tensor<2x64x64xf32> to tensor<2x64x64xbf16>
  %u2 = fusion.matmul %p2, %r1 : (tensor<2x64x64xbf16>, tensor<2x64x64xbf16>) -> tensor<2x64x64xf32>
  %r2 = fusion.cast %u2 : tensor<2x64x64xf32> to tensor<2x64x64xbf16>
  return %r2 : tensor<2x64x64xbf16>
}
