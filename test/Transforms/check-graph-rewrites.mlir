// What later stages take in one form only is brought into it, and counted.
// RUN: fusion-opt %s --fusion-check-graph | FileCheck %s

// STATS: (S) 1 num-rounding-modes
// STATS: (S) 4 num-promises
// STATS: (S) 5 num-index-ops
// STATS: (S) 1 num-booleans
// STATS: (S) 2 num-loads
// STATS: (S) 1 num-results

// CHECK-LABEL: func @drops_the_mode_that_is_meant_without_one
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
func.func @drops_the_mode_that_is_meant_without_one(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = arith.truncf %x to_nearest_even : tensor<4xf32> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: func @drops_promises
// CHECK: arith.addi %{{[^ ]*}}, %{{[^ ]*}} : tensor<4xi32>
// CHECK: arith.shrui %{{[^ ]*}}, %{{[^ ]*}} : tensor<4xi32>
// CHECK: arith.trunci %{{[^ ]*}} : tensor<4xi32> to tensor<4xi8>
// CHECK: arith.addf %{{[^ ]*}}, %{{[^ ]*}} fastmath<contract> : tensor<4xf32>
// CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} fastmath<contract> : tensor<4xf32>
func.func @drops_promises(%i: tensor<4xi32>, %x: tensor<4xf32>) -> (tensor<4xi8>, tensor<4xf32>) {
  %0 = arith.addi %i, %i overflow<nsw, nuw> : tensor<4xi32>
  %1 = arith.shrui %0, %i exact : tensor<4xi32>
  %2 = arith.trunci %1 overflow<nuw> : tensor<4xi32> to tensor<4xi8>
  %3 = arith.addf %x, %x fastmath<nnan, ninf, contract> : tensor<4xf32>
  %4 = arith.mulf %3, %3 fastmath<contract> : tensor<4xf32>
  return %2, %4 : tensor<4xi8>, tensor<4xf32>
}

// CHECK-LABEL: func @knows_one_dialect_of_indices
// CHECK-SAME: %[[X:.*]]: index, %[[N:.*]]: i32)
// CHECK: %[[THREE:.*]] = arith.constant 3 : index
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: %[[Q:.*]] = arith.divsi %[[X]], %[[WIDE]] : index
// CHECK: %[[S:.*]] = arith.shli %[[Q]], %[[THREE]] : index
// CHECK: arith.cmpi ult, %[[S]], %[[X]] : index
func.func @knows_one_dialect_of_indices(%x: index, %n: i32) -> i1 {
  %three = index.constant 3
  %wide = index.casts %n : i32 to index
  %q = index.divs %x, %wide
  %s = index.shl %q, %three
  %c = index.cmp ult(%s, %x)
  return %c : i1
}

// CHECK-LABEL: func @inlines_booleans
// CHECK: arith.constant dense<[false, true, true, false]> : tensor<4xi1>
func.func @inlines_booleans() -> tensor<4xi1> {
  %0 = arith.constant dense_resource<bits> : tensor<4xi1>
  return %0 : tensor<4xi1>
}

ml_program.global private @w(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
// CHECK-LABEL: func @reads_globals_that_keep_their_value
// CHECK-COUNT-2: arith.constant dense<1.0{{.*}}> : tensor<2xf32>
func.func @reads_globals_that_keep_their_value() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = ml_program.global_load_const @w : tensor<2xf32>
  %1 = ml_program.global_load @w : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @returns_tensors
// CHECK-SAME: -> (tensor<i64>, tensor<2xf32>)
// CHECK: tensor.from_elements
func.func @returns_tensors(%n: i64, %x: tensor<2xf32>) -> (i64, tensor<2xf32>) {
  return %n, %x : i64, tensor<2xf32>
}

{-#
  dialect_resources: { builtin: { bits: "0x0100000000010100" } }
#-}
