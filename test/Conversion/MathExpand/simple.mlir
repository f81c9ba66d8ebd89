// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s

// Upstream's GPU lowering would call libdevice for these.

// CHECK-LABEL: func.func @intrinsics(
// CHECK: llvm.call_intrinsic "llvm.fabs.f32"
// CHECK: llvm.call_intrinsic "llvm.floor.f32"
// CHECK: llvm.call_intrinsic "llvm.ceil.f32"
// CHECK: llvm.call_intrinsic "llvm.trunc.f32"
// CHECK: llvm.call_intrinsic "llvm.roundeven.f32"
// CHECK: llvm.call_intrinsic "llvm.copysign.f32"
// CHECK: llvm.call_intrinsic "llvm.fma.v4f32"
// CHECK-NOT: math.
func.func @intrinsics(%x: f32, %v: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = math.absf %x : f32
  %1 = math.floor %0 : f32
  %2 = math.ceil %1 : f32
  %3 = math.trunc %2 : f32
  %4 = math.roundeven %3 : f32
  %5 = math.copysign %4, %x : f32
  %6 = math.fma %v, %v, %v : vector<4xf32>
  return %5, %6 : f32, vector<4xf32>
}

// CHECK-LABEL: func.func @tests(
// CHECK: arith.cmpf uno
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf olt
func.func @tests(%x: f32) -> (i1, i1, i1) {
  %0 = math.isnan %x : f32
  %1 = math.isinf %x : f32
  %2 = math.isfinite %x : f32
  return %0, %1, %2 : i1, i1, i1
}

// CHECK-LABEL: func.func @clamp(
// CHECK: arith.maximumf
// CHECK: arith.minimumf
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}
