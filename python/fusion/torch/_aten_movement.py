# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Operations of aten that move elements: shapes, slices, joins, indices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from fusion import _dtypes, _ops
from fusion._dims import Dim, Size, product
from fusion._graph import Value
from fusion.torch._lowering import Call, Operand, Refused, expect, lowers, size_of

# Loops over single positions of a scatter that are written out.
_MOST_POSITIONS = 8

_SUMS = "sums of elements at computed positions are left to PyTorch"


@lowers("view.default", "_unsafe_view.default", "reshape.default", "view_copy.default", "squeeze.default",
        "squeeze.dim", "squeeze.dims", "unsqueeze.default", "flatten.using_ints", "unflatten.int")
def reshape(c: Call, x: Value, *arguments: Any) -> Value:
    """All that keeps the elements and their order: the shape is the result's, as PyTorch has computed it."""
    return _ops.reshape(x, c.shape)


@lowers("expand.default", "expand_copy.default")
def expand(c: Call, x: Value, size: Sequence[Size], implicit: bool = False) -> Value:
    return _ops.expand(x, c.shape)


@lowers("permute.default", "permute_copy.default")
def permute(c: Call, x: Value, dims: Sequence[int]) -> Value:
    return _ops.permute(x, dims)


@lowers("transpose.int")
def transpose(c: Call, x: Value, first: int, second: int) -> Value:
    return _ops.transpose(x, first, second) if x.rank else x


@lowers("t.default")
def t(c: Call, x: Value) -> Value:
    return _ops.transpose(x) if x.rank == 2 else x


@lowers("slice.Tensor", "slice_copy.Tensor")
def slice_tensor(c: Call, x: Value, dim: int = 0, start: Size | None = None, end: Size | None = None,
                 step: int = 1) -> Value:
    """The size is the result's, as PyTorch has it: so bounds beyond a size that is known at the call are clamped."""
    count = c.shape[dim % x.rank]
    first: Size = 0 if start is None else start
    size = x.shape[dim % x.rank]
    if isinstance(first, int) and isinstance(size, int):
        first = max(first + size, 0) if first < 0 else min(first, size)
    elif isinstance(first, int) and first < 0:
        first = first + size
    return _ops.slice_axis(x, dim, first, first + (count - 1) * step + 1 if count != 0 else first, step)


@lowers("select.int", "select_copy.int")
def select(c: Call, x: Value, dim: int, index: Size) -> Value:
    return _ops.select(x, dim, index)


@lowers("narrow.default")
def narrow(c: Call, x: Value, dim: int, start: Size, length: Size) -> Value:
    return _ops.slice_axis(x, dim, start, start + length)


@lowers("split_with_sizes.default", "split_with_sizes_copy.default")
def split_with_sizes(c: Call, x: Value, sizes: Sequence[Size], dim: int = 0) -> list[Value]:
    return _ops.split(x, sizes, dim)


@lowers("split.Tensor")
def split(c: Call, x: Value, size: Size, dim: int = 0) -> list[Value]:
    """The parts have the sizes that PyTorch has computed; how many there are is known to it."""
    place = dim % x.rank
    parts: list[Value] = []
    at: Size = 0
    for part in c.meta:
        end = at + size_of(part.shape[place])
        parts.append(_ops.slice_axis(x, place, at, end))
        at = end
    return parts


@lowers("unbind.int")
def unbind(c: Call, x: Value, dim: int = 0) -> list[Value]:
    return [_ops.select(x, dim, index) for index in range(len(c.meta))]


@lowers("cat.default")
def cat(c: Call, tensors: Sequence[Value], dim: int = 0) -> Value:
    """Vectors without elements are left out, whatever the rank of the others."""
    kept = [c.value(tensor) for tensor in tensors if tensor.shape != (0,)]
    return _ops.concat(kept, dim) if kept else c.value(tensors[0])


@lowers("stack.default")
def stack(c: Call, tensors: Sequence[Value], dim: int = 0) -> Value:
    return _ops.stack([c.value(tensor) for tensor in tensors], dim)


@lowers("repeat.default")
def repeat(c: Call, x: Value, counts: Sequence[Size]) -> Value:
    if any(isinstance(count, Dim) for count in counts):
        raise Refused("a number of repetitions is known at the call only")
    return _ops.repeat(x, [count for count in counts if isinstance(count, int)])


@lowers("constant_pad_nd.default")
def constant_pad_nd(c: Call, x: Value, pad: Sequence[Size], value: float = 0) -> Value:
    """`pad` has pairs of widths, of the last dimension first."""
    pairs = [(pad[i], pad[i + 1]) for i in range(0, len(pad), 2)]
    widths: list[tuple[Size, Size]] = [(0, 0)] * (x.rank - len(pairs))
    return _ops.pad(x, widths + pairs[::-1], value)


