// RUN: fusion-opt %s --split-input-file | fusion-opt --split-input-file | FileCheck %s
// RUN: fusion-opt %s --split-input-file --resolve-ranked-shaped-type-result-dims --canonicalize | FileCheck %s --check-prefix=FOLD

// Loops have sizes, and names for those of memory.
// CHECK-LABEL: @windows
// CHECK: fusion.view %{{.*}} access <(d0 in s0, d1 in 4, d2 in 3) -> (d0, d1 * 2 + d2 - 1) if (d1 * 2 + d2 - 1 in s1) else 0.000000e+00 : f32> : tensor<?x8xf32> -> tensor<?x4x3xf32>
func.func @windows(%x: tensor<?x8xf32>) -> tensor<?x4x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x8xf32>) -> tensor<?x4x3xf32> {
    %1 = fusion.view %x0 access <(d0 in s0, d1 in 4, d2 in 3) -> (d0, d1 * 2 + d2 - 1)
                                 if (d1 * 2 + d2 - 1 in s1) else 0.0 : f32> : tensor<?x8xf32> -> tensor<?x4x3xf32>
    fusion.yield %1 : tensor<?x4x3xf32>
  }
  return %0 : tensor<?x4x3xf32>
}

// -----

// A map that permutes prints as such, whoever wrote it.
// CHECK-LABEL: @permutation
// CHECK: fusion.view %{{.*}} permute [1, 0] : tensor<?x3xf32> -> tensor<3x?xf32>
func.func @permutation(%x: tensor<?x3xf32>) -> tensor<3x?xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x3xf32>) -> tensor<3x?xf32> {
    %1 = fusion.view %x0 access <(d0 in 3, d1 in s0) -> (d1, d0 mod 4)> : tensor<?x3xf32> -> tensor<3x?xf32>
    fusion.yield %1 : tensor<3x?xf32>
  }
  return %0 : tensor<3x?xf32>
}

// -----

// An alias of an attribute.
// CHECK-LABEL: @alias
// CHECK: fusion.view %{{.*}} access <(d0 in 4) -> (d0 * 2)> : tensor<8xf32> -> tensor<4xf32>
#even = #fusion.access<(d0 in 4) -> (d0 * 2)>
func.func @alias(%x: tensor<8xf32>) -> tensor<4xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<4xf32> {
    %1 = fusion.view %x0 access #even : tensor<8xf32> -> tensor<4xf32>
    fusion.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// Views compose: a split of what was merged is nothing, a slice of a padded row is padded.
// FOLD-LABEL: @split_of_merge
// FOLD: fusion.kernel(%[[X:.*]] = %
// FOLD-NEXT: fusion.exp %[[X]]
func.func @split_of_merge(%x: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x6xf32>) -> tensor<?x6xf32> {
    %1 = fusion.view %x0 access <(d0 in s0 * 6) -> (d0 floordiv 6, d0 mod 6)> : tensor<?x6xf32> -> tensor<?xf32>
    %2 = fusion.view %1 access <(d0 in s0 floordiv 6, d1 in 6) -> (d0 * 6 + d1)> : tensor<?xf32> -> tensor<?x6xf32>
    %3 = fusion.exp %2 : tensor<?x6xf32>
    fusion.yield %3 : tensor<?x6xf32>
  }
  return %0 : tensor<?x6xf32>
}

// FOLD-LABEL: @slice_of_pad
// FOLD: %[[V:.*]] = fusion.view %{{.*}} access <(d0 in 3) -> (d0 * 2 - 1) if (d0 * 2 - 1 in 8) else 1.000000e+00 : f32> : tensor<8xf32> -> tensor<3xf32>
// FOLD-NEXT: fusion.yield %[[V]]
func.func @slice_of_pad(%x: tensor<8xf32>) -> tensor<3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<3xf32> {
    %1 = fusion.view %x0 access <(d0 in s0 + 2) -> (d0 - 1) if (d0 - 1 in s0) else 1.0 : f32>
        : tensor<8xf32> -> tensor<10xf32>
    %2 = fusion.view %1 access <(d0 in 3) -> (d0 * 2)> : tensor<10xf32> -> tensor<3xf32>
    fusion.yield %2 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// Two paddings are not one.
// FOLD-LABEL: @two_paddings
// FOLD-COUNT-2: fusion.view
func.func @two_paddings(%x: tensor<8xf32>) -> tensor<12xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<8xf32>) -> tensor<12xf32> {
    %1 = fusion.view %x0 access <(d0 in s0 + 2) -> (d0 - 1) if (d0 - 1 in s0) else 1.0 : f32>
        : tensor<8xf32> -> tensor<10xf32>
    %2 = fusion.view %1 access <(d0 in s0 + 2) -> (d0 - 1) if (d0 - 1 in s0) else 0.0 : f32>
        : tensor<10xf32> -> tensor<12xf32>
    fusion.yield %2 : tensor<12xf32>
  }
  return %0 : tensor<12xf32>
}

// What ranges settle is not written.
// FOLD-LABEL: @settled
// FOLD: access <(d0 in 2, d1 in 3) -> (d0, d1 * 2)> : tensor<2x8xf32>
func.func @settled(%x: tensor<2x8xf32>) -> tensor<2x3xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<2x8xf32>) -> tensor<2x3xf32> {
    %1 = fusion.view %x0 access <(d0 in s0, d1 in 3) -> ((d0 * 3 + d1) floordiv 3, (d1 * 2) mod 8)
                                 if (d0 in 2) else 0.0 : f32> : tensor<2x8xf32> -> tensor<2x3xf32>
    fusion.yield %1 : tensor<2x3xf32>
  }
  return %0 : tensor<2x3xf32>
}

// -----

// Sizes of a result are made of those of the input, also where its loops come in another order.
// FOLD-LABEL: @sizes
// FOLD-SAME: (%[[X:.*]]: tensor<?x?xf32>)
// FOLD-DAG: %[[C1:.*]] = arith.constant 1 : index
// FOLD-DAG: %[[C3:.*]] = arith.constant 3 : index
// FOLD-DAG: %[[D:.*]] = tensor.dim %[[X]], %[[C1]]
// FOLD: %[[S:.*]] = arith.muli %[[D]], %[[C3]]
// FOLD: return %[[S]]
func.func @sizes(%x: tensor<?x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = fusion.kernel(%x0 = %x) : (tensor<?x?xf32>) -> tensor<?x?xf32> {
    %1 = fusion.view %x0 access <(d0 in s1 * 3, d1 in s0) -> (d1, d0 floordiv 3)> : tensor<?x?xf32> -> tensor<?x?xf32>
    %2 = fusion.exp %1 : tensor<?x?xf32>
    fusion.yield %2 : tensor<?x?xf32>
  }
  %size = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %size : index
}

// -----

// A form whose numbers are too large to be read again is not taken.
// FOLD-LABEL: @large_divisors
// FOLD: floordiv 2147483648 + 1) floordiv 2147483650)
func.func @large_divisors(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = fusion.kernel(%x0 = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %1 = fusion.view %x0 access <(d0 in s0) -> ((d0 floordiv 2147483648 + 1) floordiv 2147483650)
        if ((d0 floordiv 2147483648 + 1) floordiv 2147483650 in s0) else 0.0 : f32> : tensor<?xf32> -> tensor<?xf32>
    %2 = fusion.relu %1 : tensor<?xf32>
    fusion.yield %2 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
