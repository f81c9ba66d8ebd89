// Derivatives of silu, and of gelu by tanh, keep the digits of f32 around their zeros, where sums as they are written
// cancel: of all numbers from -4 to 0 with steps of 2^-10 and of random ones.
// RUN: fusion-run %s --device=cpu --verify --random=1 | FileCheck %s
// CHECK-COUNT-3: verify output {{[0-2]}}: good
// CHECK-NOT: MISMATCH
!t = tensor<4096xf32>
func.func @graph(%x: !t) -> (!t, !t, !t) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %n = fusion.neg %x : !t
  %e = fusion.exp %n : !t
  %d = fusion.add %e, %one : (!t, tensor<f32>) -> !t
  %s = fusion.div %one, %d : (tensor<f32>, !t) -> !t
  // s + x s - x s s
  %xs = fusion.mul %x, %s : (!t, !t) -> !t
  %sum = fusion.add %s, %xs : (!t, !t) -> !t
  %xss = fusion.mul %xs, %s : (!t, !t) -> !t
  %0 = fusion.sub %sum, %xss : (!t, !t) -> !t
  // s (1 + x (1 - s))
  %r = fusion.sub %one, %s : (tensor<f32>, !t) -> !t
  %xr = fusion.mul %x, %r : (!t, !t) -> !t
  %f = fusion.add %xr, %one : (!t, tensor<f32>) -> !t
  %1 = fusion.mul %s, %f : (!t, !t) -> !t
  // The same at steps of 2^-10.
  %line = fusion.map() at(%i) : () -> !t {
    %k = arith.index_cast %i : index to i32
    %v = arith.sitofp %k : i32 to f32
    %step = arith.constant -0.0009765625 : f32
    %y = arith.mulf %v, %step : f32
    fusion.yield %y : f32
  }
  %ln = fusion.neg %line : !t
  %le = fusion.exp %ln : !t
  %ld = fusion.add %le, %one : (!t, tensor<f32>) -> !t
  %ls = fusion.div %one, %ld : (tensor<f32>, !t) -> !t
  %lr = fusion.sub %one, %ls : (tensor<f32>, !t) -> !t
  %lxr = fusion.mul %line, %lr : (!t, !t) -> !t
  %lf = fusion.add %lxr, %one : (!t, tensor<f32>) -> !t
  %2 = fusion.mul %ls, %lf : (!t, !t) -> !t
  return %0, %1, %2 : !t, !t, !t
}
