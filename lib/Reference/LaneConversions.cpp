// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Conversions between integers and floats.

#include "FloatFormat.h"
#include "FloatOps.h"
#include "IntegerOps.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>

using namespace mlir;
using namespace fusion::reference;

namespace {
/// In float64. What that does not hold is rounded to odd if `in` has a narrower result, so that it is rounded once.
double toFloat(int64_t x, const Instruction &in, bool isSigned) {
  bool negative = isSigned && asSigned(x, in.integers[0]) < 0;
  uint64_t magnitude = isSigned ? asSigned(x, in.integers[0]) : asUnsigned(x, in.integers[0]);
  if (negative)
    magnitude = -magnitude;
  int surplus = std::max(0, 64 - llvm::countl_zero(magnitude) - std::numeric_limits<double>::digits);
  if (in.integers[1] < 64 && surplus > 0) {
    uint64_t lost = magnitude & llvm::maskTrailingOnes<uint64_t>(surplus);
    magnitude = (magnitude - lost) | (uint64_t(lost != 0) << surplus);
  }
  return negative ? -double(magnitude) : double(magnitude);
}

template <bool Signed> void runIntToFloat(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0);
  Register &dst = c.dst(in);
  dst.exact = !c.bounds || (x.exact && in.rounding.isNone());
  for (int l = 0; l < c.lanes; ++l) {
    double y = toFloat(x.value[l].i, in, Signed);
    dst.value[l].f = y;
    if (dst.exact)
      continue;
    Interval result = Interval::exact(y);
    if (!isCertain(x, l)) {
      double a = toFloat(x.lo[l].i, in, Signed), b = toFloat(x.hi[l].i, in, Signed);
      bool unknown = x.lo[l].i == INT64_MIN && x.hi[l].i == INT64_MAX;
      // Unsigned, a range about 0 has two parts, at the ends of the type.
      bool inOrder = Signed || in.integers[0] == 1 || (x.lo[l].i < 0) == (x.hi[l].i < 0);
      result = unknown || !inOrder ? Interval::unknown(y) : Interval{y, std::min(a, b), std::max(a, b)};
    }
    dst.set(l, in.rounding.apply(result));
  }
}

template <bool Signed> LogicalResult encodeIntToFloat(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = compiler.append(op, runIntToFloat<Signed>);
  if (failed(in))
    return failure();
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  unsigned width = getWidth(op->getOperand(0).getType());
  (*in)->integers[0] = width;
  (*in)->integers[1] = cast<FloatType>(to).getWidth();
  // Integers that fit the significand do not round.
  const RoundingModel &rounding = compiler.getRounding();
  if (width >= unsigned(FloatFormat::get(cast<FloatType>(to)).precision))
    (*in)->rounding = width > 24 ? rounding.getOfWide(op, to) : rounding.getOf(op, to, kExact);
  return success();
}

/// What is out of range becomes the nearest integer of the type, and NaN becomes 0.
template <bool Signed> void runFloatToInt(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0);
  Register &dst = c.dst(in);
  unsigned width = in.integers[1];
  double least = Signed ? -std::ldexp(1.0, int(width) - 1) : 0.0, limit = std::ldexp(1.0, int(width) - Signed);
  APInt last = Signed ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  auto convert = [&](double value) -> int64_t {
    if (std::isnan(value))
      return 0;
    if (value >= limit)
      return Signed ? last.getSExtValue() : static_cast<int64_t>(last.getZExtValue());
    value = std::max(value, least);
    return Signed ? static_cast<int64_t>(value) : static_cast<int64_t>(static_cast<uint64_t>(value));
  };
  dst.exact = x.exact;
  for (int l = 0; l < c.lanes; ++l) {
    dst.value[l].i = normalize(convert(x.value[l].f), width);
    if (dst.exact)
      continue;
    Interval v = x.interval(l);
    if (std::isnan(v.lo) != std::isnan(v.hi)) {
      setUnknown(dst, l, width);
      continue;
    }
    bool zeroToo = v.nan && !v.isNaN();
    double low = zeroToo ? std::min(v.lo, 0.0) : v.lo, high = zeroToo ? std::max(v.hi, 0.0) : v.hi;
    setRange(dst, l, convert(low), convert(high), width);
  }
}

template <bool Signed> LogicalResult encodeFloatToInt(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = compiler.append(op, runFloatToInt<Signed>);
  if (failed(in))
    return failure();
  (*in)->integers[1] = getWidth(op->getResult(0).getType());
  return success();
}

void runSaturatingFloatCast(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0);
  Register &dst = c.dst(in);
  double most = in.constants[0];
  auto limit = [&](Interval v) {
    if (v.isNaN())
      return Interval{v.value, v.lo, v.hi};
    return Interval{v.value, std::clamp(v.lo, -most, most), std::clamp(v.hi, -most, most), v.nan};
  };
  dst.exact = !c.bounds || (x.exact && in.rounding.isNone());
  for (int l = 0; l < c.lanes; ++l) {
    double value = x.value[l].f;
    value = std::isnan(value) ? value : std::clamp(value, -most, most);
    dst.value[l].f = value;
    if (dst.exact)
      continue;
    Interval result = limit(x.interval(l));
    result.value = value;
    dst.set(l, limit(in.rounding.apply(result)));
  }
}

