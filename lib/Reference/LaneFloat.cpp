// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Float operations of arith and math.

#include "FloatFormat.h"
#include "FloatOps.h"
#include "IntegerOps.h"
#include "LaneKernels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace fusion::reference;

namespace {

double cubeOf(double x) { return std::cbrt(x); }

struct Cosh {
  static double value(double x, const Instruction &) { return std::cosh(x); }
  static Interval interval(Interval x, double y, const Instruction &) {
    double low = x.lo <= 0 && x.hi >= 0 ? 1 : std::min(std::cosh(x.lo), std::cosh(x.hi));
    return {y, low, std::max(std::cosh(x.lo), std::cosh(x.hi))};
  }
};

struct Atan2 {
  static double value(double y, double x, const Instruction &) { return std::atan2(y, x); }
  static Interval interval(Interval y, Interval x, double result, const Instruction &) {
    // Gradient 1 / distance from the origin; the cut along the negative axis tells nothing.
    double distance = std::hypot(y.value, x.value) - y.radius() - x.radius();
    if (distance <= 0 || (x.lo < 0 && y.lo <= 0 && y.hi >= 0))
      return Interval::unknown(result);
    return Interval::around(result, (y.radius() + x.radius()) / distance);
  }
};

struct Remainder {
  static double value(double x, double y, const Instruction &) { return std::fmod(x, y); }
  static Interval interval(Interval x, Interval y, double result, const Instruction &) {
    if (y.lo != y.hi || std::trunc(x.lo / y.lo) != std::trunc(x.hi / y.lo))
      return Interval::unknown(result);
    return {result, std::fmod(x.lo, y.lo), std::fmod(x.hi, y.lo)};
  }
};

struct CopySign : DecidesNaN, HasInnerError {
  static double value(double x, double sign, const Instruction &) { return std::copysign(x, sign); }
  static Interval interval(Interval x, Interval sign, double result, const Instruction &) {
    if (x.isNaN())
      return x;
    // A NaN's sign is not determined.
    bool known = std::signbit(sign.lo) == std::signbit(sign.hi) && !sign.mayBeNaN();
    if (known && x.lo == x.hi && !x.nan) {
      double only = std::copysign(x.lo, sign.lo);
      return {result, only, only};
    }
    if (x.mayBeNaN() || (x.mayBeInfinite() && x.lo != x.hi))
      return Interval::unknown(result);
    double magnitude = std::max(std::abs(x.lo), std::abs(x.hi));
    double least = known && !x.mayBeZero() ? std::min(std::abs(x.lo), std::abs(x.hi)) : known ? 0 : -magnitude;
    return known && std::signbit(sign.lo) ? Interval{result, -magnitude, -least} : Interval{result, least, magnitude};
  }
};

struct Fma {
  static double value(double x, double y, double z, const Instruction &) { return std::fma(x, y, z); }
  static Interval interval(Interval x, Interval y, Interval z, double, const Instruction &in) {
    Interval product = Mul::interval(x, y, x.value * y.value, in);
    return Add::interval(product, z, product.value + z.value, in);
  }
};

struct ClampF {
  static double value(double x, double lo, double hi, const Instruction &in) {
    return Minimum::value(Maximum::value(x, lo, in), hi, in);
  }
  static Interval interval(Interval x, Interval lo, Interval hi, double, const Instruction &in) {
    return Minimum::interval(Maximum::interval(x, lo, 0, in), hi, 0, in);
  }
};

/// Powers with an integer exponent, which is exact.
void runIntegerPower(const Instruction &in, LaneContext &c) {
  const Register &base = c.src(in, 0), &exponent = c.src(in, 1);
  Register &dst = c.dst(in);
  dst.exact = !c.bounds;
  for (int l = 0; l < c.lanes; ++l) {
    double n = exponent.value[l].i, y = std::pow(base.value[l].f, n);
    dst.value[l].f = y;
    if (!c.bounds)
      continue;
    Interval x = Power::interval(base.interval(l), Interval::exact(n), y, in);
    x.value = y;
    dst.set(l, in.rounding.apply(x));
  }
}

LogicalResult encodeIntegerPower(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = compiler.append(op, runIntegerPower);
  if (failed(in))
    return failure();
  (*in)->rounding = compiler.getRounding().getOf(op, getElementTypeOrSelf(op->getResult(0).getType()), kMath);
  return success();
}

LogicalResult encodeCompare(LaneCompiler &compiler, Operation *op) {
  auto predicate = cast<arith::CmpFOp>(op).getPredicate();
  return appendCompare(compiler, op, static_cast<int64_t>(predicate));
}

/// extf and truncf: the value stays, truncf may round.
LogicalResult encodeConversion(LaneCompiler &compiler, Operation *op) {
  auto truncate = dyn_cast<arith::TruncFOp>(op);
  if (truncate &&
      truncate.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) != arith::RoundingMode::to_nearest_even)
    return op->emitOpError() << "rounds " << arith::stringifyRoundingMode(*truncate.getRoundingmode())
                             << ", which the reference interpreter does not";
  return appendFloatCast(compiler, op);
}

