# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of functions of one value, casts and activations: each runs on the CPU beside NumPy in float64."""

import math
import unittest

import numpy as np

import fusion
from fusion import _dtypes, _ops
from fusion._dtypes import DType
from fusion._graph import Dim, Graph

from running import Array, Case, check, exact, random, run, stored

FLOATS = (_dtypes.f32, _dtypes.bf16, _dtypes.f16, _dtypes.f64)
SPECIAL = [0.0, -0.0, 1.0, -1.5, 2.5, np.inf, -np.inf, np.nan]


class Unary(unittest.TestCase):
    def test_functions_of_reals(self) -> None:
        for dtype in FLOATS:
            with self.subTest(dtype=dtype.name):
                x = random((5, 7), dtype)
                names = [
                    "abs",
                    "ceil",
                    "floor",
                    "trunc",
                    "cbrt",
                    "square",
                    "exp",
                    "exp2",
                    "expm1",
                    "sin",
                    "cos",
                    "tan",
                    "sinh",
                    "cosh",
                    "tanh",
                    "signbit",
                    "isnan",
                    "isinf",
                    "isfinite",
                ]
                check(self, [(x, dtype)], {name: (getattr(_ops, name), getattr(np, name)) for name in names})
                check(
                    self,
                    [(x, dtype)],
                    {
                        "neg": (_ops.neg, np.negative),
                        "round": (_ops.round, np.round),
                        "atan": (_ops.atan, np.arctan),
                        "asinh": (_ops.asinh, np.arcsinh),
                        "erf": (_ops.erf, np.vectorize(math.erf)),
                        "erfc": (_ops.erfc, np.vectorize(math.erfc)),
                        "frac": (_ops.frac, lambda v: v - np.trunc(v)),
                        "reciprocal": (_ops.reciprocal, lambda v: 1 / v),
                        "rad2deg": (_ops.rad2deg, np.rad2deg),
                        "deg2rad": (_ops.deg2rad, np.deg2rad),
                        "not": (_ops.logical_not, np.logical_not),
                    },
                )

    def test_functions_of_positive_numbers(self) -> None:
        for dtype in FLOATS:
            with self.subTest(dtype=dtype.name):
                x = stored(np.random.default_rng(1).uniform(0.05, 0.95, (5, 7)), dtype)
                names = ["sqrt", "log", "log2", "log10", "log1p"]
                cases: dict[str, Case] = {name: (getattr(_ops, name), getattr(np, name)) for name in names}
                cases |= {
                    "rsqrt": (_ops.rsqrt, lambda v: 1 / np.sqrt(v)),
                    "asin": (_ops.asin, np.arcsin),
                    "acos": (_ops.acos, np.arccos),
                    "atanh": (_ops.atanh, np.arctanh),
                    "acosh": (lambda v: _ops.acosh(_ops.add(_ops.ceil(v), 1)), lambda v: np.arccosh(np.ceil(v) + 1)),
                }
                check(self, [(x, dtype)], cases, ulps=8)

    def test_special_values(self) -> None:
        x = np.array(SPECIAL, np.float32)
        with np.errstate(all="ignore"):
            check(
                self,
                [(x, _dtypes.f32)],
                {
                    "sign": (_ops.sign, lambda v: np.where(np.isnan(v), 0, np.sign(v))),
                    "sqrt": (_ops.sqrt, np.sqrt),
                    "signbit": (_ops.signbit, np.signbit),
                    "isnan": (_ops.isnan, np.isnan),
                    "log": (_ops.log, np.log),
                    "isinf": (_ops.isinf, np.isinf),
                    "tanh": (_ops.tanh, np.tanh),
                    "exp": (_ops.exp, np.exp),
                    "nan_to_num": (
                        lambda v: _ops.nan_to_num(v, 7.0),
                        lambda v: np.nan_to_num(
                            v, nan=7.0, posinf=float(np.finfo(np.float32).max), neginf=float(np.finfo(np.float32).min)
                        ),
                    ),
                },
            )

    def test_integers_stay_or_become_f32(self) -> None:
        x = np.array([[-128, -3, 0], [2, 127, 1]], np.int8)
        check(
            self,
            [(x, _dtypes.i8)],
            {
                "abs": (_ops.abs, np.abs),
                "neg": (_ops.neg, np.negative),
                "floor": (_ops.floor, lambda v: v),
                "sign": (_ops.sign, np.sign),
                "not": (_ops.bitwise_not, np.invert),
                "exp2": (lambda v: _ops.exp2(_ops.clamp(v, -9, 9)), lambda v: np.exp2(np.clip(v, -9, 9).astype(float))),
            },
        )

    def test_bools(self) -> None:
        check(
            self,
            [(np.array([True, False]), _dtypes.bool_)],
            {
                "not": (_ops.logical_not, np.logical_not),
                "bits": (_ops.bitwise_not, np.logical_not),
                "exp": (_ops.exp, lambda v: np.exp(v.astype(float))),
            },
        )
        with self.assertRaisesRegex(TypeError, "use logical_not"):
            g = Graph()
            _ops.neg(g.input(_dtypes.bool_, (2,)))


