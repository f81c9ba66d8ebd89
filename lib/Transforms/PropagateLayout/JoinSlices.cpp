// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Slices that are inserted one after the other until they are all of a tensor are a concatenation.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// The dimension along which `insert` fills a part of its result; nothing where there is none, or several, or where
/// sizes and places are not known.
static std::optional<int64_t> getPartialDim(tensor::InsertSliceOp insert) {
  RankedTensorType type = insert.getDestType();
  if (!type.hasStaticShape() || !insert.getSourceType().hasStaticShape() || !insert.hasUnitStride())
    return std::nullopt;
  std::optional<int64_t> partial;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (insert.isDynamicOffset(dim) || insert.isDynamicSize(dim))
      return std::nullopt;
    if (insert.getStaticSize(dim) == type.getDimSize(dim))
      continue;
    if (partial)
      return std::nullopt;
    partial = dim;
  }
  return partial;
}

namespace {
/// %1 = tensor.insert_slice %a into %empty[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
/// %0 = tensor.insert_slice %b into %1[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
///   ->
/// %0 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
struct JoinInsertedSlices : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op, PatternRewriter &rewriter) const override {
    std::optional<int64_t> dim = getPartialDim(op);
    if (!dim)
      return rewriter.notifyMatchFailure(op, "it fills no part along one dimension that is known");
    SmallVector<tensor::InsertSliceOp> parts;
    for (tensor::InsertSliceOp part = op; part; part = part.getDest().getDefiningOp<tensor::InsertSliceOp>()) {
      if (getPartialDim(part) != dim || (part != op && !part->hasOneUse()))
        break;
      parts.push_back(part);
    }
    auto getOffset = [&](tensor::InsertSliceOp part) { return part.getStaticOffset(*dim); };
    llvm::sort(parts, [&](auto a, auto b) { return getOffset(a) < getOffset(b); });
    int64_t end = 0;
    for (tensor::InsertSliceOp part : parts) {
      if (getOffset(part) != end)
        return rewriter.notifyMatchFailure(op, "the parts overlap, or leave something out");
      end += part.getStaticSize(*dim);
    }
    if (end != op.getDestType().getDimSize(*dim))
      return rewriter.notifyMatchFailure(op, "the parts leave something out");
    SmallVector<Value> sources = llvm::map_to_vector(parts, [&](tensor::InsertSliceOp part) {
      return insertUnitDims(rewriter, op.getLoc(), part.getSource(), part.getDroppedDims());
    });
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, *dim, sources);
    return success();
  }
};
} // namespace

void fusion::populateJoinSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<JoinInsertedSlices>(patterns.getContext());
}
