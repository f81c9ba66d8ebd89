# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Pooling and upsampling: reductions over windows of spatial dimensions, behind those of batch and channels.

The elements of a window are looked up where the reduction needs them, so that a pooling is one kernel. Windows of a few
elements along one dimension are that many slices, which are combined element by element: what follows joins the kernel.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from fusion import _dtypes
from fusion._dims import Dim, Size
from fusion._graph import Value
from fusion._ops import binary, reductions, shapes
from fusion._ops._emit import Body, Scalar, map_values, shape_text, size_value
from fusion._ops.casts import cast
from fusion._ops.convolution import PerDimension, per_dimension

__all__ = ["adaptive_avg_pool", "avg_pool", "max_pool", "max_pool_with_positions", "upsample_nearest"]


def max_pool(x: Value, window: PerDimension, stride: PerDimension | None = None, padding: PerDimension = 0,
             dilation: PerDimension = 1, ceil_mode: bool = False, spatial: int = 2) -> Value:
    """The largest element of each window; places beyond an edge do not count, and NaN wins."""
    windows = _Windows(x, window, stride, padding, dilation, ceil_mode, spatial)
    if slices := windows.slices():
        return functools.reduce(binary.maximum, slices)
    lowest = float("-inf") if x.dtype.is_float else -(1 << (x.dtype.bits - 1)) if x.dtype.is_signed else 0
    return reductions.max(windows.elements(lowest), tuple(range(-spatial, 0)))


def max_pool_with_positions(x: Value, window: PerDimension, stride: PerDimension | None = None,
                            padding: PerDimension = 0, dilation: PerDimension = 1, ceil_mode: bool = False,
                            spatial: int = 2) -> tuple[Value, Value]:
    """`max_pool`, and the position of each maximum among the spatial elements of `x` in row-major order, as i64."""
    windows = _Windows(x, window, stride, padding, dilation, ceil_mode, spatial)
    flat = shapes.flatten(windows.elements(float("-inf")), -spatial, -1)
    value, chosen = reductions.extremum_with_position(True, flat, -1, False)
    return value, windows.position_in_input(chosen)


def avg_pool(x: Value, window: PerDimension, stride: PerDimension | None = None, padding: PerDimension = 0,
             ceil_mode: bool = False, count_include_pad: bool = True, divisor: int | None = None,
             spatial: int = 2) -> Value:
    """The mean of each window: its sum divided by `divisor`, or by the number of its places.

    Places that `padding` adds are 0; they count if `count_include_pad` is set.
    """
    windows = _Windows(x, window, stride, padding, 1, ceil_mode, spatial)
    wide = _dtypes.accumulator(x.dtype)
    if slices := windows.slices():
        total = functools.reduce(binary.add, (cast(part, wide) for part in slices))
    else:
        total = reductions.sum(windows.elements(0), tuple(range(-spatial, 0)), dtype=wide)
    if divisor is None and (ceil_mode or any(windows.padding) and not count_include_pad):
        return cast(binary.div(total, cast(windows.counts(count_include_pad), wide)), x.dtype)
    return cast(binary.div(total, float(divisor or windows.size)), x.dtype)


