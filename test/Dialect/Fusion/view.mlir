// RUN: fusion-opt %s | fusion-opt | FileCheck %s
// RUN: fusion-opt %s --canonicalize | FileCheck %s --check-prefix=FOLD

// An input is read, and an output written, in another order of dimensions.
// CHECK-LABEL: @views
// CHECK: fusion.view %{{.*}} permute [0, 2, 1, 3] : tensor<2x?x4x8xbf16> -> tensor<2x4x?x8xbf16>
// CHECK: fusion.view %{{.*}} permute [2, 0, 1, 3] : tensor<2x4x?x6xf32> -> tensor<?x2x4x6xf32>
func.func @views(%x: tensor<2x?x4x8xbf16>, %w: tensor<8x6xbf16>) -> tensor<?x2x4x6xf32> {
  %0 = fusion.kernel(%x0 = %x, %w0 = %w) : (tensor<2x?x4x8xbf16>, tensor<8x6xbf16>) -> tensor<?x2x4x6xf32> {
    %1 = fusion.view %x0 permute [0, 2, 1, 3] : tensor<2x?x4x8xbf16> -> tensor<2x4x?x8xbf16>
    %2 = fusion.matmul %1, %w0 : (tensor<2x4x?x8xbf16>, tensor<8x6xbf16>) -> tensor<2x4x?x6xf32>
    %3 = fusion.view %2 permute [2, 0, 1, 3] : tensor<2x4x?x6xf32> -> tensor<?x2x4x6xf32>
    fusion.yield %3 : tensor<?x2x4x6xf32>
  }
  return %0 : tensor<?x2x4x6xf32>
}

// The identity is no view.
// FOLD-LABEL: @identity
// FOLD-NOT: fusion.view
func.func @identity(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3xf32>) -> tensor<2x3xf32> {
    %1 = fusion.view %x0 permute [0, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
    %2 = fusion.exp %1 : tensor<2x3xf32>
    fusion.yield %2 : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

// A view of a view is one: dimension i is that which the second makes of the first.
// FOLD-LABEL: @view_of_view
// FOLD: fusion.kernel(%[[X:.*]] = %
// FOLD-NEXT: %[[V:.*]] = fusion.view %[[X]] permute [2, 1, 0] : tensor<2x3x4xf32> -> tensor<4x3x2xf32>
// FOLD-NEXT: %[[E:.*]] = fusion.exp %[[V]]
// FOLD-NEXT: %[[R:.*]] = fusion.view %[[E]] permute [2, 0, 1] : tensor<4x3x2xf32> -> tensor<2x4x3xf32>
// FOLD-NEXT: fusion.yield %[[R]]
func.func @view_of_view(%x: tensor<2x3x4xf32>) -> tensor<2x4x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32> {
    %1 = fusion.view %x0 permute [1, 2, 0] : tensor<2x3x4xf32> -> tensor<3x4x2xf32>
    %2 = fusion.view %1 permute [1, 0, 2] : tensor<3x4x2xf32> -> tensor<4x3x2xf32>
    %3 = fusion.exp %2 : tensor<4x3x2xf32>
    %4 = fusion.view %3 permute [1, 2, 0] : tensor<4x3x2xf32> -> tensor<3x2x4xf32>
    %5 = fusion.view %4 permute [1, 2, 0] : tensor<3x2x4xf32> -> tensor<2x4x3xf32>
    fusion.yield %5 : tensor<2x4x3xf32>
  }
  return %0 : tensor<2x4x3xf32>
}

// Equal inputs are one, under both of their views.
// FOLD-LABEL: @both_orders
// FOLD: fusion.kernel(%[[X:.*]] = %{{.*}}) : (tensor<3x3xf32>) -> tensor<3x3xf32>
// FOLD: fusion.view %[[X]] permute [1, 0]
// FOLD: fusion.add %[[X]], %
func.func @both_orders(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = fusion.kernel(%x0 = %x, %x1 = %x) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32> {
    %1 = fusion.view %x1 permute [1, 0] : tensor<3x3xf32> -> tensor<3x3xf32>
    %2 = fusion.add %x0, %1 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    fusion.yield %2 : tensor<3x3xf32>
  }
  return %0 : tensor<3x3xf32>
}
