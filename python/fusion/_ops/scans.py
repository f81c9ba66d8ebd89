# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Running sums and products."""

from __future__ import annotations

from typing import Protocol

from fusion import _dtypes
from fusion._dtypes import DType, Number
from fusion._graph import Value
from fusion._ops import compare, create, reductions, shapes
from fusion._ops._emit import Body, Scalar, axis_of, map_values
from fusion._ops.casts import cast

__all__ = ["cumprod", "cumsum"]

# Rows up to this long are scanned by one reduction for each element, longer ones in log₂(n) passes.
_LONGEST_REDUCTION = 512


class _Reduction(Protocol):
    def __call__(self, x: Value, axes: reductions.Axes) -> Value: ...


def cumsum(x: Value, axis: int, dtype: DType | None = None) -> Value:
    """The sums of all elements up to and with each along `axis`; types as `reductions.sum`."""
    return _scan(x, axis, dtype, {"float": "arith.addf", "int": "arith.addi"}, reductions.sum, 0)


def cumprod(x: Value, axis: int, dtype: DType | None = None) -> Value:
    """The products of all elements up to and with each along `axis`; types as `reductions.prod`."""
    return _scan(x, axis, dtype, {"float": "arith.mulf", "int": "arith.muli"}, reductions.prod, 1)


def _scan(x: Value, axis: int, dtype: DType | None, ops: dict[str, str], reduction: _Reduction,
          neutral: Number) -> Value:
    own = dtype or (x.dtype if x.dtype.is_float else _dtypes.i64)
    wide = cast(cast(x, own), _dtypes.accumulator(own))
    if x.rank == 0:
        return cast(wide, own)
    place = axis_of(x, axis)
    size = x.shape[place]
    if isinstance(size, int) and size > _LONGEST_REDUCTION:
        op = ops["float" if wide.dtype.is_float else "int"]
        for distance in (2**power for power in range((size - 1).bit_length())):
            wide = _joined(wide, place, distance, op)
        return cast(wide, own)
    row = shapes.unsqueeze(shapes.movedim(wide, [place], [-1]), -2)
    kept = compare.where(create.triangle(x.graph, size, size), row, neutral)
    return cast(shapes.movedim(reduction(kept, -1), [-1], [place]), own)


def _joined(x: Value, axis: int, distance: int, op: str) -> Value:
    """Each element combined with the one that is `distance` before it (Hillis and Steele, 1986)."""
    def body(b: Body, element: Scalar, table: Scalar, *places: Scalar) -> Scalar:
        before = b.op("arith.subi", places[axis], b.index(distance))
        inside = b.compare("sge", before, b.index(0))
        other = b.lookup(table, [*places[:axis], before, *places[axis + 1:]], inside)
        return b.select(inside, b.op(op, other, element), element)

    return map_values([x], x.dtype, body, tables=[x], positions=True)
