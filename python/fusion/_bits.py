# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Bools as bits along the last axis, and back."""

from __future__ import annotations

from fusion import _dtypes, _ops
from fusion._apply import apply, array_of, integer
from fusion._lazy import Array, ArrayLike


def packbits(x: ArrayLike) -> Array:
    """Eight bools of a row (the last axis) in each u8, the first as bit 0: NumPy's with ``bitorder="little"``.

    The bits behind the row's end are 0. It is a kernel of its own, which reads the bools. TypeError for other types,
    ValueError without an axis.
    """
    node = array_of(x)
    if node.dtype is not _dtypes.bool_:
        raise TypeError(f"packbits expects bools, not {node._type}")
    if not node.ndim:
        raise ValueError("packbits expects an axis, but the array has no dimensions")
    return apply(_ops.packbits, (node,))


def unpackbits(x: ArrayLike, count: int) -> Array:
    """The first `count` bools of rows of bytes (u8) that `packbits` made; it fuses with what reads them.

    TypeError for other types; ValueError if the bytes have fewer bits, or more than seven too many.
    """
    node, own = array_of(x), integer(count, "count")
    if node.dtype is not _dtypes.u8:
        raise TypeError(f"unpackbits expects u8, not {node._type}")
    if not node.ndim or own < 0 or node.shape[-1] != -(-own // 8):
        raise ValueError(f"{own} bits of a row are {-(-own // 8)} bytes, but the array is {node._type}")
    return apply(_ops.unpackbits, (node,), count=own)
