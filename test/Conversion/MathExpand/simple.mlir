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

// CHECK-LABEL: func.func @integers(
// CHECK: "llvm.intr.abs"(%{{.*}}) <{is_int_min_poison = false}> : (i32) -> i32
// CHECK: "llvm.intr.ctlz"(%{{.*}}) <{is_zero_poison = false}> : (i8) -> i8
// CHECK: "llvm.intr.cttz"(%{{.*}}) <{is_zero_poison = false}> : (i64) -> i64
// CHECK: llvm.intr.ctpop(%{{.*}}) : (vector<4xi16>) -> vector<4xi16>
func.func @integers(%x: i32, %y: i8, %z: i64, %v: vector<4xi16>) -> (i32, i8, i64, vector<4xi16>) {
  %0 = math.absi %x : i32
  %1 = math.ctlz %y : i8
  %2 = math.cttz %z : i64
  %3 = math.ctpop %v : vector<4xi16>
  return %0, %1, %2, %3 : i32, i8, i64, vector<4xi16>
}

// An index has 64 bits: reflected padding takes its absolute value.
// CHECK-LABEL: func.func @indices(
// CHECK-SAME: %[[X:.*]]: index, %[[V:.*]]: vector<4xindex>
// CHECK: %[[N:.*]] = arith.index_cast %[[X]] : index to i64
// CHECK: %[[A:.*]] = "llvm.intr.abs"(%[[N]]) <{is_int_min_poison = false}> : (i64) -> i64
// CHECK: arith.index_cast %[[A]] : i64 to index
// CHECK: %[[W:.*]] = arith.index_cast %[[V]] : vector<4xindex> to vector<4xi64>
// CHECK: llvm.intr.ctpop(%[[W]]) : (vector<4xi64>) -> vector<4xi64>
func.func @indices(%x: index, %v: vector<4xindex>) -> (index, vector<4xindex>) {
  %0 = math.absi %x : index
  %1 = math.ctpop %v : vector<4xindex>
  return %0, %1 : index, vector<4xindex>
}

// CHECK-LABEL: func.func @tests(
// CHECK: arith.cmpf uno
// CHECK: arith.cmpf oeq
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf oge
// CHECK: arith.cmpf olt
func.func @tests(%x: f32, %y: f64) -> (i1, i1, i1, i1) {
  %0 = math.isnan %x : f32
  %1 = math.isinf %x : f32
  %2 = math.isfinite %x : f32
  %3 = math.isnormal %y : f64
  return %0, %1, %2, %3 : i1, i1, i1, i1
}

// CHECK-LABEL: func.func @conversions(
// CHECK: %[[ODD:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.truncf %[[ODD]] : f32 to bf16
func.func @conversions(%y: f64) -> bf16 {
  %0 = arith.truncf %y : f64 to bf16
  return %0 : bf16
}

// Integers of more bits than f32 has are rounded to odd there, so that the 16 bits are rounded once.
// CHECK-LABEL: func.func @integers_to_16_bits(
// CHECK: %[[WIDE:.*]] = arith.sitofp %{{.*}} : i32 to f64
// CHECK: arith.truncf %[[WIDE]] : f64 to f32
// CHECK: %[[ODD:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.truncf %[[ODD]] : f32 to bf16
// CHECK: arith.ori %{{.*}}, %{{.*}} : i64
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : i64
// CHECK: %[[FOLDED:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : i64
// CHECK: arith.uitofp %[[FOLDED]] : i64 to f64
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: %[[EXACT:.*]] = arith.sitofp %{{.*}} : i16 to f32
// CHECK: arith.truncf %[[EXACT]] : f32 to bf16
func.func @integers_to_16_bits(%x: i32, %y: i64, %z: i16) -> (bf16, f16, bf16) {
  %0 = arith.sitofp %x : i32 to bf16
  %1 = arith.uitofp %y : i64 to f16
  %2 = arith.sitofp %z : i16 to bf16
  return %0, %1, %2 : bf16, f16, bf16
}

// CHECK-LABEL: func.func @clamp(
// CHECK: arith.maximumf
// CHECK: arith.minimumf
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// A power of a truth value is itself, or true where the exponent is 0.
// CHECK-LABEL: func.func @power_of_truth_value(
// CHECK-SAME: %[[X:.*]]: i1, %[[N:.*]]: i1)
// CHECK-NEXT: %[[P:.*]] = arith.cmpi ule, %[[N]], %[[X]] : i1
// CHECK-NEXT: return %[[P]]
func.func @power_of_truth_value(%x: i1, %n: i1) -> i1 {
  %0 = math.ipowi %x, %n : i1
  return %0 : i1
}

// A truth value as a signed number is selected; an unsigned one is converted.
// CHECK-LABEL: func.func @signed_truth_value(
// CHECK-SAME: %[[X:.*]]: i1)
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1.000000e+00 : f32
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: arith.select %[[X]], %[[MINUS]], %[[ZERO]] : f32
// CHECK: arith.uitofp %[[X]] : i1 to f64
func.func @signed_truth_value(%x: i1) -> (f32, f64) {
  %0 = arith.sitofp %x : i1 to f32
  %1 = arith.uitofp %x : i1 to f64
  return %0, %1 : f32, f64
}
