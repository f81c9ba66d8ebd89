# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Changes of the element type."""

from __future__ import annotations

from collections.abc import Callable

from fusion import _dtypes
from fusion._dtypes import DType
from fusion._graph import Value
from fusion._ops._emit import Body, Scalar, map_values, named

__all__ = ["bitcast", "cast"]


def cast(x: Value, dtype: DType) -> Value:
    """`x` as `dtype`, of the same shape.

    Floats are rounded to nearest even, and overflow to infinity. A float becomes an integer by dropping its fraction;
    NaN becomes 0, and what is out of range the nearest signed integer, or what that i64 wraps to as an unsigned one
    (-1.0 is 255 as u8). Integers wrap. A bool says whether the value is not 0 (NaN is not), and becomes 0 or 1.
    """
    if x.dtype == dtype:
        return x
    if x.dtype.mlir == dtype.mlir:
        return Value(x.graph, x.name, dtype, x.shape)
    return _CASTS[x.dtype.is_float, _group(dtype)](x, dtype)


def bitcast(x: Value, dtype: DType) -> Value:
    """The bits of `x` read as `dtype`, of the same width; ValueError if the widths differ."""
    if x.dtype.bits != dtype.bits:
        raise ValueError(f"the bits of {x.dtype.name} are not those of one {dtype.name}")
    if x.dtype.mlir == dtype.mlir:
        return Value(x.graph, x.name, dtype, x.shape)
    return map_values([x], dtype, lambda b, s: b.convert("arith.bitcast", s, dtype.mlir))


def _group(dtype: DType) -> str:
    return "float" if dtype.is_float else "bool" if dtype is _dtypes.bool_ else "integer"


def _named_cast(x: Value, dtype: DType) -> Value:
    return x.graph.emit(f"fusion.cast {x.name} : {x.type} to {_type(x, dtype)}", dtype, x.shape)


def _type(x: Value, dtype: DType) -> str:
    return Value(x.graph, x.name, dtype, x.shape).type


def _float_to_integer(x: Value, dtype: DType) -> Value:
    if dtype.is_signed:
        return _named_cast(x, dtype)
    if dtype.bits == 64:
        return map_values([x], dtype, lambda b, s: _to_u64(b, s, x.dtype))
    return cast(_named_cast(x, _dtypes.i64), dtype)


def _to_u64(b: Body, s: Scalar, dtype: DType) -> Scalar:
    """Negative numbers wrap as those of narrower types do; 2⁶⁴ and more is the greatest integer."""
    negative = b.compare("olt", s, b.number(0.0, dtype))
    return b.select(negative, b.convert("arith.fptosi", s, "i64"), b.convert("arith.fptoui", s, "i64"))


def _float_to_bool(x: Value, dtype: DType) -> Value:
    return named("compare", [x, x.graph.constant(0.0, x.dtype)], dtype, prefix="une, ")


def _integer_to_float(x: Value, dtype: DType) -> Value:
    if x.dtype.is_signed or x.dtype is _dtypes.bool_:
        return _named_cast(x, dtype)
    return map_values([x], dtype, lambda b, s: b.convert("arith.uitofp", s, dtype.mlir))


def _integer_to_bool(x: Value, dtype: DType) -> Value:
    return map_values([x], dtype, lambda b, s: b.compare("ne", s, b.number(0, x.dtype)))


def _integer_to_integer(x: Value, dtype: DType) -> Value:
    extension = "arith.extsi" if x.dtype.is_signed else "arith.extui"
    op = extension if dtype.bits > x.dtype.bits else "arith.trunci"

    def convert(b: Body, s: Scalar) -> Scalar:
        return b.convert(op, s, dtype.mlir)

    return map_values([x], dtype, convert)


_CASTS: dict[tuple[bool, str], Callable[[Value, DType], Value]] = {
    (True, "float"): _named_cast,
    (True, "integer"): _float_to_integer,
    (True, "bool"): _float_to_bool,
    (False, "float"): _integer_to_float,
    (False, "integer"): _integer_to_integer,
    (False, "bool"): _integer_to_bool,
}
