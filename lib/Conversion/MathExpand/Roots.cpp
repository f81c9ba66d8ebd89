// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sqrt and rsqrt.

#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace mlir::fusion::mathexpand {

namespace {
/// LLVM's sqrt may become sqrt.approx on NVPTX; the intrinsic with a rounding mode may not.
Expr sqrtOp(ArrayRef<Expr> x) {
  MathBuilder &b = *x[0].b;
  return b.nvvm(b.useHardware() ? "sqrt.approx.f" : "sqrt.rn.f", x);
}

/// The GPU's rsqrt.approx is within 2 ULP, subnormal operands included; elsewhere 1 / sqrt x (1 ULP).
Expr rsqrtOp(ArrayRef<Expr> x) {
  MathBuilder &b = *x[0].b;
  if (b.isNVPTX())
    return b.nvvm("rsqrt.approx.f", x);
  return 1.0 / b.wrap(math::SqrtOp::create(b, x[0].value));
}
} // namespace

void populateRootPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::RsqrtOp, rsqrtOp>>(patterns.getContext(), target);
  if (target == MathTarget::NVPTX)
    patterns.add<Expand<math::SqrtOp, sqrtOp>>(patterns.getContext(), target);
}

} // namespace mlir::fusion::mathexpand
