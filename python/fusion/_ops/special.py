# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Functions of two reals that are computed by a region of their own. Integers and bools are taken as f32."""

from __future__ import annotations

from fusion._dtypes import DType
from fusion._graph import Value
from fusion._ops._emit import Body, Operand, Scalar, map_reals, named, promoted
from fusion._ops.binary import apply, converted, mul, real_type
from fusion._ops.compare import equal, greater, not_equal, where

__all__ = ["atan2", "heaviside", "hypot", "ldexp", "logaddexp", "logaddexp2", "xlogy"]


def atan2(a: Operand, b: Operand) -> Value:
    """The angle of the point (b, a), in (-π, π]."""
    return apply("atan2", a, b, dtype=real_type(a, b))


def hypot(a: Operand, b: Operand) -> Value:
    """√(a² + b²), without overflow between; infinite where one is infinite."""
    own = real_type(a, b)

    def body(r: Body, wide: DType, x: Scalar, y: Scalar) -> Scalar:
        x, y = r.op("math.absf", x), r.op("math.absf", y)
        high, low = r.op("arith.maximumf", x, y), r.op("arith.minimumf", x, y)
        zero, one = r.number(0.0, wide), r.number(1.0, wide)
        ratio = r.op("arith.divf", low, high)
        root = r.op("math.sqrt", r.op("arith.addf", one, r.op("arith.mulf", ratio, ratio)))
        length = r.op("arith.mulf", high, root)
        infinity = r.number(float("inf"), wide)
        special = r.op("arith.ori", r.compare("oeq", high, zero), r.compare("oeq", high, infinity))
        result = r.select(special, high, length)
        either = r.op("arith.ori", r.compare("oeq", x, infinity), r.compare("oeq", y, infinity))
        return r.select(either, infinity, result)

    return map_reals(converted(own, a, b), own, body)


def logaddexp(a: Operand, b: Operand) -> Value:
    """ln(eᵃ + eᵇ), without overflow between."""
    return _logaddexp(a, b, "math.exp", "math.log1p", 1.0)


def logaddexp2(a: Operand, b: Operand) -> Value:
    """log₂(2ᵃ + 2ᵇ), without overflow between."""
    return _logaddexp(a, b, "math.exp2", "math.log1p", 1.4426950408889634)


def xlogy(a: Operand, b: Operand) -> Value:
    """a · ln b; 0 where a is 0, unless b is NaN."""
    own = real_type(a, b)

    def body(r: Body, wide: DType, x: Scalar, y: Scalar) -> Scalar:
        product = r.op("arith.mulf", x, r.op("math.log", y))
        zero = r.number(0.0, wide)
        value = r.select(r.compare("oeq", x, zero), zero, product)
        return r.select(r.compare("uno", y, y), y, value)

    return map_reals(converted(own, a, b), own, body)


def heaviside(a: Operand, b: Operand) -> Value:
    """0 below 0, b at 0, 1 above; NaN gives NaN."""
    x, values = converted(promoted(a, b), a, b)
    step = where(greater(x, 0), 1, where(equal(x, 0), values, 0))
    return where(not_equal(x, x), x, step) if x.dtype.is_float else step


def ldexp(a: Operand, b: Operand) -> Value:
    """a · 2ᵇ."""
    own = real_type(a, b)
    x, y = converted(own, a, b)
    return mul(x, named("pow", [y.graph.constant(2.0, own), y], own))


def _logaddexp(a: Operand, b: Operand, exponential: str, logarithm: str, factor: float) -> Value:
    own = real_type(a, b)

    def body(r: Body, wide: DType, x: Scalar, y: Scalar) -> Scalar:
        high, low = r.op("arith.maximumf", x, y), r.op("arith.minimumf", x, y)
        grown = r.op(logarithm, r.op(exponential, r.op("arith.subf", low, high)))
        scaled = r.op("arith.mulf", grown, r.number(factor, wide)) if factor != 1.0 else grown
        same_infinity = r.op("arith.andi", r.compare("oeq", x, y), r.op("math.isinf", x, type="i1"))
        return r.select(same_infinity, x, r.op("arith.addf", high, scaled))

    return map_reals(converted(own, a, b), own, body)
