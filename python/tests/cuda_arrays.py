# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays on a GPU without a library around them: the driver's memory, lent by __dlpack__."""

from __future__ import annotations

import ctypes
import time
from typing import Any

import numpy as np

from fusion import _dtypes, _libraries

_CUDA = 2  # DLPack's number of the kind of device
_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's numbers of kinds of types


class _Tensor(ctypes.Structure):
    """DLPack's DLManagedTensor."""

    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.c_void_p),
        ("byte_offset", ctypes.c_uint64),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


class Driver:
    """The CUDA driver, whichever the loader finds."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)

    def call(self, name: str, *arguments: Any) -> None:
        code = getattr(self.library, name)(*arguments)
        if code:
            raise RuntimeError(f"{name}: CUDA error {code}")

    def enter(self, ordinal: int) -> None:
        """Makes the primary context of a GPU the thread's."""
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), ordinal)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.call("cuCtxSetCurrent", context)


class DeviceArray:
    """An array in the memory of a GPU. `dtype` is NumPy's."""

    def __init__(self, driver: Driver, shape: tuple[int, ...], dtype: Any, ordinal: int = 0) -> None:
        self.driver, self.shape, self.dtype, self.ordinal = driver, shape, np.dtype(dtype), ordinal
        driver.enter(ordinal)
        self.address = ctypes.c_uint64()
        driver.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(max(self.bytes, 1)))

    @property
    def bytes(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize

    @staticmethod
    def upload(driver: Driver, array: np.ndarray, ordinal: int = 0) -> DeviceArray:
        made = DeviceArray(driver, array.shape, array.dtype, ordinal)
        data = np.ascontiguousarray(array)
        driver.call("cuMemcpyHtoD_v2", made.address, ctypes.c_void_p(data.ctypes.data), ctypes.c_size_t(made.bytes))
        return made

    def download(self) -> np.ndarray:
        array = np.empty(self.shape, self.dtype)
        self.driver.enter(self.ordinal)
        self.driver.call("cuStreamSynchronize", None)
        size = ctypes.c_size_t(self.bytes)
        self.driver.call("cuMemcpyDtoH_v2", ctypes.c_void_p(array.ctypes.data), self.address, size)
        return array

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CUDA, self.ordinal

    def __dlpack__(self, **_: Any) -> Any:
        sizes = (ctypes.c_int64 * len(self.shape))(*self.shape)
        self._lent = _Tensor(
            self.address.value, _CUDA, self.ordinal, len(self.shape), _KINDS[self.dtype.kind],
            8 * self.dtype.itemsize, 1,
            sizes, None, 0, None, None,
        )  # fmt: skip
        return _new_capsule(ctypes.addressof(self._lent), b"dltensor", None)


class Arrays(_libraries.Library):
    """The library of these arrays."""

    pause = 0.0  # seconds before an array is made: the turn of other threads

    def make(self, dtype: str, shape: tuple[int, ...], like: DeviceArray) -> DeviceArray:
        time.sleep(self.pause)
        return DeviceArray(like.driver, shape, _dtypes.by_name(dtype).storage, like.ordinal)

    def to_numpy(self, tensor: DeviceArray) -> np.ndarray:
        return tensor.download()


LIBRARY = _libraries.BY_PACKAGE[__name__] = Arrays()
