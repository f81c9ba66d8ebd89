// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tests that are one comparison or two, and conversions that LLVM would call a library for. On NVPTX also what LLVM has
// an intrinsic for; upstream's lowering would call libdevice.

#include "Expansion.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Dialect/Fusion/IR/RoundToOdd.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace fusion::mathexpand {

namespace {
/// %y = math.floor %x : f32
///   ->
/// %y = llvm.call_intrinsic "llvm.floor"(%x) : (f32) -> f32
///
/// And whatever else LLVM has an intrinsic of the same meaning for; any float type.
template <typename MathOp> struct ToIntrinsic : OpRewritePattern<MathOp> {
  ToIntrinsic(MLIRContext *context, StringRef name) : OpRewritePattern<MathOp>(context), name(name) {}

  LogicalResult matchAndRewrite(MathOp op, PatternRewriter &rewriter) const override {
    auto vector = dyn_cast<VectorType>(op.getType());
    if (isa<TensorType>(op.getType()) || (vector && vector.getRank() != 1))
      return rewriter.notifyMatchFailure(op, "needs a scalar or a vector of rank 1");
    bool isByte = isFloat8(op.getType()); // LLVM has no such type
    SmallVector<Value> operands = llvm::map_to_vector(op->getOperands(), [&](Value x) {
      return isByte ? convertFloat(rewriter, op.getLoc(), x, rewriter.getF32Type()) : x;
    });
    Value result = callIntrinsic(rewriter, op.getLoc(), name, operands);
    rewriter.replaceOp(op, convertFloat(rewriter, op.getLoc(), result, getElementTypeOrSelf(op.getType())));
    return success();
  }

  StringRef name;
};

/// %y = math.ctlz %x : i32
///   ->
/// %y = "llvm.intr.ctlz"(%x) <{is_zero_poison = false}> : (i32) -> i32
///
/// Also math.cttz, math.ctpop and math.absi. What all but ctpop are told beside %x is that no input is undefined. An
/// index has 64 bits.
template <typename MathOp, typename LLVMOp> struct ToIntegerIntrinsic : OpRewritePattern<MathOp> {
  using OpRewritePattern<MathOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(MathOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType();
    auto vector = dyn_cast<VectorType>(type);
    if (!getElementTypeOrSelf(type).isIntOrIndex() || isa<TensorType>(type) || (vector && vector.getRank() != 1))
      return rewriter.notifyMatchFailure(op, "needs an integer or a vector of rank 1 of them");
    bool isIndex = isa<IndexType>(getElementTypeOrSelf(type));
    Value operand = op.getOperand();
    if (isIndex) {
      Type wide = vector ? Type(vector.clone(rewriter.getI64Type())) : rewriter.getI64Type();
      operand = arith::IndexCastOp::create(rewriter, op.getLoc(), wide, operand);
    }
    Value result;
    if constexpr (std::is_same_v<LLVMOp, LLVM::CtPopOp>)
      result = LLVMOp::create(rewriter, op.getLoc(), operand.getType(), operand);
    else
      result = LLVMOp::create(rewriter, op.getLoc(), operand.getType(), operand, false);
    if (isIndex)
      result = arith::IndexCastOp::create(rewriter, op.getLoc(), type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// %c = math.isfinite %x : f32
///   ->
/// %a = math.absf %x : f32
/// %c = arith.cmpf olt, %a, %inf : f32
///
/// isnan compares %x with itself, isinf %a with infinity, isnormal %a with both ends; any float type, those of 8 bits
/// in f32.
template <typename MathOp> struct ToComparison : OpRewritePattern<MathOp> {
  ToComparison(MLIRContext *context, MathTarget target) : OpRewritePattern<MathOp>(context), target(target) {}

  LogicalResult matchAndRewrite(MathOp op, PatternRewriter &rewriter) const override {
    Type type = op.getOperand().getType();
    if (isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "works on scalars and vectors, not on tensors");
    Type element = getElementTypeOrSelf(type);
    if (!isNarrowFloat(element) && !element.isF32() && !element.isF64())
      return rewriter.notifyMatchFailure(op, "element type is not f8E4M3FN, f8E5M2, f16, bf16, f32 or f64");
    MathBuilder b(op.getLoc(), rewriter, target, false);
    Type computed = isFloat8(element) ? rewriter.getF32Type() : element;
    Expr x = b.wrap(convertFloat(b, op.getLoc(), op.getOperand(), computed));
    if constexpr (std::is_same_v<MathOp, math::IsNaNOp>) {
      rewriter.replaceOp(op, isNaN(x).value);
    } else if constexpr (std::is_same_v<MathOp, math::IsInfOp>) {
      rewriter.replaceOp(op, eq(abs(x), kInf).value);
    } else if constexpr (std::is_same_v<MathOp, math::IsFiniteOp>) {
      rewriter.replaceOp(op, lt(abs(x), kInf).value);
    } else {
      const llvm::fltSemantics &format = cast<FloatType>(getElementTypeOrSelf(type)).getFloatSemantics();
      Expr a = abs(x);
      rewriter.replaceOp(op, (ge(a, APFloat::getSmallestNormalized(format).convertToDouble()) & lt(a, kInf)).value);
    }
    return success();
  }

  MathTarget target;
};

/// %y = arith.truncf %x : f64 to bf16
///   ->
/// %odd = %x in f32, rounded to odd (truncateToOdd)
/// %y = arith.truncf %odd : f32 to bf16
///
/// LLVM would call a function for it on most hosts.
struct TruncateOnce : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op, PatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    if (isa<TensorType>(op.getType()) || op.getRoundingmode() || !getElementTypeOrSelf(op.getIn().getType()).isF64() ||
        !isNarrowFloat(to))
      return rewriter.notifyMatchFailure(op, "is no truncation of f64 to 16 bits or less");
    Value odd = truncateToOdd(rewriter, op.getLoc(), op.getIn());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), odd);
    return success();
  }
};

