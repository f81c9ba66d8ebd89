// RUN: fusion-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s

// Sizes of results are found in the operands, so that an output's shape is known before anything runs.

// CHECK-LABEL: func @matmul
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<?x?x?xf16>, %[[W:[a-z0-9]+]]: tensor<?x?xf16>)
func.func @matmul(%x: tensor<?x?x?xf16>, %w: tensor<?x?xf16>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = fusion.matmul %x, %w {transpose_b} : (tensor<?x?x?xf16>, tensor<?x?xf16>) -> tensor<?x?x?xf32>
  // CHECK-DAG: %[[B:.*]] = tensor.dim %[[X]], %c0
  // CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %c1
  // CHECK-DAG: %[[N:.*]] = tensor.dim %[[W]], %c0
  %b = tensor.dim %0, %c0 : tensor<?x?x?xf32>
  %m = tensor.dim %0, %c1 : tensor<?x?x?xf32>
  %n = tensor.dim %0, %c2 : tensor<?x?x?xf32>
  // CHECK: return %[[B]], %[[M]], %[[N]]
  return %b, %m, %n : index, index, index
}

// CHECK-LABEL: func @elementwise
// CHECK-SAME: (%{{[a-z0-9]+}}: tensor<1x8xf32>, %[[Y:[a-z0-9]+]]: tensor<?x8xf32>)
func.func @elementwise(%x: tensor<1x8xf32>, %y: tensor<?x8xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = fusion.add %x, %y : (tensor<1x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  // CHECK: %[[D:.*]] = tensor.dim %[[Y]], %c0
  // CHECK: return %[[D]]
  %d = tensor.dim %0, %c0 : tensor<?x8xf32>
  return %d : index
}

// CHECK-LABEL: func @kernel
// CHECK-SAME: (%[[X:[a-z0-9]+]]: tensor<?x8xf32>, %{{[a-z0-9]+}}: tensor<8x4xf32>)
func.func @kernel(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = fusion.kernel(%a = %x, %b = %w) : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32> {
    %p = fusion.matmul %a, %b : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
    %r = fusion.relu %p : tensor<?x4xf32>
    fusion.yield %r : tensor<?x4xf32>
  }
  // CHECK: %[[D:.*]] = tensor.dim %[[X]], %c0
  // CHECK: return %[[D]]
  %d = tensor.dim %0, %c0 : tensor<?x4xf32>
  return %d : index
}
