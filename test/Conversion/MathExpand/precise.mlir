// RUN: fusion-opt %s --fusion-expand-math | FileCheck %s
// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s --check-prefix=NVPTX

// Without fast-math flags: the same polynomials on every target, no hardware approximation.

// CHECK-LABEL: func.func @exp(
// CHECK: math.fma
// CHECK: arith.bitcast %{{.*}} : i32 to f32
// CHECK-NOT: math.exp
// NVPTX-LABEL: func.func @exp(
// NVPTX-NOT: approx
// NVPTX: llvm.fma
// NVPTX-NOT: approx
// NVPTX: return
func.func @exp(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}

// CHECK-LABEL: func.func @tanh(
// CHECK-SAME: %[[X:.*]]: vector<8xf32>
// CHECK: %[[Y:.*]] = math.copysign %{{.*}}, %[[X]] : vector<8xf32>
// CHECK: return %[[Y]]
func.func @tanh(%x: vector<8xf32>) -> vector<8xf32> {
  %y = math.tanh %x : vector<8xf32>
  return %y : vector<8xf32>
}

// The exact z^2 of erfc(x / sqrt 2), for a product whose rounding does not matter.
// CHECK-LABEL: func.func @erfc_of_scaled(
// CHECK-SAME: %[[X:.*]]: f32
// CHECK: math.absf %[[X]]
// CHECK-LABEL: func.func @erfc_of_product(
// CHECK: %[[Z:.*]] = arith.mulf
// CHECK: math.absf %[[Z]]
func.func @erfc_of_scaled(%x: f32) -> f32 {
  %c = arith.constant -0.707106769 : f32
  %z = arith.mulf %x, %c fastmath<contract> : f32
  %y = math.erfc %z : f32
  return %y : f32
}
func.func @erfc_of_product(%x: f32) -> f32 {
  %c = arith.constant -0.707106769 : f32
  %z = arith.mulf %x, %c : f32
  %y = math.erfc %z : f32
  return %y : f32
}


// n erfc(z) as a whole: the factor goes into the tail before it is scaled down.
// CHECK-LABEL: func.func @scaled_erfc(
// CHECK-SAME: %[[X:.*]]: f32, %[[N:.*]]: f32
// CHECK-NOT: math.erfc
// CHECK: arith.mulf %{{.*}}, %[[N]]
// CHECK: arith.mulf %{{.*}}, %[[N]]
// CHECK: arith.select
// CHECK-NEXT: return
func.func @scaled_erfc(%x: f32, %n: f32) -> f32 {
  %e = math.erfc %x fastmath<contract> : f32
  %y = arith.mulf %n, %e fastmath<contract> : f32
  return %y : f32
}
