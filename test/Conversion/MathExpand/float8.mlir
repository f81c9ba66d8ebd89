// RUN: fusion-opt %s --fusion-expand-float8 --split-input-file | FileCheck %s

// A conversion is made of operations on integers.
// CHECK-LABEL: @on_bits
// CHECK-NOT: arith.extf
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @on_bits(%x: f32, %y: vector<3xf8E5M2>) -> (f8E4M3FN, vector<3xf32>) {
  %0 = arith.truncf %x : f32 to f8E4M3FN
  %1 = arith.extf %y : vector<3xf8E5M2> to vector<3xf32>
  return %0, %1 : f8E4M3FN, vector<3xf32>
}

// -----

// Arithmetic is that of f32; what moves bytes is left.
// CHECK-LABEL: @computes
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: arith.cmpf olt, %{{.*}}, %{{.*}} : f32
// CHECK: arith.select %{{.*}} : f8E5M2
// CHECK: arith.fptosi %{{.*}} : f32 to i32
func.func @computes(%x: f8E5M2, %y: f8E5M2) -> (f8E5M2, i32) {
  %0 = arith.addf %x, %y : f8E5M2
  %1 = arith.cmpf olt, %0, %y : f8E5M2
  %2 = arith.select %1, %0, %y : f8E5M2
  %3 = arith.fptosi %2 : f8E5M2 to i32
  return %2, %3 : f8E5M2, i32
}

// -----

// f64 is rounded once: to odd in f32. What f32 holds goes through it.
// CHECK-LABEL: @other_widths
// CHECK-NOT: arith.extf %{{.*}} : f8
// CHECK-NOT: arith.truncf %{{.*}} to f8
// CHECK: return
func.func @other_widths(%x: f64, %y: f16, %z: f8E4M3FN) -> (f8E4M3FN, f8E5M2, bf16, f64) {
  %0 = arith.truncf %x : f64 to f8E4M3FN
  %1 = arith.truncf %y : f16 to f8E5M2
  %2 = arith.extf %z : f8E4M3FN to bf16
  %3 = arith.extf %z : f8E4M3FN to f64
  return %0, %1, %2, %3 : f8E4M3FN, f8E5M2, bf16, f64
}
