// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums and ranges of affine expressions.

#include "fusion/Dialect/Fusion/IR/AffineRanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;
using llvm::divideFloorSigned, llvm::divideCeilSigned;

int64_t fusion::evaluateAffine(AffineExpr expr, ArrayRef<int64_t> dims, ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluateAffine(binary.getLHS(), dims, symbols), rhs = evaluateAffine(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return divideCeilSigned(lhs, rhs);
  default:
    return getModulo(lhs, rhs);
  }
}

std::optional<int64_t> fusion::getConstantOperand(AffineExpr expr, AffineExprKind kind, AffineExpr &operand) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != kind || !isa<AffineConstantExpr>(binary.getRHS()))
    return std::nullopt;
  operand = binary.getLHS();
  return cast<AffineConstantExpr>(binary.getRHS()).getValue();
}

bool fusion::usesOnly(AffineExpr expr, unsigned numDims, unsigned numSymbols) {
  return !expr.walk([&](AffineExpr part) {
                auto dim = dyn_cast<AffineDimExpr>(part);
                auto symbol = dyn_cast<AffineSymbolExpr>(part);
                bool isOther = (dim && dim.getPosition() >= numDims) || (symbol && symbol.getPosition() >= numSymbols);
                return isOther ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

std::string fusion::toText(AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream(text) << expr;
  return text;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void AffineSum::add(AffineExpr expr, int64_t factor) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    int64_t product;
    overflows |= llvm::MulOverflow(constant.getValue(), factor, product) ||
                 llvm::AddOverflow(this->constant, product, this->constant);
    return;
  }
  auto *known = llvm::find_if(terms, [&](const auto &term) { return term.first == expr; });
  if (known == terms.end()) {
    if (factor != 0)
      terms.push_back({expr, factor});
    return;
  }
  overflows |= llvm::AddOverflow(known->second, factor, known->second);
  if (known->second == 0)
    terms.erase(known);
}

void AffineSum::add(const AffineSum &other, int64_t factor) {
  overflows |= other.overflows;
  int64_t product;
  for (auto [expr, own] : llvm::make_early_inc_range(other.terms)) {
    overflows |= llvm::MulOverflow(own, factor, product);
    add(expr, product);
  }
  overflows |= llvm::MulOverflow(other.constant, factor, product) || llvm::AddOverflow(constant, product, constant);
}

AffineSum AffineSum::get(AffineExpr expr) {
  AffineSum sum;
  AffineExpr operand;
  if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr); binary && binary.getKind() == AffineExprKind::Add) {
    sum = get(binary.getLHS());
    sum.add(get(binary.getRHS()));
  } else if (std::optional<int64_t> factor = getConstantOperand(expr, AffineExprKind::Mul, operand)) {
    sum.add(get(operand), *factor);
  } else {
    sum.add(expr, 1);
  }
  return sum;
}

int64_t AffineSum::getFactor(AffineExpr expr) const {
  const auto *known = llvm::find_if(terms, [&](const auto &term) { return term.first == expr; });
  return known == terms.end() ? 0 : known->second;
}

