# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws graphs of elementwise work whose rows are no whole vectors: operands are repeated along some dimensions, and
positions and tables are asked for. All results are exact: numbers are whole and small."""

import random

import numpy as np
from draw import elementwise, is_exact
from graph import Graph, tensor_type


def _draw_shape(rng):
    sizes = [rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 28]) for _ in range(rng.randint(1, 5))]
    while np.prod(sizes) > 40_000:
        sizes.pop(rng.randrange(len(sizes)))
    # Behind a few rows of whole vectors there is an odd one.
    return [*sizes, rng.choice([1, 2, 3, 4, 6, 7, 9, 12, 18])]


def _repeated(g, value):
    """An operand that has a part of the dimensions."""
    shape = [size if g.rng.random() < 0.5 else 1 for size in value.shape]
    shape = shape[g.rng.choice([0, 0, g.rng.randrange(value.rank + 1)]) :]
    other = g.input(shape, value.element)
    name, array = g.rng.choice([("add", value.array + other.array), ("mul", value.array * other.array),
                                ("sub", value.array - other.array)])  # fmt: skip
    if not is_exact(value.element, array):
        return None
    text = f"fusion.{name} {value.name}, {other.name} : ({value.type}, {other.type}) -> {value.type}"
    return g.like(value, text, array)


def _masked(g, value):
    """The elements where a position and a number, or two positions compare; else zeros."""
    positions = [f"%p{i}" for i in range(value.rank)]
    places = np.indices(value.shape)
    axis, other = g.rng.randrange(value.rank), g.rng.randrange(value.rank)
    lines = []
    if axis == other:
        limit = g.rng.randint(0, value.shape[axis])
        lines.append(f"%n = arith.constant {limit} : index")
        mask, right = places[axis] < limit, "%n"
    else:
        mask, right = places[axis] < places[other], positions[other]
    lines += [f"%m = arith.cmpi slt, {positions[axis]}, {right} : index",
              f"%z = arith.constant 0.0 : {value.element}",
              f"%r = arith.select %m, %e, %z : {value.element}", f"fusion.yield %r : {value.element}"]  # fmt: skip
    text = f"fusion.map(%e = {value.name}) at({', '.join(positions)}) : ({value.type}) -> {value.type} {{"
    return g.like(value, "\n    ".join([text, *lines]) + "\n  }", np.where(mask, value.array, 0))


def _looked_up(g, value):
    """The elements in reverse along a dimension, or moved along it with zeros behind an end."""
    axis = g.rng.randrange(value.rank)
    size = value.shape[axis]
    if g.rng.random() < 0.5:
        return g.lookup(
            value, axis, size,
            lambda op, number, at: op(f"arith.subi {number(size - 1)}, {at} : index"), np.flip(value.array, axis)
        )  # fmt: skip
    step = g.rng.choice([-2, -1, 1, 2])
    positions = [f"%p{i}" for i in range(value.rank)]
    own = list(positions)
    own[axis] = "%at"
    lines = [f"%d = arith.constant {step} : index", f"%at = arith.addi {positions[axis]}, %d : index",
             f"%n = arith.constant {size} : index", "%c = arith.cmpi ult, %at, %n : index",
             f"%r = fusion.lookup %t[{', '.join(own)}] if %c : {value.type}",
             f"fusion.yield %r : {value.element}"]  # fmt: skip
    array = np.zeros_like(value.array)
    for at in range(size):
        if 0 <= at + step < size:
            index = [slice(None)] * value.rank
            index[axis] = at
            array[tuple(index)] = value.array.take(at + step, axis)
    text = f"fusion.map() tables(%t = {value.name}) at({', '.join(positions)}) : ({value.type}) -> {value.type} {{"
    return g.like(value, "\n    ".join([text, *lines]) + "\n  }", array)


def _position(g, value):
    """A map of positions alone, of the last dimensions, is added."""
    rank = g.rng.randint(1, value.rank)
    shape = [size if g.rng.random() < 0.7 else 1 for size in value.shape[value.rank - rank :]]
    positions = [f"%p{i}" for i in range(rank)]
    axis = g.rng.randrange(rank)
    to = tensor_type(shape, value.element)
    text = (f"fusion.map() at({', '.join(positions)}) : () -> {to} {{\n"
            f"    %i = arith.index_cast {positions[axis]} : index to i32\n"
            f"    %r = arith.sitofp %i : i32 to {value.element}\n"
            f"    fusion.yield %r : {value.element}\n  }}")  # fmt: skip
    other = g.value(text, np.indices(shape)[axis], value.element)
    array = value.array + other.array
    if not is_exact(value.element, array):
        return None
    text = f"fusion.add {value.name}, {other.name} : ({value.type}, {other.type}) -> {value.type}"
    return g.like(value, text, array)


def _cast(g, value):
    to = g.rng.choice([element for element in ("f32", "bf16", "f16") if element != value.element])
    if not is_exact(to, value.array):
        return None
    text = f"fusion.cast {value.name} : {value.type} to {tensor_type(value.shape, to)}"
    return g.value(text, value.array, to)


_KINDS = {"repeated": _repeated, "masked": _masked, "looked up": _looked_up, "position": _position, "cast": _cast,
          "elementwise": elementwise}  # fmt: skip


def draw(seed, most):
    """The graph of a seed, of at most twice so many operations."""
    rng = random.Random(seed)
    g = Graph(rng, any_bits=False)
    value = g.input(_draw_shape(rng), rng.choice(["f32", "bf16", "f16"]))
    for _ in range(rng.randint(1, 2 * most)):
        kind = rng.choice(["repeated", *_KINDS])
        value, before = _KINDS[kind](g, value) or value, value
        if value is before:
            continue
        g.moves.append(kind)
        if rng.random() < 0.15:
            g.output(value)
    if not g.moves:
        value = elementwise(g, value) or _masked(g, value)
        g.moves.append("elementwise")
    g.output(value)
    rng.shuffle(g.outputs)
    return g
