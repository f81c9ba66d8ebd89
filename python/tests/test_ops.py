# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of the operations that others are made of: each is run on the CPU and compared with NumPy in float64."""

import math
import unittest
from collections.abc import Callable

import numpy as np

from fusion import _dtypes, _ops
from fusion._dtypes import DType
from fusion._graph import Dim, Graph, Value

from running import Array, Case, check, random, run, stored

FLOATS = (_dtypes.f32, _dtypes.bf16, _dtypes.f16, _dtypes.f64)
SPECIAL = [0.0, -0.0, 1.0, -1.5, 2.5, np.inf, -np.inf, np.nan]


class Unary(unittest.TestCase):
    def test_functions_of_reals(self) -> None:
        for dtype in FLOATS:
            with self.subTest(dtype=dtype.name):
                x = random((5, 7), dtype)
                names = ["abs", "ceil", "floor", "trunc", "cbrt", "square", "exp", "exp2", "expm1", "sin", "cos", "tan",
                         "sinh", "cosh", "tanh", "signbit", "isnan", "isinf", "isfinite"]
                check(self, [(x, dtype)], {name: (getattr(_ops, name), getattr(np, name)) for name in names})
                check(self, [(x, dtype)], {
                    "neg": (_ops.neg, np.negative), "round": (_ops.round, np.round), "atan": (_ops.atan, np.arctan),
                    "asinh": (_ops.asinh, np.arcsinh), "erf": (_ops.erf, np.vectorize(math.erf)),
                    "erfc": (_ops.erfc, np.vectorize(math.erfc)), "frac": (_ops.frac, lambda v: v - np.trunc(v)),
                    "reciprocal": (_ops.reciprocal, lambda v: 1 / v), "rad2deg": (_ops.rad2deg, np.rad2deg),
                    "deg2rad": (_ops.deg2rad, np.deg2rad), "not": (_ops.logical_not, np.logical_not)})

    def test_functions_of_positive_numbers(self) -> None:
        for dtype in FLOATS:
            with self.subTest(dtype=dtype.name):
                x = stored(np.random.default_rng(1).uniform(0.05, 0.95, (5, 7)), dtype)
                names = ["sqrt", "log", "log2", "log10", "log1p"]
                cases: dict[str, Case] = {name: (getattr(_ops, name), getattr(np, name)) for name in names}
                cases |= {"rsqrt": (_ops.rsqrt, lambda v: 1 / np.sqrt(v)), "asin": (_ops.asin, np.arcsin),
                          "acos": (_ops.acos, np.arccos), "atanh": (_ops.atanh, np.arctanh),
                          "acosh": (lambda v: _ops.acosh(_ops.add(_ops.ceil(v), 1)), lambda v: np.arccosh(np.ceil(v) + 1))}
                check(self, [(x, dtype)], cases, ulps=8)

    def test_special_values(self) -> None:
        x = np.array(SPECIAL, np.float32)
        with np.errstate(all="ignore"):
            check(self, [(x, _dtypes.f32)], {
                "sign": (_ops.sign, lambda v: np.where(np.isnan(v), 0, np.sign(v))), "sqrt": (_ops.sqrt, np.sqrt),
                "signbit": (_ops.signbit, np.signbit), "isnan": (_ops.isnan, np.isnan), "log": (_ops.log, np.log),
                "isinf": (_ops.isinf, np.isinf), "tanh": (_ops.tanh, np.tanh), "exp": (_ops.exp, np.exp),
                "nan_to_num": (lambda v: _ops.nan_to_num(v, 7.0), lambda v: np.nan_to_num(
                    v, nan=7.0, posinf=float(np.finfo(np.float32).max), neginf=float(np.finfo(np.float32).min)))})

    def test_integers_stay_or_become_f32(self) -> None:
        x = np.array([[-128, -3, 0], [2, 127, 1]], np.int8)
        check(self, [(x, _dtypes.i8)], {
            "abs": (_ops.abs, np.abs), "neg": (_ops.neg, np.negative), "floor": (_ops.floor, lambda v: v),
            "sign": (_ops.sign, np.sign), "not": (_ops.bitwise_not, np.invert), "exp2": (
                lambda v: _ops.exp2(_ops.clamp(v, -9, 9)), lambda v: np.exp2(np.clip(v, -9, 9).astype(float)))})

    def test_bools(self) -> None:
        check(self, [(np.array([True, False]), _dtypes.bool_)], {
            "not": (_ops.logical_not, np.logical_not), "bits": (_ops.bitwise_not, np.logical_not),
            "exp": (_ops.exp, lambda v: np.exp(v.astype(float)))})
        with self.assertRaisesRegex(TypeError, "use logical_not"):
            g = Graph()
            _ops.neg(g.input(_dtypes.bool_, (2,)))


