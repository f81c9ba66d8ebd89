// RUN: fusion-opt %s --split-input-file --fusion-expand-math=target=nvptx | FileCheck %s
// RUN: fusion-opt %s --split-input-file --fusion-expand-math | FileCheck %s --check-prefix=GENERIC

// n / (1 + exp(z)) becomes n 2^-24 / (2^-24 + 2^(z log2(e) - 24)): the instructions that flush subnormal numbers see
// none.
// CHECK-LABEL: func.func @silu(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-DAG: %[[C:.*]] = arith.constant -1.44269502 : f32
// CHECK-DAG: %[[S:.*]] = arith.constant -2.400000e+01 : f32
// CHECK: %[[T:.*]] = llvm.call_intrinsic "llvm.fma.f32"(%[[X]], %[[C]], %[[S]])
// CHECK: %[[E:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[T]])
// CHECK: %[[F:.*]] = arith.constant 5.96046448E-8 : f32
// CHECK: %[[D:.*]] = arith.addf %[[E]], %[[F]]
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[D]])
// CHECK: %[[G:.*]] = arith.constant 5.96046448E-8 : f32
// CHECK: %[[Q:.*]] = arith.mulf %[[R]], %[[G]]
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[Q]]
// CHECK: arith.truncf %[[Y]]
// GENERIC-LABEL: func.func @silu(
// GENERIC-NOT: math.exp
// GENERIC: arith.divf
func.func @silu(%x: f32) -> bf16 {
  %one = arith.constant 1.0 : f32
  %n = arith.negf %x : f32
  %e = math.exp %n fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %x, %d fastmath<afn> : f32
  %t = arith.truncf %y : f32 to bf16
  return %t : bf16
}

// -----

// In a sum it must be 1 where rounding says so, which rcp.approx does not promise; a product before 16 bits has no need.
// CHECK-LABEL: func.func @saturates(
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK: %[[Q:.*]] = arith.mulf %[[R]]
// CHECK: %[[FAR:.*]] = arith.cmpf olt
// CHECK: %[[S:.*]] = arith.select %[[FAR]], %{{.*}}, %[[Q]] : f32
// CHECK: arith.subf %{{.*}}, %[[S]] : f32
// CHECK: %[[R1:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK: %[[Q1:.*]] = arith.mulf %[[R1]]
// CHECK-NOT: select
// CHECK: arith.mulf %{{.*}}, %[[Q1]] : f32
func.func @saturates(%x: f32) -> (bf16, bf16) {
  %one = arith.constant 1.0 : f32
  %n = arith.negf %x : f32
  %e = math.exp %n fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %one, %d fastmath<afn> : f32
  %s = arith.subf %one, %y : f32
  %e1 = math.exp %x fastmath<afn> : f32
  %d1 = arith.addf %one, %e1 : f32
  %y1 = arith.divf %one, %d1 fastmath<afn> : f32
  %p = arith.mulf %x, %y1 : f32
  %0 = arith.truncf %s : f32 to bf16
  %1 = arith.truncf %p : f32 to bf16
  return %0, %1 : bf16, bf16
}

// -----

// e^z / (1 + e^z) is no such form: both may be infinite.
// CHECK-LABEL: func.func @exponential_over_itself(
// CHECK: llvm.nvvm.div.full
func.func @exponential_over_itself(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %e, %d fastmath<afn> : f32
  return %y : f32
}

// -----

// A constant numerator goes into the last factor.
// CHECK-LABEL: func.func @constant_numerator(
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"
// CHECK: %[[G:.*]] = arith.constant 1.1920929E-7 : f32
// CHECK: %[[Y:.*]] = arith.mulf %[[R]], %[[G]]
// CHECK: arith.truncf %[[Y]]
func.func @constant_numerator(%x: f32) -> bf16 {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %n = arith.negf %x : f32
  %e = math.exp %n fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %two, %d fastmath<afn> : f32
  %t = arith.truncf %y : f32 to bf16
  return %t : bf16
}

// -----

// gelu(tanh): log2(e) goes into the constants of the polynomial, the shift into its last step.
// CHECK-LABEL: func.func @gelu(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]] : f32
// CHECK-DAG: %[[C1:.*]] = arith.constant -0.102943242 : f32
// CHECK-DAG: %[[C0:.*]] = arith.constant -2.30220819 : f32
// CHECK: %[[P:.*]] = llvm.call_intrinsic "llvm.fma.f32"(%[[SQUARE]], %[[C1]], %[[C0]])
// CHECK: %[[T:.*]] = llvm.call_intrinsic "llvm.fma.f32"(%[[X]], %[[P]], %{{.*}})
// CHECK: %[[E:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[T]])
func.func @gelu(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %a = arith.constant -1.59576912 : f32
  %c = arith.constant -0.0713548163 : f32
  %s = arith.mulf %x, %x fastmath<contract> : f32
  %p = math.fma %s, %c, %a fastmath<contract> : f32
  %z = arith.mulf %x, %p fastmath<contract> : f32
  %e = math.exp %z fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %x, %d fastmath<afn> : f32
  return %y : f32
}

// -----

// As canonicalization leaves gelu of -x, whose square is that of x: the same form.
// CHECK-LABEL: func.func @gelu_negated(
// CHECK-DAG: arith.constant -0.102943242 : f32
// CHECK-DAG: arith.constant -2.30220819 : f32
// CHECK: llvm.nvvm.ex2.approx.ftz.f32
func.func @gelu_negated(%v: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %a = arith.constant -1.59576912 : f32
  %c = arith.constant -0.0713548163 : f32
  %x = arith.negf %v : f32
  %s = arith.mulf %v, %v fastmath<contract> : f32
  %p = math.fma %s, %c, %a fastmath<contract> : f32
  %z = arith.mulf %x, %p fastmath<contract> : f32
  %e = math.exp %z fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %x, %d fastmath<afn> : f32
  return %y : f32
}

