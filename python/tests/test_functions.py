# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The functions, operators and methods of lazy arrays against NumPy's of the same name, on the CPU."""

from __future__ import annotations

import math
import operator
import os
import unittest
from collections.abc import Callable, Sequence
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion

RANDOM = np.random.default_rng(7)
X = RANDOM.standard_normal((3, 4, 5)).astype(np.float32)
Y = RANDOM.standard_normal((4, 5)).astype(np.float32)
POSITIVE = np.abs(X) + np.float32(0.1)
UNIT = np.clip(X, -0.9, 0.9)
INTEGERS = RANDOM.integers(-9, 9, (3, 4, 5))
OTHERS = RANDOM.integers(1, 9, (4, 5))
BOOLS = X > 0


def check(cases: Sequence[tuple[str, Any, Any]], tolerance: float = 4e-6) -> None:
    """Computes all of them by one call, and compares values and shapes."""
    values = fusion.evaluate(*(got for _, got, _ in cases))
    for (name, got, expected), value in zip(cases, values, strict=True):
        expected = np.asarray(expected)
        np.testing.assert_array_equal(got.shape, expected.shape, err_msg=name)
        np.testing.assert_allclose(value, expected, rtol=tolerance, atol=tolerance, err_msg=name)


class ElementwiseTest(unittest.TestCase):
    def test_functions_of_one_operand(self) -> None:
        cases: list[tuple[str, Any, Any]] = []
        for operand, words in (
            (X, "abs cbrt ceil cos cosh exp exp2 expm1 floor isfinite isinf isnan negative sign sin sinh square tan "
                "tanh trunc round logical_not"),
            (POSITIVE, "log log10 log1p log2 reciprocal sqrt"),
        ):
            for name in words.split():
                cases.append((name, getattr(fusion, name)(operand), getattr(np, name)(operand)))
        for name, numpy_name, operand in (("acos", "arccos", UNIT), ("acosh", "arccosh", POSITIVE + 1),
                                          ("asin", "arcsin", UNIT), ("asinh", "arcsinh", X), ("atan", "arctan", X),
                                          ("atanh", "arctanh", UNIT)):
            cases.append((name, getattr(fusion, name)(operand), getattr(np, numpy_name)(operand)))
        cases.append(("rsqrt", fusion.rsqrt(POSITIVE), 1 / np.sqrt(POSITIVE)))
        cases.append(("erf", fusion.erf(Y), [[math.erf(v) for v in row] for row in Y]))
        cases.append(("round", fusion.round(X, 1), np.round(X, 1)))
        check(cases)

    def test_activations(self) -> None:
        x = X.astype(np.float64)
        logistic = 1 / (1 + np.exp(-x))
        erf = np.vectorize(math.erf)
        check([
            ("relu", fusion.relu(X), np.maximum(x, 0)),
            ("relu6", fusion.relu6(X * 5), np.clip(x * 5, 0, 6)),
            ("leaky_relu", fusion.leaky_relu(X, 0.2), np.where(x > 0, x, 0.2 * x)),
            ("elu", fusion.elu(X, 0.5), np.where(x > 0, x, 0.5 * np.expm1(x))),
            ("selu", fusion.selu(X), 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))),
            ("sigmoid", fusion.sigmoid(X), logistic),
            ("silu", fusion.silu(X), x * logistic),
            ("softplus", fusion.softplus(X), np.log1p(np.exp(x))),
            ("mish", fusion.mish(X), x * np.tanh(np.log1p(np.exp(x)))),
            ("hardswish", fusion.hardswish(X), x * np.clip(x + 3, 0, 6) / 6),
            ("gelu", fusion.gelu(X), x * (1 + erf(x / math.sqrt(2))) / 2),
            ("gelu tanh", fusion.gelu(X, "tanh"),
             x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2),
        ], 2e-5)
        with self.assertRaisesRegex(ValueError, "'none' or 'tanh'"):
            fusion.gelu(X, "fast")

    def test_functions_of_two_operands(self) -> None:
        cases: list[tuple[str, Any, Any]] = []
        for a, b, words in (
            (X, Y, "add subtract multiply divide maximum minimum fmax fmin hypot logaddexp equal not_equal less "
                   "less_equal greater greater_equal logical_and logical_or logical_xor"),
            (INTEGERS, OTHERS, "add subtract multiply floor_divide remainder fmod maximum minimum bitwise_and "
                               "bitwise_or bitwise_xor less equal"),
            (OTHERS, INTEGERS % 4, "left_shift right_shift power"),
            (X, POSITIVE, "floor_divide remainder fmod"),
            (POSITIVE, Y, "power"),
            (BOOLS, BOOLS[:, ::-1].copy(), "logical_and bitwise_or bitwise_xor add multiply equal"),
        ):
            for name in words.split():
                cases.append((name, getattr(fusion, name)(a, b), getattr(np, name)(a, b)))
        cases.append(("atan2", fusion.atan2(X, Y), np.arctan2(X, Y)))
        cases.append(("bitwise_not", fusion.bitwise_not(INTEGERS), ~INTEGERS))
        check(cases)

    def test_operators_with_arrays_and_numbers_on_both_sides(self) -> None:
        cases: list[tuple[str, Any, Any]] = []
        for name in "add sub mul truediv lt le gt ge eq ne".split():
            function = getattr(operator, name)
            for a, b in ((X, Y), (X, 1.5), (1.5, X)):
                lazy = [fusion.lazy(v) if isinstance(v, np.ndarray) else v for v in (a, b)]
                cases.append((name, function(*lazy), function(a, b)))
        for name in "floordiv mod and_ or_ xor".split():
            function = getattr(operator, name)
            for i, j in ((INTEGERS, OTHERS), (INTEGERS, 3), (100, OTHERS)):
                lazy = [fusion.lazy(v) if isinstance(v, np.ndarray) else v for v in (i, j)]
                cases.append((name, function(*lazy), function(i, j)))
        x, others = fusion.lazy(X), fusion.lazy(OTHERS)
        cases += [("pow", x**2, X**2), ("rpow", 2.0**x, np.float32(2)**X), ("neg", -x, -X), ("pos", +x, X + 0),
                  ("abs", abs(x), abs(X)), ("invert", ~others, ~OTHERS), ("shift", others << 2, OTHERS << 2),
                  ("rshift", 1024 >> others, 1024 >> OTHERS)]
        cases = [(name, got if got._op is not None else got * 1, expected) for name, got, expected in cases]
        check(cases)

    def test_choices_and_bounds(self) -> None:
        x = fusion.lazy(X)
        check([
            ("where", fusion.where(x > 0, x, Y), np.where(X > 0, X, Y)),
            ("where with numbers", fusion.where(x > 0, 1.0, 0.0), np.where(X > 0, 1.0, 0.0)),
            ("where of numbers", fusion.where(INTEGERS, X, 0.0), np.where(INTEGERS, X, 0)),
            ("clip", x.clip(-0.5, 0.5), np.clip(X, -0.5, 0.5)),
            ("clip below", fusion.clip(x, None, 0.5), np.minimum(X, 0.5)),
            ("clip by an array", fusion.clip(x, Y), np.maximum(X, Y)),
        ])


