# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tensors of each library that docs/Python.md names, on the CPU, through each door of the package."""

from __future__ import annotations

import os
import unittest
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import array_without_names
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import torch

import fusion

PRODUCT = """
func.func @f(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  %1 = fusion.add %0, %b : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %2 = fusion.relu %1 : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}
"""

random = np.random.default_rng(0).standard_normal
ARRAYS = (random((3, 8), np.float32), random((8, 4), np.float32), random(4, np.float32))
EXPECTED = np.maximum(ARRAYS[0] @ ARRAYS[1] + ARRAYS[2], 0)


@dataclass
class Library:
    make: Callable[[Any], Any]
    type: type
    has_narrow: bool = True  # bf16, f8e4m3fn and f8e5m2

    def narrow(self, values: Any, name: str) -> Any:
        return self.make(np.asarray(values, np.float32)).astype(name)


class PyTorch(Library):
    def narrow(self, values: Any, name: str) -> Any:
        return torch.tensor(values, dtype=torch.float32).to(getattr(torch, name))


LIBRARIES = {
    "NumPy": Library(np.asarray, np.ndarray),
    "PyTorch": PyTorch(torch.as_tensor, torch.Tensor),
    "JAX": Library(jnp.asarray, jax.Array),
    "of the array API": Library(array_without_names.asarray, array_without_names.Array, has_narrow=False),
}


def jax_function(x: Any, w: Any, b: Any) -> Any:
    return jax.nn.relu(x @ w + b)


def torch_function(x: Any, w: Any, b: Any) -> Any:
    return torch.relu(x @ w + b)


class Doors(unittest.TestCase):
    """One computation through each door."""

    doors: dict[str, Callable[..., Any]]

    @classmethod
    def setUpClass(cls) -> None:
        tensors = tuple(map(torch.as_tensor, ARRAYS))
        cls.doors = {
            "lazy": lambda x, w, b: fusion.relu(fusion.lazy(x) @ w + b).result(),
            "jit": fusion.jit(lambda x, w, b: fusion.relu(x @ w + b)),
            "matmul": lambda x, w, b: fusion.matmul(x, w, b, activation="relu"),
            "compile": fusion.compile(PRODUCT, "cpu"),
            "from_torch": fusion.from_torch(torch_function, tensors, target="cpu"),
            "from_jax": fusion.from_jax(jax_function, ARRAYS, target="cpu"),
        }

    def test_results_are_of_the_library_of_the_first_tensor(self) -> None:
        for name, library in LIBRARIES.items():
            for door, call in self.doors.items():
                with self.subTest(library=name, door=door):
                    result = call(*map(library.make, ARRAYS))
                    self.assertIsInstance(result, library.type)
                    self.assertIn("float32", str(result.dtype))
                    np.testing.assert_allclose(np.asarray(result), EXPECTED, 1e-5, 1e-5)

    def test_libraries_mix_on_one_device(self) -> None:
        x, w, b = ARRAYS
        for door, call in self.doors.items():
            with self.subTest(door=door):
                result = call(jnp.asarray(x), torch.as_tensor(w), b)
                self.assertIsInstance(result, jax.Array)
                np.testing.assert_allclose(np.asarray(result), EXPECTED, 1e-5, 1e-5)

    def test_what_is_not_row_major(self) -> None:
        x, w, b = ARRAYS
        for name, library in LIBRARIES.items():
            for door, call in self.doors.items():
                with self.subTest(library=name, door=door):
                    columns = library.make(np.ascontiguousarray(w.T)).T
                    result = call(library.make(x), columns, library.make(b))
                    np.testing.assert_allclose(np.asarray(result), EXPECTED, 1e-5, 1e-5)


class Types(unittest.TestCase):
    def test_types_that_numpy_has(self) -> None:
        for name, library in LIBRARIES.items():
            for dtype in ("bool", "uint8", "uint16", "uint32", "int8", "int16", "int32", "float16", "float32"):
                with self.subTest(library=name, dtype=dtype):
                    x = library.make(np.array([0, 1, 1], dtype))
                    result = fusion.maximum(fusion.lazy(x), x).result()
                    self.assertEqual((type(result), result.dtype), (type(x), x.dtype))
                    np.testing.assert_array_equal(np.asarray(result), np.asarray(x))

    def test_types_that_numpy_has_by_ml_dtypes(self) -> None:
        values = [[0.5, -3.0], [1.0, 2.0]]
        for library in LIBRARIES.values():
            for dtype in ("bfloat16", "float8_e4m3fn", "float8_e5m2") if library.has_narrow else ():
                with self.subTest(library=library.type, dtype=dtype):
                    x = library.narrow(values, dtype)
                    expression, function = fusion.lazy(x) * 2, fusion.jit(lambda x: x * 2)
                    for result in (expression.result(), function(x)):
                        self.assertEqual((type(result), result.dtype), (type(x), x.dtype))
                    np.testing.assert_array_equal(expression.numpy(), 2 * np.float32(values))
                    product = fusion.matmul(x, x)
                    self.assertEqual((type(product), product.dtype), (type(x), x.dtype))

    def test_types_of_ml_dtypes_that_are_others_are_refused(self) -> None:
        module = fusion.compile("""
            func.func @f(%x: tensor<2xf8E4M3FN>) -> tensor<2xf32> {
              %0 = fusion.cast %x : tensor<2xf8E4M3FN> to tensor<2xf32>
              return %0 : tensor<2xf32>
            }""", "cpu")
        good = np.array([1, 2], ml_dtypes.float8_e4m3fn)
        for array in (good, good.view("V1"), good.view(np.uint8)):
            np.testing.assert_array_equal(module(array), [1, 2])
        with self.assertRaisesRegex(TypeError, "expected f8e4m3fn, got an array of float8_e4m3b11fnuz"):
            module(np.array([1, 2], ml_dtypes.float8_e4m3b11fnuz))
        with self.assertRaisesRegex(TypeError, "no element type 'float8_e4m3b11fnuz'"):
            fusion.lazy(np.array([1, 2], ml_dtypes.float8_e4m3b11fnuz))


