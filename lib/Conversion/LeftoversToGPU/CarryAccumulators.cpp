// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops that add to an element of memory carry a value instead.

#include "CarryAccumulators.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

/// The only store in the body of `loop` (not in what the body holds) to its memory, at a place that stays the same.
static bool isAccumulation(scf::ForOp loop, memref::StoreOp store) {
  if (!llvm::all_of(store->getOperands().drop_front(),
                    [&](Value operand) { return loop.isDefinedOutsideOfLoop(operand); }))
    return false;
  return llvm::all_of(store.getMemRef().getUsers(), [&](Operation *user) {
    auto load = dyn_cast<memref::LoadOp>(user);
    return user == store || !loop->isProperAncestor(user) ||
           (load && load->getBlock() == loop.getBody() && load->isBeforeInBlock(store) &&
            load.getIndices() == store.getIndices());
  });
}

void fusion::carryAccumulators(RewriterBase &rewriter, Operation *root) {
  SmallVector<scf::ForOp> loops;
  root->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  if (loops.empty())
    return;
  // One value for each place: indices that stay the same are computed once, in front.
  for (scf::ForOp loop : loops)
    moveLoopInvariantCode(loop);
  DominanceInfo dominance(root);
  eliminateCommonSubExpressions(rewriter, dominance, root);
  for (scf::ForOp loop : loops)
    for (auto store : llvm::to_vector(loop.getBody()->getOps<memref::StoreOp>())) {
      if (!isAccumulation(loop, store))
        continue;
      Location loc = store.getLoc();
      rewriter.setInsertionPoint(loop);
      Value first = memref::LoadOp::create(rewriter, loc, store.getMemRef(), store.getIndices());
      auto yield = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
        return SmallVector<Value>{store.getValueToStore()};
      };
      auto carrying = cast<scf::ForOp>(
          *loop.replaceWithAdditionalYields(rewriter, first, /*replaceInitOperandUsesInLoop=*/false, yield));
      for (auto load : llvm::to_vector(carrying.getBody()->getOps<memref::LoadOp>()))
        if (load.getMemRef() == store.getMemRef())
          rewriter.replaceOp(load, carrying.getRegionIterArgs().back());
      rewriter.setInsertionPointAfter(carrying);
      memref::StoreOp::create(rewriter, loc, carrying.getResults().back(), store.getMemRef(), store.getIndices());
      rewriter.eraseOp(store);
      loop = carrying;
    }
}
