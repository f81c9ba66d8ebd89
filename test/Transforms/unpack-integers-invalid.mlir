// RUN: fusion-opt %s -fusion-check-graph -split-input-file -verify-diagnostics

// expected-error @+1 {{expects tensors of i4 to have an even last dimension, along which a byte holds two of them, but has 'tensor<4x3xi4>'; pad it by one}}
func.func @odd(%w: tensor<4x3xi4>, %s: tensor<f32>) -> tensor<4x3xf32> {
  %0 = fusion.dequantize %w, %s : (tensor<4x3xi4>, tensor<f32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// expected-error @+1 {{expects tensors of i4 to have a dimension, along which a byte holds two of them}}
func.func @no_dimension(%w: tensor<i4>, %s: tensor<f32>) -> tensor<f32> {
  %0 = fusion.dequantize %w, %s : (tensor<i4>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @other_reader(%w: tensor<4x4xi4>) -> tensor<16xi8> {
  // expected-error @+1 {{'tensor.collapse_shape' op reads 'tensor<4x4xi4>', which fusion.dequantize and a linalg.generic that widens each element do; widen it first, or make it a tensor of i8}}
  %0 = tensor.collapse_shape %w [[0, 1]] : tensor<4x4xi4> into tensor<16xi4>
  %1 = arith.extsi %0 : tensor<16xi4> to tensor<16xi8>
  return %1 : tensor<16xi8>
}

// -----

// expected-error @+1 {{returns 'tensor<4xi4>', but tensors of i4 are arguments and constants alone}}
func.func @result(%w: tensor<4xi4>) -> tensor<4xi4> {
  return %w : tensor<4xi4>
}

// -----

func.func @resource(%s: tensor<f32>) -> tensor<4xf32> {
  // expected-error @+1 {{expects numbers of i4 as dense<...>; make the weight an argument}}
  %w = arith.constant dense_resource<weight> : tensor<4xi4>
  %0 = fusion.dequantize %w, %s : (tensor<4xi4>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weight: "0x0100000001020304"
    }
  }
#-}
