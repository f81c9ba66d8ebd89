# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Bools as the bits of bytes along the last dimension, as cuBLASLt keeps the mask of a relu: the first is bit 0."""

from __future__ import annotations

from collections.abc import Sequence

from fusion import _dtypes
from fusion._dims import Dim, Size
from fusion._graph import Value
from fusion._ops._emit import Body, Scalar, map_values, size_value

__all__ = ["packbits", "unpackbits"]


def packbits(x: Value) -> Value:
    """Eight bools of a row in each u8; the bits behind the row's end are 0. `x` has a dimension or more."""
    count = x.shape[-1]
    whole = isinstance(count, int) and count % 8 == 0
    sizes = [size_value(x.graph, count)] if isinstance(count, Dim) else []

    def byte(b: Body, *operands: Scalar) -> Scalar:
        table, places = operands[len(sizes)], operands[len(sizes) + 1:]
        first = b.op("arith.muli", places[-1], b.index(8))
        end = b.convert("arith.index_cast", operands[0], "index") if sizes else b.index(int(count))  # type: ignore[arg-type]
        result: Scalar | None = None
        for bit in range(8):
            place = b.op("arith.addi", first, b.index(bit)) if bit else first
            inside = None if whole else b.compare("ult", place, end)
            own = b.convert("arith.extui", b.lookup(table, [*places[:-1], place], inside), "i8")
            shifted = b.op("arith.shli", own, b.number(bit, _dtypes.i8)) if bit else own
            result = shifted if result is None else b.op("arith.ori", result, shifted)
        assert result is not None
        return result

    return map_values(sizes, _dtypes.u8, byte, shape=[*x.shape[:-1], -(-count // 8)], tables=[x], positions=True)


def unpackbits(x: Value, count: Size) -> Value:
    """The first `count` bools of the rows of bytes that `packbits` made; at most eight for each byte."""
    def bit(b: Body, *operands: Scalar) -> Scalar:
        table, places = operands[0], operands[1:]
        own = b.lookup(table, [*places[:-1], b.op("arith.shrui", places[-1], b.index(3))])
        number = b.convert("arith.index_cast", b.op("arith.andi", places[-1], b.index(7)), "i8")
        low = b.op("arith.andi", b.op("arith.shrui", own, number), b.number(1, _dtypes.i8))
        return b.compare("ne", low, b.number(0, _dtypes.i8))

    shape: Sequence[Size] = [*x.shape[:-1], count]
    return map_values([], _dtypes.bool_, bit, shape=shape, tables=[x], positions=True, graph=x.graph)
