# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""NumPy's indexing, basic and by arrays of integers, as one operation."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from fusion import _dtypes, _ops
from fusion._apply import apply, integer, is_array
from fusion._dims import Dim, is_at_least
from fusion._graph import Value

Item = tuple[Any, ...]  # ("new",), ("at", i), ("range", start, stop, step) or ("take",)


def index(x: Any, key: Any) -> Any:
    """``x[key]``: integers, slices, None, an ellipsis and arrays of integers, which broadcast.

    Negative indices count from the end. Those of an array that are out of range are an error, or a trap on GPUs, when
    it is computed. IndexError for integers that are out of range, too many indices, and masks.
    """
    items, arrays = _read(x, key if isinstance(key, tuple) else (key,))
    if all(item == ("range", None, None, None) for item in items):
        return x
    return apply(_by_arrays if arrays else _basic, (x, *arrays), name="index", items=items)


def _read(x: Any, key: tuple[Any, ...]) -> tuple[tuple[Item, ...], list[Any]]:
    """The items of a key, one for each axis of `x` and each new axis, and the arrays among them."""
    used = sum(part is not None and part is not Ellipsis for part in key)
    if used > x.ndim:
        raise IndexError(f"{used} indices are too many for an array of {x.ndim} dimensions")
    if sum(part is Ellipsis for part in key) > 1:
        raise IndexError("an index has one ellipsis at most")
    if not any(part is Ellipsis for part in key):
        key = (*key, Ellipsis)
    items: list[Item] = []
    arrays: list[Any] = []
    for part in key:
        if part is Ellipsis:
            items += [("range", None, None, None)] * (x.ndim - used)
        else:
            items.append(_item(part, arrays))
    return tuple(items), arrays


def _item(part: Any, arrays: list[Any]) -> Item:
    if part is None:
        return ("new",)
    if isinstance(part, slice):
        return ("range", *(_bound(bound) for bound in (part.start, part.stop, part.step)))
    if isinstance(part, Dim):
        return ("at", part)
    if isinstance(part, bool) or str(getattr(part, "dtype", "")).rpartition(".")[2] == "bool":
        raise IndexError("the shape of what a mask selects depends on values: use fusion.where")
    if not is_array(part) and hasattr(part, "__index__") and not getattr(part, "shape", ()):
        return ("at", operator.index(part))
    if isinstance(part, list):
        return _item(np.asarray(part, None if part else np.int64), arrays)
    if not hasattr(part, "dtype"):
        raise IndexError(f"an index is an integer, a slice, None, an ellipsis or an array of integers, not {part!r}")
    arrays.append(part)
    return ("take",)


def _bound(bound: Any) -> Any:
    return bound if bound is None or isinstance(bound, Dim) else integer(bound, "the bound of a slice")


def _basic(x: Value, items: tuple[Item, ...]) -> Value:
    axis = 0
    for kind, *facts in items:
        x = _STEPS[kind](x, axis, *facts)
        axis += kind != "at"
    return x


def _by_arrays(x: Value, *arrays: Value, items: tuple[Item, ...]) -> Value:
    """Slices and new axes first; then integers are indices like those of arrays, as in NumPy."""
    rest = iter(arrays)
    positions: list[Value | None] = []
    for axis, (kind, *facts) in enumerate(items):
        if kind == "take":
            positions.append(next(rest))
        elif kind == "at":
            positions.append(_position(x, axis, facts[0]))
        else:
            x = _STEPS[kind](x, axis, *facts)
            positions.append(None)
    return _ops.index(x, positions)


def _position(x: Value, axis: int, place: Any) -> Value:
    if isinstance(place, Dim):
        raise IndexError("an index that is a size does not stand beside arrays")
    if not is_at_least(x.shape[axis], place + 1 if place >= 0 else -place):
        raise IndexError(f"index {place} is out of range for a dimension of size {x.shape[axis]}")
    return x.graph.constant(place, _dtypes.i64)


def _range(x: Value, axis: int, start: Any, stop: Any, step: Any) -> Value:
    if step is None or isinstance(step, int) and step > 0:
        return _ops.slice_axis(x, axis, start, stop, 1 if step is None else step)
    size = x.shape[axis]
    if start is None and stop is None:
        return _ops.slice_axis(_ops.flip(x, axis), axis, None, None, -step)
    if isinstance(size, Dim):
        raise IndexError("a slice with a negative step and bounds needs a static size")
    first, last, _ = slice(start, stop, step).indices(size)
    return _ops.slice_axis(_ops.flip(x, axis), axis, size - 1 - first, size - 1 - last, -step)


_STEPS: dict[str, Callable[..., Value]] = {"new": _ops.unsqueeze, "at": _ops.select, "range": _range}
