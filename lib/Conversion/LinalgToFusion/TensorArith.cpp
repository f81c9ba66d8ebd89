// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// arith and math operations on tensors.

#include "ScalarForms.h"
#include "fusion/Conversion/LinalgToFusion/LinalgToFusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// arith.addf %x, %y : tensor<4x8xf32>  ->  fusion.add
struct ConvertTensorArith : RewritePattern {
  ConvertTensorArith(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()))
      return failure(); // Other patterns give the reason.
    for (Type type : op->getOperandTypes())
      if (!isa<RankedTensorType>(type))
        return rewriter.notifyMatchFailure(op, "an operand is not a ranked tensor");
    std::string reason;
    TensorFormBuilder form = lookupTensorForm(op, reason);
    if (!form)
      return rewriter.notifyMatchFailure(op, reason);
    Value result = form(rewriter, op->getLoc(), op->getOperands());
    rewriter.replaceOp(
        op, castStaticSizes(rewriter, op->getLoc(), result, cast<RankedTensorType>(op->getResult(0).getType())));
    return success();
  }
};
} // namespace

void mlir::fusion::populateTensorArithToFusionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertTensorArith>(patterns.getContext());
}