class TypeTest(unittest.TestCase):
    def test_types_promote_by_kind_first(self) -> None:
        def lazy(name: str) -> fusion.Array:
            return fusion.zeros((2,), name)

        for a, b, result in (("bf16", "f16", "f32"), ("bf16", "bf16", "bf16"), ("f16", "i64", "f16"),
                             ("f32", "f64", "f64"), ("i32", "i64", "i64"), ("u8", "i8", "i16"),
                             ("bool", "bf16", "bf16"), ("i8", "bool", "i8")):
            self.assertEqual((lazy(a) + lazy(b)).dtype.name, result, f"{a} + {b}")
            self.assertEqual((lazy(b) * lazy(a)).dtype.name, result, f"{b} * {a}")
        for a, number, result in (("bf16", 2, "bf16"), ("bf16", 2.5, "bf16"), ("i32", 2, "i32"), ("i32", 2.5, "f32"),
                                  ("bool", 2, "i64"), ("bool", True, "bool"), ("u8", 2, "u8")):
            self.assertEqual((lazy(a) + number).dtype.name, result, f"{a} + {number}")
            self.assertEqual((number + lazy(a)).dtype.name, result, f"{number} + {a}")
        self.assertEqual((lazy("i32") / lazy("i32")).dtype, fusion.f32)
        self.assertEqual(fusion.exp(lazy("i32")).dtype, fusion.f32)
        self.assertEqual(lazy("bf16").sum().dtype, fusion.bf16)
        self.assertEqual((lazy("i8").sum().dtype, lazy("bool").sum().dtype, lazy("i8").mean().dtype),
                         (fusion.i64, fusion.i64, fusion.f32))
        self.assertEqual(lazy("bf16").sum(dtype="f32").dtype, fusion.f32)

    def test_types_have_many_names(self) -> None:
        x = fusion.lazy(X)
        for name in ("f64", "float64", np.float64, np.dtype("float64"), float, fusion.f64):
            self.assertEqual(x.astype(name).dtype, fusion.f64, str(name))
        self.assertEqual(x.astype("bfloat16").dtype, fusion.bf16)
        self.assertEqual((x.astype(bool).dtype, x.astype(int).dtype), (fusion.bool_, fusion.i64))
        self.assertIs(x.astype("f32"), x)

    def test_casts(self) -> None:
        x = fusion.lazy(X * 3)
        check([("i32", x.astype("i32"), (X * 3).astype(np.int32)), ("bool", x.astype("bool"), (X * 3).astype(bool)),
               ("f64", x.astype("f64"), (X * 3).astype(np.float64)),
               ("f16", x.astype("f16"), (X * 3).astype(np.float16))])
        third = fusion.lazy(np.array([1 / 3], np.float32)).astype("bf16")
        self.assertEqual(float(third), 0.333984375)


