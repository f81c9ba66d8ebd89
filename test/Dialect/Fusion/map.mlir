// Canonical maps read each operand once, and none that they do not need.
// RUN: fusion-opt %s --canonicalize | FileCheck %s
// RUN: fusion-opt %s | fusion-opt | fusion-opt --canonicalize | FileCheck %s

// CHECK-LABEL: @once
// CHECK: fusion.map(%[[A:.*]] = %arg0) : (tensor<8xi32>) -> tensor<8xi32>
// CHECK: arith.muli %[[A]], %[[A]] : i32
func.func @once(%x: tensor<8xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %0 = fusion.map(%a = %x, %b = %x, %c = %y) tables(%t = %y) at(%i) : (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32> {
    %1 = arith.muli %a, %b : i32
    fusion.yield %1 : i32
  }
  return %0 : tensor<8xi32>
}

// What gives a size alone stays.
// CHECK-LABEL: @size
// CHECK: fusion.map(%{{.*}} = %arg0) at(%[[I:.*]]) : (tensor<?xf32>) -> tensor<?xi64>
func.func @size(%x: tensor<?xf32>) -> tensor<?xi64> {
  %0 = fusion.map(%a = %x) at(%i) : (tensor<?xf32>) -> tensor<?xi64> {
    %1 = arith.index_cast %i : index to i64
    fusion.yield %1 : i64
  }
  return %0 : tensor<?xi64>
}

// The position along one element is 0.
// CHECK-LABEL: @unit
// CHECK: fusion.map() at(%{{.*}}, %[[J:.*]]) : () -> tensor<1x8xi64>
// CHECK-NEXT: arith.index_cast %[[J]]
func.func @unit() -> tensor<1x8xi64> {
  %0 = fusion.map() at(%i, %j) : () -> tensor<1x8xi64> {
    %1 = arith.addi %i, %j : index
    %2 = arith.index_cast %1 : index to i64
    fusion.yield %2 : i64
  }
  return %0 : tensor<1x8xi64>
}
