// Each elementwise reader of a cheap formula of positions computes it.
// RUN: fusion-opt %s --fusion-repeat-formulas | FileCheck %s

// CHECK-LABEL: @two_readers
// CHECK: %[[A:.*]] = fusion.map() at
// CHECK: fusion.select %[[A]]
// CHECK: %[[B:.*]] = fusion.map() at
// CHECK: fusion.select %[[B]]
func.func @two_readers(%x: tensor<2x8x8xf32>, %y: tensor<2x8x8xf32>) -> (tensor<2x8x8xf32>, tensor<2x8x8xf32>) {
  %low = arith.constant dense<-1.0e+09> : tensor<f32>
  %mask = fusion.map() at(%i, %j) : () -> tensor<8x8xi1> {
    %0 = arith.cmpi ugt, %j, %i : index
    fusion.yield %0 : i1
  }
  %0 = fusion.select %mask, %low, %x : (tensor<8x8xi1>, tensor<f32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %1 = fusion.select %mask, %low, %y : (tensor<8x8xi1>, tensor<f32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  return %0, %1 : tensor<2x8x8xf32>, tensor<2x8x8xf32>
}

// What is returned stays for that; what reads memory, or costs more, is no formula.
// CHECK-LABEL: @stored
// CHECK-COUNT-4: fusion.map
// CHECK-NOT: fusion.map
func.func @stored(%x: tensor<8xf32>, %n: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %p = fusion.map() at(%i) : () -> tensor<8xf32> {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    fusion.yield %1 : f32
  }
  %m = fusion.map(%a = %n) : (tensor<8xi32>) -> tensor<8xf32> {
    %0 = arith.uitofp %a : i32 to f32
    fusion.yield %0 : f32
  }
  %q = fusion.map() at(%i) : () -> tensor<8xf32> {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.remui %0, %0 : i32
    %2 = arith.sitofp %1 : i32 to f32
    fusion.yield %2 : f32
  }
  %0 = fusion.add %x, %p : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %1 = fusion.add %x, %m : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %2 = fusion.mul %x, %m : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = fusion.add %x, %q : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %p, %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
