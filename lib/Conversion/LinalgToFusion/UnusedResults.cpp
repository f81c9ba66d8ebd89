// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Results of linalg operations that nobody reads.

#include "Reductions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace fusion;

namespace {
/// What of a body is needed for the results that are read, and for what it does besides.
class NeededParts {
public:
  explicit NeededParts(linalg::GenericOp op) : op(op), results(op.getNumDpsInits()) {
    for (OpResult result : op->getResults())
      if (!result.use_empty())
        keep(result.getResultNumber());
    for (Operation &inner : op.getBody()->without_terminator())
      if (!isMemoryEffectFree(&inner))
        need(&inner);
    while (!worklist.empty())
      visit(worklist.pop_back_val());
  }

  bool needs(Operation *inner) const { return operations.contains(inner); }
  bool reads(BlockArgument argument) const { return arguments.contains(argument); }
  bool keeps(unsigned result) const { return results[result]; }
  bool keepsAll() const { return results.all(); }
  bool keepsNone() const { return results.none(); }

private:
  void keep(unsigned result) {
    if (results[result])
      return;
    results.set(result);
    worklist.push_back(op.getBody()->getTerminator()->getOperand(result));
  }
  void need(Operation *inner) {
    if (operations.insert(inner).second)
      inner->walk([&](Operation *nested) { llvm::append_range(worklist, nested->getOperands()); });
  }
  void visit(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == op.getBody()) {
      arguments.insert(argument);
      // What is carried from one turn to the next is computed, though nobody reads its last value.
      if (argument.getArgNumber() >= op.getNumDpsInputs())
        keep(argument.getArgNumber() - op.getNumDpsInputs());
    } else if (Operation *inner = value.getDefiningOp(); inner && inner->getBlock() == op.getBody()) {
      need(inner);
    }
  }

  linalg::GenericOp op;
  llvm::SmallBitVector results;
  DenseSet<Operation *> operations;
  DenseSet<BlockArgument> arguments;
  SmallVector<Value> worklist;
};

/// The operation with fewer operands and results.
class SmallerGeneric {
public:
  SmallerGeneric(IRRewriter &rewriter, linalg::GenericOp op, const NeededParts &parts)
      : rewriter(rewriter), op(op), parts(parts) {}

  void replace() {
    SmallVector<OpOperand *> inputs = chooseInputs();
    SmallVector<Value> operands, outs;
    SmallVector<AffineMap> maps;
    for (OpOperand *input : inputs) {
      operands.push_back(input->get());
      maps.push_back(op.getMatchingIndexingMap(input));
    }
    for (OpResult result : op->getResults())
      if (parts.keeps(result.getResultNumber())) {
        OpOperand *init = op.getTiedOpOperand(result);
        outs.push_back(init->get());
        maps.push_back(op.getMatchingIndexingMap(init));
      }
    rewriter.setInsertionPoint(op);
    auto smaller = linalg::GenericOp::create(
        rewriter, op.getLoc(), ValueRange(outs).getTypes(), operands, outs, maps, op.getIteratorTypesArray(),
        [&](OpBuilder &builder, Location loc, ValueRange arguments) { buildBody(builder, loc, inputs, arguments); },
        linalg::getPrunedAttributeList(op));
    unsigned next = 0;
    for (OpResult result : op->getResults())
      if (parts.keeps(result.getResultNumber()))
        rewriter.replaceAllUsesWith(result, smaller->getResult(next++));
    rewriter.eraseOp(op);
  }

private:
  /// The inputs that are read, if they tell the sizes of all loops; else all.
  SmallVector<OpOperand *> chooseInputs() {
    SmallVector<OpOperand *> all = op.getDpsInputOperands(), read;
    SmallVector<AffineMap> maps;
    for (OpOperand *input : all)
      if (parts.reads(op.getMatchingBlockArgument(input))) {
        read.push_back(input);
        maps.push_back(op.getMatchingIndexingMap(input));
      }
    for (OpOperand &init : op.getDpsInitsMutable())
      if (parts.keeps(init.getOperandNumber() - op.getNumDpsInputs()))
        maps.push_back(op.getMatchingIndexingMap(&init));
    return inversePermutation(concatAffineMaps(maps, op.getContext())) ? read : all;
  }

  void buildBody(OpBuilder &builder, Location loc, ArrayRef<OpOperand *> inputs, ValueRange arguments) {
    IRMapping mapping;
    for (OpOperand *input : inputs) {
      mapping.map(op.getMatchingBlockArgument(input), arguments.front());
      arguments = arguments.drop_front();
    }
    SmallVector<Value> yielded;
    for (auto [number, carried] : llvm::enumerate(op.getRegionOutputArgs()))
      if (parts.keeps(number)) {
        mapping.map(carried, arguments.front());
        arguments = arguments.drop_front();
      }
    for (Operation &inner : op.getBody()->without_terminator())
      if (parts.needs(&inner))
        builder.clone(inner, mapping);
    for (auto [number, value] : llvm::enumerate(op.getBody()->getTerminator()->getOperands()))
      if (parts.keeps(number))
        yielded.push_back(mapping.lookupOrDefault(value));
    linalg::YieldOp::create(builder, loc, yielded);
  }

  IRRewriter &rewriter;
  linalg::GenericOp op;
  const NeededParts &parts;
};
} // namespace

static bool hasUnusedResults(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() > 1 &&
         llvm::any_of(op->getResults(), [](Value result) { return result.use_empty(); });
}

void fusion::dropUnusedResults(Operation *root) {
  // An operation before those in it, which may be erased with it.
  SmallVector<Operation *> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>() && op->getNumResults() > 0 && !op->getParentOfType<linalg::LinalgOp>())
      ops.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  // Users first: what only they read is unused then.
  for (Operation *op : llvm::reverse(ops)) {
    if (isOpTriviallyDead(op)) {
      rewriter.eraseOp(op);
      continue;
    }
    auto loops = dyn_cast<linalg::LinalgOp>(op);
    if (!loops || !hasUnusedResults(loops))
      continue;
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::GenericOp> generic =
        isa<linalg::GenericOp>(op) ? cast<linalg::GenericOp>(op) : linalg::generalizeNamedOp(rewriter, loops);
    if (failed(generic))
      continue;
    NeededParts parts(*generic);
    if (!parts.keepsAll() && !parts.keepsNone())
      SmallerGeneric(rewriter, *generic, parts).replace();
  }
}
