# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Convolutions of any number of spatial dimensions, channels in front of them, as PyTorch has them."""

from __future__ import annotations

from collections.abc import Sequence

from fusion import _dtypes
from fusion._dims import Dim, Size, product
from fusion._graph import Value
from fusion._ops import binary, indexing, products, reductions, shapes
from fusion._ops._emit import promoted, shape_text
from fusion._ops.casts import cast

__all__ = ["conv_transpose", "convolution", "patch_gradients"]

PerDimension = int | Sequence[int]


def convolution(x: Value, weight: Value, bias: Value | None = None, stride: PerDimension = 1,
                padding: PerDimension = 0, dilation: PerDimension = 1, groups: int = 1) -> Value:
    """The cross-correlation of [N, C, *sizes] with [F, C / groups, *window] and [F], as [N, F, *sizes].

    Places that `padding` adds are 0. Sums of bf16 and f16 are f32, and rounded once. ValueError if channels or groups
    do not fit.
    """
    spatial = x.rank - 2
    own = promoted(x, weight)
    if spatial < 1 or weight.rank != x.rank or not own.is_float:
        raise ValueError(f"convolution expects floats of shapes [N, C, ...] and [F, C / groups, ...], but shapes are "
                         f"{shape_text(x.shape)} and {shape_text(weight.shape)}")
    strides, pads, dilations = (per_dimension(v, spatial) for v in (stride, padding, dilation))
    if x.shape[1] != weight.shape[1] * groups or weight.shape[0] % groups != 0:
        raise ValueError(f"convolution expects {weight.shape[1]} channels in each of {groups} groups and filters in "
                         f"whole groups, but shapes are {shape_text(x.shape)} and {shape_text(weight.shape)}")
    padded = shapes.pad(cast(x, own), [(0, 0), (0, 0), *((pad, pad) for pad in pads)])
    result = _grouped(padded, cast(weight, own), strides, dilations, groups)
    return result if bias is None else binary.add(result, shapes.reshape(bias, [bias.shape[0], *[1] * spatial]))


def conv_transpose(x: Value, weight: Value, bias: Value | None = None, stride: PerDimension = 1,
                   padding: PerDimension = 0, output_padding: PerDimension = 0, groups: int = 1,
                   dilation: PerDimension = 1) -> Value:
    """The transposed convolution of [N, C, *sizes] with [C, F / groups, *window], the gradient of a convolution.

    It is the convolution of `x`, with zeros between its elements, with the reversed window.
    """
    spatial = x.rank - 2
    strides, pads, more, dilations = (per_dimension(v, spatial) for v in (stride, padding, output_padding, dilation))
    for axis, step in enumerate(strides):
        x = _spread(x, axis + 2, step)
    window = _static(weight.shape[2:])
    channels, filters = weight.shape[0] // groups, weight.shape[1]
    split = shapes.reshape(weight, (groups, channels, filters, *window))
    turned = shapes.reshape(shapes.transpose(split, 1, 2), (filters * groups, channels, *window))
    turned = indexing.flip(turned, tuple(range(2, weight.rank)))
    around = [(d * (k - 1) - p, d * (k - 1) - p + o) for k, d, p, o in zip(window, dilations, pads, more)]
    return convolution(shapes.pad(x, [(0, 0), (0, 0), *around]), turned, bias, 1, 0, dilations, groups)


def patch_gradients(gradient: Value, x: Value, weight: Value, wanted: Sequence[bool]) -> list[Value | None]:
    """The gradients of a convolution's input, weight and bias, where strides are the window's sizes: products.

    With G the gradient of the result, [places, F], X the patches of the input, [places, C · window], and W the weight,
    [F, C · window], they are G W, Gᵀ X and the sum of G over places. `wanted` says which are computed.
    """
    window, channels, filters = _static(weight.shape[2:]), weight.shape[1], weight.shape[0]
    places, spatial = list(gradient.shape[2:]), len(window)
    flat = shapes.reshape(gradient, (*gradient.shape[:2], product(places)))
    rows = shapes.reshape(shapes.transpose(flat), (gradient.shape[0] * product(places), filters))
    inner = channels * product(window)
    apart = (x.shape[0], channels, *(size for pair in zip(places, window) for size in pair))
    order = [0, *range(2, 2 * spatial + 2, 2), 1, *range(3, 2 * spatial + 3, 2)]
    result: list[Value | None] = [None, None, None]
    if wanted[0]:
        patches = shapes.reshape(products.matmul(rows, shapes.reshape(weight, (filters, inner))),
                                 [apart[axis] for axis in order])
        back = shapes.permute(patches, [order.index(axis) for axis in range(len(order))])
        covered = shapes.reshape(back, (*x.shape[:2], *(count * size for count, size in zip(places, window))))
        result[0] = shapes.pad(covered, [(0, size - own) for size, own in zip(x.shape, covered.shape)])
    if wanted[1]:
        for axis, (count, size) in enumerate(zip(places, window)):
            x = shapes.slice_axis(x, axis + 2, 0, count * size)
        patches = shapes.reshape(shapes.permute(shapes.reshape(x, apart), order), (rows.shape[0], inner))
        result[1] = shapes.reshape(products.matmul(shapes.transpose(rows), patches), weight.shape)
    if wanted[2]:
        result[2] = reductions.sum(rows, 0)
    return result


