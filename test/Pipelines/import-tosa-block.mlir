// RUN: fusion-opt %s --fusion-import | FileCheck %s

// TOSA 1.0: a linear layer with gelu, attention scores with softmax, an RMS norm.
// CHECK-LABEL: @block
// CHECK: %[[P:.*]] = fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<12x8xf32>, tensor<16x8xf32>) -> tensor<12x16xf32>
// CHECK-NEXT: %[[A:.*]] = fusion.add %[[P]], %{{.*}} : (tensor<12x16xf32>, tensor<16xf32>) -> tensor<12x16xf32>
// CHECK-NEXT: fusion.gelu %[[A]] : tensor<12x16xf32>
// CHECK: %[[S:.*]] = fusion.matmul %{{.*}}, %{{.*}} {transpose_b} : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x6xf32>
// CHECK-NEXT: fusion.mul %[[S]], %{{.*}} : (tensor<2x6x6xf32>, tensor<f32>) -> tensor<2x6x6xf32>
// CHECK: fusion.reduce maximumf
// CHECK: fusion.sub
// CHECK: fusion.exp
// CHECK: fusion.reduce addf
// CHECK: fusion.rsqrt
// CHECK-NOT: tosa.
// CHECK-NOT: linalg.transpose
func.func @block(%x: tensor<2x6x8xf32>, %w: tensor<16x8xf32>, %b: tensor<16xf32>, %k: tensor<2x6x8xf32>) -> (tensor<2x6x16xf32>, tensor<2x6x6xf32>, tensor<2x6x8xf32>) {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  // linear: 2-D through 1xMxK
  %s0 = tosa.const_shape {values = dense<[1, 12, 8]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %x3 = tosa.reshape %x, %s0 : (tensor<2x6x8xf32>, !tosa.shape<3>) -> tensor<1x12x8xf32>
  %wt = tosa.transpose %w {perms = array<i32: 1, 0>} : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %s1 = tosa.const_shape {values = dense<[1, 8, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %w3 = tosa.reshape %wt, %s1 : (tensor<8x16xf32>, !tosa.shape<3>) -> tensor<1x8x16xf32>
  %m = tosa.matmul %x3, %w3, %zp, %zp : (tensor<1x12x8xf32>, tensor<1x8x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x12x16xf32>
  %s2 = tosa.const_shape {values = dense<[2, 6, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %mr = tosa.reshape %m, %s2 : (tensor<1x12x16xf32>, !tosa.shape<3>) -> tensor<2x6x16xf32>
  %s3 = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %b3 = tosa.reshape %b, %s3 : (tensor<16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %a = tosa.add %mr, %b3 : (tensor<2x6x16xf32>, tensor<1x1x16xf32>) -> tensor<2x6x16xf32>
  // gelu erf
  %c0 = "tosa.const"() <{values = dense<0.707106769> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %g0 = tosa.mul %a, %c0, %shift : (tensor<2x6x16xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x6x16xf32>
  %g1 = tosa.erf %g0 : (tensor<2x6x16xf32>) -> tensor<2x6x16xf32>
  %g2 = tosa.add %g1, %one : (tensor<2x6x16xf32>, tensor<1x1x1xf32>) -> tensor<2x6x16xf32>
  %g3 = tosa.mul %g2, %half, %shift : (tensor<2x6x16xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x6x16xf32>
  %g = tosa.mul %a, %g3, %shift : (tensor<2x6x16xf32>, tensor<2x6x16xf32>, tensor<1xi8>) -> tensor<2x6x16xf32>
  // scores, scale, softmax
  %kt = tosa.transpose %k {perms = array<i32: 0, 2, 1>} : (tensor<2x6x8xf32>) -> tensor<2x8x6xf32>
  %sc = tosa.matmul %x, %kt, %zp, %zp : (tensor<2x6x8xf32>, tensor<2x8x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x6x6xf32>
  %s = tosa.mul %sc, %half, %shift : (tensor<2x6x6xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x6x6xf32>
  %mx = tosa.reduce_max %s {axis = 2 : i32} : (tensor<2x6x6xf32>) -> tensor<2x6x1xf32>
  %d = tosa.sub %s, %mx : (tensor<2x6x6xf32>, tensor<2x6x1xf32>) -> tensor<2x6x6xf32>
  %e = tosa.exp %d : (tensor<2x6x6xf32>) -> tensor<2x6x6xf32>
  %su = tosa.reduce_sum %e {axis = 2 : i32} : (tensor<2x6x6xf32>) -> tensor<2x6x1xf32>
  %r = tosa.reciprocal %su : (tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
  %p = tosa.mul %e, %r, %shift : (tensor<2x6x6xf32>, tensor<2x6x1xf32>, tensor<1xi8>) -> tensor<2x6x6xf32>
  // rms norm
  %two = "tosa.const"() <{values = dense<2.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %eps = "tosa.const"() <{values = dense<1.0e-5> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %eighth = "tosa.const"() <{values = dense<0.125> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %q = tosa.pow %x, %two : (tensor<2x6x8xf32>, tensor<1x1x1xf32>) -> tensor<2x6x8xf32>
  %qs = tosa.reduce_sum %q {axis = 2 : i32} : (tensor<2x6x8xf32>) -> tensor<2x6x1xf32>
  %qm = tosa.mul %qs, %eighth, %shift : (tensor<2x6x1xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<2x6x1xf32>
  %qe = tosa.add %qm, %eps : (tensor<2x6x1xf32>, tensor<1x1x1xf32>) -> tensor<2x6x1xf32>
  %qr = tosa.rsqrt %qe : (tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
  %n = tosa.mul %x, %qr, %shift : (tensor<2x6x8xf32>, tensor<2x6x1xf32>, tensor<1xi8>) -> tensor<2x6x8xf32>
  return %g, %p, %n : tensor<2x6x16xf32>, tensor<2x6x6xf32>, tensor<2x6x8xf32>
}
