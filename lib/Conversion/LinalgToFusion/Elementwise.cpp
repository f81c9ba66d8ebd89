// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All-parallel linalg operations: a fusion op for each scalar operation of the body that has one, and maps of the rest.

#include "BodyPlan.h"
#include "MapBuilder.h"
#include "Operands.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/LinalgToFusion/LinalgToFusion.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Constants.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace fusion;

/// The loops in the order of a result's dimensions.
static SmallVector<int64_t> getOrder(linalg::LinalgOp op, OpOperand &init) {
  SmallVector<int64_t> order;
  for (AffineExpr expr : op.getMatchingIndexingMap(&init).getResults())
    order.push_back(cast<AffineDimExpr>(expr).getPosition());
  return order;
}

/// The loops in the order of the first result's dimensions; fails where a result does not run over all loops.
static FailureOr<SmallVector<int64_t>> getSpace(linalg::LinalgOp op) {
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isPermutation())
      return failure();
  return getOrder(op, *op.getDpsInitOperand(0));
}

/// Gives `value` the type of a result in the order of the space, and `sizes`.
static Value finishResult(PatternRewriter &rewriter, Location loc, Value value, RankedTensorType type,
                          function_ref<SmallVector<OpFoldResult>()> getSizes) {
  RankedTensorType own = getTensorType(value);
  if (own == type)
    return value;
  // A size of 1 is repeated also where the result's is dynamic.
  bool repeats = llvm::any_of(llvm::zip(own.getShape(), type.getShape()),
                              [](auto sizes) { return std::get<0>(sizes) == 1 && std::get<1>(sizes) != 1; });
  if (own.getRank() == type.getRank() && !repeats && succeeded(verifyCompatibleShape(own, type)))
    return castStaticSizes(rewriter, loc, value, type);
  return broadcastTo(rewriter, loc, value, type, getSizes());
}

/// The result that `init` stands for, which may have its dimensions in another order than `space`.
static Value finishResult(PatternRewriter &rewriter, linalg::LinalgOp op, Value value, OpOperand &init,
                          ArrayRef<int64_t> space) {
  SmallVector<int64_t> order = getOrder(op, init), dims;
  for (int64_t loop : space)
    dims.push_back(llvm::find(order, loop) - order.begin());
  RankedTensorType type = getTensorType(init.get());
  auto inSpace = RankedTensorType::get(applyPermutation(type.getShape(), dims), type.getElementType());
  Value whole = finishResult(rewriter, op.getLoc(), value, inSpace, [&] {
    return applyPermutation(tensor::getMixedSizes(rewriter, op.getLoc(), init.get()), dims);
  });
  return orderDims(rewriter, op.getLoc(), {whole, llvm::to_vector(space)}, order);
}

namespace {
/// %0 = linalg.generic {iterator_types = ["parallel"], ..} ins(%x, %y : ..) { math.exp, arith.addf, arith.xori .. }
///   ->
/// fusion.exp, fusion.add, .. on tensors, and a fusion.map of what has no name
struct ConvertElementwise : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (op.getNumLoops() != op.getNumParallelLoops())
      return failure(); // The contraction pattern gives the reason.
    if (!op.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "it works on buffers");
    if (op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "it has no results");
    FailureOr<SmallVector<int64_t>> space = getSpace(op);
    if (failed(space))
      return rewriter.notifyMatchFailure(op, "a result does not run over all loops");
    BodyPlan plan = BodyPlan::get(op);
    if (!plan.reason.empty())
      return rewriter.notifyMatchFailure(op, plan.reason);
    rewriter.replaceOp(op, build(op, plan, *space, rewriter));
    return success();
  }

  static SmallVector<Value> build(linalg::LinalgOp op, const BodyPlan &plan, ArrayRef<int64_t> space,
                                  PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    IRMapping tensors;
    for (OpOperand &operand : op->getOpOperands()) {
      // payloadUsesValueFromOperand would miss an initial value that the mapper of a linalg.map reads.
      unsigned number = operand.getOperandNumber();
      if (number >= op.getBlock()->getNumArguments() || op.getBlock()->getArgument(number).use_empty() ||
          !isReadAligned(op, op.getBlock()->getArgument(number)))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      IndexedOperand indexed = getIndexedOperand(rewriter, loc, getRepeatedScalar(operand.get()), map);
      tensors.map(op.getBlock()->getArgument(number), alignToSpace(rewriter, loc, indexed, space));
    }
    // Scalars that the body does not compute: constants, and values from outside.
    auto lookup = [&](Value scalar) {
      if (!tensors.contains(scalar))
        tensors.map(scalar, wrapScalar(rewriter, loc, scalar));
      return tensors.lookup(scalar);
    };
    for (const BodyStep &step : plan.steps) {
      if (!step.form) {
        tensors.map(step.value, buildMap(rewriter, op, step, space, tensors));
        continue;
      }
      SmallVector<Value> operands = llvm::map_to_vector(step.value.getDefiningOp()->getOperands(), lookup);
      tensors.map(step.value, step.form(rewriter, step.value.getLoc(), operands));
    }
    SmallVector<Value> results;
    for (auto [yielded, init] : llvm::zip_equal(op.getBlock()->getTerminator()->getOperands(), op.getDpsInitsMutable()))
      results.push_back(finishResult(rewriter, op, lookup(yielded), init, space));
    return results;
  }
};
} // namespace

void fusion::populateElementwiseToFusionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise>(patterns.getContext());
}
