// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Products whose operands are widened first, as exporters write them that accumulate in f32.

#include "fusion/Dialect/Fusion/Utils/Moves.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace fusion;

/// The cast from 16 bits to f32 that `value` comes from through layout alone; null if there is none.
static CastOp findWidening(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto cast = dyn_cast<CastOp>(op)) {
      Type from = getTensorType(cast.getInput()).getElementType();
      bool widens = getTensorType(value).getElementType().isF32() && (from.isF16() || from.isBF16());
      return widens ? cast : CastOp();
    }
    value = getMovedOperand(op);
    if (!value || !isa<RankedTensorType>(value.getType()))
      return {};
  }
  return {};
}

/// `value` without the cast that it comes from: the operations in between work on the narrow elements.
static Value rebuildNarrow(RewriterBase &rewriter, Value value, CastOp cast) {
  Operation *op = value.getDefiningOp();
  if (op == cast)
    return cast.getInput();
  return repeatMove(rewriter, op, rebuildNarrow(rewriter, getMovedOperand(op), cast));
}

namespace {
/// %1 = fusion.cast %x : tensor<4x8xbf16> -> tensor<4x8xf32>, and %2 of %w, maybe transposed behind it
/// %0 = fusion.matmul %1, %2 : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
///   ->
/// %0 = fusion.matmul %x, %w : (tensor<4x8xbf16>, tensor<8x6xbf16>) -> tensor<4x6xf32>
///
/// Products of two numbers of 16 bits are exact in f32, and the sums are made in f32 either way.
struct NarrowFactors : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    CastOp lhs = findWidening(op.getLhs()), rhs = findWidening(op.getRhs());
    if (!lhs || !rhs)
      return rewriter.notifyMatchFailure(op, "its operands are not both widened to f32");
    auto typeOf = [](CastOp cast) { return getTensorType(cast.getInput()).getElementType(); };
    if (typeOf(lhs) != typeOf(rhs))
      return rewriter.notifyMatchFailure(op, "its operands are widened from two types");
    Value newLhs = rebuildNarrow(rewriter, op.getLhs(), lhs), newRhs = rebuildNarrow(rewriter, op.getRhs(), rhs);
    rewriter.modifyOpInPlace(op, [&] {
      op.getLhsMutable().set(newLhs);
      op.getRhsMutable().set(newRhs);
    });
    return success();
  }
};
} // namespace

void fusion::populateNarrowFactorsPatterns(RewritePatternSet &patterns) {
  patterns.add<NarrowFactors>(patterns.getContext());
}
