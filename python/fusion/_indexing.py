# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""NumPy's basic indexing as one operation."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from fusion import _ops
from fusion._apply import apply, is_array
from fusion._dims import Dim
from fusion._graph import Value

Item = tuple[Any, ...]  # ("new",), ("at", i) or ("range", start, stop, step)


def index(x: Any, key: Any) -> Any:
    """``x[key]``: integers, slices, None and an ellipsis; negative ones count from the end.

    IndexError for integers that are out of range, too many indices, and masks.
    """
    items = _read(x, key if isinstance(key, tuple) else (key,))
    if all(item == ("range", None, None, None) for item in items):
        return x
    return apply(_basic, (x,), name="index", items=items)


def _read(x: Any, key: tuple[Any, ...]) -> tuple[Item, ...]:
    """The items of a key, one for each axis of `x` and each new axis."""
    used = sum(part is not None and part is not Ellipsis for part in key)
    if used > x.ndim:
        raise IndexError(f"{used} indices are too many for an array of {x.ndim} dimensions")
    if sum(part is Ellipsis for part in key) > 1:
        raise IndexError("an index has one ellipsis at most")
    if not any(part is Ellipsis for part in key):
        key = (*key, Ellipsis)
    items: list[Item] = []
    for part in key:
        if part is Ellipsis:
            items += [("range", None, None, None)] * (x.ndim - used)
        else:
            items.append(_item(part))
    return tuple(items)


def _item(part: Any) -> Item:
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
    raise IndexError(f"an index is an integer, a slice, None or an ellipsis, not {type(part).__name__}")


def _bound(bound: Any) -> Any:
    return bound if bound is None or isinstance(bound, Dim) else operator.index(bound)


def _basic(x: Value, items: tuple[Item, ...]) -> Value:
    axis = 0
    for kind, *facts in items:
        x = _STEPS[kind](x, axis, *facts)
        axis += kind != "at"
    return x


def _range(x: Value, axis: int, start: Any, stop: Any, step: Any) -> Value:
    if step is None or isinstance(step, int) and step > 0:
        return _ops.slice_axis(x, axis, start, stop, 1 if step is None else step)
    raise IndexError(f"a slice has a positive step, not {step}")


_STEPS: dict[str, Callable[..., Value]] = {"new": _ops.unsqueeze, "at": _ops.select, "range": _range}
