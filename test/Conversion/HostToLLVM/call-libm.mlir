// RUN: fusion-opt %s --fusion-call-libm | FileCheck %s

// STATS: (S) 2 num-replaced

// CHECK-DAG: func.func private @log1p(f64) -> f64
// CHECK-DAG: func.func private @expm1(f64) -> f64

// CHECK-LABEL: func.func @loses_accuracy
func.func @loses_accuracy(%x: f64) -> (f64, f64, f64) {
  // CHECK: call @log1p
  %0 = math.log1p %x : f64
  // CHECK: call @expm1
  %1 = math.expm1 %x : f64
  // CHECK: math.exp %
  %2 = math.exp %x : f64
  return %0, %1, %2 : f64, f64, f64
}