class Casts(unittest.TestCase):
    def test_all_pairs_of_types(self) -> None:
        # NumPy has no floats of 8 bits: test_float8.py is theirs.
        types = [one for one in _dtypes.ALL if one not in (_dtypes.f8e4m3fn, _dtypes.f8e5m2)]
        for of in types:
            numbers = [0, 1, 2, 100] if not of.is_signed else [0, 1, -2, 100]
            x = stored(np.array(numbers), of)
            value = (x, of)
            cases: dict[str, Case] = {}
            for to in types:
                if to is not _dtypes.bf16:
                    cases[f"{of.name} to {to.name}"] = (
                        lambda v, to=to: _ops.cast(v, to),
                        lambda v, to=to: _wrapped(v, to),
                    )
            check(self, [value], cases)

    def test_floats_out_of_range_of_integers(self) -> None:
        # One program each; in vectors, and in what is left of them.
        integers = [one for one in _dtypes.ALL if one.is_integer]
        for of in FLOATS:
            graph = Graph()
            x = graph.input(of, [Dim.symbol("n")])
            for to in integers:
                graph.output(_ops.cast(x, to))
            compiled = fusion.compile(graph.text(), "cpu", cache="off")
            for size in range(1, 68):
                numbers = stored(np.resize(_OUT_OF_RANGE, size)[::-1].copy(), of)
                results = compiled(numbers)
                for to, got in zip(integers, results):
                    expected = [_as_integer(float(number), to) for number in exact(numbers, of)]
                    with self.subTest(of=of.name, to=to.name, size=size):
                        self.assertEqual([int(number) for number in got.view(to.storage)], expected)

    def test_floats_round_to_nearest_even(self) -> None:
        x = np.array([1 + 2**-8, 1 + 3 * 2**-8, -1e-40, 3.4e38, 70000.0, np.nan, -np.inf], np.float32)
        check(
            self,
            [(x, _dtypes.f32)],
            {
                "f16": (lambda v: _ops.cast(v, _dtypes.f16), lambda v: v),
                "bf16": (lambda v: _ops.cast(v, _dtypes.bf16), lambda v: v),
                "bool": (lambda v: _ops.cast(v, _dtypes.bool_), lambda v: v != 0),
            },
        )

    def test_bits(self) -> None:
        x = random((8,), _dtypes.f32)
        check(
            self,
            [(x, _dtypes.f32)],
            {"bits": (lambda v: _ops.bitcast(v, _dtypes.i32), lambda v: v.astype(np.float32).view(np.int32))},
        )
        with self.assertRaisesRegex(ValueError, "bits of f32"):
            g = Graph()
            _ops.bitcast(g.input(_dtypes.f32, (2,)), _dtypes.i64)


