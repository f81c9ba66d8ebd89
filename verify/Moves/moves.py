# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Moves of elements, in the spellings of exporters. Each takes a graph and a value, and returns what it moved, or None
where the value's shape does not allow it."""

import numpy as np
from graph import tensor_type

_MOST_ELEMENTS = 200_000


def _fits(shape):
    return int(np.prod(shape)) <= _MOST_ELEMENTS and len(shape) <= 6


def _static_axis(g, value):
    """A dimension whose size is known."""
    axes = [i for i in range(value.rank) if i != value.dynamic]
    return g.rng.choice(axes) if axes else None


def _factors(size):
    return [n for n in range(2, size) if size % n == 0]


def _composite_axes(value):
    return [i for i, size in enumerate(value.shape) if _factors(size)]


def _shape_constant(g, sizes):
    return g.emit(
        f"tosa.const_shape {{values = dense<{list(sizes)}> : tensor<{len(sizes)}xindex>}} : () -> "
        f"!tosa.shape<{len(sizes)}>"
    )


def permute(g, value):
    if value.rank < 2:
        return None
    order = list(range(value.rank))
    g.rng.shuffle(order)
    shape, array = [value.shape[i] for i in order], value.array.transpose(order)
    dynamic = None if value.dynamic is None else order.index(value.dynamic)
    to, spelling = tensor_type(shape, value.element, dynamic), g.rng.choice(["transpose", "tosa", "generic"])
    if spelling == "transpose":
        return g.transpose(value, order)
    if spelling == "tosa":
        text = (
            f"tosa.transpose {value.name} {{perms = array<i32: {', '.join(map(str, order))}>}} : ({value.type}) -> {to}"
        )
        return g.like(value, text, array, dynamic)
    out = g.empty(shape, value.element, dynamic, g.size(value))
    dims = ", ".join(f"d{i}" for i in range(value.rank))
    places = ", ".join(f"d{order.index(i)}" for i in range(value.rank))
    kinds = ", ".join(['"parallel"'] * value.rank)
    return g.like(
        value,
        f"linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({places})>, affine_map<({dims}) -> ({dims})>], "
        f"iterator_types = [{kinds}]}} ins({value.name} : {value.type}) outs({out} : {to}) {{\n"
        f"  ^bb0(%in: {value.element}, %out: {value.element}):\n    linalg.yield %in : {value.element}\n  }} -> {to}",
        array,
        dynamic,
    )


