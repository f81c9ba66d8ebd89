# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of reductions, running sums, softmax and norms."""

import unittest

import numpy as np

from fusion import _dtypes, _ops
from fusion._dtypes import DType
from fusion._graph import Graph

from running import Array, Case, check, random, stored

FLOATS = (_dtypes.f32, _dtypes.bf16, _dtypes.f16, _dtypes.f64)
F32, I64 = _dtypes.f32, _dtypes.i64


def slack_of(dtype: DType, size: float = 1.0) -> float:
    """An absolute error for sums of values of about `size`."""
    return size * (1e-14 if dtype is _dtypes.f64 else 2e-6)


class Reductions(unittest.TestCase):
    def test_floats(self) -> None:
        cases: dict[str, Case] = {}
        for axes in (None, 0, -1, (0, 2)):
            for keep in (False, True):
                for name in ("sum", "mean", "max", "min", "prod"):
                    cases[f"{name} {axes} {keep}"] = (
                        lambda v, n=name, a=axes, k=keep: getattr(_ops, n)(v, a, k),
                        lambda v, n=name, a=axes, k=keep: getattr(np, n)(v, axis=a, keepdims=k),
                    )
        for dtype in FLOATS:
            with self.subTest(dtype=dtype.name):
                check(self, [(random((3, 4, 5), dtype), dtype)], cases, slack=slack_of(dtype, 10))
        check(self, [(random((3, 4, 5), F32), F32)], cases, slack=slack_of(F32, 10), dynamic=True)

    def test_sums_of_bf16_are_rounded_once(self) -> None:
        """Ones after 256 would be lost in bf16, which has 8 digits."""
        x = stored(np.ones((2, 1000)), _dtypes.bf16)
        check(
            self,
            [(x, _dtypes.bf16)],
            {
                "sum": (lambda v: _ops.sum(v, 1), lambda v: v.sum(1)),
                "mean": (lambda v: _ops.mean(v, 1), lambda v: v.mean(1)),
                "wide": (lambda v: _ops.sum(v, 1, dtype=F32), lambda v: v.sum(1)),
            },
        )

    def test_integers_and_bools(self) -> None:
        x = np.random.default_rng(0).integers(-9, 9, (4, 6)).astype(np.int8)
        check(
            self,
            [(x, _dtypes.i8)],
            {
                "sum": (lambda v: _ops.sum(v, 0), lambda v: v.sum(0, dtype=np.int64)),
                "prod": (lambda v: _ops.prod(v, 1), lambda v: v.prod(1, dtype=np.int64)),
                "max": (lambda v: _ops.max(v, 1), lambda v: v.max(1)),
                "mean": (_ops.mean, np.mean),
                "any": (lambda v: _ops.any(v, 1), lambda v: v.any(1)),
                "all": (lambda v: _ops.all(v, 0), lambda v: v.all(0)),
                "count": (_ops.count_nonzero, np.count_nonzero),
                "argmax": (lambda v: _ops.argmax(v, 1), lambda v: v.argmax(1)),
            },
        )
        u = np.array([[200, 3], [7, 255]], np.uint8)
        check(
            self,
            [(u, _dtypes.u8)],
            {"max": (lambda v: _ops.max(v, 0), lambda v: v.max(0)), "sum": (_ops.sum, lambda v: v.sum(dtype=np.int64))},
        )
        b = np.array([[True, False, False], [True, True, True]])
        check(
            self,
            [(b, _dtypes.bool_)],
            {
                "sum": (lambda v: _ops.sum(v, 1), lambda v: v.sum(1)),
                "max": (lambda v: _ops.max(v, 1), lambda v: v.max(1)),
                "all": (lambda v: _ops.all(v, 1), lambda v: v.all(1)),
                "any": (_ops.any, np.any),
                "argmax": (lambda v: _ops.argmax(v, 1), lambda v: v.argmax(1)),
            },
        )

    def test_positions_of_extrema(self) -> None:
        x = np.array([[1, 3, 3, -2], [0, -0.0, -5, -5], [1, np.nan, 7, np.nan]], np.float32)
        check(
            self,
            [(x, F32)],
            {
                "argmax": (lambda v: _ops.argmax(v, 1), lambda v: v.argmax(1)),
                "argmin": (lambda v: _ops.argmin(v, -1, True), lambda v: v.argmin(-1, keepdims=True)),
                "all": (_ops.argmax, np.argmax),
                "columns": (lambda v: _ops.argmin(v, 0), lambda v: v.argmin(0)),
                "value": (lambda v: _ops.extremum_with_position(True, v, 1, False)[0], lambda v: v.max(1)),
            },
        )

    def test_nan_wins_and_infinities_stay(self) -> None:
        x = np.array([[1, np.nan, 2], [np.inf, 0, -1], [-np.inf] * 3], np.float32)
        check(
            self,
            [(x, F32)],
            {
                name: (lambda v, n=name: getattr(_ops, n)(v, 1), lambda v, n=name: getattr(np, n)(v, 1))
                for name in ("max", "min", "sum", "mean")
            },
        )

    def test_variances(self) -> None:
        cases: dict[str, Case] = {}
        for correction in (0, 1):
            for axes in ((1,), (0, 2)):
                cases[f"var {axes} {correction}"] = (
                    lambda v, a=axes, c=correction: _ops.var(v, a, c),
                    lambda v, a=axes, c=correction: v.var(a, ddof=c),
                )
                cases[f"std {axes} {correction}"] = (
                    lambda v, a=axes, c=correction: _ops.std(v, a, c, True),
                    lambda v, a=axes, c=correction: v.std(a, ddof=c, keepdims=True),
                )
        for dtype in FLOATS:
            x = stored(np.random.default_rng(0).standard_normal((3, 4, 5)) + 100, dtype)
            check(self, [(x, dtype)], cases, ulps=64, slack=0.0 if dtype is _dtypes.f64 else 1e-4)

    def test_norms_of_vectors(self) -> None:
        for order in (0, 1, 2, 3.0, float("inf"), float("-inf")):
            check(
                self,
                [(random((3, 8), F32), F32)],
                {f"norm {order}": (lambda v: _ops.norm(v, order, 1), lambda v: np.linalg.norm(v, order, 1))},
                ulps=32,
            )

    def test_nothing_to_reduce(self) -> None:
        x = np.zeros((3, 0), np.float32)
        with np.errstate(all="ignore"):
            check(
                self,
                [(x, F32)],
                {
                    "sum": (lambda v: _ops.sum(v, 1), lambda v: v.sum(1)),
                    "prod": (lambda v: _ops.prod(v, 1), lambda v: v.prod(1)),
                    "mean": (lambda v: _ops.mean(v, 1), lambda v: np.full(3, np.nan)),
                    "any": (lambda v: _ops.any(v, 1), lambda v: v.any(1)),
                },
            )
        g = Graph()
        for function in (_ops.max, _ops.argmin):
            with self.assertRaisesRegex(ValueError, "has no elements"):
                function(g.input(F32, (3, 0)), 1)
        with self.assertRaisesRegex(ValueError, "name a dimension twice"):
            _ops.sum(g.input(F32, (3, 2)), (0, -2))
        with self.assertRaisesRegex(IndexError, "axis 2 is out of range"):
            _ops.sum(g.input(F32, (3, 2)), 2)