/// Values and ends are numbers of the result's type, or NaN where that has no infinities.
void runByteCast(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0);
  Register &dst = c.dst(in);
  FloatFormat format = FloatFormat::get(cast<FloatType>(getElementTypeOrSelf(in.op->getResult(0).getType())));
  auto convert = [&](double value) {
    bool limits = in.integers[0] && !std::isnan(value);
    return format.round(limits ? std::clamp(value, -format.maxFinite, format.maxFinite) : value);
  };
  dst.exact = !c.bounds || x.exact;
  for (int l = 0; l < c.lanes; ++l) {
    double value = convert(x.value[l].f);
    dst.value[l].f = value;
    if (dst.exact)
      continue;
    Interval v = x.interval(l), result{value, convert(v.lo), convert(v.hi), v.nan};
    if (std::isnan(v.lo) != std::isnan(v.hi)) {
      result = Interval::unknown(value);
    } else if (!v.isNaN() && (!result.isNaN() || (v.lo < 0 && v.hi > 0))) { // else nothing but NaN
      result.nan |= std::isnan(result.lo) || std::isnan(result.hi);
      result.lo = std::isnan(result.lo) ? -format.maxFinite : result.lo;
      result.hi = std::isnan(result.hi) ? format.maxFinite : result.hi;
    }
    dst.set(l, result);
  }
}

int64_t bitsOf(double value, Type type) {
  int64_t bits = 0;
  FloatFormat format = FloatFormat::get(cast<FloatType>(type));
  format.encode(format.round(value), reinterpret_cast<char *>(&bits));
  return bits;
}

/// Between a float and an integer type of one width. Of uncertain operands nothing is known.
void runBitcast(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0);
  Register &dst = c.dst(in);
  Type from = getElementTypeOrSelf(in.op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(in.op->getResult(0).getType());
  dst.exact = !c.bounds || x.exact;
  for (int l = 0; l < c.lanes; ++l) {
    int64_t bits = isa<FloatType>(from) ? bitsOf(x.value[l].f, from) : x.value[l].i;
    bool certain = dst.exact || isCertain(x, l);
    if (auto floatType = dyn_cast<FloatType>(to)) {
      double y = FloatFormat::get(floatType).decode(reinterpret_cast<const char *>(&bits));
      dst.set(l, certain ? Interval::exact(y) : Interval::unknown(y));
      continue;
    }
    dst.value[l].i = dst.lo[l].i = dst.hi[l].i = normalize(bits, getWidth(to));
    if (!certain)
      setUnknown(dst, l, getWidth(to));
  }
}

LogicalResult encodeBitcast(LaneCompiler &compiler, Operation *op) { return compiler.append(op, runBitcast); }

void runFloatNonZero(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0);
  Register &dst = c.dst(in);
  dst.exact = x.exact;
  for (int l = 0; l < c.lanes; ++l) {
    dst.value[l].i = x.value[l].f != 0;
    if (dst.exact)
      continue;
    Interval v = x.interval(l);
    setPossible(dst, l, !v.mayBeZero(), v.nan || v.lo != v.hi || v.lo != 0);
  }
}
} // namespace

LogicalResult fusion::reference::appendIntToFloat(LaneCompiler &compiler, Operation *op, bool isSigned) {
  return isSigned ? encodeIntToFloat<true>(compiler, op) : encodeIntToFloat<false>(compiler, op);
}

LogicalResult fusion::reference::appendFloatToInt(LaneCompiler &compiler, Operation *op, bool isSigned) {
  return isSigned ? encodeFloatToInt<true>(compiler, op) : encodeFloatToInt<false>(compiler, op);
}

// What is limited does not overflow; rounded up, it is limited again.
LogicalResult fusion::reference::appendByteCast(LaneCompiler &compiler, Operation *op, bool saturates) {
  FailureOr<Instruction *> in = compiler.append(op, runByteCast);
  if (failed(in))
    return failure();
  (*in)->integers[0] = saturates;
  return success();
}

LogicalResult fusion::reference::appendSaturatingFloatCast(LaneCompiler &compiler, Operation *op) {
  if (getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth() == 8)
    return appendByteCast(compiler, op, /*saturates=*/true);
  FailureOr<Instruction *> in = compiler.append(op, runSaturatingFloatCast);
  if (failed(in))
    return failure();
  Type from = getElementTypeOrSelf(op->getOperand(0).getType()), to = getElementTypeOrSelf(op->getResult(0).getType());
  const RoundingModel &rounding = compiler.getRounding();
  bool rounds = from != to && from.getIntOrFloatBitWidth() >= to.getIntOrFloatBitWidth();
  (*in)->constants[0] = FloatFormat::get(cast<FloatType>(to)).maxFinite;
  (*in)->rounding = from.isF64() && !to.isF64() ? rounding.getOfWide(op, to) : rounding.getOf(op, to, kExact, rounds);
  (*in)->rounding.maxFinite = kInfinity;
  (*in)->rounding.hasInfinity = true;
  return success();
}

LogicalResult fusion::reference::appendFloatNonZero(LaneCompiler &compiler, Operation *op) {
  return compiler.append(op, runFloatNonZero);
}

const llvm::StringMap<Encoder> &fusion::reference::getConversionEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["arith.sitofp"] = encodeIntToFloat<true>;
    table["arith.uitofp"] = encodeIntToFloat<false>;
    table["arith.fptosi"] = encodeFloatToInt<true>;
    table["arith.fptoui"] = encodeFloatToInt<false>;
    table["arith.bitcast"] = encodeBitcast;
    return table;
  }();
  return encoders;
}
