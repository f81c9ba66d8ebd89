// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// n / (1 + exp(z)): sigmoid (n = 1), silu (n = x) and gelu (n = x) in the form that does not cancel. Computed as
// written, e^z overflows from z = 88.7 on where the quotient is still a normal number (bf16 silu(-89) = -2e-37).

#include "Exp.h"
#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace mlir::fusion::mathexpand {

/// z = factor * x.
static std::pair<Value, double> peelFactor(Value z) {
  double factor = 1.0;
  while (Operation *op = z.getDefiningOp()) {
    FloatAttr constant;
    if (auto negation = dyn_cast<arith::NegFOp>(op)) {
      factor = -factor;
      z = negation.getOperand();
    } else if (isa<arith::MulFOp>(op) && matchPattern(op->getOperand(1), m_Constant(&constant))) {
      factor *= constant.getValueAsDouble();
      z = op->getOperand(0);
    } else {
      break;
    }
  }
  return {z, factor};
}

/// n e^-max(z, 0) / (1 + e^-|z|), z = factor * x, from g = e^(-|z|/2), which cannot underflow before the result does.
static Expr approximateLogistic(Expr n, Expr x, double factor) {
  Expr g = ex2ApproxFlush(abs(x) * (-0.5 * kLog2E * std::abs(factor)));
  Expr reciprocal = rcpApproxFlush(fma(g, g, 1.0));
  Expr positive = factor > 0 ? gt(x, 0.0) : lt(x, 0.0);
  return select(positive, n * g * g, n) * reciprocal;
}

/// The same with e^-|z| = m 2^k, scaled in two steps at the end.
static Expr preciseLogistic(Expr n, Expr z) {
  Scaled e = expParts(select(gt(abs(z), 120.0), -120.0, -abs(z)));
  Expr half = ashr(e.exponent, 1);
  Expr s1 = pow2(half), s2 = pow2(e.exponent - half);
  Expr quotient = n / (e.mantissa * s1 * s2 + 1.0);
  return select(gt(z, 0.0), quotient * e.mantissa * s1 * s2, quotient);
}

namespace {
/// divf(n, addf(1, exp(z))), the sum's operands in either order.
struct ExpandLogistic : OpRewritePattern<arith::DivFOp> {
  ExpandLogistic(MLIRContext *context, MathTarget target) : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(arith::DivFOp op, PatternRewriter &rewriter) const override {
    auto sum = op.getRhs().getDefiningOp<arith::AddFOp>();
    if (!sum)
      return rewriter.notifyMatchFailure(op, "the divisor is no sum");
    auto exp = sum.getLhs().getDefiningOp<math::ExpOp>();
    Value one = sum.getRhs();
    if (!exp) {
      exp = sum.getRhs().getDefiningOp<math::ExpOp>();
      one = sum.getLhs();
    }
    if (!exp || !matchPattern(one, m_OneFloat()))
      return rewriter.notifyMatchFailure(op, "the divisor is not 1 + exp(z)");
    if (!getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "only f32 values have a common form");

    bool approximate = isApproximate(op) && isApproximate(exp);
    auto [x, factor] = peelFactor(exp.getOperand());
    bool hardware = approximate && target == MathTarget::NVPTX;
    Value argument = hardware ? x : exp.getOperand();
    double f = factor;
    LogicalResult result =
        expandInF32(op, {op.getLhs(), argument}, rewriter, target, approximate, [&](ArrayRef<Expr> v) {
          return hardware ? approximateLogistic(v[0], v[1], f) : preciseLogistic(v[0], v[1]);
        });
    for (Operation *dead : {sum.getOperation(), exp.getOperation()})
      if (succeeded(result) && dead->use_empty())
        rewriter.eraseOp(dead);
    return result;
  }

  MathTarget target;
};
} // namespace

void populateLogisticPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<ExpandLogistic>(patterns.getContext(), target);
}

} // namespace mlir::fusion::mathexpand
