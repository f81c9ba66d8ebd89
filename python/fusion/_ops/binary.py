# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Arithmetic of two values, elementwise.

Operands are values or Python numbers, at least one a value. They broadcast as in NumPy and are converted to one type,
by `_dtypes.promote` and `_dtypes.promote_number`, unless the docstring says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable

from fusion import _dtypes
from fusion._dtypes import DType
from fusion._graph import Value
from fusion._ops._emit import Body, Operand, Scalar, graph_of, map_reals, map_values, named, promoted
from fusion._ops.casts import cast

__all__ = ["add", "bitwise_and", "bitwise_or", "bitwise_xor", "clamp", "copysign", "div", "floor_divide", "fmax",
           "fmin", "fmod", "left_shift", "maximum", "minimum", "mul", "pow", "remainder", "right_shift", "sub",
           "trunc_divide"]

# What an operation is called, by the kind of its type. Operations with a dot are of a map, others of the dialect.
_FORMS: dict[str, dict[str, str]] = {
    "add": {"float": "add", "int": "arith.addi", "uint": "arith.addi", "bool": "arith.ori"},
    "sub": {"float": "sub", "int": "arith.subi", "uint": "arith.subi"},
    "mul": {"float": "mul", "int": "arith.muli", "uint": "arith.muli", "bool": "arith.andi"},
    "maximum": {"float": "max", "int": "arith.maxsi", "uint": "arith.maxui", "bool": "arith.ori"},
    "minimum": {"float": "min", "int": "arith.minsi", "uint": "arith.minui", "bool": "arith.andi"},
    "fmax": {"float": "arith.maxnumf", "int": "arith.maxsi", "uint": "arith.maxui", "bool": "arith.ori"},
    "fmin": {"float": "arith.minnumf", "int": "arith.minsi", "uint": "arith.minui", "bool": "arith.andi"},
    "quotient": {"float": "div", "int": "arith.divsi", "uint": "arith.divui"},
    "fmod": {"float": "arith.remf", "int": "arith.remsi", "uint": "arith.remui"},
    "pow": {"float": "pow", "int": "math.ipowi"},
    "atan2": {"float": "math.atan2"},
    "copysign": {"float": "math.copysign"},
    "bitwise_and": {"int": "arith.andi", "uint": "arith.andi", "bool": "arith.andi"},
    "bitwise_or": {"int": "arith.ori", "uint": "arith.ori", "bool": "arith.ori"},
    "bitwise_xor": {"int": "arith.xori", "uint": "arith.xori", "bool": "arith.xori"},
}


def expect_integers(name: str, *operands: Operand) -> None:
    """TypeError if an operand is a float."""
    for operand in operands:
        if isinstance(operand, float) or isinstance(operand, Value) and operand.dtype.is_float:
            raise TypeError(f"{name} takes integers and bools, not floats")


def converted(dtype: DType, *operands: Operand, numbers: DType | None = None) -> list[Value]:
    """The operands as values of `dtype`; numbers become constants of rank 0, of the type `numbers` if it is given.

    PyTorch multiplies a tensor of bf16 by a number of f32 precision: so do we, where an operation takes both types.
    """
    graph = graph_of(*operands)
    return [cast(operand, dtype) if isinstance(operand, Value) else graph.constant(operand, numbers or dtype)
            for operand in operands]


def apply(name: str, *operands: Operand, dtype: DType | None = None) -> Value:
    """The operation `name` of the table of forms, in the operands' common type or in `dtype`."""
    own = promoted(*operands) if dtype is None else dtype
    form = _FORMS[name].get(own.kind)
    if form is None:
        raise TypeError(f"{name} does not take {own.name}; cast the operands")
    if "." not in form:
        return named(form, converted(own, *operands, numbers=_dtypes.accumulator(own)), own)
    values = converted(own, *operands)
    if own.is_float:
        return map_reals(values, own, lambda r, wide, *scalars: r.op(form, *scalars))
    return map_values(values, own, lambda r, *scalars: r.op(form, *scalars))


def real_type(*operands: Operand) -> DType:
    """The common type of the operands if it is a float, else f32."""
    own = promoted(*operands)
    return own if own.is_float else _dtypes.f32


def add(a: Operand, b: Operand) -> Value:
    """a + b; integers wrap, bools give `or`."""
    return apply("add", a, b)


def sub(a: Operand, b: Operand) -> Value:
    """a - b; integers wrap. TypeError for bools."""
    return apply("sub", a, b)


