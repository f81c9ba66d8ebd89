// RUN: fusion-opt %s --fusion-expand-math | FileCheck %s
// RUN: fusion-opt %s --fusion-expand-math=target=nvptx | FileCheck %s

// Integer division has a result for every operand.

// A quotient by zero is all ones, and the least number divided by -1 is itself.
// CHECK-LABEL: func.func @signed_quotient(
// CHECK-SAME: %[[X:.*]]: i32, %[[Y:.*]]: i32)
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[Y]], %{{.*}} : i32
// CHECK: %[[MINUS:.*]] = arith.cmpi eq, %[[Y]], %{{.*}} : i32
// CHECK: %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK: %[[IS_LEAST:.*]] = arith.cmpi eq, %[[X]], %[[LEAST]] : i32
// CHECK: %[[OVERFLOWS:.*]] = arith.andi %[[MINUS]], %[[IS_LEAST]]
// CHECK: %[[UNUSUAL:.*]] = arith.ori %[[ZERO]], %[[OVERFLOWS]]
// CHECK: %[[ONE:.*]] = arith.constant 1 : i32
// CHECK: %[[D:.*]] = arith.select %[[UNUSUAL]], %[[ONE]], %[[Y]] : i32
// CHECK: %[[Q:.*]] = arith.divsi %[[X]], %[[D]] : i32
// CHECK: %[[ONES:.*]] = arith.constant -1 : i32
// CHECK: arith.select %[[ZERO]], %[[ONES]], %[[Q]] : i32
func.func @signed_quotient(%x: i32, %y: i32) -> i32 {
  %0 = arith.divsi %x, %y : i32
  return %0 : i32
}

// A remainder by zero is the dividend; one by -1 is 0, also of the least number.
// CHECK-LABEL: func.func @signed_remainder(
// CHECK-SAME: %[[X:.*]]: vector<4xi8>, %[[Y:.*]]: vector<4xi8>)
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[Y]]
// CHECK: %[[MINUS:.*]] = arith.cmpi eq, %[[Y]]
// CHECK: %[[UNUSUAL:.*]] = arith.ori %[[ZERO]], %[[MINUS]]
// CHECK: %[[D:.*]] = arith.select %[[UNUSUAL]], %{{.*}}, %[[Y]]
// CHECK: %[[R:.*]] = arith.remsi %[[X]], %[[D]]
// CHECK: arith.select %[[ZERO]], %[[X]], %[[R]]
func.func @signed_remainder(%x: vector<4xi8>, %y: vector<4xi8>) -> vector<4xi8> {
  %0 = arith.remsi %x, %y : vector<4xi8>
  return %0 : vector<4xi8>
}

// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: %[[X:.*]]: index, %[[Y:.*]]: index)
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[Y]]
// CHECK: %[[D:.*]] = arith.select %[[ZERO]], %{{.*}}, %[[Y]] : index
// CHECK: arith.ceildivui %[[X]], %[[D]] : index
func.func @unsigned(%x: index, %y: index) -> index {
  %0 = arith.ceildivui %x, %y : index
  return %0 : index
}

// No divisor of one bit is usual: 1 is -1.
// CHECK-LABEL: func.func @bits(
// CHECK-NOT: divsi
// CHECK-NOT: remsi
// CHECK: return
func.func @bits(%x: i1, %y: i1) -> (i1, i1) {
  %0 = arith.divsi %x, %y : i1
  %1 = arith.remsi %x, %y : i1
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func.func @constants(
// CHECK-NOT: select
// CHECK: arith.divsi
// CHECK-NOT: select
// CHECK: arith.remui
// CHECK-NOT: select
// CHECK: return
func.func @constants(%x: i32) -> (i32, i32) {
  %three = arith.constant 3 : i32
  %minus = arith.constant -1 : i32
  %0 = arith.divsi %x, %three : i32
  %1 = arith.remui %x, %minus : i32
  return %0, %1 : i32, i32
}