enum class Class { NaN, Infinite, Finite, Normal };
/// `least` is the smallest normal number of v's type.
template <Class C> bool isOf(double v, double least) {
  return C == Class::NaN        ? std::isnan(v)
         : C == Class::Infinite ? std::isinf(v)
         : C == Class::Finite   ? std::isfinite(v)
                                : std::isfinite(v) && std::abs(v) >= least;
}

template <Class C> void runClass(const Instruction &in, LaneContext &c) {
  const Register &x = c.src(in, 0);
  Register &dst = c.dst(in);
  auto isOne = [least = in.constants[0]](double v) { return isOf<C>(v, least); };
  for (int l = 0; l < c.lanes; ++l)
    dst.value[l].i = isOne(x.value[l].f);
  dst.exact = !c.bounds || x.exact;
  if (dst.exact)
    return;
  // Each class of numbers that the interval holds has a member among these.
  for (int l = 0; l < c.lanes; ++l) {
    Interval v = x.interval(l);
    SmallVector<double> members = {v.lo, v.hi};
    if (!v.isNaN() && v.lo < v.hi)
      members.push_back(v.mayBeZero() ? 0 : std::nextafter(v.lo, v.hi));
    if (!v.isNaN() && v.lo < 1 && v.hi > -1)
      members.push_back(std::clamp(v.lo > -1 ? 1.0 : -1.0, v.lo, v.hi));
    if (v.nan)
      members.push_back(NAN);
    setPossible(dst, l, llvm::all_of(members, isOne), llvm::any_of(members, isOne));
  }
}
template <Class C> LogicalResult encodeClass(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = compiler.append(op, runClass<C>);
  if (failed(in))
    return failure();
  auto type = cast<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  (*in)->constants[0] = std::ldexp(1.0, FloatFormat::get(type).minExponent);
  return success();
}

LogicalResult encodeSinCos(LaneCompiler &compiler, Operation *op) {
  if (failed(appendFloat<Sin, 1>(compiler, op, kMath)))
    return failure();
  int sine = *compiler.getRegister(op->getResult(0), op);
  if (failed(appendFloat<Cos, 1>(compiler, op, kMath)))
    return failure();
  compiler.setRegister(op->getResult(1), *compiler.getRegister(op->getResult(0), op));
  compiler.setRegister(op->getResult(0), sine);
  return success();
}

template <double (*F)(double), FunctionError E = kMath> Encoder increasing() {
  return encodeFloat<Increasing<F>, 1, E>;
}
template <double (*F)(double)> Encoder exponential() { return encodeFloat<Exponential<F>, 1, kMath>; }
template <double (*F)(double), FunctionError E = kMath> Encoder decreasing() {
  return encodeFloat<Decreasing<F>, 1, E>;
}
} // namespace

static llvm::StringMap<Encoder> makeArithEncoders() {
  llvm::StringMap<Encoder> table;
  table["arith.addf"] = encodeFloat<Add, 2, kBasic>;
  table["arith.subf"] = encodeFloat<Sub, 2, kBasic>;
  table["arith.mulf"] = encodeFloat<Mul, 2, kBasic>;
  table["arith.divf"] = encodeFloat<Div, 2, kQuotient>;
  table["arith.remf"] = encodeFloat<Remainder, 2, kBasic>;
  table["arith.negf"] = encodeFloat<Neg, 1, kExact>;
  table["arith.maximumf"] = encodeFloat<Maximum, 2, kExact>;
  table["arith.minimumf"] = encodeFloat<Minimum, 2, kExact>;
  table["arith.maxnumf"] = encodeFloat<MaxNum, 2, kExact>;
  table["arith.minnumf"] = encodeFloat<MinNum, 2, kExact>;
  table["arith.cmpf"] = encodeCompare;
  table["arith.extf"] = encodeConversion;
  table["arith.truncf"] = encodeConversion;
  return table;
}

