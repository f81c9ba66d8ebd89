// RUN: fusion-opt %s --fusion-raise-activations --canonicalize 2>&1 | FileCheck %s --implicit-check-not=warning

// Sums that cancel are written without cancellation.

// CHECK-LABEL: @strict_keeps_the_sum
// CHECK: fusion.exp %arg0
// CHECK: fusion.sub
func.func @strict_keeps_the_sum(%x: tensor<4xf32>) -> tensor<4xf32> attributes {fusion.numerics = #fusion.numerics<strict>} {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.exp %x : tensor<4xf32>
  %1 = fusion.sub %0, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// What is 0 where a function saturates stays as it is.
// CHECK-LABEL: @saturation
// CHECK: fusion.sigmoid %arg0
// CHECK: fusion.sub
// CHECK: fusion.tanh %arg0
// CHECK: fusion.add
// CHECK: fusion.erf %arg0
// CHECK: fusion.sub
func.func @saturation(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.sigmoid %x : tensor<4xf32>
  %1 = fusion.sub %one, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.tanh %x : tensor<4xf32>
  %3 = fusion.add %2, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = fusion.erf %x : tensor<4xf32>
  %5 = fusion.sub %one, %4 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// exp(x) - 1 is +0.0 of -0.0, which the sum with zero keeps.
// CHECK-LABEL: @exponentials
// CHECK-DAG: %[[Z:.*]] = arith.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[E:.*]] = fusion.expm1 %arg0
// CHECK-NEXT: fusion.add %[[E]], %[[Z]]
// CHECK-NEXT: %[[L:.*]] = fusion.log1p %arg0
// CHECK-NEXT: fusion.add %[[L]], %[[Z]]
// CHECK-NEXT: fusion.softplus %arg0
// CHECK-NEXT: %[[N:.*]] = fusion.neg %arg0
// CHECK-NEXT: %[[S:.*]] = fusion.softplus %[[N]]
// CHECK-NEXT: fusion.sub %[[Z]], %[[S]]
func.func @exponentials(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.exp %x : tensor<4xf32>
  %1 = fusion.sub %0, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = fusion.add %x, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.log %2 : tensor<4xf32>
  %4 = fusion.add %0, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = fusion.log %4 : tensor<4xf32>
  %6 = fusion.sigmoid %x : tensor<4xf32>
  %7 = fusion.log %6 : tensor<4xf32>
  return %1, %3, %5, %7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// x / 3 + 1/2, but not x / 4 + 1/2, which is exact enough.
// CHECK-LABEL: @shifted_quotient
// CHECK: %[[A:.*]] = fusion.add %arg0
// CHECK-NEXT: fusion.div %[[A]]
// CHECK-NEXT: %[[D:.*]] = fusion.div %arg0
// CHECK-NEXT: fusion.add %[[D]]
func.func @shifted_quotient(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %three = arith.constant dense<3.0> : tensor<f32>
  %four = arith.constant dense<4.0> : tensor<f32>
  %half = arith.constant dense<0.5> : tensor<f32>
  %0 = fusion.div %x, %three : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = fusion.add %0, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = fusion.div %x, %four : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = fusion.add %2, %half : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// The gradient of silu, as PyTorch writes it, is the derivative times the gradient.
// CHECK-LABEL: @derivative_of_silu
// CHECK-NEXT: %[[D:.*]] = fusion.map
// CHECK-NOT: fusion.sigmoid
// CHECK: %[[R:.*]] = fusion.mul %arg1, %[[D]]
// CHECK-NEXT: return %[[R]]
func.func @derivative_of_silu(%x: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.sigmoid %x : tensor<4xf32>
  %1 = fusion.sub %one, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.mul %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.add %2, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = fusion.mul %g, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = fusion.mul %4, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}

// A derivative in f64 stays as it is written: the formula has the digits of f32.
// CHECK-LABEL: @derivative_in_f64
// CHECK: fusion.sigmoid
// CHECK-NOT: fusion.map
// CHECK: return
func.func @derivative_in_f64(%x: tensor<4xf64>, %g: tensor<4xf64>) -> tensor<4xf64> {
  %one = arith.constant dense<1.0> : tensor<f64>
  %0 = fusion.sigmoid %x : tensor<4xf64>
  %1 = fusion.sub %one, %0 : (tensor<f64>, tensor<4xf64>) -> tensor<4xf64>
  %2 = fusion.mul %x, %1 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %3 = fusion.add %2, %one : (tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %4 = fusion.mul %g, %0 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  %5 = fusion.mul %4, %3 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %5 : tensor<4xf64>
}

// Another value than the function's is no derivative.
// CHECK-LABEL: @no_derivative
// CHECK-NOT: fusion.map
// CHECK: return
func.func @no_derivative(%x: tensor<4xf32>, %y: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<f32>
  %0 = fusion.sigmoid %x : tensor<4xf32>
  %1 = fusion.sub %one, %0 : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = fusion.mul %y, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = fusion.add %2, %one : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = fusion.mul %g, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = fusion.mul %4, %3 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}

// The product of the constants is no number of the type: nothing is written, not even a constant that nobody reads.

// CHECK-LABEL: @a_variance_beside_a_small_number
// CHECK: %[[Q:.*]] = fusion.div %arg0
// CHECK: fusion.add %[[Q]]
func.func @a_variance_beside_a_small_number(%x: tensor<56x1xf32>) -> tensor<56x1xf32> {
  %count = arith.constant dense<9.6e+01> : tensor<f32>
  %small = arith.constant dense<9.99999997E-7> : tensor<f32>
  %0 = fusion.div %x, %count : (tensor<56x1xf32>, tensor<f32>) -> tensor<56x1xf32>
  %1 = fusion.add %0, %small : (tensor<56x1xf32>, tensor<f32>) -> tensor<56x1xf32>
  return %1 : tensor<56x1xf32>
}