def split(g, value):
    axes = _composite_axes(value)
    if not axes or value.rank > 5:
        return None
    axis = g.rng.choice(axes)
    factor = g.rng.choice(_factors(value.shape[axis]))
    parts = [[size] for size in value.shape]
    parts[axis] = [value.shape[axis] // factor, factor]
    return g.expand(value, parts)


def merge(g, value):
    if value.rank < 2:
        return None
    axis = g.rng.randrange(value.rank - 1)
    if value.dynamic is None and g.rng.random() < 0.3:
        shape = [*value.shape[:axis], value.shape[axis] * value.shape[axis + 1], *value.shape[axis + 2 :]]
        text = f"tosa.reshape {value.name}, {_shape_constant(g, shape)}"
        return g.like(
            value,
            f"{text} : ({value.type}, !tosa.shape<{len(shape)}>) -> {tensor_type(shape, value.element)}",
            value.array.reshape(shape),
        )
    groups = [[i] for i in range(axis)] + [[axis, axis + 1]] + [[i] for i in range(axis + 2, value.rank)]
    return g.collapse(value, groups)


def cut(g, value):
    """A slice, in steps of 1 or more, sometimes of a lower rank."""
    begins, sizes, steps = [0] * value.rank, list(value.shape), [1] * value.rank
    for axis, size in enumerate(value.shape):
        if axis != value.dynamic and size > 1 and g.rng.random() < 0.6:
            steps[axis] = g.rng.choice([1, 1, 2, 3])
            begins[axis] = g.rng.randrange(size // 2 + 1)
            sizes[axis] = g.rng.randint(1, -(-(size - begins[axis]) // steps[axis]))
    units = [i for i, size in enumerate(sizes) if size == 1 and i != value.dynamic]
    dropped = units if units and len(units) < value.rank and g.rng.random() < 0.5 else ()
    return g.slice(value, begins, sizes, steps, dropped)


def reverse(g, value):
    axis = _static_axis(g, value)
    if axis is None:
        return None
    array = np.flip(value.array, axis)
    if value.dynamic is not None or g.rng.random() < 0.3:
        text = f"tosa.reverse {value.name} {{axis = {axis} : i32}} : ({value.type}) -> {value.type}"
        return g.like(value, text, array, value.dynamic)

    def write(op, number, position):
        last = op(f"arith.subi {number(value.shape[axis])}, {number(1)} : index")
        return op(f"arith.subi {last}, {position} : index")

    return g.lookup(value, axis, value.shape[axis], write, array)


def roll(g, value):
    axis = _static_axis(g, value)
    if axis is None or value.shape[axis] < 2:
        return None
    size = value.shape[axis]
    by = g.rng.randrange(1, size)
    if value.dynamic is not None or g.rng.random() < 0.4:
        return g.concat([g.part(value, axis, size - by, by), g.part(value, axis, 0, size - by)], axis)

    def write(op, number, position):
        count = number(size)
        moved = op(f"arith.subi {position}, {number(by)} : index")
        rest = op(f"arith.remsi {moved}, {count} : index")
        negative = op(f"arith.cmpi slt, {rest}, {number(0)} : index")
        raised = op(f"arith.addi {rest}, {count} : index")
        return op(f"arith.select {negative}, {raised}, {rest} : index")

    return g.lookup(value, axis, size, write, np.roll(value.array, by, axis))


def _swap_inner(g, value):
    """[..., a, p, b, q, ...] of [..., a * p, b * q, ...] as [..., a, b, p, q, ...], and where a is; None: no room."""
    pairs = [i for i in range(value.rank - 1) if i in _composite_axes(value) and i + 1 in _composite_axes(value)]
    if not pairs or value.rank > 4:
        return None
    axis = g.rng.choice(pairs)
    p, q = (g.rng.choice(_factors(value.shape[i])) for i in (axis, axis + 1))
    parts = [[size] for size in value.shape]
    parts[axis], parts[axis + 1] = [value.shape[axis] // p, p], [value.shape[axis + 1] // q, q]
    order = [*range(axis), axis, axis + 2, axis + 1, axis + 3, *range(axis + 4, value.rank + 2)]
    return g.transpose(g.expand(value, parts), order), axis


def windows(g, value):
    """[..., a * p, b * q, ...] in windows of p x q."""
    swapped = _swap_inner(g, value)
    if not swapped:
        return None
    moved, axis = swapped
    whole = [[*range(axis + 2)], [axis + 2, axis + 3]] if g.rng.random() < 0.5 else None
    front = whole or [*([i] for i in range(axis)), [axis, axis + 1], [axis + 2, axis + 3]]
    return g.collapse(moved, [*front, *([i] for i in range(axis + 4, moved.rank))])


def joined_windows(g, value):
    """The inverse: [..., a * b, p * q, ...] as rows of a windows of p."""
    swapped = _swap_inner(g, value)
    if not swapped:
        return None
    moved, axis = swapped
    groups = [*([i] for i in range(axis)), [axis, axis + 1], [axis + 2, axis + 3]]
    return g.collapse(moved, [*groups, *([i] for i in range(axis + 4, moved.rank))])


def pixel_shuffle(g, value):
    """[..., c * r * r, h, w] to [..., c, h * r, w * r]."""
    if value.rank < 3 or value.rank > 4:
        return None
    axis = value.rank - 3
    factors = [r for r in (2, 3, 4) if value.shape[axis] % (r * r) == 0]
    if not factors or value.dynamic is not None and value.dynamic >= axis:
        return None
    r = g.rng.choice(factors)
    parts = [[size] for size in value.shape]
    parts[axis] = [value.shape[axis] // (r * r), r, r]
    moved = g.transpose(g.expand(value, parts), [*range(axis + 1), axis + 3, axis + 1, axis + 4, axis + 2])
    return g.collapse(moved, [*([i] for i in range(axis + 1)), [axis + 1, axis + 2], [axis + 3, axis + 4]])


def broadcast(g, value):
    size, axis = g.rng.randint(2, 9), g.rng.randrange(value.rank + 1)
    return g.broadcast(value, axis, size) if _fits([*value.shape, size]) else None


def repeat(g, value):
    """All elements again, or each one, along a dimension."""
    axis, count = _static_axis(g, value), g.rng.randint(2, 4)
    if axis is None or value.rank > 5 or not _fits([*value.shape, count]):
        return None
    spelling = g.rng.choice(["whole", "each", "tosa", "concat"])
    if spelling == "concat":
        return g.concat([value] * count, axis)
    if spelling == "tosa" and value.dynamic is None:
        counts = [count if i == axis else 1 for i in range(value.rank)]
        array = np.tile(value.array, counts)
        text = f"tosa.tile {value.name}, {_shape_constant(g, counts)} : ({value.type}, !tosa.shape<{value.rank}>)"
        return g.like(value, f"{text} -> {tensor_type(array.shape, value.element)}", array)
    wide = g.broadcast(value, axis + (spelling == "each"), count)
    return g.collapse(wide, [[i] for i in range(axis)] + [[axis, axis + 1]] + [[i] for i in range(axis + 2, wide.rank)])


def pad(g, value):
    """A border of a value."""
    low, high = ([g.rng.choice([0, 0, 1, 2, 3]) if i != value.dynamic else 0 for i in range(value.rank)] for _ in "lh")
    shape = [a + size + b for a, size, b in zip(low, value.shape, high)]
    if shape == list(value.shape) or not _fits(shape):
        return None
    number = g.rng.choice([0, 1]) if value.element != "i1" else g.rng.choice([False, True])
    array = np.pad(value.array, list(zip(low, high)), constant_values=number)
    to = tensor_type(shape, value.element, value.dynamic)
    spelling = g.rng.choice(["pad", "pad", "tosa", "insert"])
    if spelling == "tosa" and value.dynamic is None:
        widths = _shape_constant(g, [n for pair in zip(low, high) for n in pair])
        one = tensor_type([1], value.element)
        fill = g.emit(f'"tosa.const"() <{{values = {g.constant(number, value.element)} : {one}}}> : () -> {one}')
        text = f"tosa.pad {value.name}, {widths}, {fill} : ({value.type}, !tosa.shape<{2 * value.rank}>, {one}) -> {to}"
        return g.like(value, text, array)
    if spelling == "insert" and value.dynamic is None:
        full = g.full(shape, value.element, number)
        text = f"tensor.insert_slice {value.name} into {full}{low} {list(value.shape)} {[1] * value.rank}"
        return g.like(value, f"{text} : {value.type} into {to}", array)
    return g.pad(value, low, high, number)


def _pad_along(g, value, mode):
    axis = _static_axis(g, value)
    if axis is None or value.dynamic is not None or value.shape[axis] < 3:
        return None
    size = value.shape[axis]
    low, high = g.rng.randint(0, min(size - 1, 3)), g.rng.randint(1, min(size - 1, 3))
    widths = [(low, high) if i == axis else (0, 0) for i in range(value.rank)]
    if not _fits([*value.shape[:axis], size + low + high, *value.shape[axis + 1 :]]):
        return None

    def write(op, number, position):
        moved = op(f"arith.subi {position}, {number(low)} : index")
        last = op(f"arith.subi {number(size)}, {number(1)} : index")
        if mode == "edge":
            natural = op(f"arith.maxsi {moved}, {number(0)} : index")
            return op(f"arith.minsi {natural}, {last} : index")
        # last - |last - |i||
        moved = op(f"math.absi {moved} : index")
        behind = op(f"arith.subi {last}, {moved} : index")
        behind = op(f"math.absi {behind} : index")
        return op(f"arith.subi {last}, {behind} : index")

    return g.lookup(value, axis, size + low + high, write, np.pad(value.array, widths, mode))


def pad_reflected(g, value):
    return _pad_along(g, value, "reflect")


def pad_edge(g, value):
    return _pad_along(g, value, "edge")


def concat(g, value):
    """Of 2 to 5 parts: the value, parts of it, and inputs."""
    axis = _static_axis(g, value)
    if axis is None:
        return None
    parts = [value]
    for _ in range(g.rng.randint(1, 4)):
        size = g.rng.randint(1, value.shape[axis])
        if value.dynamic is None and g.rng.random() < 0.5:
            parts.append(g.input([*value.shape[:axis], size, *value.shape[axis + 1 :]], value.element))
        else:
            parts.append(g.part(value, axis, g.rng.randint(0, value.shape[axis] - size), size))
    g.rng.shuffle(parts)
    sizes = [part.shape[axis] for part in parts]
    shape = [*value.shape[:axis], sum(sizes), *value.shape[axis + 1 :]]
    if not _fits(shape):
        return None
    array, to = np.concatenate([part.array for part in parts], axis), tensor_type(shape, value.element, value.dynamic)
    spelling = g.rng.choice(["concat", "concat", "tosa", "insert"])
    if spelling == "concat" or value.dynamic is not None:
        return g.concat(parts, axis)
    if spelling == "tosa":
        names, types = ", ".join(part.name for part in parts), ", ".join(part.type for part in parts)
        return g.like(value, f"tosa.concat {names} {{axis = {axis} : i32}} : ({types}) -> {to}", array)
    name, begin = g.empty(shape, value.element), 0
    for part in parts:
        begins = [begin if i == axis else 0 for i in range(value.rank)]
        text = f"tensor.insert_slice {part.name} into {name}{begins} {list(part.shape)} {[1] * value.rank}"
        name, begin = g.emit(f"{text} : {part.type} into {to}"), begin + part.shape[axis]
    value = g.like(value, f"tensor.cast {name} : {to} to {to}", array)
    return value


MOVES = {
    "permute": permute, "split": split, "merge": merge, "slice": cut, "reverse": reverse, "roll": roll,
    "windows": windows, "joined windows": joined_windows, "pixel shuffle": pixel_shuffle, "broadcast": broadcast,
    "repeat": repeat, "pad": pad, "pad reflected": pad_reflected, "pad edge": pad_edge, "concat": concat,
}  # fmt: skip
