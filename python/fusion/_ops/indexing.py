# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Elements at computed positions: gathers, embeddings, scatters, flips, diagonals.

An index out of range is an error when the program runs on the CPU, and a trap on GPUs. Negative indices count from the
end where the docstring says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fusion import _dtypes
from fusion._dims import Dim, Size, product
from fusion._graph import Value
from fusion._ops import binary, compare, create, shapes
from fusion._ops._emit import Body, Scalar, axis_of, broadcast, map_values, shape_text, size_value
from fusion._ops.casts import cast

__all__ = ["diagonal", "embedding", "flip", "gather", "index", "index_select", "kron", "one_hot", "roll",
           "scatter", "take", "take_along_axis"]


def embedding(table: Value, ids: Value) -> Value:
    """Rows of `table`, [rows, ...], at `ids`, of any shape: ids.shape + table.shape[1:]."""
    return index(table, [ids], wrap=False)


def index_select(x: Value, axis: int, positions: Value) -> Value:
    """The elements at `positions`, a vector or a number, along `axis`."""
    vector = shapes.reshape(positions, (1,)) if positions.rank == 0 else positions
    place = axis_of(x, axis)
    return index(x, [None] * place + [vector], wrap=False)


def gather(x: Value, axis: int, positions: Value, wrap: bool = False) -> Value:
    """For each element of `positions` the element of `x` at its place, but at its value along `axis`.

    Beside `axis`, `positions` may be smaller than `x`, and is the shape of the result. With `wrap`, negative indices
    count from the end.
    """
    if x.rank == 0:
        return shapes.expand(x, positions.shape)
    place = axis_of(x, axis)
    if positions.rank != x.rank:
        raise ValueError(f"gather expects positions of {x.rank} dimensions, but their shape is "
                         f"{shape_text(positions.shape)}")
    return _lookups(x, [positions], positions.shape, wrap,
                    lambda b, chosen, places: [*places[:place], chosen[0], *places[place + 1:]], [place])


def take_along_axis(x: Value, positions: Value, axis: int = -1) -> Value:
    """NumPy's: `gather` where `x` and `positions` broadcast beside `axis`, and negative indices count from the end."""
    place = axis_of(x, axis)
    others = broadcast(*([1 if i == place else size for i, size in enumerate(v.shape)] for v in (x, positions)))
    wide, chosen = (shapes.expand(v, [v.shape[place] if i == place else size for i, size in enumerate(others)])
                    for v in (x, positions))
    return gather(wide, place, chosen, wrap=True)


def scatter(x: Value, axis: int, positions: Value, updates: Value, wrap: bool = False) -> Value:
    """`x` with updates: the one at (i, j, …) replaces the element at (positions(i, j, …), j, …), here for axis 0.

    `updates`, converted to the type of `x`, has the shape of `x` but for `axis`, and `positions` (integers) broadcast
    to it. Updates whose position is out of range are dropped; with `wrap`, negative ones count from the end. Of several
    updates for one element any may be the one that stays. ValueError for other shapes.
    """
    place, own = axis_of(x, axis), cast(updates, x.dtype)
    if own.rank != x.rank or any(a != b for i, (a, b) in enumerate(zip(own.shape, x.shape)) if i != place):
        raise ValueError(f"scatter expects updates of shape {shape_text(x.shape)} but for axis {place}, and not "
                         f"{shape_text(own.shape)}")
    if any(a not in (1, b) for a, b in zip(positions.shape[::-1], own.shape[::-1])) or positions.rank > own.rank:
        raise ValueError(f"scatter expects positions that broadcast to the updates' shape {shape_text(own.shape)}, and "
                         f"not {shape_text(positions.shape)}")
    chosen = positions if positions.dtype in (_dtypes.i32, _dtypes.i64) and not wrap else cast(positions, _dtypes.i64)
    if wrap:
        moved = binary.add(chosen, size_value(x.graph, x.shape[place]))
        chosen = compare.where(compare.less(chosen, x.graph.constant(0, _dtypes.i64)), moved, chosen)
    return x.graph.emit(f"fusion.scatter {own.name} at {chosen.name} into {x.name} along {place} : "
                        f"({own.type}, {chosen.type}, {x.type}) -> {x.type}", x.dtype, x.shape)


