// RUN: fusion-opt %s --fusion-unfuse --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: @inline
// CHECK-SAME: (%[[X:.*]]: tensor<4x8xf32>, %[[W:.*]]: tensor<8x16xf32>)
// CHECK-NEXT: %[[P:.*]] = fusion.matmul %[[X]], %[[W]]
// CHECK-NEXT: %[[R:.*]] = fusion.relu %[[P]]
// CHECK-NEXT: return %[[P]], %[[R]]
func.func @inline(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
  %0:2 = fusion.kernel(%x0 = %x, %w0 = %w)
      : (tensor<4x8xf32>, tensor<8x16xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>) {
    %1 = fusion.matmul %x0, %w0 : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %2 = fusion.relu %1 : tensor<4x16xf32>
    fusion.yield %1, %2 : tensor<4x16xf32>, tensor<4x16xf32>
  }
  return %0#0, %0#1 : tensor<4x16xf32>, tensor<4x16xf32>
}

// -----

func.func @destination(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'fusion.kernel' op in destination style cannot be unfused}}
  %0 = fusion.kernel(%y = %x) outs(%o : tensor<4xf32>) : (tensor<4xf32>) -> tensor<4xf32> {
    %1 = fusion.exp %y : tensor<4xf32>
    fusion.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Views are transpositions again.
// CHECK-LABEL: @views
// CHECK-SAME: (%[[X:.*]]: tensor<2x16x4x8xf32>, %[[W:.*]]: tensor<8x8xf32>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<2x16x4x8xf32>) outs(%{{.*}} : tensor<2x4x16x8xf32>) permutation = [0, 2, 1, 3]
// CHECK: %[[P:.*]] = fusion.matmul %[[T]], %[[W]]
// CHECK: %[[R:.*]] = linalg.transpose ins(%[[P]] : tensor<2x4x16x8xf32>) outs(%{{.*}} : tensor<16x2x4x8xf32>) permutation = [2, 0, 1, 3]
// CHECK: return %[[R]]
func.func @views(%x: tensor<2x16x4x8xf32>, %w: tensor<8x8xf32>) -> tensor<16x2x4x8xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<2x16x4x8xf32>, tensor<8x8xf32>) -> tensor<16x2x4x8xf32> {
    %1 = fusion.view %x0 permute [0, 2, 1, 3] : tensor<2x16x4x8xf32> -> tensor<2x4x16x8xf32>
    %2 = fusion.matmul %1, %w0 : (tensor<2x4x16x8xf32>, tensor<8x8xf32>) -> tensor<2x4x16x8xf32>
    %3 = fusion.view %2 permute [2, 0, 1, 3] : tensor<2x4x16x8xf32> -> tensor<16x2x4x8xf32>
    fusion.yield %3 : tensor<16x2x4x8xf32>
  }
  return %0 : tensor<16x2x4x8xf32>
}

// -----

// What a view with another map shows is read element by element.
// CHECK-LABEL: @other_view
// CHECK-SAME: (%[[X:.*]]: tensor<8xf32>)
// CHECK: %[[V:.*]] = linalg.generic
// CHECK: tensor.extract %[[X]]
// CHECK: fusion.exp %[[V]]
func.func @other_view(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<4xf32> {
    %1 = fusion.view %x0 access <(d0 in 4) -> (d0 * 2)> : tensor<8xf32> -> tensor<4xf32>
    %2 = fusion.exp %1 : tensor<4xf32>
    fusion.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