// -----

// Any other numerator may be so large that the quotient is needed below f32's range:
// n e^-max(z, 0) / (1 + e^-|z|), from the square root of the exponential.
// CHECK-LABEL: func.func @other_numerator(
// CHECK-SAME: %[[M:.*]]: f32, %[[X:.*]]: f32
// CHECK: %[[A:.*]] = llvm.call_intrinsic "llvm.fabs.f32"(%[[X]])
// CHECK: %[[C:.*]] = arith.constant -0.72134751{{0?}} : f32
// CHECK: %[[T:.*]] = arith.mulf %[[A]], %[[C]]
// CHECK: %[[G:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[T]])
// CHECK: %[[D:.*]] = llvm.call_intrinsic "llvm.fma.f32"(%[[G]], %[[G]], %{{.*}})
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[D]])
// CHECK: %[[P:.*]] = arith.cmpf olt, %[[X]]
// CHECK: %[[N:.*]] = arith.mulf %[[M]], %[[G]]
// CHECK: %[[L:.*]] = arith.mulf %[[N]], %[[G]]
// CHECK: %[[S:.*]] = arith.select %[[P]], %[[L]], %[[M]]
// CHECK: %[[Y:.*]] = arith.mulf %[[S]], %[[R]]
// An infinite numerator stays, unless the divisor is infinite too.
// CHECK: %[[INFINITE:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
// CHECK: %[[FINITE:.*]] = arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: %[[KEEPS:.*]] = arith.andi %[[INFINITE]], %[[FINITE]] : i1
// CHECK: %[[Z:.*]] = arith.select %[[KEEPS]], %[[M]], %[[Y]] : f32
// CHECK: arith.truncf %[[Z]]
func.func @other_numerator(%m: f32, %x: f32) -> bf16 {
  %one = arith.constant 1.0 : f32
  %n = arith.negf %x : f32
  %e = math.exp %n fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %m, %d fastmath<afn> : f32
  %t = arith.truncf %y : f32 to bf16
  return %t : bf16
}

// -----

// So may x itself where z is much smaller than it.
// CHECK-LABEL: func.func @flat(
// CHECK: llvm.fabs.f32
// CHECK: arith.select
func.func @flat(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %c = arith.constant -0.125 : f32
  %n = arith.mulf %x, %c : f32
  %e = math.exp %n fastmath<afn> : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %x, %d fastmath<afn> : f32
  return %y : f32
}

// -----

// Without contract or afn each operation keeps its own rounding.
// CHECK-LABEL: func.func @no_flags(
// CHECK: %[[ONE:.*]] = arith.constant 1.0
// CHECK: %[[D:.*]] = arith.addf %[[ONE]], %{{.*}} : f32
// CHECK-NEXT: arith.divf %{{.*}}, %[[D]]
func.func @no_flags(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %e = math.exp %x : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %x, %d : f32
  return %y : f32
}

// -----

// Where the approximate tanh will do: n (1/2 + 1/2 tanh(-z/2)), by the GPU's own.
// CHECK-LABEL: func.func @approx_logistic(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK-NOT: ex2
// CHECK: %[[Z:.*]] = arith.mulf %[[X]], %{{.*}} : f32
// CHECK: %[[T:.*]] = llvm.intr.tanh(%[[Z]]) {fastmathFlags = #llvm.fastmath<afn>} : (f32) -> f32
// CHECK: %[[S:.*]] = llvm.call_intrinsic "llvm.fma.f32"(%[[T]], %[[H:.*]], %{{.*}})
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[S]] : f32
// CHECK: return %[[Y]]
// GENERIC-LABEL: func.func @approx_logistic(
// GENERIC-NOT: tanh
// GENERIC: arith.divf
func.func @approx_logistic(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %n = arith.negf %x : f32
  %e = math.exp %n fastmath<afn> {fusion.approx_tanh} : f32
  %d = arith.addf %one, %e : f32
  %y = arith.divf %x, %d fastmath<afn> {fusion.approx_tanh} : f32
  return %y : f32
}

// -----

// tanh itself, and a vector of it; flags alone do not ask for it.
// CHECK-LABEL: func.func @approx_tanh(
// CHECK-COUNT-1: llvm.intr.tanh(%{{.*}}) {{.*}} : (vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: llvm.intr.tanh
// CHECK: return
// GENERIC-LABEL: func.func @approx_tanh(
// GENERIC-NOT: tanh(
func.func @approx_tanh(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %y = math.tanh %x fastmath<afn> {fusion.approx_tanh} : vector<4xf32>
  %z = math.tanh %x fastmath<fast> : vector<4xf32>
  return %y, %z : vector<4xf32>, vector<4xf32>
}

// -----

// Half of x times erfc(-x / sqrt 2) is x times the normal distribution, nearly logistic in a cubic.
// CHECK-LABEL: func.func @approx_gelu(
// CHECK-NOT: ex2
// CHECK: llvm.intr.tanh
// CHECK-NOT: rcp
// CHECK: return
func.func @approx_gelu(%x: f32) -> f32 {
  %half = arith.constant 0.5 : f32
  %c = arith.constant -0.707106769 : f32
  %h = arith.mulf %x, %half fastmath<contract,afn> {fusion.approx_tanh} : f32
  %z = arith.mulf %x, %c fastmath<contract,afn> {fusion.approx_tanh} : f32
  %e = math.erfc %z fastmath<contract,afn> {fusion.approx_tanh} : f32
  %y = arith.mulf %h, %e fastmath<contract,afn> {fusion.approx_tanh} : f32
  return %y : f32
}