class Binary(unittest.TestCase):
    def test_functions_of_reals(self) -> None:
        cases = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "maximum": np.maximum,
                 "minimum": np.minimum, "fmax": np.fmax, "fmin": np.fmin, "atan2": np.arctan2, "fmod": np.fmod,
                 "remainder": np.remainder, "hypot": np.hypot, "copysign": np.copysign,
                 "floor_divide": np.floor_divide, "equal": np.equal, "not_equal": np.not_equal, "less": np.less,
                 "less_equal": np.less_equal, "greater": np.greater, "greater_equal": np.greater_equal,
                 "logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor}
        for dtype in FLOATS:
            with self.subTest(dtype=dtype.name):
                inputs = [(random((5, 7), dtype), dtype), (random((7,), dtype, 2), dtype)]
                check(self, inputs, {name: (getattr(_ops, name), function) for name, function in cases.items()},
                      slack=1e-7 if dtype is not _dtypes.f64 else 1e-15)
                check(self, inputs, {"logaddexp": (_ops.logaddexp, np.logaddexp),
                                     "logaddexp2": (_ops.logaddexp2, np.logaddexp2)}, ulps=8, slack=1e-6)

    def test_special_values_of_floats(self) -> None:
        x = np.array(SPECIAL, np.float32)
        with np.errstate(all="ignore"):
            check(self, [(x[:, None], _dtypes.f32), (x, _dtypes.f32)], {
                "maximum": (_ops.maximum, np.maximum), "fmin": (_ops.fmin, np.fmin), "hypot": (_ops.hypot, np.hypot),
                "logaddexp": (_ops.logaddexp, np.logaddexp), "equal": (_ops.equal, np.equal),
                "not_equal": (_ops.not_equal, np.not_equal), "less": (_ops.less, np.less),
                "fmod": (_ops.fmod, np.fmod), "floor_divide": (_ops.floor_divide, _pytorch_floor_divide),
                "copysign": (_ops.copysign, np.copysign), "pow": (_ops.pow, np.power),
                "heaviside": (_ops.heaviside, np.heaviside)})

    def test_integers_divide_as_pytorch_does(self) -> None:
        for dtype in (_dtypes.i8, _dtypes.i16, _dtypes.i32, _dtypes.i64):
            with self.subTest(dtype=dtype.name):
                a = np.array([[7], [-7], [6], [-6], [0]], dtype.storage)
                b = np.array([2, -2, 3, -3, 5], dtype.storage)
                check(self, [(a, dtype), (b, dtype)], {
                    "floor": (_ops.floor_divide, np.floor_divide), "remainder": (_ops.remainder, np.remainder),
                    "trunc": (_ops.trunc_divide, lambda x, y: np.trunc(x / y).astype(x.dtype)),
                    "fmod": (_ops.fmod, np.fmod), "true": (_ops.div, lambda x, y: x.astype(float) / y)})

    def test_unsigned_integers(self) -> None:
        a = np.array([[0], [7], [200], [255]], np.uint8)
        b = np.array([1, 3, 128, 255], np.uint8)
        check(self, [(a, _dtypes.u8), (b, _dtypes.u8)], {
            "add": (_ops.add, np.add), "mul": (_ops.mul, np.multiply), "div": (_ops.div, lambda x, y: x / y),
            "floor": (_ops.floor_divide, np.floor_divide), "remainder": (_ops.remainder, np.remainder),
            "less": (_ops.less, np.less), "maximum": (_ops.maximum, np.maximum), "float": (
                lambda x, y: _ops.cast(x, _dtypes.f32), lambda x, y: x.astype(float)),
            "right": (lambda x, y: _ops.right_shift(x, 1), lambda x, y: x >> 1),
            "signed": (lambda x, y: _ops.sub(_ops.cast(x, _dtypes.i32), y), lambda x, y: x.astype(np.int32) - y)})

    def test_shifts_by_the_width_or_more(self) -> None:
        a, b = np.array([[5], [-5]], np.int32), np.array([0, 1, 31, 32, 70, -1], np.int32)
        run_shift = {"left": (_ops.left_shift, lambda x, y: np.where((y < 0) | (y > 31), 0, x << np.clip(y, 0, 31))),
                     "right": (_ops.right_shift, lambda x, y: np.where((y < 0) | (y > 31), np.where(x < 0, -1, 0),
                                                                       x >> np.clip(y, 0, 31)))}
        check(self, [(a, _dtypes.i32), (b, _dtypes.i32)], run_shift)

    def test_bits_and_bools(self) -> None:
        for dtype in (_dtypes.i32, _dtypes.bool_):
            a, b = np.array([[5], [0]], dtype.storage), np.array([3, 0], dtype.storage)
            check(self, [(a, dtype), (b, dtype)], {"and": (_ops.bitwise_and, np.bitwise_and),
                                                   "or": (_ops.bitwise_or, np.bitwise_or),
                                                   "xor": (_ops.bitwise_xor, np.bitwise_xor),
                                                   "add": (_ops.add, np.add), "mul": (_ops.mul, np.multiply)})

    def test_powers(self) -> None:
        x = np.array([0.5, -2.0, 0.0, 3.0], np.float32)
        with np.errstate(all="ignore"):
            check(self, [(x, _dtypes.f32)], {f"pow {p}": (lambda v, p=p: _ops.pow(v, p), lambda v, p=p: np.power(v, p))
                                             for p in (-2, -1, 0, 1, 2, 3, 4, 0.5, 2.5, -0.5)})
            check(self, [(x, _dtypes.f32)], {"2**x": (lambda v: _ops.pow(2.0, v), lambda v: np.power(2.0, v))})
        i = np.array([-3, 0, 2, 5], np.int64)
        check(self, [(i, _dtypes.i64)], {f"pow {p}": (lambda v, p=p: _ops.pow(v, p), lambda v, p=p: v**p)
                                         for p in (0, 1, 2, 3, 5)})
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
        check(self, [(x, _dtypes.bf16)], {"mul": (lambda v: _ops.mul(v, 0.3333), lambda v: v * 0.3333),
                                          "add": (lambda v: _ops.add(v, 0.1), lambda v: v + 0.1)})

    def test_choices(self) -> None:
        for dtype in FLOATS + (_dtypes.i32, _dtypes.u8, _dtypes.bool_):
            with self.subTest(dtype=dtype.name):
                condition = np.array([[True], [False]])
                a, b = (stored(np.array(v), dtype) for v in ([1, 0, 1], [[0, 1, 0], [1, 0, 1]]))
                check(self, [(condition, _dtypes.bool_), (a, dtype), (b, dtype)], {"where": (_ops.where, np.where)})
        x = np.array([-3.0, 0.25, 9.0, np.nan], np.float32)
        check(self, [(x, _dtypes.f32)], {
            "clamp": (lambda v: _ops.clamp(v, -1, 2), lambda v: np.clip(v, -1, 2)),
            "low": (lambda v: _ops.clamp(v, 0.5), lambda v: np.clip(v, 0.5, None)),
            "crossed": (lambda v: _ops.clamp(v, 2, 1), lambda v: np.clip(v, 2, 1)),
            "values": (lambda v: _ops.clamp(v, _ops.neg(_ops.abs(v)), 1), lambda v: np.clip(v, -np.abs(v), 1))})
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
            lambda: _ops.sub(b, b), lambda: _ops.bitwise_and(f, 1), lambda: _ops.left_shift(f, 1),
            lambda: _ops.bitwise_not(f), lambda: _ops.add(1, 2)]
        for call in calls:
            with self.assertRaises(TypeError):
                call()


