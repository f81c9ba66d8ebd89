// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operands that are repeated along a part of a product's batch are looked up.

#include "fusion/Dialect/Fusion/Utils/MoveChain.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"

using namespace mlir;
using namespace fusion;

/// Whether rows and columns stay.
static bool splitsBatches(tensor::ExpandShapeOp expand) {
  SmallVector<ReassociationIndices> groups = expand.getReassociationIndices();
  return groups.size() > 2 && llvm::all_of(ArrayRef(groups).take_back(2),
                                           [](const ReassociationIndices &group) { return group.size() == 1; });
}

/// The elements of `operand` for what `expand` splits: a reshape of a map. Null where it is repeated along whole
/// dimensions, or none.
static Value lookUpBefore(PatternRewriter &rewriter, Location loc, Value operand, tensor::ExpandShapeOp expand) {
  MLIRContext *context = rewriter.getContext();
  ArrayRef<int64_t> split = expand.getResultType().getShape();
  RankedTensorType type = getTensorType(operand);
  int64_t missing = split.size() - type.getRank();
  auto varies = [&](int64_t dim) { return dim >= missing && type.getDimSize(dim - missing) != 1; };
  SmallVector<AffineExpr> sizes, places(type.getRank(), getAffineConstantExpr(0, context));
  SmallVector<SmallVector<OpFoldResult>> own;
  for (auto [loop, group] : llvm::enumerate(expand.getReassociationIndices())) {
    bool isRead = llvm::any_of(group, varies);
    sizes.push_back(getAffineConstantExpr(isRead ? expand.getSrcType().getDimSize(loop) : 1, context));
    SmallVector<OpFoldResult> &parts = own.emplace_back();
    int64_t divisor = 1;
    for (int64_t dim : llvm::reverse(group)) {
      if (varies(dim))
        places[dim - missing] = getAffineDimExpr(loop, context).floorDiv(divisor) % split[dim];
      divisor *= split[dim];
      parts.insert(parts.begin(), rewriter.getIndexAttr(isRead ? split[dim] : 1));
    }
  }
  AccessMap access = AccessMap::get(sizes, places, context).simplify(type.getShape());
  Value moved = lookUp(rewriter, loc, operand, access);
  return moved ? expandDims(rewriter, loc, moved, own) : Value();
}

namespace {
/// %s1 = tensor.expand_shape %s [[0, 1], [2], [3]] : tensor<512x49x49xf32> into tensor<8x64x49x49xf32>
/// %0 = fusion.add %s1, %mask : (tensor<8x64x49x49xf32>, tensor<64x49x49xf32>) -> tensor<8x64x49x49xf32>
///   ->
/// %1 = fusion.map() tables(%t = %mask) at(%b, %i, %j) : (..) -> tensor<512x49x49xf32> { ... %t[%b mod 64, %i, %j] }
/// %m1 = tensor.expand_shape %1 [[0, 1], [2], [3]] : tensor<512x49x49xf32> into tensor<8x64x49x49xf32>
/// %0 = fusion.add %s1, %m1 : (tensor<8x64x49x49xf32>, tensor<8x64x49x49xf32>) -> tensor<8x64x49x49xf32>
///
/// where %s comes from a product: the reshape then passes the addition. So it is with masks of windows, of beams, and
/// of groups of heads.
struct LookUpRepeated : OpInterfaceRewritePattern<ElementwiseOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ElementwiseOpInterface op, PatternRewriter &rewriter) const override {
    RankedTensorType type = getTensorType(op->getResult(0));
    for (Value operand : getAlignedOperands(op)) {
      auto expand = operand.getDefiningOp<tensor::ExpandShapeOp>();
      if (!expand || expand.getResultType().getShape() != type.getShape() || !type.hasStaticShape() ||
          !splitsBatches(expand) || !comesFromMatmul(expand.getSrc()))
        continue;
      bool changed = false;
      for (OpOperand &other : getAlignedOpOperands(op)) {
        if (succeeded(planCollapse(getTensorType(other.get()), type.getShape(), expand.getReassociationIndices())))
          continue;
        Value moved = lookUpBefore(rewriter, op.getLoc(), other.get(), expand);
        if (!moved)
          continue;
        rewriter.modifyOpInPlace(op, [&] { other.set(moved); });
        changed = true;
      }
      return success(changed);
    }
    return rewriter.notifyMatchFailure(op, "no product's result is split beside an operand that is repeated in part");
  }
};
} // namespace

void fusion::populateLookupRepeatedPatterns(RewritePatternSet &patterns) {
  patterns.add<LookUpRepeated>(patterns.getContext());
}
