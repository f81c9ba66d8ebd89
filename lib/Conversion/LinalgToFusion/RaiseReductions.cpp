// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions in linalg become fusion.reduce.

#include "RaiseReductions.h"
#include "Combination.h"
#include "MultiplyAdd.h"
#include "Operands.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/LinalgToFusion/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Support/Remark.h"
#include "fusion/Support/RewriteCounter.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_RAISEREDUCTIONSPASS
#include "fusion/Conversion/LinalgToFusion/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

using arith::AtomicRMWKind;

bool fusion::isRaisableReduction(Operation *op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  return isa<linalg::GenericOp, linalg::ReduceOp>(op) && linalg.getNumReductionLoops() > 0 && !matchMultiplyAdd(linalg);
}

SmallVector<int64_t> fusion::getReducedDims(linalg::LinalgOp op, OpOperand *input) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<int64_t> dimensions;
  for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(input).getResults()))
    if (iterators[cast<AffineDimExpr>(expr).getPosition()] == utils::IteratorType::reduction)
      dimensions.push_back(dim);
  return dimensions;
}

/// Takes out the dimensions of size 1 that were reduced.
static Value dropReduced(OpBuilder &builder, Location loc, Value value, ArrayRef<int64_t> dimensions) {
  llvm::SmallBitVector dropped(getTensorType(value).getRank());
  for (int64_t dim : dimensions)
    dropped.set(dim);
  return dropUnitDims(builder, loc, value, dropped);
}

Value fusion::placeReduced(OpBuilder &builder, linalg::LinalgOp op, unsigned number, OpOperand *input, Value reduced) {
  Location loc = op.getLoc();
  SmallVector<int64_t> dimensions = getReducedDims(op, input), kept, permutation;
  for (auto [dim, expr] : llvm::enumerate(op.getMatchingIndexingMap(input).getResults()))
    if (!llvm::is_contained(dimensions, int64_t(dim)))
      kept.push_back(cast<AffineDimExpr>(expr).getPosition());
  ArrayRef<AffineExpr> written = op.getMatchingIndexingMap(op.getDpsInitOperand(number)).getResults();
  llvm::SmallBitVector units(written.size());
  bool isSame = getTensorType(reduced).getRank() == static_cast<int64_t>(written.size());
  for (auto [dim, expr] : llvm::enumerate(written)) {
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      permutation.push_back(llvm::find(kept, loop.getPosition()) - kept.begin());
    else
      units.set(dim);
    isSame &= units[dim] == llvm::is_contained(dimensions, int64_t(dim));
  }
  // Most often they are the same.
  if (!isSame || !llvm::is_sorted(permutation)) {
    Value dropped = dropReduced(builder, loc, reduced, dimensions);
    dropped = transposeDims(builder, loc, dropped, permutation);
    reduced = insertUnitDims(builder, loc, dropped, units);
  }
  RankedTensorType type = getTensorType(op->getResult(number));
  return castStaticSizes(builder, loc, reduced, type.clone(getTensorType(reduced).getElementType()));
}

