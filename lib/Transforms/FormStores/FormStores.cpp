// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that leaves to kernels what they can make of their elements as they store them.

#include "FormStores.h"
#include "fusion/Dialect/Fusion/IR/StoreOps.h"
#include "fusion/Transforms/Passes.h"

namespace fusion {
#define GEN_PASS_DEF_FORMSTORESPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// The operations of the graph, not of kernels.
template <typename OpT> static SmallVector<OpT> collect(Operation *root) {
  SmallVector<OpT> ops;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto own = dyn_cast<OpT>(op))
      ops.push_back(own);
    return isa<KernelOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return ops;
}

namespace {
struct FormStoresPass : fusion::impl::FormStoresPassBase<FormStoresPass> {
  using Base::Base;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (ReduceOp reduce : collect<ReduceOp>(getOperation()))
      numMaxima += formAmax(rewriter, reduce);
    for (SelectOp select : collect<SelectOp>(getOperation()))
      numKept += formKeep(rewriter, select);
    for (MapOp map : collect<MapOp>(getOperation()))
      numPacked += formPackBits(rewriter, map);
    for (ScatterOp scatter : collect<ScatterOp>(getOperation()))
      numScattered += formScatter(rewriter, scatter);
  }
};
} // namespace
