// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that imports linalg: prepares it, applies the patterns, and reports what is left.

#include "fusion/Conversion/LinalgToFusion/LinalgToFusion.h"
#include "BlockScales.h"
#include "Convolutions.h"
#include "MultiplyAdd.h"
#include "OwnPositions.h"
#include "RaiseReductions.h"
#include "Reductions.h"
#include "ScalarSpellings.h"
#include "fusion/Conversion/ImportUtils/ImportUtils.h"
#include "fusion/Conversion/LinalgToFusion/Passes.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace fusion {
#define GEN_PASS_DEF_CONVERTLINALGTOFUSIONPASS
#include "fusion/Conversion/LinalgToFusion/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

bool fusion::isLinalgImportSource(Operation *op) {
  if (op->getParentOfType<linalg::LinalgOp>())
    return false;
  if (isa<linalg::LinalgDialect>(op->getDialect()))
    return !isa<linalg::FillOp, linalg::TransposeOp, linalg::BroadcastOp>(op) && op->getNumResults() != 0;
  if (!isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) || op->hasTrait<OpTrait::ConstantLike>())
    return false;
  auto isTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !tensor.getElementType().isIndex();
  };
  return llvm::any_of(op->getOperandTypes(), isTensor) || llvm::any_of(op->getResultTypes(), isTensor);
}

/// Splits operations that stand for several, such as linalg.softmax and linalg.pack, into those.
static void decomposeAggregates(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](linalg::AggregatedOpInterface op) {
    rewriter.setInsertionPoint(op);
    if (FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter); succeeded(results))
      rewriter.replaceOp(op, *results);
  });
  root->walk([&](linalg::PackOp op) {
    rewriter.setInsertionPoint(op);
    (void)linalg::lowerPack(rewriter, op, /*lowerPadLikeWithInsertSlice=*/false);
  });
  root->walk([&](linalg::UnPackOp op) {
    rewriter.setInsertionPoint(op);
    (void)linalg::lowerUnPack(rewriter, op, /*lowerUnpadLikeWithExtractSlice=*/false);
  });
}

namespace {
struct ConvertLinalgToFusionPass : fusion::impl::ConvertLinalgToFusionPassBase<ConvertLinalgToFusionPass> {
  using Base::Base;

  void runOnOperation() override {
    respellScalars(getOperation());
    raiseBlockScales(getOperation());
    decomposeAggregates(getOperation());
    readOwnPositions(getOperation());
    dropUnusedResults(getOperation());
    readPositionsOfReductions(getOperation());
    dropUnitLoopsOfReductions(getOperation());
    contractConvolutions(getOperation());
    splitReductions(getOperation());
    RewritePatternSet patterns(&getContext());
    populateContractionToFusionPatterns(patterns);
    populateElementwiseToFusionPatterns(patterns);
    populateTensorArithToFusionPatterns(patterns);
    ImportCounts counts =
        applyImportPatterns(getOperation(), std::move(patterns), isLinalgImportSource, isRaisableReduction);
    numConverted += counts.converted;
    numLeft += counts.left;
    accumulateInF32(getOperation());
    respellIndexCasts(getOperation());
  }
};
} // namespace
