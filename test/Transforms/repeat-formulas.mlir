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

// Constant matrices whose two values stand on a band of diagonals are formulas of positions.
// CHECK-LABEL: @triangle
// CHECK: fusion.map() at(%[[I:.*]], %[[J:.*]]) : () -> tensor<3x4xi1>
// CHECK: %[[B:.*]] = arith.addi %[[I]], %c1
// CHECK: %[[C:.*]] = arith.cmpi sge, %[[J]], %[[B]]
// CHECK-NEXT: fusion.yield %[[C]]
func.func @triangle(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %low = arith.constant dense<-1.0e+09> : tensor<f32>
  %mask = arith.constant dense<[[false, true, true, true], [false, false, true, true], [false, false, false, true]]> : tensor<3x4xi1>
  %0 = fusion.select %mask, %low, %x : (tensor<3x4xi1>, tensor<f32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// CHECK-LABEL: @band
// CHECK: fusion.map() at(%{{.*}}, %{{.*}}, %[[I:.*]], %[[J:.*]]) : () -> tensor<1x1x3x3xf32>
// CHECK: %[[A:.*]] = arith.addi %[[I]], %c-1
// CHECK: arith.cmpi sge, %[[J]], %[[A]]
// CHECK: %[[B:.*]] = arith.addi %[[I]], %c0
// CHECK: arith.cmpi sle, %[[J]], %[[B]]
// CHECK: arith.select %{{.*}}, %cst{{.*}}, %cst
func.func @band(%x: tensor<2x2x3x3xf32>) -> tensor<2x2x3x3xf32> {
  %mask = arith.constant dense<[[[[0.0, -1.0, -1.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]]]]> : tensor<1x1x3x3xf32>
  %0 = fusion.add %x, %mask : (tensor<2x2x3x3xf32>, tensor<1x1x3x3xf32>) -> tensor<2x2x3x3xf32>
  return %0 : tensor<2x2x3x3xf32>
}

// One element differs; three values; two bands; what no elementwise operation reads.
// CHECK-LABEL: @others
// CHECK-NOT: fusion.map
func.func @others(%x: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %a = arith.constant dense<[[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]> : tensor<3x3xf32>
  %b = arith.constant dense<[[0.0, 1.0, 2.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>
  %c = arith.constant dense<[[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]> : tensor<3x3xf32>
  %d = arith.constant dense<[[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>
  %0 = fusion.add %x, %a : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = fusion.add %0, %b : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %2 = fusion.add %1, %c : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %2, %d : tensor<3x3xf32>, tensor<3x3xf32>
}