def take(x: Value, positions: Value) -> Value:
    """The elements of `x`, in row-major order, at `positions`; negative indices count from the end."""
    return index(shapes.reshape(x, (product(x.shape),)), [positions])


def index(x: Value, positions: Sequence[Value | None], wrap: bool = True) -> Value:
    """``x[i, j, …]`` with tensors of integers, None for a whole dimension, as NumPy's advanced indexing.

    The indices broadcast. Their dimensions stand where the first of them is, or in front if a None is between two.
    Negative indices count from the end, unless `wrap` is false. TypeError for masks of bools, whose result has a size
    that only the values tell.
    """
    indexed = [(axis, value) for axis, value in enumerate(positions) if value is not None]
    if len(positions) > x.rank:
        raise IndexError(f"{len(positions)} indices are too many for a tensor of shape {shape_text(x.shape)}")
    if not indexed:
        return x
    if any(not value.dtype.is_integer for _, value in indexed):
        raise TypeError("indices are integers; a mask of bools selects a number of elements that only its values tell")
    common = broadcast(*(value.shape for _, value in indexed))
    axes = [axis for axis, _ in indexed]
    whole = [axis for axis in range(x.rank) if axis not in axes]
    front = 0 if axes != list(range(axes[0], axes[-1] + 1)) else axes[0]
    before, behind = whole[:front], whole[front:]
    shape = (*(x.shape[a] for a in before), *common, *(x.shape[a] for a in behind))
    spread = [shapes.reshape(value, (*value.shape, *[1] * len(behind))) for _, value in indexed]

    def coordinates(b: Body, chosen: Sequence[Scalar], places: Sequence[Scalar]) -> list[Scalar]:
        own = dict(zip(axes, chosen)) | dict(zip(before, places)) | dict(zip(behind, places[front + len(common):]))
        return [own[axis] for axis in range(x.rank)]

    return _lookups(x, spread, shape, wrap, coordinates, axes)


def flip(x: Value, axes: int | Sequence[int]) -> Value:
    """In reverse order along `axes`."""
    chosen = {axis_of(x, axis) for axis in ([axes] if isinstance(axes, int) else axes)}
    sizes = [size_value(x.graph, x.shape[axis]) for axis in sorted(chosen)]

    def body(b: Body, *scalars: Scalar) -> Scalar:
        lengths, table, places = scalars[:len(sizes)], scalars[len(sizes)], list(scalars[len(sizes) + 1:])
        for axis, length in zip(sorted(chosen), lengths):
            last = b.op("arith.subi", b.convert("arith.index_cast", length, "index"), b.index(1))
            places[axis] = b.op("arith.subi", last, places[axis])
        return b.lookup(table, places)

    return map_values(sizes, x.dtype, body, shape=x.shape, tables=[x], positions=True) if chosen else x


def roll(x: Value, shifts: int | Sequence[int], axes: int | Sequence[int] | None = None) -> Value:
    """Moved by `shifts` along `axes`, what falls off coming in at the other end; without axes, in row-major order."""
    if axes is None:
        total = sum([shifts] if isinstance(shifts, int) else shifts)
        return shapes.reshape(roll(shapes.reshape(x, (product(x.shape),)), total, 0), x.shape)
    moves = zip([shifts] if isinstance(shifts, int) else shifts, [axes] if isinstance(axes, int) else axes, strict=True)
    for shift, axis in moves:
        x = _rolled(x, shift, axis_of(x, axis))
    return x


