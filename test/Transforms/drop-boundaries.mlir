// RUN: fusion-opt %s --fusion-drop-boundaries | FileCheck %s --implicit-check-not=fusion.boundary

// Kernels, and what is in none, have the number of the boundaries that they stood between.

// CHECK-LABEL: func @kernels
// CHECK: %[[A:.*]] = fusion.kernel(%{{.*}} = %arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
// CHECK: %[[B:.*]] = fusion.kernel(%{{.*}} = %[[A]]) : {{.*}} attributes {fusion.isolated = 3 : i64}
// CHECK: tensor.collapse_shape %[[B]] {{[^a-z]*}} :
// CHECK: %[[C:.*]] = fusion.kernel({{.*}} attributes {fusion.isolated = 3 : i64}
// CHECK: fusion.kernel(%{{.*}} = %[[C]]) : (tensor<32xf32>) -> tensor<32xf32> {
func.func @kernels(%x: tensor<4x8xf32>) -> tensor<32xf32> {
  %0 = fusion.kernel(%a = %x) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    %1 = fusion.relu %a : tensor<4x8xf32>
    fusion.yield %1 : tensor<4x8xf32>
  }
  %e = fusion.boundary %0 entering 3 : tensor<4x8xf32>
  %2 = fusion.kernel(%a = %e) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
    %1 = fusion.exp %a : tensor<4x8xf32>
    fusion.yield %1 : tensor<4x8xf32>
  }
  %c = tensor.collapse_shape %2 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %3 = fusion.kernel(%a = %c) : (tensor<32xf32>) -> tensor<32xf32> {
    %1 = fusion.neg %a : tensor<32xf32>
    fusion.yield %1 : tensor<32xf32>
  }
  %l = fusion.boundary %3 leaving 3 : tensor<32xf32>
  %4 = fusion.kernel(%a = %l) : (tensor<32xf32>) -> tensor<32xf32> {
    %1 = fusion.tanh %a : tensor<32xf32>
    fusion.yield %1 : tensor<32xf32>
  }
  return %4 : tensor<32xf32>
}

// What reads no tensor has one that leaves alone.
// CHECK-LABEL: func @positions
// CHECK: fusion.kernel() : () -> tensor<4xi64> attributes {fusion.isolated = 4 : i64}
func.func @positions() -> tensor<4xi64> {
  %0 = fusion.kernel() : () -> tensor<4xi64> {
    %1 = fusion.map() at(%i) : () -> tensor<4xi64> {
      %2 = arith.index_cast %i : index to i64
      fusion.yield %2 : i64
    }
    fusion.yield %1 : tensor<4xi64>
  }
  %l = fusion.boundary %0 leaving 4 : tensor<4xi64>
  return %l : tensor<4xi64>
}

// Sizes, and what is in no kernel.
// CHECK-LABEL: func @left_over
// CHECK: %[[D:.*]] = tensor.dim %arg0, %{{.*}} : tensor<?x8xf32>
// CHECK: linalg.transpose {{.*}}{fusion.isolated = 5 : i64}
func.func @left_over(%x: tensor<?x8xf32>) -> tensor<8x?xf32> {
  %c0 = arith.constant 0 : index
  %e = fusion.boundary %x entering 5 : tensor<?x8xf32>
  %d = tensor.dim %e, %c0 : tensor<?x8xf32>
  %i = tensor.empty(%d) : tensor<8x?xf32>
  %t = linalg.transpose ins(%e : tensor<?x8xf32>) outs(%i : tensor<8x?xf32>) permutation = [1, 0]
  %l = fusion.boundary %t leaving 5 : tensor<8x?xf32>
  return %l : tensor<8x?xf32>
}
