# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Random numbers by the place of an element, and what is made of them (docs/Random.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fusion import _dtypes
from fusion._dims import Dim, Size
from fusion._dtypes import DType
from fusion._graph import Graph, Value
from fusion._ops._emit import Body, Scalar, map_values, size_value

__all__ = ["drop", "dropout_mask", "dropout_mask_of", "dropout_threshold", "random_bits", "stochastic_round", "uniform"]

_WORDS = 4
"""Words of one Philox call: so many neighbours along the last dimension share it, or twice as many for half a word."""


def dropout_threshold(p: float) -> int:
    """Elements whose 16 bits are less are dropped, with probability `p`: from 0 to 2¹⁶."""
    return round(p * 2**16)


def random_bits(seed: Value, offset: Value, shape: Sequence[Size]) -> Value:
    """32 random bits for each element, as u32."""
    return _drawn(seed, offset, shape, _dtypes.u32, lambda b, bits: bits)


def uniform(seed: Value, offset: Value, shape: Sequence[Size]) -> Value:
    """Numbers of f32 in [0, 1): the first 24 bits."""
    def number(b: Body, bits: Scalar) -> Scalar:
        whole = b.convert("arith.uitofp", b.op("arith.shrui", bits, b.number(8, _dtypes.i32)), "f32")
        return b.op("arith.mulf", whole, b.number(2.0**-24, _dtypes.f32))

    return _drawn(seed, offset, shape, _dtypes.f32, number)


def dropout_mask(seed: Value, offset: Value, shape: Sequence[Size], p: float) -> Value:
    """Bools that are true where an element is kept, as all but `p` of them are."""
    def kept(b: Body, bits: Scalar) -> Scalar:
        return b.compare("uge", bits, b.number(dropout_threshold(p), _dtypes.i32))

    return _drawn(seed, offset, shape, _dtypes.bool_, kept, halves=True)


def dropout_mask_of(x: Value, seed: Value, offset: Value, p: float) -> Value:
    """The mask for the elements of `x`."""
    return dropout_mask(seed, offset, x.shape, p)


def drop(x: Value, kept: Value, p: float) -> Value:
    """x / (1 - p) where an element is kept, else 0."""
    wide = _dtypes.accumulator(x.dtype)

    def element(b: Body, own: Scalar, is_kept: Scalar) -> Scalar:
        scale = b.number(1 / (1 - p) if p < 1 else 0.0, wide)
        if wide is x.dtype:
            scaled = b.op("arith.mulf", own, scale)
        else:
            scaled = b.convert("arith.truncf", b.op("arith.mulf", b.convert("arith.extf", own, wide.mlir), scale),
                               x.dtype.mlir)
        return b.select(is_kept, scaled, b.number(0.0, x.dtype))

    return map_values([x, kept], x.dtype, element)


def stochastic_round(x: Value, seed: Value, offset: Value, dtype: DType, saturate: bool = False) -> Value:
    """`x`, of f32, as a float of 8 or 16 bits, by the bits of each element."""
    def rounded(b: Body, bits: Scalar, element: Scalar) -> Scalar:
        return b.stochastic_round(element, bits, dtype, saturate)

    return _drawn(seed, offset, x.shape, dtype, rounded, [x])


def _drawn(seed: Value, offset: Value, shape: Sequence[Size], dtype: DType, body: Callable[..., Scalar],
           elements: Sequence[Value] = (), halves: bool = False) -> Value:
    """A map by the bits of each element, 32 or, of `halves`, 16 of them; `body` is called with a `Body`, the bits and
    scalars of `elements`."""
    draw = _halves if halves else _bits
    sizes = _Sizes(seed.graph, shape, 2 * _WORDS if halves else _WORDS)

    def element(b: Body, own_seed: Scalar, own_offset: Scalar, *more: Scalar) -> Scalar:
        own, rest = more[:len(elements)], more[len(elements):]
        places = rest[len(sizes.values):]
        return body(b, draw(b, sizes.scalars(b, rest), places, own_seed, own_offset), *own)

    inputs = [seed, offset, *elements, *sizes.values]
    return map_values(inputs, dtype, element, shape=shape, positions=True, graph=seed.graph)


class _Sizes:
    """What a counter is computed with: the sizes between the first and the last, and how many groups of `columns`
    neighbours a row has."""

    def __init__(self, graph: Graph, shape: Sequence[Size], columns: int) -> None:
        self._sizes: list[Size] = [*shape[1:-1], -(-shape[-1] // columns)] if len(shape) > 1 else []
        self.values = [size_value(graph, size) for size in self._sizes if isinstance(size, Dim)]

    def scalars(self, b: Body, values: Sequence[Scalar]) -> list[Scalar]:
        """All of them as i64; `values` are the scalars of those that are known at the call."""
        known = iter(values)
        return [next(known) if isinstance(size, Dim) else b.number(size, _dtypes.i64) for size in self._sizes]


def _bits(b: Body, sizes: Sequence[Scalar], places: Sequence[Scalar], seed: Scalar, offset: Scalar) -> Scalar:
    """Word column % 4 of the counter row * groups + column // 4."""
    column = _column(b, places)
    words = b.philox(_counter(b, sizes, places, 2), seed, offset)
    return _choose(b, column, 1, words)


def _halves(b: Body, sizes: Sequence[Scalar], places: Sequence[Scalar], seed: Scalar, offset: Scalar) -> Scalar:
    """Half column % 8 of the counter row * groups + column // 8: the lower half of a word before its upper one."""
    column = _column(b, places)
    word = _choose(b, column, 2, b.philox(_counter(b, sizes, places, 3), seed, offset))
    upper, lower = b.op("arith.shrui", word, b.number(16, _dtypes.i32)), b.number(0xFFFF, _dtypes.i32)
    return b.select(_has_bit(b, column, 1), upper, b.op("arith.andi", word, lower))


def _column(b: Body, places: Sequence[Scalar]) -> Scalar:
    return b.convert("arith.index_cast", places[-1], "i64") if places else b.number(0, _dtypes.i64)


def _counter(b: Body, sizes: Sequence[Scalar], places: Sequence[Scalar], shift: int) -> Scalar:
    """row * groups + (column >> shift), where `sizes` ends with the groups."""
    counter = b.op("arith.shrui", _column(b, places), b.number(shift, _dtypes.i64))
    rows = [b.convert("arith.index_cast", place, "i64") for place in places[:-1]]
    if not rows:
        return counter
    row = rows[0]
    for size, place in zip(sizes, rows[1:]):
        row = b.op("arith.addi", b.op("arith.muli", row, size), place)
    return b.op("arith.addi", b.op("arith.muli", row, sizes[-1]), counter)


def _has_bit(b: Body, column: Scalar, bit: int) -> Scalar:
    return b.compare("ne", b.op("arith.andi", column, b.number(bit, _dtypes.i64)), b.number(0, _dtypes.i64))


def _choose(b: Body, column: Scalar, bit: int, words: Sequence[Scalar]) -> Scalar:
    """Word (column // bit) % 4."""
    is_odd, is_late = _has_bit(b, column, bit), _has_bit(b, column, 2 * bit)
    return b.select(is_late, b.select(is_odd, words[3], words[2]), b.select(is_odd, words[1], words[0]))