def mul(a: Operand, b: Operand) -> Value:
    """a · b; integers wrap, bools give `and`."""
    return apply("mul", a, b)


def div(a: Operand, b: Operand) -> Value:
    """a / b; integers and bools as f32."""
    return apply("quotient", a, b, dtype=real_type(a, b))


def trunc_divide(a: Operand, b: Operand) -> Value:
    """The quotient without its fraction."""
    if promoted(a, b).is_float:
        quotient = div(a, b)
        return quotient.graph.emit(f"fusion.trunc {quotient.name} : {quotient.type}", quotient.dtype, quotient.shape)
    return apply("quotient", a, b)


def floor_divide(a: Operand, b: Operand) -> Value:
    """The quotient rounded down, as Python's ``//``.

    For floats it is (a - fmod(a, b)) / b, less 1 where the signs differ, so that it agrees with `remainder`; where b is
    0, it is a / b. Division of integers by 0 gives all ones, with the sign's correction.
    """
    own = promoted(a, b)
    values = converted(own, a, b)
    if own.is_float:
        return map_reals(values, own, _float_floor_divide)
    if not own.is_signed:
        return apply("quotient", a, b)

    def body(r: Body, x: Scalar, y: Scalar) -> Scalar:
        quotient, rest = r.op("arith.divsi", x, y), r.op("arith.remsi", x, y)
        return r.select(_signs_differ(r, rest, y, own), r.op("arith.subi", quotient, r.number(1, own)), quotient)

    return map_values(values, own, body)


def remainder(a: Operand, b: Operand, *, zero_like_dividend: bool = False) -> Value:
    """a - b · floor(a / b): with the sign of b, as Python's ``%``; PyTorch's zeros have the sign of a."""
    own = promoted(a, b)
    if not own.is_signed:
        return apply("fmod", a, b)
    rest_op, add_op = ("arith.remf", "arith.addf") if own.is_float else ("arith.remsi", "arith.addi")

    def body(r: Body, wide: DType, x: Scalar, y: Scalar) -> Scalar:
        rest = r.op(rest_op, x, y)
        result = r.select(_signs_differ(r, rest, y, wide), r.op(add_op, rest, y), rest)
        if zero_like_dividend or not own.is_float:
            return result
        zero = r.number(0.0, wide)
        return r.select(r.compare("oeq", rest, zero), r.op("math.copysign", zero, y), result)

    values = converted(own, a, b)
    return map_reals(values, own, body) if own.is_float else map_values(values, own, lambda r, x, y: body(r, own, x, y))


def fmod(a: Operand, b: Operand) -> Value:
    """a - b · trunc(a / b): with the sign of a, as C's."""
    return apply("fmod", a, b)


def pow(a: Operand, b: Operand) -> Value:
    """a to the power of b.

    Exponents that are the Python numbers -2, -1, -½, ½, 1, 2 and 3 become products, quotients and roots, as in
    PyTorch. An integer to a negative power is 0, unless it is 1 or -1.
    """
    if isinstance(a, Value) and not isinstance(b, (Value, bool)) and b in _POWERS and promoted(a, b).is_float:
        return _POWERS[b](cast(a, promoted(a, b)))
    if isinstance(a, Value) and isinstance(b, int) and not isinstance(b, bool) and 0 <= b <= 3:
        return _integer_power(a, b)
    own = promoted(a, b)
    if own.is_float:
        return apply("pow", a, b)
    signed = own if own.kind == "int" else _dtypes.i64
    return cast(apply("pow", a, b, dtype=signed), own)


def copysign(a: Operand, b: Operand) -> Value:
    """|a| with the sign of b."""
    return apply("copysign", a, b, dtype=real_type(a, b))


def maximum(a: Operand, b: Operand) -> Value:
    """The larger; NaN if one is NaN."""
    return apply("maximum", a, b)


def minimum(a: Operand, b: Operand) -> Value:
    """The smaller; NaN if one is NaN."""
    return apply("minimum", a, b)


def fmax(a: Operand, b: Operand) -> Value:
    """The larger; the other one if one is NaN."""
    return apply("fmax", a, b)


def fmin(a: Operand, b: Operand) -> Value:
    """The smaller; the other one if one is NaN."""
    return apply("fmin", a, b)


