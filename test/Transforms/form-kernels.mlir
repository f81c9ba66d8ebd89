// RUN: fusion-opt %s --fusion-form-kernels --split-input-file | FileCheck %s

// Each product and each elementwise operation gets a kernel of its own.
// CHECK-LABEL: @chain
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x16xf32>, %[[B:.*]]: tensor<16xf32>)
// CHECK: %[[P:.*]] = fusion.kernel(%[[X0:.*]] = %[[X]], %[[W0:.*]] = %[[W]])
// CHECK-NEXT: %[[M:.*]] = fusion.matmul %[[X0]], %[[W0]]
// CHECK-NEXT: fusion.yield %[[M]]
// CHECK: %[[S:.*]] = fusion.kernel(%[[P0:.*]] = %[[P]], %[[B0:.*]] = %[[B]])
// CHECK-NEXT: fusion.add %[[P0]], %[[B0]]
// CHECK: return %[[S]]
func.func @chain(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = fusion.add %0, %b : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  return %1 : tensor<4x16xf32>
}

// -----

// A value that an operation reads twice is one input.
// CHECK-LABEL: @square
// CHECK: fusion.kernel(%[[X:[a-z0-9]+]] = %{{[a-z0-9]+}}) :
// CHECK-NEXT: fusion.mul %[[X]], %[[X]]
func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.mul %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Splat constants go into the body, others are inputs; so is the constant operand of a product.
// CHECK-LABEL: @constants
// CHECK-DAG: %[[SPLAT:.*]] = arith.constant dense<2.000000e+00> : tensor<2x2xf32>
// CHECK-DAG: %[[TABLE:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: fusion.kernel(%[[X:[a-z0-9]+]] = %{{[a-z0-9]+}}) :
// CHECK-NEXT: %[[C:.*]] = arith.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT: fusion.mul %[[X]], %[[C]]
// CHECK: fusion.kernel(%{{[a-z0-9]+}} = %{{[a-z0-9]+}}, %{{[a-z0-9]+}} = %[[TABLE]])
// CHECK: fusion.kernel(%{{[a-z0-9]+}} = %{{[a-z0-9]+}}, %{{[a-z0-9]+}} = %[[SPLAT]])
func.func @constants(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %c = arith.constant dense<3.0> : tensor<f32>
  %table = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %splat = arith.constant dense<2.0> : tensor<2x2xf32>
  %0 = fusion.mul %x, %c : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %1 = fusion.add %0, %table : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %2 = fusion.matmul %1, %splat : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

// What nothing reads goes away, and so does what only that reads.
// CHECK-LABEL: @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<4xf32>) {
  %0 = fusion.exp %x : tensor<4xf32>
  %1 = fusion.neg %0 : tensor<4xf32>
  return
}

// -----

// Kernels that are there stay as they are.
// CHECK-LABEL: @formed
// CHECK-COUNT-1: fusion.kernel
// CHECK-NOT: fusion.kernel
func.func @formed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fusion.kernel(%y = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %1 = fusion.exp %y : tensor<4xf32>
    %2 = fusion.neg %1 : tensor<4xf32>
    fusion.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
