// What later stages take in one form only is brought into it, and counted.
// RUN: fusion-opt %s --fusion-check-graph | FileCheck %s

// STATS: (S) 1 num-rounding-modes
// STATS: (S) 1 num-booleans
// STATS: (S) 2 num-loads
// STATS: (S) 1 num-results

// CHECK-LABEL: func @drops_the_mode_that_is_meant_without_one
// CHECK: arith.truncf %{{.*}} : tensor<4xf32> to tensor<4xbf16>
func.func @drops_the_mode_that_is_meant_without_one(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %0 = arith.truncf %x to_nearest_even : tensor<4xf32> to tensor<4xbf16>
  return %0 : tensor<4xbf16>
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