class WholeArrayTest(unittest.TestCase):
    def test_products(self) -> None:
        a, b, v = fusion.lazy(X), RANDOM.standard_normal((5, 6)).astype(np.float32), Y[0]
        batch = RANDOM.standard_normal((3, 5, 2)).astype(np.float32)
        check([("2-d", fusion.lazy(Y) @ b, Y @ b), ("batch by matrix", a @ b, X @ b), ("batches", a @ batch, X @ batch),
               ("vector", a @ v, X @ v), ("row", v @ fusion.lazy(b), v @ b), ("dot", fusion.lazy(v) @ v, v @ v),
               ("transposed", fusion.lazy(Y).T @ Y, Y.T @ Y), ("mT", a.mT @ X, np.swapaxes(X, 1, 2) @ X),
               ("integers", fusion.lazy(OTHERS) @ OTHERS.T, OTHERS @ OTHERS.T)], 1e-5)

    def test_reductions(self) -> None:
        x, i, flags = fusion.lazy(X), fusion.lazy(INTEGERS), fusion.lazy(BOOLS)
        cases: list[tuple[str, Any, Any]] = []
        for axis in (None, 0, -1, (0, 2)):
            for keepdims in (False, True):
                for name in "sum mean max min prod var std".split():
                    got = getattr(x, name)(axis=axis, keepdims=keepdims)
                    cases.append((f"{name} {axis}", got, getattr(X, name)(axis=axis, keepdims=keepdims)))
                cases.append((f"any {axis}", flags.any(axis, keepdims=keepdims), BOOLS.any(axis, keepdims=keepdims)))
                cases.append((f"all {axis}", flags.all(axis, keepdims=keepdims), BOOLS.all(axis, keepdims=keepdims)))
        for axis in (None, 0, 2):
            cases.append(("argmax", x.argmax(axis), X.argmax(axis)))
            cases.append(("argmin", fusion.argmin(INTEGERS, axis), INTEGERS.argmin(axis)))
        cases += [("integers", i.sum(0), INTEGERS.sum(0)), ("bools", flags.sum(1), BOOLS.sum(1)),
                  ("integer max", i.max(1), INTEGERS.max(1)), ("mean of integers", i.mean(), INTEGERS.mean()),
                  ("ddof", x.var(axis=1, ddof=1), X.var(axis=1, ddof=1)),
                  ("logsumexp", fusion.logsumexp(x, -1), np.log(np.exp(X).sum(-1)))]
        check(cases, 2e-5)

    def test_running_sums(self) -> None:
        check([(f"cumsum {axis}", fusion.cumsum(X, axis), np.cumsum(X, axis)) for axis in (None, 0, 1, -1)], 1e-5)

    def test_attention(self) -> None:
        q, k, v = (RANDOM.standard_normal((2, heads, 6, 8)).astype(np.float32) for heads in (4, 2, 2))
        scores = q @ np.repeat(k, 2, 1).swapaxes(-1, -2) / math.sqrt(8)
        seen = RANDOM.random((6, 6)) < 0.7
        seen |= np.eye(6, dtype=bool)

        def attend(hidden: Any) -> Any:
            e = np.exp(np.where(hidden, -np.inf, scores))
            return e / e.sum(-1, keepdims=True) @ np.repeat(v, 2, 1)

        check([("all keys", fusion.attention(q, k, v), attend(False)),
               ("causal", fusion.attention(q, k, v, causal=True), attend(~np.tri(6, dtype=bool))),
               ("masked", fusion.attention(q, k, v, seen), attend(~seen)),
               ("added", fusion.attention(q, k, v, np.where(seen, 0, -np.inf).astype(np.float32)), attend(~seen))],
              1e-5)
        heads = fusion.Spec((2, 4, 64, 64), "bf16")
        module = fusion.jit(fusion.attention, target="sm_90a").compile(heads, heads, heads)
        self.assertEqual([kernel["family"] for kernel in module.kernels], ["attention"])

    def test_softmax_and_norms(self) -> None:
        e = np.exp(X - X.max(-1, keepdims=True))
        centred = X - X.mean(-1, keepdims=True)
        scale = 1 / np.sqrt(X.var(-1, keepdims=True) + 1e-5)
        w, b = Y[0], Y[1]
        mean_square = (X**2).mean(-1, keepdims=True)
        both = X - X.mean((1, 2), keepdims=True)
        check([
            ("softmax", fusion.softmax(X), e / e.sum(-1, keepdims=True)),
            ("softmax 0", fusion.softmax(X, axis=0), np.exp(X) / np.exp(X).sum(0)),
            ("log_softmax", fusion.log_softmax(X), np.log(e / e.sum(-1, keepdims=True))),
            ("layer_norm", fusion.layer_norm(X), centred * scale),
            ("layer_norm with weights", fusion.layer_norm(X, w, b), centred * scale * w + b),
            ("layer_norm of two", fusion.layer_norm(X, dims=2), both / np.sqrt(X.var((1, 2), keepdims=True) + 1e-5)),
            ("layer_norm eps", fusion.layer_norm(X, eps=1.0), centred / np.sqrt(X.var(-1, keepdims=True) + 1)),
            ("rms_norm", fusion.rms_norm(X, w), X / np.sqrt(mean_square + 1e-6) * w),
        ], 1e-5)

    def test_shapes(self) -> None:
        x = fusion.lazy(X)
        check([
            ("reshape", x.reshape(12, 5), X.reshape(12, 5)), ("-1", x.reshape((-1, 2, 5)), X.reshape(-1, 2, 5)),
            ("ravel", x.ravel(), X.ravel()), ("transpose", x.transpose(), X.transpose()), ("T", x.T, X.T),
            ("axes", x.transpose(2, 0, 1), X.transpose(2, 0, 1)),
            ("tuple", x.transpose((1, 0, 2)), X.transpose(1, 0, 2)),
            ("swapaxes", x.swapaxes(0, 2), X.swapaxes(0, 2)), ("expand_dims", fusion.expand_dims(x, 1), X[:, None]),
            ("squeeze", x[:, :1].squeeze(1), X[:, 0]), ("squeeze all", x[:1, :, :1].squeeze(), X[0, :, 0]),
            ("broadcast_to", fusion.broadcast_to(x, (2, 3, 4, 5)), np.broadcast_to(X, (2, 3, 4, 5))),
            ("concatenate", fusion.concatenate([x, X, x], axis=1), np.concatenate([X, X, X], axis=1)),
            ("of two types", fusion.concatenate([X, INTEGERS]), np.concatenate([X, INTEGERS.astype(np.float32)])),
            ("stack", fusion.stack([x, X], axis=-1), np.stack([X, X], axis=-1)),
            ("pad", fusion.pad(x, ((1, 0), (0, 2), (0, 0)), 7.0),
             np.pad(X, ((1, 0), (0, 2), (0, 0)), constant_values=7)),
            ("tril", fusion.tril(x, -1), np.tril(X, -1)), ("triu", fusion.triu(x), np.triu(X)),
            ("flip", fusion.flip(x, 1), np.flip(X, 1)), ("flip all", fusion.flip(x), np.flip(X)),
            *((f"split {i}", part, expected) for i, (part, expected)
              in enumerate(zip(fusion.split(x, 2, axis=1), np.split(X, 2, axis=1)))),
        ])

    def test_indexing(self) -> None:
        x = fusion.lazy(X)
        places = np.array([[2, 0], [1, 1]])
        keys: list[Any] = [0, -1, (1, 2), (1, 2, 3), slice(1, None), (slice(None), slice(1, 3)), (..., 0),
                           (0, ..., slice(2)), None, (None, 1, None, ..., None),
                           (slice(None, None, 2), slice(None, None, -1)),
                           (slice(2, 0, -1), 1), (slice(-2, None), -1), places, (slice(None), places), (1, places),
                           (slice(5, 9),), (..., slice(4, None, -2))]
        check([(str(key), x[key] * 1, X[key] * 1) for key in keys])
        negative = np.array([-1, 0])
        keys = [(places, places), (places, slice(None), places), (negative, None, 1), (1, slice(None), negative),
                (..., negative, negative), (slice(1, None), negative[:, None], places), (None, negative), [1, 0],
                (slice(None), [[2], [0]]), []]
        check([(str(key), x[key] * 1, X[key] * 1) for key in keys])
        check([("take", fusion.take(x, places, axis=2), np.take(X, places, axis=2)),
               ("take of all", fusion.take(x, places - 1), np.take(X, places - 1)),
               ("take of a list", fusion.take(x, [1, 0], axis=1), np.take(X, [1, 0], axis=1)),
               ("take of one", fusion.take(x, 1, axis=0), np.take(X, 1, axis=0)),
               ("take_along_axis", fusion.take_along_axis(x, X.argsort(1), 1), np.take_along_axis(X, X.argsort(1), 1)),
               ("roll", fusion.roll(x, 2, 1), np.roll(X, 2, 1)), ("roll all", fusion.roll(x, -7), np.roll(X, -7))])
        self.assertIs(x[:], x)
        self.assertIs(x[...], x)

    def test_new_arrays(self) -> None:
        check([("full", fusion.full((2, 3), 2.5), np.full((2, 3), 2.5)), ("zeros", fusion.zeros(3), np.zeros(3)),
               ("ones", fusion.ones((1, 2), "i32"), np.ones((1, 2))),
               ("arange", fusion.arange(2, 9, 3), np.arange(2, 9, 3)),
               ("floats", fusion.arange(0.0, 1.0, 0.25), np.arange(0.0, 1.0, 0.25)), ("down", fusion.arange(5, 0, -2),
                                                                                      np.arange(5, 0, -2))])
        self.assertEqual((fusion.full((), True).dtype, fusion.full((), 1).dtype, fusion.arange(3, dtype="f16").dtype),
                         (fusion.bool_, fusion.i64, fusion.f16))


