# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fusion.matmul with NumPy, against float64; and that it is one kernel on a GPU."""

import itertools
import math
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy as np

import fusion
from fusion import _dtypes, _matmul

GENERATOR = np.random.default_rng(7)


def draw(*shape: int, dtype: str = "float32") -> np.ndarray:
    return GENERATOR.standard_normal(shape).astype(dtype)


def gelu(x: np.ndarray) -> np.ndarray:
    return np.asarray([v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in x.ravel()]).reshape(x.shape)


ACTIVATIONS = {
    None: lambda x: x,
    "relu": lambda x: np.maximum(x, 0),
    "gelu": gelu,
    "silu": lambda x: x / (1 + np.exp(-x)),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "tanh": np.tanh,
}


GRAPH = """
func.func @f(%a: tensor<?x40xTYPE>, %b: tensor<40x24xTYPE>, %c: tensor<24xTYPE>) -> tensor<?x24xTYPE> {
  %0 = fusion.matmul %a, %b : (tensor<?x40xTYPE>, tensor<40x24xTYPE>) -> tensor<?x24xTYPE>
  %1 = fusion.add %0, %c : (tensor<?x24xTYPE>, tensor<24xTYPE>) -> tensor<?x24xTYPE>
  %2 = fusion.relu %1 : tensor<?x24xTYPE>
  return %2 : tensor<?x24xTYPE>
}
"""