class Scans(unittest.TestCase):
    def test_short_rows(self) -> None:
        cases: dict[str, Case] = {
            f"{name} {axis}": (
                lambda v, n=name, a=axis: getattr(_ops, n)(v, a),
                lambda v, n=name, a=axis: getattr(np, n)(v, a),
            )
            for name in ("cumsum", "cumprod")
            for axis in (0, -1)
        }
        for dtype in FLOATS:
            for dynamic in (False, True):
                check(self, [(random((5, 9), dtype), dtype)], cases, slack=slack_of(dtype, 20), dynamic=dynamic)

    def test_long_rows(self) -> None:
        x, i = random((2, 1500), F32), np.arange(3000).reshape(2, 1500) % 7
        check(
            self,
            [(x, F32), (i, I64)],
            {
                "floats": (lambda v, w: _ops.cumsum(v, 1), lambda v, w: v.cumsum(1)),
                "integers": (lambda v, w: _ops.cumsum(w, 1), lambda v, w: w.cumsum(1)),
            },
            slack=1e-3,
        )


def softmax(x: Array, axis: int) -> Array:
    exponentials = np.exp(x - x.max(axis, keepdims=True))
    result: Array = exponentials / exponentials.sum(axis, keepdims=True)
    return result


def normal(x: Array, axes: tuple[int, ...], eps: float) -> Array:
    result: Array = (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + eps)
    return result


