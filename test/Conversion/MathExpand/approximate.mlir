// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s

// fastmath<afn> on NVPTX: the hardware's approximations.

// CHECK-LABEL: func.func @exp(
// CHECK: %[[T:.*]] = arith.mulf
// CHECK: %[[G:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[T]])
// CHECK: arith.mulf %[[G]], %[[G]]
func.func @exp(%x: f32) -> f32 {
  %y = math.exp %x fastmath<afn> : f32
  return %y : f32
}

// Near 1 the hardware's logarithm has too large a relative error.
// CHECK-LABEL: func.func @log(
// CHECK: llvm.fma
// CHECK: %[[L:.*]] = llvm.call_intrinsic "llvm.nvvm.lg2.approx.f"
// CHECK: %[[Y:.*]] = arith.mulf %[[L]]
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[Y]]
func.func @log(%x: f32) -> f32 {
  %y = math.log %x fastmath<afn> : f32
  return %y : f32
}

// What is rounded to 16 bits is approximate without being told so.
// CHECK-LABEL: func.func @exp_bf16(
// CHECK: arith.extf
// CHECK: llvm.nvvm.ex2.approx.ftz.f32
// CHECK: arith.truncf
func.func @exp_bf16(%x: bf16) -> bf16 {
  %y = math.exp %x : bf16
  return %y : bf16
}

// CHECK-LABEL: func.func @vector(
// CHECK-COUNT-2: llvm.nvvm.rsqrt.approx.f
// CHECK: vector.from_elements
func.func @vector(%x: vector<2xf32>) -> vector<2xf32> {
  %y = math.rsqrt %x fastmath<afn> : vector<2xf32>
  return %y : vector<2xf32>
}

// CHECK-LABEL: func.func @division(
// CHECK: llvm.nvvm.div.full
// CHECK: %[[Q:.*]] = arith.constant 0.333333343 : f32
// CHECK: arith.mulf %{{.*}}, %[[Q]]
func.func @division(%x: f32, %y: f32) -> (f32, f32) {
  %three = arith.constant 3.0 : f32
  %q = arith.divf %x, %y fastmath<arcp> : f32
  %r = arith.divf %x, %three fastmath<arcp> : f32
  return %q, %r : f32, f32
}

// Far from the ends of f32 a product with the reciprocal will do: of 1 + exp(-|x|), squared too, and of a polynomial
// that only grows.
// CHECK-LABEL: func.func @moderate_division(
// CHECK-NOT: div.full
// CHECK: llvm.nvvm.rcp.approx.ftz.f
// CHECK-NOT: div.full
// CHECK: llvm.nvvm.rcp.approx.ftz.f
// CHECK: return
func.func @moderate_division(%x: f32, %y: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %limit = arith.constant 16.0 : f32
  %a = math.absf %x : f32
  %n = arith.negf %a : f32
  %e = math.exp %n fastmath<afn> : f32
  %d = arith.addf %e, %one : f32
  %dd = arith.mulf %d, %d : f32
  %q = arith.divf %y, %dd fastmath<arcp> : f32
  %b = arith.minimumf %a, %limit : f32
  %p = math.fma %b, %b, %one : f32
  %r = arith.divf %y, %p fastmath<arcp> : f32
  return %q, %r : f32, f32
}

// 1 - exp(-|x|) may be 0, 1 + exp(x) beyond every number, and x^2 + 1 too.
// CHECK-LABEL: func.func @unbounded_division(
// CHECK-COUNT-3: llvm.nvvm.div.full
// CHECK: return
func.func @unbounded_division(%x: f32, %y: f32) -> (f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %a = math.absf %x : f32
  %n = arith.negf %a : f32
  %e = math.exp %n fastmath<afn> : f32
  %d = arith.subf %one, %e : f32
  %q = arith.divf %y, %d fastmath<arcp> : f32
  %f = math.exp %x fastmath<afn> : f32
  %g = arith.addf %f, %one : f32
  %r = arith.divf %y, %g fastmath<arcp> : f32
  %s = math.fma %x, %x, %one : f32
  %t = arith.divf %y, %s fastmath<arcp> : f32
  return %q, %r, %t : f32, f32, f32
}

// CHECK-LABEL: func.func @exact_division(
// CHECK: arith.divf
func.func @exact_division(%x: f32, %y: f32) -> f32 {
  %q = arith.divf %x, %y : f32
  return %q : f32
}

// CHECK-LABEL: func.func @roots(
// CHECK: llvm.nvvm.sqrt.rn.f
// CHECK: llvm.nvvm.sqrt.approx.f
func.func @roots(%x: f32) -> (f32, f32) {
  %a = math.sqrt %x : f32
  %b = math.sqrt %x fastmath<afn> : f32
  return %a, %b : f32, f32
}

// A rational function: one instruction of the special-function unit, not two.
// CHECK-LABEL: func.func @tanh(
// CHECK-NOT: ex2
// CHECK: llvm.nvvm.rcp.approx.ftz.f
// CHECK-NOT: llvm.nvvm
// CHECK: return
func.func @tanh(%x: f32) -> f32 {
  %y = math.tanh %x fastmath<afn> : f32
  return %y : f32
}

// gelu(erf): the half goes into the polynomial, 2^-25 at 0 (2^-1 from erfc(0) / 2, 2^-24 for the shifted exponential).
// CHECK-LABEL: func.func @gelu_erf(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: arith.constant 2.400000e+01 : f32
// CHECK: llvm.nvvm.ex2.approx.ftz.f32
// CHECK: arith.constant 2.98023153E-8 : f32
// CHECK: llvm.nvvm.rcp.approx.ftz.f
// CHECK: %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK: %[[R:.*]] = arith.subf %[[ONE]], %[[H:.*]] : f32
// CHECK: %[[Q:.*]] = arith.select %{{.*}}, %[[R]], %[[H]]
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[Q]]
// CHECK: return %[[Y]]
func.func @gelu_erf(%x: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %c = arith.constant -0.707106769 : f32
  %z = arith.mulf %x, %c fastmath<afn> : f32
  %e = math.erfc %z fastmath<afn> : f32
  %h = arith.mulf %x, %half fastmath<afn> : f32
  %y = arith.mulf %h, %e fastmath<afn> : f32
  return %y : f32
}