class MatmulTest(unittest.TestCase):
    def check(self, result: np.ndarray, expected: np.ndarray, tolerance: float = 2e-5) -> None:
        self.assertEqual(result.shape, expected.shape)
        np.testing.assert_allclose(result.astype(np.float64), expected, rtol=tolerance, atol=tolerance)

    def test_bits_are_those_of_fusion_run(self) -> None:
        for name, dtype in (("f32", "float32"), ("f16", "float16")):
            a, b, c = draw(7, 40, dtype=dtype), draw(40, 24, dtype=dtype), draw(24, dtype=dtype)
            with tempfile.TemporaryDirectory() as folder:
                for letter, array in zip("abc", (a, b, c)):
                    np.save(f"{folder}/{letter}.npy", array)
                Path(folder, "graph.mlir").write_text(GRAPH.replace("TYPE", name))
                command = ["fusion-run", f"{folder}/graph.mlir", "--device=cpu", f"--output={folder}"]
                subprocess.run([*command, *(f"--input={folder}/{letter}.npy" for letter in "abc")], check=True,
                               capture_output=True)
                expected = np.load(f"{folder}/output.0.npy")
            for result in (fusion.matmul(a, b, c, "relu"),
                           fusion.relu(fusion.lazy(a) @ fusion.lazy(b) + fusion.lazy(c)).numpy()):
                self.assertEqual((result.dtype, result.tobytes()), (expected.dtype, expected.tobytes()))

    def test_shapes(self) -> None:
        for m, n, k in itertools.product((0, 1, 3, 17), (1, 5, 16), (1, 4, 33)):
            a, b = draw(m, k), draw(k, n)
            self.check(fusion.matmul(a, b), a.astype(np.float64) @ b)

    def test_batches(self) -> None:
        for left, right in (((3, 5, 8), (8, 6)), ((3, 5, 8), (3, 8, 6)), ((1, 5, 8), (3, 8, 6)), ((5, 8), (3, 8, 6)),
                            ((2, 3, 5, 8), (3, 8, 6)), ((2, 1, 5, 8), (2, 3, 8, 6)), ((0, 5, 8), (8, 6))):  # fmt: skip
            with self.subTest(left=left, right=right):
                a, b = draw(*left), draw(*right)
                self.check(fusion.matmul(a, b), a.astype(np.float64) @ b)

    def test_everything_added(self) -> None:
        a, b = draw(9, 12), draw(12, 7)
        for activation, function in ACTIVATIONS.items():
            for shape in ((9, 7), (7,), (1, 7), (9, 1), (1,)):
                bias, c, residual = draw(7), draw(9, 7), draw(*shape)
                expected = function(0.5 * (a.astype(np.float64) @ b) - 2.0 * c + bias) + residual
                result = fusion.matmul(a, b, bias, activation, residual, alpha=0.5, beta=-2, c=c)
                self.check(result, expected)

    def test_rows_are_no_new_code(self) -> None:
        b = draw(4, 5)
        fusion.matmul(draw(1, 4), b, alpha=2)
        before = len(_matmul._modules)
        for rows in (0, 2, 3, 64):
            a = draw(rows, 4)
            self.check(fusion.matmul(a, b, alpha=2), 2.0 * (a.astype(np.float64) @ b))
        self.check(fusion.matmul(a, b, alpha=-1.5), -1.5 * (a.astype(np.float64) @ b))
        self.assertEqual(len(_matmul._modules), before)

    def test_transposed_operands_are_read_as_they_lie(self) -> None:
        a, b = draw(6, 10), draw(10, 4)
        expected = a.astype(np.float64) @ b
        columns_a, columns_b = np.asfortranarray(a), np.asfortranarray(b)
        self.check(fusion.matmul(columns_a, columns_b), expected)
        self.check(fusion.matmul(a.T, b.T, transpose_a=True, transpose_b=True), expected)
        self.check(fusion.matmul(a.T.copy(), b, transpose_a=True), expected)
        self.check(fusion.matmul(a, b.T.copy(), transpose_b=True), expected)
        self.check(fusion.matmul(a[:, ::-1], b[::-1]), expected)

    def test_types(self) -> None:
        for name, tolerance in (("float16", 2e-3), ("float32", 2e-5), ("float64", 1e-12)):
            a, b = draw(5, 16, dtype=name), draw(16, 3, dtype=name)
            result = fusion.matmul(a, b)
            self.assertEqual(result.dtype, a.dtype)
            self.check(result, a.astype(np.float64) @ b.astype(np.float64), tolerance)
        a, b = draw(5, 16, dtype="float16"), draw(16, 3, dtype="float16")
        result = fusion.matmul(a, b, out_dtype="f32")
        self.assertEqual(result.dtype, np.float32)
        self.check(result, a.astype(np.float64) @ b.astype(np.float64))
        integers = np.arange(12, dtype=np.int32).reshape(3, 4)
        np.testing.assert_array_equal(fusion.matmul(integers, integers.T), integers @ integers.T)

    def test_numbers_that_are_none(self) -> None:
        a = np.array([[np.inf, 1], [np.nan, 1], [1, 2]], np.float32)
        b = np.array([[1, 0], [1, 1]], np.float32)
        with np.errstate(invalid="ignore"):
            np.testing.assert_array_equal(fusion.matmul(a, b), a @ b)

    def test_errors(self) -> None:
        a, b = draw(3, 4), draw(4, 5)
        cases: list[tuple[type[Exception], str, tuple[Any, ...], dict[str, Any]]] = [
            (ValueError, "equal contraction sizes", (a, a), {}),
            (ValueError, "no activation 'swich'; there are relu", (a, b), {"activation": "swich"}),
            (ValueError, "beta is a factor of c", (a, b), {"beta": 1}),
            (ValueError, "a expects two dimensions", (a[0], b), {}),
            (ValueError, "b expects two dimensions", (a, b[0]), {}),
            (ValueError, "residual of shape .* does not broadcast", (a, b), {"residual": draw(1, 3, 5)}),
            (ValueError, "bias of shape .* does not broadcast", (a, b), {"bias": draw(4)}),
            (ValueError, "residual of shape .* does not broadcast to the result", (a, b), {"residual": draw(2, 5)}),
            (ValueError, "numerics", (a, b), {"numerics": "sloppy"}),
            (TypeError, "no element type 'f9'", (a, b), {"out_dtype": "f9"}),
        ]
        for error, text, operands, options in cases:
            with self.subTest(text), self.assertRaisesRegex(error, text):
                fusion.matmul(*operands, **options)


class KernelTest(unittest.TestCase):
    def test_one_kernel(self) -> None:
        """A product with all that is added to it, of the sizes of a transformer, is one kernel of tensor cores."""
        bf16 = _dtypes.bf16
        a, b = _matmul._Operand(bf16, (None, 1024)), _matmul._Operand(bf16, (1024, 4096))
        row, whole = _matmul._Operand(bf16, (4096,)), _matmul._Operand(bf16, (None, 4096))
        for activation in ("relu", "gelu", "gelu_tanh", "silu"):
            problem = _matmul._Problem(
                a, b, (False, False), row, whole, whole, activation, (True, True), None, "relaxed"
            )
            module = fusion.compile(_matmul._build(problem).text(), "sm_90a", cache="off")
            self.assertEqual(len(module.kernels), 1, module.report)
            self.assertIn("wgmma", module.ptx)


if __name__ == "__main__":
    unittest.main()
