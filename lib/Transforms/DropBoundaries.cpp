// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Takes boundaries away, and marks what they kept apart.

#include "fusion/Transforms/Passes.h"
#include "fusion/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fusion {
#define GEN_PASS_DEF_DROPBOUNDARIESPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Whether an operation takes a launch, or may: reshapes and sizes are none of a kernel.
static bool isComputed(Operation *op) {
  return !isReshape(op) && llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// Marks what follows from `entering`, up to where it leaves.
static void markBehind(BoundaryOp entering) {
  SmallVector<Operation *> pending{entering};
  while (!pending.empty())
    for (Operation *user : pending.pop_back_val()->getUsers()) {
      if (isa<BoundaryOp>(user) || user->getAttr(kIsolatedAttrName) == entering.getNumberAttr())
        continue;
      if (isComputed(user))
        user->setAttr(kIsolatedAttrName, entering.getNumberAttr());
      pending.push_back(user);
    }
}

/// Marks what computes the tensor that leaves, which need not read any.
static void markBefore(BoundaryOp leaving) {
  Operation *op = leaving.getInput().getDefiningOp();
  while (op && isReshape(op))
    op = op->getOperand(0).getDefiningOp();
  if (op && !isa<BoundaryOp>(op) && isComputed(op))
    op->setAttr(kIsolatedAttrName, leaving.getNumberAttr());
}

int64_t fusion::dropBoundaries(Operation *root) {
  SmallVector<BoundaryOp> boundaries;
  root->walk([&](BoundaryOp boundary) { boundaries.push_back(boundary); });
  for (BoundaryOp boundary : boundaries)
    boundary.getLeaves() ? markBefore(boundary) : markBehind(boundary);
  for (BoundaryOp boundary : boundaries) {
    boundary.getResult().replaceAllUsesWith(boundary.getInput());
    boundary.erase();
  }
  return boundaries.size();
}

namespace {
struct DropBoundariesPass : fusion::impl::DropBoundariesPassBase<DropBoundariesPass> {
  using Base::Base;

  void runOnOperation() override { numDropped += dropBoundaries(getOperation()); }
};
} // namespace
