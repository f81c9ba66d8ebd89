// RUN: fusion-opt %s --convert-fusion-to-linalg | FileCheck %s

// On the CPU a view is a copy. A result is rounded before it is copied.
// CHECK-LABEL: @views
// CHECK-SAME: (%[[X:.*]]: tensor<2x16x4x8xbf16>, %[[W:.*]]: tensor<8x8xbf16>)
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[X]] : tensor<2x16x4x8xbf16>) outs(%{{.*}} : tensor<2x4x16x8xbf16>) permutation = [0, 2, 1, 3]
// CHECK: linalg.generic {{.*}} ins(%[[T]], %[[W]]
// CHECK: linalg.transpose ins(%{{.*}} : tensor<2x4x16x8xbf16>) outs(%{{.*}} : tensor<16x2x4x8xbf16>) permutation = [2, 0, 1, 3]
// CHECK-NOT: fusion.
func.func @views(%x: tensor<2x16x4x8xbf16>, %w: tensor<8x8xbf16>) -> tensor<16x2x4x8xbf16> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<2x16x4x8xbf16>, tensor<8x8xbf16>) -> tensor<16x2x4x8xbf16> {
    %1 = fusion.view %x0 permute [0, 2, 1, 3] : tensor<2x16x4x8xbf16> -> tensor<2x4x16x8xbf16>
    %2 = fusion.matmul %1, %w0 : (tensor<2x4x16x8xbf16>, tensor<8x8xbf16>) -> tensor<2x4x16x8xbf16>
    %3 = fusion.view %2 permute [2, 0, 1, 3] : tensor<2x4x16x8xbf16> -> tensor<16x2x4x8xbf16>
    fusion.yield %3 : tensor<16x2x4x8xbf16>
  }
  return %0 : tensor<16x2x4x8xbf16>
}