def _rolled(x: Value, shift: int, axis: int) -> Value:
    size = x.shape[axis]
    if size == 0 or isinstance(size, int) and shift % size == 0:
        return x

    def body(b: Body, length: Scalar, table: Scalar, *places: Scalar) -> Scalar:
        count = b.convert("arith.index_cast", length, "index")
        moved = b.op("arith.remsi", b.op("arith.subi", places[axis], b.index(shift)), count)
        inside = b.select(b.compare("slt", moved, b.index(0)), b.op("arith.addi", moved, count), moved)
        return b.lookup(table, [*places[:axis], inside, *places[axis + 1:]])

    return map_values([size_value(x.graph, size)], x.dtype, body, shape=x.shape, tables=[x], positions=True)


def diagonal(x: Value, offset: int = 0, first: int = 0, second: int = 1) -> Value:
    """The elements x[…, i, …, i + offset, …], along a last dimension in the place of two."""
    rows, columns = axis_of(x, first), axis_of(x, second)
    if rows == columns:
        raise ValueError("diagonal expects two different axes")
    height, width = x.shape[rows], x.shape[columns]
    if isinstance(height, Dim) or isinstance(width, Dim):
        if height != width or offset:
            raise ValueError("the diagonal of a matrix whose sizes are known at the call is taken of square ones, "
                             "without an offset")
        length: Size = height
    else:
        length = max(min(height, width - offset) if offset >= 0 else min(height + offset, width), 0)
    others = [axis for axis in range(x.rank) if axis not in (rows, columns)]
    shape = (*(x.shape[axis] for axis in others), length)

    def body(b: Body, table: Scalar, *places: Scalar) -> Scalar:
        own = dict(zip(others, places))
        own[rows] = places[-1] if offset >= 0 else b.op("arith.addi", places[-1], b.index(-offset))
        own[columns] = places[-1] if offset <= 0 else b.op("arith.addi", places[-1], b.index(offset))
        return b.lookup(table, [own[axis] for axis in range(x.rank)])

    return map_values([], x.dtype, body, shape=shape, tables=[x], positions=True)


def one_hot(ids: Value, classes: int) -> Value:
    """i64 of shape ids.shape + [classes]: 1 where the position is the id; a row of an id outside is 0."""
    row = create.iota(ids.graph, (classes,), 0, _dtypes.i64)
    return cast(compare.equal(shapes.unsqueeze(ids, -1), row), _dtypes.i64)


def kron(a: Value, b: Value) -> Value:
    """The Kronecker product: blocks of `b`, each multiplied by an element of `a`; ranks are made equal in front."""
    rank = max(a.rank, b.rank)
    left, right = ((1,) * (rank - v.rank) + v.shape for v in (a, b))
    x = shapes.reshape(a, [part for size in left for part in (size, 1)])
    y = shapes.reshape(b, [part for size in right for part in (1, size)])
    return shapes.reshape(binary.mul(x, y), [m * n for m, n in zip(left, right)])


def _lookups(table: Value, positions: Sequence[Value], shape: Sequence[Size], wrap: bool,
             coordinates: Callable[[Body, Sequence[Scalar], Sequence[Scalar]], Sequence[Scalar]],
             axes: Sequence[int]) -> Value:
    """The elements of `table` at `coordinates`, which are made of the values of `positions` and of the place."""
    count = len(positions)
    sizes = [size_value(table.graph, table.shape[axis]) for axis in axes] if wrap else []
    integers = [cast(value, _dtypes.i64) for value in positions]

    def body(b: Body, *scalars: Scalar) -> Scalar:
        chosen = list(scalars[:count])
        for number, size in enumerate(scalars[count:count + len(sizes)]):
            negative = b.compare("slt", chosen[number], b.number(0, _dtypes.i64))
            chosen[number] = b.select(negative, b.op("arith.addi", chosen[number], size), chosen[number])
        indices = [b.convert("arith.index_cast", scalar, "index") for scalar in chosen]
        rest = scalars[count + len(sizes):]
        return b.lookup(rest[0], coordinates(b, indices, rest[1:]))

    return map_values([*integers, *sizes], table.dtype, body, shape=shape, tables=[table], positions=True)
