// The remainder of floats is C's fmod: on NVPTX a loop that divides digits, in the integers of the float's width.

// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s
// RUN: fusion-opt %s --fusion-expand-math | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: @of_f32
// CHECK: scf.while {{.*}} : (i32, i32) -> (i32, i32)
// CHECK: arith.remui {{.*}} : i32
// CHECK-NOT: arith.remf
// GENERIC-LABEL: @of_f32
// GENERIC: arith.remf
func.func @of_f32(%x: f32, %y: f32) -> f32 {
  %0 = arith.remf %x, %y : f32
  return %0 : f32
}

// CHECK-LABEL: @of_f64
// CHECK: arith.remui {{.*}} : i64
func.func @of_f64(%x: f64, %y: f64) -> f64 {
  %0 = arith.remf %x, %y : f64
  return %0 : f64
}

// CHECK-LABEL: @widens_bf16
// CHECK: arith.extf {{.*}} : bf16 to f32
// CHECK: arith.remui {{.*}} : i32
// CHECK: arith.truncf {{.*}} : f32 to bf16
func.func @widens_bf16(%x: bf16, %y: bf16) -> bf16 {
  %0 = arith.remf %x, %y : bf16
  return %0 : bf16
}

// CHECK-LABEL: @element_by_element
// CHECK-COUNT-2: scf.while
// CHECK: vector.from_elements
func.func @element_by_element(%x: vector<2xf32>, %y: vector<2xf32>) -> vector<2xf32> {
  %0 = arith.remf %x, %y : vector<2xf32>
  return %0 : vector<2xf32>
}
