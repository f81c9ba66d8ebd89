// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// arith and math operations on tensors.

#include "MapBuilder.h"
#include "ScalarForms.h"
#include "fusion/Conversion/LinalgToFusion/LinalgToFusion.h"
#include "fusion/Dialect/Fusion/Utils/Reshape.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace fusion;

namespace {
/// %0 = arith.addf %x, %y : tensor<4x8xf32>
///   ->
/// %0 = fusion.add %x, %y : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
struct ConvertTensorArith : RewritePattern {
  ConvertTensorArith(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()))
      return failure(); // Other patterns give the reason.
    bool tensors = llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
    std::string reason = "an operand is not a ranked tensor";
    TensorFormBuilder form = tensors ? lookupTensorForm(op, reason) : nullptr;
    if (!form) {
      Value map = buildMapOfTensors(rewriter, op);
      if (!map)
        return rewriter.notifyMatchFailure(op, reason);
      rewriter.replaceOp(op, map);
      return success();
    }
    Value result = form(rewriter, op->getLoc(), op->getOperands());
    rewriter.replaceOp(
        op, castStaticSizes(rewriter, op->getLoc(), result, cast<RankedTensorType>(op->getResult(0).getType())));
    return success();
  }
};
} // namespace

void fusion::populateTensorArithToFusionPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertTensorArith>(patterns.getContext());
}
