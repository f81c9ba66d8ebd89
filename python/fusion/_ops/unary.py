# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Elementwise functions of one value.

Functions of reals take integers and bools as f32, as in PyTorch; floats of 16 bits are computed in f32 and rounded
once. What is said of errors is in docs/Numerics.md.
"""

from __future__ import annotations

import math

from fusion import _dtypes
from fusion._graph import Value
from fusion._ops import binary, compare
from fusion._ops._emit import Body, Scalar, map_reals, map_values
from fusion._ops._emit import unary as named_unary
from fusion._ops.casts import cast

__all__ = ["abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bitwise_not", "cbrt", "ceil", "cos", "cosh",
           "deg2rad", "erf", "erfc", "exp", "exp2", "expm1", "floor", "frac", "isfinite", "isinf", "isnan", "log",
           "log10", "log1p", "log2", "logical_not", "nan_to_num", "neg", "rad2deg", "reciprocal", "round", "rsqrt",
           "sign", "signbit", "sin", "sinc", "sinh", "sqrt", "square", "tan", "tanh", "trunc"]


def real(x: Value) -> Value:
    """`x`, or its f32 values if it is no float."""
    return x if x.dtype.is_float else cast(x, _dtypes.f32)


def abs(x: Value) -> Value:
    """The absolute value; the least integer stays itself."""
    if x.dtype.is_float:
        return named_unary("abs", x)
    return map_values([x], x.dtype, lambda b, s: b.op("math.absi", s)) if x.dtype.is_signed else x


def neg(x: Value) -> Value:
    """-x; integers wrap. TypeError for bools."""
    if x.dtype is _dtypes.bool_:
        raise TypeError("a bool has no negative; use logical_not")
    return named_unary("neg", x) if x.dtype.is_float else binary.sub(0, x)


def ceil(x: Value) -> Value:
    """The smallest whole number that is not below x."""
    return _whole("ceil", x)


def floor(x: Value) -> Value:
    """The largest whole number that is not above x."""
    return _whole("floor", x)


def trunc(x: Value) -> Value:
    """x without its fraction."""
    return _whole("trunc", x)


def round(x: Value, decimals: int = 0) -> Value:
    """The nearest whole number, of two the even one; of `decimals` digits: round(x · 10ᵈ) / 10ᵈ."""
    if decimals == 0 or not x.dtype.is_float:
        return _whole("roundeven", x)
    if decimals > 0:
        return binary.div(named_unary("roundeven", binary.mul(x, 10.0**decimals)), 10.0**decimals)
    return binary.mul(named_unary("roundeven", binary.div(x, 10.0**-decimals)), 10.0**-decimals)


def frac(x: Value) -> Value:
    """x - trunc(x)."""
    return binary.sub(x, trunc(x))


def sqrt(x: Value) -> Value:
    """√x; NaN below 0."""
    return named_unary("sqrt", real(x))


def rsqrt(x: Value) -> Value:
    """1 / √x."""
    return named_unary("rsqrt", real(x))


def cbrt(x: Value) -> Value:
    """The third root, of negative numbers too."""
    return _math("math.cbrt", x)


def square(x: Value) -> Value:
    """x · x."""
    return binary.mul(x, x)


def reciprocal(x: Value) -> Value:
    """1 / x."""
    return binary.div(1.0, real(x))


def exp(x: Value) -> Value:
    """eˣ."""
    return named_unary("exp", real(x))


def exp2(x: Value) -> Value:
    """2ˣ."""
    return named_unary("exp2", real(x))


def expm1(x: Value) -> Value:
    """eˣ - 1, without loss near 0."""
    return named_unary("expm1", real(x))


def log(x: Value) -> Value:
    """ln x."""
    return named_unary("log", real(x))


def log2(x: Value) -> Value:
    """log₂ x."""
    return named_unary("log2", real(x))


def log10(x: Value) -> Value:
    """log₁₀ x."""
    return named_unary("log10", real(x))


def log1p(x: Value) -> Value:
    """ln(1 + x), without loss near 0."""
    return named_unary("log1p", real(x))


def sin(x: Value) -> Value:
    """sin x, x in radians."""
    return named_unary("sin", real(x))


def cos(x: Value) -> Value:
    """cos x, x in radians."""
    return named_unary("cos", real(x))


def tan(x: Value) -> Value:
    """tan x, x in radians."""
    return named_unary("tan", real(x))


def asin(x: Value) -> Value:
    """arcsin x; NaN outside of [-1, 1]."""
    return _math("math.asin", x)


def acos(x: Value) -> Value:
    """arccos x; NaN outside of [-1, 1]."""
    return _math("math.acos", x)


def atan(x: Value) -> Value:
    """arctan x."""
    return _math("math.atan", x)


def sinh(x: Value) -> Value:
    """Hyperbolic sine."""
    return _math("math.sinh", x)


def cosh(x: Value) -> Value:
    """Hyperbolic cosine."""
    return _math("math.cosh", x)


def tanh(x: Value) -> Value:
    """Hyperbolic tangent."""
    return named_unary("tanh", real(x))


def asinh(x: Value) -> Value:
    """Inverse of sinh."""
    return _math("math.asinh", x)


def acosh(x: Value) -> Value:
    """Inverse of cosh; NaN below 1."""
    return _math("math.acosh", x)


def atanh(x: Value) -> Value:
    """Inverse of tanh; NaN outside of [-1, 1]."""
    return _math("math.atanh", x)


def erf(x: Value) -> Value:
    """The error function."""
    return named_unary("erf", real(x))


def erfc(x: Value) -> Value:
    """1 - erf x, without loss for large x."""
    return _math("math.erfc", x)


def sinc(x: Value) -> Value:
    """sin(πx) / (πx), 1 at 0."""
    scaled = binary.mul(real(x), math.pi)
    return compare.where(compare.equal(scaled, 0.0), 1.0, binary.div(sin(scaled), scaled))


def deg2rad(x: Value) -> Value:
    """Degrees to radians."""
    return binary.mul(real(x), math.pi / 180.0)


def rad2deg(x: Value) -> Value:
    """Radians to degrees."""
    return binary.mul(real(x), 180.0 / math.pi)


def sign(x: Value) -> Value:
    """-1, 0 or 1; 0 for NaN, as in PyTorch."""
    if x.dtype is _dtypes.bool_:
        return x
    positive = compare.where(compare.greater(x, 0), _one(x, 1), _one(x, 0))
    return compare.where(compare.less(x, 0), _one(x, -1), positive) if x.dtype.is_signed else positive


def signbit(x: Value) -> Value:
    """Whether the sign is negative, that of -0.0 too."""
    if not x.dtype.is_float:
        return compare.less(x, 0)
    return compare.less(binary.copysign(_one(x, 1), x), 0.0)


def isnan(x: Value) -> Value:
    """Whether x is NaN."""
    return _test("math.isnan", x, False)


def isinf(x: Value) -> Value:
    """Whether x is infinite."""
    return _test("math.isinf", x, False)


def isfinite(x: Value) -> Value:
    """Whether x is neither infinite nor NaN."""
    return _test("math.isfinite", x, True)


def nan_to_num(x: Value, nan: float = 0.0, posinf: float | None = None, neginf: float | None = None) -> Value:
    """x with numbers for NaN and the infinities, which are by default 0 and the largest and lowest finite numbers."""
    if not x.dtype.is_float:
        return x
    largest = _LARGEST[x.dtype.name]
    result = compare.where(isnan(x), nan, x)
    result = compare.where(compare.equal(x, math.inf), largest if posinf is None else posinf, result)
    return compare.where(compare.equal(x, -math.inf), -largest if neginf is None else neginf, result)


def logical_not(x: Value) -> Value:
    """Whether x is 0."""
    return map_values([cast(x, _dtypes.bool_)], _dtypes.bool_,
                      lambda b, s: b.op("arith.xori", s, b.number(True, _dtypes.bool_)))


def bitwise_not(x: Value) -> Value:
    """All bits inverted; of a bool, its negation. TypeError for floats."""
    binary.expect_integers("bitwise_not", x)
    return map_values([x], x.dtype, lambda b, s: b.op("arith.xori", s, b.number(-1, x.dtype)))


_LARGEST = {"f8e4m3fn": 448.0, "f8e5m2": 57344.0, "f16": 65504.0, "bf16": 3.3895313892515355e38, "f32": 3.4028234663852886e38,
            "f64": 1.7976931348623157e308}


def _one(x: Value, number: int) -> Value:
    return x.graph.constant(number, x.dtype)


def _whole(op: str, x: Value) -> Value:
    return named_unary(op, x) if x.dtype.is_float else x


def _math(op: str, x: Value) -> Value:
    value = real(x)
    return map_reals([value], value.dtype, lambda b, wide, s: b.op(op, s))


def _test(op: str, x: Value, of_integers: bool) -> Value:
    def body(b: Body, s: Scalar) -> Scalar:
        return b.op(op, s, type="i1") if x.dtype.is_float else b.number(of_integers, _dtypes.bool_)

    return map_values([x], _dtypes.bool_, body)


