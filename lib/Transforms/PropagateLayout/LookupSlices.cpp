// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Gathers whose indices are constants are slices.

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<2x4x8xf32>) -> tensor<4x8xf32> {
///   fusion.lookup %t[%c1, %i, %j]
/// }
///   ->
/// %0 = tensor.extract_slice %x[1, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
struct SliceOfLookup : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    std::optional<AccessMap> access = getMoveAccess(op);
    if (!access)
      return rewriter.notifyMatchFailure(op, "it is no lookup alone, of known sizes, or one out of range");
    RankedTensorType type = op.getResultType();
    SmallVector<int64_t> offsets, sizes, strides(access->getRank(), 1);
    unsigned next = 0;
    for (AffineExpr place : access->getPlaces()) {
      auto sum = place.getKind() == AffineExprKind::Add ? cast<AffineBinaryOpExpr>(place) : AffineBinaryOpExpr(nullptr);
      auto position = dyn_cast<AffineDimExpr>(sum ? sum.getLHS() : place);
      auto offset = dyn_cast<AffineConstantExpr>(sum ? sum.getRHS() : place);
      if ((sum && (!position || !offset)) || (!position && !offset) || (position && position.getPosition() < next))
        return rewriter.notifyMatchFailure(op, "a place is neither constant nor a position behind the others");
      offsets.push_back(offset ? offset.getValue() : 0);
      sizes.push_back(position ? type.getDimSize(position.getPosition()) : 1);
      if (position)
        next = position.getPosition() + 1;
    }
    if (isRankReducedType(type.clone(sizes), type) != SliceVerificationResult::Success)
      return rewriter.notifyMatchFailure(op, "it repeats what it looks up");
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, type, getMovedTensor(op), ValueRange(), ValueRange(),
                                                        ValueRange(), offsets, sizes, strides);
    return success();
  }
};
} // namespace

void fusion::populateLookupSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfLookup>(patterns.getContext());
}