@lowers("flip.default")
def flip(c: Call, x: Value, dims: Sequence[int]) -> Value:
    return _ops.flip(x, dims) if x.rank else x


@lowers("roll.default")
def roll(c: Call, x: Value, shifts: Sequence[int], dims: Sequence[int] = ()) -> Value:
    return _ops.roll(x, shifts, dims or None)


@lowers("diagonal.default", "diagonal_copy.default")
def diagonal(c: Call, x: Value, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Value:
    return _ops.diagonal(x, offset, dim1, dim2)


@lowers("tril.default")
def tril(c: Call, x: Value, diagonal: int = 0) -> Value:
    return _ops.tril(x, diagonal)


@lowers("triu.default")
def triu(c: Call, x: Value, diagonal: int = 0) -> Value:
    return _ops.triu(x, diagonal)


@lowers("unfold.default")
def unfold(c: Call, x: Value, dim: int, size: int, step: int) -> Value:
    """Windows of `size`, one every `step`, as a last dimension."""
    place, windows = dim % x.rank, c.shape[dim % x.rank]
    first, within = (_ops.iota(c.graph, shape, axis, _dtypes.i64) for shape, axis in (
        ((windows, 1), 0), ((1, size), 1)))
    positions = _ops.add(_ops.mul(first, step), within)
    chosen = _ops.index(x, [None] * place + [positions], wrap=False)
    return _ops.movedim(chosen, [place + 1], [-1])


@lowers("slice_scatter.default")
def slice_scatter(c: Call, x: Value, source: Value, dim: int = 0, start: Size | None = None, end: Size | None = None,
                  step: int = 1) -> Value:
    size = x.shape[dim % x.rank]
    first: Size = 0 if start is None else start
    if isinstance(first, int) and first < 0:
        first = first + size
    elif isinstance(first, int) and isinstance(size, int):
        first = min(first, size)
    if source.shape == x.shape:
        return c.value(source)
    return _ops.insert_slice(x, source, dim, first, step)


@lowers("select_scatter.default")
def select_scatter(c: Call, x: Value, source: Value, dim: int, index: Size) -> Value:
    place = dim % x.rank
    first = index + x.shape[place] if isinstance(index, int) and index < 0 else index
    return _ops.insert_slice(x, _ops.unsqueeze(source, place), place, first)


@lowers("embedding.default")
def embedding(c: Call, weight: Value, indices: Value, padding_idx: int = -1, scale_grad_by_freq: bool = False,
              sparse: bool = False) -> Value:
    return _ops.embedding(weight, indices)


@lowers("index_select.default")
def index_select(c: Call, x: Value, dim: int, index: Value) -> Value:
    return _ops.index_select(x, dim, index) if x.rank else x


@lowers("gather.default")
def gather(c: Call, x: Value, dim: int, index: Value, sparse_grad: bool = False) -> Value:
    return _ops.gather(x, dim, index)


@lowers("take.default")
def take(c: Call, x: Value, index: Value) -> Value:
    return _ops.take(x, index)


@lowers("index.Tensor", "_unsafe_index.Tensor")
def index(c: Call, x: Value, indices: Sequence[Value | None]) -> Value:
    expect(all(i is None or i.dtype is not _dtypes.bool_ for i in indices),
           "a mask of bools selects a number of elements that only its values tell")
    return _ops.index(x, indices)


@lowers("index_copy.default")
def index_copy(c: Call, x: Value, dim: int, index: Value, source: Value) -> Value:
    """Stored in place of `x` where nothing else reads it: keys and values go into their cache so."""
    expect(x.rank > 0, "copying into numbers is left to PyTorch")
    place = dim % x.rank
    vector = _ops.reshape(index, [index.shape[0] if index.rank and axis == place else 1 for axis in range(x.rank)])
    return _ops.scatter(x, place, vector, source)


@lowers("index_put.default", "_unsafe_index_put.default")
def index_put(c: Call, x: Value, indices: Sequence[Value | None], values: Value, accumulate: bool = False) -> Value:
    """``x[:, index] = values`` with one tensor of integers; negative ones count from the end."""
    places = [axis for axis, index in enumerate(indices) if index is not None]
    # Positions are known to be in range where the unsafe form has them: it is the gradient of an embedding.
    expect(not accumulate or ("_unsafe" in str(c.node.target) and _has_few_rows(x, places)), _SUMS)
    expect(len(places) == 1, "elements are put to the positions of one index tensor, not of several")
    place, index = places[0], indices[places[0]]
    assert index is not None
    expect(index.dtype is not _dtypes.bool_, "a mask of bools selects a number of elements that only its values tell")
    shape = [*x.shape[:place], *index.shape, *x.shape[place + 1:]]
    count = product(index.shape)
    updates = _ops.reshape(_ops.expand(values, shape), [*x.shape[:place], count, *x.shape[place + 1:]])
    vector = _ops.reshape(index, [count if axis == place else 1 for axis in range(x.rank)])
    if accumulate:
        return _added_rows(x, place, vector, updates)
    return _ops.scatter(x, place, vector, updates, wrap=True)


def _has_few_rows(x: Value, places: Sequence[int]) -> bool:
    size = x.shape[places[0]] if places else None
    return isinstance(size, int) and size <= _MOST_POSITIONS


def _added_rows(x: Value, place: int, positions: Value, updates: Value) -> Value:
    """`x`, of few rows, with the updates of each added to it: one sum a row, as of BERT's types of tokens.

    Atomic additions to few addresses, which PyTorch and Inductor make, wait for each other.
    """
    size, wide = x.shape[place], _dtypes.accumulator(x.dtype) if x.dtype.is_float else x.dtype
    assert isinstance(size, int)
    numbers = _ops.where(_ops.less(positions, 0), _ops.add(positions, size), positions)
    sums = [_ops.sum(_ops.where(_ops.equal(numbers, number), updates, 0), place, dtype=wide, keepdims=True)
            for number in range(size)]
    return _ops.cast(_ops.add(_ops.cast(x, wide), _ops.concat(sums, place)), x.dtype)


@lowers("scatter.value", "scatter.src")
def scatter(c: Call, x: Value, dim: int, positions: Value, source: Operand) -> Value:
    """Where there are few positions a choice by position for each, of which the last one wins."""
    place = _place_of_scatter(x, dim, positions)
    count = positions.shape[place]
    if not isinstance(count, int) or count > _MOST_POSITIONS:
        updates = source
        if isinstance(updates, Value):
            expect(updates.shape == positions.shape, "elements that are scattered are as many as the positions")
        return _ops.scatter(x, place, positions, _ops.expand(c.value(updates), positions.shape))
    result = x
    for chosen, value in _choices(c, x, place, positions, source):
        result = _ops.where(chosen, c.value(value), result)
    return result


@lowers("scatter_add.default")
def scatter_add(c: Call, x: Value, dim: int, positions: Value, source: Value) -> Value:
    """The gradient of a gather of few elements of each row."""
    place = _place_of_scatter(x, dim, positions)
    count = positions.shape[place]
    expect(isinstance(count, int) and count <= _MOST_POSITIONS, _SUMS)
    wide = _dtypes.accumulator(x.dtype) if x.dtype.is_float else x.dtype
    result = _ops.cast(x, wide)
    for chosen, value in _choices(c, x, place, positions, source):
        result = _ops.add(result, _ops.where(chosen, c.value(value, wide), 0))
    return result


def _place_of_scatter(x: Value, dim: int, positions: Value) -> int:
    """The axis along which elements are scattered; Refused where the others have fewer elements than `x`."""
    place = dim % max(x.rank, 1)
    expect(x.rank > 0 and positions.rank == x.rank, "scattering into numbers is left to PyTorch")
    expect(all(own == size for axis, (own, size) in enumerate(zip(positions.shape, x.shape)) if axis != place),
           "elements are scattered to computed positions of each row")
    return place


def _choices(c: Call, x: Value, place: int, positions: Value, source: Operand) -> Iterator[tuple[Value, Operand]]:
    """For each number of a position where it is chosen, and what is put there."""
    row = _ops.iota(c.graph, [size if axis == place else 1 for axis, size in enumerate(x.shape)], place, _dtypes.i64)
    count = positions.shape[place]
    assert isinstance(count, int)
    if isinstance(source, Value) and source.shape != positions.shape:
        for axis, size in enumerate(positions.shape):
            source = _ops.slice_axis(source, axis, 0, size)
    for number in range(count):
        value = _ops.slice_axis(source, place, number, number + 1) if isinstance(source, Value) else source
        yield _ops.equal(_ops.slice_axis(positions, place, number, number + 1), row), value


@lowers("bucketize.Tensor", "searchsorted.Tensor")
def bucketize(c: Call, a: Value, b: Value, out_int32: bool = False, right: bool = False, side: str | None = None,
              sorter: Value | None = None) -> Value:
    """The number of boundaries below each value, or not above it."""
    values, boundaries = (a, b) if "bucketize" in str(c.node.target) else (b, a)
    expect(sorter is None and boundaries.rank == 1, "boundaries are one sorted vector")
    own = c.argument_type(0, 1)
    x, limits = _ops.unsqueeze(c.value(values, own), -1), c.value(boundaries, own)
    behind = _ops.greater(limits, x) if right or side == "right" else _ops.greater_equal(limits, x)
    return _ops.sum(_ops.logical_not(behind), -1)


@lowers("getitem")
def getitem(c: Call, values: Sequence[Any], number: int) -> Any:
    return values[number]
