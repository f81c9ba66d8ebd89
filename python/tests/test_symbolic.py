# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Which sizes of a graph's inputs stay free, and what is asked of other calls."""

from __future__ import annotations

import unittest
from collections.abc import Callable, Sequence

from fusion import _dtypes, _ops
from fusion._dims import Dim, Size
from fusion._graph import Graph, Value
from fusion._symbolic import FixedSizeError, Guards, Place, specialise

Shapes = list[tuple[int, ...]]


def build(function: Callable[..., Value], shapes: Shapes, free: Sequence[Place],
          must_stay: bool = False) -> tuple[list[tuple[Size, ...]], Guards]:
    """The shapes of the inputs that the graph of `function` was built with at last, and the guards."""
    def make(sizes: list[tuple[Size, ...]]) -> list[tuple[Size, ...]]:
        graph = Graph()
        graph.output(function(*[graph.input(_dtypes.f32, shape) for shape in sizes]))
        return sizes

    return specialise(make, shapes, free, must_stay)


def firsts(shapes: Shapes) -> list[Place]:
    return [(number, 0) for number in range(len(shapes))]


class FreeSizesTest(unittest.TestCase):
    def test_rows_of_a_product_are_free_and_weights_are_not(self) -> None:
        shapes: Shapes = [(5, 64), (64, 32), (32,)]
        built, guards = build(lambda x, w, b: _ops.relu(_ops.add(_ops.matmul(x, w), b)), shapes, firsts(shapes))
        self.assertIsInstance(built[0][0], Dim)
        self.assertEqual(built[1:], [(64, 32), (32,)])
        for rows in (0, 1, 5, 32, 64, 4096):
            self.assertTrue(guards.hold([(rows, 64), (64, 32), (32,)]), rows)

    def test_sizes_that_are_added_are_one_size(self) -> None:
        built, guards = build(_ops.add, [(5, 3), (5, 3)], [(0, 0), (1, 0)])
        self.assertEqual(built[0], built[1])
        self.assertTrue(guards.hold([(7, 3), (7, 3)]))
        self.assertFalse(guards.hold([(7, 3), (1, 3)]))

    def test_a_size_that_is_broadcast_is_one(self) -> None:
        built, guards = build(_ops.add, [(5, 3), (1, 3)], [(0, 0), (1, 0)])
        self.assertIsInstance(built[0][0], Dim)
        self.assertEqual(built[1], (1, 3))
        self.assertFalse(guards.hold([(5, 3), (5, 3)]))

    def test_one_row_is_right_for_many(self) -> None:
        _, guards = build(lambda x: _ops.softmax(x), [(1, 64)], [(0, 0)])
        self.assertTrue(guards.hold([(77, 64)]))

    def test_dimensions_that_are_dropped_decide(self) -> None:
        shapes: Shapes = [(5, 1, 3)]
        _, guards = build(lambda x: _ops.squeeze(x), shapes, [(0, 0)])
        self.assertTrue(guards.hold([(6, 1, 3)]))
        self.assertFalse(guards.hold([(1, 1, 3)]))  # two dimensions go there
        built, _ = build(lambda x: _ops.squeeze(x), [(1, 1, 3)], [(0, 0)])
        self.assertEqual(built, [(1, 1, 3)])

    def test_a_slice_holds_for_sizes_that_it_cuts_alike(self) -> None:
        _, guards = build(lambda x: _ops.slice_axis(x, 0, 0, 8), [(20, 2)], [(0, 0)])
        self.assertTrue(guards.hold([(9, 2)]))
        self.assertFalse(guards.hold([(7, 2)]))
        _, guards = build(lambda x: _ops.slice_axis(x, 0, 0, 8), [(5, 2)], [(0, 0)])
        self.assertTrue(guards.hold([(7, 2)]))
        self.assertFalse(guards.hold([(8, 2)]))
        _, guards = build(lambda x: _ops.slice_axis(x, 0, -3, None), [(5, 2)], [(0, 0)])
        self.assertFalse(guards.hold([(2, 2)]))

    def test_an_element_holds_for_sizes_that_have_it(self) -> None:
        _, guards = build(lambda x: _ops.select(x, 0, 4), [(20, 2)], [(0, 0)])
        self.assertTrue(guards.hold([(5, 2)]))
        self.assertFalse(guards.hold([(4, 2)]))

    def test_merged_sizes_stay_free(self) -> None:
        built, guards = build(lambda x: _ops.reshape(x, (-1, 4)), [(6, 8)], [(0, 0)])
        self.assertIsInstance(built[0][0], Dim)
        self.assertTrue(guards.hold([(9, 8)]))

    def test_sums_of_sizes_are_compared_at_the_call(self) -> None:
        shapes: Shapes = [(2, 3), (4, 3), (6, 3)]
        built, guards = build(lambda x, y, z: _ops.add(_ops.concat([x, y]), z), shapes, firsts(shapes))
        self.assertTrue(all(isinstance(shape[0], Dim) for shape in built))
        self.assertTrue(guards.hold([(1, 3), (4, 3), (5, 3)]))
        self.assertFalse(guards.hold([(1, 3), (4, 3), (6, 3)]))
        built, _ = build(lambda x, y: _ops.add(_ops.concat([x, x]), y), [(2, 3), (4, 3)], [(0, 0)])
        self.assertEqual(built[0], (2, 3))

    def test_a_slice_of_all_elements_asks_for_nothing(self) -> None:
        built, _ = build(lambda x: _ops.slice_axis(x, 0, 0, 5), [(5, 3)], [(0, 0)])
        self.assertIsInstance(built[0][0], Dim)

    def test_what_takes_no_symbols_is_built_with_numbers(self) -> None:
        def refuse(x: Value) -> Value:
            if isinstance(x.shape[0], Dim):
                raise TypeError("a number is needed")
            return x

        built, guards = build(refuse, [(6, 8)], [(0, 0)])
        self.assertEqual(built, [(6, 8)])
        self.assertEqual(guards.symbols, {(0, 0): 6})
        self.assertFalse(guards.hold([(4, 8)]))
        with self.assertRaisesRegex(TypeError, "a number is needed"):
            build(refuse, [(6, 8)], [(0, 0)], must_stay=True)

    def test_a_mark_that_cannot_stay_is_an_error(self) -> None:
        with self.assertRaises(FixedSizeError) as caught:
            build(_ops.matmul, [(5, 64), (64, 32)], [(1, 0)], must_stay=True)
        self.assertEqual((caught.exception.place, caught.exception.value), ((1, 0), 64))

    def test_errors_of_the_sizes_themselves_stay_errors(self) -> None:
        with self.assertRaisesRegex(ValueError, "contraction"):
            build(_ops.matmul, [(5, 64), (63, 32)], [(0, 0), (1, 0)])


if __name__ == "__main__":
    unittest.main()
