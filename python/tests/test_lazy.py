# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Lazy arrays against NumPy on the CPU: operators, evaluation, structures that are compiled once, errors."""

from __future__ import annotations

import gc
import os
import threading
import unittest
import weakref
from collections.abc import Callable
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion
from fusion import _evaluate, _module, _native



def numbers(*shape: int, seed: int = 0, dtype: Any = np.float32) -> Any:
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def compiles(function: Callable[[], Any]) -> int:
    """How many modules are compiled while `function` runs."""
    own, count = _module.compile, 0

    def counting(*args: Any, **keywords: Any) -> Any:
        nonlocal count
        count += 1
        return own(*args, **keywords)

    _module.compile = counting
    try:
        function()
    finally:
        _module.compile = own
    return count


class EvaluationTest(unittest.TestCase):
    def test_a_layer_is_one_kernel_with_the_bits_of_its_module(self) -> None:
        a, b, c = numbers(5, 64), numbers(64, 32, seed=1), numbers(32, seed=2)
        y = fusion.relu(fusion.lazy(a) @ b + c)
        self.assertEqual((y.shape, y.dtype, y.ndim, y.size, y.device), ((5, 32), fusion.f32, 2, 160, "cpu"))
        module = y.compiled()
        self.assertEqual([kernel["ops"] for kernel in module.kernels], [["matmul", "add", "relu"]])
        result = y.result()
        self.assertIs(type(result), np.ndarray)
        np.testing.assert_array_equal(result, module(a, b, c))
        np.testing.assert_allclose(result, np.maximum(a @ b + c, 0), 2e-6, 2e-6)
        self.assertIs(y.result(), result)
        self.assertIs(y.compiled(), module)

    def test_a_value_is_taken_in_every_way(self) -> None:
        x = fusion.lazy(np.array([3.5], np.float32))
        y = x * 2
        self.assertEqual((float(y), int(y), bool(y), y.item(), y.tolist()), (7.0, 7, True, 7.0, [7.0]))
        self.assertEqual(repr(x * 2), "Array([7.], dtype=f32)")
        np.testing.assert_array_equal(np.asarray(x + 1), [4.5])
        np.testing.assert_array_equal(np.asarray(x + 1, np.float64), [4.5])
        np.testing.assert_array_equal(np.from_dlpack(x + 2), [5.5])
        self.assertEqual((x + 2).__dlpack_device__(), (1, 0))
        self.assertEqual([float(part) for part in fusion.lazy(numbers(3)) * 0], [0, 0, 0])
        index = fusion.lazy(np.array(2)) + 1
        self.assertEqual([10, 11, 12, 13][index], 13)
        self.assertFalse(fusion.lazy(np.zeros((), np.float32)))

    def test_matmul_of_arrays_is_an_expression(self) -> None:
        a, b, c, v = numbers(5, 16), numbers(8, 16, seed=1), numbers(5, 8, seed=2), numbers(8, seed=3)
        y = fusion.matmul(fusion.lazy(a), b, v, "relu", residual=c, alpha=0.5, beta=2, c=c, transpose_b=True)
        self.assertIsInstance(y, fusion.Array)
        np.testing.assert_allclose(y, np.maximum(0.5 * (a @ b.T) + 2 * c + v, 0) + c, 1e-5, 1e-5)
        traced = fusion.jit(lambda a, b: fusion.matmul(a, b, transpose_a=True, out_dtype="f64"))(a, c)
        np.testing.assert_allclose(traced, a.T @ c, 1e-5, 1e-5)
        self.assertEqual(traced.dtype, np.float64)
        for mistake in ({"numerics": "strict"}, {"out": c}, {"stream": 0}):
            with self.assertRaisesRegex(ValueError, "takes numerics and stream where it is computed"):
                fusion.matmul(fusion.lazy(a), a.T, **mistake)

    def test_modules_take_arrays(self) -> None:
        module = (fusion.lazy(numbers(4)) + numbers(4)).compiled()
        np.testing.assert_array_equal(module(fusion.lazy(numbers(4)) * 2, numbers(4)), numbers(4) * 2 + numbers(4))

    def test_numpys_reductions_are_those_of_the_array(self) -> None:
        x = numbers(4, 6)
        names = ("sum", "mean", "prod", "max", "min", "any", "all", "argmax", "argmin", "var", "std")
        for name in names:
            for arguments in ({}, {"axis": 1}, {"axis": 0, "keepdims": True}):
                with self.subTest(name, **arguments):
                    got = getattr(np, name)(fusion.lazy(x), **arguments)
                    self.assertIsInstance(got, fusion.Array)
                    np.testing.assert_allclose(got, getattr(np, name)(x, **arguments), 1e-5, 1e-5)
        traced = fusion.jit(lambda x: np.clip(np.std(x, axis=0, ddof=1), 0, 1).round())
        np.testing.assert_array_equal(traced(x), np.std(x, axis=0, ddof=1).clip(0, 1).round())
        with self.assertRaisesRegex(TypeError, "arrays are not written to: leave out= away, and take the result"):
            np.sum(fusion.lazy(x), out=np.empty((), np.float32))
        with self.assertRaisesRegex(TypeError, "variances are of the type of the array"):
            np.var(fusion.lazy(x), dtype="f8")

    def test_numpy_takes_arrays_and_arrays_take_numpy(self) -> None:
        x = numbers(4)
        for y in (np.exp(fusion.lazy(x)), fusion.exp(x)):
            self.assertIsInstance(y, fusion.Array)
            np.testing.assert_allclose(y, np.exp(x), 2e-6, 2e-6)
        left = x - fusion.lazy(x) * 2
        self.assertIsInstance(left, fusion.Array)
        np.testing.assert_array_equal(left, x - x * 2)
        self.assertEqual((np.float64(2) * fusion.lazy(x)).dtype, fusion.f32)
        with self.assertRaises(TypeError):
            np.add.reduce(fusion.lazy(x))

    def test_several_values_are_one_module(self) -> None:
        x = fusion.lazy(numbers(4, 8))
        a, b = x.sum(axis=1), x * 2
        values: tuple[Any, ...] = ()

        def run() -> None:
            nonlocal values
            values = fusion.evaluate(a, b, a)

        self.assertEqual(compiles(run), 1)
        self.assertIs(values[0], values[2])
        self.assertEqual(compiles(lambda: (a.result(), b.numpy())), 0)

    def test_an_input_is_read_when_a_value_is_needed(self) -> None:
        x = np.ones(3, np.float32)
        y = fusion.lazy(x) + 1
        x[:] = 5
        np.testing.assert_array_equal(y, [6, 6, 6])

    def test_inputs_that_are_not_row_major_are_right(self) -> None:
        x = numbers(6, 8)
        for view in (x.T, x[::2], x[:, ::-1], x[1:, 3:], np.broadcast_to(x[0], (3, 8))):
            np.testing.assert_array_equal(fusion.lazy(view) * 2, view * 2)

    def test_bf16_is_held_as_bits(self) -> None:
        bits = np.array([0x3F80, 0x4000, 0xC040], np.uint16)  # 1, 2, -3
        y = fusion.lazy(bits, "bf16") * 2
        self.assertEqual(y.dtype, fusion.bf16)
        np.testing.assert_array_equal(y.numpy(), np.array([2, 4, -6], np.float32))
        self.assertEqual(y.numpy().dtype, np.float32)
        np.testing.assert_array_equal(np.asarray(y.result()).view(np.uint16), [0x4000, 0x4080, 0xC0C0])
        if type(y.result()) is np.ndarray and y.result().dtype == np.uint16:
            with self.assertRaisesRegex(BufferError, "cast to f32"):
                np.from_dlpack(y)

    def test_unsigned_results_are_unsigned(self) -> None:
        x = np.array([1, 200, 255], np.uint8)
        y = fusion.lazy(x) + 1
        self.assertEqual((y.dtype, y.numpy().dtype), (fusion.u8, np.uint8))
        np.testing.assert_array_equal(y, x + np.uint8(1))

    def test_arrays_without_inputs_and_without_elements(self) -> None:
        np.testing.assert_array_equal(fusion.arange(5) * 2, np.arange(5) * 2)
        np.testing.assert_array_equal(fusion.zeros((2, 3)) + fusion.ones(3), np.ones((2, 3)))
        empty = fusion.lazy(np.zeros((0, 4), np.float32))
        self.assertEqual((empty * 2).numpy().shape, (0, 4))
        np.testing.assert_array_equal(empty.sum(axis=0), np.zeros(4))
        product = fusion.lazy(np.zeros((3, 0), np.float32)) @ np.zeros((0, 2), np.float32)
        self.assertEqual(product.tolist(), [[0, 0]] * 3)

    def test_parts_of_arrays_without_elements(self) -> None:
        empty = np.zeros((4, 0), np.float32)
        for key in (slice(1, None), (slice(None), slice(0, 3)), 2, (slice(None, None, -1), None)):
            self.assertEqual((fusion.lazy(empty)[key] * 1).numpy().shape, empty[key].shape)

    def test_nan_and_infinities_stay(self) -> None:
        x = np.array([np.nan, np.inf, -np.inf, -0.0], np.float32)
        np.testing.assert_array_equal(fusion.relu(fusion.lazy(x)), [np.nan, np.inf, 0, 0])
        np.testing.assert_array_equal(fusion.maximum(fusion.lazy(x), 1.0), [np.nan, np.inf, 1, 1])