def per_dimension(value: PerDimension, count: int) -> list[int]:
    """One number for each of `count` dimensions; ValueError for another count."""
    numbers = [value] * count if isinstance(value, int) else list(value)
    numbers = numbers * count if len(numbers) == 1 else numbers
    if len(numbers) != count:
        raise ValueError(f"{numbers} has no number for each of {count} dimensions")
    return numbers


def _static(sizes: Sequence[Size]) -> list[int]:
    if any(isinstance(size, Dim) for size in sizes):
        raise ValueError(f"windows have sizes that are known to the graph, but there is {shape_text(sizes)}")
    return [size for size in sizes if isinstance(size, int)]


def _spread(x: Value, axis: int, step: int) -> Value:
    """Zeros between the elements along `axis`: step - 1 after each but the last."""
    if step == 1:
        return x
    size = x.shape[axis]
    wide = shapes.pad(shapes.unsqueeze(x, axis + 1), [(0, step - 1 if i == axis + 1 else 0) for i in range(x.rank + 1)])
    joined = shapes.reshape(wide, (*x.shape[:axis], size * step, *x.shape[axis + 1:]))
    return shapes.slice_axis(joined, axis, 0, size * step - (step - 1))


def _grouped(x: Value, weight: Value, strides: list[int], dilations: list[int], groups: int) -> Value:
    """A loop nest of linalg, with a dimension of groups in both operands and in the result if there are several."""
    window, channels = _static(weight.shape[2:]), weight.shape[1]
    places = [(size - (d * (k - 1) + 1)) // s + 1 for size, k, s, d in zip(x.shape[2:], window, strides, dilations)]
    if any(isinstance(size, int) and size < 1 for size in places):
        raise ValueError(f"a window of shape {shape_text(window)} does not fit into {shape_text(x.shape[2:])}")
    filters = weight.shape[0] // groups
    group = ["g"] if groups > 1 else []
    size_of_group = [groups] if groups > 1 else []
    x = shapes.reshape(x, (x.shape[0], *size_of_group, channels, *x.shape[2:]))
    weight = shapes.reshape(weight, (*size_of_group, filters, channels, *window))
    outputs = [f"o{i}" for i in range(len(places))]
    elements = [f"k{i}" for i in range(len(places))]
    reads = [f"o{i} * {s} + k{i} * {d}" for i, (s, d) in enumerate(zip(strides, dilations))]
    result = _contraction(x, weight, ["n", *group, "f", *outputs], ["c", *elements],
                          [["n", *group, "c", *reads], [*group, "f", "c", *elements]],
                          (x.shape[0], *size_of_group, filters, *places))
    return shapes.reshape(result, (x.shape[0], filters * groups, *places))


def _contraction(a: Value, b: Value, parallel: list[str], reduced: list[str], reads: list[list[str]],
                 shape: tuple[Size, ...]) -> Value:
    loops = ", ".join(parallel + reduced)
    maps = ", ".join(f"affine_map<({loops}) -> ({', '.join(read)})>" for read in [*reads, parallel])
    kinds = ", ".join(['"parallel"'] * len(parallel) + ['"reduction"'] * len(reduced))
    element = a.dtype.mlir
    empty = Value(a.graph, a.graph.empty(a.dtype, shape), a.dtype, shape)
    zero = a.graph.emit_name(f"arith.constant {_dtypes.number_text(0, a.dtype)} : {element}")
    fill = f"linalg.fill ins({zero} : {element}) outs({empty.name} : {empty.type}) -> {empty.type}"
    out = a.graph.emit(fill, a.dtype, shape)
    lines = [f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
             f"ins({a.name}, {b.name} : {a.type}, {b.type}) outs({out.name} : {out.type}) {{",
             f"^bb0(%a: {element}, %b: {element}, %c: {element}):",
             f"  %p = arith.mulf %a, %b : {element}", f"  %s = arith.addf %c, %p : {element}",
             f"  linalg.yield %s : {element}", f"}} -> {out.type}"]
    return a.graph.emit("\n    ".join(lines), a.dtype, shape)
