# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Other shapes of the same elements: reshapes, permutations, broadcasts, slices, joins and padding."""

from __future__ import annotations

from collections.abc import Sequence

from fusion import _dtypes
from fusion._dims import Dim, Size, is_at_least, is_same, product
from fusion._dtypes import Number
from fusion._graph import Value, tensor_type
from fusion._ops import create
from fusion._ops._emit import axis_of, broadcast, map_values, promoted, shape_text
from fusion._ops._reshape import reshaped
from fusion._ops.compare import where
from fusion._ops.casts import cast

__all__ = ["broadcast_tensors", "chunk", "concat", "expand", "flatten", "insert_slice", "movedim", "pad", "permute",
           "repeat", "repeat_interleave", "reshape", "select", "slice_axis", "split", "squeeze", "stack", "transpose",
           "tril", "triu", "unflatten", "unsqueeze"]


def reshape(x: Value, shape: Sequence[Size]) -> Value:
    """`x` with another shape and the same elements in row-major order; one size may be -1, and is computed.

    ValueError if the numbers of elements are known to differ.
    """
    sizes = list(shape)
    if sizes.count(-1) > 1:
        raise ValueError(f"one size may be -1, but the shape is {shape_text(sizes)}")
    if -1 in sizes:
        rest = product(size for size in sizes if size != -1)
        if rest == 0:
            raise ValueError(f"the size -1 of {shape_text(sizes)} is not determined beside a size of 0")
        sizes[sizes.index(-1)] = product(x.shape) // rest
    return reshaped(x, tuple(sizes))


def flatten(x: Value, start: int = 0, end: int = -1) -> Value:
    """The dimensions from `start` to `end`, both included, as one."""
    if x.rank == 0:
        return reshape(x, (1,))
    first, last = axis_of(x, start, "start"), axis_of(x, end, "end")
    return reshape(x, (*x.shape[:first], product(x.shape[first:last + 1]), *x.shape[last + 1:]))


def unflatten(x: Value, axis: int, sizes: Sequence[Size]) -> Value:
    """The dimension `axis` as several of `sizes`, one of which may be -1."""
    place, parts = axis_of(x, axis), list(sizes)
    if -1 in parts:
        parts[parts.index(-1)] = x.shape[place] // product(size for size in parts if size != -1)
    return reshape(x, (*x.shape[:place], *parts, *x.shape[place + 1:]))


def squeeze(x: Value, axes: int | Sequence[int] | None = None) -> Value:
    """Without the dimensions of size 1 among `axes`, or all of them; others stay, as in PyTorch."""
    chosen = range(x.rank) if axes is None else [axes] if isinstance(axes, int) else axes
    places = {axis_of(x, axis) for axis in chosen} if x.rank else set()
    return reshape(x, [size for axis, size in enumerate(x.shape) if axis not in places or size != 1])


def unsqueeze(x: Value, axis: int) -> Value:
    """With a dimension of size 1 more, at `axis` of the result."""
    rank = x.rank + 1
    if not -rank <= axis < rank:
        raise IndexError(f"axis {axis} is out of range for a result of {rank} dimensions")
    place = axis % rank
    return reshape(x, (*x.shape[:place], 1, *x.shape[place:]))


def permute(x: Value, axes: Sequence[int]) -> Value:
    """Dimension i of the result is dimension ``axes[i]`` of `x`."""
    order = [axis_of(x, axis) for axis in axes]
    if sorted(order) != list(range(x.rank)):
        raise ValueError(f"axes {list(axes)} are no permutation of {x.rank} dimensions")
    if order == list(range(x.rank)):
        return x
    shape = tuple(x.shape[axis] for axis in order)
    out = x.graph.empty(x.dtype, shape)
    return x.graph.emit(f"linalg.transpose ins({x.name} : {x.type}) outs({out} : {tensor_type(shape, x.dtype)}) "
                        f"permutation = {order}", x.dtype, shape)


def transpose(x: Value, first: int = -2, second: int = -1) -> Value:
    """With two dimensions exchanged, the last two by default."""
    order = list(range(x.rank))
    a, b = axis_of(x, first), axis_of(x, second)
    order[a], order[b] = b, a
    return permute(x, order)


def movedim(x: Value, source: Sequence[int], destination: Sequence[int]) -> Value:
    """Dimensions `source` moved to the places `destination`; the others keep their order."""
    moved = {axis_of(x, to): axis_of(x, of) for of, to in zip(source, destination, strict=True)}
    rest = iter(axis for axis in range(x.rank) if axis not in moved.values())
    return permute(x, [moved[axis] if axis in moved else next(rest) for axis in range(x.rank)])


