// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Functions of f64 for NVIDIA GPUs, where nothing else has them. They are plain rather than fast: one form for every
// operand, within a few ULP. The host's libm has them on CPUs.

#ifndef FUSION_LIB_CONVERSION_MATHEXPAND_WIDE_H
#define FUSION_LIB_CONVERSION_MATHEXPAND_WIDE_H

#include "Expansion.h"

namespace fusion::mathexpand {

/// Replaces `op` (f64 scalars or vectors of one shape) by what `emit` builds. Fails, with the reason, for any other
/// type.
LogicalResult expandInF64(Operation *op, ValueRange operands, PatternRewriter &rewriter, Emitter emit);

/// %y = math.exp %x : f64
///   ->
/// %y = what `emit` builds of %x: arith and math.fma on f64, and bits
template <typename OpT, Expr (*emit)(ArrayRef<Expr>)> struct ExpandWide : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    return expandInF64(op, op->getOperands(), rewriter, emit);
  }
};

// Bits of f64.
Expr bits64(Expr x);   ///< f64 to i64
Expr asDouble(Expr i); ///< i64 to f64
Expr toDouble(Expr i); ///< the value of a signed i64

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

/// The sum of two numbers, low less than an ULP of high.
struct WidePair {
  Expr high, low;
};
/// x + y for |x| >= |y| or x = 0, with what the sum rounds off.
WidePair wideSum(Expr x, Expr y);
/// x y, with what the product rounds off.
WidePair wideProduct(Expr x, Expr y);

/// (1 + fraction) 2^exponent.
struct WideScaled {
  Expr fraction, exponent;
  Expr mantissa() const { return fraction + 1.0; }
};
/// e^(x + low) and 2^(x + low), |x| <= 2000; `low` may be null.
WideScaled wideExpParts(Expr x, Expr low = {nullptr, {}});
WideScaled wideExp2Parts(Expr x, Expr low = {nullptr, {}});
/// x 2^n, rounded once, for n in [-2044, 2046].
Expr wideScale(Expr x, Expr n);

// Functions that others are made of.
Expr wideExp(Expr x);
Expr wideExpm1(Expr x);
Expr wideLog(Expr x);
Expr wideLog1p(Expr x);

// One function per family adds its patterns.
void populateWideErfPatterns(RewritePatternSet &patterns);
void populateWideExpPatterns(RewritePatternSet &patterns);
void populateWideInverseTrigPatterns(RewritePatternSet &patterns);
void populateWideLogPatterns(RewritePatternSet &patterns);
void populateWidePowPatterns(RewritePatternSet &patterns);
void populateWideTrigPatterns(RewritePatternSet &patterns);

} // namespace fusion::mathexpand

#endif // FUSION_LIB_CONVERSION_MATHEXPAND_WIDE_H
