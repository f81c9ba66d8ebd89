// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Reductions that compute what they combine become an elementwise operation and reductions of what it gives.

#include "BodyPlan.h"
#include "Combination.h"
#include "MultiplyAdd.h"
#include "Operands.h"
#include "Reductions.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fusion;

namespace {
/// What one result combines.
struct Part {
  Combination combination;
  OpOperand *element = nullptr; ///< the operand whose elements are the terms, if they are no more than that
  Value computed;               ///< else what is to be computed for them: the term, or what it widens
};

/// (sum, sum of squares) of x  ->  q = x * x, sum of x, sum of q
class ReductionSplitter {
public:
  ReductionSplitter(IRRewriter &rewriter, linalg::LinalgOp op) : rewriter(rewriter), op(op), loc(op.getLoc()) {}

  /// Whether each result is a fusion.reduce of something that is computed for each element of an operand: what is
  /// computed has no more elements than what is read.
  bool matches() {
    for (OpOperand *input : op.getDpsInputOperands())
      if (!isSimpleMap(op.getMatchingIndexingMap(input), input->get().getType()))
        return false; // a window, or a diagonal
    for (Operation &inner : op.getBlock()->without_terminator())
      if (!isMemoryEffectFree(&inner))
        return false;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!addPart(init))
        return false;
    // With one operand and nothing computed there is nothing to split.
    return parts.size() > 1 || op.getNumDpsInputs() > 1 || !parts.front().element;
  }

  void replace() {
    rewriter.setInsertionPoint(op);
    if (!computeTerms())
      return;
    SmallVector<Value> results;
    for (auto [part, init] : llvm::zip_equal(parts, op.getDpsInitsMutable()))
      results.push_back(reduce(part, init));
    rewriter.replaceOp(op, results);
  }

private:
  OpOperand *getOperand(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == op.getBlock() ? &op->getOpOperand(argument.getArgNumber()) : nullptr;
  }

  bool isWhole(OpOperand *operand) {
    return isa<RankedTensorType>(operand->get().getType()) && op.getMatchingIndexingMap(operand).isPermutation();
  }

  bool addPart(OpOperand &init) {
    unsigned number = init.getOperandNumber() - op.getNumDpsInputs();
    std::optional<Combination> combination = Combination::match(op, number);
    if (!combination || !findObstacleOfInitial(op, combination->kind, init.get()).empty() ||
        !writesEachOnce(op, op.getMatchingIndexingMap(&init), init.get().getType()))
      return false;
    Part part{*combination, nullptr, Value()};
    Value stored = combination->term;
    // fusion.reduce widens to f32 itself, which is what it sums narrow floats in.
    if (auto widening = stored.getDefiningOp<arith::ExtFOp>(); widening && stored.getType().isF32())
      stored = widening.getIn();
    part.element = getOperand(stored);
    if (part.element && !isWhole(part.element))
      part.element = nullptr;
    if (!part.element)
      part.computed = stored;
    parts.push_back(part);
    return isSupportedElement(stored.getType()) && isSupportedElement(combination->term.getType()) &&
           (part.element || readsWhole(stored));
  }

  /// Whether what `computed` takes is an operand that each point of the loops has an element of. The first is kept.
  bool readsWhole(Value computed) {
    SetVector<Operation *> slice;
    BackwardSliceOptions options;
    options.omitBlockArguments = true;
    options.inclusive = true;
    options.filter = [&](Operation *inner) { return op->isProperAncestor(inner); };
    if (Operation *root = computed.getDefiningOp(); root && failed(getBackwardSlice(root, &slice, options)))
      return false;
    for (OpOperand *input : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(input);
      bool isRead = argument == computed || llvm::any_of(argument.getUsers(), [&](Operation *user) {
                      return slice.contains(op.getBlock()->findAncestorOpInBlock(*user));
                    });
      if (isRead && isWhole(input)) {
        whole = whole ? whole : input;
        return true;
      }
    }
    return false;
  }