def expand(x: Value, shape: Sequence[Size]) -> Value:
    """`x` repeated along dimensions of size 1, and along new ones in front; -1 keeps a size.

    What a product may read is a ``linalg.broadcast``, which products see through; what is no float is a map, which
    becomes part of what reads it.
    """
    missing = len(shape) - x.rank
    if missing < 0:
        raise ValueError(f"a tensor of shape {shape_text(x.shape)} does not expand to {shape_text(shape)}")
    old = (1,) * missing + x.shape
    sizes = tuple(own if size == -1 else size for size, own in zip(shape, old))
    if any(own != size and own != 1 for size, own in zip(sizes, old)):
        raise ValueError(f"a tensor of shape {shape_text(x.shape)} does not expand to {shape_text(sizes)}")
    if sizes == x.shape:
        return x
    added = [axis for axis, (size, own) in enumerate(zip(sizes, old)) if axis < missing or size != own]
    if not x.dtype.is_float:
        return map_values([x], x.dtype, lambda b, element: element, shape=sizes)
    base = reshape(x, [size for axis, size in enumerate(sizes) if axis not in added])
    out = x.graph.empty(x.dtype, sizes)
    return x.graph.emit(f"linalg.broadcast ins({base.name} : {base.type}) outs({out} : "
                        f"{tensor_type(sizes, x.dtype)}) dimensions = {added}", x.dtype, sizes)


def broadcast_tensors(*values: Value) -> list[Value]:
    """All values, expanded to the shape that they broadcast to."""
    shape = broadcast(*(value.shape for value in values))
    return [expand(value, shape) for value in values]


def repeat(x: Value, counts: Sequence[int]) -> Value:
    """`x` one after the other, ``counts[i]`` times along dimension i; more counts than dimensions add some in front."""
    if len(counts) < x.rank:
        raise ValueError(f"repeat expects {x.rank} counts or more, but there are {len(counts)}")
    old = (1,) * (len(counts) - x.rank) + x.shape
    spread = reshape(x, [part for size in old for part in (1, size)])
    wide = expand(spread, [part for size, count in zip(old, counts) for part in (count, size)])
    return reshape(wide, [size * count for size, count in zip(old, counts)])


def repeat_interleave(x: Value, count: int, axis: int) -> Value:
    """Each element along `axis` `count` times in a row."""
    place = axis_of(x, axis)
    wide = unsqueeze(x, place + 1)
    wide = expand(wide, (*x.shape[:place + 1], count, *x.shape[place + 1:]))
    return reshape(wide, (*x.shape[:place], x.shape[place] * count, *x.shape[place + 1:]))


def slice_axis(x: Value, axis: int, start: Size | None = None, stop: Size | None = None, step: int = 1) -> Value:
    """Elements start, start + step, … before `stop` along `axis`, as ``x[start:stop:step]`` with a positive step.

    Negative bounds count from the end, and bounds beyond an end are the end. Where the size of the dimension, or a
    bound, is known at the call, a bound has to be inside of the dimension then, unless somebody decides about sizes
    (`_decisions`): that is not checked here.
    """
    if step < 1:
        raise ValueError(f"a slice has a step of 1 or more, but the step is {step}; use flip")
    place = axis_of(x, axis)
    size = x.shape[place]
    first, last = _bound(0 if start is None else start, size), _bound(size if stop is None else stop, size)
    count = (last - first + (step - 1)) // step if is_at_least(last, first) else 0
    if is_same(first, 0) and is_same(count, size) and step == 1:
        return x
    shape = (*x.shape[:place], count, *x.shape[place + 1:])
    if any(is_same(size, 0) for size in shape):
        return Value(x.graph, x.graph.empty(x.dtype, shape), x.dtype, shape)
    offsets = [x.graph.size_text(first) if i == place else "0" for i in range(x.rank)]
    strides = [str(step) if i == place else "1" for i in range(x.rank)]
    sizes = [x.graph.size_text(s) for s in shape]
    return x.graph.emit(f"tensor.extract_slice {x.name}[{', '.join(offsets)}] [{', '.join(sizes)}] "
                        f"[{', '.join(strides)}] : {x.type} to {tensor_type(shape, x.dtype)}", x.dtype, shape)


def select(x: Value, axis: int, index: Size) -> Value:
    """The elements at `index` along `axis`, without that dimension; IndexError if there is no such index."""
    place = axis_of(x, axis)
    size = x.shape[place]
    if isinstance(index, int) and not is_at_least(size, index + 1 if index >= 0 else -index):
        raise IndexError(f"index {index} is out of range for a dimension of size {size}")
    first = index + size if isinstance(index, int) and index < 0 else index
    part = slice_axis(x, place, first, first + 1)
    return reshape(part, (*x.shape[:place], *x.shape[place + 1:]))


def split(x: Value, sizes: int | Sequence[Size], axis: int = 0) -> list[Value]:
    """Parts along `axis`, of `sizes`, or of one size each, where the last may be smaller."""
    place = axis_of(x, axis)
    total = x.shape[place]
    if isinstance(sizes, int):
        if isinstance(total, Dim):
            raise ValueError("a dimension whose size is known at the call is split by a list of sizes")
        sizes = [min(sizes, total - at) for at in range(0, total, sizes)] if total else [0]
    parts: list[Value] = []
    at: Size = 0
    for size in sizes:
        parts.append(slice_axis(x, place, at, at + size))
        at = at + size
    if at != total:
        raise ValueError(f"sizes {list(map(str, sizes))} do not add up to {total}")
    return parts


