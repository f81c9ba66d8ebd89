// RUN: fusion-opt %s --fusion-expand-float8 --split-input-file | FileCheck %s --check-prefixes=CHECK,BITS
// RUN: fusion-opt %s --fusion-expand-float8=target=nvptx --split-input-file | FileCheck %s --check-prefixes=CHECK,HARDWARE

// Without instructions a conversion is made of operations on integers.
module attributes {fusion.target = #fusion.target<"sm_80">} {
  // CHECK-LABEL: @on_bits
  // CHECK-NOT: arith.extf
  // CHECK-NOT: arith.truncf
  // CHECK-NOT: call_intrinsic
  func.func @on_bits(%x: f32, %y: f8E5M2) -> (f8E4M3FN, f32) {
    %0 = arith.truncf %x : f32 to f8E4M3FN
    %1 = arith.extf %y : f8E5M2 to f32
    return %0, %1 : f8E4M3FN, f32
  }
}

// -----

module attributes {fusion.target = #fusion.target<"sm_90a">} {
  // Overflow is put right where the operand may overflow.
  // CHECK-LABEL: @narrows
  // HARDWARE: arith.cmpf ogt
  // HARDWARE: %[[P:.*]] = llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"
  // HARDWARE: arith.trunci %[[P]] : i16 to i8
  // HARDWARE: arith.cmpf oge
  // HARDWARE: llvm.call_intrinsic "llvm.nvvm.ff.to.e5m2x2.rn"
  // HARDWARE: arith.addi
  // BITS-NOT: call_intrinsic
  func.func @narrows(%x: f32) -> (f8E4M3FN, f8E5M2) {
    %0 = arith.truncf %x : f32 to f8E4M3FN
    %1 = arith.truncf %x : f32 to f8E5M2
    return %0, %1 : f8E4M3FN, f8E5M2
  }

  // The limits of a cast that saturates are those of the instruction. A pair takes one.
  // CHECK-LABEL: @saturates
  // HARDWARE-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32)
  // HARDWARE-NOT: cmpf
  // HARDWARE: llvm.call_intrinsic "llvm.nvvm.ff.to.e4m3x2.rn"(%[[Y]], %[[X]])
  // HARDWARE-NOT: call_intrinsic
  // HARDWARE: return
  func.func @saturates(%x: f32, %y: f32) -> vector<2xf8E4M3FN> {
    %high = arith.constant 448.0 : f32
    %low = arith.constant -448.0 : f32
    %0 = arith.maximumf %x, %low : f32
    %1 = arith.minimumf %0, %high : f32
    %2 = arith.maximumf %y, %low : f32
    %3 = arith.minimumf %2, %high : f32
    %4 = vector.from_elements %1, %3 : vector<2xf32>
    %5 = arith.truncf %4 : vector<2xf32> to vector<2xf8E4M3FN>
    return %5 : vector<2xf8E4M3FN>
  }

  // Smaller limits stay, and are enough.
  // CHECK-LABEL: @is_limited
  // HARDWARE: arith.minimumf
  // HARDWARE-NOT: cmpf
  // HARDWARE: return
  func.func @is_limited(%x: f32) -> f8E4M3FN {
    %high = arith.constant 6.0 : f32
    %low = arith.constant 0.0 : f32
    %0 = arith.maximumf %x, %low : f32
    %1 = arith.minimumf %0, %high : f32
    %2 = arith.truncf %1 : f32 to f8E4M3FN
    return %2 : f8E4M3FN
  }

  // CHECK-LABEL: @widens
  // HARDWARE: llvm.call_intrinsic "llvm.nvvm.e5m2x2.to.f16x2.rn"
  // HARDWARE-NOT: call_intrinsic
  // HARDWARE: return
  func.func @widens(%x: vector<2xf8E5M2>) -> vector<2xf32> {
    %0 = arith.extf %x : vector<2xf8E5M2> to vector<2xf32>
    return %0 : vector<2xf32>
  }
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
