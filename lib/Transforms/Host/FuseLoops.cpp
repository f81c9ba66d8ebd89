// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that merges elementwise linalg operations into those that use them.

#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Support/RewriteCounter.h"
#include "fusion/Transforms/Host/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace fusion {
#define GEN_PASS_DEF_FUSELOOPSPASS
#include "fusion/Transforms/Host/Passes.h.inc"
} // namespace fusion

using namespace mlir;

/// Whether what `op` writes depends on what was there before.
static bool readsOutputs(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) { return op.payloadUsesValueFromOperand(&init); });
}

/// Most instructions for each element of a merged loop. LLVM's vectorizer and its register allocation take time that
/// grows with the square of those of a body.
static constexpr int64_t kMaxInstructions = 512;
/// The same of a first round. Each merge copies both bodies, so that those of a long chain are merged in small groups
/// first, and groups with each other then.
static constexpr int64_t kMaxInstructionsAtFirst = 32;

/// About how many instructions `op` takes for each element; a function of math becomes a polynomial.
static int64_t countInstructions(linalg::LinalgOp op) {
  int64_t count = 0;
  op->getRegion(0).walk([&](Operation *scalar) { count += isa<math::MathDialect>(scalar->getDialect()) ? 16 : 1; });
  return count;
}

/// A producer is merged into a consumer without reductions, where its other users do not need it. One that changes what
/// is there must do so once for each element: upstream lets it go around with every iteration of the consumer.
static bool shouldFuse(OpOperand *operand, int64_t maxInstructions) {
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  if (!consumer || !producer || consumer.getNumReductionLoops() != 0 || !producer->hasOneUse() ||
      fusion::areKeptApart(producer, consumer))
    return false;
  if (countInstructions(producer) + countInstructions(consumer) > maxInstructions)
    return false;
  return !readsOutputs(producer) || consumer.getMatchingIndexingMap(operand).isPermutation();
}

static LogicalResult mergeLoops(Operation *root, int64_t maxInstructions) {
  RewritePatternSet patterns(root->getContext());
  linalg::populateElementwiseOpsFusionPatterns(
      patterns, [=](OpOperand *operand) { return shouldFuse(operand, maxInstructions); });
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  return applyPatternsGreedily(root, std::move(patterns));
}

/// Upstream takes all results from an operation that is there for what it asserts alone, and does not lower what is
/// left of one without loops.
static void inlineBodiesWithoutOperands(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](linalg::GenericOp op) {
    if (op->getNumOperands() > 0 || op.getNumLoops() > 0)
      return;
    rewriter.eraseOp(op.getBody()->getTerminator());
    rewriter.inlineBlockBefore(op.getBody(), op);
    rewriter.eraseOp(op);
  });
}

static int64_t countGenerics(Operation *root) {
  int64_t count = 0;
  root->walk([&](linalg::GenericOp) { ++count; });
  return count;
}

namespace {
/// %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
///   ->
/// linalg.generic for the maximum of each row, the exponentials, their sum and the quotients
struct DecomposeAggregated : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op, PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return rewriter.notifyMatchFailure(op, "cannot be decomposed");
    rewriter.replaceOp(op, *results);
    return success();
  }
};

/// Marks of operations stay on the loops that these become.
struct MarkKeeper : fusion::RewriteCounter {
  void notifyOperationReplaced(Operation *op, ValueRange replacement) override {
    for (Value value : replacement)
      if (Attribute mark = op->getAttr(fusion::kIsolatedAttrName); mark && value.getDefiningOp())
        value.getDefiningOp()->setAttr(fusion::kIsolatedAttrName, mark);
  }
};

struct FuseLoops : fusion::impl::FuseLoopsPassBase<FuseLoops> {
  void runOnOperation() override {
    RewritePatternSet decompose(&getContext());
    decompose.add<DecomposeAggregated>(&getContext());
    linalg::populateLinalgNamedOpsGeneralizationPatterns(decompose);
    // Kernels are someone else's.
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<fusion::KernelOp>(op))
        return WalkResult::skip();
      if (isa<linalg::LinalgOp, linalg::AggregatedOpInterface>(op))
        ops.push_back(op);
      return WalkResult::advance();
    });
    MarkKeeper counter;
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps).setListener(&counter);
    if (failed(applyOpPatternsGreedily(ops, std::move(decompose), config)))
      return signalPassFailure();
    numGeneralized += counter.numApplied;
    int64_t numBefore = countGenerics(getOperation());
    if (failed(mergeLoops(getOperation(), kMaxInstructionsAtFirst)) ||
        failed(mergeLoops(getOperation(), kMaxInstructions)))
      return signalPassFailure();
    inlineBodiesWithoutOperands(getOperation());
    numMerged += numBefore - countGenerics(getOperation());
  }
};
} // namespace