def adaptive_avg_pool(x: Value, sizes: Sequence[int]) -> Value:
    """The means of windows that give `sizes`; ValueError if these do not divide those of `x`."""
    spatial = len(sizes)
    if all(size == 1 for size in sizes):
        return reductions.mean(x, tuple(range(-spatial, 0)), keepdims=True)
    window: list[int] = []
    for size, wanted in zip(x.shape[-spatial:], sizes):
        if isinstance(size, Dim) or size % wanted:
            raise ValueError(f"adaptive pooling to {list(sizes)} of {shape_text(x.shape)} has windows of several sizes")
        window.append(size // wanted)
    return avg_pool(x, window, spatial=spatial)


def upsample_nearest(x: Value, sizes: Sequence[int], scales: Sequence[float | None] | None = None) -> Value:
    """Spatial dimensions of `sizes`: the element at floor(position · scale); the scale is size / new size, in f32."""
    spatial = len(sizes)
    factors = [1.0 / given if given else _ratio(old, new) for old, new, given in zip(
        x.shape[-spatial:], sizes, scales or [None] * spatial)]
    shape = (*x.shape[:-spatial], *sizes)

    def body(b: Body, table: Scalar, *places: Scalar) -> Scalar:
        indices = list(places)
        for axis, factor in zip(range(-spatial, 0), factors):
            last = x.shape[axis]
            assert isinstance(last, int)
            place = b.convert("arith.sitofp", b.convert("arith.index_cast", places[axis], "i64"), "f32")
            scaled = b.op("arith.mulf", place, b.number(factor, _dtypes.f32))
            chosen = b.convert("arith.index_cast", b.convert("arith.fptosi", scaled, "i64"), "index")
            indices[axis] = b.op("arith.minsi", chosen, b.index(last - 1))
        return b.lookup(table, indices)

    return map_values([], x.dtype, body, shape=shape, tables=[x], positions=True)


def _ratio(old: Size, new: int) -> float:
    if isinstance(old, Dim):
        raise ValueError("upsampling expects sizes that are known to the graph")
    return old / new


_MOST_SLICES = 4  # elements of a window


class _Windows:
    """The windows of a pooling: places along each spatial dimension, and elements in each."""

    def __init__(self, x: Value, window: PerDimension, stride: PerDimension | None, padding: PerDimension,
                 dilation: PerDimension, ceil_mode: bool, spatial: int) -> None:
        self.x, self.spatial = x, spatial
        self.window = per_dimension(window, spatial)
        self.strides = self.window if stride is None or stride == [] else per_dimension(stride, spatial)
        self.padding, self.dilations = per_dimension(padding, spatial), per_dimension(dilation, spatial)
        self.places = [self._count(axis, ceil_mode) for axis in range(spatial)]
        self.size = 1
        for size in self.window:
            self.size *= size

    def _count(self, axis: int, ceil_mode: bool) -> Size:
        """The windows along an axis; with `ceil_mode` one may reach beyond the edge, if it begins before it."""
        size, step, pad = self.x.shape[axis - self.spatial], self.strides[axis], self.padding[axis]
        span = self.dilations[axis] * (self.window[axis] - 1) + 1
        if 2 * pad > self.window[axis]:
            raise ValueError(f"padding is at most half of a window, but {pad} is not half of {self.window[axis]}")
        count = (size + 2 * pad - span + (step - 1 if ceil_mode else 0)) // step + 1
        if isinstance(size, int) and isinstance(count, int):
            if count < 1:
                raise ValueError(f"a window of {span} elements does not fit into {size}, padded by {pad}")
            return count - 1 if ceil_mode and (count - 1) * step >= size + pad else count
        if ceil_mode:
            raise ValueError("pooling with ceil_mode expects sizes that are known to the graph")
        return count

    def elements(self, fill: float) -> Value:
        """The elements of all windows, [..., *places, *window]; `fill` for those beyond an edge."""
        x, spatial = self.x, self.spatial
        sizes = [size_value(x.graph, size) for size in x.shape[-spatial:]]
        front = x.rank - spatial

        def body(b: Body, *scalars: Scalar) -> Scalar:
            lengths, table, places = scalars[:spatial], scalars[spatial], scalars[spatial + 1:]
            inside: Scalar | None = None
            indices = list(places[:front])
            for axis, length in enumerate(lengths):
                index = self._index(b, axis, places[front + axis], places[front + spatial + axis])
                limit = b.convert("arith.index_cast", length, "index")
                within = b.compare("ult", index, limit)
                inside = within if inside is None else b.op("arith.andi", inside, within)
                indices.append(index)
            assert inside is not None
            if not any(self.padding) and not self._reaches_beyond():
                return b.lookup(table, indices)
            return b.select(inside, b.lookup(table, indices, inside), b.number(fill, x.dtype))

        return map_values(sizes, x.dtype, body, shape=(*x.shape[:front], *self.places, *self.window), tables=[x],
                          positions=True)

    def slices(self) -> list[Value]:
        """The first elements of all windows, [..., *places], the second ones, …; none where windows are large, lie in
        several dimensions or reach beyond an edge."""
        long = [axis for axis, size in enumerate(self.window) if size > 1]
        if len(long) != 1 or self.size > _MOST_SLICES or any(self.padding) or self._reaches_beyond():
            return []

        def part(element: int) -> Value:
            found = self.x
            for axis, (places, step) in enumerate(zip(self.places, self.strides)):
                start = element * self.dilations[axis] if axis in long else 0
                found = shapes.slice_axis(found, axis - self.spatial, start, start + (places - 1) * step + 1, step)
            return found

        return [part(element) for element in range(self.size)]

    def counts(self, with_padding: bool) -> Value:
        """The places of each window, [*places], as i64: those that padding adds too, or those of `x` alone."""
        sizes = [size_value(self.x.graph, size) for size in self.x.shape[-self.spatial:]]

        def body(b: Body, *scalars: Scalar) -> Scalar:
            total = b.number(1, _dtypes.i64)
            for axis, (length, place) in enumerate(zip(scalars, scalars[self.spatial:])):
                start = b.op("arith.subi", b.op("arith.muli", b.convert("arith.index_cast", place, "i64"), b.number(
                    self.strides[axis], _dtypes.i64)), b.number(self.padding[axis], _dtypes.i64))
                end = b.op("arith.addi", start, b.number(self.window[axis], _dtypes.i64))
                edge = b.op("arith.addi", length, b.number(self.padding[axis] if with_padding else 0, _dtypes.i64))
                end = b.op("arith.minsi", end, edge)
                start = start if with_padding else b.op("arith.maxsi", start, b.number(0, _dtypes.i64))
                total = b.op("arith.muli", total, b.op("arith.subi", end, start))
            return total

        return map_values(sizes, _dtypes.i64, body, shape=self.places, positions=True)

    def position_in_input(self, chosen: Value) -> Value:
        """The row-major position among the spatial elements of `x` of the element number `chosen` of each window."""
        sizes = [size_value(self.x.graph, size) for size in self.x.shape[-self.spatial:]]

        def body(b: Body, element: Scalar, *scalars: Scalar) -> Scalar:
            lengths, places = scalars[:self.spatial], scalars[-self.spatial:]
            rest, parts = b.convert("arith.index_cast", element, "index"), list[Scalar]()
            for size in reversed(self.window):
                parts.insert(0, b.op("arith.remui", rest, b.index(size)))
                rest = b.op("arith.divui", rest, b.index(size))
            total = b.index(0)
            for axis, (length, place, part) in enumerate(zip(lengths, places, parts)):
                scaled = b.op("arith.muli", total, b.convert("arith.index_cast", length, "index"))
                total = b.op("arith.addi", scaled, self._index(b, axis, place, part))
            return b.convert("arith.index_cast", total, "i64")

        return map_values([chosen, *sizes], _dtypes.i64, body, positions=True)

    def _reaches_beyond(self) -> bool:
        return any(not isinstance(size, int) or not isinstance(places, int) or (places - 1) * step + d * (k - 1) >= size
                   for size, places, step, d, k in zip(self.x.shape[-self.spatial:], self.places, self.strides,
                                                       self.dilations, self.window))

    def _index(self, b: Body, axis: int, place: Scalar, element: Scalar) -> Scalar:
        """The index in `x`: place · stride + element · dilation - padding; below 0 it is a huge unsigned number."""
        start = b.op("arith.muli", place, b.index(self.strides[axis]))
        offset = b.op("arith.muli", element, b.index(self.dilations[axis]))
        sum_ = b.op("arith.addi", start, offset)
        return b.op("arith.subi", sum_, b.index(self.padding[axis])) if self.padding[axis] else sum_
