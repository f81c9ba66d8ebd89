// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Affine expressions as sums, with floordiv and mod of as little as ranges allow.

#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace fusion;
using llvm::divideFloorSigned;

namespace {
struct Division {
  AffineSum quotient, remainder;
};

class Simplifier {
public:
  Simplifier(const AffineRanges &ranges, MLIRContext *context) : ranges(ranges), context(context) {}

  AffineSum sum(AffineExpr expr) const;

private:
  /// By a positive number.
  Division divide(const AffineSum &dividend, int64_t divisor) const;
  Division divideRest(const AffineSum &rest, int64_t divisor) const;
  std::optional<Division> divideMultiples(const AffineSum &rest, int64_t divisor, int64_t factor) const;
  /// The one floordiv or mod of what is left.
  AffineSum buildQuotient(const AffineSum &rest, int64_t divisor) const;
  AffineSum buildRemainder(const AffineSum &rest, int64_t divisor) const;
  /// Replaces two terms by one, or gives false.
  bool joinTerms(AffineSum &sum) const;
  bool joinDigits(AffineSum &sum, AffineExpr term, int64_t factor) const;
  Interval getInterval(const AffineSum &sum) const { return ranges.getInterval(sum.build(context)); }

  const AffineRanges &ranges;
  MLIRContext *context;
};
} // namespace

static AffineSum scale(const AffineSum &sum, int64_t factor) {
  AffineSum scaled;
  scaled.add(sum, factor);
  return scaled;
}

AffineSum Simplifier::sum(AffineExpr expr) const {
  AffineSum result;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary) {
    Interval interval = ranges.getInterval(expr);
    bool isKnown = interval.least && interval.least == interval.most;
    result.add(isKnown ? getAffineConstantExpr(*interval.least, context) : expr, 1);
    return result;
  }
  AffineExpr operand;
  result = sum(binary.getLHS());
  if (binary.getKind() == AffineExprKind::Add)
    result.add(sum(binary.getRHS()));
  else if (std::optional<int64_t> factor = getConstantOperand(expr, AffineExprKind::Mul, operand))
    result = scale(result, *factor);
  else if (std::optional<int64_t> divisor = getConstantOperand(expr, AffineExprKind::FloorDiv, operand))
    result = divide(result, *divisor).quotient;
  else if (std::optional<int64_t> divisor = getConstantOperand(expr, AffineExprKind::Mod, operand))
    result = divide(result, *divisor).remainder;
  else if (std::optional<int64_t> divisor = getConstantOperand(expr, AffineExprKind::CeilDiv, operand))
    result.constant += *divisor - 1, result = divide(result, *divisor).quotient;
  else
    result = AffineSum::get(
        getAffineBinaryOpExpr(binary.getKind(), result.build(context), sum(binary.getRHS()).build(context)));
  while (!result.overflows && joinTerms(result))
    ;
  return result;
}

// (4 a + b + 9) floordiv 4  ->  a + 2 + (b + 1) floordiv 4
Division Simplifier::divide(const AffineSum &dividend, int64_t divisor) const {
  Division result;
  AffineSum rest;
  for (auto [term, factor] : dividend.terms)
    if (factor % divisor == 0)
      result.quotient.add(term, factor / divisor);
    else
      rest.add(term, factor);
  result.quotient.constant = divideFloorSigned(dividend.constant, divisor);
  rest.constant = getModulo(dividend.constant, divisor);
  result.quotient.overflows = dividend.overflows;
  Division ofRest = divideRest(rest, divisor);
  result.quotient.add(ofRest.quotient);
  result.remainder.add(ofRest.remainder);
  return result;
}

Division Simplifier::divideRest(const AffineSum &rest, int64_t divisor) const {
  Interval interval = getInterval(rest);
  if (interval.least && interval.most && *interval.least <= *interval.most) {
    int64_t block = divideFloorSigned(*interval.least, divisor);
    if (block == divideFloorSigned(*interval.most, divisor)) {
      Division result;
      result.quotient.constant = block;
      result.remainder.add(rest);
      result.remainder.constant -= block * divisor;
      return result;
    }
  }
  SmallVector<int64_t> factors;
  for (auto [term, factor] : rest.terms)
    factors.push_back(std::gcd(divisor, factor));
  llvm::sort(factors, std::greater<>());
  for (int64_t factor : factors)
    if (std::optional<Division> result = factor > 1 ? divideMultiples(rest, divisor, factor) : std::nullopt)
      return *result;
  return {buildQuotient(rest, divisor), buildRemainder(rest, divisor)};
}

