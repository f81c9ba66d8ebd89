// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Kernels of float instructions, made from a function on intervals.

#ifndef FUSION_LIB_REFERENCE_LANEKERNELS_H
#define FUSION_LIB_REFERENCE_LANEKERNELS_H

#include "Lanes.h"
#include "mlir/IR/TypeUtilities.h"

namespace fusion::reference {

/// Base of functions whose `interval` is wanted for exact operands too: it adds errors of its own, or says what is
/// open.
struct HasInnerError {};

/// Base of functions that may turn a NaN into a number: their `interval` says what becomes of one. All others keep it.
struct DecidesNaN {};

/// A float kernel of N operands. `Op` has `static double value(N doubles, const Instruction &)` and
/// `static Interval interval(N Intervals, double result, const Instruction &)`, which bounds the exact function over
/// the operands' intervals; the instruction's rounding is added here. Only called where not all operands are exact.
template <class Op, int N> struct FloatKernel {
  static double valueAt(const Instruction &in, LaneContext &c, int l) {
    if constexpr (N == 1)
      return Op::value(c.src(in, 0).value[l].f, in);
    else if constexpr (N == 2)
      return Op::value(c.src(in, 0).value[l].f, c.src(in, 1).value[l].f, in);
    else
      return Op::value(c.src(in, 0).value[l].f, c.src(in, 1).value[l].f, c.src(in, 2).value[l].f, in);
  }

  static Interval intervalAt(const Instruction &in, LaneContext &c, int l, double result) {
    if constexpr (N == 1)
      return Op::interval(c.src(in, 0).interval(l), result, in);
    else if constexpr (N == 2)
      return Op::interval(c.src(in, 0).interval(l), c.src(in, 1).interval(l), result, in);
    else
      return Op::interval(c.src(in, 0).interval(l), c.src(in, 1).interval(l), c.src(in, 2).interval(l), result, in);
  }

  /// The same, with what the operands' NaN make of it.
  static Interval intervalWithNaN(const Instruction &in, LaneContext &c, int l, double result) {
    bool nan = false;
    for (int i = 0; i < N && !std::is_base_of_v<DecidesNaN, Op>; ++i) {
      Interval x = c.src(in, i).interval(l);
      if (x.isNaN())
        return x;
      nan |= x.nan;
    }
    Interval x = intervalAt(in, c, l, result);
    // Ends beyond the function's domain: if the value is too, and nothing between is known to be in it, all is NaN.
    if ((std::isnan(x.lo) || std::isnan(x.hi)) && !(x.isNaN() && std::isnan(result)))
      return Interval::unknown(result);
    x.nan |= nan || (std::isnan(result) && !x.isNaN());
    return x;
  }

  static void run(const Instruction &in, LaneContext &c) {
    Register &dst = c.dst(in);
    for (int l = 0; l < c.lanes; ++l)
      dst.value[l].f = valueAt(in, c, l);
    bool exactOperands = true;
    for (int i = 0; i < N; ++i)
      exactOperands &= c.src(in, i).exact;
    bool certain = exactOperands && in.rounding.isNone();
    dst.exact = !c.bounds || (certain && !std::is_base_of_v<HasInnerError, Op>);
    if (dst.exact)
      return;
    for (int l = 0; l < c.lanes; ++l) {
      double value = dst.value[l].f;
      Interval x = exactOperands && !std::is_base_of_v<HasInnerError, Op> ? Interval::exact(value)
                                                                          : intervalWithNaN(in, c, l, value);
      x.value = value;
      dst.set(l, in.rounding.apply(x));
      certain &= (x.isNaN() && std::isnan(value)) || (x.isCertain() && std::signbit(x.lo) == std::signbit(x.hi));
    }
    dst.exact = certain;
  }
};

/// Encodes an op as one instruction of `Op`. `narrows`: whether an exact operation rounds since its result type is
/// narrower than an operand.
template <class Op, int N>
FailureOr<Instruction *> appendFloat(LaneCompiler &compiler, Operation *op, FunctionError error) {
  FailureOr<Instruction *> in = compiler.append(op, FloatKernel<Op, N>::run);
  if (failed(in))
    return failure();
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  bool rounds = error != kExact;
  for (Type operand : op->getOperandTypes()) {
    Type element = getElementTypeOrSelf(operand);
    rounds |=
        isa<FloatType>(element) && element != type && element.getIntOrFloatBitWidth() >= type.getIntOrFloatBitWidth();
  }
  (*in)->rounding = compiler.getRounding().getOf(op, type, error, rounds);
  return in;
}

template <class Op, int N, FunctionError E> LogicalResult encodeFloat(LaneCompiler &compiler, Operation *op) {
  return appendFloat<Op, N>(compiler, op, E);
}

// Intervals of functions of one operand.

/// The values of a monotone function over x. Between two ends outside of its domain there may be some of it.
inline Interval between(Interval x, double y, double lo, double hi) {
  return std::isnan(lo) && std::isnan(hi) && x.mayBeZero() ? Interval::unknown(y) : Interval{y, lo, hi};
}

/// A function that grows.
template <double (*F)(double)> struct Increasing {
  static double value(double x, const Instruction &) { return F(x); }
  static Interval interval(Interval x, double y, const Instruction &) { return between(x, y, F(x.lo), F(x.hi)); }
};

/// An exponential: where it is beyond the float64 numbers it is no infinity, though float64 has nothing else.
template <double (*F)(double)> struct Exponential : HasInnerError {
  static double value(double x, const Instruction &) { return F(x); }
  static Interval interval(Interval x, double y, const Instruction &in) {
    Interval result = Increasing<F>::interval(x, y, in);
    if (result.lo == kInfinity && std::isfinite(x.lo))
      result.lo = std::numeric_limits<double>::max();
    return result;
  }
};

/// A function that grows from -1 to 1, and reaches both where rounding says so.
template <double (*F)(double)> LogicalResult encodeSaturating(LaneCompiler &compiler, Operation *op) {
  auto in = appendFloat<Increasing<F>, 1>(compiler, op, kMath);
  if (failed(in))
    return failure();
  (*in)->rounding.saturates = compiler.getRounding().saturates();
  return success();
}

/// A function that falls.
template <double (*F)(double)> struct Decreasing {
  static double value(double x, const Instruction &) { return F(x); }
  static Interval interval(Interval x, double y, const Instruction &) { return between(x, y, F(x.hi), F(x.lo)); }
};

/// y ± (|f'| r + ½ sup|f''| r²), by Taylor, and at most the Lipschitz constant times r.
inline Interval bySlope(Interval x, double y, double slope, double curvature, double lipschitz) {
  if (x.isCertain())
    return Interval::exact(y);
  double r = x.radius();
  return Interval::around(y, std::min(std::abs(slope) * r + 0.5 * curvature * r * r, lipschitz * r));
}

} // namespace fusion::reference

#endif // FUSION_LIB_REFERENCE_LANEKERNELS_H
