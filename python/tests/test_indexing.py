# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of elements at computed positions, and of tensors that are made of no other."""

import unittest
from typing import Any

import numpy as np

from fusion import _dtypes, _ops
from fusion._graph import Dim, Graph, Value

from running import Array, check, random, run

F32, I64 = _dtypes.f32, _dtypes.i64


class Indices(unittest.TestCase):
    def setUp(self) -> None:
        self.table = (random((6, 8), F32), F32)
        self.rows = (np.array([[3, 0, 5], [1, 1, 2]], np.int64), I64)
        self.narrow = (np.array([3, 0, 5], np.int32), _dtypes.i32)

    def test_rows_and_columns(self) -> None:
        for dynamic in (False, True):
            check(
                self,
                [self.table, self.rows, self.narrow],
                {
                    "embedding": (lambda t, r, n: _ops.embedding(t, r), lambda t, r, n: t[r]),
                    "select": (lambda t, r, n: _ops.index_select(t, 1, n), lambda t, r, n: t[:, n]),
                    "number": (lambda t, r, n: _ops.index_select(t, 0, _ops.select(n, 0, 0)), lambda t, r, n: t[n[:1]]),
                    "gather": (lambda t, r, n: _ops.gather(t, 1, r), lambda t, r, n: np.take_along_axis(t[:2], r, 1)),
                    "take": (lambda t, r, n: _ops.take(t, _ops.sub(r, 6)), lambda t, r, n: t.reshape(-1)[r - 6]),
                },
                dynamic=dynamic,
            )

    def test_advanced_indexing(self) -> None:
        x = (random((4, 6, 3, 5), F32), F32)
        check(
            self,
            [x, self.rows, self.narrow],
            {
                "middle": (lambda v, r, n: _ops.index(v, [None, r]), lambda v, r, n: v[:, r]),
                "pair": (
                    lambda v, r, n: _ops.index(v, [None, r, _ops.remainder(n, 3)]),
                    lambda v, r, n: v[:, r, n % 3],
                ),
                "apart": (
                    lambda v, r, n: _ops.index(v, [_ops.remainder(r, 4), None, _ops.remainder(n, 3)]),
                    lambda v, r, n: v[r % 4, :, n % 3],
                ),
                "negative": (lambda v, r, n: _ops.index(v, [None, _ops.sub(r, 6)]), lambda v, r, n: v[:, r - 6]),
                "all": (
                    lambda v, r, n: _ops.index(
                        v, [_ops.remainder(n, 4), n, _ops.remainder(n, 3), _ops.remainder(n, 5)]
                    ),
                    lambda v, r, n: v[n % 4, n, n % 3, n % 5],
                ),
            },
        )

    def test_along_an_axis(self) -> None:
        check(
            self,
            [self.table, (np.array([[7], [-1], [0], [2], [-3], [3]], np.int64), I64)],
            {
                "own": (lambda t, i: _ops.take_along_axis(t, i, 1), lambda t, i: np.take_along_axis(t, i, 1)),
                "spread": (
                    lambda t, i: _ops.take_along_axis(
                        t, _ops.reshape(_ops.sub(_ops.slice_axis(i, 0, 3), 3), (3, 1)), 0
                    ),
                    lambda t, i: np.take_along_axis(t, np.broadcast_to(i[3:] - 3, (3, 8)), 0),
                ),
            },
        )

    def test_scatter(self) -> None:
        def put(t: np.ndarray, axis: int, places: np.ndarray, updates: np.ndarray) -> np.ndarray:
            result, wide = t.copy(), np.broadcast_to(places, updates.shape)
            for at in np.ndindex(updates.shape):
                if 0 <= wide[at] < t.shape[axis]:
                    result[(*at[:axis], wide[at], *at[axis + 1:])] = updates[at]
            return result

        updates = (random((3, 8), F32), F32)
        for dynamic in (False, True):
            check(
                self,
                [self.table, updates, (np.array([[4], [-1], [6]], np.int64), I64), self.narrow],
                {
                    "rows": (lambda t, u, i, n: _ops.scatter(t, 0, i, u), lambda t, u, i, n: put(t, 0, i, u)),
                    "wrapped": (
                        lambda t, u, i, n: _ops.scatter(t, -2, i, u, wrap=True),
                        lambda t, u, i, n: put(t, 0, np.where(i < 0, i + 6, i), u),
                    ),
                },
                dynamic=dynamic,
            )
        columns = (
            lambda t, n: _ops.scatter(t, 1, n, _ops.slice_axis(t, 1, 0, 3)),
            lambda t, n: put(t, 1, n, t[:, :3]),
        )
        check(self, [self.table, self.narrow], {"columns": columns})

    def test_scatter_refuses_other_shapes(self) -> None:
        g = Graph()
        x, rows = g.input(F32, (6, 8)), g.input(I64, (3, 1))
        with self.assertRaisesRegex(ValueError, "updates of shape"):
            _ops.scatter(x, 0, rows, g.input(F32, (3, 7)))
        with self.assertRaisesRegex(ValueError, "positions that broadcast"):
            _ops.scatter(x, 0, rows, g.input(F32, (2, 8)))

    def test_one_hot(self) -> None:
        check(self, [self.rows], {"one_hot": (lambda r: _ops.one_hot(r, 6), lambda r: np.eye(6)[r])})

    def test_an_index_out_of_range_is_an_error_at_the_call(self) -> None:
        g = Graph()
        g.output(_ops.embedding(g.input(F32, (4, 2)), g.input(I64, (1,))))
        with self.assertRaisesRegex(Exception, "out of (range|bounds)|index"):
            run(g, [np.zeros((4, 2), np.float32), np.array([4], np.int64)])

    def test_refuses_masks(self) -> None:
        g = Graph()
        with self.assertRaisesRegex(TypeError, "mask of bools"):
            _ops.index(g.input(F32, (4,)), [g.input(_dtypes.bool_, (4,))])