  /// Makes the elementwise operation; fails where there is no fusion op of it.
  bool computeTerms() {
    SmallVector<Part *> computed;
    for (Part &part : parts)
      if (!part.element)
        computed.push_back(&part);
    if (computed.empty())
      return true;
    AffineMap space = op.getMatchingIndexingMap(whole);
    SmallVector<Value> outs;
    SmallVector<AffineMap> maps;
    for (OpOperand *input : op.getDpsInputOperands())
      maps.push_back(op.getMatchingIndexingMap(input));
    for (Part *part : computed) {
      outs.push_back(tensor::EmptyOp::create(rewriter, loc, tensor::getMixedSizes(rewriter, loc, whole->get()),
                                             part->computed.getType()));
      maps.push_back(space);
    }
    SmallVector<utils::IteratorType> iterators(op.getNumLoops(), utils::IteratorType::parallel);
    auto terms = linalg::GenericOp::create(
        rewriter, loc, TypeRange(ValueRange(outs)), op.getDpsInputs(), outs, maps, iterators,
        [&](OpBuilder &builder, Location, ValueRange arguments) {
          IRMapping mapping;
          mapping.map(op.getRegionInputArgs(), arguments.take_front(op.getNumDpsInputs()));
          for (Operation &inner : op.getBlock()->without_terminator())
            if (llvm::none_of(parts, [&](const Part &part) { return part.combination.combiner == &inner; }))
              builder.clone(inner, mapping);
          SmallVector<Value> yielded;
          for (Part *part : computed)
            yielded.push_back(mapping.lookupOrDefault(part->computed));
          linalg::YieldOp::create(builder, loc, yielded);
        });
    if (!BodyPlan::get(terms).reason.empty()) {
      rewriter.eraseOp(terms);
      for (Value out : outs)
        rewriter.eraseOp(out.getDefiningOp());
      return false;
    }
    for (auto [part, result] : llvm::zip_equal(computed, terms.getResults()))
      made[part] = result;
    return true;
  }

  Value reduce(const Part &part, OpOperand &init) {
    AffineMap read = op.getMatchingIndexingMap(part.element ? part.element : whole);
    Value input = part.element ? part.element->get() : made.lookup(&part);
    auto sum = linalg::GenericOp::create(
        rewriter, loc, init.get().getType(), input, init.get(), ArrayRef{read, op.getMatchingIndexingMap(&init)},
        op.getIteratorTypesArray(), [&](OpBuilder &builder, Location, ValueRange arguments) {
          const Combination &combination = part.combination;
          IRMapping mapping;
          Value term = arguments[0];
          if (term.getType() != combination.term.getType())
            term = arith::ExtFOp::create(builder, loc, combination.term.getType(), term);
          mapping.map(combination.term, term);
          mapping.map(op.getMatchingBlockArgument(&init), arguments[1]);
          Operation *combiner = builder.clone(*combination.combiner, mapping);
          linalg::YieldOp::create(builder, loc, combiner->getResults());
        });
    return sum.getResult(0);
  }

  IRRewriter &rewriter;
  linalg::LinalgOp op;
  Location loc;
  SmallVector<Part> parts;
  OpOperand *whole = nullptr; ///< one whose elements are the points of the loops; what is computed lies as it does
  llvm::DenseMap<const Part *, Value> made;
};
} // namespace

static bool isOfWindows(linalg::LinalgOp op) {
  return linalg::isaConvolutionOpInterface(op) || llvm::any_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return llvm::any_of(map.getResults(), llvm::IsaPred<AffineBinaryOpExpr>);
         });
}

/// A sum of products stays whole: most are matrix products.
static bool isProduct(linalg::LinalgOp op) { return linalg::isaContractionOpInterface(op) || matchMultiplyAdd(op); }

void fusion::splitReductions(Operation *root) {
  SmallVector<linalg::LinalgOp> ops;
  root->walk([&](linalg::LinalgOp op) {
    if (isa<linalg::GenericOp, linalg::ReduceOp>(op) && op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0 &&
        !isOfWindows(op) && !isProduct(op))
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : ops) {
    ReductionSplitter splitter(rewriter, op);
    if (splitter.matches())
      splitter.replace();
  }
}
