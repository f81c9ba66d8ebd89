# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Arrays of CuPy through the doors of the package. A stand-in has CuPy's names, and the GPU may be an emulated one."""

from __future__ import annotations

import contextlib
import os
import sys
import types
import unittest
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np
from cuda_arrays import DeviceArray, Driver

driver = Driver()


class ndarray(DeviceArray):
    """The parts of cupy.ndarray that the package uses."""

    streams: list[Any] = []  # of which memory was asked for

    @property
    def device(self) -> Any:
        return types.SimpleNamespace(id=self.ordinal)

    def __dlpack__(self, *, stream: int | None = None) -> Any:  # type: ignore[override]
        self.streams.append(stream)
        return super().__dlpack__()

    def view(self, dtype: str) -> ndarray:
        return _over(self, np.dtype(dtype))

    def get(self) -> np.ndarray:
        return self.download()


def _over(array: DeviceArray, dtype: Any) -> ndarray:
    """An array over the memory of another one."""
    made = object.__new__(ndarray)
    made.__dict__.update(array.__dict__, dtype=dtype, base=array)
    return made


def asarray(array: np.ndarray, ordinal: int = 0) -> ndarray:
    return _over(DeviceArray.upload(driver, array, ordinal), array.dtype)


device = [0]  # that is current


@contextlib.contextmanager
def Device(ordinal: int) -> Any:
    device.append(ordinal)
    yield
    device.pop()


ndarray.__module__ = "cupy"
sys.modules["cupy"] = types.ModuleType("cupy")
sys.modules["cupy"].__dict__.update(
    ndarray=ndarray, empty=lambda shape, dtype: _over(DeviceArray(driver, shape, dtype, device[-1]), np.dtype(dtype)),
    cuda=types.SimpleNamespace(Device=Device, get_current_stream=lambda ordinal: types.SimpleNamespace(ptr=0)))

import fusion

PRODUCT = """
func.func @f(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = fusion.add %0, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %2 = fusion.relu %1 : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
"""

random = np.random.default_rng(0).integers
ARRAYS = tuple(random(-4, 5, shape).astype(np.float32) for shape in ((3, 8), (8, 4), (4,)))


class CuPy(unittest.TestCase):
    def test_results_are_arrays_of_cupy_on_the_same_gpu(self) -> None:
        x, w, b = ARRAYS
        doors = {
            "lazy": lambda x, w, b: fusion.relu(fusion.lazy(x) @ w + b).result(),
            "jit": fusion.jit(lambda x, w, b: fusion.relu(x @ w + b)),
            "matmul": lambda x, w, b: fusion.matmul(x, w, b, activation="relu"),
            "compile": fusion.compile(PRODUCT),
        }
        for ordinal in (1, 0):
            for name, door in doors.items():
                with self.subTest(door=name, ordinal=ordinal):
                    result = door(*(asarray(array, ordinal) for array in ARRAYS))
                    self.assertEqual((type(result), result.ordinal, result.dtype), (ndarray, ordinal, np.float32))
                    np.testing.assert_array_equal(result.get(), np.maximum(x @ w + b, 0))
        self.assertEqual(set(ndarray.streams), {-1})  # calls are put on CuPy's own stream

    def test_types_without_sign(self) -> None:
        x = np.array([0, 7, 250], np.uint8)
        y = fusion.lazy(asarray(x)) + fusion.lazy(asarray(x))
        self.assertEqual(y.result().dtype, np.uint8)
        np.testing.assert_array_equal(y.numpy(), x + x)

    def test_devices_do_not_mix(self) -> None:
        with self.assertRaisesRegex(ValueError, "on cuda:0 and .* on cpu: move one"):
            fusion.lazy(asarray(ARRAYS[0])) @ ARRAYS[1]


if __name__ == "__main__":
    unittest.main()
