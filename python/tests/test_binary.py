# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of arithmetic of two values, comparisons and choices."""

import unittest
from collections.abc import Callable

import numpy as np

from fusion import _dtypes, _ops
from fusion._graph import Dim, Graph, Value

from running import Array, check, random, stored

FLOATS = (_dtypes.f32, _dtypes.bf16, _dtypes.f16, _dtypes.f64)
SPECIAL = [0.0, -0.0, 1.0, -1.5, 2.5, np.inf, -np.inf, np.nan]


class Binary(unittest.TestCase):
    def test_functions_of_reals(self) -> None:
        cases = {
            "add": np.add,
            "sub": np.subtract,
            "mul": np.multiply,
            "div": np.divide,
            "maximum": np.maximum,
            "minimum": np.minimum,
            "fmax": np.fmax,
            "fmin": np.fmin,
            "atan2": np.arctan2,
            "fmod": np.fmod,
            "remainder": np.remainder,
            "hypot": np.hypot,
            "copysign": np.copysign,
            "floor_divide": np.floor_divide,
            "equal": np.equal,
            "not_equal": np.not_equal,
            "less": np.less,
            "less_equal": np.less_equal,
            "greater": np.greater,
            "greater_equal": np.greater_equal,
            "logical_and": np.logical_and,
            "logical_or": np.logical_or,
            "logical_xor": np.logical_xor,
        }
        for dtype in FLOATS:
            with self.subTest(dtype=dtype.name):
                inputs = [(random((5, 7), dtype), dtype), (random((7,), dtype, 2), dtype)]
                check(
                    self,
                    inputs,
                    {name: (getattr(_ops, name), function) for name, function in cases.items()},
                    slack=1e-7 if dtype is not _dtypes.f64 else 1e-15,
                )
                check(
                    self,
                    inputs,
                    {"logaddexp": (_ops.logaddexp, np.logaddexp), "logaddexp2": (_ops.logaddexp2, np.logaddexp2)},
                    ulps=8,
                    slack=1e-6,
                )

    def test_special_values_of_floats(self) -> None:
        x = np.array(SPECIAL, np.float32)
        with np.errstate(all="ignore"):
            check(
                self,
                [(x[:, None], _dtypes.f32), (x, _dtypes.f32)],
                {
                    "maximum": (_ops.maximum, np.maximum),
                    "fmin": (_ops.fmin, np.fmin),
                    "hypot": (_ops.hypot, np.hypot),
                    "logaddexp": (_ops.logaddexp, np.logaddexp),
                    "equal": (_ops.equal, np.equal),
                    "not_equal": (_ops.not_equal, np.not_equal),
                    "less": (_ops.less, np.less),
                    "fmod": (_ops.fmod, np.fmod),
                    "floor_divide": (_ops.floor_divide, _pytorch_floor_divide),
                    "copysign": (_ops.copysign, np.copysign),
                    "pow": (_ops.pow, np.power),
                    "heaviside": (_ops.heaviside, np.heaviside),
                },
            )

    def test_integers_divide_as_pytorch_does(self) -> None:
        for dtype in (_dtypes.i8, _dtypes.i16, _dtypes.i32, _dtypes.i64):
            with self.subTest(dtype=dtype.name):
                a = np.array([[7], [-7], [6], [-6], [0]], dtype.storage)
                b = np.array([2, -2, 3, -3, 5], dtype.storage)
                check(
                    self,
                    [(a, dtype), (b, dtype)],
                    {
                        "floor": (_ops.floor_divide, np.floor_divide),
                        "remainder": (_ops.remainder, np.remainder),
                        "trunc": (_ops.trunc_divide, lambda x, y: np.trunc(x / y).astype(x.dtype)),
                        "fmod": (_ops.fmod, np.fmod),
                        "true": (_ops.div, lambda x, y: x.astype(float) / y),
                    },
                )

    def test_unsigned_integers(self) -> None:
        a = np.array([[0], [7], [200], [255]], np.uint8)
        b = np.array([1, 3, 128, 255], np.uint8)
        check(
            self,
            [(a, _dtypes.u8), (b, _dtypes.u8)],
            {
                "add": (_ops.add, np.add),
                "mul": (_ops.mul, np.multiply),
                "div": (_ops.div, lambda x, y: x / y),
                "floor": (_ops.floor_divide, np.floor_divide),
                "remainder": (_ops.remainder, np.remainder),
                "less": (_ops.less, np.less),
                "maximum": (_ops.maximum, np.maximum),
                "float": (lambda x, y: _ops.cast(x, _dtypes.f32), lambda x, y: x.astype(float)),
                "right": (lambda x, y: _ops.right_shift(x, 1), lambda x, y: x >> 1),
                "signed": (lambda x, y: _ops.sub(_ops.cast(x, _dtypes.i32), y), lambda x, y: x.astype(np.int32) - y),
            },
        )

    def test_shifts_by_the_width_or_more(self) -> None:
        a, b = np.array([[5], [-5]], np.int32), np.array([0, 1, 31, 32, 70, -1], np.int32)
        run_shift = {
            "left": (_ops.left_shift, lambda x, y: np.where((y < 0) | (y > 31), 0, x << np.clip(y, 0, 31))),
            "right": (
                _ops.right_shift,
                lambda x, y: np.where((y < 0) | (y > 31), np.where(x < 0, -1, 0), x >> np.clip(y, 0, 31)),
            ),
        }
        check(self, [(a, _dtypes.i32), (b, _dtypes.i32)], run_shift)

    def test_bits_and_bools(self) -> None:
        for dtype in (_dtypes.i32, _dtypes.bool_):
            a, b = np.array([[5], [0]], dtype.storage), np.array([3, 0], dtype.storage)
            check(
                self,
                [(a, dtype), (b, dtype)],
                {
                    "and": (_ops.bitwise_and, np.bitwise_and),
                    "or": (_ops.bitwise_or, np.bitwise_or),
                    "xor": (_ops.bitwise_xor, np.bitwise_xor),
                    "add": (_ops.add, np.add),
                    "mul": (_ops.mul, np.multiply),
                },
            )

    def test_powers(self) -> None:
        x = np.array([0.5, -2.0, 0.0, 3.0], np.float32)
        with np.errstate(all="ignore"):
            check(
                self,
                [(x, _dtypes.f32)],
                {
                    f"pow {p}": (lambda v, p=p: _ops.pow(v, p), lambda v, p=p: np.power(v, p))
                    for p in (-2, -1, 0, 1, 2, 3, 4, 0.5, 2.5, -0.5)
                },
            )
            check(self, [(x, _dtypes.f32)], {"2**x": (lambda v: _ops.pow(2.0, v), lambda v: np.power(2.0, v))})
        i = np.array([-3, 0, 2, 5], np.int64)
        check(
            self,
            [(i, _dtypes.i64)],
            {f"pow {p}": (lambda v, p=p: _ops.pow(v, p), lambda v, p=p: v**p) for p in (0, 1, 2, 3, 5)},
        )
        e = np.array([1, 3, 2, 0], np.int64)
        check(self, [(i, _dtypes.i64), (e, _dtypes.i64)], {"pow": (_ops.pow, np.power)})

    def test_numbers_do_not_widen(self) -> None:
        g = Graph()
        x, i = g.input(_dtypes.bf16, (3,)), g.input(_dtypes.i8, (3,))
        self.assertEqual(_ops.mul(x, 2).dtype, _dtypes.bf16)
        self.assertEqual(_ops.mul(i, 2).dtype, _dtypes.i8)
        self.assertEqual(_ops.mul(i, 2.0).dtype, _dtypes.f32)
        self.assertEqual(_ops.add(x, i).dtype, _dtypes.bf16)
        self.assertEqual(_ops.div(i, 2).dtype, _dtypes.f32)

    def test_numbers_beside_bf16_have_f32_precision(self) -> None:
        x = random((64,), _dtypes.bf16)
        check(
            self,
            [(x, _dtypes.bf16)],
            {
                "mul": (lambda v: _ops.mul(v, 0.3333), lambda v: v * 0.3333),
                "add": (lambda v: _ops.add(v, 0.1), lambda v: v + 0.1),
            },
        )

    def test_choices(self) -> None:
        for dtype in FLOATS + (_dtypes.i32, _dtypes.u8, _dtypes.bool_):
            with self.subTest(dtype=dtype.name):
                condition = np.array([[True], [False]])
                a, b = (stored(np.array(v), dtype) for v in ([1, 0, 1], [[0, 1, 0], [1, 0, 1]]))
                check(self, [(condition, _dtypes.bool_), (a, dtype), (b, dtype)], {"where": (_ops.where, np.where)})
        x = np.array([-3.0, 0.25, 9.0, np.nan], np.float32)
        check(
            self,
            [(x, _dtypes.f32)],
            {
                "clamp": (lambda v: _ops.clamp(v, -1, 2), lambda v: np.clip(v, -1, 2)),
                "low": (lambda v: _ops.clamp(v, 0.5), lambda v: np.clip(v, 0.5, None)),
                "crossed": (lambda v: _ops.clamp(v, 2, 1), lambda v: np.clip(v, 2, 1)),
                "values": (lambda v: _ops.clamp(v, _ops.neg(_ops.abs(v)), 1), lambda v: np.clip(v, -np.abs(v), 1)),
            },
        )
        i = np.array([-5, 0, 5], np.int64)
        check(self, [(i, _dtypes.i64)], {"clamp": (lambda v: _ops.clamp(v, -2, 3), lambda v: np.clip(v, -2, 3))})

    def test_shapes_that_do_not_broadcast_are_an_error(self) -> None:
        g = Graph()
        with self.assertRaisesRegex(ValueError, r"shapes \(3, 4\) and \(5\) do not broadcast"):
            _ops.add(g.input(_dtypes.f32, (3, 4)), g.input(_dtypes.f32, (5,)))
        m, n = Dim.symbol("m"), Dim.symbol("n")
        with self.assertRaisesRegex(ValueError, "do not broadcast: m is not n"):
            _ops.add(g.input(_dtypes.f32, (m,)), g.input(_dtypes.f32, (n,)))

    def test_refuses_what_has_no_meaning(self) -> None:
        g = Graph()
        b, f = g.input(_dtypes.bool_, (2,)), g.input(_dtypes.f32, (2,))
        calls: list[Callable[[], Value]] = [
            lambda: _ops.sub(b, b),
            lambda: _ops.bitwise_and(f, 1),
            lambda: _ops.left_shift(f, 1),
            lambda: _ops.bitwise_not(f),
            lambda: _ops.add(1, 2),
        ]
        for call in calls:
            with self.assertRaises(TypeError):
                call()


def _pytorch_floor_divide(a: Array, b: Array) -> Array:
    """The special values that PyTorch has: a / 0 is the quotient, infinity by a number NaN."""
    rest = np.fmod(a, b)
    quotient = (a - rest) / b
    quotient = np.where((rest != 0) & ((b < 0) != (rest < 0)), quotient - 1, quotient)
    whole = np.where(quotient == 0, np.copysign(0.0, a / b), np.floor(quotient))
    result: Array = np.where(b == 0, a / b, whole)
    return result


if __name__ == "__main__":
    unittest.main()
