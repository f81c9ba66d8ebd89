# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of convolutions, pooling and upsampling, beside loops over windows."""

import itertools
import math
import unittest
from collections.abc import Sequence

import numpy as np

from fusion import _dtypes, _ops
from fusion._graph import Graph

from running import Array, Case, check, random

FLOATS = (_dtypes.f32, _dtypes.bf16, _dtypes.f16, _dtypes.f64)
F32, BF16 = _dtypes.f32, _dtypes.bf16


def windows(
    x: Array,
    window: Sequence[int],
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    fill: float = 0.0,
) -> Array:
    """All windows of the spatial dimensions of [N, C, ...], as [N, C, *places, *window]."""
    spatial = len(window)
    padded = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)], constant_values=fill)
    places = [(size - d * (k - 1) - 1) // s + 1 for size, k, s, d in zip(padded.shape[2:], window, stride, dilation)]
    result = np.empty((*x.shape[:2], *places, *window))
    for place in itertools.product(*map(range, places)):
        index = tuple(slice(p * s, p * s + d * (k - 1) + 1, d) for p, s, d, k in zip(place, stride, dilation, window))
        result[(slice(None), slice(None)) + place] = padded[(slice(None), slice(None)) + index]
    assert result.ndim == 2 + 2 * spatial
    return result


def convolution(
    x: Array, w: Array, stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int], groups: int = 1
) -> Array:
    spatial = x.ndim - 2
    parts = []
    for part, filters in zip(np.split(x, groups, 1), np.split(w, groups, 0), strict=True):
        seen = windows(part, w.shape[2:], stride, padding, dilation)
        last = list(range(2 + spatial, 2 + 2 * spatial))
        parts.append(np.moveaxis(np.tensordot(seen, filters, ([1, *last], list(range(1, w.ndim)))), -1, 1))
    return np.concatenate(parts, 1)


class Convolutions(unittest.TestCase):
    def test_strides_padding_dilation_and_groups(self) -> None:
        for dtype in (F32, BF16):
            x, w, grouped = random((2, 4, 9, 8), dtype), random((6, 4, 3, 2), dtype, 1), random((8, 1, 3, 3), dtype, 2)
            b = random((6,), dtype, 3)
            check(
                self,
                [(v, dtype) for v in (x, w, grouped, b)],
                {
                    "plain": (
                        lambda x, w, g, b: _ops.convolution(x, w, b),
                        lambda x, w, g, b: convolution(x, w, (1, 1), (0, 0), (1, 1)) + b[:, None, None],
                    ),
                    "all": (
                        lambda x, w, g, b: _ops.convolution(x, w, None, (2, 1), (1, 2), (2, 3)),
                        lambda x, w, g, b: convolution(x, w, (2, 1), (1, 2), (2, 3)),
                    ),
                    "groups": (
                        lambda x, w, g, b: _ops.convolution(x, g, None, 1, 1, 1, 4),
                        lambda x, w, g, b: convolution(x, g, (1, 1), (1, 1), (1, 1), 4),
                    ),
                },
                slack=1e-5,
            )

    def test_one_and_three_dimensions(self) -> None:
        x, w = random((2, 3, 11), F32), random((5, 3, 4), F32, 1)
        check(
            self,
            [(x, F32), (w, F32)],
            {
                "one": (
                    lambda x, w: _ops.convolution(x, w, None, 2, 1),
                    lambda x, w: convolution(x, w, (2,), (1,), (1,)),
                )
            },
            slack=1e-5,
        )
        x, w = random((1, 2, 5, 4, 6), F32), random((3, 2, 2, 3, 2), F32, 1)
        check(
            self,
            [(x, F32), (w, F32)],
            {
                "three": (
                    lambda x, w: _ops.convolution(x, w, None, 1, (1, 0, 1)),
                    lambda x, w: convolution(x, w, (1, 1, 1), (1, 0, 1), (1, 1, 1)),
                )
            },
            slack=1e-5,
        )

    def test_windows_side_by_side(self) -> None:
        x, w = random((2, 3, 8, 12), F32), random((5, 3, 4, 4), F32, 1)
        check(
            self,
            [(x, F32), (w, F32)],
            {
                "patches": (
                    lambda x, w: _ops.convolution(x, w, None, 4),
                    lambda x, w: convolution(x, w, (4, 4), (0, 0), (1, 1)),
                )
            },
            slack=1e-5,
        )

    def test_transposed_is_the_gradient(self) -> None:
        """The transposed convolution of y is the x̄ with ⟨conv(x), y⟩ = ⟨x, x̄⟩ for all x: here for unit vectors."""
        w, y = random((4, 2, 3, 3), F32), random((1, 4, 3, 3), F32, 1)
        units = np.eye(2 * 7 * 7).reshape(98, 2, 7, 7)
        expected = (convolution(units, w.astype(float), (2, 2), (0, 0), (1, 1)) * y).sum((1, 2, 3)).reshape(1, 2, 7, 7)
        check(
            self,
            [(y, F32), (w, F32)],
            {"transposed": (lambda y, w: _ops.conv_transpose(y, w, None, 2), lambda y, w: expected)},
            slack=1e-5,
        )

    def test_refuses_what_does_not_fit(self) -> None:
        g = Graph()
        x = g.input(F32, (1, 4, 5, 5))
        with self.assertRaisesRegex(ValueError, "expects 3 channels in each of 1 groups"):
            _ops.convolution(x, g.input(F32, (2, 3, 3, 3)))
        with self.assertRaisesRegex(ValueError, "does not fit"):
            _ops.convolution(x, g.input(F32, (2, 4, 6, 3)))
        with self.assertRaisesRegex(ValueError, "no number for each of 2"):
            _ops.convolution(x, g.input(F32, (2, 4, 3, 3)), None, (1, 2, 3))