def chunk(x: Value, count: int, axis: int = 0) -> list[Value]:
    """At most `count` parts along `axis`, of one size, where the last may be smaller.

    Of a dimension whose size is known at the call there are `count`, and the last may have no elements.
    """
    size = x.shape[axis_of(x, axis)]
    part = -(-size // count)
    if isinstance(part, Dim):
        return split(x, [part] * (count - 1) + [size - part * (count - 1)], axis)
    return split(x, max(part, 1), axis)


def concat(values: Sequence[Value], axis: int = 0) -> Value:
    """Values one after the other along `axis`, in their common type; other sizes have to be equal."""
    if not values:
        raise ValueError("concat expects a value or more")
    place, own = axis_of(values[0], axis), promoted(*values)
    for value in values:
        first, other = ([*v.shape[:place], *v.shape[place + 1:]] for v in (values[0], value))
        if first != other:
            raise ValueError(f"shapes {shape_text(values[0].shape)} and {shape_text(value.shape)} differ beside axis "
                             f"{place}, along which they are concatenated")
    parts = [cast(value, own) for value in values if value.shape[place] != 0] or [cast(values[0], own)]
    if len(parts) == 1:
        return parts[0]
    shape = list(parts[0].shape)
    for part in parts[1:]:
        shape[place] = shape[place] + part.shape[place]
    names, types = ", ".join(part.name for part in parts), ", ".join(part.type for part in parts)
    return parts[0].graph.emit(f"tensor.concat dim({place}) {names} : ({types}) -> {tensor_type(shape, own)}", own,
                               shape)


def stack(values: Sequence[Value], axis: int = 0) -> Value:
    """Values of one shape along a new dimension, at `axis` of the result."""
    return concat([unsqueeze(value, axis) for value in values], axis % (values[0].rank + 1))


def pad(x: Value, widths: Sequence[tuple[Size, Size]], value: Number = 0) -> Value:
    """`x` with `value` around it: ``widths[i]`` elements before and after along dimension i; negative widths cut."""
    for axis, (before, after) in enumerate(widths):
        low = -before if isinstance(before, int) and before < 0 else 0
        high = x.shape[axis] + after if isinstance(after, int) and after < 0 else x.shape[axis]
        x = slice_axis(x, axis, low, high) if (low, high) != (0, x.shape[axis]) else x
    grown = [tuple(max(w, 0) if isinstance(w, int) else w for w in pair) for pair in widths]
    if all(pair == (0, 0) for pair in grown):
        return x
    shape = tuple(size + before + after for size, (before, after) in zip(x.shape, grown))
    low_text = ", ".join(x.graph.size_text(before) for before, _ in grown)
    high_text = ", ".join(x.graph.size_text(after) for _, after in grown)
    number = _dtypes.number_text(value, x.dtype)
    type_text = "" if x.dtype is _dtypes.bool_ else f" : {x.dtype.mlir}"
    fill = x.graph.emit_name(f"arith.constant {number}{type_text}")
    places = ", ".join(f"%p{axis}: index" for axis in range(x.rank))
    return x.graph.emit(f"tensor.pad {x.name} low[{low_text}] high[{high_text}] {{\n    ^bb0({places}):\n      "
                        f"tensor.yield {fill} : {x.dtype.mlir}\n    }} : {x.type} to {tensor_type(shape, x.dtype)}",
                        x.dtype, shape)


def insert_slice(x: Value, part: Value, axis: int, start: Size, step: int = 1) -> Value:
    """`x` with the elements start, start + step, … along `axis` replaced by `part`, converted to the type of `x`."""
    place, own = axis_of(x, axis), cast(part, x.dtype)
    if any(is_same(size, 0) for size in part.shape):
        return x
    offsets = ", ".join(x.graph.size_text(start) if i == place else "0" for i in range(x.rank))
    strides = ", ".join(str(step) if i == place else "1" for i in range(x.rank))
    sizes = ", ".join(x.graph.size_text(size) for size in part.shape)
    return x.graph.emit(f"tensor.insert_slice {own.name} into {x.name}[{offsets}] [{sizes}] [{strides}] : {own.type} "
                        f"into {x.type}", x.dtype, x.shape)


def tril(x: Value, diagonal: int = 0) -> Value:
    """The last two dimensions' elements on and below a diagonal; 0 above it."""
    return where(create.triangle(x.graph, x.shape[-2], x.shape[-1], diagonal), x, 0)


def triu(x: Value, diagonal: int = 0) -> Value:
    """The last two dimensions' elements on and above a diagonal; 0 below it."""
    return where(create.triangle(x.graph, x.shape[-2], x.shape[-1], diagonal, upper=True), x, 0)


def _bound(bound: Size, size: Size) -> Size:
    if isinstance(bound, int) and bound < 0:
        return bound + size if is_at_least(size, -bound) else 0
    return size if isinstance(bound, int) and not is_at_least(size, bound) else bound
