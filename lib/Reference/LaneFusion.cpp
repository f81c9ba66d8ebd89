// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The elementwise ops of the fusion dialect, each by its documented formula. None uses ElementwiseOpInterface: the
// oracle must not share the definition that it checks.

#include "FloatFormat.h"
#include "FloatOps.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace fusion;
using namespace fusion::reference;

namespace {
constexpr double kTwoOverSqrtPi = 1.1283791670955126; // erf'(0)

/// A bound for what overflow of exp in f32 loses of x / (1 + exp(-x)): 0 comes out where the exact result is below
/// (1 + |x|) · 2⁻¹²⁸.
double overflowSlack(double x) { return std::isfinite(x) ? (1 + std::abs(x)) * 0x1p-128 : 0; }

/// Of x times a factor in [0, 1], where x may be infinite and the result then NaN.
Interval gateOfInfinity(Interval x, double y, bool nan) {
  return x.lo == x.hi ? Interval::exact(y) : Interval{y, std::min(x.lo, 0.0), std::max(x.hi, 0.0), nan};
}

Interval widened(Interval x, double radius) { return {x.value, x.lo - radius, x.hi + radius}; }

/// What the approximate tanh adds to x times a factor made of it.
double ofGate(Interval x, const Instruction &in) {
  double most = std::max(std::abs(x.lo), std::abs(x.hi));
  return std::isfinite(most) ? in.rounding.ofTanh * most : 0;
}

struct Sigmoid : HasInnerError {
  static double value(double x, const Instruction &) { return 1 / (1 + std::exp(-x)); }
  static Interval interval(Interval x, double y, const Instruction &in) {
    return widened({y, value(x.lo, in), value(x.hi, in)}, overflowSlack(0) + in.rounding.ofTanh);
  }
};

struct Silu : HasInnerError {
  static double value(double x, const Instruction &) { return x / (1 + std::exp(-x)); }
  static Interval interval(Interval x, double y, const Instruction &in) {
    if (x.mayBeInfinite())
      return gateOfInfinity(x, y, x.lo == -kInfinity);
    // Lipschitz constant 1.0998, sup|f''| = 1/2.
    double s = 1 / (1 + std::exp(-x.value));
    return widened(bySlope(x, y, s + x.value * s * (1 - s), 0.5, 1.1), overflowSlack(x.value) + ofGate(x, in));
  }
};

// constants: scale, cubic, relative error of the argument of erf or tanh.

struct GeluErf : HasInnerError {
  static double value(double x, const Instruction &in) {
    return 0.5 * x * std::erfc(-in.constants[0] * x); // 0.5 x (1 + erf(scale x)) without cancellation
  }
  static Interval interval(Interval x, double y, const Instruction &in) {
    if (x.mayBeInfinite())
      return gateOfInfinity(x, y, true);
    double scale = in.constants[0], z = scale * x.value;
    double density = 0.5 * kTwoOverSqrtPi * std::abs(scale) * std::exp(-z * z);
    double ratio = std::max(1.0, std::abs(scale) / std::sqrt(0.5));
    Interval result =
        bySlope(x, y, 0.5 * std::erfc(-z) + x.value * density, 0.8 * ratio, scale > 0 ? 1.129 : 1.129 * ratio);
    double inner = std::isfinite(x.value) ? x.value * x.value * density * in.constants[2] : 0;
    return widened(result, inner + overflowSlack(x.value) + ofGate(x, in));
  }
};

struct GeluTanh : HasInnerError {
  static double twiceArgument(double x, const Instruction &in) {
    return 2 * in.constants[0] * (in.constants[1] == 0 ? x : x + in.constants[1] * x * x * x);
  }
  static double value(double x, const Instruction &in) {
    return x / (1 + std::exp(-twiceArgument(x, in))); // 0.5 x (1 + tanh u) without cancellation
  }
  static Interval interval(Interval x, double y, const Instruction &in) {
    if (x.mayBeInfinite())
      return gateOfInfinity(x, y, true);
    double v = x.value, twice = twiceArgument(v, in), s = 1 / (1 + std::exp(-twice)), bell = s * (1 - s);
    double slope = s + v * bell * 2 * in.constants[0] * (1 + 3 * in.constants[1] * v * v);
    bool usual = std::abs(in.constants[0]) <= 0.8 && std::abs(in.constants[1]) <= 0.045;
    Interval result = usual ? bySlope(x, y, slope, 1.2, 1.13)
                      : in.constants[1] == 0 // silu of 2 · scale
                          ? bySlope(x, y, slope, std::abs(in.constants[0]), 1.1)
                          : bySpan(x, y, in);
    double inner = std::isfinite(v) && std::isfinite(twice) ? std::abs(v * bell * twice) * in.constants[2] : 0;
    return widened(result, inner + overflowSlack(v) + ofGate(x, in));
  }
  /// For constants that are not GELU's: sigmoid is monotone in its argument, and so is the argument if cubic >= 0.
  static Interval bySpan(Interval x, double y, const Instruction &in) {
    if (in.constants[1] < 0)
      return x.lo == x.hi ? Interval::exact(y) : Interval::unknown(y);
    double a = 1 / (1 + std::exp(-twiceArgument(x.lo, in))), b = 1 / (1 + std::exp(-twiceArgument(x.hi, in)));
    return Mul::interval(x, {a, std::min(a, b), std::max(a, b)}, y, in);
  }
};

struct Softplus : HasInnerError {
  static double value(double x, const Instruction &) { // grows; the sum by parts has terms of one sign
    return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  }
  static Interval interval(Interval x, double y, const Instruction &in) {
    return {y, value(x.lo, in), value(x.hi, in)};
  }
};

struct Mish : HasInnerError {
  static double value(double x, const Instruction &) { return x * std::tanh(std::log1p(std::exp(x))); }
  static Interval interval(Interval x, double y, const Instruction &) {
    if (x.mayBeInfinite())
      return gateOfInfinity(x, y, x.lo == -kInfinity);
    // Lipschitz constant 1.0885, sup|f''| = 0.6443.
    double s = 1 / (1 + std::exp(-x.value)), t = std::tanh(std::log1p(std::exp(x.value)));
    return bySlope(x, y, t + x.value * s * (1 - t * t), 0.645, 1.089);
  }
};

struct HardSwish {
  static double value(double x, const Instruction &) {
    return std::isnan(x) ? x : x * std::min(std::max(x + 3, 0.0), 6.0) / 6;
  }
  static Interval interval(Interval x, double y, const Instruction &) {
    if (x.mayBeInfinite())
      return gateOfInfinity(x, y, x.lo == -kInfinity);
    double slope = x.value <= -3 ? 0 : x.value >= 3 ? 1 : (2 * x.value + 3) / 6;
    // The slope jumps by 1/2 at -3 and at 3: there the curvature says nothing.
    double low = std::min(x.lo, x.value), high = std::max(x.hi, x.value);
    bool smooth = (low > -3 || high < -3) && (low > 3 || high < 3);
    return bySlope(x, y, smooth ? slope : 1.5, 1.0 / 3, 1.5);
  }
};

struct Relu : DecidesNaN {
  static double value(double x, const Instruction &in) {
    if (std::isnan(x))
      return in.integers[0] ? 0 : x;
    return x > 0 ? x : 0;
  }
  static Interval interval(Interval x, double y, const Instruction &in) {
    Interval result{y, value(x.lo, in), value(x.hi, in), x.nan};
    return in.integers[0] && x.nan ? Interval{y, std::min(result.lo, 0.0), result.hi} : result;
  }
};

struct LeakyRelu {
  static double value(double x, const Instruction &in) { return x > 0 ? x : in.constants[0] * x; }
  static Interval interval(Interval x, double y, const Instruction &in) {
    double a = value(x.lo, in), b = value(x.hi, in);
    if (std::isnan(a) || std::isnan(b)) // 0 · infinity
      return unlessExact(x, y);
    double low = lesser(a, b), high = greater(a, b);
    if (x.lo <= 0 && x.hi >= 0) { // least there where alpha is negative
      low = lesser(low, 0.0);
      high = greater(high, 0.0);
    }
    return {y, low, high};
  }
};

/// constants: the limits, then how far the compiled program's limits may be from them.
struct Clamp : HasInnerError, DecidesNaN {
  static double value(double x, const Instruction &in) {
    if (std::isnan(x))
      return in.integers[0] ? in.constants[0] : x;
    return Minimum::value(Maximum::value(x, in.constants[0], in), in.constants[1], in);
  }
  static double slack(double y, const Instruction &in) {
    return y == in.constants[0] ? in.constants[2] : y == in.constants[1] ? in.constants[3] : 0;
  }
  static Interval interval(Interval x, double y, const Instruction &in) {
    double lo = value(x.lo, in), hi = value(x.hi, in);
    if (x.nan && in.integers[0])
      lo = in.constants[0];
    double below = slack(lo, in), above = slack(hi, in); // -0.0 + 0 would be +0.0
    return {y, below ? lo - below : lo, above ? hi + above : hi, x.nan && !in.integers[0]};
  }
};

/// An activation that is made of tanh under fast numerics.
template <class Op> FailureOr<Instruction *> appendActivation(LaneCompiler &compiler, Operation *op) {
  FailureOr<Instruction *> in = appendFloat<Op, 1>(compiler, op, kComposite);
  if (succeeded(in))
    (*in)->rounding.ofTanh = compiler.getRounding().getTanhError();
  return in;
}

template <class Op> LogicalResult encodeActivation(LaneCompiler &compiler, Operation *op) {
  return appendActivation<Op>(compiler, op);
}

LogicalResult encodeSigmoid(LaneCompiler &compiler, Operation *op) {
  auto in = appendActivation<Sigmoid>(compiler, op);
  if (failed(in))
    return failure();
  (*in)->rounding.saturates = (*in)->rounding.ofTanh == 0 && compiler.getRounding().saturates();
  return success();
}

LogicalResult encodeTanh(LaneCompiler &compiler, Operation *op) {
  auto in = appendFloat<Increasing<::tanh>, 1>(compiler, op, kMath);
  if (failed(in))
    return failure();
  double error = compiler.getRounding().getTanhError();
  (*in)->rounding.relative += error;
  (*in)->rounding.saturates = error == 0 && compiler.getRounding().saturates();
  return success();
}

LogicalResult encodeGelu(LaneCompiler &compiler, Operation *op) {
  auto gelu = cast<GeluOp>(op);
  FailureOr<Instruction *> in = failure();
  double exactScale = 0;
  switch (gelu.getApproximate()) {
  case GeluApproximation::Erf:
    in = appendActivation<GeluErf>(compiler, op), exactScale = std::sqrt(0.5);
    break;
  case GeluApproximation::Tanh:
    in = appendActivation<GeluTanh>(compiler, op), exactScale = std::sqrt(2 / M_PI);
    break;
  }
  if (failed(in))
    return failure();
  auto orElse = [](std::optional<APFloat> given, double value) { return given ? given->convertToDouble() : value; };
  (*in)->constants[0] = orElse(gelu.getScale(), exactScale);
  (*in)->constants[1] = orElse(gelu.getCubic(), 0.044715);
  (*in)->constants[2] = getElementTypeOrSelf(gelu.getType()).isF64() ? 0x1p-50 : 0x1p-22;
  return success();
}

LogicalResult encodeClamp(LaneCompiler &compiler, Operation *op) {
  auto clamp = cast<ClampOp>(op);
  auto in = appendFloat<Clamp, 1>(compiler, op, kExact);
  if (failed(in))
    return failure();
  FloatFormat format = FloatFormat::get(cast<FloatType>(getElementTypeOrSelf(clamp.getType())));
  (*in)->integers[0] = clamp.getIgnoreNan();
  double limits[] = {clamp.getMin().convertToDouble(), clamp.getMax().convertToDouble()};
  for (int i = 0; i < 2; ++i) {
    double rounded = format.round(limits[i]);
    (*in)->constants[i] = limits[i];
    (*in)->constants[2 + i] = limits[i] == rounded ? 0 : std::abs(limits[i] - rounded);
  }
  return success();
}

LogicalResult encodeCast(LaneCompiler &compiler, Operation *op) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType()), to = getElementTypeOrSelf(op->getResult(0).getType());
  auto cast = llvm::cast<CastOp>(op);
  if (isa<FloatType>(from) && isa<FloatType>(to))
    return cast.getSaturate() ? appendSaturatingFloatCast(compiler, op) : appendFloatCast(compiler, op);
  if (isa<FloatType>(to)) // i1 gives 0 or 1
    return appendIntToFloat(compiler, op, /*isSigned=*/!from.isInteger(1) && !cast.getIsUnsigned());
  if (to.isInteger(1))
    return appendNonZero(compiler, op);
  if (isa<FloatType>(from))
    return appendFloatToInt(compiler, op, /*isSigned=*/!cast.getIsUnsigned());
  return appendResize(compiler, op, /*isSigned=*/!from.isInteger(1));
}