class Casts(unittest.TestCase):
    def test_all_pairs_of_types(self) -> None:
        for of in _dtypes.ALL:
            numbers = [0, 1, 2, 100] if not of.is_signed else [0, 1, -2, 100]
            x = stored(np.array(numbers), of)
            value = (x, of)
            cases: dict[str, Case] = {}
            for to in _dtypes.ALL:
                if to is not _dtypes.bf16:
                    cases[f"{of.name} to {to.name}"] = (lambda v, to=to: _ops.cast(v, to),
                                                        lambda v, to=to: _wrapped(v, to))
            check(self, [value], cases)

    def test_floats_round_to_nearest_even(self) -> None:
        x = np.array([1 + 2**-8, 1 + 3 * 2**-8, -1e-40, 3.4e38, 70000.0, np.nan, -np.inf], np.float32)
        check(self, [(x, _dtypes.f32)], {"f16": (lambda v: _ops.cast(v, _dtypes.f16), lambda v: v),
                                         "bf16": (lambda v: _ops.cast(v, _dtypes.bf16), lambda v: v),
                                         "bool": (lambda v: _ops.cast(v, _dtypes.bool_), lambda v: v != 0)})

    def test_bits(self) -> None:
        x = random((8,), _dtypes.f32)
        check(self, [(x, _dtypes.f32)], {"bits": (lambda v: _ops.bitcast(v, _dtypes.i32),
                                                  lambda v: v.astype(np.float32).view(np.int32))})
        with self.assertRaisesRegex(ValueError, "bits of f32"):
            g = Graph()
            _ops.bitcast(g.input(_dtypes.f32, (2,)), _dtypes.i64)