Value fusion::combineWithInitial(OpBuilder &builder, Location loc, AtomicRMWKind kind, Value reduced,
                                 llvm::PointerUnion<Attribute, Value> initial, Type elementType) {
  RankedTensorType type = getTensorType(reduced);
  SmallVector<Value> elements = {reduced};
  if (auto tensor = dyn_cast<Value>(initial))
    elements.push_back(tensor);
  auto map = MapOp::create(builder, loc, type.clone(elementType), elements, ValueRange(), /*positions=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(map.getBodyBlock());
  Value first = elements.size() > 1
                    ? Value(map.getElementArguments()[1])
                    : arith::ConstantOp::create(builder, loc, cast<TypedAttr>(cast<Attribute>(initial))).getResult();
  if (isa<FloatType>(elementType))
    first = convertFloat(builder, loc, first, type.getElementType());
  Value both = arith::getReductionOp(kind, builder, loc, first, map.getElementArguments().front());
  if (isa<FloatType>(elementType))
    both = convertFloat(builder, loc, both, elementType);
  YieldOp::create(builder, loc, both);
  return map.getResult();
}

/// Whether rounding shows in what order terms are combined.
static bool isOrdered(AtomicRMWKind kind) { return kind == AtomicRMWKind::addf || kind == AtomicRMWKind::mulf; }

namespace {
/// %0 = linalg.reduce {arith.addf} ins(%x : tensor<4x8xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
///   ->
/// %1 = fusion.reduce addf %x along [1] : tensor<4x8xf32> -> tensor<4x1xf32>
/// %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<4x1xf32> into tensor<4xf32>
/// %0 = fusion.map(%2, %init) { arith.addf }, or %2 where %init is neutral
struct RaiseReduction : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    FailureOr<AtomicRMWKind> kind = match(op, rewriter);
    if (failed(kind))
      return failure();
    Location loc = op.getLoc();
    OpOperand *input = op.getDpsInputOperand(0);
    Value init = op.getDpsInits()[0];
    TypedAttr number = getInitialNumber(init);
    bool isPlain = number && isNeutral(*kind, number, rewriter, loc);
    // Sums of narrow floats are rounded when they are whole.
    Type type = getElementTypeOrSelf(init.getType());
    Type accumulator = isPlain || !isOrdered(*kind) ? type : getComputeType(type);
    SmallVector<int64_t> dimensions = getReducedDims(op, input), shape(getTensorType(input->get()).getShape());
    for (int64_t dim : dimensions)
      shape[dim] = 1;
    Value result = ReduceOp::create(rewriter, loc, RankedTensorType::get(shape, accumulator), Type(), *kind,
                                    input->get(), rewriter.getDenseI64ArrayAttr(dimensions))
                       .getResult();
    if (number && !isPlain)
      result = combineWithInitial(rewriter, loc, *kind, result, Attribute(number), type);
    result = placeReduced(rewriter, op, 0, input, result);
    if (!number)
      result = combineWithInitial(rewriter, loc, *kind, result, init, type);
    rewriter.replaceOp(op, castStaticSizes(rewriter, loc, result, getTensorType(init)));
    return success();
  }

  static FailureOr<AtomicRMWKind> match(linalg::LinalgOp op, PatternRewriter &rewriter) {
    if (!isa<linalg::GenericOp, linalg::ReduceOp>(op) || op.getNumReductionLoops() == 0)
      return rewriter.notifyMatchFailure(op, "it is no reduction, or one of a form of its own");
    if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1)
      return rewriter.notifyMatchFailure(op, "it has several operands or results");
    OpOperand *input = op.getDpsInputOperand(0), *init = op.getDpsInitOperand(0);
    if (!op.getMatchingIndexingMap(input).isPermutation() ||
        !writesEachOnce(op, op.getMatchingIndexingMap(init), init->get().getType()))
      return rewriter.notifyMatchFailure(op, "it reads or writes some elements again, or not all");
    std::optional<Combination> combination = Combination::match(op, 0);
    if (!combination)
      return rewriter.notifyMatchFailure(op, "its body does not combine each element with the result");
    // out = combine(out, in), where `in` may be widened to f32.
    Value element = op.getRegionInputArgs().front(), term = combination->term;
    auto widening = term.getDefiningOp<arith::ExtFOp>();
    bool isSummedInF32 = term.getType().isF32();
    if (term != element && !(widening && widening.getIn() == element && isSummedInF32))
      return rewriter.notifyMatchFailure(op, "it computes more than what it combines");
    if (!isSupportedElement(element.getType()) || !isSupportedElement(term.getType()))
      return rewriter.notifyMatchFailure(op, "there is no fusion.reduce of this type");
    if (StringRef obstacle = findObstacleOfInitial(op, combination->kind, init->get()); !obstacle.empty())
      return rewriter.notifyMatchFailure(op, obstacle);
    return combination->kind;
  }
};

struct RaiseReductionsPass : fusion::impl::RaiseReductionsPassBase<RaiseReductionsPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RaiseReduction>(&getContext());
    populateRaiseExtremumPatterns(patterns);
    SmallVector<Operation *> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    RewriteCounter counter;
    GreedyRewriteConfig config;
    config.setListener(&counter);
    config.setStrictness(GreedyRewriteStrictness::ExistingOps);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      return signalPassFailure();
    numRaised += counter.numApplied;
    getOperation()->walk([](linalg::LinalgOp op) {
      if (isRaisableReduction(op))
        emitMissed(op, RemarkCode::NotImported, explainFailure(op.getContext(), [&](PatternRewriter &rewriter) {
                     (void)RaiseReduction::match(op, rewriter);
                   }));
    });
  }
};
} // namespace
