// RUN: fusion-opt %s --split-input-file --fusion-expand-math=target=nvptx | FileCheck %s --implicit-check-not=llvm.nvvm.rcp

// Approximate logistic functions marked with fusion.share_reciprocals: two by two, one reciprocal for both.

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
  %3 = arith.divf %one, %2 fastmath<afn> {fusion.share_reciprocals} : f32
  %4 = arith.negf %y : f32
  %5 = math.exp %4 fastmath<afn> : f32
  %6 = arith.addf %one, %5 fastmath<afn> : f32
  %7 = arith.divf %one, %6 fastmath<afn> {fusion.share_reciprocals} : f32
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
  %3 = arith.divf %x, %2 fastmath<afn> {fusion.share_reciprocals} : f32
  %4 = arith.negf %y : f32
  %5 = math.exp %4 fastmath<afn> : f32
  %6 = arith.addf %one, %5 fastmath<afn> : f32
  %7 = arith.divf %one, %6 fastmath<afn> {fusion.share_reciprocals} : f32
  %8 = arith.negf %z : f32
  %9 = math.exp %8 fastmath<afn> : f32
  %10 = arith.addf %one, %9 fastmath<afn> : f32
  %11 = arith.divf %one, %10 fastmath<afn> {fusion.share_reciprocals} : f32
  return %3, %7, %11 : f32, f32, f32
}

// -----

// One pair after the other, of what the first makes.
// CHECK-LABEL: func.func @twice(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @twice(%x: f32, %y: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %a0 = arith.negf %x : f32
  %a1 = math.exp %a0 fastmath<afn> : f32
  %a2 = arith.addf %one, %a1 fastmath<afn> : f32
  %r = arith.divf %x, %a2 fastmath<afn> {fusion.share_reciprocals} : f32
  %b0 = arith.negf %y : f32
  %b1 = math.exp %b0 fastmath<afn> : f32
  %b2 = arith.addf %one, %b1 fastmath<afn> : f32
  %s = arith.divf %y, %b2 fastmath<afn> {fusion.share_reciprocals} : f32
  %c0 = arith.negf %r : f32
  %c1 = math.exp %c0 fastmath<afn> : f32
  %c2 = arith.addf %one, %c1 fastmath<afn> : f32
  %t = arith.divf %r, %c2 fastmath<afn> {fusion.share_reciprocals} : f32
  %d0 = arith.negf %s : f32
  %d1 = math.exp %d0 fastmath<afn> : f32
  %d2 = arith.addf %one, %d1 fastmath<afn> : f32
  %u = arith.divf %s, %d2 fastmath<afn> {fusion.share_reciprocals} : f32
  return %t, %u : f32, f32
}

// Not marked; needed before the other is there; of another type; precise; in another block.
// CHECK-LABEL: func.func @alone(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @alone(%x: f32, %y: f32) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %one, %2 fastmath<afn> {fusion.share_reciprocals} : f32
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
  %3 = arith.divf %one, %2 fastmath<afn> {fusion.share_reciprocals} : f32
  %4 = arith.negf %3 : f32
  %5 = math.exp %4 fastmath<afn> : f32
  %6 = arith.addf %one, %5 fastmath<afn> : f32
  %7 = arith.divf %one, %6 fastmath<afn> {fusion.share_reciprocals} : f32
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
  %3 = arith.divf %one, %2 fastmath<afn> {fusion.share_reciprocals} : f32
  %4 = arith.negf %y : vector<2xf32>
  %5 = math.exp %4 fastmath<afn> : vector<2xf32>
  %6 = arith.addf %ones, %5 fastmath<afn> : vector<2xf32>
  %7 = arith.divf %ones, %6 fastmath<afn> {fusion.share_reciprocals} : vector<2xf32>
  return %3, %7 : f32, vector<2xf32>
}

// CHECK-LABEL: func.func @blocks(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @blocks(%x: f32, %c: i1) -> (f32, f32) {
  %one = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 fastmath<afn> : f32
  %2 = arith.addf %one, %1 fastmath<afn> : f32
  %3 = arith.divf %one, %2 fastmath<afn> {fusion.share_reciprocals} : f32
  %r = scf.if %c -> f32 {
    %4 = math.exp %x fastmath<afn> : f32
    %5 = arith.addf %one, %4 fastmath<afn> : f32
    %6 = arith.divf %one, %5 fastmath<afn> {fusion.share_reciprocals} : f32
    scf.yield %6 : f32
  } else {
    scf.yield %x : f32
  }
  return %3, %r : f32, f32
}

// -----

// Gelus like the others.
// CHECK-LABEL: func.func @gelus(
// CHECK-COUNT-2: llvm.nvvm.rcp.approx.ftz.f
func.func @gelus(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32, f32, f32) {
  %one = arith.constant 1.0 : f32
  %linear = arith.constant -1.59576912 : f32
  %cubic = arith.constant -0.0713548163 : f32
  %a0 = arith.mulf %a, %a fastmath<afn> : f32
  %a1 = math.fma %a0, %cubic, %linear fastmath<afn> : f32
  %a2 = arith.mulf %a, %a1 fastmath<afn> : f32
  %a3 = math.exp %a2 fastmath<afn> : f32
  %a4 = arith.addf %one, %a3 fastmath<afn> : f32
  %a5 = arith.divf %a, %a4 fastmath<afn> {fusion.share_reciprocals} : f32
  %b0 = arith.mulf %b, %b fastmath<afn> : f32
  %b1 = math.fma %b0, %cubic, %linear fastmath<afn> : f32
  %b2 = arith.mulf %b, %b1 fastmath<afn> : f32
  %b3 = math.exp %b2 fastmath<afn> : f32
  %b4 = arith.addf %one, %b3 fastmath<afn> : f32
  %b5 = arith.divf %b, %b4 fastmath<afn> {fusion.share_reciprocals} : f32
  %c0 = arith.mulf %c, %c fastmath<afn> : f32
  %c1 = math.fma %c0, %cubic, %linear fastmath<afn> : f32
  %c2 = arith.mulf %c, %c1 fastmath<afn> : f32
  %c3 = math.exp %c2 fastmath<afn> : f32
  %c4 = arith.addf %one, %c3 fastmath<afn> : f32
  %c5 = arith.divf %c, %c4 fastmath<afn> {fusion.share_reciprocals} : f32
  %d0 = arith.mulf %d, %d fastmath<afn> : f32
  %d1 = math.fma %d0, %cubic, %linear fastmath<afn> : f32
  %d2 = arith.mulf %d, %d1 fastmath<afn> : f32
  %d3 = math.exp %d2 fastmath<afn> : f32
  %d4 = arith.addf %one, %d3 fastmath<afn> : f32
  %d5 = arith.divf %d, %d4 fastmath<afn> {fusion.share_reciprocals} : f32
  return %a5, %b5, %c5, %d5 : f32, f32, f32, f32
}
