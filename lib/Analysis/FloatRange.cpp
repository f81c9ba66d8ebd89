// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Arithmetic of intervals of floats.

#include "FloatRange.h"

using namespace mlir;
using namespace fusion;

static constexpr auto kDown = APFloat::rmTowardNegative;
static constexpr auto kUp = APFloat::rmTowardPositive;

/// A lower bound that holds also where denormal numbers become zero; an upper one by its negative.
static APFloat flushDown(APFloat low) {
  return low.isDenormal() && !low.isNegative() ? APFloat::getZero(low.getSemantics()) : low;
}

/// The range between what `compute` makes with each rounding; everything where that is NaN.
template <typename Compute> static FloatRange bound(const llvm::fltSemantics &semantics, Compute compute) {
  auto [low, high] = compute();
  if (low.isNaN() || high.isNaN())
    return FloatRange::all(semantics);
  return {flushDown(low), -flushDown(-high)};
}

FloatRange FloatRange::all(const llvm::fltSemantics &semantics) {
  return {APFloat::getInf(semantics, /*Negative=*/true), APFloat::getInf(semantics), true};
}

FloatRange FloatRange::constant(const APFloat &value) {
  return value.isNaN() ? all(value.getSemantics()) : FloatRange{flushDown(value), -flushDown(-value)};
}

FloatRange FloatRange::fromIntegers(const ConstantIntRanges &integers, bool isSigned,
                                    const llvm::fltSemantics &semantics) {
  return bound(semantics, [&] {
    APFloat low(semantics), high(semantics);
    low.convertFromAPInt(isSigned ? integers.smin() : integers.umin(), isSigned, kDown);
    high.convertFromAPInt(isSigned ? integers.smax() : integers.umax(), isSigned, kUp);
    return std::pair(low, high);
  });
}

std::optional<APFloat> FloatRange::getConstant() const {
  // Zeros of both signs are equal, and are two numbers.
  return !nan && low.bitwiseIsEqual(high) ? std::optional(low) : std::nullopt;
}

FloatRange FloatRange::operator+(const FloatRange &other) const {
  auto cancels = [](const APFloat &up, const APFloat &down) { return up.isPosInfinity() && down.isNegInfinity(); };
  if (nan || other.nan || cancels(high, other.low) || cancels(other.high, low))
    return all(low.getSemantics());
  return bound(low.getSemantics(), [&] {
    APFloat least = low, most = high;
    least.add(other.low, kDown);
    most.add(other.high, kUp);
    return std::pair(least, most);
  });
}

FloatRange FloatRange::operator*(const FloatRange &other) const {
  if ((!isFinite() || !other.isFinite()) && !(getConstant() && other.getConstant()))
    return all(low.getSemantics());
  FloatRange product{low, high};
  bool first = true;
  for (const APFloat &lhs : {low, high})
    for (const APFloat &rhs : {other.low, other.high}) {
      FloatRange corner = bound(low.getSemantics(), [&] {
        APFloat least = lhs, most = lhs;
        least.multiply(rhs, kDown);
        most.multiply(rhs, kUp);
        return std::pair(least, most);
      });
      product = first ? corner : product.join(corner);
      first = false;
    }
  return product;
}

FloatRange FloatRange::operator/(const FloatRange &other) const {
  APFloat zero = APFloat::getZero(low.getSemantics());
  bool byZero = !(other.low > zero) && !(other.high < zero);
  if (!isFinite() || !other.isFinite() || byZero)
    return all(low.getSemantics());
  FloatRange quotient{low, high};
  bool first = true;
  for (const APFloat &lhs : {low, high})
    for (const APFloat &rhs : {other.low, other.high}) {
      FloatRange corner = bound(low.getSemantics(), [&] {
        APFloat least = lhs, most = lhs;
        least.divide(rhs, kDown);
        most.divide(rhs, kUp);
        return std::pair(least, most);
      });
      quotient = first ? corner : quotient.join(corner);
      first = false;
    }
  return quotient;
}

FloatRange FloatRange::operator-() const { return {-high, -low, nan}; }

FloatRange FloatRange::abs() const {
  if (!low.isNegative())
    return *this;
  if (high.isNegative())
    return -*this;
  return {APFloat::getZero(low.getSemantics()), llvm::maximum(-low, high), nan};
}

FloatRange FloatRange::convert(const llvm::fltSemantics &semantics) const {
  FloatRange converted = bound(semantics, [&] {
    APFloat least = low, most = high;
    bool loses;
    least.convert(semantics, kDown, &loses);
    most.convert(semantics, kUp, &loses);
    return std::pair(least, most);
  });
  converted.nan |= nan;
  return converted;
}

FloatRange FloatRange::join(const FloatRange &other) const {
  return {llvm::minimum(low, other.low), llvm::maximum(high, other.high), nan || other.nan};
}

FloatRange FloatRange::maximum(const FloatRange &other) const {
  return {llvm::maximum(low, other.low), llvm::maximum(high, other.high), nan || other.nan};
}

unsigned FloatRange::getRelations(arith::CmpFPredicate predicate) {
  // Its number, but for those that hold for NaN.
  auto number = static_cast<unsigned>(predicate);
  if (predicate == arith::CmpFPredicate::UNO)
    return Unordered;
  return number < 8 || predicate == arith::CmpFPredicate::AlwaysTrue ? number : number + 1;
}

std::optional<bool> FloatRange::compare(arith::CmpFPredicate predicate, const FloatRange &lhs, const FloatRange &rhs) {
  unsigned possible = 0;
  if (!(lhs.high < rhs.low) && !(lhs.low > rhs.high))
    possible |= Equal;
  if (lhs.high > rhs.low)
    possible |= Greater;
  if (lhs.low < rhs.high)
    possible |= Less;
  if (lhs.nan || rhs.nan)
    possible |= Unordered;
  unsigned holds = getRelations(predicate);
  if ((possible & holds) == 0)
    return false;
  if ((possible & ~holds) == 0)
    return true;
  return std::nullopt;
}