class DrawnExpressionTest(unittest.TestCase):
    """Expressions that are drawn at random, of functions that keep values of a moderate size."""

    UNARY: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
        (fusion.tanh, np.tanh), (fusion.relu, lambda v: np.maximum(v, 0)),
        (fusion.sigmoid, lambda v: 1 / (1 + np.exp(-v))),
        (lambda v: v * 0.5 + 1, lambda v: v * 0.5 + 1), (lambda v: v.T, lambda v: v.T), (fusion.abs, np.abs),
        (lambda v: v - v.mean(axis=0), lambda v: v - v.mean(axis=0)),
        (lambda v: fusion.softmax(v), lambda v: np.exp(v) / np.exp(v).sum(-1, keepdims=True)),
        (lambda v: v.reshape(-1, 2).max(axis=1).reshape(v.shape[0], -1),
         lambda v: v.reshape(-1, 2).max(axis=1).reshape(v.shape[0], -1)),
        (lambda v: fusion.concatenate([v, v[:, ::2]], 1), lambda v: np.concatenate([v, v[:, ::2]], 1)),
    ]
    BINARY: list[tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = [
        (operator.add, operator.add), (operator.mul, operator.mul), (fusion.maximum, np.maximum),
        (lambda a, b: fusion.tanh(a @ b.T), lambda a, b: np.tanh(a @ b.T)),
        (lambda a, b: fusion.where(a > b, a, -b), lambda a, b: np.where(a > b, a, -b)),
    ]

    def test_ten_expressions(self) -> None:
        for seed in range(10):
            draw = np.random.default_rng(seed)
            pool = [draw.standard_normal((int(draw.integers(1, 5)) * 2, 8)) for _ in range(2)]
            values: list[tuple[Any, Any]] = [(fusion.lazy(v), v) for v in pool]
            for _ in range(8):
                a = values[draw.integers(len(values))]
                fitting = [b for b in values if b[1].shape == a[1].shape]
                if draw.random() < 0.5:
                    of_one = self.UNARY[draw.integers(len(self.UNARY))]
                    if a[1].shape[1] % 2:
                        continue
                    values.append((of_one[0](a[0]), of_one[1](a[1])))
                else:
                    of_two, b = self.BINARY[draw.integers(len(self.BINARY))], fitting[draw.integers(len(fitting))]
                    values.append((of_two[0](a[0], b[0]), of_two[1](a[1], b[1])))
            got = fusion.evaluate(*(v for v, _ in values[2:]))
            for value, (_, expected) in zip(got, values[2:], strict=True):
                np.testing.assert_allclose(value, expected, rtol=1e-9, atol=1e-9, err_msg=f"seed {seed}")


if __name__ == "__main__":
    unittest.main()
