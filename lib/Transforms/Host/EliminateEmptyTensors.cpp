// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that computes parts of a tensor where they are inserted, with copies where loops need them.

#include "AliasedInputs.h"
#include "CutHistories.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

namespace fusion {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;

/// Whether `value` comes from outside of a loop around `op`.
static bool isFromOutsideOfLoop(Value value, Operation *op) {
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
      return true;
  return false;
}

/// A part that an iteration inserts into a tensor from outside of the loop goes into a copy: the next iteration starts
/// from that tensor again. Upstream (MLIR 22) copies as well, but what is inserted it may compute in the tensor itself,
/// since it takes the insertion to write the same part there. So it is with an argument that another value
/// is written into at the end (fusion.aliases).
///
///   %r = scf.for .. {
///     tensor.insert_slice %part into %outer ..
///       ->
///     %copy = bufferization.alloc_tensor() copy(%outer)
///     tensor.insert_slice %part into %copy ..
static void copyOuterDestinations(Operation *root) {
  root->walk([](tensor::InsertSliceOp op) {
    bool isOuter = isFromOutsideOfLoop(op.getDest(), op) && !op.getDest().getDefiningOp<tensor::EmptyOp>();
    if (!isOuter && !fusion::isOverwrittenByOthers(op.getDest(), op))
      return;
    OpBuilder builder(op);
    Value copy = bufferization::AllocTensorOp::create(builder, op.getLoc(), op.getDestType(),
                                                      /*dynamicSizes=*/ValueRange(), /*copy=*/op.getDest());
    op.getDestMutable().assign(copy);
  });
}

namespace {
struct EliminateEmptyTensors : fusion::impl::EliminateEmptyTensorsPassBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    // The analysis in front of the rewrite takes time that grows with the square of the readers of a value.
    auto found = getOperation().walk([](Operation *op) {
      return isa<SubsetInsertionOpInterface>(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return;
    copyOuterDestinations(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>())
      fusion::cutHistories(function);
    ++numAnalyses;
    IRRewriter rewriter(&getContext());
    if (failed(bufferization::eliminateEmptyTensors(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace
