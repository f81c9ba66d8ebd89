# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Elementwise operations of two values, comparisons, and choices.

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

__all__ = ["add", "atan2", "bitwise_and", "bitwise_or", "bitwise_xor", "clamp", "copysign", "div", "equal",
           "floor_divide", "fmax", "fmin", "fmod", "greater", "greater_equal", "heaviside", "hypot", "ldexp",
           "left_shift", "less", "less_equal", "logaddexp", "logaddexp2", "logical_and", "logical_or", "logical_xor",
           "maximum", "minimum", "mul", "not_equal", "pow", "remainder", "right_shift", "sub", "trunc_divide", "where",
           "xlogy"]

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


def _apply(name: str, *operands: Operand, dtype: DType | None = None) -> Value:
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


def _real_type(*operands: Operand) -> DType:
    own = promoted(*operands)
    return own if own.is_float else _dtypes.f32


def add(a: Operand, b: Operand) -> Value:
    """a + b; integers wrap, bools give `or`."""
    return _apply("add", a, b)


def sub(a: Operand, b: Operand) -> Value:
    """a - b; integers wrap. TypeError for bools."""
    return _apply("sub", a, b)


def mul(a: Operand, b: Operand) -> Value:
    """a · b; integers wrap, bools give `and`."""
    return _apply("mul", a, b)


def div(a: Operand, b: Operand) -> Value:
    """a / b; integers and bools as f32."""
    return _apply("quotient", a, b, dtype=_real_type(a, b))


def trunc_divide(a: Operand, b: Operand) -> Value:
    """The quotient without its fraction."""
    if promoted(a, b).is_float:
        quotient = div(a, b)
        return quotient.graph.emit(f"fusion.trunc {quotient.name} : {quotient.type}", quotient.dtype, quotient.shape)
    return _apply("quotient", a, b)


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
        return _apply("quotient", a, b)

    def body(r: Body, x: Scalar, y: Scalar) -> Scalar:
        quotient, rest = r.op("arith.divsi", x, y), r.op("arith.remsi", x, y)
        return r.select(_signs_differ(r, rest, y, own), r.op("arith.subi", quotient, r.number(1, own)), quotient)

    return map_values(values, own, body)


def remainder(a: Operand, b: Operand) -> Value:
    """a - b · floor(a / b): with the sign of b, as Python's ``%``."""
    own = promoted(a, b)
    if not own.is_signed:
        return _apply("fmod", a, b)
    rest_op, add_op = ("arith.remf", "arith.addf") if own.is_float else ("arith.remsi", "arith.addi")

    def body(r: Body, wide: DType, x: Scalar, y: Scalar) -> Scalar:
        rest = r.op(rest_op, x, y)
        return r.select(_signs_differ(r, rest, y, wide), r.op(add_op, rest, y), rest)

    values = converted(own, a, b)
    return map_reals(values, own, body) if own.is_float else map_values(values, own, lambda r, x, y: body(r, own, x, y))


def fmod(a: Operand, b: Operand) -> Value:
    """a - b · trunc(a / b): with the sign of a, as C's."""
    return _apply("fmod", a, b)


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
        return _apply("pow", a, b)
    signed = own if own.kind == "int" else _dtypes.i64
    return cast(_apply("pow", a, b, dtype=signed), own)


def atan2(a: Operand, b: Operand) -> Value:
    """The angle of the point (b, a), in (-π, π]."""
    return _apply("atan2", a, b, dtype=_real_type(a, b))


def copysign(a: Operand, b: Operand) -> Value:
    """|a| with the sign of b."""
    return _apply("copysign", a, b, dtype=_real_type(a, b))


def hypot(a: Operand, b: Operand) -> Value:
    """√(a² + b²), without overflow between; infinite where one is infinite."""
    own = _real_type(a, b)

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


def maximum(a: Operand, b: Operand) -> Value:
    """The larger; NaN if one is NaN."""
    return _apply("maximum", a, b)


def minimum(a: Operand, b: Operand) -> Value:
    """The smaller; NaN if one is NaN."""
    return _apply("minimum", a, b)


def fmax(a: Operand, b: Operand) -> Value:
    """The larger; the other one if one is NaN."""
    return _apply("fmax", a, b)


def fmin(a: Operand, b: Operand) -> Value:
    """The smaller; the other one if one is NaN."""
    return _apply("fmin", a, b)


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


def logaddexp(a: Operand, b: Operand) -> Value:
    """ln(eᵃ + eᵇ), without overflow between."""
    return _logaddexp(a, b, "math.exp", "math.log1p", 1.0)


def logaddexp2(a: Operand, b: Operand) -> Value:
    """log₂(2ᵃ + 2ᵇ), without overflow between."""
    return _logaddexp(a, b, "math.exp2", "math.log1p", 1.4426950408889634)


def xlogy(a: Operand, b: Operand) -> Value:
    """a · ln b; 0 where a is 0, unless b is NaN."""
    own = _real_type(a, b)

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
    own = _real_type(a, b)
    x, y = converted(own, a, b)
    return mul(x, named("pow", [y.graph.constant(2.0, own), y], own))


def bitwise_and(a: Operand, b: Operand) -> Value:
    """Bits that are set in both. TypeError for floats."""
    return _apply("bitwise_and", a, b)


def bitwise_or(a: Operand, b: Operand) -> Value:
    """Bits that are set in either. TypeError for floats."""
    return _apply("bitwise_or", a, b)


def bitwise_xor(a: Operand, b: Operand) -> Value:
    """Bits that differ. TypeError for floats."""
    return _apply("bitwise_xor", a, b)


def left_shift(a: Operand, b: Operand) -> Value:
    """a · 2ᵇ of integers, wrapping; 0 where b is the width or more, or negative."""
    return _shift("left_shift", "arith.shli", a, b)


def right_shift(a: Operand, b: Operand) -> Value:
    """floor(a / 2ᵇ) of integers; where b is the width or more, or negative, the sign alone: 0 or -1."""
    return _shift("right_shift", "arith.shrsi" if promoted(a, b).is_signed else "arith.shrui", a, b)


def logical_and(a: Operand, b: Operand) -> Value:
    """Whether both are other than 0."""
    return _apply("bitwise_and", *_truths(a, b))


def logical_or(a: Operand, b: Operand) -> Value:
    """Whether one is other than 0."""
    return _apply("bitwise_or", *_truths(a, b))


def logical_xor(a: Operand, b: Operand) -> Value:
    """Whether exactly one is other than 0."""
    return _apply("bitwise_xor", *_truths(a, b))


def equal(a: Operand, b: Operand) -> Value:
    """a = b, as bool; false where one is NaN."""
    return _compare("oeq", "eq", "eq", a, b)


def not_equal(a: Operand, b: Operand) -> Value:
    """a ≠ b, as bool; true where one is NaN."""
    return _compare("une", "ne", "ne", a, b)


def less(a: Operand, b: Operand) -> Value:
    """a < b, as bool; false where one is NaN."""
    return _compare("olt", "slt", "ult", a, b)


def less_equal(a: Operand, b: Operand) -> Value:
    """a ≤ b, as bool; false where one is NaN."""
    return _compare("ole", "sle", "ule", a, b)


def greater(a: Operand, b: Operand) -> Value:
    """a > b, as bool; false where one is NaN."""
    return _compare("ogt", "sgt", "ugt", a, b)


def greater_equal(a: Operand, b: Operand) -> Value:
    """a ≥ b, as bool; false where one is NaN."""
    return _compare("oge", "sge", "uge", a, b)


def where(condition: Value, a: Operand, b: Operand) -> Value:
    """a where `condition` is not 0, else b; all three broadcast. Two numbers give bool, i64 or f32."""
    if isinstance(a, Value) or isinstance(b, Value):
        own = promoted(a, b)
    else:
        own = _dtypes.promote_number(_dtypes.of_number(a), b)
    truth = cast(condition, _dtypes.bool_)
    x, y = (v if isinstance(v, Value) else truth.graph.constant(v, own) for v in (a, b))
    x, y = cast(x, own), cast(y, own)
    if own.is_float:
        return named("select", [truth, x, y], own)
    return map_values([truth, x, y], own, lambda r, c, u, v: r.select(c, u, v))


def _compare(of_floats: str, of_signed: str, of_unsigned: str, a: Operand, b: Operand) -> Value:
    own = promoted(a, b)
    values = converted(own, a, b)
    if own.is_float:
        return named("compare", values, _dtypes.bool_, prefix=f"{of_floats}, ")
    predicate = of_signed if own.is_signed else of_unsigned
    return map_values(values, _dtypes.bool_, lambda r, x, y: r.compare(predicate, x, y))


def _truths(a: Operand, b: Operand) -> tuple[Operand, Operand]:
    a, b = (cast(o, _dtypes.bool_) if isinstance(o, Value) else bool(o) for o in (a, b))
    return a, b


def _shift(name: str, op: str, a: Operand, b: Operand) -> Value:
    own = promoted(a, b)
    if not own.is_integer:
        raise TypeError(f"{name} takes integers, not {own.name}")

    def body(r: Body, x: Scalar, y: Scalar) -> Scalar:
        inside = r.compare("ult", y, r.number(own.bits, own))
        last = r.number(own.bits - 1, own)
        shifted = r.op(op, x, r.select(inside, y, last))
        return shifted if op == "arith.shrsi" else r.select(inside, shifted, r.number(0, own))

    return map_values(converted(own, a, b), own, body)


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


def _logaddexp(a: Operand, b: Operand, exponential: str, logarithm: str, factor: float) -> Value:
    own = _real_type(a, b)

    def body(r: Body, wide: DType, x: Scalar, y: Scalar) -> Scalar:
        high, low = r.op("arith.maximumf", x, y), r.op("arith.minimumf", x, y)
        grown = r.op(logarithm, r.op(exponential, r.op("arith.subf", low, high)))
        scaled = r.op("arith.mulf", grown, r.number(factor, wide)) if factor != 1.0 else grown
        same_infinity = r.op("arith.andi", r.compare("oeq", x, y), r.op("math.isinf", x, type="i1"))
        return r.select(same_infinity, x, r.op("arith.addf", high, scaled))

    return map_reals(converted(own, a, b), own, body)


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
