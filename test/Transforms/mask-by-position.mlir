// Attention computes masks by position itself, also where several layers share one: it visits no keys that a mask hides.
// RUN: fusion-opt %s --fusion-propagate-layout --fusion-fuse=chip=sm_90a --split-input-file | FileCheck %s

// Causal, and padding that is known before. Heads of one group read one key.
// CHECK-LABEL: func @layers(
// CHECK: fusion.kernel(
// CHECK: arith.cmpi sle
// CHECK: fusion.kernel(
// CHECK: arith.cmpi sle
// CHECK-NOT: fusion.kernel(
func.func @layers(%q: tensor<2x3x2x64x64xbf16>, %k: tensor<2x3x1x64x64xbf16>, %pad: tensor<2x1x64xi1> {fusion.constant}) -> tensor<2x3x2x64x64xbf16> {
  %key = fusion.map() at(%i) : () -> tensor<64xi64> {
    %n = arith.index_cast %i : index to i64
    fusion.yield %n : i64
  }
  %row = fusion.map() at(%i, %j) : () -> tensor<64x1xi64> {
    %n = arith.index_cast %i : index to i64
    fusion.yield %n : i64
  }
  %c = fusion.map(%a = %key, %b = %row) : (tensor<64xi64>, tensor<64x1xi64>) -> tensor<64x64xi1> {
    %n = arith.cmpi sle, %a, %b : i64
    fusion.yield %n : i1
  }
  %both = fusion.map(%a = %c, %b = %pad) : (tensor<64x64xi1>, tensor<2x1x64xi1>) -> tensor<2x64x64xi1> {
    %n = arith.andi %a, %b : i1
    fusion.yield %n : i1
  }
  %zero = arith.constant dense<0.0> : tensor<f32>
  %least = arith.constant dense<-3.38953e+38> : tensor<f32>
  %m = fusion.select %both, %zero, %least : (tensor<2x64x64xi1>, tensor<f32>, tensor<f32>) -> tensor<2x64x64xf32>
  %mask = tensor.expand_shape %m [[0, 1, 2], [3], [4]] output_shape [2, 1, 1, 64, 64] : tensor<2x64x64xf32> into tensor<2x1x1x64x64xf32>
  %s1 = fusion.matmul %q, %k {transpose_b} : (tensor<2x3x2x64x64xbf16>, tensor<2x3x1x64x64xbf16>) -> tensor<2x3x2x64x64xf32>
  %t1 = fusion.add %s1, %mask : (tensor<2x3x2x64x64xf32>, tensor<2x1x1x64x64xf32>) -> tensor<2x3x2x64x64xf32>
  %m1 = fusion.reduce maximumf %t1 along [4] : tensor<2x3x2x64x64xf32> -> tensor<2x3x2x64x1xf32>
  %d1 = fusion.sub %t1, %m1 : (tensor<2x3x2x64x64xf32>, tensor<2x3x2x64x1xf32>) -> tensor<2x3x2x64x64xf32>
  %e1 = fusion.exp %d1 : tensor<2x3x2x64x64xf32>
  %l1 = fusion.reduce addf %e1 along [4] : tensor<2x3x2x64x64xf32> -> tensor<2x3x2x64x1xf32>
  %w1 = fusion.div %e1, %l1 : (tensor<2x3x2x64x64xf32>, tensor<2x3x2x64x1xf32>) -> tensor<2x3x2x64x64xf32>
  %p1 = fusion.cast %w1 : tensor<2x3x2x64x64xf32> to tensor<2x3x2x64x64xbf16>
  %u1 = fusion.matmul %p1, %k : (tensor<2x3x2x64x64xbf16>, tensor<2x3x1x64x64xbf16>) -> tensor<2x3x2x64x64xf32>
  %r1 = fusion.cast %u1 : tensor<2x3x2x64x64xf32> to tensor<2x3x2x64x64xbf16>
  %s2 = fusion.matmul %r1, %k {transpose_b} : (tensor<2x3x2x64x64xbf16>, tensor<2x3x1x64x64xbf16>) -> tensor<2x3x2x64x64xf32>
  %t2 = fusion.add %s2, %mask : (tensor<2x3x2x64x64xf32>, tensor<2x1x1x64x64xf32>) -> tensor<2x3x2x64x64xf32>
  %m2 = fusion.reduce maximumf %t2 along [4] : tensor<2x3x2x64x64xf32> -> tensor<2x3x2x64x1xf32>
  %d2 = fusion.sub %t2, %m2 : (tensor<2x3x2x64x64xf32>, tensor<2x3x2x64x1xf32>) -> tensor<2x3x2x64x64xf32>
  %e2 = fusion.exp %d2 : tensor<2x3x2x64x64xf32>
  %l2 = fusion.reduce addf %e2 along [4] : tensor<2x3x2x64x64xf32> -> tensor<2x3x2x64x1xf32>
  %w2 = fusion.div %e2, %l2 : (tensor<2x3x2x64x64xf32>, tensor<2x3x2x64x1xf32>) -> tensor<2x3x2x64x64xf32>
  %p2 = fusion.cast %w2 : tensor<2x3x2x64x64xf32> to tensor<2x3x2x64x64xbf16>
  %u2 = fusion.matmul %p2, %k : (tensor<2x3x2x64x64xbf16>, tensor<2x3x1x64x64xbf16>) -> tensor<2x3x2x64x64xf32>
  %r2 = fusion.cast %u2 : tensor<2x3x2x64x64xf32> to tensor<2x3x2x64x64xbf16>
  return %r2 : tensor<2x3x2x64x64xbf16>
}