class Pooling(unittest.TestCase):
    def setUp(self) -> None:
        self.x = random((2, 3, 9, 8), F32)

    def test_largest(self) -> None:
        def expected(x: Array, *numbers: tuple[int, int]) -> Array:
            window, stride, padding, dilation = numbers
            result: Array = windows(x, window, stride, padding, dilation, -math.inf).max((-1, -2))
            return result

        cases: dict[str, Case] = {
            "side by side": (lambda v: _ops.max_pool(v, 2), lambda v: expected(v, (2, 2), (2, 2), (0, 0), (1, 1))),
            "padded": (lambda v: _ops.max_pool(v, 3, 2, 1), lambda v: expected(v, (3, 3), (2, 2), (1, 1), (1, 1))),
            "dilated": (
                lambda v: _ops.max_pool(v, (2, 3), 1, (0, 1), 2),
                lambda v: expected(v, (2, 3), (1, 1), (0, 1), (2, 2)),
            ),
            "along one dimension": (
                lambda v: _ops.max_pool(v, (1, 3), (2, 2)),
                lambda v: expected(v, (1, 3), (2, 2), (0, 0), (1, 1)),
            ),
            "dilated along one": (
                lambda v: _ops.max_pool(v, (4, 1), 1, 0, 2),
                lambda v: expected(v, (4, 1), (1, 1), (0, 0), (2, 2)),
            ),
        }
        for dynamic in (False, True):
            check(self, [(self.x, F32)], cases, dynamic=dynamic)

    def test_positions_of_the_largest(self) -> None:
        def position(x: Array) -> Array:
            places = np.broadcast_to(np.arange(72.0).reshape(9, 8), x.shape)
            chosen = windows(x, (3, 3), (2, 2), (1, 1), (1, 1), -math.inf).reshape(2, 3, 5, 4, 9).argmax(-1)
            numbers = windows(places, (3, 3), (2, 2), (1, 1), (1, 1)).reshape(2, 3, 5, 4, 9)
            result: Array = np.take_along_axis(numbers, chosen[..., None], -1)[..., 0]
            return result

        check(self, [(self.x, F32)], {"positions": (lambda v: _ops.max_pool_with_positions(v, 3, 2, 1)[1], position)})

    def test_means(self) -> None:
        ones = np.ones((1, 1, 9, 8))

        def own(x: Array) -> Array:
            total, count = (windows(v, (3, 3), (2, 2), (1, 1), (1, 1)).sum((-1, -2)) for v in (x, ones))
            result: Array = total / count
            return result

        cases: dict[str, Case] = {
            "side by side": (
                lambda v: _ops.avg_pool(v, 2),
                lambda v: windows(v, (2, 2), (2, 2), (0, 0), (1, 1)).mean((-1, -2)),
            ),
            "with padding": (
                lambda v: _ops.avg_pool(v, 3, 2, 1),
                lambda v: windows(v, (3, 3), (2, 2), (1, 1), (1, 1)).mean((-1, -2)),
            ),
            "without": (lambda v: _ops.avg_pool(v, 3, 2, 1, count_include_pad=False), own),
            "along one dimension": (
                lambda v: _ops.avg_pool(v, (2, 1), (3, 2)),
                lambda v: windows(v, (2, 1), (3, 2), (0, 0), (1, 1)).mean((-1, -2)),
            ),
            "all": (lambda v: _ops.adaptive_avg_pool(v, (1, 1)), lambda v: v.mean((2, 3), keepdims=True)),
        }
        for dynamic in (False, True):
            check(self, [(self.x, F32)], cases, slack=1e-6, dynamic=dynamic)
        check(
            self,
            [(self.x, F32)],
            {
                "adaptive": (
                    lambda v: _ops.adaptive_avg_pool(v, (3, 4)),
                    lambda v: v.reshape(2, 3, 3, 3, 4, 2).mean((3, 5)),
                ),
                "beyond": (
                    lambda v: _ops.avg_pool(v, 2, 2, 0, True),
                    lambda v: np.concatenate(
                        [
                            v[:, :, :8].reshape(2, 3, 4, 2, 4, 2).mean((3, 5)),
                            v[:, :, 8:].reshape(2, 3, 1, 1, 4, 2).mean((3, 5)),
                        ],
                        2,
                    ),
                ),
            },
            slack=1e-6,
        )

    def test_nearest(self) -> None:
        check(
            self,
            [(self.x, F32)],
            {
                "twice": (lambda v: _ops.upsample_nearest(v, (18, 16)), lambda v: v.repeat(2, 2).repeat(2, 3)),
                "other": (
                    lambda v: _ops.upsample_nearest(v, (5, 13)),
                    lambda v: v[:, :, np.arange(5) * 9 // 5][:, :, :, np.arange(13) * 8 // 13],
                ),
            },
        )

    def test_refuses_what_does_not_fit(self) -> None:
        g = Graph()
        x = g.input(F32, (1, 1, 4, 4))
        with self.assertRaisesRegex(ValueError, "does not fit into 4"):
            _ops.max_pool(x, 5)
        with self.assertRaisesRegex(ValueError, "half of a window"):
            _ops.max_pool(x, 2, 2, 2)
        with self.assertRaisesRegex(ValueError, "windows of several sizes"):
            _ops.adaptive_avg_pool(x, (3, 4))


if __name__ == "__main__":
    unittest.main()
