// RUN: fusion-opt %s --fusion-raise-activations | FileCheck %s

// A lower limit above the upper one is no clamp: the outer limit wins.
// CHECK-LABEL: @wrong_order
// CHECK-NOT: fusion.clamp
// CHECK: fusion.max
// CHECK: fusion.min
func.func @wrong_order(%x: tensor<4xf32>) -> tensor<4xf32> {
  %low = arith.constant dense<6.0> : tensor<f32>
  %high = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.max %x, %low : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.min %0, %high : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
