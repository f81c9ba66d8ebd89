// An operand of the scores that is copied in tiles: the launch asks that its rows begin at multiples of 16 bytes, and
// behind the wait for the values, with which it comes, fragments of it are read as those of a left factor.
// RUN: fusion-opt %s -fusion-attach-target=chip=sm_80 -fusion-select-schedule | FileCheck %s --check-prefix=GUARDS
// RUN: fusion-compile %s --target=sm_80 --emit=ptx | FileCheck %s

// GUARDS: variants = [#fusion.variant<"", guards = [<aligned 0 to 16>, <aligned 1 to 16>, <aligned 2 to 16>, <aligned 3 to 4>, <aligned 3 to 16>,
// CHECK: .entry bias_k0(
// CHECK: cp.async.wait_group 2;
// CHECK: mma.sync
// CHECK: cp.async.wait_group 2;
// CHECK: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// CHECK: ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16
func.func @bias(%q: tensor<2x2x70x32xbf16>, %k: tensor<2x2x40x32xbf16>, %v: tensor<2x2x40x32xbf16>, %b: tensor<70x40xbf16>) -> tensor<2x2x70x32xf32> {
  %o = fusion.kernel(%q0 = %q, %k0 = %k, %v0 = %v, %b0 = %b) : (tensor<2x2x70x32xbf16>, tensor<2x2x40x32xbf16>, tensor<2x2x40x32xbf16>, tensor<70x40xbf16>) -> tensor<2x2x70x32xf32>
      attributes {schedule = #fusion.schedule<family = attention_sm80, tile = [64, 16, 32], warps = [4, 1], stages = 2, attention_sm80 = <operand_tiles = true>>} {
    %scale = arith.constant dense<1.767766953e-01> : tensor<f32>
    %s = fusion.matmul %q0, %k0 {transpose_b} : (tensor<2x2x70x32xbf16>, tensor<2x2x40x32xbf16>) -> tensor<2x2x70x40xf32>
    %t0 = fusion.mul %s, %scale : (tensor<2x2x70x40xf32>, tensor<f32>) -> tensor<2x2x70x40xf32>
    %t1 = fusion.add %t0, %b0 : (tensor<2x2x70x40xf32>, tensor<70x40xbf16>) -> tensor<2x2x70x40xf32>
    %m = fusion.reduce maximumf %t1 along [3] : tensor<2x2x70x40xf32> -> tensor<2x2x70x1xf32>
    %d = fusion.sub %t1, %m : (tensor<2x2x70x40xf32>, tensor<2x2x70x1xf32>) -> tensor<2x2x70x40xf32>
    %e = fusion.exp %d : tensor<2x2x70x40xf32>
    %l = fusion.reduce addf %e along [3] : tensor<2x2x70x40xf32> -> tensor<2x2x70x1xf32>
    %p = fusion.cast %e : tensor<2x2x70x40xf32> to tensor<2x2x70x40xbf16>
    %u = fusion.matmul %p, %v0 : (tensor<2x2x70x40xbf16>, tensor<2x2x40x32xbf16>) -> tensor<2x2x70x32xf32>
    %r = fusion.div %u, %l : (tensor<2x2x70x32xf32>, tensor<2x2x70x1xf32>) -> tensor<2x2x70x32xf32>
    fusion.yield %r : tensor<2x2x70x32xf32>
  }
  return %o : tensor<2x2x70x32xf32>
}
