// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Maps that only move elements move them to the shape in which they are read.

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %1 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<6x8xf32>) -> tensor<2x3x8xf32> { ... %t[%i * 3 + %j, ...] }
/// %0 = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
///   ->
/// %0 = %x
///
/// In general it is a map of other positions. Each time a rank falls, and none rises.
struct CollapseLookups : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op, PatternRewriter &rewriter) const override {
    auto map = op.getSrc().getDefiningOp<MapOp>();
    std::optional<MoveChain> chain =
        map && map->hasOneUse() && getMoveAccess(map) ? MoveChain::get(op.getResult()) : std::nullopt;
    if (!chain)
      return rewriter.notifyMatchFailure(op, "the operand is no map of moved elements for this alone");
    Value moved = lookUp(rewriter, op.getLoc(), chain->source, chain->access);
    if (!moved)
      return rewriter.notifyMatchFailure(op, "the places are no arithmetic of natural numbers");
    rewriter.replaceOp(op, moved);
    return success();
  }
};
} // namespace

void fusion::populateCollapseLookupPatterns(RewritePatternSet &patterns) {
  patterns.add<CollapseLookups>(patterns.getContext());
}
