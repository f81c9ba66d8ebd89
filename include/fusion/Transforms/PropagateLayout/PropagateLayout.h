// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The patterns that move transpositions and reshapes out of the way of fusion.

#ifndef FUSION_TRANSFORMS_PROPAGATELAYOUT_PROPAGATELAYOUT_H
#define FUSION_TRANSFORMS_PROPAGATELAYOUT_PROPAGATELAYOUT_H

#include "fusion/Support/LLVM.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace fusion {

/// Transpositions next to a product become its flags.
void populateFoldTransposeIntoMatmulPatterns(RewritePatternSet &patterns);

/// A product whose rows and columns change places behind its elementwise operations is computed so.
void populateTransposeProductPatterns(RewritePatternSet &patterns);

/// Batches that are rows become rows.
void populateSimplifyBatchPatterns(RewritePatternSet &patterns);

/// Batches of a product that are merged from dimensions which are permuted or repeated are batches of their own.
void populateSplitBatchPatterns(RewritePatternSet &patterns);

/// Repeated tensors that an operation's own broadcasting makes unnecessary are read unrepeated.
void populateFoldBroadcastPatterns(RewritePatternSet &patterns);

/// Reshapes move behind the elementwise operations that follow them.
void populateSinkReshapePatterns(RewritePatternSet &patterns);

/// What is computed for a row and then repeated along it is computed with the dimension that it is repeated along. For
/// when reshapes have moved behind operations, since it moves some before them again.
void populateHoistExpandPatterns(RewritePatternSet &patterns);

/// What is computed of arguments alone is computed in the shape that a reshape behind it has.
void populateHoistCollapsePatterns(RewritePatternSet &patterns);

/// Reshapes that take the dimensions of size 1 from the values of rows (fusion.reduce) move behind what is computed of
/// them.
void populateSinkRowValuePatterns(RewritePatternSet &patterns);

/// Merged dimensions of a product are merged behind the elementwise operations that follow it.
void populateSinkCollapsePatterns(RewritePatternSet &patterns);

/// Transpositions of products move behind elementwise operations whose other operands are transposed alike, or take a
/// reshape at most; those that only move dimensions of size 1 become reshapes.
void populateSinkTransposePatterns(RewritePatternSet &patterns);

/// Numbers for groups of a row are looked up in rows, where the row was split into groups to dequantise integers, or
/// the numbers were repeated.
void populateJoinGroupPatterns(RewritePatternSet &patterns);
/// Slices that are inserted until they are all of a tensor become a concatenation.
void populateJoinSlicePatterns(RewritePatternSet &patterns);
/// Products, elementwise operations, slices and concatenations work without dimensions of size 1 before the last two.
void populateDropUnitPatterns(RewritePatternSet &patterns);

/// Gathers whose indices are constants are slices.
void populateLookupSlicePatterns(RewritePatternSet &patterns);
/// Gathers of what is computed of inputs are computed of gathers of these.
void populateLookupOperandPatterns(RewritePatternSet &patterns);
/// Operands that are repeated along a part of a product's batch are looked up there.
void populateLookupRepeatedPatterns(RewritePatternSet &patterns);
/// Maps that only move elements have the shape in which they are read.
void populateCollapseLookupPatterns(RewritePatternSet &patterns);

/// Rows of products stand in the order in which memory has them, whatever order the graph merges them in.
void populateOrderRowPatterns(RewritePatternSet &patterns);

/// Reshapes that split a dimension into loops side by side of a reduction move behind it.
void populateCollapseReductionPatterns(RewritePatternSet &patterns);

/// Elementwise operations on constants are computed, where that is exact and there are few elements.
void populateEvaluateConstantsPatterns(RewritePatternSet &patterns);

/// Extrema and sums with what is neutral go away, and selections by one constant condition.
void populateFoldSplatPatterns(RewritePatternSet &patterns);

/// Static sizes pass casts between products, elementwise operations and scatters.
void populateRefineShapePatterns(RewritePatternSet &patterns);

} // namespace fusion

#endif // FUSION_TRANSFORMS_PROPAGATELAYOUT_PROPAGATELAYOUT_H