/// %y = arith.sitofp %i : i64 to bf16
///   ->
/// %odd = %i in f32, rounded to odd (convertToOdd)
/// %y = arith.truncf %odd : f32 to bf16
///
/// LLVM would round to the nearest f32 first, on most hosts and on NVPTX.
template <typename ConvertOp, bool isSigned> struct ConvertOnce : OpRewritePattern<ConvertOp> {
  using OpRewritePattern<ConvertOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ConvertOp op, PatternRewriter &rewriter) const override {
    Type to = getElementTypeOrSelf(op.getType());
    if (isa<TensorType>(op.getType()) || !isNarrowFloat(to) ||
        getElementTypeOrSelf(op.getIn().getType()).getIntOrFloatBitWidth() > 64)
      return rewriter.notifyMatchFailure(op, "is no conversion of up to 64 bits to 16 bits or less");
    Value odd = convertToOdd(rewriter, op.getLoc(), op.getIn(), isSigned);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), odd);
    return success();
  }
};

/// %x = arith.sitofp %b : i1 to bf16
///   ->
/// %x = arith.select %b, %minus_one, %zero : bf16
///
/// The back end makes 1 of true where the float is a bf16.
struct BoolBySelection : OpRewritePattern<arith::SIToFPOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SIToFPOp op, PatternRewriter &rewriter) const override {
    Type type = op.getType(), element = getElementTypeOrSelf(type);
    if (!getElementTypeOrSelf(op.getIn().getType()).isInteger(1) || isa<TensorType>(type))
      return rewriter.notifyMatchFailure(op, "is no conversion of i1");
    auto constant = [&](double value) -> Value {
      TypedAttr attr = rewriter.getFloatAttr(element, value);
      if (auto vector = dyn_cast<VectorType>(type))
        attr = DenseElementsAttr::get(vector, Attribute(attr));
      return arith::ConstantOp::create(rewriter, op.getLoc(), attr);
    };
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, op.getIn(), constant(-1), constant(0));
    return success();
  }
};

/// %y = math.clampf %x to [%min, %max] : f32
///   ->
/// %low = arith.maximumf %x, %min : f32
/// %y = arith.minimumf %low, %max : f32
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
  MLIRContext *context = patterns.getContext();
  patterns.add<ToComparison<math::IsNaNOp>, ToComparison<math::IsInfOp>, ToComparison<math::IsFiniteOp>,
               ToComparison<math::IsNormalOp>>(context, target);
  patterns.add<TruncateOnce, ConvertOnce<arith::SIToFPOp, true>, ConvertOnce<arith::UIToFPOp, false>>(context);
  patterns.add<ExpandClamp>(context);
  if (target != MathTarget::NVPTX)
    return;
  patterns.add<BoolBySelection>(context, /*benefit=*/2);
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
}

} // namespace fusion::mathexpand