// (2 a + b) floordiv 6, (2 a + b) mod 6  ->  a floordiv 3, 2 (a mod 3) + b, where 0 <= b < 2
std::optional<Division> Simplifier::divideMultiples(const AffineSum &rest, int64_t divisor, int64_t factor) const {
  AffineSum multiples, others;
  for (auto [term, own] : rest.terms)
    if (own % factor == 0)
      multiples.add(term, own / factor);
    else
      others.add(term, own);
  multiples.constant = rest.constant / factor;
  others.constant = rest.constant % factor;
  Interval interval = getInterval(others);
  if (interval.least.value_or(-1) < 0 || interval.most.value_or(factor) >= factor)
    return std::nullopt;
  Division inner = divide(multiples, divisor / factor), result;
  result.quotient = inner.quotient;
  result.remainder.add(inner.remainder, factor);
  result.remainder.add(others);
  return result;
}

AffineSum Simplifier::buildQuotient(const AffineSum &rest, int64_t divisor) const {
  AffineExpr operand;
  bool isOne = rest.terms.size() == 1 && rest.terms.front().second == 1;
  // (x floordiv 3 + 1) floordiv 4  ->  (x + 3) floordiv 12
  if (std::optional<int64_t> inner =
          isOne ? getConstantOperand(rest.terms.front().first, AffineExprKind::FloorDiv, operand) : std::nullopt) {
    AffineSum dividend = AffineSum::get(operand);
    int64_t both;
    dividend.overflows |= llvm::MulOverflow(*inner, divisor, both);
    int64_t shift;
    dividend.overflows |= llvm::MulOverflow(*inner, rest.constant, shift) ||
                          llvm::AddOverflow(dividend.constant, shift, dividend.constant);
    if (!dividend.overflows)
      return divide(dividend, both).quotient;
  }
  // (x mod 12) floordiv 4  ->  (x floordiv 4) mod 3
  if (std::optional<int64_t> inner = isOne && rest.constant == 0
                                         ? getConstantOperand(rest.terms.front().first, AffineExprKind::Mod, operand)
                                         : std::nullopt;
      inner && *inner % divisor == 0)
    return divide(divide(AffineSum::get(operand), divisor).quotient, *inner / divisor).remainder;
  return AffineSum::get(rest.build(context).floorDiv(divisor));
}

// (x mod 12 + y) mod 4  ->  (x + y) mod 4
AffineSum Simplifier::buildRemainder(const AffineSum &rest, int64_t divisor) const {
  for (auto [term, factor] : rest.terms) {
    AffineExpr operand;
    std::optional<int64_t> inner = getConstantOperand(term, AffineExprKind::Mod, operand);
    if (!inner || (factor % divisor) * (*inner % divisor) % divisor != 0)
      continue;
    AffineSum changed = rest;
    changed.add(term, -factor);
    changed.add(AffineSum::get(operand), factor);
    return divide(changed, divisor).remainder;
  }
  return AffineSum::get(rest.build(context) % divisor);
}

bool Simplifier::joinTerms(AffineSum &sum) const {
  for (auto [term, factor] : sum.terms) {
    AffineExpr operand;
    // x - 4 (x floordiv 4)  ->  x mod 4
    if (std::optional<int64_t> divisor = getConstantOperand(term, AffineExprKind::FloorDiv, operand);
        divisor && factor % *divisor == 0 && sum.getFactor(operand) == -(factor / *divisor)) {
      int64_t times = -(factor / *divisor);
      sum.add(AffineExpr(term), -int64_t(factor));
      sum.add(operand, -times);
      sum.add(divide(AffineSum::get(operand), *divisor).remainder, times);
      return true;
    }
    if (joinDigits(sum, term, factor))
      return true;
  }
  return false;
}

// 4 (x floordiv 4) + x mod 4          ->  x
// 4 ((x floordiv 4) mod 3) + x mod 4  ->  x mod 12
bool Simplifier::joinDigits(AffineSum &sum, AffineExpr term, int64_t factor) const {
  AffineExpr operand, upper;
  std::optional<int64_t> divisor = getConstantOperand(term, AffineExprKind::Mod, operand);
  int64_t ofUpper;
  if (!divisor || llvm::MulOverflow(factor, *divisor, ofUpper))
    return false;
  AffineSum whole = AffineSum::get(operand);
  Division division = divide(whole, *divisor);
  if (division.quotient.terms.size() != 1 || division.quotient.terms.front().second != 1 ||
      division.quotient.constant != 0)
    return false;
  AffineExpr quotient = division.quotient.terms.front().first;
  if (sum.getFactor(quotient) == ofUpper) {
    sum.add(term, -factor);
    sum.add(quotient, -ofUpper);
    sum.add(whole, factor);
    return true;
  }
  for (auto [other, own] : sum.terms) {
    std::optional<int64_t> size = getConstantOperand(other, AffineExprKind::Mod, upper);
    int64_t both;
    if (!size || upper != quotient || own != ofUpper || llvm::MulOverflow(*size, *divisor, both))
      continue;
    sum.add(term, -factor);
    sum.add(AffineExpr(other), -ofUpper);
    sum.add(divide(whole, both).remainder, factor);
    return true;
  }
  return false;
}

AffineExpr AffineRanges::simplify(AffineExpr expr) const {
  AffineSum sum = Simplifier(*this, expr.getContext()).sum(expr);
  return sum.overflows ? expr : sum.build(expr.getContext());
}
