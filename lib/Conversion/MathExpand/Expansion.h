// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The frame that every expansion shares: type checks, widening of narrow floats, and the pattern classes.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_EXPANSION_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_EXPANSION_H

#include "Float8.h"
#include "MathBuilder.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion::mathexpand {

/// Builds a function's f32 form from its f32 operands.
using Emitter = function_ref<Expr(ArrayRef<Expr>)>;

/// The types whose values f32 holds, and which are computed in it.
inline bool isNarrowFloat(Type type) { return type.isF16() || type.isBF16() || isFloat8(type); }

/// Replaces `op` (one result; operands and result f32 or narrower, scalars or vectors of one shape) by what `emit`
/// builds. Fails, with the reason, for any other type.
LogicalResult expandInF32(Operation *op, ValueRange operands, PatternRewriter &rewriter, MathTarget target,
                          bool approximate, Emitter emit);

/// Whether `op` allows a relative error of about 1e-6.
template <typename OpT> bool isApproximate(OpT op) {
  return arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn);
}

/// Whether `op` may be made of the GPU's own tanh.
inline bool usesApproxTanh(Operation *op) { return op->hasAttr(kApproxTanhAttrName); }

/// Whether the rounding of `op`'s result is no part of its meaning: what uses it may see the exact value.
template <typename OpT> bool isFusible(OpT op) {
  return arith::bitEnumContainsAny(op.getFastmath(), arith::FastMathFlags::afn | arith::FastMathFlags::contract);
}

/// Whether `value` is rounded to 16 bits, in the end, before anything but products and quotients sees it: then a
/// relative error is all that its own means. A sum may cancel what a value has beside 1.
bool isOnlyScaled(Value value);

/// x and factor of value = factor * x, as far as roundings are no part of its meaning.
std::pair<Value, double> peelFactor(Value value);

/// %y = math.sin %x : f16
///   ->
/// %w = arith.extf %x : f16 to f32
/// %v = what `emit` builds of %w: arith, math.fma and bits
/// %y = arith.truncf %v : f32 to f16
template <typename OpT, Expr (*emit)(ArrayRef<Expr>)> struct Expand : OpRewritePattern<OpT> {
  Expand(MLIRContext *context, MathTarget target) : OpRewritePattern<OpT>(context), target(target) {}

  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    return expandInF32(op, op->getOperands(), rewriter, target, isApproximate(op), emit);
  }

  MathTarget target;
};

// Functions that others are made of.
Expr emitAtan2(Expr y, Expr x);
Expr emitLog(Expr x);
Expr emitLog1p(Expr x);
Expr emitPow(Expr x, Expr y);

// One function per family adds its patterns.
void populateDivisionPatterns(RewritePatternSet &patterns, MathTarget target);
void populateErfPatterns(RewritePatternSet &patterns, MathTarget target);
void populateExpPatterns(RewritePatternSet &patterns, MathTarget target);
void populateFloatToIntegerPatterns(RewritePatternSet &patterns, MathTarget target);
void populateHyperbolicPatterns(RewritePatternSet &patterns, MathTarget target);
void populateIntegerDivisionPatterns(RewritePatternSet &patterns);
void populateInverseHyperbolicPatterns(RewritePatternSet &patterns, MathTarget target);
void populateInverseTrigPatterns(RewritePatternSet &patterns, MathTarget target);
void populateLogPatterns(RewritePatternSet &patterns, MathTarget target);
void populateLogisticPatterns(RewritePatternSet &patterns, MathTarget target);
void populatePowPatterns(RewritePatternSet &patterns, MathTarget target);
void populateRemainderPatterns(RewritePatternSet &patterns);
void populateRootPatterns(RewritePatternSet &patterns, MathTarget target);
void populateScaledErfcPatterns(RewritePatternSet &patterns, MathTarget target);
void populateSinCosPatterns(RewritePatternSet &patterns);
void populateShiftPatterns(RewritePatternSet &patterns, MathTarget target);
void populateSimplePatterns(RewritePatternSet &patterns, MathTarget target);
void populateTanhPatterns(RewritePatternSet &patterns, MathTarget target);
void populateTrigPatterns(RewritePatternSet &patterns, MathTarget target);

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_EXPANSION_H