LogicalResult encodeLeakyRelu(LaneCompiler &compiler, Operation *op) {
  auto in = appendFloat<LeakyRelu, 1>(compiler, op, kMath);
  if (succeeded(in))
    (*in)->constants[0] = cast<LeakyReluOp>(op).getAlpha().convertToDouble();
  return in;
}

LogicalResult encodeRelu(LaneCompiler &compiler, Operation *op) {
  auto in = appendFloat<Relu, 1>(compiler, op, kExact);
  if (succeeded(in))
    (*in)->integers[0] = cast<ReluOp>(op).getIgnoreNan();
  return in;
}

template <class Op, class Keeping, class Ignoring> LogicalResult encodeExtremum(LaneCompiler &compiler, Operation *op) {
  if (cast<Op>(op).getIgnoreNan())
    return appendFloat<Ignoring, 2>(compiler, op, kExact);
  return appendFloat<Keeping, 2>(compiler, op, kExact);
}

LogicalResult encodeCompareOp(LaneCompiler &compiler, Operation *op) {
  return appendCompare(compiler, op, static_cast<int64_t>(cast<CompareOp>(op).getPredicate()));
}

LogicalResult encodeSelectOp(LaneCompiler &compiler, Operation *op) { return appendSelect(compiler, op); }
} // namespace

