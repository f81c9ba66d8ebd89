# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tensors that are made of no other: fills, positions, triangles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fusion import _dtypes
from fusion._dims import Dim, Size
from fusion._dtypes import DType, Number
from fusion._graph import Graph, Value
from fusion._ops._emit import Body, Operand, Scalar, map_values, size_value
from fusion._ops.casts import cast

__all__ = ["arange", "full", "iota"]


def full(graph: Graph, shape: Sequence[Size], value: Operand, dtype: DType) -> Value:
    """A tensor of `shape` with `value` everywhere: a number, or a value of rank 0."""
    if not isinstance(value, Value) and not any(isinstance(size, Dim) for size in shape):
        return graph.constant(value, dtype, [size for size in shape if isinstance(size, int)])
    scalar = cast(value, dtype) if isinstance(value, Value) else graph.constant(value, dtype)
    return map_values([scalar], dtype, lambda b, s: s, shape=shape)


def iota(graph: Graph, shape: Sequence[Size], axis: int, dtype: DType) -> Value:
    """The position of each element along `axis`, converted to `dtype`, which is no bool."""
    count = _dtypes.i64 if dtype.is_float else dtype

    def position(b: Body, *places: Scalar) -> Scalar:
        return b.convert("arith.index_cast", places[axis % len(shape)], count.mlir)

    return cast(map_values([], count, position, shape=shape, positions=True, graph=graph), dtype)


def arange(graph: Graph, start: Number | Dim, stop: Number | Dim, step: Number = 1,
           dtype: DType | None = None) -> Value:
    """start, start + step, … up to but without `stop`; as i64, or f32 if a number is a float, unless `dtype` says.

    `start` and `stop` may be Dims. Elements are start + i·step, computed in f64 for floats, as in PyTorch.
    """
    if step == 0:
        raise ValueError("arange expects a step other than 0")
    if isinstance(start, Dim) or isinstance(stop, Dim):
        if isinstance(start, float) or isinstance(stop, float) or not isinstance(step, int):
            raise TypeError("arange with sizes that are known at the call takes integers only")
        count: Size = -(-(stop - start) // step)
        integers = iota(graph, (count,), 0, _dtypes.i64)
        first = size_value(graph, start)
        result = map_values([integers, first], _dtypes.i64, lambda b, i, s: b.op(
            "arith.addi", s, b.op("arith.muli", i, b.number(step, _dtypes.i64))))
        return cast(result, dtype or _dtypes.i64)
    numbers = [start, stop, step]
    own = dtype or (_dtypes.f32 if any(isinstance(n, float) for n in numbers) else _dtypes.i64)
    elements = max(0, int(np.ceil((stop - start) / step)))
    if own.is_integer and all(isinstance(n, int) for n in numbers):
        return _affine(graph, elements, int(start), int(step), own)
    values = start + step * np.arange(elements, dtype=np.float64)
    return graph.constant(values, own)


def _affine(graph: Graph, elements: int, start: int, step: int, dtype: DType) -> Value:
    def element(b: Body, place: Scalar) -> Scalar:
        i = b.convert("arith.index_cast", place, dtype.mlir)
        scaled = b.op("arith.muli", i, b.number(step, dtype)) if step != 1 else i
        return b.op("arith.addi", scaled, b.number(start, dtype)) if start else scaled

    return map_values([], dtype, element, shape=(elements,), positions=True, graph=graph)


def triangle(graph: Graph, rows: Size, columns: Size, diagonal: int = 0, upper: bool = False) -> Value:
    """A bool matrix: where column - row <= `diagonal` (lower) or >= `diagonal` (upper)."""
    def inside(b: Body, row: Scalar, column: Scalar) -> Scalar:
        limit = b.op("arith.addi", row, b.index(diagonal)) if diagonal else row
        return b.compare("sge" if upper else "sle", column, limit)

    return map_values([], _dtypes.bool_, inside, shape=(rows, columns), positions=True, graph=graph)

