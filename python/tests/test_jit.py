# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""fusion.jit on the CPU: what is traced, when it is compiled again, marks, results, errors."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import unittest
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion
from fusion import _native

X = np.random.default_rng(3).standard_normal((5, 16)).astype(np.float32)
W = np.random.default_rng(4).standard_normal((16, 8)).astype(np.float32)
B = np.arange(8, dtype=np.float32)


def layer(x: Any, w: Any, b: Any) -> Any:
    return fusion.relu(x @ w + b)


def close(got: Any, expected: Any) -> None:
    np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5)


class CallTest(unittest.TestCase):
    def test_a_function_is_one_module(self) -> None:
        compiled = fusion.jit(layer)
        result = compiled(X, W, B)
        self.assertIs(type(result), np.ndarray)
        close(result, np.maximum(X @ W + B, 0))
        np.testing.assert_array_equal(result, compiled.module(X, W, B))
        self.assertEqual([kernel["ops"] for kernel in compiled.kernels], [["matmul", "add", "relu"]])
        self.assertIn("matmul", str(compiled.explain()))
        self.assertIn("fusion.kernel", compiled.mlir)
        self.assertEqual(compiled.ptx, "")
        self.assertEqual((compiled.__name__, compiled.__wrapped__), ("layer", layer))

    def test_a_decorator_with_and_without_arguments(self) -> None:
        @fusion.jit
        def plain(x: Any) -> Any:
            return x + 1

        @fusion.jit(dynamic=0, numerics="strict")
        def marked(x: Any) -> Any:
            return x + 1

        np.testing.assert_array_equal(plain(X), X + 1)
        np.testing.assert_array_equal(marked(X), X + 1)
        self.assertIn("strict", marked.mlir)

    def test_arguments_by_name_in_containers_and_static(self) -> None:
        @fusion.jit
        def combine(pair: Any, weights: Any, *, factor: float = 1.0, mode: str = "add", bias: Any = None) -> Any:
            y = pair[0] + pair[1] if mode == "add" else pair[0] * pair[1]
            y = y @ weights["w"] * factor
            return y if bias is None else y + bias

        self.assertEqual(combine((X, X), {"w": W}).shape, (5, 8))
        close(combine((X, X), {"w": W}, factor=2.0, mode="mul", bias=B), X * X @ W * 2 + B)
        close(combine([X, X], weights={"w": W}), (X + X) @ W)
        close(combine(weights={"w": W}, pair=(X, X)), (X + X) @ W)

    def test_results_keep_their_structure(self) -> None:
        @fusion.jit
        def several(x: Any) -> Any:
            y = x * 2
            return {"y": y, "rest": [y.sum(), (x, 3, None)], "again": y, "new": np.ones(2, np.float32)}

        got = several(X)
        np.testing.assert_array_equal(got["y"], X * 2)
        close(got["rest"][0], (X * 2).sum())
        np.testing.assert_array_equal(got["rest"][1][0], X)
        self.assertEqual(got["rest"][1][1:], (3, None))
        np.testing.assert_array_equal(got["again"], X * 2)
        np.testing.assert_array_equal(got["new"], [1, 1])

    def test_lazy_arrays_are_arguments(self) -> None:
        np.testing.assert_array_equal(fusion.jit(lambda x: x * 2)(fusion.arange(3)), [0, 2, 4])
        compiled = fusion.jit(layer)
        close(compiled(fusion.lazy(X) * 2, fusion.lazy(W), B), np.maximum(X * 2 @ W + B, 0))
        bits = np.array([0x3F80], np.uint16)
        half = fusion.jit(lambda x: x * 3)(fusion.lazy(bits, "bf16"))
        np.testing.assert_array_equal(np.asarray(half).view(np.uint16), [0x4040])

    def test_a_function_may_call_another_one(self) -> None:
        inner = fusion.jit(layer)
        outer = fusion.jit(lambda x, w, b: inner(x, w, b).sum(axis=1))
        close(outer(X, W, B), np.maximum(X @ W + B, 0).sum(axis=1))
        close(fusion.jit(lambda x, w, b: inner(x * 2, w, b + 1))(X, W, B), np.maximum(X * 2 @ W + B + 1, 0))
        with self.assertRaisesRegex(TypeError, "closes over an argument of another one"):
            fusion.jit(lambda x: fusion.jit(lambda y: y + x)(X))(X)
        self.assertEqual(len(outer.kernels), len({kernel["name"] for kernel in outer.kernels}))

    def test_tensors_of_the_closure_are_read_at_each_call(self) -> None:
        bias = B.copy()
        compiled = fusion.jit(lambda x: x @ W + bias)
        close(compiled(X), X @ W + B)
        bias += 1
        close(compiled(X), X @ W + B + 1)

    def test_parameters_that_are_not_used(self) -> None:
        compiled = fusion.jit(lambda x, unused: x + 1)
        np.testing.assert_array_equal(compiled(X, B), X + 1)
        np.testing.assert_array_equal(fusion.jit(lambda: fusion.arange(3) + 1)(), [1, 2, 3])


