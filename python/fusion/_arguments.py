# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Arguments and results of functions that are traced: tensors in tuples, lists and dictionaries, and what is static."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from fusion import _dtypes, _lazy, _types
from fusion._types import DTypeLike, Type, describe, type_of

_SMALLEST_HINT = 1009  # sizes of a Spec that are not known are, for the trace, large and all different


class Spec:
    """Stands for a tensor where a function is compiled ahead of its calls (`fusion.jit`).

    Args:
        shape: sizes; None for one that is known at the call, and may be any, or a name, ``"m"``, for one that others
            of this name are equal to.
        dtype: the element type.
        device: ``"cpu"`` or ``"cuda:N"``; by default a GPU if there is one.

    >>> double = fusion.jit(lambda x: x * 2, target="cpu")
    >>> double.compile(fusion.Spec((None, 4), "f32"))
    <fusion.Module for the CPU: main(x: f32[?, 4]) -> f32[?, 4]>
    """

    def __init__(self, shape: tuple[int | str | None, ...], dtype: DTypeLike, device: str | None = None) -> None:
        if not isinstance(shape, (tuple, list)) or not all(map(_is_size, shape)):
            raise TypeError(f"shape of fusion.Spec expects a tuple of sizes, each at least 0, None for any size or a "
                            f"name, but is {shape!r}")
        if device is not None and not re.fullmatch(r"cpu|cuda:\d+", str(device)):
            raise ValueError(f"device of fusion.Spec expects 'cpu' or 'cuda:N', but is {device!r}")
        self.shape = tuple(int(size) if isinstance(size, np.integer) else size for size in shape)
        self.dtype = _types.as_dtype(dtype)
        self.device = device

    def __repr__(self) -> str:
        return f"Spec({self.shape}, {self.dtype.name!r})"

    def free_axes(self) -> list[int]:
        """Axes whose size is not known."""
        return [axis for axis, size in enumerate(self.shape) if not isinstance(size, int)]

    def type(self, number: int, hints: dict[Hashable, int]) -> Type:
        """Its type, as of tensor `number`, with a number of its own for each size that is not known, kept in `hints`."""
        names = [(number, axis) if size is None else size for axis, size in enumerate(self.shape)]
        sizes = tuple(name if isinstance(name, int) else hints.setdefault(name, _SMALLEST_HINT + len(hints))
                      for name in names)
        return type_of(self.dtype, sizes, self.device)


def _is_size(size: object) -> bool:
    return size is None or isinstance(size, str) or (isinstance(size, (int, np.integer)) and size >= 0)


TENSORS: set[type] = {np.ndarray}
"""Types that tensors were seen to have."""


class Arguments:
    """The arguments of one call: ``key`` has a type for each tensor, and what is static; equal keys are equal calls."""

    __slots__ = ("key", "types", "values", "names", "specs", "_hints")

    def __init__(self) -> None:
        self.key: list[Hashable] = []
        self.types: list[Type] = []
        self.values: list[Any] = []
        self.names: list[str] = []        # of the tensors, as ``x`` or ``x[0]``
        self.specs: dict[int, Spec] = {}  # by the number of the tensor
        self._hints: dict[Hashable, int] = {}

    def add(self, value: Any, name: str) -> None:
        """Adds one argument; TypeError for what is neither a tensor, a container of such, nor a static value."""
        kind = type(value)
        if kind is np.ndarray:
            self._add_tensor(describe(value), value, name)
        elif kind is _lazy.Array:
            self._add_tensor(value._type, value, name)
        elif value is None or kind in (bool, int, float, str, _dtypes.DType):
            self.key.append((kind, value if value and value == value else repr(value)))
        elif kind in (tuple, list):
            self.key.append((kind, len(value)))
            for i, part in enumerate(value):
                self.add(part, f"{name}[{i}]")
        elif kind is dict:
            self.key.append((kind, tuple(value)))
            for entry, part in value.items():
                self.add(part, f"{name}[{entry!r}]")
        elif kind is Spec:
            self.specs[len(self.types)] = value
            self._add_tensor(value.type(len(self.types), self._hints), None, name)
        else:
            try:
                self._add_tensor(describe(value), value, name)
                TENSORS.add(kind)
            except TypeError as error:
                raise TypeError(f"argument '{name}': {error}; functions of fusion.jit take tensors, numbers, strings, "
                                "None, and tuples, lists and dictionaries of them: let it close over the rest"
                                ) from None

    def device(self) -> str | None:
        """Where the first tensor is; None if there is none."""
        return next((own.device for own in self.types if own.device is not None), None)

    def _add_tensor(self, own: Type, value: Any, name: str) -> None:
        self.key.append(own)
        self.types.append(own)
        self.values.append(value)
        self.names.append(name)


def replace_tensors(value: Any, replacement: Callable[[Any], Any]) -> Any:
    """The argument `value` with each tensor replaced, in the order in which `Arguments.add` finds them."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str, _dtypes.DType):
        return value
    if kind in (tuple, list):
        return kind(replace_tensors(part, replacement) for part in value)
    if kind is dict:
        return {entry: replace_tensors(part, replacement) for entry, part in value.items()}
    return replacement(value)


def map_results(value: Any, result_of: Callable[[Any], Any]) -> Any:
    """What a function returned with each array replaced; TypeError for what is neither an array nor static."""
    kind = type(value)
    if kind in (tuple, list):
        return kind(map_results(part, result_of) for part in value)
    if kind is dict:
        return {entry: map_results(part, result_of) for entry, part in value.items()}
    if kind is _lazy.Array:
        return result_of(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is np.ndarray or hasattr(value, "__dlpack__"):
        return result_of(_lazy.lazy(value))
    raise TypeError(f"a function of fusion.jit returns arrays, or tuples, lists and dictionaries of them, not "
                    f"{kind.__name__}")