class Norms(unittest.TestCase):
    def test_softmax(self) -> None:
        cases: dict[str, Case] = {}
        for axis in (0, 1, -1):
            cases[f"softmax {axis}"] = (lambda v, a=axis: _ops.softmax(v, a), lambda v, a=axis: softmax(v, a))
            cases[f"log {axis}"] = (lambda v, a=axis: _ops.log_softmax(v, a), lambda v, a=axis: np.log(softmax(v, a)))
            cases[f"sum {axis}"] = (lambda v, a=axis: _ops.logsumexp(v, a), lambda v, a=axis: np.log(np.exp(v).sum(a)))
        for dtype in FLOATS:
            for dynamic in (False, True):
                check(self, [(random((3, 4, 6), dtype), dtype)], cases, ulps=16, slack=slack_of(dtype), dynamic=dynamic)

    def test_softmax_of_large_and_hidden_values(self) -> None:
        x = np.array([[1e4, 1e4, -1e4], [-np.inf, 0, 0], [-np.inf] * 3], np.float32)
        with np.errstate(all="ignore"):
            check(
                self,
                [(x, F32)],
                {
                    "softmax": (_ops.softmax, lambda v: softmax(v, 1)),
                    "safe": (_ops.safe_softmax, lambda v: np.nan_to_num(softmax(v, 1))),
                    "sum": (_ops.logsumexp, lambda v: np.logaddexp.reduce(v, 1)),
                },
            )

    def test_norms(self) -> None:
        for dtype in FLOATS:
            x, w, b = random((2, 8, 6), dtype), random((6,), dtype, 1), random((6,), dtype, 2)
            channels, mean, spread = (
                random((8,), dtype, 3),
                random((8,), dtype, 4),
                stored(np.random.default_rng(5).uniform(0.5, 2, 8), dtype),
            )
            check(
                self,
                [(v, dtype) for v in (x, w, b, channels, mean, spread)],
                {
                    "layer": (
                        lambda x, w, b, *_: _ops.layer_norm(x, 1, w, b, 1e-3),
                        lambda x, w, b, *_: normal(x, (-1,), 1e-3) * w + b,
                    ),
                    "layer 2": (lambda x, *_: _ops.layer_norm(x, 2), lambda x, *_: normal(x, (1, 2), 1e-5)),
                    "rms": (
                        lambda x, w, *_: _ops.rms_norm(x, 1, w, 1e-3),
                        lambda x, w, *_: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-3) * w,
                    ),
                    "group": (
                        lambda x, w, b, c, *_: _ops.group_norm(x, 4, c, c, 1e-3),
                        lambda x, w, b, c, *_: normal(x.reshape(2, 4, 12), (2,), 1e-3).reshape(x.shape) * c[:, None]
                        + c[:, None],
                    ),
                    "batch": (
                        lambda x, w, b, c, m, s: _ops.batch_norm(x, m, s, c, None, 1e-3),
                        lambda x, w, b, c, m, s: (x - m[:, None]) / np.sqrt(s[:, None] + 1e-3) * c[:, None],
                    ),
                },
                ulps=32,
                slack=0.0 if dtype is _dtypes.f64 else 1e-5,
            )

    def test_batches_that_are_known_at_the_call(self) -> None:
        check(
            self,
            [(random((5, 4, 7), F32), F32)],
            {
                "layer": (lambda x: _ops.layer_norm(x, 1), lambda x: normal(x, (-1,), 1e-5)),
                "rms": (
                    lambda x: _ops.rms_norm(x, 1, None, 1e-3),
                    lambda x: x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-3),
                ),
            },
            slack=1e-5,
            dynamic=True,
        )

    def test_groups_have_whole_channels(self) -> None:
        with self.assertRaisesRegex(ValueError, "8 are not 3 groups"):
            _ops.group_norm(Graph().input(F32, (2, 8, 4)), 3)


if __name__ == "__main__":
    unittest.main()
