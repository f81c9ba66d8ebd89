// RUN: fusion-opt %s --fusion-lower-math | FileCheck %s

// STATS: (S) 2 num-replaced

// Accuracy before intrinsics, and libm for what LLVM has no intrinsic of.

// CHECK-DAG: func.func private @log1p(f64) -> f64
// CHECK-DAG: func.func private @expm1(f64) -> f64
// CHECK-DAG: func.func private @cbrt(f64) -> f64

// CHECK-LABEL: func.func @functions
func.func @functions(%x: f64) -> (f64, f64, f64, f64) {
  // CHECK: call @log1p
  %0 = math.log1p %x : f64
  // CHECK: call @cbrt
  %1 = math.cbrt %x : f64
  // CHECK: llvm.intr.exp
  %2 = math.exp %x : f64
  // CHECK: call @expm1
  %3 = math.expm1 %x : f64
  return %0, %1, %2, %3 : f64, f64, f64, f64
}

// A module's own function of such a name is another, after fusion-emit-module, which renames it. One without math stays.

// CHECK-LABEL: func.func @none
// CHECK: arith.addf
func.func @none(%x: f64) -> f64 {
  %0 = arith.addf %x, %x : f64
  return %0 : f64
}
