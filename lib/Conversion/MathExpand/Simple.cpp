// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// On NVPTX: what LLVM has an intrinsic for, and tests that are one comparison. Upstream's lowering would call
// libdevice.

#include "Expansion.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace mlir::fusion::mathexpand {

namespace {
/// math.floor becomes a call of llvm.floor and so on; any float type.
template <typename MathOp> struct ToIntrinsic : OpRewritePattern<MathOp> {
  ToIntrinsic(MLIRContext *context, StringRef name) : OpRewritePattern<MathOp>(context), name(name) {}

  LogicalResult matchAndRewrite(MathOp op, PatternRewriter &rewriter) const override {
    auto vector = dyn_cast<VectorType>(op.getType());
    if (isa<TensorType>(op.getType()) || (vector && vector.getRank() != 1))
      return rewriter.notifyMatchFailure(op, "needs a scalar or a vector of rank 1");
    rewriter.replaceOp(op, callIntrinsic(rewriter, op.getLoc(), name, op->getOperands()));
    return success();
  }

  StringRef name;
};

/// Absolute values of integers and counts of bits. The second operand of all but ctpop says that no input is undefined.
template <typename MathOp, typename LLVMOp> struct ToIntegerIntrinsic : OpRewritePattern<MathOp> {
  using OpRewritePattern<MathOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(MathOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType();
    auto vector = dyn_cast<VectorType>(type);
    if (!isa<IntegerType>(getElementTypeOrSelf(type)) || isa<TensorType>(type) || (vector && vector.getRank() != 1))
      return rewriter.notifyMatchFailure(op, "needs an integer or a vector of rank 1 of them");
    if constexpr (std::is_same_v<LLVMOp, LLVM::CtPopOp>)
      rewriter.replaceOpWithNewOp<LLVMOp>(op, type, op.getOperand());
    else
      rewriter.replaceOpWithNewOp<LLVMOp>(op, type, op.getOperand(), false);
    return success();
  }
};

/// isnan, isinf, isfinite as a comparison.
template <typename MathOp> struct ToComparison : OpRewritePattern<MathOp> {
  using OpRewritePattern<MathOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(MathOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getOperand().getType()).isF32())
      return rewriter.notifyMatchFailure(op, "needs f32");
    MathBuilder b(op.getLoc(), rewriter, MathTarget::NVPTX, false);
    Expr x = b.wrap(op.getOperand());
    if constexpr (std::is_same_v<MathOp, math::IsNaNOp>)
      rewriter.replaceOp(op, isNaN(x).value);
    else if constexpr (std::is_same_v<MathOp, math::IsInfOp>)
      rewriter.replaceOp(op, eq(abs(x), kInf).value);
    else
      rewriter.replaceOp(op, lt(abs(x), kInf).value);
    return success();
  }
};

/// clampf as maximumf and minimumf.
struct ExpandClamp : OpRewritePattern<math::ClampFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::ClampFOp op, PatternRewriter &rewriter) const override {
    Value low = arith::MaximumFOp::create(rewriter, op.getLoc(), op.getValue(), op.getMin());
    rewriter.replaceOpWithNewOp<arith::MinimumFOp>(op, low, op.getMax());
    return success();
  }
};
} // namespace

void populateSimplePatterns(RewritePatternSet &patterns, MathTarget target) {
  if (target != MathTarget::NVPTX)
    return;
  MLIRContext *context = patterns.getContext();
  patterns.add<ToIntrinsic<math::AbsFOp>>(context, "fabs");
  patterns.add<ToIntrinsic<math::CeilOp>>(context, "ceil");
  patterns.add<ToIntrinsic<math::CopySignOp>>(context, "copysign");
  patterns.add<ToIntrinsic<math::FloorOp>>(context, "floor");
  patterns.add<ToIntrinsic<math::FmaOp>>(context, "fma");
  patterns.add<ToIntrinsic<math::RoundEvenOp>>(context, "roundeven");
  patterns.add<ToIntrinsic<math::RoundOp>>(context, "round");
  patterns.add<ToIntrinsic<math::TruncOp>>(context, "trunc");
  patterns.add<ToIntegerIntrinsic<math::AbsIOp, LLVM::AbsOp>,
               ToIntegerIntrinsic<math::CountLeadingZerosOp, LLVM::CountLeadingZerosOp>,
               ToIntegerIntrinsic<math::CountTrailingZerosOp, LLVM::CountTrailingZerosOp>,
               ToIntegerIntrinsic<math::CtPopOp, LLVM::CtPopOp>>(context);
  patterns.add<ToComparison<math::IsNaNOp>, ToComparison<math::IsInfOp>, ToComparison<math::IsFiniteOp>, ExpandClamp>(
      context);
}

} // namespace mlir::fusion::mathexpand
