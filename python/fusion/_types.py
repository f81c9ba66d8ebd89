# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What is known of an array before its elements are: element type, shape and device, one object for equal ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

from fusion import _dtypes, _libraries
from fusion._dims import Size
from fusion._dtypes import DType
from fusion._options import nearest

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


_described: dict[tuple[Any, Any, Any], Type] = {}  # by the dtype object of a library, a shape, and a device


def describe(tensor: Any) -> Type:
    """The type of a NumPy array or of a tensor of another library.

    TypeError says what is no tensor, or of which element type none can be.
    """
    try:
        key = _libraries.of(tensor).facts(tensor)
    except AttributeError:  # a library's object that is no tensor
        raise _libraries.no_tensor(type(tensor)) from None
    found = _described.get(key)
    if found is None:
        found = type_of(as_dtype(key[0]), tuple(int(size) for size in key[1]), _device_name(key[2]))
        _described[key] = found
    return found


_CPU, _CUDA, _CUDA_HOST, _CUDA_MANAGED = 1, 2, 3, 13  # DLDeviceType of dlpack.h


def _device_name(device: tuple[int, int]) -> str:
    """``"cpu"`` or ``"cuda:N"`` of what ``__dlpack_device__`` gives."""
    kind, ordinal = device
    if kind in (_CPU, _CUDA_HOST):
        return "cpu"
    if kind in (_CUDA, _CUDA_MANAGED):
        return f"cuda:{int(ordinal)}"
    raise TypeError(f"tensors on devices of DLPack's kind {int(kind)} are not supported: move it to the CPU or to a "
                    "CUDA GPU")


_dtype_of: dict[Any, DType] = {}


def as_dtype(dtype: DTypeLike) -> DType:
    """The element type that `dtype` means: a DType, a name (``"bf16"``, ``"bfloat16"``), a type of NumPy or torch.

    TypeError if there is none.
    """
    if type(dtype) is DType:
        return dtype
    if dtype is None or type(dtype).__hash__ is None or isinstance(dtype, (int, float)):
        hint = "; a shape is one argument, as (2, 3)" if isinstance(dtype, int) else ""
        raise TypeError(f"dtype expects an element type, such as 'f32', but is {dtype!r}{hint}")
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
        raise TypeError(f"there is no element type '{name}'{nearest(name, by_name) if isinstance(dtype, str) else ''}; "
                        f"there are {', '.join(own.name for own in _dtypes.ALL)}") from error


def common_device(types: Sequence[Type]) -> str | None:
    """The device that all are on; ValueError if they are on two."""
    devices = {own.device: own for own in types if own.device is not None}
    if len(devices) > 1:
        words = " and ".join(f"{own} on {device}" for device, own in devices.items())
        raise ValueError(f"operands are on different devices, {words}: move one of them first, as with "
                         f"x.to({next(iter(devices))!r}) of torch; fusion copies nothing between devices")
    return next(iter(devices), None)