class StructureTest(unittest.TestCase):
    def setUp(self) -> None:
        fusion.clear_cache()
        self.w, self.b = numbers(16, 8, seed=1), numbers(8, seed=2)

    def layer(self, rows: int) -> Any:
        x = numbers(rows, 16, seed=rows)
        y = fusion.relu(fusion.lazy(x) @ self.w + self.b)
        np.testing.assert_allclose(y, np.maximum(x @ self.w + self.b, 0), rtol=1e-5, atol=1e-5)

    def test_rows_of_any_number_are_one_compile(self) -> None:
        self.assertEqual(compiles(lambda: [self.layer(m) for m in (5, 1, 7, 64, 8, 16, 4096, 5)]), 1)
        fusion.clear_cache()
        self.assertEqual(compiles(lambda: [self.layer(m) for m in (1, 2, 3)]), 1)

    def test_what_broadcasts_is_another_structure(self) -> None:
        def add(m: int, n: int) -> Any:
            x, y = numbers(m, 4), numbers(n, 4, seed=1)
            np.testing.assert_array_equal(fusion.lazy(x) + fusion.lazy(y), x + y)

        self.assertEqual(compiles(lambda: [add(5, 5), add(9, 9), add(1, 1)]), 1)
        self.assertEqual(compiles(lambda: [add(5, 1), add(7, 1)]), 1)
        self.assertEqual(compiles(lambda: add(3, 3)), 0)

    def test_equal_operands_are_another_structure_than_two(self) -> None:
        x, y = fusion.lazy(numbers(4)), fusion.lazy(numbers(4, seed=1))
        np.testing.assert_array_equal((x + x) * (x + y), 2 * numbers(4) * (numbers(4) + numbers(4, seed=1)))
        np.testing.assert_array_equal(fusion.exp(x) - y * 0, fusion.exp(x))
        self.assertEqual(compiles(lambda: ((x - y).result(), (y - x).result())), 1)
        np.testing.assert_array_equal(x - x, np.zeros(4))

    def test_nesting_is_part_of_the_structure(self) -> None:
        x, y = fusion.lazy(numbers(4)), fusion.lazy(numbers(4, seed=1))
        np.testing.assert_array_equal(fusion.relu(x) - y, np.maximum(numbers(4), 0) - numbers(4, seed=1))
        np.testing.assert_array_equal(x - fusion.relu(y), numbers(4) - np.maximum(numbers(4, seed=1), 0))

    def test_numbers_are_part_of_it_by_value_and_type(self) -> None:
        x = np.arange(4)
        for number in (1, 1.0, True, 0.0, -0.0, 2, float("nan"), float("inf")):
            got = (fusion.lazy(x) * number).numpy()
            with np.errstate(invalid="ignore"):
                expected = x * (np.float32(number) if isinstance(number, float) else number)
            np.testing.assert_array_equal(got, expected)
            self.assertEqual(got.dtype, np.float32 if isinstance(number, float) else np.int64)
            if got.dtype == np.float32:
                np.testing.assert_array_equal(np.signbit(got), np.signbit(expected.astype(np.float32)))

    def test_a_scalar_changes_without_a_compile(self) -> None:
        x = numbers(4)

        def scaled(value: float) -> Any:
            np.testing.assert_array_equal(fusion.lazy(x) * fusion.scalar(value), x * np.float32(value))

        self.assertEqual(compiles(lambda: [scaled(v) for v in (0.5, 2.0, -3.0)]), 1)
        self.assertEqual((fusion.lazy(x) * fusion.scalar(1.0, "f64")).dtype, fusion.f64)
        self.assertEqual(float(fusion.scalar(3) + 1), 4)

    def test_a_scalar_has_a_value(self) -> None:
        for value, dtype, text in ((0.5, "f32", "0.5, dtype=f32"), (3, "u8", "3, dtype=u8"),
                                   (True, "bool", "True, dtype=bool"), (1.01, "bf16", "1.0078125, dtype=bf16")):
            self.assertEqual(repr(fusion.scalar(value, dtype)), f"Array({text})")
        self.assertEqual(f"{fusion.scalar(0.25):.1f} {fusion.scalar(3) + 1:>2}", "0.2  4")
        self.assertEqual(fusion.scalar(0.25).item(), 0.25)
        self.assertEqual(np.from_dlpack(fusion.scalar(7)), 7)

    def test_axes_that_are_marked_are_free(self) -> None:
        def run(m: int, n: int, **marks: Any) -> Any:
            np.testing.assert_array_equal(fusion.lazy(numbers(m, n), **marks) * 2, numbers(m, n) * 2)

        self.assertEqual(compiles(lambda: [run(3, n, dynamic=(0, 1)) for n in (4, 5, 6)]), 1)
        fusion.clear_cache()
        self.assertEqual(compiles(lambda: [run(m, 4, dynamic=()) for m in (4, 5, 6)]), 3)
        with self.assertRaisesRegex(IndexError, "dynamic axis 2 is out of range"):
            fusion.lazy(numbers(2, 2), dynamic=2)

    def test_slices_of_free_sizes_are_right(self) -> None:
        for rows in (20, 8, 3, 5, 1):
            x = numbers(rows, 4)
            for cut in (slice(0, 8), slice(-3, None), slice(2, -1), slice(6, 2), slice(None, None, 2), 0, -1):
                np.testing.assert_array_equal(fusion.lazy(x)[cut] * 1, x[cut], err_msg=f"{rows} {cut}")

    def test_constants_are_computed_once(self) -> None:
        w = numbers(16, 8)
        x = fusion.lazy(numbers(4, 16))
        y = x @ fusion.lazy(w, constant=True).astype("f64").astype("f32")
        np.testing.assert_allclose(y, numbers(4, 16) @ w, rtol=1e-5, atol=1e-5)
        self.assertIn("fusion.constant", y.compiled().mlir)

    def test_long_chains_need_no_recursion(self) -> None:
        x = fusion.lazy(np.zeros(2, np.float32))
        y = x
        for _ in range(3000):
            y = y + x
        structure, inputs, values = _native.trace(None, y)
        self.assertEqual((len(inputs), len(structure)), (1, 1 + 3000 + 1 + 3000 + 1))
        self.assertIs(values[0], x.result())
        del y
        gc.collect()

    def test_shared_values_are_numbered_by_first_use(self) -> None:
        x, w = fusion.lazy(numbers(4, 16)), fusion.lazy(self.w)
        y = x @ w
        z = y + y
        structure, inputs, _ = _native.trace("end", z, y)
        self.assertEqual(structure, (2, z._op, y._op, x._type, w._type, 1, 1, "end"))
        self.assertEqual(list(map(id, inputs)), [id(x), id(w)])

    def test_what_is_known_is_forgotten_with_the_cache(self) -> None:
        def run() -> Any:
            return (fusion.lazy(self.w) * 3).result()

        self.assertEqual(compiles(lambda: [run() for _ in range(3)]), 1)
        fusion.clear_cache()
        self.assertEqual(compiles(run), 1)

    def test_cycles_are_collected(self) -> None:
        class Holder(np.ndarray):
            pass

        tensor = np.zeros(2, np.float32).view(Holder)
        tensor.node = fusion.lazy(tensor) + 1  # type: ignore[attr-defined]
        seen = weakref.ref(tensor)
        del tensor
        gc.collect()
        self.assertIsNone(seen())

    def test_nodes_are_made_of_types(self) -> None:
        with self.assertRaises(TypeError):
            fusion.Array()  # type: ignore[call-arg]
        with self.assertRaisesRegex(TypeError, "expected an array of fusion.lazy"):
            _native.trace(None, 3)  # type: ignore[arg-type]

    def test_threads_share_what_is_compiled(self) -> None:
        results: list[Any] = []

        def run(number: int) -> None:
            x = np.full((number + 1, 16), number, np.float32)
            results.append((number, (fusion.lazy(x) @ self.w).numpy(), x @ self.w))

        def start() -> None:
            threads = [threading.Thread(target=run, args=(i,)) for i in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        self.assertEqual(compiles(start), 1)
        self.assertEqual(len(results), 8)
        for _, got, expected in results:
            np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-5)

    def test_memory_stays_flat(self) -> None:
        before = len(_evaluate._exact), len(_evaluate._variants)
        for rows in range(1, 40):
            (fusion.lazy(np.zeros((rows, 4), np.float32)) + 1).result()
        gc.collect()
        arrays = sum(type(o) is fusion.Array for o in gc.get_objects())
        self.assertLess(arrays, 50)
        self.assertEqual(len(_evaluate._variants) - before[1], 1)


