// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The pass that multiplies operands with their scales in front of products whose kernels cannot.

#include "fusion/Analysis/BlockScaling.h"
#include "fusion/Dialect/Fusion/IR/BlockScales.h"
#include "fusion/Support/Remark.h"
#include "fusion/Transforms/Passes.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {
#define GEN_PASS_DEF_EXPANDBLOCKSCALESPASS
#include "fusion/Transforms/Passes.h.inc"
} // namespace fusion

using namespace mlir;
using namespace fusion;

namespace {
struct ExpandBlockScalesPass : fusion::impl::ExpandBlockScalesPassBase<ExpandBlockScalesPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<MatmulOp> products;
    getOperation()->walk([&](MatmulOp product) {
      if (!product->getParentOfType<KernelOp>() && product.isBlockScaled())
        products.push_back(product);
    });
    IRRewriter rewriter(&getContext());
    for (MatmulOp product : products) {
      FusionVerdict verdict = checkBlockScales(ProductFormula::getSum(product));
      if (verdict)
        continue;
      emitMissed(product, RemarkCode::ScaledOperands, verdict.reason);
      rewriter.setInsertionPoint(product);
      rewriter.replaceOp(product, expandBlockScales(rewriter, product));
      ++numExpanded;
    }
  }
};
} // namespace
