# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Quantisation of arrays: floats as integers or floats of 8 bits, by a scale, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fusion import _ops, _types
from fusion._apply import apply, array_of
from fusion._types import DTypeLike

if TYPE_CHECKING:
    from fusion._lazy import Array, ArrayLike


def quantize(x: ArrayLike, scale: ArrayLike | float, zero_point: ArrayLike | int | None = None,
             dtype: DTypeLike = "i8") -> Array:
    """x / scale, rounded to nearest even and limited to the numbers of `dtype` (docs/Quantisation.md).

    Args:
        x: floats.
        scale: a float; or floats that broadcast to `x`, or whose sizes divide those of `x`: of [M, K], [M, 1] is one
            per row, [K] one per column, [M, K / 128] one per 128 of a row.
        zero_point: what 0 becomes, of i8 and u8 alone: an integer, or integers of shapes as those of `scale`.
        dtype: "i8", "u8", "f8e4m3fn" or "f8e5m2".

    Returns:
        The shape of `x`. NaN is 0 as an integer, infinities are the ends of the type.

    Raises:
        TypeError: an element type that does not fit. ValueError: a shape that does not.
    """
    return apply(_ops.quantize, (array_of(x), scale, zero_point), dtype=_types.as_dtype(dtype))


def dequantize(x: ArrayLike, scale: ArrayLike | float, zero_point: ArrayLike | int | None = None,
               dtype: DTypeLike = "f32") -> Array:
    """(x - zero_point) · scale, rounded once to the float `dtype`: the inverse of `quantize`, but for its rounding.

    `x` is of a type that `quantize` makes, or of i32, as products of bytes are, which has no zero point; shapes and
    errors are those of `quantize`.
    """
    return apply(_ops.dequantize, (array_of(x), scale, zero_point), dtype=_types.as_dtype(dtype))