class Activations(unittest.TestCase):
    def test_formulas(self) -> None:
        def logistic(v: Array) -> Array:
            return 1 / (1 + np.exp(-v))

        erf = np.vectorize(math.erf)
        cases: dict[str, Case] = {
            "relu": (_ops.relu, lambda v: np.maximum(v, 0)),
            "relu6": (_ops.relu6, lambda v: np.clip(v, 0, 6)),
            "leaky_relu": (lambda v: _ops.leaky_relu(v, 0.1), lambda v: np.where(v > 0, v, 0.1 * v)),
            "gelu": (_ops.gelu, lambda v: v / 2 * (1 + erf(v / np.sqrt(2)))),
            "gelu tanh": (
                lambda v: _ops.gelu(v, "tanh"),
                lambda v: v / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (v + 0.044715 * v**3))),
            ),
            "sigmoid": (_ops.sigmoid, logistic),
            "silu": (_ops.silu, lambda v: v * logistic(v)),
            "logsigmoid": (_ops.logsigmoid, lambda v: -np.log1p(np.exp(-v))),
            "mish": (_ops.mish, lambda v: v * np.tanh(np.log1p(np.exp(v)))),
            "softplus": (_ops.softplus, lambda v: np.log1p(np.exp(v))),
            "softplus 2": (
                lambda v: _ops.softplus(v, 2.0, 3.0),
                lambda v: np.where(2 * v > 3, v, np.log1p(np.exp(2 * v)) / 2),
            ),
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
                check(
                    self,
                    [(stored(np.linspace(-4, 4, 33), dtype), dtype)],
                    cases,
                    ulps=8,
                    slack=1e-7,
                    rounded=dtype is _dtypes.bf16,
                )

    def test_gates(self) -> None:
        x = random((3, 8), _dtypes.f32)
        for dynamic in (False, True):
            check(
                self,
                [(x, _dtypes.f32)],
                {"glu": (_ops.glu, lambda v: v[:, :4] / (1 + np.exp(-v[:, 4:])))},
                dynamic=dynamic,
            )
        with self.assertRaisesRegex(ValueError, "two halves, but the size along axis -1 is 3"):
            _ops.glu(Graph().input(_dtypes.f32, (3,)))
        w = np.array([0.25], np.float32)
        check(
            self, [(x, _dtypes.f32), (w, _dtypes.f32)], {"prelu": (_ops.prelu, lambda v, a: np.where(v > 0, v, a * v))}
        )

    def test_nan_stays_nan(self) -> None:
        x = np.array([np.nan, 1.0], np.float32)
        names = ["relu", "gelu", "silu", "hardshrink", "softshrink", "hardtanh", "elu"]
        g = Graph()
        v = g.input(_dtypes.f32, (2,))
        for name in names:
            g.output(getattr(_ops, name)(v))
        for name, result in zip(names, run(g, [x]), strict=True):
            self.assertTrue(np.isnan(result[0]) and not np.isnan(result[1]), name)


# Ends of integer types, and what is beyond them.
_OUT_OF_RANGE = np.array(
    [math.nan, -0.5, -1.0, math.inf, -math.inf, 127.5, 128.0, -129.0, 255.5, 256.0, 32768.0, -32769.0, 65536.0]
    + [sign * 2.0**power for power in (31, 32, 62, 63, 64, 100) for sign in (1, -1)]
    + [2.0**31 - 1, -(2.0**31) - 1, 2.0**32 - 1, 2.0**63 - 1024, 2.0**64 - 2048, 5e-324, -1e308, 1e308, 65000.0]
)


def _as_integer(number: float, dtype: DType) -> int:
    """What `cast` promises."""
    if math.isnan(number):
        return 0
    whole = int(max(-(2.0**100), min(number, 2.0**100)))
    wide = max(-(2**63), min(whole, 2**63 - 1))
    if dtype.is_signed:
        half = 2 ** (dtype.bits - 1)
        return max(-half, min(whole, half - 1))
    if dtype.bits == 64 and whole >= 0:
        return min(whole, 2**64 - 1)
    return wide % 2**dtype.bits


def _wrapped(values: Array, dtype: DType) -> Array:
    return values.astype(np.int64).astype(dtype.storage) if dtype.is_integer else values.astype(dtype.storage)


if __name__ == "__main__":
    unittest.main()
