// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Who looks up what is computed of inputs looks these up, and computes it of no more elements.

#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace fusion;

/// An input of the function, reshaped or not; null for all else.
static BlockArgument getInput(Value value) {
  while (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && isa<FunctionOpInterface>(argument.getOwner()->getParentOp()) ? argument : BlockArgument();
}

/// Whether a table is computed at each call, of inputs alone: nothing before it could compute it while it is there.
static bool isComputedOfInputs(Operation *op) {
  auto elementwise = dyn_cast_or_null<ElementwiseOpInterface>(op);
  if (!elementwise || isa<MapOp>(op) || elementwise.dependsOnPosition() || !op->hasOneUse() ||
      op->hasAttr(kMustFuseAttrName))
    return false;
  bool varies = false;
  for (Value operand : op->getOperands()) {
    BlockArgument input = getInput(operand);
    if (!input && !matchPattern(operand, m_Constant()) && !isComputedOfInputs(operand.getDefiningOp()))
      return false;
    auto function = input ? cast<FunctionOpInterface>(input.getOwner()->getParentOp()) : FunctionOpInterface();
    varies |= !input || !function.getArgAttr(input.getArgNumber(), kConstantAttrName);
  }
  return varies;
}

/// The same lookups in `table`, which broadcasts to the table that `map` looks up in by its argument `number`.
static Value lookUpIn(PatternRewriter &rewriter, MapOp map, unsigned number, Value table) {
  RankedTensorType whole = getTensorType(map->getOperand(number)), type = getTensorType(table);
  auto own = cast<MapOp>(rewriter.clone(*map));
  auto lookup = own.getYield().getOperand(0).getDefiningOp<LookupOp>();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(lookup);
  SmallVector<Value> indices;
  int64_t skipped = whole.getRank() - type.getRank();
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    indices.push_back(type.getDimSize(dim) == whole.getDimSize(skipped + dim)
                          ? lookup.getIndices()[skipped + dim]
                          : arith::ConstantIndexOp::create(rewriter, lookup.getLoc(), 0));
  BlockArgument argument = own.getBodyBlock()->getArgument(number);
  argument.setType(type);
  own->setOperand(number, table);
  own.getResult().setType(own.getResultType().clone(type.getElementType()));
  auto narrow = LookupOp::create(rewriter, lookup.getLoc(), type.getElementType(), argument, indices, Value());
  rewriter.replaceOp(lookup, narrow);
  return own.getResult();
}

namespace {
/// %t = fusion.mul %x, %w : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
/// %0 = fusion.map(%i = %ids) tables(%t0 = %t) at(%p, %q) {fusion.lookup %t0[%i, %q]} : tensor<2x4xf32>
///   ->
/// %1 = fusion.map(%i = %ids) tables(%t0 = %x) at(%p, %q) {fusion.lookup %t0[%i, %q]} : tensor<2x4xf32>
/// %2 = fusion.map(%i = %ids) tables(%t0 = %w) at(%p, %q) {fusion.lookup %t0[%i, %c0]} : tensor<2x4xf32>
/// %0 = fusion.mul %1, %2
struct LookupBeforeElementwise : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op, PatternRewriter &rewriter) const override {
    auto lookup = op.getYield().getOperand(0).getDefiningOp<LookupOp>();
    if (!lookup || lookup.getCondition() || !lookup.getTable().hasOneUse())
      return rewriter.notifyMatchFailure(op, "it is no lookup alone");
    unsigned number = cast<BlockArgument>(lookup.getTable()).getArgNumber();
    Value table = op->getOperand(number);
    if (!isComputedOfInputs(table.getDefiningOp()))
      return rewriter.notifyMatchFailure(op, "the table is not computed of inputs for it alone");
    RankedTensorType whole = getTensorType(table), type = op.getResultType();
    if (!whole.hasStaticShape() || !type.hasStaticShape() || type.getNumElements() > whole.getNumElements())
      return rewriter.notifyMatchFailure(op, "it would be computed of more elements");
    Operation *producer = table.getDefiningOp();
    SmallVector<Value> operands;
    for (Value operand : producer->getOperands()) {
      RankedTensorType own = getTensorType(operand);
      bool isNumber = own.getNumElements() == 1 && own.getRank() <= type.getRank();
      operands.push_back(isNumber ? operand : lookUpIn(rewriter, op, number, operand));
    }
    rewriter.replaceOp(op, rebuildElementwise(rewriter, producer, operands, type.getShape()));
    return success();
  }
};
} // namespace

void fusion::populateLookupOperandPatterns(RewritePatternSet &patterns) {
  patterns.add<LookupBeforeElementwise>(patterns.getContext());
}
