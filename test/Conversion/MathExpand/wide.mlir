// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s
// RUN: fusion-opt %s --fusion-expand-math | FileCheck %s --check-prefix=GENERIC

// Functions of f64 are arithmetic on NVPTX, scalars and vectors; the host has a library for them.

// CHECK-LABEL: func.func @scalars(
// CHECK-NOT: math.
// CHECK: return
// GENERIC-LABEL: func.func @scalars(
// GENERIC-COUNT-23: math.
func.func @scalars(%x: f64, %y: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = math.exp2 %0 : f64
  %2 = math.expm1 %1 : f64
  %3 = math.log %2 : f64
  %4 = math.log2 %3 : f64
  %5 = math.log10 %4 : f64
  %6 = math.log1p %5 : f64
  %7 = math.tanh %6 : f64
  %8 = math.sinh %7 : f64
  %9 = math.cosh %8 : f64
  %10 = math.asinh %9 : f64
  %11 = math.acosh %10 : f64
  %12 = math.atanh %11 : f64
  %13 = math.sin %12 : f64
  %14 = math.cos %13 : f64
  %15 = math.tan %14 : f64
  %16 = math.asin %15 : f64
  %17 = math.acos %16 : f64
  %18 = math.atan %17 : f64
  %19 = math.erf %18 : f64
  %20 = math.cbrt %19 : f64
  %21 = math.powf %20, %y : f64
  %22 = math.atan2 %21, %y : f64
  return %22 : f64
}

// CHECK-LABEL: func.func @roots(
// CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.rn.d"
// CHECK: llvm.call_intrinsic "llvm.nvvm.sqrt.rn.d"
// CHECK: arith.divf
// CHECK-NOT: math.
func.func @roots(%x: f64) -> f64 {
  %0 = math.sqrt %x : f64
  %1 = math.rsqrt %0 : f64
  return %1 : f64
}

// CHECK-LABEL: func.func @vectors(
// CHECK-NOT: math.
// CHECK: return
func.func @vectors(%x: vector<2xf64>, %n: vector<2xi32>) -> vector<2xf64> {
  %0 = math.erfc %x : vector<2xf64>
  %1 = math.fpowi %0, %n : vector<2xf64>, vector<2xi32>
  return %1 : vector<2xf64>
}

// math.sincos is both, of every type.
// CHECK-LABEL: func.func @sincos(
// CHECK-NOT: math.
// CHECK: return
func.func @sincos(%x: f32, %y: f64) -> (f32, f32, f64, f64) {
  %0, %1 = math.sincos %x : f32
  %2, %3 = math.sincos %y : f64
  return %0, %1, %2, %3 : f32, f32, f64, f64
}
