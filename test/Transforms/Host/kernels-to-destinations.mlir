// RUN: fusion-opt %s --fusion-kernels-to-destinations --resolve-ranked-shaped-type-result-dims --canonicalize --cse \
// RUN:   --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @destination_for_each_result
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>, %[[W:.*]]: tensor<8x4xf32>)
func.func @destination_for_each_result(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf16>) {
  // CHECK: %[[D:.*]] = tensor.dim %[[X]], %{{.*}}
  // CHECK: %[[E0:.*]] = tensor.empty(%{{.*}}) : tensor<?x4xf32>
  // CHECK: %[[E1:.*]] = tensor.empty(%{{.*}}) : tensor<?x4xf16>
  // CHECK: fusion.kernel({{.*}}) outs(%[[E0]], %[[E1]] : tensor<?x4xf32>, tensor<?x4xf16>)
  // CHECK-SAME: schedule
  %0:2 = fusion.kernel(%a = %x, %b = %w) : (tensor<?x8xf32>, tensor<8x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf16>)
      attributes {schedule = #fusion.schedule<family = simt, tile = [64, 64, 8], warps = [2, 2]>} {
    %p = fusion.matmul %a, %b : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
    %h = fusion.cast %p : tensor<?x4xf32> to tensor<?x4xf16>
    fusion.yield %p, %h : tensor<?x4xf32>, tensor<?x4xf16>
  }
  return %0#0, %0#1 : tensor<?x4xf32>, tensor<?x4xf16>
}

// -----

// The operands know a size that the product's type does not.

// CHECK-LABEL: func @wider_type
func.func @wider_type(%x: tensor<2x8xf32>, %w: tensor<8x4xf32>) -> tensor<2x?xf16> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<2x4xf16>
  // CHECK: %[[C:.*]] = tensor.cast %[[E]] : tensor<2x4xf16> to tensor<2x?xf16>
  // CHECK: fusion.kernel({{.*}}) outs(%[[C]] : tensor<2x?xf16>)
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x?xf16> {
    %p = fusion.matmul %a, %b : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x?xf32>
    %r = fusion.leaky_relu %p {alpha = 2.500000e-01 : f64} : tensor<2x?xf32>
    %h = fusion.cast %r : tensor<2x?xf32> to tensor<2x?xf16>
    fusion.yield %h : tensor<2x?xf16>
  }
  return %0 : tensor<2x?xf16>
}

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @below {{expects result shapes that follow from the shapes of its inputs}}
  %0 = fusion.kernel(%a = %x) : (tensor<4xf32>) -> tensor<?xf32> {
    %c2 = arith.constant 2 : index
    %s = tensor.from_elements %c2 : tensor<1xindex>
    %r = tensor.reshape %a(%s) : (tensor<4xf32>, tensor<1xindex>) -> tensor<?xf32>
    fusion.yield %r : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
