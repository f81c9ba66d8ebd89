// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions without loops that run once.

#include "MultiplyAdd.h"
#include "Operands.h"
#include "Reductions.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace fusion;

/// The dimensions of an operand that `loops` index, each by itself.
static llvm::SmallBitVector getDims(AffineMap map, const llvm::SmallBitVector &loops) {
  llvm::SmallBitVector dims(map.getNumResults());
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      dims[dim] = loops[loop.getPosition()];
  return dims;
}

/// The loops that run once, and index dimensions of size 1 alone.
static llvm::SmallBitVector findUnitLoops(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  llvm::SmallBitVector loops(ranges.size());
  for (auto [loop, range] : llvm::enumerate(ranges))
    loops[loop] = range == 1;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      for (unsigned loop : SmallVector<unsigned>(loops.set_bits()))
        if (expr.isFunctionOfDim(loop) &&
            (!isa<AffineDimExpr>(expr) || cast<ShapedType>(operand.get().getType()).getDimSize(dim) != 1))
          loops.reset(loop);
  }
  return loops;
}

namespace {
class UnitLoopDropper {
public:
  UnitLoopDropper(IRRewriter &rewriter, linalg::GenericOp op, const llvm::SmallBitVector &dropped)
      : rewriter(rewriter), loc(op.getLoc()), op(op), dropped(dropped) {}

  void replace() {
    rewriter.setInsertionPoint(op);
    SmallVector<utils::IteratorType> iterators;
    SmallVector<AffineExpr> places;
    for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray())) {
      places.push_back(dropped[loop] ? rewriter.getAffineConstantExpr(0) : rewriter.getAffineDimExpr(iterators.size()));
      if (!dropped[loop])
        iterators.push_back(type);
    }
    reduces = llvm::is_contained(iterators, utils::IteratorType::reduction);
    SmallVector<Value> inputs, outs;
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      llvm::SmallBitVector dims = getDims(map, dropped);
      maps.push_back(map.dropResults(dims).replaceDimsAndSymbols(places, {}, iterators.size(), 0));
      if (op.isDpsInit(&operand))
        outs.push_back(dropOfInit(operand.get(), dims));
      else
        inputs.push_back(op.isScalar(&operand) ? operand.get() : dropUnitDims(rewriter, loc, operand.get(), dims));
    }
    auto smaller = linalg::GenericOp::create(
        rewriter, loc, ValueRange(outs).getTypes(), inputs, outs, maps, iterators,
        [&](OpBuilder &builder, Location, ValueRange arguments) { buildBody(builder, arguments); },
        linalg::getPrunedAttributeList(op));
    SmallVector<Value> results;
    for (auto [result, made] : llvm::zip_equal(op->getResults(), smaller->getResults())) {
      llvm::SmallBitVector dims = getDims(op.getMatchingIndexingMap(op.getTiedOpOperand(result)), dropped);
      results.push_back(castStaticSizes(rewriter, loc, insertUnitDims(rewriter, loc, made, dims),
                                        cast<RankedTensorType>(result.getType())));
    }
    rewriter.replaceOp(op, results);
  }

private:
  /// What is repeated in an initial value, if anything is.
  static Value getInitialScalar(Value init) {
    Value scalar = getRepeatedScalar(init);
    return isa<ShapedType>(scalar.getType()) ? Value() : scalar;
  }

  /// An initial value without some of its dimensions: filled anew, or left open where the body has the scalar.
  Value dropOfInit(Value init, const llvm::SmallBitVector &dims) {
    Value scalar = getInitialScalar(init);
    if (!scalar)
      return dropUnitDims(rewriter, loc, init, dims);
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(tensor::getMixedSizes(rewriter, loc, init)))
      if (!dims[dim])
        sizes.push_back(size);
    Value empty = tensor::EmptyOp::create(rewriter, loc, sizes, scalar.getType());
    return reduces ? linalg::FillOp::create(rewriter, loc, scalar, empty).getResult(0) : empty;
  }

  /// The loop `loop` was before.
  int64_t renumber(int64_t loop) const {
    int64_t number = 0;
    for (int64_t before = 0; before < loop; ++before)
      number += !dropped[before];
    return number;
  }

  void buildBody(OpBuilder &builder, ValueRange arguments) {
    IRMapping mapping;
    mapping.map(op.getBody()->getArguments(), arguments);
    if (!reduces)
      for (auto [init, carried] : llvm::zip_equal(op.getDpsInits(), op.getRegionOutputArgs()))
        if (Value scalar = getInitialScalar(init))
          mapping.map(carried, scalar);
    for (Operation &inner : *op.getBody()) {
      if (auto position = dyn_cast<linalg::IndexOp>(inner)) {
        int64_t loop = position.getDim();
        mapping.map(position.getResult(), dropped[loop]
                                              ? arith::ConstantIndexOp::create(builder, loc, 0).getResult()
                                              : linalg::IndexOp::create(builder, loc, renumber(loop)).getResult());
        continue;
      }
      // max(-inf, x) and the like are x.
      Operation *clone = builder.clone(inner, mapping);
      SmallVector<Value> folded;
      if (clone->getNumResults() > 0 && succeeded(builder.tryFold(clone, folded)) && !folded.empty()) {
        mapping.map(inner.getResults(), folded);
        rewriter.eraseOp(clone);
      }
    }
  }

  IRRewriter &rewriter;
  Location loc;
  linalg::GenericOp op;
  const llvm::SmallBitVector &dropped;
  bool reduces = false; ///< whether a loop is left that does
};
} // namespace

void fusion::dropUnitLoopsOfReductions(Operation *root) {
  SmallVector<linalg::LinalgOp> ops;
  root->walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0 && !linalg::isaContractionOpInterface(op) &&
        !linalg::isaConvolutionOpInterface(op) && !matchMultiplyAdd(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : ops) {
    llvm::SmallBitVector dropped = findUnitLoops(op);
    if (dropped.none())
      continue;
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> generic =
        isa<linalg::GenericOp>(op) ? cast<linalg::GenericOp>(*op) : linalg::generalizeNamedOp(rewriter, op);
    if (succeeded(generic))
      UnitLoopDropper(rewriter, *generic, dropped).replace();
  }
}
