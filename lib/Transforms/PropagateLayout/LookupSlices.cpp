// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Gathers whose indices are constants are slices.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace fusion;

namespace {
/// What an index of a lookup is: a constant, or a position (`dim` of the result) plus a constant.
struct Place {
  std::optional<int64_t> dim;
  int64_t offset = 0;

  /// Nothing where `index` is something else.
  static std::optional<Place> get(MapOp map, Value index) {
    APInt constant;
    if (matchPattern(index, m_ConstantInt(&constant)))
      return Place{std::nullopt, constant.getSExtValue()};
    if (auto cast = index.getDefiningOp<arith::IndexCastOp>())
      return get(map, cast.getIn());
    if (auto add = index.getDefiningOp<arith::AddIOp>(); add && index.getType().isIndex()) {
      std::optional<Place> a = get(map, add.getLhs()), b = get(map, add.getRhs());
      if (!a || !b || (a->dim && b->dim))
        return std::nullopt;
      return Place{a->dim ? a->dim : b->dim, a->offset + b->offset};
    }
    auto argument = dyn_cast<BlockArgument>(index);
    if (!argument)
      return std::nullopt;
    int64_t number = argument.getArgNumber(), fixed = map->getNumOperands();
    if (number >= fixed)
      return Place{number - fixed, 0};
    DenseIntElementsAttr splat;
    if (matchPattern(map->getOperand(number), m_Constant(&splat)) && splat.isSplat())
      return Place{std::nullopt, splat.getSplatValue<APInt>().getSExtValue()};
    return std::nullopt;
  }
};

/// %0 = fusion.map() tables(%t = %x) at(%i, %j) : (tensor<2x4x8xf32>) -> tensor<4x8xf32> {
///   fusion.lookup %t[%c1, %i, %j]
/// }
///   ->
/// %0 = tensor.extract_slice %x[1, 0, 0] [1, 4, 8] [1, 1, 1] : tensor<2x4x8xf32> to tensor<4x8xf32>
struct SliceOfLookup : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    auto lookup = op.getYield().getOperand(0).getDefiningOp<LookupOp>();
    if (!lookup || lookup.getCondition())
      return rewriter.notifyMatchFailure(op, "it is no lookup alone");
    RankedTensorType table = lookup.getTable().getType(), type = op.getResultType();
    if (!table.hasStaticShape() || !type.hasStaticShape())
      return rewriter.notifyMatchFailure(op, "sizes are open");
    SmallVector<OpFoldResult> offsets, sizes, strides(table.getRank(), rewriter.getIndexAttr(1));
    int64_t next = 0;
    for (auto [dim, index] : llvm::enumerate(lookup.getIndices())) {
      std::optional<Place> place = Place::get(op, index);
      if (!place || (place->dim && *place->dim != next))
        return rewriter.notifyMatchFailure(op, "an index is neither constant nor the next position");
      int64_t size = place->dim ? type.getDimSize(next++) : 1;
      if (place->offset < 0 || place->offset + size > table.getDimSize(dim))
        return rewriter.notifyMatchFailure(op, "it looks up what is out of range");
      offsets.push_back(rewriter.getIndexAttr(place->offset));
      sizes.push_back(rewriter.getIndexAttr(size));
    }
    if (next != type.getRank())
      return rewriter.notifyMatchFailure(op, "it repeats what it looks up");
    Value source = op->getOperand(cast<BlockArgument>(lookup.getTable()).getArgNumber());
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(op, type, source, offsets, sizes, strides);
    return success();
  }
};
} // namespace

void fusion::populateLookupSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfLookup>(patterns.getContext());
}
