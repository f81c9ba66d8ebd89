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

// A formula whose elements are moved is one of where they are, whoever else reads it: a mask as transformers writes it,
// of one row of positions that becomes two, repeated for each sequence and moved again.
// CHECK-LABEL: @moved
// CHECK: %[[A:.*]] = fusion.map() at(%[[I:.*]], %{{.*}}, %[[J:.*]], %[[K:.*]]) : () -> tensor<2x1x8x8xf32>
// CHECK-DAG: %[[L:.*]] = arith.index_cast %[[K]] : index to i64
// CHECK-DAG: %[[M:.*]] = arith.index_cast %[[J]] : index to i64
// CHECK: arith.cmpi sle, %[[L]], %[[M]]
// CHECK: fusion.add %{{.*}}, %[[A]]
// CHECK: %[[B:.*]] = fusion.map() at
// CHECK: fusion.add %{{.*}}, %[[B]]
func.func @moved(%x: tensor<2x3x8x8xf32>, %y: tensor<2x3x8x8xf32>) -> (tensor<2x3x8x8xf32>, tensor<2x3x8x8xf32>) {
  %low = arith.constant dense<-1.0e+09> : tensor<f32>
  %none = arith.constant dense<0.0> : tensor<f32>
  %positions = fusion.map() at(%i) : () -> tensor<8xi64> {
    %0 = arith.index_cast %i : index to i64
    fusion.yield %0 : i64
  }
  %rows = tensor.expand_shape %positions [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
  %one = fusion.map(%a = %positions, %b = %rows) : (tensor<8xi64>, tensor<8x1xi64>) -> tensor<8x8xi1> {
    %0 = arith.cmpi sle, %a, %b : i64
    fusion.yield %0 : i1
  }
  %empty = tensor.empty() : tensor<2x8x8xi1>
  %all = linalg.broadcast ins(%one : tensor<8x8xi1>) outs(%empty : tensor<2x8x8xi1>) dimensions = [0]
  %bias = fusion.select %all, %none, %low : (tensor<2x8x8xi1>, tensor<f32>, tensor<f32>) -> tensor<2x8x8xf32>
  %mask = tensor.expand_shape %bias [[0, 1], [2], [3]] output_shape [2, 1, 8, 8] : tensor<2x8x8xf32> into tensor<2x1x8x8xf32>
  %0 = fusion.add %x, %mask : (tensor<2x3x8x8xf32>, tensor<2x1x8x8xf32>) -> tensor<2x3x8x8xf32>
  %1 = fusion.add %y, %mask : (tensor<2x3x8x8xf32>, tensor<2x1x8x8xf32>) -> tensor<2x3x8x8xf32>
  return %0, %1 : tensor<2x3x8x8xf32>, tensor<2x3x8x8xf32>
}

// A transposition that is returned is no formula's, but stored.
// CHECK-LABEL: @moved_and_returned
// CHECK: linalg.transpose
func.func @moved_and_returned() -> tensor<4x3xi64> {
  %m = fusion.map() at(%i, %j) : () -> tensor<3x4xi64> {
    %0 = arith.index_cast %j : index to i64
    fusion.yield %0 : i64
  }
  %empty = tensor.empty() : tensor<4x3xi64>
  %0 = linalg.transpose ins(%m : tensor<3x4xi64>) outs(%empty : tensor<4x3xi64>) permutation = [1, 0]
  return %0 : tensor<4x3xi64>
}

// What a formula reads in several ways counts once, and is computed once where its elements are moved: a window that
// slides, with offsets of zero and a mask of ones, as transformers writes it.
// CHECK-LABEL: @sliding_window
// CHECK: fusion.map() at({{.*}}) : () -> tensor<1x32x32xbf16>
// CHECK-COUNT-2: arith.index_cast
// CHECK-NOT: arith.index_cast
// CHECK-NOT: arith.addi
// CHECK: arith.subi
// CHECK: arith.cmpi sgt
// CHECK-NEXT: arith.cmpi sle
// CHECK-NEXT: arith.andi
// CHECK-NEXT: arith.select
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: fusion.yield
func.func @sliding_window(%x: tensor<2x32x32xbf16>) -> tensor<2x32x32xbf16> {
  %low = arith.constant dense<0xFF80> : tensor<bf16>
  %none = arith.constant dense<0.0> : tensor<bf16>
  %zero = arith.constant dense<0> : tensor<i64>
  %eight = arith.constant dense<8> : tensor<i64>
  %true = arith.constant dense<true> : tensor<i1>
  %iota = fusion.map() at(%i) : () -> tensor<32xi64> {
    %0 = arith.index_cast %i : index to i64
    fusion.yield %0 : i64
  }
  %keys = fusion.map(%a = %iota, %b = %zero) : (tensor<32xi64>, tensor<i64>) -> tensor<32xi64> {
    %0 = arith.addi %a, %b : i64
    fusion.yield %0 : i64
  }
  %rows = tensor.expand_shape %keys [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
  %first = fusion.map(%a = %rows, %b = %eight) : (tensor<32x1xi64>, tensor<i64>) -> tensor<32x1xi64> {
    %0 = arith.subi %a, %b : i64
    fusion.yield %0 : i64
  }
  %near = fusion.map(%a = %keys, %b = %first) : (tensor<32xi64>, tensor<32x1xi64>) -> tensor<32x32xi1> {
    %0 = arith.cmpi sgt, %a, %b : i64
    fusion.yield %0 : i1
  }
  %ones = fusion.map(%a = %true, %b = %near) : (tensor<i1>, tensor<32x32xi1>) -> tensor<32x32xi1> {
    %0 = arith.andi %a, %b : i1
    fusion.yield %0 : i1
  }
  %past = fusion.map(%a = %keys, %b = %rows) : (tensor<32xi64>, tensor<32x1xi64>) -> tensor<32x32xi1> {
    %0 = arith.cmpi sle, %a, %b : i64
    fusion.yield %0 : i1
  }
  %both = fusion.map(%a = %ones, %b = %past) : (tensor<32x32xi1>, tensor<32x32xi1>) -> tensor<32x32xi1> {
    %0 = arith.andi %a, %b : i1
    fusion.yield %0 : i1
  }
  %bias = fusion.select %both, %none, %low : (tensor<32x32xi1>, tensor<bf16>, tensor<bf16>) -> tensor<32x32xbf16>
  %mask = tensor.expand_shape %bias [[0, 1], [2]] output_shape [1, 32, 32] : tensor<32x32xbf16> into tensor<1x32x32xbf16>
  %0 = fusion.add %x, %mask : (tensor<2x32x32xbf16>, tensor<1x32x32xbf16>) -> tensor<2x32x32xbf16>
  return %0 : tensor<2x32x32xbf16>
}
