// RUN: fusion-opt %s --fusion-expand-math | FileCheck %s --check-prefixes=CHECK,HOST
// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s --check-prefixes=CHECK,NVPTX

// A float out of an integer's range becomes the nearest integer, and NaN becomes 0.

// f32 holds both ends of i8. PTX limits to i32, and makes 0 of NaN.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %[[X:.*]]: f32)
// HOST: %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]] : f32
// HOST: %[[LEAST:.*]] = arith.constant -1.280000e+02 : f32
// HOST: arith.cmpf olt, %[[X]], %[[LEAST]] : f32
// HOST: %[[MOST:.*]] = arith.constant 1.270000e+02 : f32
// HOST: arith.cmpf ogt, %{{.*}}, %[[MOST]] : f32
// HOST: %[[LIMITED:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// HOST: %[[V:.*]] = arith.select %[[NAN]], %{{.*}}, %[[LIMITED]] : f32
// HOST: arith.fptosi %[[V]] : f32 to i8
// NVPTX: %[[I:.*]] = llvm.call_intrinsic "llvm.nvvm.f2i.rz"(%[[X]]) : (f32) -> i32
// NVPTX: %[[LOW:.*]] = arith.maxsi %[[I]], %{{.*}} : i32
// NVPTX: %[[V:.*]] = arith.minsi %[[LOW]], %{{.*}} : i32
// NVPTX: arith.trunci %[[V]] : i32 to i8
func.func @narrow(%x: f32) -> i8 {
  %0 = arith.fptosi %x : f32 to i8
  return %0 : i8
}

// f32 does not hold 2^31 - 1: the result is selected. PTX's own conversion is enough.
// CHECK-LABEL: func.func @wide(
// CHECK-SAME: %[[X:.*]]: f32)
// HOST: %[[I:.*]] = arith.fptosi %[[X]] : f32 to i32
// HOST: %[[END:.*]] = arith.constant 2.14748365E+9 : f32
// HOST: arith.cmpf oge, %[[X]], %[[END]] : f32
// HOST: arith.cmpf olt, %[[X]], %{{.*}} : f32
// HOST: arith.cmpf uno, %[[X]], %[[X]] : f32
// HOST: arith.select {{.*}} : i32
// NVPTX-NEXT: llvm.call_intrinsic "llvm.nvvm.f2i.rz"(%[[X]]) : (f32) -> i32
// NVPTX-NEXT: return
func.func @wide(%x: f32) -> i32 {
  %0 = arith.fptosi %x : f32 to i32
  return %0 : i32
}

// Without sign one comparison finds NaN and what is negative.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: %[[X:.*]]: f16)
// CHECK: %[[W:.*]] = arith.extf %[[X]] : f16 to f32
// HOST: arith.cmpf ogt, %[[W]], %{{.*}} : f32
// HOST: arith.select %{{.*}}, %[[W]], %{{.*}} : f32
// HOST: arith.cmpf ogt
// HOST-NOT: uno
// HOST: arith.fptoui %{{.*}} : f32 to i16
// NVPTX: llvm.call_intrinsic "llvm.nvvm.f2ui.rz"(%[[W]]) : (f32) -> i32
// NVPTX-NEXT: arith.constant 65535 : i32
// NVPTX-NEXT: arith.minui
func.func @unsigned(%x: f16) -> i16 {
  %0 = arith.fptoui %x : f16 to i16
  return %0 : i16
}

// PTX makes another number of NaN where one of the types has 64 bits.
// CHECK-LABEL: func.func @long(
// NVPTX: llvm.call_intrinsic "llvm.nvvm.f2ull.rz"
// NVPTX: arith.cmpf uno, %{{.*}} : f32
// NVPTX: arith.select {{.*}} : i64
// NVPTX: llvm.call_intrinsic "llvm.nvvm.d2i.rz"
// NVPTX: arith.cmpf uno, %{{.*}} : f64
// NVPTX: arith.select {{.*}} : i32
func.func @long(%x: f32, %y: f64) -> (i64, i32) {
  %0 = arith.fptoui %x : f32 to i64
  %1 = arith.fptosi %y : f64 to i32
  return %0, %1 : i64, i32
}

// Vectors are selected on both.
// CHECK-LABEL: func.func @vectors(
// CHECK: arith.fptosi %{{.*}} : vector<4xf32> to vector<4xi32>
// CHECK: arith.select {{.*}} : vector<4xi1>, vector<4xi32>
func.func @vectors(%x: vector<4xf32>) -> vector<4xi32> {
  %0 = arith.fptosi %x : vector<4xf32> to vector<4xi32>
  return %0 : vector<4xi32>
}

// One bit holds 0 and 1, or 0 and -1.
// CHECK-LABEL: func.func @one_bit(
// CHECK-SAME: %[[X:.*]]: f32)
// CHECK: arith.cmpf oge, %[[X]], %{{.*}} : f32
// CHECK: %[[MINUS:.*]] = arith.negf %[[X]] : f32
// CHECK: arith.cmpf oge, %[[MINUS]], %{{.*}} : f32
// CHECK-NOT: arith.fpto
func.func @one_bit(%x: f32) -> (i1, i1) {
  %0 = arith.fptoui %x : f32 to i1
  %1 = arith.fptosi %x : f32 to i1
  return %0, %1 : i1, i1
}
