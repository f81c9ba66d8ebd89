// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that propagates layouts: its patterns, with upstream's canonical forms beside them.

#include "fusion/Transforms/PropagateLayout/PropagateLayout.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/RewriteCounter.h"
#include "fusion/Transforms/PropagateLayout/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_PROPAGATELAYOUTPASS
#include "fusion/Transforms/PropagateLayout/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

/// Upstream's canonical forms of the reshapes and transpositions that the patterns leave beside each other.
template <typename... Ops> static void addCanonicalizationsOf(RewritePatternSet &patterns) {
  (Ops::getCanonicalizationPatterns(patterns, patterns.getContext()), ...);
}

namespace {
struct PropagateLayoutPass : fusion::impl::PropagateLayoutPassBase<PropagateLayoutPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateFoldTransposeIntoMatmulPatterns(patterns);
    populateFoldBroadcastPatterns(patterns);
    populateSinkReshapePatterns(patterns);
    populateDropUnitPatterns(patterns);
    populateSimplifyBatchPatterns(patterns);
    populateTransposeProductPatterns(patterns);
    populateSplitBatchPatterns(patterns);
    populateSinkCollapsePatterns(patterns);
    populateSinkRowValuePatterns(patterns);
    populateSinkTransposePatterns(patterns);
    populateJoinGroupPatterns(patterns);
    populateJoinSlicePatterns(patterns);
    populateLookupSlicePatterns(patterns);
    populateLookupOperandPatterns(patterns);
    populateCollapseLookupPatterns(patterns);
    populateOrderRowPatterns(patterns);
    populateCollapseReductionPatterns(patterns);
    populateEvaluateConstantsPatterns(patterns);
    populateFoldSplatPatterns(patterns);
    populateRefineShapePatterns(patterns);
    addCanonicalizationsOf<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::EmptyOp, tensor::DimOp,
                           tensor::CastOp, linalg::TransposeOp, linalg::BroadcastOp, linalg::FillOp>(patterns);
    populateReshapePatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    // A slice of a slice is one slice.
    tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
    // Sizes are read off the operands, so that no operation lives on for its size alone.
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    apply(std::move(patterns));

    RewritePatternSet hoists(&getContext());
    populateHoistExpandPatterns(hoists);
    populateHoistCollapsePatterns(hoists);
    populateLookupRepeatedPatterns(hoists);
    addCanonicalizationsOf<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(hoists);
    apply(std::move(hoists));
  }

  void apply(RewritePatternSet patterns) {
    // What is in a kernel already stays as it is: there is no place for reshapes.
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      // What only returns values would be looked at again, with all its operands, after each change of one.
      if (op != getOperation() && !op->hasTrait<OpTrait::ReturnLike>())
        ops.push_back(op);
      return WalkResult::advance();
    });
    // The driver begins with the last one; what an operation's operands come to is known when it is looked at.
    std::reverse(ops.begin(), ops.end());
    RewriteCounter counter;
    GreedyRewriteConfig config;
    config.setListener(&counter);
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    // Each operation is rewritten a few times; a graph on which patterns undo each other must not hang the compiler.
    config.setMaxNumRewrites(1000 + 100 * static_cast<int64_t>(ops.size()));
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      getOperation()->emitWarning("layouts were not propagated to a fixpoint");
    numRewrites += counter.numApplied;
  }
};
} // namespace
