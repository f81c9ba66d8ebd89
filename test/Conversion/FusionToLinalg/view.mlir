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

// A view with another map is a loop, which reads behind its guard.
// CHECK-LABEL: @windows
// CHECK-SAME: (%[[X:.*]]: tensor<?x8xf32>)
// CHECK: %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x4x3xf32>
// CHECK: linalg.generic {{.*}} outs(%[[E]] : tensor<?x4x3xf32>)
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[AT:.*]], %c8
// CHECK: scf.if %[[IN]] -> (f32)
// CHECK: tensor.extract %[[X]][%{{.*}}, %{{.*}}]
// CHECK: else
// CHECK-NEXT: %[[C:.*]] = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: scf.yield %[[C]]
func.func @windows(%x: tensor<?x8xf32>) -> tensor<?x4x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x8xf32>) -> tensor<?x4x3xf32> {
    %1 = fusion.view %x0 access <(d0 in s0, d1 in 4, d2 in 3) -> (d0, d1 * 2 + d2 - 1)
                                 if (d1 * 2 + d2 - 1 in s1) else 2.0 : f32> : tensor<?x8xf32> -> tensor<?x4x3xf32>
    fusion.yield %1 : tensor<?x4x3xf32>
  }
  return %0 : tensor<?x4x3xf32>
}