AffineExpr AffineSum::build(MLIRContext *context) const {
  AffineExpr expr = getAffineConstantExpr(0, context);
  // Dimensions in their order, then symbols, then others in theirs.
  SmallVector<std::tuple<int, unsigned, size_t>> order;
  for (auto [number, term] : llvm::enumerate(terms)) {
    auto dim = dyn_cast<AffineDimExpr>(term.first);
    auto symbol = dyn_cast<AffineSymbolExpr>(term.first);
    unsigned position = dim ? dim.getPosition() : symbol ? symbol.getPosition() : 0;
    order.push_back({dim ? 0 : symbol ? 1 : 2, position, number});
  }
  llvm::sort(order);
  for (auto [kind, position, number] : order)
    expr = expr + terms[number].first * terms[number].second;
  return expr + constant;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

static std::optional<int64_t> addKnown(std::optional<int64_t> x, std::optional<int64_t> y) {
  int64_t sum;
  return x && y && !llvm::AddOverflow(*x, *y, sum) ? std::optional(sum) : std::nullopt;
}

static std::optional<int64_t> multiplyKnown(std::optional<int64_t> x, std::optional<int64_t> y) {
  int64_t product;
  return x && y && !llvm::MulOverflow(*x, *y, product) ? std::optional(product) : std::nullopt;
}

static Interval multiply(Interval x, Interval y) {
  if (y.least && y.least == y.most && *y.least < 0)
    return {multiplyKnown(x.most, y.least), multiplyKnown(x.least, y.least)};
  if (y.least && y.least == y.most)
    return {multiplyKnown(x.least, y.least), multiplyKnown(x.most, y.least)};
  if (x.least.value_or(-1) >= 0 && y.least.value_or(-1) >= 0)
    return {multiplyKnown(x.least, y.least), multiplyKnown(x.most, y.most)};
  return {};
}

static Interval getRemainders(Interval x, int64_t divisor) {
  if (x.least && x.most && *x.least <= *x.most) {
    int64_t block = divideFloorSigned(*x.least, divisor);
    if (block == divideFloorSigned(*x.most, divisor))
      return {*x.least - block * divisor, *x.most - block * divisor};
  }
  return {0, divisor - 1};
}

Interval AffineRanges::getInterval(AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {0, addKnown(getInterval(sizes[dim.getPosition()]).most, -1)};
  if (isa<AffineSymbolExpr>(expr))
    return {0, std::nullopt};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Interval lhs = getInterval(binary.getLHS()), rhs = getInterval(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return {addKnown(lhs.least, rhs.least), addKnown(lhs.most, rhs.most)};
  if (expr.getKind() == AffineExprKind::Mul)
    return multiply(lhs, rhs);
  // By a size that is not known, which is not 0 where something is divided by it.
  if (lhs.least.value_or(-1) >= 0 && rhs.least.value_or(-1) >= 0 && rhs.least != rhs.most)
    return {0, expr.getKind() == AffineExprKind::Mod ? addKnown(rhs.most, -1) : lhs.most};
  if (!rhs.least || rhs.least != rhs.most || *rhs.least <= 0)
    return {};
  if (expr.getKind() == AffineExprKind::Mod)
    return getRemainders(lhs, *rhs.least);
  auto divide = [&](std::optional<int64_t> x) -> std::optional<int64_t> {
    if (!x)
      return std::nullopt;
    return expr.getKind() == AffineExprKind::FloorDiv ? divideFloorSigned(*x, *rhs.least)
                                                      : divideCeilSigned(*x, *rhs.least);
  };
  return {divide(lhs.least), divide(lhs.most)};
}

AffineExpr AffineRanges::getExtreme(AffineExpr expr, bool greatest) const {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return greatest ? sizes[dim.getPosition()] - 1 : getAffineConstantExpr(0, expr.getContext());
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || expr.isSymbolicOrConstant())
    return expr;
  AffineExpr operand;
  if (binary.getKind() == AffineExprKind::Add) {
    AffineExpr lhs = getExtreme(binary.getLHS(), greatest), rhs = getExtreme(binary.getRHS(), greatest);
    return lhs && rhs ? lhs + rhs : AffineExpr();
  }
  if (std::optional<int64_t> factor = getConstantOperand(expr, AffineExprKind::Mul, operand)) {
    AffineExpr extreme = getExtreme(operand, greatest == (*factor >= 0));
    return extreme ? extreme * *factor : extreme;
  }
  if (std::optional<int64_t> divisor = getConstantOperand(expr, AffineExprKind::FloorDiv, operand)) {
    AffineExpr extreme = getExtreme(operand, greatest);
    return extreme ? extreme.floorDiv(*divisor) : extreme;
  }
  // Of mod, and of what is not affine, there are only numbers.
  Interval interval = getInterval(expr);
  std::optional<int64_t> bound = greatest ? interval.most : interval.least;
  return bound ? getAffineConstantExpr(*bound, expr.getContext()) : AffineExpr();
}

bool AffineRanges::isWithin(AffineExpr expr, AffineExpr limit) const {
  auto isNeverNegative = [&](AffineExpr value) {
    if (getInterval(simplify(value)).least.value_or(-1) >= 0)
      return true;
    AffineExpr least = getExtreme(simplify(value), /*greatest=*/false);
    return least && getInterval(simplify(least)).least.value_or(-1) >= 0;
  };
  return isNeverNegative(expr) && isNeverNegative(limit - 1 - expr);
}