class CompileTest(unittest.TestCase):
    def count(self, compiled: fusion.JitFunction) -> int:
        return len(compiled._variants)

    def test_other_types_shapes_and_static_values_are_other_compiles(self) -> None:
        compiled = fusion.jit(lambda x, n: x * n)
        for arguments, expected in (((X, 2), 1), ((X + 1, 2), 1), ((X, 3), 2), ((X, 2.0), 3), ((X, True), 4),
                                    ((X[:4], 2), 5), ((X.astype(np.float64), 2), 6), ((X, 2), 6)):
            np.testing.assert_array_equal(compiled(*arguments), arguments[0] * np.float32(arguments[1]))
            self.assertEqual(self.count(compiled), expected)
        self.assertEqual(compiled(X, 0.0).tobytes(), (X * np.float32(0)).tobytes())
        self.assertEqual(compiled(X, -0.0).tobytes(), (X * np.float32(-0.0)).tobytes())

    def test_marked_sizes_are_free(self) -> None:
        compiled = fusion.jit(layer, dynamic={"x": 0})
        for rows in (5, 1, 3, 8, 16, 4096):
            x = np.ones((rows, 16), np.float32) * rows
            close(compiled(x, W, B), np.maximum(x @ W + B, 0))
            self.assertEqual(self.count(compiled), 1)
        self.assertEqual(compiled(X[:0], W, B).shape, (0, 8))
        self.assertIn("tensor<?x16xf32>", compiled.mlir)

    def test_sizes_are_computed_with(self) -> None:
        @fusion.jit(dynamic={"x": (0, 1)})
        def heads(x: Any) -> Any:
            rows, columns = x.shape
            y = x.reshape(rows, 4, columns // 4).swapaxes(0, 1)
            return fusion.concatenate([y, fusion.zeros((4, rows, 1))], axis=2), x.reshape(rows * columns)

        for shape in ((5, 16), (3, 8), (2, 12)):
            x = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
            y = x.reshape(shape[0], 4, -1).swapaxes(0, 1)
            got, flat = heads(x)
            np.testing.assert_array_equal(got, np.concatenate([y, np.zeros((4, shape[0], 1))], axis=2))
            np.testing.assert_array_equal(flat, x.ravel())
        self.assertEqual(self.count(heads), 1)

    def test_a_decision_on_a_size_is_another_compile(self) -> None:
        compiled = fusion.jit(lambda x: x[:3] if x.shape[0] != 5 else x * 2, dynamic={"x": 0})
        with self.assertRaisesRegex(ValueError, "axis 0 of 'x' is marked as dynamic, but <lambda> needs it to be 5"):
            compiled(X)
        for rows in (9, 4, 3, 2, 1):
            np.testing.assert_array_equal(compiled(np.arange(rows * 2).reshape(rows, 2)), np.arange(rows * 2).reshape(
                rows, 2)[:3])
        compiled = fusion.jit(lambda x: x[:3] if x.shape[0] != 5 else x * 2, dynamic=0)
        np.testing.assert_array_equal(compiled(X), X * 2)
        np.testing.assert_array_equal(compiled(X[:4]), X[:3])

    def test_a_mark_that_cannot_be_is_an_error(self) -> None:
        compiled = fusion.jit(layer, dynamic={"w": 0})
        with self.assertRaisesRegex(ValueError, "axis 0 of 'w' is marked as dynamic, but layer needs it to be 16"):
            compiled(X, W, B)
        with self.assertRaisesRegex(ValueError, "'y' is marked as dynamic, but layer has no such .*; it has x, w"):
            fusion.jit(layer, dynamic={"y": 0})
        with self.assertRaisesRegex(IndexError, r"axis 1 of 'b' is marked as dynamic, but it is f32\(8,\)"):
            fusion.jit(layer, dynamic={"b": 1})(X, W, B)
        everywhere = fusion.jit(layer, dynamic=0)  # as far as the function allows
        close(everywhere(X, W, B), np.maximum(X @ W + B, 0))
        close(everywhere(X[:2], W, B), np.maximum(X[:2] @ W + B, 0))
        self.assertEqual(self.count(everywhere), 1)

    def test_it_is_compiled_ahead_for_specs(self) -> None:
        compiled = fusion.jit(layer)
        with self.assertRaisesRegex(RuntimeError, "layer is not compiled yet"):
            compiled.explain()
        module = compiled.compile(fusion.Spec((None, 16), "f32", "cpu"), fusion.Spec((16, 8), "f32", "cpu"),
                                  fusion.Spec((8,), "f32", "cpu"))
        self.assertIs(compiled.module, module)
        close(module(X, W, B), np.maximum(X @ W + B, 0))
        for rows in (5, 2, 1):
            close(compiled(X[:rows], W, B), np.maximum(X[:rows] @ W + B, 0))
        self.assertEqual(self.count(compiled), 1)
        named = fusion.Spec(("m", 16), "f32", "cpu")
        added = fusion.jit(lambda x, y: x + y)
        with self.assertRaisesRegex(ValueError, "do not broadcast"):
            added.compile(fusion.Spec((None, 16), "f32", "cpu"), named)
        added.compile(named, named)
        np.testing.assert_array_equal(added(X, X), X + X)
        self.assertEqual(self.count(added), 1)
        half = fusion.Spec((None, 16), "bf16")
        self.assertEqual(repr(half), "Spec((None, 16), 'bf16')")
        self.assertIn("bf16", fusion.jit(lambda x: x * 2).compile(half).mlir)

    def test_it_is_saved(self) -> None:
        compiled = fusion.jit(layer)
        compiled(X, W, B)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layer.so")
            compiled.save(path)
            entry = _native.Program(path).entry(None)
            close(entry.run([X, W, B])[0], np.maximum(X @ W + B, 0))

    def test_threads_compile_once(self) -> None:
        compiled = fusion.jit(layer, dynamic={"x": 0})
        failures: list[Any] = []

        def run(rows: int) -> None:
            try:
                close(compiled(X[:rows], W, B), np.maximum(X[:rows] @ W + B, 0))
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=run, args=(rows,)) for rows in (1, 2, 3, 4, 5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((failures, self.count(compiled)), ([], 1))


class ErrorTest(unittest.TestCase):
    def test_values_are_not_known(self) -> None:
        for function in (lambda x: x if x.sum() > 0 else -x, lambda x: x * float(x[0, 0]), lambda x: np.asarray(x) + 1,
                         lambda x: x.result()):
            with self.assertRaisesRegex(TypeError, "not known while fusion.jit traces"):
                fusion.jit(function)(X)
        kept: list[Any] = []
        fusion.jit(lambda x: kept.append(x + 1) or x)(X)  # type: ignore[func-returns-value]
        self.assertIn("traced", repr(kept[0]))
        with self.assertRaisesRegex(TypeError, "do not leave it"):
            kept[0].result()

    def test_arguments_and_results_have_to_be_arrays(self) -> None:
        with self.assertRaisesRegex(TypeError, "argument 'x': expected a tensor .* got object; .* close over the rest"):
            fusion.jit(lambda x: x)(object())
        with self.assertRaisesRegex(TypeError, "returns arrays, .* not set"):
            fusion.jit(lambda x: {1, 2})(X)
        with self.assertRaisesRegex(TypeError, "missing a required argument: 'b'"):
            fusion.jit(layer)(X, w=W)

    def test_errors_of_the_function_are_its_own(self) -> None:
        with self.assertRaisesRegex(ValueError, "contraction"):
            fusion.jit(layer)(X, X, B)
        with self.assertRaises(ZeroDivisionError):
            fusion.jit(lambda x: x * (1 // 0))(X)


if __name__ == "__main__":
    unittest.main()
