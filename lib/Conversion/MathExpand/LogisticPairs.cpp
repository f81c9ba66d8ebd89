// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Approximate logistic functions two by two, with three instructions of the GPU's special-function unit instead of
// four: 1/a and 1/b are b and a times 1/(a b). For that to stay in range, divisors are 1 + e^-|z|:
//
//   g = 2^(24 - |z| log2(e)),  d = 2^24 + g  in [2^24, 2^25],  Q = g / d = 1 / (1 + e^|z|),  n / (1 + e^z) = n |c - Q|
//
// with c = 1 where z is negative, else 0. As everywhere here, the shift by 24 keeps subnormal numbers from the
// instructions that flush. A NaN must not reach its partner: d takes none.

#include "Expansion.h"
#include "Logistic.h"

namespace fusion::mathexpand {

constexpr double kUnit = 0x1p24;
/// Greater than any divisor.
constexpr double kDivisorLimit = 0x1p26;

namespace {
/// An approximate quotient that can be one of a pair.
struct Candidate {
  Logistic logistic;
  SimpleLogistic form;

  static std::optional<Candidate> get(Operation &op) {
    auto quotient = dyn_cast<arith::DivFOp>(op);
    StringRef reason;
    std::optional<Logistic> logistic = quotient ? matchLogistic(quotient, reason) : std::nullopt;
    if (!logistic || !logistic->isApproximate() || logistic->usesApproxTanh() || !op.hasAttr(kShareReciprocalsAttrName))
      return std::nullopt;
    std::optional<SimpleLogistic> form = matchSimpleLogistic(*logistic);
    return form ? std::optional(Candidate{*logistic, *form}) : std::nullopt;
  }

  /// Whether nothing needs the result before `other`, which comes later in the same block.
  bool canWaitFor(const Candidate &other) const {
    Operation *mine = logistic.quotient, *place = other.logistic.quotient;
    return mine->getResultTypes() == place->getResultTypes() && llvm::all_of(mine->getUsers(), [&](Operation *user) {
             Operation *ancestor = place->getBlock()->findAncestorOpInBlock(*user);
             return !ancestor || place->isBeforeInBlock(ancestor);
           });
  }

  Expr numerator(Expr like) const {
    return form.constant ? like.b->constant(*form.constant, like) : like.b->wrap(form.x);
  }
};
} // namespace

static void expandPair(Candidate first, Candidate second, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(second.logistic.quotient);
  MathBuilder b(second.logistic.quotient.getLoc(), rewriter, MathTarget::NVPTX, /*approximate=*/true);
  auto exponential = [&](const Candidate &of) {
    Expr x = b.wrap(of.form.x);
    return ex2ApproxFlush(of.form.exponent(abs(x), of.form.c0 > 0 ? -1 : 1, kShift));
  };
  auto divisor = [](Expr g) {
    Expr d = g + kUnit;
    return smallerNumber(d, kDivisorLimit);
  };
  auto result = [&](const Candidate &of, Expr g, Expr reciprocal) {
    Expr x = b.wrap(of.form.x);
    Expr negative = of.form.c0 > 0 ? lt(x, 0.0) : gt(x, 0.0);
    Expr one = b.constant(1.0, x), zero = b.constant(0.0, x);
    return of.numerator(x) * abs(fma(-g, reciprocal, select(negative, one, zero)));
  };
  Expr g0 = exponential(first), g1 = exponential(second);
  Expr d0 = divisor(g0), d1 = divisor(g1), both = rcpApproxFlush(d0 * d1);
  Value result0 = result(first, g0, both * d1).value, result1 = result(second, g1, both * d0).value;
  first.logistic.replace(rewriter, result0);
  second.logistic.replace(rewriter, result1);
}

void pairLogistics(Operation *root, RewriterBase &rewriter) {
  root->walk([&](Block *block) {
    std::optional<Candidate> waiting;
    // What is replaced here may be the operand of a candidate that comes later, so none is looked at before its turn.
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      std::optional<Candidate> candidate = Candidate::get(op);
      if (!candidate)
        continue;
      if (!waiting || !waiting->canWaitFor(*candidate)) {
        waiting = candidate;
        continue;
      }
      expandPair(*waiting, *candidate, rewriter);
      waiting.reset();
    }
  });
}

} // namespace fusion::mathexpand
