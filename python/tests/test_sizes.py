# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Expressions drawn at random, each with many sizes of its inputs: what was compiled for some is right for others.

Slices, joins, broadcasts and dropped dimensions decide by sizes; the guards of compiled code have to know all of it.
"""

from __future__ import annotations

import os
import unittest
from collections.abc import Callable
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion
from fusion import _evaluate

SIZES = (4, 1, 0, 7, 2, 3, 8, 16, 4, 5)
SEEDS = range(6)

Pair = tuple[Any, Any]  # an array of this package, and NumPy's


def alike(function: Callable[[Any], Any]) -> Pair:
    return function, function


def without_ones(v: Any) -> Any:
    squeezed = v.squeeze()
    return squeezed[None] if squeezed.ndim == 1 else v


def softmax(v: Any) -> Any:
    e = np.exp(v)
    return e / e.sum(-1, keepdims=True)


UNARY: list[Pair] = [
    (fusion.tanh, np.tanh), (fusion.softmax, softmax), alike(lambda v: v[:3]), alike(lambda v: v[-2:]),
    alike(lambda v: v[1:]), alike(lambda v: v[::2]), alike(lambda v: v[:-1]), alike(lambda v: v.T),
    alike(lambda v: v.sum(0, keepdims=True)), alike(lambda v: v.sum(1, keepdims=True)), alike(without_ones),
    alike(lambda v: v.reshape(-1, 2) if v.shape[1] and v.shape[1] % 2 == 0 else v),
    (lambda v: fusion.concatenate([v, v]), lambda v: np.concatenate([v, v])),
    (lambda v: fusion.concatenate([v, v[:1]]), lambda v: np.concatenate([v, v[:1]])),
    (lambda v: fusion.flip(v, 0), lambda v: np.flip(v, 0)),
]


def apply_drawn(draw: Any, values: list[Pair]) -> Pair | None:
    """One function of values, chosen by four numbers; None where the operands do not fit."""
    a, b = values[int(draw[0] * len(values))], values[int(draw[3] * len(values))]
    if draw[1] < 0.6:
        of_one = UNARY[int(draw[2] * len(UNARY))]
        return of_one[0](a[0]), of_one[1](a[1])
    if draw[2] < 0.3 and a[1].shape[1] == b[1].shape[0]:
        return fusion.tanh(a[0] @ b[0]), np.tanh(a[1] @ b[1])
    if all(m == n or 1 in (m, n) for m, n in zip(a[1].shape, b[1].shape)):
        return a[0] + b[0], a[1] + b[1]
    return None


class SizesTest(unittest.TestCase):
    def test_expressions_of_many_sizes(self) -> None:
        for seed in SEEDS:
            fusion.clear_cache()
            for rows in SIZES:
                with self.subTest(seed=seed, rows=rows):
                    self.check(seed, rows)
            variants = sum(map(len, _evaluate._variants.values()))
            self.assertLess(variants, len(SIZES) - 2, f"seed {seed}: most sizes were compiled for themselves")

    def check(self, seed: int, rows: int) -> None:
        data = np.random.default_rng(rows)
        arrays = [data.standard_normal(shape) for shape in ((rows, 4), (rows, 4), (4, 4))]
        values: list[Pair] = [(fusion.lazy(array), array) for array in arrays]
        for draw in np.random.default_rng(seed).random((9, 4)):
            made = apply_drawn(draw, values)
            values += [made] if made is not None else []
        results = fusion.evaluate(*(lazy for lazy, _ in values[3:]))
        for (lazy, expected), result in zip(values[3:], results, strict=True):
            self.assertEqual((lazy.shape, result.shape), (expected.shape, expected.shape))
            np.testing.assert_allclose(result, expected, 1e-8, 1e-8)


if __name__ == "__main__":
    unittest.main()
