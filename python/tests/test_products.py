# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of matrix products and attention."""

import unittest

import numpy as np

from fusion import _dtypes, _ops
from fusion._graph import Dim, Graph

from running import Array, assert_close, check, random, run, stored

FLOATS = (_dtypes.f32, _dtypes.bf16, _dtypes.f16, _dtypes.f64)
F32, BF16 = _dtypes.f32, _dtypes.bf16


class Products(unittest.TestCase):
    def test_every_rank(self) -> None:
        shapes: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
            ((6, 16), (16, 5)),
            ((16,), (16,)),
            ((16,), (16, 5)),
            ((6, 16), (16,)),
            ((2, 6, 16), (16, 5)),
            ((2, 6, 16), (2, 16, 5)),
            ((2, 1, 6, 16), (1, 3, 16, 5)),
            ((16,), (2, 16, 5)),
            ((2, 6, 16), (16,)),
        ]
        for dtype in FLOATS:
            slack = 1e-14 if dtype is _dtypes.f64 else 1e-5
            for a, b in shapes:
                with self.subTest(dtype=dtype.name, a=a, b=b):
                    check(
                        self,
                        [(random(a, dtype), dtype), (random(b, dtype, 1), dtype)],
                        {"matmul": (_ops.matmul, np.matmul)},
                        slack=slack,
                    )

    def test_sizes_that_are_known_at_the_call(self) -> None:
        check(
            self,
            [(random((2, 6, 16), F32), F32), (random((5, 16), F32, 1), F32)],
            {
                "linear": (_ops.linear, lambda a, b: a @ b.T),
                "self": (lambda a, b: _ops.matmul(a, _ops.transpose(a)), lambda a, b: a @ a.swapaxes(1, 2)),
                "batched": (
                    lambda a, b: _ops.matmul(a, _ops.transpose(_ops.expand(b, (a.shape[0], *b.shape)))),
                    lambda a, b: a @ b.T,
                ),
            },
            slack=1e-5,
            dynamic=True,
        )

    def test_integers_wrap(self) -> None:
        a = np.random.default_rng(0).integers(-128, 128, (2, 4, 8)).astype(np.int8)
        b = np.random.default_rng(1).integers(-128, 128, (8, 3)).astype(np.int8)
        for dtype in (_dtypes.i8, _dtypes.i32, _dtypes.i64):
            check(
                self,
                [(a.astype(dtype.storage), dtype), (b.astype(dtype.storage), dtype)],
                {"matmul": (_ops.matmul, np.matmul)},
            )

    def test_bytes_are_exact_in_i32(self) -> None:
        draw = np.random.default_rng(0)
        of = {_dtypes.i8: draw.integers(-128, 128, (3, 300)).astype(np.int8),
              _dtypes.u8: draw.integers(0, 256, (3, 300)).astype(np.uint8)}  # fmt: skip
        for left, a in of.items():
            for right, b in of.items():
                check(
                    self,
                    [(a, left), (np.ascontiguousarray(b.T), right)],
                    {"wide": (lambda x, y: _ops.matmul(x, y, _dtypes.i32),
                              lambda x, y: x.astype(np.int32) @ y.astype(np.int32))},
                )  # fmt: skip

    def test_8_bit_floats_are_multiplied_as_they_are(self) -> None:
        draw = np.random.default_rng(0)
        for left in (_dtypes.f8e4m3fn, _dtypes.f8e5m2):
            for right in (_dtypes.f8e4m3fn, _dtypes.f8e5m2):
                a, b = (_dtypes.bits_of(draw.integers(-4, 5, shape), dtype)
                        for shape, dtype in (((3, 300), left), ((300, 5), right)))  # fmt: skip
                sums = _dtypes.values_of(a, left) @ _dtypes.values_of(b, right)
                check(
                    self,
                    [(a, left), (b, right)],
                    {"wide": (lambda x, y: _ops.matmul(x, y, _dtypes.f32), lambda x, y, z=sums: z)},
                )

    def test_blocks_have_scales(self) -> None:
        draw, of = np.random.default_rng(0), _dtypes.f8e4m3fn
        a, b = (_dtypes.bits_of(draw.integers(-4, 5, shape), of) for shape in ((3, 300), (300, 140)))
        scales = [np.exp2(draw.integers(-3, 4, shape)).astype(np.float32) for shape in ((3, 3), (3, 2))]
        left, right = (np.repeat(scale, 128, axis) for axis, scale in ((1, scales[0]), (0, scales[1])))
        sums = (_dtypes.values_of(a, of) * left[:, :300]) @ (
            _dtypes.values_of(b, of) * np.repeat(right, 128, 1)[:300, :140]
        )
        check(
            self,
            [(a, of), (b, of), (scales[0], F32), (scales[1], F32)],
            {"blocks": (lambda x, y, s, t: _ops.block_scaled_matmul(x, y, s, t, (1, 128), (128, 128)),
                        lambda x, y, s, t: sums)},
        )  # fmt: skip

    def test_bf16_accumulates_in_f32(self) -> None:
        a, b = stored(np.ones((2, 2000)), BF16), stored(np.ones((2000, 3)), BF16)
        check(
            self,
            [(a, BF16), (b, BF16)],
            {"narrow": (_ops.matmul, np.matmul), "wide": (lambda x, y: _ops.matmul(x, y, F32), np.matmul)},
        )

    def test_sums_with_products(self) -> None:
        a, b, c = random((4, 8), F32), random((8, 5), F32, 1), random((5,), F32, 2)
        check(
            self,
            [(a, F32), (b, F32), (c, F32)],
            {
                "addmm": (lambda a, b, c: _ops.addmm(c, a, b, 0.5, 2.0), lambda a, b, c: 0.5 * c + 2 * (a @ b)),
                "nothing": (lambda a, b, c: _ops.addmm(_ops.div(c, 0.0), a, b, 0), lambda a, b, c: a @ b),
                "linear": (lambda a, b, c: _ops.linear(a, _ops.transpose(b), c), lambda a, b, c: a @ b + c),
                "outer": (lambda a, b, c: _ops.outer(c, c), lambda a, b, c: np.outer(c, c)),
                "tensordot": (lambda a, b, c: _ops.tensordot(a, b, 1), lambda a, b, c: a @ b),
                "axes": (lambda a, b, c: _ops.tensordot(a, b, ([1], [0])), lambda a, b, c: a @ b),
            },
            slack=1e-5,
        )

    def test_nothing_to_sum(self) -> None:
        check(
            self,
            [(np.zeros((3, 0), np.float32), F32), (np.zeros((0, 4), np.float32), F32)],
            {"matmul": (_ops.matmul, np.matmul)},
        )

    def test_refuses_sizes_that_differ(self) -> None:
        g = Graph()
        x = g.input(F32, (4, 8))
        with self.assertRaisesRegex(ValueError, "equal contraction sizes, but shapes .* have 8 and 7"):
            _ops.matmul(x, g.input(F32, (7, 2)))
        with self.assertRaisesRegex(ValueError, "have 8 and k"):
            _ops.matmul(x, g.input(F32, (Dim.symbol("k"), 2)))
        with self.assertRaisesRegex(ValueError, "multiply numbers by mul"):
            _ops.matmul(x, g.input(F32, ()))
        with self.assertRaisesRegex(TypeError, "not bools"):
            _ops.matmul(g.input(_dtypes.bool_, (2, 2)), g.input(_dtypes.bool_, (2, 2)))