class ErrorTest(unittest.TestCase):
    def test_mistakes_are_told_where_they_are_made(self) -> None:
        x = fusion.lazy(numbers(3, 4))
        mistakes: list[tuple[Callable[[], Any], type[Exception], str]] = [
            (lambda: x + numbers(5), ValueError, "do not broadcast: 4 is not 5"),
            (lambda: x @ numbers(3, 4), ValueError, "equal contraction sizes"),
            (lambda: x.reshape(5, -1), ValueError, "does not reshape"),
            (lambda: x.sum(axis=2), IndexError, "axis 2 is out of range"),
            (lambda: x[5], IndexError, "index 5 is out of range"),
            (lambda: x[0, 0, 0], IndexError, "3 indices are too many for an array of 2 dimensions"),
            (lambda: x[x > 0], IndexError, "use fusion.where"),
            (lambda: x.max(axis=1)[:0].max(), ValueError, "element"),
            (lambda: x.__setitem__(0, 1), TypeError, "not written to"),
            (lambda: bool(x), ValueError, "ambiguous"),
            (lambda: float(x), ValueError, "size 1"),
            (lambda: len(x.sum()), TypeError, "no length"),
            (lambda: x + "text", TypeError, "expected a tensor"),
            (lambda: x + [1.0, 2.0], TypeError, "got list"),
            (lambda: hash(x), TypeError, "unhashable"),
            (lambda: fusion.relu(3.0), TypeError, "expected a tensor"),
            (lambda: fusion.maximum(1.0, 2.0), TypeError, "not numbers alone"),
            (lambda: fusion.lazy(np.array([1j])), TypeError, "complex128"),
            (lambda: fusion.lazy(np.array(["a"])), TypeError, "str32"),
            (lambda: fusion.lazy(numbers(2), "bf16"), TypeError, "astype"),
            (lambda: x.astype("f7"), TypeError, "no element type 'f7'"),
            (lambda: fusion.squeeze(x, 0), ValueError, "does not have size 1"),
            (lambda: x.compiled(), TypeError, "nothing computes it"),
            (lambda: fusion.zeros((-1,)), ValueError, "at least 0"),
        ]
        for number, (mistake, error, text) in enumerate(mistakes):
            with self.subTest(number), self.assertRaisesRegex(error, text):
                mistake()

    def test_devices_are_not_mixed(self) -> None:
        class Elsewhere:
            dtype, shape = np.dtype("float32"), (3,)

            def __dlpack_device__(self) -> tuple[int, int]:
                return (2, 1)

            def __dlpack__(self, **keywords: Any) -> Any:
                raise AssertionError("nothing is read")

        there = fusion.lazy(Elsewhere())
        self.assertEqual(there.device, "cuda:1")
        self.assertEqual((there + 1).device, "cuda:1")
        with self.assertRaisesRegex(ValueError, r"devices, f32\(3,\) on cpu and f32\(3,\) on cuda:1: move one"):
            fusion.lazy(numbers(3)) + there
        with self.assertRaisesRegex(ValueError, "different devices"):
            fusion.evaluate(there + 1, fusion.lazy(numbers(3)) + 1)

        class Odd(Elsewhere):
            def __dlpack_device__(self) -> tuple[int, int]:
                return (10, 0)

        with self.assertRaisesRegex(TypeError, "kind 10"):
            fusion.lazy(Odd())

    def test_a_compile_that_fails_leaves_the_expression(self) -> None:
        y = fusion.lazy(numbers(3)) + 1
        with self.assertRaisesRegex(ValueError, "numerics"):
            y.result(numerics="none")
        np.testing.assert_array_equal(y, numbers(3) + 1)

    def test_no_none_is_equal(self) -> None:
        x = fusion.lazy(numbers(3))
        self.assertFalse(x == None)  # noqa: E711
        self.assertTrue(x != None)  # noqa: E711


if __name__ == "__main__":
    unittest.main()
