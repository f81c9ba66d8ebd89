# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A library that the package does not know by name: arrays on the host with DLPack and Python's array API standard."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float16, float32, float64 = map(
    np.dtype, ("bool", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"))


class Array:
    """What the standard asks of an array, as far as calls use it."""

    device = "host"

    def __init__(self, values: np.ndarray) -> None:
        self._values = values

    shape = property(lambda self: self._values.shape)
    dtype = property(lambda self: self._values.dtype)
    T = property(lambda self: Array(self._values.T))

    def __array_namespace__(self, api_version: str | None = None) -> Any:
        return sys.modules[__name__]

    def __dlpack__(self, **arguments: Any) -> Any:
        return self._values.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._values.__dlpack_device__()

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.array(self._values, dtype, copy=copy)

    def view(self, dtype: str) -> Array:
        return Array(self._values.view(dtype))


def asarray(values: Any, *, copy: Any = None) -> Array:
    return Array(np.array(values, copy=copy, order="C"))


def empty(shape: tuple[int, ...], *, dtype: Any, device: str) -> Array:
    assert device == Array.device
    return Array(np.empty(shape, dtype))
