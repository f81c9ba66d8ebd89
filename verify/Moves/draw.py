# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws graphs: a chain of moves, and what computes in front of it, between and behind. All results are exact: numbers
are whole and small."""

import random

import numpy as np
from graph import EXACT, Graph, tensor_type
from moves import MOVES

_SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 18, 20, 24, 27, 32, 36, 48, 49, 64, 72, 96, 100, 128, 144, 300]


def _draw_shape(rng, sizes):
    limit, shape = rng.choice([500, 4_000, 20_000, 60_000]), []
    for _ in range(rng.randint(1, 4)):
        fitting = [size for size in sizes if size * int(np.prod(shape)) <= limit]
        shape.append(rng.choice(fitting))
    rng.shuffle(shape)
    return shape


def is_exact(element, array):
    return bool(np.abs(array).max(initial=0) <= EXACT[element])


def _binary(g, value, name, other, array):
    dialect = g.rng.choice(["fusion", "arith"]) if other.type == value.type else "fusion"
    if dialect == "arith":
        text = f"arith.{name}f {value.name}, {other.name} : {value.type}"
    else:
        text = f"fusion.{name} {value.name}, {other.name} : ({value.type}, {other.type}) -> {value.type}"
    return g.like(value, text, array, value.dynamic)


def _elementwise_float(g, value):
    kind, array = g.rng.choice(["neg", "abs", "relu", "double", "input", "bias", "shift"]), value.array
    unary = {"neg": -array, "abs": np.abs(array), "relu": np.maximum(array, 0)}
    if kind in unary:
        return g.like(value, f"fusion.{kind} {value.name} : {value.type}", unary[kind], value.dynamic)
    if kind in ("double", "shift"):
        name, result = ("mul", array * 2) if kind == "double" else ("add", array + 2)
        scalar = tensor_type([], value.element)
        other = g.value(f"arith.constant {g.constant(2, value.element)} : {scalar}", np.float32(2), value.element)
    else:
        shape = [value.shape[-1]] if kind == "bias" and value.rank - 1 != value.dynamic else value.shape
        if shape == value.shape and value.dynamic is not None:
            return None
        name, other = "add", g.input(shape, value.element)
        result = array + other.array
    return _binary(g, value, name, other, result) if is_exact(value.element, result) else None


def _elementwise_integer(g, value):
    if value.dynamic is None and g.rng.random() < 0.5:
        other = g.input(value.shape, value.element)
    else:
        other = value
    if value.element == "i8":
        return g.like(
            value, f"arith.addi {value.name}, {other.name} : {value.type}", value.array + other.array, value.dynamic
        )
    name, array = g.rng.choice([("xor", value.array ^ other.array), ("and", value.array & other.array)])
    return g.like(value, f"arith.{name}i {value.name}, {other.name} : {value.type}", array, value.dynamic)


def elementwise(g, value):
    return _elementwise_float(g, value) if value.is_float else _elementwise_integer(g, value)


def _widen(g, value):
    if value.element == "f32":
        return value
    to = tensor_type(value.shape, "f32", value.dynamic)
    return g.value(f"fusion.cast {value.name} : {value.type} to {to}", value.array, "f32", value.dynamic)


def _reduce(g, value):
    axis = value.rank - 1 if g.rng.random() < 0.8 else g.rng.randrange(value.rank)
    if not value.is_float or axis == value.dynamic:
        return None, None
    wide = _widen(g, value)
    kind, array = g.rng.choice(
        [("addf", wide.array.sum(axis, keepdims=True)), ("maximumf", wide.array.max(axis, keepdims=True))]
    )
    to = tensor_type(array.shape, "f32", wide.dynamic)
    return wide, g.like(
        wide, f"fusion.reduce {kind} {wide.name} along [{axis}] : {wide.type} -> {to}", array, wide.dynamic
    )


def row_value(g, value):
    """A sum or an extremum of each row."""
    return _reduce(g, value)[1]


def norm(g, value):
    """Each row, less a sum or an extremum of it."""
    wide, reduced = _reduce(g, value)
    if not reduced or not is_exact("f32", wide.array - reduced.array):
        return None
    text = f"fusion.sub {wide.name}, {reduced.name} : ({wide.type}, {reduced.type}) -> {wide.type}"
    return g.like(wide, text, wide.array - reduced.array, wide.dynamic)


def product(g, value):
    """The rows of all dimensions but the last, times weights."""
    if not value.is_float or value.dynamic is not None or value.array.size > 20_000 or value.rank < 2:
        return None
    if np.abs(value.array).max() > 256:
        return None
    flat = g.collapse(value, [list(range(value.rank - 1)), [value.rank - 1]])
    weight = g.input([value.shape[-1], g.rng.choice([4, 8, 24, 32])], value.element)
    array = flat.array @ weight.array
    if not is_exact("f32", array):
        return None
    to = tensor_type(array.shape, "f32")
    text = f"fusion.matmul {flat.name}, {weight.name} : ({flat.type}, {weight.type}) -> {to}"
    behind = g.value(text, array, "f32")
    return g.expand(behind, [list(value.shape[:-1]), [array.shape[1]]])


def draw(seed, most_moves, alone=False):
    """The graph of a seed. If `alone`, moves give one result, half of them of dynamic sizes, and nothing computes."""
    rng = random.Random(seed)
    g = Graph(rng, any_bits=alone or rng.random() < 0.3)
    element = rng.choice(["f32", "f32", "bf16", "bf16", "i8", "i1"])
    shape = _draw_shape(rng, range(1, 301) if alone and rng.random() < 0.3 else _SIZES)
    value = g.input(shape, element, rng.randrange(len(shape)) if rng.random() < (0.5 if alone else 0.15) else None)

    def compute(value, kinds, chance):
        if g.any_bits or rng.random() > chance:
            return value
        kind = rng.choice(kinds)
        computed = kind(g, value)
        g.joins |= computed is not None and kind is not elementwise
        computed = computed or elementwise(g, value)
        if computed and rng.random() < 0.2:
            g.output(value if rng.random() < 0.5 else computed)
        g.computes |= computed is not None
        return computed or value

    value = compute(value, [elementwise, elementwise, norm, product], 0.6)
    for _ in range(rng.randint(1, most_moves)):
        for kind in rng.sample(list(MOVES), len(MOVES)):
            moved = MOVES[kind](g, value)
            if moved:
                break
        g.moves.append(kind)
        value = moved
        if not alone and rng.random() < 0.1:
            g.output(value)
        value = compute(value, [elementwise, elementwise, norm], 0.35)
    if not g.any_bits:
        value = compute(value, [elementwise, elementwise, norm, row_value, product], 0.7)
    g.output(value)
    return g
