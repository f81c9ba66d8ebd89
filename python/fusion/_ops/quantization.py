# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Quantisation: floats as integers or floats of 8 bits, by a scale, and back."""

from __future__ import annotations

from fusion import _dtypes
from fusion._dims import Dim, Size, is_one
from fusion._dtypes import DType
from fusion._graph import Value, tensor_type
from fusion._ops._emit import Operand, graph_of, shape_text
from fusion._ops.casts import cast

__all__ = ["dequantize", "quantize"]

_TYPES = (_dtypes.i8, _dtypes.u8, _dtypes.f8e4m3fn, _dtypes.f8e5m2)


def quantize(x: Value, scale: Operand, zero_point: Operand | None = None, dtype: DType = _dtypes.i8) -> Value:
    """x / scale, rounded to nearest even and limited to the numbers of `dtype`: i8, u8, f8e4m3fn or f8e5m2.

    Integers are clip(rint(x / scale) + zero_point), and 0 for NaN. `scale` and `zero_point` (which integers may have)
    broadcast to `x`, or have sizes that divide those of `x`: a number for each group of neighbours.
    """
    if dtype not in _TYPES:
        raise TypeError(f"quantize makes {', '.join(t.name for t in _TYPES)}, not {dtype.name}")
    if not x.dtype.is_float:
        raise TypeError(f"quantize takes floats, not {x.dtype.name}; cast the operand")
    return _emit("quantize", x, scale, zero_point, dtype, dtype)


def dequantize(x: Value, scale: Operand, zero_point: Operand | None = None, dtype: DType = _dtypes.f32) -> Value:
    """(x - zero_point) · scale, rounded once to the float `dtype`: what `quantize` with the same numbers came from.

    `x` is of a type that `quantize` makes, or i32, as sums of products of bytes are, which has no zero point.
    """
    if x.dtype not in (*_TYPES, _dtypes.i32):
        raise TypeError(f"dequantize takes {', '.join(t.name for t in _TYPES)} and i32, not {x.dtype.name}")
    if not dtype.is_float:
        raise TypeError(f"dequantize makes floats, not {dtype.name}")
    return _emit("dequantize", x, scale, zero_point, x.dtype, dtype)


def _emit(name: str, x: Value, scale: Operand, zero_point: Operand | None, quantized: DType, dtype: DType) -> Value:
    graph_of(x, scale, *([] if zero_point is None else [zero_point]))
    numbers = [_scale(name, x, scale)]
    if zero_point is not None:
        if quantized.bits != 8 or quantized.is_float:
            raise TypeError(f"{quantized.name} has no zero point")
        numbers.append(_zero_point(name, x, zero_point, quantized))
    for number in numbers:
        _check_groups(name, number, x)
    operands = [x, *numbers]
    types = ", ".join(operand.type for operand in operands)
    sign = " {is_unsigned}" if quantized is _dtypes.u8 else ""
    return x.graph.emit(f"fusion.{name} {', '.join(operand.name for operand in operands)}{sign} : ({types}) -> "
                        f"{tensor_type(x.shape, dtype)}", dtype, x.shape)


def _scale(name: str, x: Value, scale: Operand) -> Value:
    if not isinstance(scale, Value):
        return x.graph.constant(float(scale), _dtypes.f32)
    if not scale.dtype.is_float:
        raise TypeError(f"{name} takes scales of floats, not {scale.dtype.name}")
    return scale


def _zero_point(name: str, x: Value, zero_point: Operand, quantized: DType) -> Value:
    if not isinstance(zero_point, Value):
        return x.graph.constant(int(zero_point), _dtypes.i32)
    if not zero_point.dtype.is_integer:
        raise TypeError(f"{name} takes zero points of integers, not {zero_point.dtype.name}")
    return zero_point if zero_point.dtype is quantized else cast(zero_point, _dtypes.i32)


def _check_groups(name: str, number: Value, x: Value) -> None:
    """ValueError where the numbers are neither one, nor one each, nor one for each group of neighbours."""
    own = x.shape[len(x.shape) - len(number.shape):]
    if len(number.shape) > len(x.shape) or not all(map(_divides, number.shape, own)):
        raise ValueError(f"{name} expects sizes of scales and zero points that divide those of {shape_text(x.shape)}, "
                         f"but has {shape_text(number.shape)}; pad to whole groups")


def _divides(own: Size, size: Size) -> bool:
    if is_one(own) or own == size:
        return True
    if isinstance(own, Dim) or isinstance(size, Dim):
        return False
    return own != 0 and size % own == 0