const llvm::StringMap<Encoder> &fusion::reference::getFusionEncoders() {
  static const llvm::StringMap<Encoder> encoders = [] {
    llvm::StringMap<Encoder> table;
    table["fusion.add"] = encodeFloat<Add, 2, kBasic>;
    table["fusion.sub"] = encodeFloat<Sub, 2, kBasic>;
    table["fusion.mul"] = encodeFloat<Mul, 2, kBasic>;
    table["fusion.div"] = encodeFloat<Div, 2, kQuotient>;
    table["fusion.pow"] = encodeFloat<Power, 2, kComposite>;
    table["fusion.max"] = encodeExtremum<MaxOp, Maximum, MaxNum>;
    table["fusion.min"] = encodeExtremum<MinOp, Minimum, MinNum>;
    table["fusion.neg"] = encodeFloat<Neg, 1, kExact>;
    table["fusion.abs"] = encodeFloat<Abs, 1, kExact>;
    table["fusion.exp"] = encodeFloat<Exponential<::exp>, 1, kMath>;
    table["fusion.exp2"] = encodeFloat<Exponential<::exp2>, 1, kMath>;
    table["fusion.expm1"] = encodeFloat<Exponential<::expm1>, 1, kMath>;
    table["fusion.log"] = encodeFloat<Increasing<::log>, 1, kMath>;
    table["fusion.log2"] = encodeFloat<Increasing<::log2>, 1, kMath>;
    table["fusion.log10"] = encodeFloat<Increasing<::log10>, 1, kMath>;
    table["fusion.log1p"] = encodeFloat<Increasing<::log1p>, 1, kMath>;
    table["fusion.floor"] = encodeFloat<Increasing<::floor>, 1, kExact>;
    table["fusion.ceil"] = encodeFloat<Increasing<::ceil>, 1, kExact>;
    table["fusion.trunc"] = encodeFloat<Increasing<::trunc>, 1, kExact>;
    table["fusion.round"] = encodeFloat<Increasing<::round>, 1, kExact>;
    table["fusion.roundeven"] = encodeFloat<Increasing<roundEvenOf>, 1, kExact>;
    table["fusion.sqrt"] = encodeFloat<Increasing<::sqrt>, 1, kBasic>;
    table["fusion.rsqrt"] = encodeFloat<Decreasing<rsqrtOf>, 1, kMath>;
    table["fusion.sin"] = encodeFloat<Sin, 1, kMath>;
    table["fusion.cos"] = encodeFloat<Cos, 1, kMath>;
    table["fusion.tan"] = encodeFloat<Tan, 1, kComposite>;
    table["fusion.tanh"] = encodeTanh;
    table["fusion.erf"] = encodeSaturating<::erf>;
    table["fusion.sigmoid"] = encodeSigmoid;
    table["fusion.silu"] = encodeActivation<Silu>;
    table["fusion.softplus"] = encodeFloat<Softplus, 1, kComposite>;
    table["fusion.mish"] = encodeFloat<Mish, 1, kComposite>;
    table["fusion.hardswish"] = encodeFloat<HardSwish, 1, kComposite>;
    table["fusion.relu"] = encodeRelu;
    table["fusion.leaky_relu"] = encodeLeakyRelu;
    table["fusion.gelu"] = encodeGelu;
    table["fusion.clamp"] = encodeClamp;
    table["fusion.cast"] = encodeCast;
    table["fusion.compare"] = encodeCompareOp;
    table["fusion.select"] = encodeSelectOp;
    table["fusion.keep"] = encodeSelectOp;
    return table;
  }();
  return encoders;
}
