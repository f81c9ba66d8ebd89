// RUN: fusion-opt %s --convert-linalg-to-fusion | FileCheck %s

// Maxima and minima keep their way with NaN.
// CHECK-LABEL: @extrema
// CHECK: fusion.max %{{[^ ]*}}, %{{[^ ]*}} : (
// CHECK: fusion.max %{{[^ ]*}}, %{{[^ ]*}} {ignore_nan}
// CHECK: fusion.min %{{[^ ]*}}, %{{[^ ]*}} : (
// CHECK: fusion.min %{{[^ ]*}}, %{{[^ ]*}} {ignore_nan}
func.func @extrema(%x: tensor<4xf32>, %y: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.map { arith.maximumf } ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  %1 = linalg.map { arith.maxnumf } ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  %2 = linalg.map { arith.minimumf } ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  %3 = linalg.map { arith.minnumf } ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>)
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
