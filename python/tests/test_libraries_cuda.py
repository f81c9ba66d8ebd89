# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Arrays of PyTorch, CuPy and JAX on a GPU, through each door of the package: of the libraries that are installed."""

from __future__ import annotations

import contextlib
import importlib
import os
import unittest
from collections.abc import Callable
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"  # JAX leaves memory to the others

import numpy as np

import fusion

PRODUCT = """
func.func @f(%x: tensor<?x64xf32>, %w: tensor<64x32xf32>, %b: tensor<32xf32>) -> tensor<?x32xf32> {
  %0 = fusion.matmul %x, %w : (tensor<?x64xf32>, tensor<64x32xf32>) -> tensor<?x32xf32>
  %1 = fusion.add %0, %b : (tensor<?x32xf32>, tensor<32xf32>) -> tensor<?x32xf32>
  %2 = fusion.relu %1 : tensor<?x32xf32>
  return %2 : tensor<?x32xf32>
}
"""

random = np.random.default_rng(0).integers
ARRAYS = tuple(random(-4, 5, shape).astype(np.float32) for shape in ((48, 64), (64, 32), (32,)))
EXPECTED = np.maximum(ARRAYS[0] @ ARRAYS[1] + ARRAYS[2], 0)


def of_torch() -> tuple[type, Callable[[Any], Any], Callable[[Any], Any]]:
    torch = importlib.import_module("torch")
    if not torch.cuda.is_available():
        raise ImportError
    return torch.Tensor, lambda array: torch.as_tensor(array, device="cuda"), lambda tensor: tensor.cpu().numpy()


def of_cupy() -> tuple[type, Callable[[Any], Any], Callable[[Any], Any]]:
    cupy = importlib.import_module("cupy")
    if not cupy.cuda.is_available():
        raise ImportError
    return cupy.ndarray, cupy.asarray, cupy.asnumpy


def of_jax() -> tuple[type, Callable[[Any], Any], Callable[[Any], Any]]:
    jax = importlib.import_module("jax")
    if jax.default_backend() != "gpu":
        raise ImportError
    return jax.Array, jax.numpy.asarray, np.asarray


def installed() -> dict[str, tuple[type, Callable[[Any], Any], Callable[[Any], Any]]]:
    """The type of each library's arrays, what makes one on the GPU, and what reads it."""
    found = {}
    for name, library in {"PyTorch": of_torch, "CuPy": of_cupy, "JAX": of_jax}.items():
        try:
            found[name] = library()
        except ImportError:
            continue
    return found


LIBRARIES = installed()


def jax_function(x: Any, w: Any, b: Any) -> Any:
    return importlib.import_module("jax").nn.relu(x @ w + b)


def torch_function(x: Any, w: Any, b: Any) -> Any:
    return (x @ w + b).relu()


def doors() -> dict[str, Callable[..., Any]]:
    found = {
        "lazy": lambda x, w, b: fusion.relu(fusion.lazy(x) @ w + b).result(),
        "jit": fusion.jit(lambda x, w, b: fusion.relu(x @ w + b)),
        "matmul": lambda x, w, b: fusion.matmul(x, w, b, activation="relu"),
        "compile": fusion.compile(PRODUCT),
    }
    if "PyTorch" in LIBRARIES:
        tensors = tuple(map(importlib.import_module("torch").as_tensor, ARRAYS))
        found["from_torch"] = fusion.from_torch(torch_function, tensors)
    if "JAX" in LIBRARIES:
        with contextlib.suppress(ImportError):  # it needs an importer that is a package of its own
            found["from_jax"] = fusion.from_jax(jax_function, ARRAYS)
    return found


class OnTheGPU(unittest.TestCase):
    def test_results_are_of_the_library_of_the_arrays(self) -> None:
        for door, call in doors().items():
            for name, (kind, make, read) in LIBRARIES.items():
                with self.subTest(library=name, door=door):
                    result = call(*map(make, ARRAYS))
                    self.assertIsInstance(result, kind)
                    np.testing.assert_array_equal(read(result), EXPECTED)

    def test_columns_that_are_not_adjacent(self) -> None:
        x, w, b = ARRAYS
        for door, call in doors().items():
            for name, (_, make, read) in LIBRARIES.items():
                with self.subTest(library=name, door=door):
                    result = call(make(x), make(np.ascontiguousarray(w.T)).T, make(b))
                    np.testing.assert_array_equal(read(result), EXPECTED)

    def test_many_calls_in_a_row_see_what_was_written_before(self) -> None:
        call = fusion.compile(PRODUCT)
        for name, (_, make, read) in LIBRARIES.items():
            with self.subTest(library=name):
                x, w, b = map(make, ARRAYS)
                for step in range(8):
                    np.testing.assert_array_equal(read(call(x + step, w, b)),
                                                  np.maximum((ARRAYS[0] + step) @ ARRAYS[1] + ARRAYS[2], 0))


if __name__ == "__main__":
    if not LIBRARIES:
        raise SystemExit("error: no library here has arrays on a GPU: install PyTorch, CuPy or JAX with CUDA")
    unittest.main()
