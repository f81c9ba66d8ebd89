// RUN: fusion-opt %s --fusion-propagate-layout --split-input-file | FileCheck %s

// What experts give is multiplied by their weights behind the gather that puts tokens in order: neither the products
// nor anything else of all tokens is stored for it.
// CHECK-LABEL: func @weighted
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<8x4xbf16>, %[[W:[a-z0-9]+]]: tensor<8x1xbf16>
// CHECK: %[[G:.*]] = fusion.map({{.*}}) tables(%[[TX:.*]] = %[[X]]) at(%{{.*}}, %[[Q:.*]]) :
// CHECK: fusion.lookup %[[TX]][%{{.*}}, %[[Q]]]
// CHECK: %[[V:.*]] = fusion.map({{.*}}) tables(%[[TW:.*]] = %[[W]]) {{.*}} -> tensor<8x4xbf16>
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: fusion.lookup %[[TW]][%{{.*}}, %[[C0]]]
// CHECK: fusion.mul %[[G]], %[[V]]
func.func @weighted(%x: tensor<8x4xbf16>, %w: tensor<8x1xbf16>, %i: tensor<8x1xi64>) -> tensor<8x4xbf16> {
  %t = fusion.mul %x, %w : (tensor<8x4xbf16>, tensor<8x1xbf16>) -> tensor<8x4xbf16>
  %0 = fusion.map(%k = %i) tables(%t0 = %t) at(%p, %q) : (tensor<8x1xi64>, tensor<8x4xbf16>) -> tensor<8x4xbf16> {
    %r = arith.index_cast %k : i64 to index
    %v = fusion.lookup %t0[%r, %q] : tensor<8x4xbf16>
    fusion.yield %v : bf16
  }
  return %0 : tensor<8x4xbf16>
}

// -----

// Several operations, a row that is repeated, and a number; the gather gives fewer dimensions than the table has.
// CHECK-LABEL: func @several
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<2x8x4xbf16>, %[[R:[a-z0-9]+]]: tensor<4xf32>
// CHECK: fusion.map({{.*}}) tables(%{{.*}} = %[[X]]) {{.*}} -> tensor<3x4xbf16>
// CHECK: fusion.cast {{.*}} : tensor<3x4xbf16> to tensor<3x4xf32>
// CHECK: fusion.map({{.*}}) tables(%[[T:.*]] = %[[R]]) at(%{{.*}}, %[[Q:[a-z0-9]+]]) : {{.*}} -> tensor<3x4xf32>
// CHECK: fusion.lookup %[[T]][%[[Q]]] : tensor<4xf32>
// CHECK: fusion.add {{.*}} -> tensor<3x4xf32>
// CHECK: fusion.mul {{.*}} : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
func.func @several(%x: tensor<2x8x4xbf16>, %r: tensor<4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {
  %two = arith.constant dense<2.0> : tensor<f32>
  %c = fusion.cast %x : tensor<2x8x4xbf16> to tensor<2x8x4xf32>
  %a = fusion.add %c, %r : (tensor<2x8x4xf32>, tensor<4xf32>) -> tensor<2x8x4xf32>
  %t = fusion.mul %a, %two : (tensor<2x8x4xf32>, tensor<f32>) -> tensor<2x8x4xf32>
  %0 = fusion.map(%k = %i) tables(%t0 = %t) at(%p, %q) : (tensor<3x1xi32>, tensor<2x8x4xf32>) -> tensor<3x4xf32> {
    %one = arith.constant 1 : index
    %j = arith.index_cast %k : i32 to index
    %v = fusion.lookup %t0[%one, %j, %q] : tensor<2x8x4xf32>
    fusion.yield %v : f32
  }
  return %0 : tensor<3x4xf32>
}

// -----

// Not where it would be computed of more elements, where something else reads the table, where other values are looked
// up under a condition, where a product's kernel computes the table, and where constants alone do, once.
// CHECK-LABEL: func @stays
// CHECK: %[[A:.*]] = fusion.exp {{.*}} : tensor<2x4xf32>
// CHECK: tables(%{{.*}} = %[[A]])
// CHECK: %[[B:.*]] = fusion.exp {{.*}} : tensor<8x4xf32>
// CHECK: tables(%{{.*}} = %[[B]])
// CHECK: %[[C:.*]] = fusion.neg {{.*}} : tensor<8x4xf32>
// CHECK: tables(%{{.*}} = %[[C]])
// CHECK: %[[P:.*]] = fusion.matmul
// CHECK: %[[D:.*]] = fusion.tanh %[[P]] : tensor<8x4xf32>
// CHECK: tables(%{{.*}} = %[[D]])
// CHECK: %[[E:.*]] = fusion.tanh %{{.*}} : tensor<9x4xf32>
// CHECK: tables(%{{.*}} = %[[E]])
func.func @stays(%s: tensor<2x4xf32>, %x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %c: tensor<9x4xf32> {fusion.constant},
                 %i: tensor<8x1xi64>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %a = fusion.exp %s : tensor<2x4xf32>
  %0 = fusion.map(%k = %i) tables(%t0 = %a) at(%p, %q) : (tensor<8x1xi64>, tensor<2x4xf32>) -> tensor<8x4xf32> {
    %r = arith.index_cast %k : i64 to index
    %v = fusion.lookup %t0[%r, %q] : tensor<2x4xf32>
    fusion.yield %v : f32
  }
  %b = fusion.exp %x : tensor<8x4xf32>
  %1 = fusion.map(%k = %i) tables(%t0 = %b) at(%p, %q) : (tensor<8x1xi64>, tensor<8x4xf32>) -> tensor<8x4xf32> {
    %r = arith.index_cast %k : i64 to index
    %v = fusion.lookup %t0[%r, %q] : tensor<8x4xf32>
    fusion.yield %v : f32
  }
  %n = fusion.neg %x : tensor<8x4xf32>
  %2 = fusion.map(%k = %i) tables(%t0 = %n) at(%p, %q) : (tensor<8x1xi64>, tensor<8x4xf32>) -> tensor<8x4xf32> {
    %r = arith.index_cast %k : i64 to index
    %four = arith.constant 4 : index
    %low = arith.cmpi ult, %r, %four : index
    %v = fusion.lookup %t0[%r, %q] if %low : tensor<8x4xf32>
    fusion.yield %v : f32
  }
  %m = fusion.matmul %x, %w : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %d = fusion.tanh %m : tensor<8x4xf32>
  %3 = fusion.map(%k = %i) tables(%t0 = %d) at(%p, %q) : (tensor<8x1xi64>, tensor<8x4xf32>) -> tensor<8x4xf32> {
    %r = arith.index_cast %k : i64 to index
    %v = fusion.lookup %t0[%r, %q] : tensor<8x4xf32>
    fusion.yield %v : f32
  }
  %e = fusion.tanh %c : tensor<9x4xf32>
  %4 = fusion.map(%k = %i) tables(%t0 = %e) at(%p, %q) : (tensor<8x1xi64>, tensor<9x4xf32>) -> tensor<8x4xf32> {
    %r = arith.index_cast %k : i64 to index
    %v = fusion.lookup %t0[%r, %q] : tensor<9x4xf32>
    fusion.yield %v : f32
  }
  return %0, %1, %b, %2, %3, %4 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
