// RUN: fusion-opt %s --fusion-expand-math | FileCheck %s
// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s --check-prefixes=CHECK,NVPTX

// A shift by the width or more shifts all bits out.

// CHECK-LABEL: func.func @left(
// CHECK-SAME: %[[X:.*]]: i32, %[[N:.*]]: i32)
// CHECK: %[[S:.*]] = arith.shli %[[X]], %[[N]] : i32
// CHECK: %[[WIDTH:.*]] = arith.constant 32 : i32
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[N]], %[[WIDTH]] : i32
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK: %[[Y:.*]] = arith.select %[[INSIDE]], %[[S]], %[[ZERO]] : i32
// CHECK: return %[[Y]]
func.func @left(%x: i32, %n: i32) -> i32 {
  %0 = arith.shli %x, %n : i32
  return %0 : i32
}

// LLVM 22 makes a shift by the lower half of an amount of 64 bits, and no selection, unless the amount is limited.
// CHECK-LABEL: func.func @right(
// NVPTX: arith.minui
// CHECK: arith.shrui %{{.*}} : vector<4xindex>
// CHECK: arith.constant dense<64> : vector<4xindex>
// CHECK: arith.cmpi ult
// CHECK: arith.select
func.func @right(%x: vector<4xindex>, %n: vector<4xindex>) -> vector<4xindex> {
  %0 = arith.shrui %x, %n : vector<4xindex>
  return %0 : vector<4xindex>
}

// What an arithmetic shift leaves is the sign.
// CHECK-LABEL: func.func @arithmetic(
// CHECK-SAME: %[[X:.*]]: i8, %[[N:.*]]: i8)
// CHECK: %[[LAST:.*]] = arith.constant 7 : i8
// CHECK: %[[LIMITED:.*]] = arith.minui %[[N]], %[[LAST]] : i8
// CHECK: arith.shrsi %[[X]], %[[LIMITED]] : i8
func.func @arithmetic(%x: i8, %n: i8) -> i8 {
  %0 = arith.shrsi %x, %n : i8
  return %0 : i8
}

// One bit is shifted by 0 alone.
// CHECK-LABEL: func.func @one_bit(
// CHECK-SAME: %[[X:.*]]: i1, %[[N:.*]]: i1)
// CHECK: %[[FALSE:.*]] = arith.constant false
// CHECK: %[[Y:.*]] = arith.select %[[N]], %[[FALSE]], %[[X]] : i1
// CHECK: return %[[Y]]
func.func @one_bit(%x: i1, %n: i1) -> i1 {
  %0 = arith.shli %x, %n : i1
  return %0 : i1
}

// CHECK-LABEL: func.func @constants_below_the_width_stay(
// CHECK-NOT: arith.select
// CHECK: return
func.func @constants_below_the_width_stay(%x: i32, %v: vector<2xi32>) -> (i32, i32, vector<2xi32>) {
  %31 = arith.constant 31 : i32
  %amounts = arith.constant dense<[0, 31]> : vector<2xi32>
  %0 = arith.shrui %x, %31 : i32
  %1 = arith.shrsi %0, %31 : i32
  %2 = arith.shli %v, %amounts : vector<2xi32>
  return %0, %1, %2 : i32, i32, vector<2xi32>
}

// CHECK-LABEL: func.func @constants_of_the_width(
// CHECK: arith.select
func.func @constants_of_the_width(%v: vector<2xi32>) -> vector<2xi32> {
  %amounts = arith.constant dense<[0, 32]> : vector<2xi32>
  %0 = arith.shli %v, %amounts : vector<2xi32>
  return %0 : vector<2xi32>
}