def attention(
    q: Array, k: Array, v: Array, seen: Array | bool = True, bias: Array | float = 0.0, scale: float = 0.25
) -> Array:
    scores = np.where(seen, q @ k.swapaxes(-1, -2) * scale + bias, -np.inf)
    top = scores.max(-1, keepdims=True)
    weights = np.exp(scores - np.where(np.isinf(top), 0, top))
    total = weights.sum(-1, keepdims=True)
    result: Array = weights / np.where(total == 0, 1, total) @ v
    return result


class Attention(unittest.TestCase):
    def test_masks(self) -> None:
        mask = np.random.default_rng(0).random((7, 9)) > 0.5
        mask[0] = False
        for dtype in (F32, BF16):
            q, k, v = random((2, 3, 7, 16), dtype), random((2, 3, 9, 16), dtype, 1), random((2, 3, 9, 8), dtype, 2)
            bias = random((2, 1, 7, 9), dtype, 3)
            lower = np.tril(np.ones((7, 9), bool))
            check(
                self,
                [(q, dtype), (k, dtype), (v, dtype), (mask, _dtypes.bool_), (bias, dtype)],
                {
                    "plain": (
                        lambda q, k, v, m, b: _ops.scaled_dot_product_attention(q, k, v),
                        lambda q, k, v, m, b: attention(q, k, v),
                    ),
                    "causal": (
                        lambda q, k, v, m, b: _ops.scaled_dot_product_attention(q, k, v, is_causal=True),
                        lambda q, k, v, m, b: attention(q, k, v, lower),
                    ),
                    "bools": (
                        lambda q, k, v, m, b: _ops.scaled_dot_product_attention(q, k, v, m),
                        lambda q, k, v, m, b: attention(q, k, v, m),
                    ),
                    "added": (
                        lambda q, k, v, m, b: _ops.scaled_dot_product_attention(q, k, v, b, scale=0.5),
                        lambda q, k, v, m, b: attention(q, k, v, True, b, 0.5),
                    ),
                },
                slack=1e-5 if dtype is F32 else 0.02,
            )

    def test_the_log_sum_exp(self) -> None:
        """The second of the results, of which weights are computed again; 0 for a row that sees no key."""
        mask = np.random.default_rng(4).random((7, 9)) < 0.6
        mask[3] = False
        q, k = random((2, 3, 7, 16), F32), random((2, 3, 9, 16), F32, 1)

        def logarithms(q: np.ndarray, k: np.ndarray, seen: np.ndarray) -> np.ndarray:
            scores = np.where(seen, q @ np.swapaxes(k, -1, -2) / 4, -np.inf)
            return np.where(seen.any(-1), np.log(np.exp(scores).sum(-1) + ~seen.any(-1)), 0)

        check(
            self,
            [(q, F32), (k, F32), (mask, _dtypes.bool_)],
            {
                "plain": (
                    lambda q, k, m: _ops.attention_with_logsumexp(q, k, k)[1],
                    lambda q, k, m: logarithms(q, k, np.ones_like(m)),
                ),
                "masked": (
                    lambda q, k, m: _ops.attention_with_logsumexp(q, k, k, m)[1],
                    lambda q, k, m: logarithms(q, k, m),
                ),
                "result": (
                    lambda q, k, m: _ops.attention_with_logsumexp(q, k, k, m)[0],
                    lambda q, k, m: attention(q, k, k, m),
                ),
            },
            slack=1e-5,
        )

    def test_heads_that_groups_share(self) -> None:
        q, k = random((2, 4, 6, 16), F32), random((2, 2, 5, 16), F32, 1)
        check(
            self,
            [(q, F32), (k, F32)],
            {
                "groups": (
                    lambda q, k: _ops.scaled_dot_product_attention(q, k, k, enable_gqa=True),
                    lambda q, k: attention(q, np.repeat(k, 2, 1), np.repeat(k, 2, 1)),
                )
            },
            slack=1e-5,
        )
        g = Graph()
        with self.assertRaisesRegex(ValueError, "there are 4 and 3"):
            heads = g.input(F32, (1, 3, 5, 16))
            _ops.scaled_dot_product_attention(g.input(F32, (1, 4, 5, 16)), heads, heads, enable_gqa=True)

    def test_lengths_that_are_known_at_the_call(self) -> None:
        g = Graph()
        m, n = Dim.symbol("m"), Dim.symbol("n")
        width = Dim.symbol("e")
        q, k = g.input(F32, (2, m, width)), g.input(F32, (2, n, width))
        g.output(_ops.scaled_dot_product_attention(q, k, k, is_causal=True))
        a, b = random((2, 6, 16), F32), random((2, 9, 16), F32, 1)
        (got,) = run(g, [a, b])
        assert_close(
            got,
            attention(a.astype(float), b.astype(float), b.astype(float), np.tril(np.ones((6, 9), bool))),
            F32,
            "causal",
            slack=1e-5,
        )


if __name__ == "__main__":
    unittest.main()