class Made(unittest.TestCase):
    def made(self, build: Any) -> Array:
        g = Graph()
        g.output(build(g))
        return run(g, [])[0]

    def test_ranges(self) -> None:
        for arguments in ((0, 5), (3, 20, 4), (5, -3, -2), (0, 0), (0.0, 1.0, 0.125)):
            with self.subTest(arguments=arguments):
                got = self.made(lambda g, a=arguments: _ops.arange(g, *a))
                np.testing.assert_array_equal(got, np.arange(*arguments).astype(got.dtype))

    def test_fills_and_positions(self) -> None:
        np.testing.assert_array_equal(self.made(lambda g: _ops.full(g, (2, 3), 2.5, F32)), np.full((2, 3), 2.5))
        np.testing.assert_array_equal(
            self.made(lambda g: _ops.iota(g, (2, 3), 1, _dtypes.i32)), np.broadcast_to(np.arange(3), (2, 3))
        )

    def test_sizes_that_are_known_at_the_call(self) -> None:
        x = random((5, 3), F32)

        def length(v: Value) -> Dim:
            size = v.shape[0]
            assert isinstance(size, Dim)
            return size

        check(
            self,
            [(x, F32)],
            {
                "range": (lambda v: _ops.arange(v.graph, 0, length(v)), lambda v: np.arange(5)),
                "steps": (lambda v: _ops.arange(v.graph, 1, length(v), 2), lambda v: np.arange(1, 5, 2)),
                "full": (lambda v: _ops.full(v.graph, v.shape, 7, I64), lambda v: np.full((5, 3), 7)),
                "iota": (lambda v: _ops.iota(v.graph, v.shape, 0, F32), lambda v: np.arange(5.0)[:, None] + 0 * v),
            },
            dynamic=True,
        )

    def test_a_number_of_the_call_is_a_size_and_a_value(self) -> None:
        g = Graph()
        n, s = g.scalar(I64), g.scalar(F32)
        assert n.size is not None
        g.output(_ops.mul(_ops.arange(g, 0, n.size), n))
        g.output(_ops.add(_ops.full(g, (n.size,), s, F32), n))
        ints, floats = run(g, [4, 0.5])  # type: ignore[list-item]
        np.testing.assert_array_equal(ints, [0, 4, 8, 12])
        np.testing.assert_array_equal(floats, [4.5] * 4)


if __name__ == "__main__":
    unittest.main()