class Activations(unittest.TestCase):
    def test_formulas(self) -> None:
        def logistic(v: Array) -> Array:
            return 1 / (1 + np.exp(-v))

        erf = np.vectorize(math.erf)
        cases: dict[str, Case] = {
            "relu": (_ops.relu, lambda v: np.maximum(v, 0)), "relu6": (_ops.relu6, lambda v: np.clip(v, 0, 6)),
            "leaky_relu": (lambda v: _ops.leaky_relu(v, 0.1), lambda v: np.where(v > 0, v, 0.1 * v)),
            "gelu": (_ops.gelu, lambda v: v / 2 * (1 + erf(v / np.sqrt(2)))),
            "gelu tanh": (lambda v: _ops.gelu(v, "tanh"), lambda v: v / 2 * (1 + np.tanh(
                np.sqrt(2 / np.pi) * (v + 0.044715 * v**3)))),
            "sigmoid": (_ops.sigmoid, logistic), "silu": (_ops.silu, lambda v: v * logistic(v)),
            "logsigmoid": (_ops.logsigmoid, lambda v: -np.log1p(np.exp(-v))),
            "mish": (_ops.mish, lambda v: v * np.tanh(np.log1p(np.exp(v)))),
            "softplus": (_ops.softplus, lambda v: np.log1p(np.exp(v))),
            "softplus 2": (lambda v: _ops.softplus(v, 2.0, 3.0), lambda v: np.where(
                2 * v > 3, v, np.log1p(np.exp(2 * v)) / 2)),
            "softsign": (_ops.softsign, lambda v: v / (1 + np.abs(v))),
            "hardswish": (_ops.hardswish, lambda v: v * np.clip(v + 3, 0, 6) / 6),
            "hardsigmoid": (_ops.hardsigmoid, lambda v: np.clip(v + 3, 0, 6) / 6),
            "hardtanh": (_ops.hardtanh, lambda v: np.clip(v, -1, 1)),
            "elu": (lambda v: _ops.elu(v, 0.7), lambda v: np.where(v > 0, v, 0.7 * np.expm1(v))),
            "selu": (_ops.selu, lambda v: 1.0507009873554805 * np.where(v > 0, v, 1.6732632423543772 * np.expm1(v))),
            "celu": (lambda v: _ops.celu(v, 2.0), lambda v: np.maximum(v, 0) + np.minimum(2 * np.expm1(v / 2), 0)),
            "threshold": (lambda v: _ops.threshold(v, 0.1, 20.0), lambda v: np.where(v > 0.1, v, 20.0)),
            "hardshrink": (_ops.hardshrink, lambda v: np.where(np.abs(v) > 0.5, v, 0)),
            "softshrink": (_ops.softshrink, lambda v: np.where(v > 0.5, v - 0.5, np.where(v < -0.5, v + 0.5, 0))),
        }
        for dtype in (_dtypes.f32, _dtypes.bf16, _dtypes.f64):
            with self.subTest(dtype=dtype.name):
                check(self, [(stored(np.linspace(-4, 4, 33), dtype), dtype)], cases, ulps=8, slack=1e-7,
                      rounded=dtype is _dtypes.bf16)

    def test_gates(self) -> None:
        x = random((3, 8), _dtypes.f32)
        check(self, [(x, _dtypes.f32)], {"glu": (_ops.glu, lambda v: v[:, :4] / (1 + np.exp(-v[:, 4:])))})
        w = np.array([0.25], np.float32)
        check(self, [(x, _dtypes.f32), (w, _dtypes.f32)], {"prelu": (_ops.prelu, lambda v, a: np.where(v > 0, v, a * v))})

    def test_nan_stays_nan(self) -> None:
        x = np.array([np.nan, 1.0], np.float32)
        names = ["relu", "gelu", "silu", "hardshrink", "softshrink", "hardtanh", "elu"]
        g = Graph()
        v = g.input(_dtypes.f32, (2,))
        for name in names:
            g.output(getattr(_ops, name)(v))
        for name, result in zip(names, run(g, [x])):
            self.assertTrue(np.isnan(result[0]) and not np.isnan(result[1]), name)


def _wrapped(values: Array, dtype: DType) -> Array:
    return values.astype(np.int64).astype(dtype.storage) if dtype.is_integer else values.astype(dtype.storage)


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