static void addMathEncoders(llvm::StringMap<Encoder> &table) {
  table["math.exp"] = exponential<::exp>();
  table["math.exp2"] = exponential<::exp2>();
  table["math.expm1"] = exponential<::expm1>();
  table["math.log"] = increasing<::log>();
  table["math.log2"] = increasing<::log2>();
  table["math.log10"] = increasing<::log10>();
  table["math.log1p"] = increasing<::log1p>();
  table["math.sqrt"] = increasing<::sqrt, kBasic>();
  table["math.cbrt"] = increasing<cubeOf>();
  table["math.rsqrt"] = decreasing<rsqrtOf>();
  table["math.tanh"] = encodeSaturating<::tanh>;
  table["math.sinh"] = increasing<::sinh, kComposite>();
  table["math.cosh"] = encodeFloat<Cosh, 1, kComposite>;
  table["math.asinh"] = increasing<::asinh, kComposite>();
  table["math.acosh"] = increasing<::acosh, kComposite>();
  table["math.atanh"] = increasing<::atanh, kComposite>();
  table["math.sin"] = encodeFloat<Sin, 1, kMath>;
  table["math.cos"] = encodeFloat<Cos, 1, kMath>;
  table["math.sincos"] = encodeSinCos;
  table["math.tan"] = encodeFloat<Tan, 1, kComposite>;
  table["math.asin"] = increasing<::asin>();
  table["math.acos"] = decreasing<::acos>();
  table["math.atan"] = increasing<::atan>();
  table["math.atan2"] = encodeFloat<Atan2, 2, kMath>;
  table["math.erf"] = encodeSaturating<::erf>;
  table["math.erfc"] = decreasing<::erfc>();
  table["math.absf"] = encodeFloat<Abs, 1, kExact>;
  table["math.ceil"] = increasing<::ceil, kExact>();
  table["math.floor"] = increasing<::floor, kExact>();
  table["math.round"] = increasing<::round, kExact>();
  table["math.roundeven"] = increasing<roundEvenOf, kExact>();
  table["math.trunc"] = increasing<::trunc, kExact>();
  table["math.powf"] = encodeFloat<Power, 2, kComposite>;
  table["math.fpowi"] = encodeIntegerPower;
  table["math.fma"] = encodeFloat<Fma, 3, kBasic>;
  table["math.clampf"] = encodeFloat<ClampF, 3, kExact>;
  table["math.copysign"] = encodeFloat<CopySign, 2, kExact>;
  table["math.isnan"] = encodeClass<Class::NaN>;
  table["math.isinf"] = encodeClass<Class::Infinite>;
  table["math.isfinite"] = encodeClass<Class::Finite>;
  table["math.isnormal"] = encodeClass<Class::Normal>;
}

LogicalResult fusion::reference::appendFloatCast(LaneCompiler &compiler, Operation *op) {
  if (getElementTypeOrSelf(op->getResult(0).getType()).getIntOrFloatBitWidth() == 8)
    return appendByteCast(compiler, op, /*saturates=*/false);
  FailureOr<Instruction *> in = appendFloat<Identity, 1>(compiler, op, kExact);
  if (failed(in))
    return failure();
  Type from = getElementTypeOrSelf(op->getOperand(0).getType()), to = getElementTypeOrSelf(op->getResult(0).getType());
  if (from.isF64() && !to.isF64())
    (*in)->rounding = compiler.getRounding().getOfWide(op, to);
  return success();
}

const llvm::StringMap<Encoder> &fusion::reference::getFloatEncoders() {
  static const llvm::StringMap<Encoder> table = [] {
    llvm::StringMap<Encoder> encoders = makeArithEncoders();
    addMathEncoders(encoders);
    return encoders;
  }();
  return table;
}
