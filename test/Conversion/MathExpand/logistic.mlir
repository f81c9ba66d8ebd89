// RUN: fusion-opt %s --split-input-file --fusion-expand-math=target=nvptx | FileCheck %s
// RUN: fusion-opt %s --split-input-file --fusion-expand-math | FileCheck %s --check-prefix=GENERIC

// n / (1 + exp(-x)) becomes n e^-max(z, 0) / (1 + e^-|z|), from the square root of the exponential.
// CHECK-LABEL: func.func @silu(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: %[[A:.*]] = llvm.call_intrinsic "llvm.fabs.f32"(%[[X]])
// CHECK: %[[C:.*]] = arith.constant -0.72134751{{0?}} : f32
// CHECK: %[[T:.*]] = arith.mulf %[[A]], %[[C]]
// CHECK: %[[G:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz.f32"(%[[T]])
// CHECK: %[[D:.*]] = llvm.call_intrinsic "llvm.fma.f32"(%[[G]], %[[G]], %{{.*}})
// CHECK: %[[R:.*]] = llvm.call_intrinsic "llvm.nvvm.rcp.approx.ftz.f"(%[[D]])
// CHECK: %[[P:.*]] = arith.cmpf olt, %[[X]]
// CHECK: %[[N:.*]] = arith.mulf %[[X]], %[[G]]
// CHECK: %[[M:.*]] = arith.mulf %[[N]], %[[G]]
// CHECK: %[[S:.*]] = arith.select %[[P]], %[[M]], %[[X]]
// CHECK: %[[Y:.*]] = arith.mulf %[[S]], %[[R]]
// CHECK: return %[[Y]]
// GENERIC-LABEL: func.func @silu(
// GENERIC-NOT: math.exp
// GENERIC: arith.divf
func.func @silu(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %n = arith.negf %x : f32
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
