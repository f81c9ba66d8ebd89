// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

namespace mlir::fusion {
#define GEN_PASS_DEF_SPLITDESTINATIONSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace mlir::fusion

using namespace mlir;

/// Whether `op` makes a tensor that costs no more to make again than to copy: an empty one, or one that is filled with
/// a scalar or with indices.
static bool isCheap(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  auto fill = dyn_cast<linalg::LinalgOp>(op);
  return fill && fill.hasPureTensorSemantics() && fill->getNumResults() == 1 && fill.getNumReductionLoops() == 0 &&
         llvm::none_of(fill.getDpsInputs(), [](Value input) { return isa<ShapedType>(input.getType()); }) &&
         fill.getDpsInits()[0].getDefiningOp<tensor::EmptyOp>() &&
         llvm::all_of(fill->getRegion(0).front().without_terminator(),
                      [](Operation &scalar) { return isa<linalg::IndexOp, CastOpInterface>(scalar); });
}

namespace {
struct SplitDestinations : fusion::impl::SplitDestinationsPassBase<SplitDestinations> {
  void runOnOperation() override {
    // Users come before what they use, so that a copied fill gets its own empty tensor.
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isCheap(op))
        ops.push_back(op);
    });
    for (Operation *op : llvm::reverse(ops))
      split(op);
  }

private:
  void split(Operation *op) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getResult(0).getUses())
      uses.push_back(&use);
    for (OpOperand *use : llvm::drop_begin(uses, std::min<size_t>(1, uses.size()))) {
      OpBuilder builder(op);
      use->set(builder.clone(*op)->getResult(0));
      ++numCopies;
    }
  }
};
} // namespace
