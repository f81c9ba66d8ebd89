# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""How a reshape is written: dimensions that are merged (tensor.collapse_shape), then split (tensor.expand_shape)."""

from __future__ import annotations

from collections.abc import Sequence

from fusion._dims import Dim, Size, product
from fusion._graph import Value, tensor_type
from fusion._ops._emit import shape_text

Group = tuple[list[int], list[int]]


def reshaped(x: Value, shape: tuple[Size, ...]) -> Value:
    """`x` with `shape`; ValueError if the numbers of elements are known to differ."""
    if shape == x.shape:
        return x
    old, new = product(x.shape), product(shape)
    if old != new and (isinstance(old, int) or isinstance(new, int) or _is_polynomial(old - new)):
        raise ValueError(f"a tensor of shape {shape_text(x.shape)} does not reshape to {shape_text(shape)}: {old} "
                         f"elements are not {new}")
    if new == 0:
        return x.graph.emit(f"tensor.empty({', '.join(x.graph.index(s) for s in shape if isinstance(s, Dim))}) : "
                            f"{tensor_type(shape, x.dtype)}", x.dtype, shape)
    groups = _groups(x.shape, shape)
    middle = [product(x.shape[axis] for axis in before) if len(before) != 1 else x.shape[before[0]]
              for before, _ in groups]
    middle = [shape[after[0]] if len(after) == 1 else size for size, (_, after) in zip(middle, groups)]
    return _expanded(_collapsed(x, middle, [before for before, _ in groups]), shape, [after for _, after in groups])


def _is_polynomial(size: Size) -> bool:
    return isinstance(size, int) or size.is_polynomial


def _groups(old: Sequence[Size], new: Sequence[Size]) -> list[Group]:
    """The smallest runs of dimensions of both shapes with equal numbers of elements, in order.

    Dimensions of size 1 at the end of a shape join the last run. Where one shape has no dimensions there is no run.
    """
    if not old or not new:
        return []
    groups: list[Group] = []
    i = j = 0
    while i < len(old) and j < len(new):
        before, after = [i], [j]
        i, j, left, right = i + 1, j + 1, old[i], new[j]
        while left != right and (i < len(old) or j < len(new)):
            if j == len(new) or i < len(old) and _comes_first(left, right):
                before, left, i = before + [i], left * old[i], i + 1
            else:
                after, right, j = after + [j], right * new[j], j + 1
        groups.append((before, after))
    groups[-1][0].extend(range(i, len(old)))
    groups[-1][1].extend(range(j, len(new)))
    return groups


def _comes_first(left: Size, right: Size) -> bool:
    """Whether the left run is the one to grow: it is smaller, or the right one is a multiple of it."""
    if isinstance(left, int) and isinstance(right, int):
        return left < right
    if left == 1 or right == 1:
        return left == 1
    return _degree(left) < _degree(right) or (_degree(left) == _degree(right) and _factor(left) < _factor(right))


def _degree(size: Size) -> int:
    return max(len(monomial) for monomial, _ in size.terms) if isinstance(size, Dim) else 0


def _factor(size: Size) -> int:
    return max(abs(factor) for _, factor in size.terms) if isinstance(size, Dim) else size


def _collapsed(x: Value, shape: Sequence[Size], groups: Sequence[list[int]]) -> Value:
    if all(len(group) == 1 for group in groups) and x.rank == len(groups):
        return x
    return x.graph.emit(f"tensor.collapse_shape {x.name} {list(groups)} : {x.type} into {tensor_type(shape, x.dtype)}",
                        x.dtype, shape)


def _expanded(x: Value, shape: Sequence[Size], groups: Sequence[list[int]]) -> Value:
    if all(len(group) == 1 for group in groups) and len(shape) == len(groups):
        return Value(x.graph, x.name, x.dtype, shape)
    sizes = ", ".join(x.graph.size_text(size) for size in shape)
    return x.graph.emit(f"tensor.expand_shape {x.name} {list(groups)} output_shape [{sizes}] : {x.type} into "
                        f"{tensor_type(shape, x.dtype)}", x.dtype, shape)
