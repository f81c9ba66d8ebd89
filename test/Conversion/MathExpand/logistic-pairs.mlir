// RUN: fusion-opt %s --split-input-file --fusion-expand-math=target=nvptx | FileCheck %s --implicit-check-not=llvm.nvvm.rcp

// Approximate logistic functions marked with share_reciprocals: two by two, one reciprocal for both.

// CHECK-LABEL: func.func @sigmoids(
// CHECK-COUNT-2: llvm.nvvm.ex2.approx.ftz.f32
// CHECK: arith.addf %{{.*}}, %[[UNIT:.*]] : f32
// CHECK: %[[D0:.*]] = arith.minnumf
// CHECK: %[[D1:.*]] = arith.minnumf
// CHECK: %[[P:.*]] = arith.mulf %[[D0]], %[[D1]]
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[P]])
// CHECK: arith.mulf %[[R]], %[[D1]]
// CHECK: arith.mulf %[[R]], %[[D0]]
func.func @sigmoids(%x: f32, %y: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %one, %2 fastmath<afn> {share_reciprocals} : f32
  %4 = arith.negf %y : f32
  %5 = math.exp %4 fastmath<afn> : f32
  %6 = arith.addf %one, %5 fastmath<afn> : f32
  %7 = arith.divf %one, %6 fastmath<afn> {share_reciprocals} : f32
  return %3, %7 : f32, f32
}

// -----

// A sigmoid and a silu; the third has no partner.
// CHECK-LABEL: func.func @three(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @three(%x: f32, %y: f32, %z: f32) -> (f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %x, %2 fastmath<afn> {share_reciprocals} : f32
  %4 = arith.negf %y : f32
  %5 = math.exp %4 fastmath<afn> : f32
  %6 = arith.addf %one, %5 fastmath<afn> : f32
  %7 = arith.divf %one, %6 fastmath<afn> {share_reciprocals} : f32
  %8 = arith.negf %z : f32
  %9 = math.exp %8 fastmath<afn> : f32
  %10 = arith.addf %one, %9 fastmath<afn> : f32
  %11 = arith.divf %one, %10 fastmath<afn> {share_reciprocals} : f32
  return %3, %7, %11 : f32, f32, f32
}

// -----

// Not marked; needed before the other is there; of another type; precise; in another block.
// CHECK-LABEL: func.func @alone(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @alone(%x: f32, %y: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %one, %2 fastmath<afn> {share_reciprocals} : f32
  %4 = arith.negf %y : f32
  %5 = math.exp %4 fastmath<afn> : f32
  %6 = arith.addf %one, %5 fastmath<afn> : f32
  %7 = arith.divf %one, %6 fastmath<afn> : f32
  return %3, %7 : f32, f32
}

// CHECK-LABEL: func.func @needed(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @needed(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %one, %2 fastmath<afn> {share_reciprocals} : f32
  %4 = arith.negf %3 : f32
  %5 = math.exp %4 fastmath<afn> : f32
  %6 = arith.addf %one, %5 fastmath<afn> : f32
  %7 = arith.divf %one, %6 fastmath<afn> {share_reciprocals} : f32
  return %7 : f32
}

// CHECK-LABEL: func.func @vector(
// CHECK-COUNT-3: llvm.nvvm.rcp.approx.ftz.f
func.func @vector(%x: f32, %y: vector<2xf32>) -> (f32, vector<2xf32>) {
  %one = arith.constant 1.0 : f32
  %ones = arith.constant dense<1.0> : vector<2xf32>
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %one, %2 fastmath<afn> {share_reciprocals} : f32
  %4 = arith.negf %y : vector<2xf32>
  %5 = math.exp %4 fastmath<afn> : vector<2xf32>
  %6 = arith.addf %ones, %5 fastmath<afn> : vector<2xf32>
  %7 = arith.divf %ones, %6 fastmath<afn> {share_reciprocals} : vector<2xf32>
  return %3, %7 : f32, vector<2xf32>
}

// CHECK-LABEL: func.func @blocks(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @blocks(%x: f32, %c: i1) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %one, %2 fastmath<afn> {share_reciprocals} : f32
  %r = scf.if %c -> f32 {
    %4 = math.exp %x fastmath<afn> : f32
    %5 = arith.addf %one, %4 fastmath<afn> : f32
    %6 = arith.divf %one, %5 fastmath<afn> {share_reciprocals} : f32
    scf.yield %6 : f32
  } else {
    scf.yield %x : f32
  }
  return %3, %r : f32, f32
}

// -----

// Of three gelus two share.
// CHECK-LABEL: func.func @gelus(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @gelus(%x: f32, %y: f32, %z: f32) -> (f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant -1.59576912 : f32
  %c1 = arith.constant -0.0713548163 : f32
  %x0 = arith.mulf %x, %x fastmath<afn> : f32
  %x1 = math.fma %x0, %c1, %c0 fastmath<afn> : f32
  %x2 = arith.mulf %x, %x1 fastmath<afn> : f32
  %x3 = math.exp %x2 fastmath<afn> : f32
  %x4 = arith.addf %one, %x3 fastmath<afn> : f32
  %x5 = arith.divf %x, %x4 fastmath<afn> {share_reciprocals} : f32
  %y0 = arith.mulf %y, %y fastmath<afn> : f32
  %y1 = math.fma %y0, %c1, %c0 fastmath<afn> : f32
  %y2 = arith.mulf %y, %y1 fastmath<afn> : f32
  %y3 = math.exp %y2 fastmath<afn> : f32
  %y4 = arith.addf %one, %y3 fastmath<afn> : f32
  %y5 = arith.divf %y, %y4 fastmath<afn> {share_reciprocals} : f32
  %z0 = arith.mulf %z, %z fastmath<afn> : f32
  %z1 = math.fma %z0, %c1, %c0 fastmath<afn> : f32
  %z2 = arith.mulf %z, %z1 fastmath<afn> : f32
  %z3 = math.exp %z2 fastmath<afn> : f32
  %z4 = arith.addf %one, %z3 fastmath<afn> : f32
  %z5 = arith.divf %z, %z4 fastmath<afn> {share_reciprocals} : f32
  return %x5, %y5, %z5 : f32, f32, f32
}