def clamp(x: Value, low: Operand | None = None, high: Operand | None = None) -> Value:
    """min(max(x, low), high); NaN stays NaN, and where low > high the result is high."""
    if low is None and high is None:
        raise ValueError("clamp expects a limit: low, high or both")
    own = promoted(x, *(limit for limit in (low, high) if limit is not None))
    if own.is_float and not isinstance(low, Value) and not isinstance(high, Value):
        lowest, highest = float("-inf") if low is None else float(low), float("inf") if high is None else float(high)
        if lowest <= highest:
            value, f64 = cast(x, own), _dtypes.f64
            limits = (_dtypes.number_text(lowest, f64), _dtypes.number_text(highest, f64))
            return x.graph.emit(f"fusion.clamp {value.name} {{min = {limits[0]} : f64, max = {limits[1]} : f64}} : "
                                f"{value.type}", own, x.shape)
    result: Value = x if low is None else maximum(x, low)
    return result if high is None else minimum(result, high)


def bitwise_and(a: Operand, b: Operand) -> Value:
    """Bits that are set in both. TypeError for floats."""
    return apply("bitwise_and", a, b)


def bitwise_or(a: Operand, b: Operand) -> Value:
    """Bits that are set in either. TypeError for floats."""
    return apply("bitwise_or", a, b)


def bitwise_xor(a: Operand, b: Operand) -> Value:
    """Bits that differ. TypeError for floats."""
    return apply("bitwise_xor", a, b)


def left_shift(a: Operand, b: Operand) -> Value:
    """a · 2ᵇ of integers, wrapping; 0 where b is the width or more, or negative."""
    return _shift("left_shift", "arith.shli", a, b)


def right_shift(a: Operand, b: Operand) -> Value:
    """floor(a / 2ᵇ) of integers; where b is the width or more, or negative, the sign alone: 0 or -1."""
    return _shift("right_shift", "arith.shrsi" if promoted(a, b).is_signed else "arith.shrui", a, b)


def _shift(name: str, op: str, a: Operand, b: Operand) -> Value:
    own = promoted(a, b)
    if not own.is_integer:
        raise TypeError(f"{name} takes integers, not {own.name}")

    return map_values(converted(own, a, b), own, lambda r, x, y: r.op(op, x, y))


def _signs_differ(r: Body, rest: Scalar, divisor: Scalar, dtype: DType) -> Scalar:
    """Whether there is a remainder, and its sign is not the divisor's."""
    zero = r.number(0, dtype)
    less, other = ("olt", "une") if dtype.is_float else ("slt", "ne")
    differ = r.op("arith.xori", r.compare(less, rest, zero), r.compare(less, divisor, zero))
    return r.op("arith.andi", differ, r.compare(other, rest, zero))


def _float_floor_divide(r: Body, dtype: DType, x: Scalar, y: Scalar) -> Scalar:
    """PyTorch's floor division: exact where the quotient is a whole number, rounded to the nearest else."""
    rest, zero, one = r.op("arith.remf", x, y), r.number(0.0, dtype), r.number(1.0, dtype)
    quotient = r.op("arith.divf", r.op("arith.subf", x, rest), y)
    quotient = r.select(_signs_differ(r, rest, y, dtype), r.op("arith.subf", quotient, one), quotient)
    floor = r.op("math.floor", quotient)
    up = r.compare("ogt", r.op("arith.subf", quotient, floor), r.number(0.5, dtype))
    whole = r.select(up, r.op("arith.addf", floor, one), floor)
    plain = r.op("arith.divf", x, y)
    signed_zero = r.op("math.copysign", zero, plain)
    whole = r.select(r.compare("oeq", quotient, zero), signed_zero, whole)
    return r.select(r.compare("oeq", y, zero), plain, whole)


def _integer_power(x: Value, exponent: int) -> Value:
    own = promoted(x, exponent)
    value = cast(x, own)
    if exponent == 0:
        return map_values([value], own, lambda r, s: r.number(1, own))
    result = value
    for _ in range(exponent - 1):
        result = mul(result, value)
    return result


def _root(x: Value, op: str) -> Value:
    return x.graph.emit(f"fusion.{op} {x.name} : {x.type}", x.dtype, x.shape)


_POWERS: dict[float, Callable[[Value], Value]] = {
    -2: lambda x: div(1.0, mul(x, x)),
    -1: lambda x: div(1.0, x),
    -0.5: lambda x: _root(x, "rsqrt"),
    0.5: lambda x: _root(x, "sqrt"),
    1: lambda x: x,
    2: lambda x: mul(x, x),
    3: lambda x: mul(mul(x, x), x),
}
