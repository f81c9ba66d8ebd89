// RUN: fusion-opt %s --convert-tosa-to-fusion --canonicalize | FileCheck %s

// CHECK-LABEL: @matmul
// CHECK: fusion.matmul %{{.*}} : (tensor<1x?x6xf16>, tensor<1x6x8xf16>) -> tensor<1x?x8xf32>
func.func @matmul(%x: tensor<1x?x6xf16>, %w: tensor<1x6x8xf16>) -> tensor<1x?x8xf32> {
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %0 = tosa.matmul %x, %w, %zp, %zp : (tensor<1x?x6xf16>, tensor<1x6x8xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x?x8xf32>
  return %0 : tensor<1x?x8xf32>
}

// CHECK-LABEL: @elementwise
// CHECK-DAG: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<f32>
// CHECK: fusion.add
// CHECK: fusion.sub
// CHECK: fusion.mul %{{.*}} : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
// CHECK: fusion.div %[[ONE]]
// CHECK: fusion.pow
// CHECK: fusion.neg
// CHECK: fusion.abs
// CHECK: fusion.exp
// CHECK: fusion.log
// CHECK: fusion.rsqrt
// CHECK: fusion.sin
// CHECK: fusion.cos
// CHECK: fusion.tanh
// CHECK: fusion.erf
// CHECK: fusion.sigmoid
func.func @elementwise(%x: tensor<4x8xf32>, %y: tensor<1x8xf32>) -> tensor<4x8xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %0 = tosa.add %x, %y : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  %1 = tosa.sub %0, %y : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  %2 = tosa.mul %1, %y, %shift : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<1xi8>) -> tensor<4x8xf32>
  %3 = tosa.reciprocal %2 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = tosa.pow %3, %y : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  %5 = tosa.negate %4, %zp, %zp : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  %6 = tosa.abs %5 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = tosa.exp %6 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = tosa.log %7 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = tosa.rsqrt %8 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = tosa.sin %9 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = tosa.cos %10 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = tosa.tanh %11 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = tosa.erf %12 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = tosa.sigmoid %13 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %14 : tensor<4x8xf32>
}

// CHECK-LABEL: @nan_modes
// CHECK: fusion.clamp %{{.*}} {max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : tensor<4xf32>
// CHECK: fusion.clamp %{{.*}} {ignore_nan, max = 6.000000e+00 : f64, min = 0.000000e+00 : f64} : tensor<4xf32>
// CHECK: fusion.max %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK: fusion.min %{{.*}} {ignore_nan} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @nan_modes(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.clamp %x {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.clamp %0 {min_val = 0.0 : f32, max_val = 6.0 : f32, nan_mode = IGNORE} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.maximum %1, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = tosa.minimum %2, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK-LABEL: @choices
// CHECK: %[[G:.*]] = fusion.compare ogt,
// CHECK: fusion.compare oge,
// CHECK: fusion.compare oeq,
// CHECK: fusion.select %[[G]],
func.func @choices(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xi1>) {
  %0 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = tosa.greater_equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = tosa.equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = tosa.select %0, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %3, %1, %2 : tensor<4xf32>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: @casts
// CHECK: fusion.cast %{{.*}} : tensor<4xf32> to tensor<4xbf16>
// CHECK: fusion.cast %{{.*}} : tensor<4xi32> to tensor<4xf32>
// CHECK: fusion.cast %{{.*}} : tensor<4xf32> to tensor<4xf8E4M3FN>
func.func @casts(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xbf16>, tensor<4xf32>, tensor<4xf8E4M3FN>) {
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = tosa.cast %i : (tensor<4xi32>) -> tensor<4xf32>
  %2 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  return %0, %1, %2 : tensor<4xbf16>, tensor<4xf32>, tensor<4xf8E4M3FN>
}

// A float is rounded to nearest even, and saturates.
// CHECK-LABEL: @cast_to_integers
// CHECK: %[[R:.*]] = fusion.roundeven %{{.*}} : tensor<4xf32>
// CHECK: fusion.cast %[[R]] {saturate} : tensor<4xf32> to tensor<4xi32>
func.func @cast_to_integers(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
