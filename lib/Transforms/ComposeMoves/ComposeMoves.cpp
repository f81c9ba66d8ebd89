// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that reads through moves: what computes does so in the order in which its result is read.

#include "Reorder.h"
#include "Reshapes.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "fusion/Transforms/ComposeMoves/Passes.h"
#include "fusion/Transforms/PropagateLayout/LayoutUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace fusion {
#define GEN_PASS_DEF_COMPOSEMOVESPASS
#include "fusion/Transforms/ComposeMoves/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

static bool isMove(Operation *op) { return getMoveAccess(op).has_value(); }

/// Whether `op` computes rows or elements, so that it can read its operands at any place.
static bool readsAnywhere(OpOperand &use) {
  if (isa<ReduceOp>(use.getOwner()))
    return true;
  auto elementwise = dyn_cast<ElementwiseOpInterface>(use.getOwner());
  return elementwise && use.getOperandNumber() < elementwise.getElementOperands().size();
}

/// Whether reading by `chain` costs no more than reading what it gives from memory: elements that are read one behind
/// the other lie so, 16 bytes of them at least.
static bool readsRuns(const MoveChain &chain, RankedTensorType type) {
  constexpr int64_t kBytes = 16;
  ArrayRef<int64_t> shape = getTensorType(chain.source).getShape();
  if (type.getRank() == 0)
    return false;
  LoopRun run = chain.access.getRun(type.getRank() - 1, 1, shape, AccessMap::getDenseStrides(shape));
  return run.length * type.getElementTypeBitWidth() >= 8 * kBytes;
}

/// Whether a product can read the source, or write it, in the other order by strides: those of a tensor map.
static bool isStrided(const MoveChain &chain) {
  constexpr size_t kDims = 5;
  ArrayRef<int64_t> shape = getTensorType(chain.source).getShape();
  std::optional<StridedAccess> access = chain.access.getStrided(shape, AccessMap::getDenseStrides(shape));
  return access && access->loops.size() <= kDims;
}

/// Whether a product multiplies what is computed of `value` element by element.
static bool isFactor(Value value) {
  // More than scales and casts take.
  constexpr size_t limit = 16;
  llvm::SmallSetVector<Operation *, 8> ops;
  ops.insert_range(value.getUsers());
  for (size_t i = 0; i < ops.size() && i < limit; ++i) {
    if (isa<MatmulOp>(ops[i]))
      return true;
    if (isa<ElementwiseOpInterface>(ops[i]) || isMove(ops[i]))
      ops.insert_range(ops[i]->getUsers());
  }
  return false;
}

namespace {
struct ComposeMovesPass : fusion::impl::ComposeMovesPassBase<ComposeMovesPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    SmallVector<Operation *> moves;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      // The last of a chain, whose result something reads that is none of it.
      if (isMove(op) && !llvm::all_of(op->getUsers(), isMove))
        moves.push_back(op);
      return WalkResult::advance();
    });
    // The last ones first: what is reordered then moves no more, and stands in no other's way.
    for (Operation *op : llvm::reverse(moves)) {
      std::optional<MoveChain> chain = MoveChain::get(op->getResult(0));
      if (!chain || !chain->reorders)
        continue;
      bool runs = readsRuns(*chain, getTensorType(op->getResult(0)));
      if (!chain->source.getDefiningOp<MapOp>() && !runs)
        continue;
      Value value = reorderSource(rewriter, op, *chain);
      if (!value && runs && mayReadThrough(op, *chain)) {
        rewriter.setInsertionPoint(op);
        value = lookUp(rewriter, op->getLoc(), chain->source, chain->access);
      }
      if (!value || value == op->getResult(0))
        continue;
      rewriter.replaceAllUsesWith(op->getResult(0), value);
      ++numComposed;
      for (Operation *move : chain->moves)
        if (isOpTriviallyDead(move))
          rewriter.eraseOp(move);
    }
    SmallVector<ElementwiseOpInterface> ops;
    getOperation()->walk([&](ElementwiseOpInterface op) {
      if (!op->getParentOfType<KernelOp>())
        ops.push_back(op);
    });
    for (ElementwiseOpInterface op : ops)
      numReshaped += computeMerged(rewriter, op);
  }

private:
  /// Whether those that read the result of `op` had better read what it moves.
  static bool mayReadThrough(Operation *op, const MoveChain &chain) {
    return llvm::all_of(op->getUses(), readsAnywhere) &&
           !(isStrided(chain) && (comesFromMatmul(chain.source) || isFactor(op->getResult(0))));
  }
};
} // namespace
