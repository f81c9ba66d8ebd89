# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What is known of an array before its elements are: element type, shape and device, one object for equal ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

import numpy as np

from fusion import _dtypes
from fusion._dims import Size
from fusion._dtypes import DType

DTypeLike = Union[DType, str, type, Any]

MOST_TYPES = 1 << 16  # kept at a time; then all are forgotten, which costs time but changes nothing


class Type:
    """Element type, shape, and the device, ``"cpu"``, ``"cuda:0"`` or None where it does not matter.

    `type_of` gives the same object for equal types, so that they are compared, and looked up, by identity.
    ``is_number`` is set of what calls pass as a Python number.
    """

    __slots__ = ("dtype", "shape", "device", "is_number", "__weakref__")

    def __init__(self, dtype: DType, shape: tuple[Size, ...], device: str | None, is_number: bool) -> None:
        self.dtype = dtype
        self.shape = shape
        self.device = device
        self.is_number = is_number

    def __str__(self) -> str:
        sizes = ", ".join(str(size) for size in self.shape) + ("," if len(self.shape) == 1 else "")
        return f"{self.dtype.name}({sizes})"


_known: dict[tuple[DType, tuple[Size, ...], str | None, bool], Type] = {}


def type_of(dtype: DType, shape: tuple[Size, ...], device: str | None, is_number: bool = False) -> Type:
    """The type with these facts."""
    key = (dtype, shape, device, is_number)
    found = _known.get(key)
    if found is None:
        if len(_known) >= MOST_TYPES:
            _known.clear()
            _described.clear()
        found = _known.setdefault(key, Type(*key))
    return found


_described: dict[tuple[Any, Any, Any], Type] = {}  # by the dtype object of a framework, a shape, and a device


def describe(tensor: Any) -> Type:
    """The type of a NumPy array or of anything else with ``dtype``, ``shape`` and ``__dlpack__``.

    TypeError says what is no tensor, or of which element type none can be.
    """
    if type(tensor) is np.ndarray:
        key = (tensor.dtype, tensor.shape, -1)
    else:
        key = _key_of(tensor)
    found = _described.get(key)
    if found is None:
        found = type_of(as_dtype(key[0]), tuple(int(size) for size in key[1]), _device_name(key[2]))
        _described[key] = found
    return found


def _key_of(tensor: Any) -> tuple[Any, Any, Any]:
    try:
        if isinstance(tensor, np.ndarray):
            return tensor.dtype, tensor.shape, -1
        if getattr(tensor, "is_cuda", False):  # of torch, whose __dlpack_device__ takes longer
            return tensor.dtype, tensor.shape, tensor.get_device()
        if getattr(tensor, "is_cpu", False):
            return tensor.dtype, tensor.shape, -1
        return tensor.dtype, tensor.shape, tensor.__dlpack_device__()
    except (AttributeError, TypeError):
        raise TypeError("expected a tensor (a NumPy array, or anything with dtype, shape and __dlpack__), got "
                        f"{type(tensor).__name__}") from None


_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED = 1, 2, 3, 13  # DLDeviceType of dlpack.h


def _device_name(device: Any) -> str:
    """``"cpu"`` or ``"cuda:N"`` of a number of torch, -1 for the CPU, or of what ``__dlpack_device__`` gives."""
    kind, ordinal = device if isinstance(device, tuple) else (_CPU, 0) if device < 0 else (_CUDA, device)
    if kind in (_CPU, _CUDA_HOST):
        return "cpu"
    if kind in (_CUDA, _CUDA_MANAGED):
        return f"cuda:{int(ordinal)}"
    raise TypeError(f"tensors on devices of DLPack's kind {kind} are not supported; move it to the CPU or a CUDA GPU")


_dtype_of: dict[Any, DType] = {}


def as_dtype(dtype: DTypeLike) -> DType:
    """The element type that `dtype` means: a DType, a name (``"bf16"``, ``"bfloat16"``), a type of NumPy or torch.

    TypeError if there is none.
    """
    if type(dtype) is DType:
        return dtype
    found = _dtype_of.get(dtype)
    if found is None:
        found = _dtype_of[dtype] = _read_dtype(dtype)
    return found


def _read_dtype(dtype: DTypeLike) -> DType:
    name = dtype if isinstance(dtype, str) else getattr(dtype, "name", None) or str(dtype).rpartition(".")[2]
    by_name = {own.name: own for own in _dtypes.ALL}
    by_name |= {own.storage: own for own in _dtypes.ALL if not own.is_held_as_bits} | _dtypes.BY_ML_DTYPES
    if name in by_name:
        return by_name[name]
    try:
        return _dtypes.of_numpy(dtype)
    except TypeError as error:
        raise TypeError(f"there is no element type '{name}'; there are {', '.join(by_name)}") from error


def common_device(types: Sequence[Type]) -> str | None:
    """The device that all are on; ValueError if they are on two."""
    devices = {own.device: own for own in types if own.device is not None}
    if len(devices) > 1:
        words = " and ".join(f"{own} on {device}" for device, own in devices.items())
        raise ValueError(f"operands are on different devices, {words}: move one of them first, as with "
                         f"x.to({next(iter(devices))!r}) of torch; fusion copies nothing between devices")
    return next(iter(devices), None)