class Immutable(unittest.TestCase):
    def test_what_may_not_be_written_is_not(self) -> None:
        module = fusion.compile(PRODUCT, "cpu")
        frozen = np.zeros((3, 4), np.float32)
        frozen.flags.writeable = False
        for out in (frozen, jnp.asarray(frozen)):
            with self.assertRaisesRegex(ValueError, "output 0 is read-only"):
                module(*ARRAYS, out=out)
        self.assertFalse(np.asarray(frozen).any())
        aliased = fusion.compile("""
            func.func @f(%x: tensor<4xf32> {fusion.aliases = 0 : i64}) -> tensor<4xf32> {
              %0 = fusion.relu %x : tensor<4xf32>
              return %0 : tensor<4xf32>
            }""", "cpu")
        with self.assertRaisesRegex(ValueError, "input 0 is written in place, and is read-only"):
            aliased(jnp.ones(4, jnp.float32))

    def test_results_of_jax_are_memory_that_nobody_else_writes(self) -> None:
        x = jnp.asarray(ARRAYS[0])
        results = [(fusion.lazy(x) * number).result() for number in range(4)]
        for number, result in enumerate(results):
            np.testing.assert_array_equal(np.asarray(result), ARRAYS[0] * number)
        self.assertEqual(results[0].devices(), x.devices())
        self.assertFalse(results[0].committed)
        self.assertTrue((fusion.lazy(jax.device_put(x, jax.devices()[0])) + 1).result().committed)

    def test_integers_are_those_that_jax_has(self) -> None:
        x = jnp.arange(6, dtype=jnp.int32)
        total = fusion.lazy(x).sum().result()  # i64, which JAX has where it is asked for
        self.assertEqual((total.dtype, int(total)), (jnp.int32, 15))
        with jax.enable_x64(True):
            self.assertEqual(fusion.lazy(x).sum().result().dtype, jnp.int64)

    def test_what_has_no_numbers_on_one_device(self) -> None:
        with self.assertRaisesRegex(TypeError, "JAX traces a function.*fusion.from_jax"):
            jax.jit(lambda x: fusion.lazy(x) + 1)(ARRAYS[0])
        with self.assertRaisesRegex(TypeError, "JAX traces a function.*fusion.from_jax"):
            jax.jit(lambda x: fusion.matmul(x, ARRAYS[1]))(ARRAYS[0])
        with self.assertRaisesRegex(TypeError, r"jax.random.key_data\(key\)"):
            fusion.lazy(jax.random.key(0))
        mesh = jax.sharding.Mesh(np.array(jax.devices()), ("rows",))
        shards = jax.device_put(np.ones((2, 8), "f"), jax.NamedSharding(mesh, jax.P("rows")))
        with self.assertRaisesRegex(TypeError, "lies on 2 devices.*jax.device_put"):
            fusion.lazy(shards)


class Unknown(unittest.TestCase):
    def test_a_library_without_ways_to_make_tensors(self) -> None:
        class Lender:
            def __init__(self, array: Any) -> None:
                self.array, self.shape, self.dtype = array, array.shape, array.dtype

            def __dlpack__(self, **arguments: Any) -> Any:
                return self.array.__dlpack__(**arguments)

            def __dlpack_device__(self) -> Any:
                return self.array.__dlpack_device__()

        module, tensors = fusion.compile(PRODUCT, "cpu"), tuple(map(Lender, ARRAYS))
        out = np.empty((3, 4), np.float32)
        np.testing.assert_allclose(module(*tensors, out=out), EXPECTED, 1e-5, 1e-5)
        np.testing.assert_allclose(module(ARRAYS[0], *tensors[1:]), EXPECTED, 1e-5, 1e-5)
        with self.assertRaisesRegex(TypeError, "results of f32 cannot be made beside a tensor of .*Lender"):
            module(*tensors)


if __name__ == "__main__":
    unittest.main()
