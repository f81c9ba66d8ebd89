// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// sqrt and rsqrt.

#include "Expansion.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace mlir::fusion::mathexpand {

namespace {
Expr sqrtOp(ArrayRef<Expr> x) {
  MathBuilder &b = *x[0].b;
  return b.useHardware() ? b.nvvm("sqrt.approx.f", x) : sqrt(x[0]);
}

/// The GPU's rsqrt.approx is within 2 ULP, subnormal operands included; elsewhere 1 / sqrt x (1.5 ULP).
Expr rsqrtOp(ArrayRef<Expr> x) {
  MathBuilder &b = *x[0].b;
  return b.isNVPTX() ? b.nvvm("rsqrt.approx.f", x) : 1.0 / sqrt(x[0]);
}
} // namespace

void populateRootPatterns(RewritePatternSet &patterns, MathTarget target) {
  patterns.add<Expand<math::RsqrtOp, rsqrtOp>>(patterns.getContext(), target);
  if (target == MathTarget::NVPTX)
    patterns.add<Expand<math::SqrtOp, sqrtOp>>(patterns.getContext(), target);
}

} // namespace mlir::fusion::mathexpand
