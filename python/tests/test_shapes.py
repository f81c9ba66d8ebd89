# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of the operations that move elements: shapes, slices, joins."""

import unittest

import numpy as np

from fusion import _dtypes, _ops
from fusion._graph import Dim, Graph

from running import Array, Case, check, random

F32, I64 = _dtypes.f32, _dtypes.i64


class Reshapes(unittest.TestCase):
    def test_every_pair_of_shapes(self) -> None:
        shapes: list[tuple[int, ...]] = [(24,), (2, 12), (4, 6), (1, 24, 1), (2, 3, 4), (3, 1, 8), (1, 4, 1, 1, 6)]
        for old in shapes:
            cases: dict[str, Case] = {}
            for new in shapes:
                cases[f"{old} to {new}"] = (lambda v, new=new: _ops.reshape(v, new), lambda v, new=new: v.reshape(new))
            check(self, [(random(old, F32), F32)], cases)

    def test_one_element(self) -> None:
        for shape in ((), (1,), (1, 1, 1)):
            check(
                self,
                [(random(shape, F32), F32)],
                {
                    "number": (lambda v: _ops.reshape(v, ()), lambda v: v.reshape(())),
                    "vector": (lambda v: _ops.reshape(v, (-1,)), lambda v: v.reshape(-1)),
                    "three": (lambda v: _ops.reshape(v, (1, 1, 1)), lambda v: v.reshape(1, 1, 1)),
                },
            )

    def test_no_elements(self) -> None:
        x = np.zeros((0, 3), np.float32)
        check(
            self,
            [(x, F32)],
            {
                "other": (lambda v: _ops.reshape(v, (2, 0, 5)), lambda v: v.reshape(2, 0, 5)),
                "sum": (lambda v: _ops.sum(v, 0), lambda v: v.sum(0)),
                "join": (lambda v: _ops.concat([v, v]), lambda v: v),
            },
        )

    def test_sizes_that_are_known_at_the_call(self) -> None:
        x = random((5, 12), F32)
        check(
            self,
            [(x, F32)],
            {
                "split": (lambda v: _ops.reshape(v, (v.shape[0], -1, v.shape[1] // 4)), lambda v: v.reshape(5, 4, 3)),
                "flat": (lambda v: _ops.reshape(v, (-1,)), lambda v: v.reshape(-1)),
                "front": (lambda v: _ops.unsqueeze(v, 0), lambda v: v[None]),
                "swap": (lambda v: _ops.reshape(v, (v.shape[1], v.shape[0])), lambda v: v.reshape(12, 5)),
                "merge": (lambda v: _ops.flatten(_ops.unsqueeze(v, 1)), lambda v: v.reshape(-1)),
            },
            dynamic=True,
        )

    def test_units(self) -> None:
        x = random((1, 3, 1, 4), F32)
        check(
            self,
            [(x, F32)],
            {
                "all": (_ops.squeeze, np.squeeze),
                "one": (lambda v: _ops.squeeze(v, 0), lambda v: v[0]),
                "kept": (lambda v: _ops.squeeze(v, (1, 2)), lambda v: v[:, :, 0]),
                "last": (lambda v: _ops.unsqueeze(v, -1), lambda v: v[..., None]),
                "unflatten": (lambda v: _ops.unflatten(v, 3, (2, -1)), lambda v: v.reshape(1, 3, 1, 2, 2)),
            },
        )

    def test_refuses_other_numbers_of_elements(self) -> None:
        g = Graph()
        x = g.input(F32, (4, 6))
        m = g.input(F32, (Dim.symbol("m"), 6))
        with self.assertRaisesRegex(ValueError, "24 elements are not 25"):
            _ops.reshape(x, (5, 5))
        with self.assertRaisesRegex(ValueError, "does not reshape"):
            _ops.reshape(m, (Dim.symbol("n"), 6))
        with self.assertRaisesRegex(ValueError, "one size may be -1"):
            _ops.reshape(x, (-1, -1))
        with self.assertRaisesRegex(IndexError, "out of range"):
            _ops.unsqueeze(x, 4)


class Orders(unittest.TestCase):
    def test_permutations(self) -> None:
        x = random((2, 3, 4), F32)
        for dynamic in (False, True):
            check(
                self,
                [(x, F32)],
                {
                    "permute": (lambda v: _ops.permute(v, (2, 0, -2)), lambda v: v.transpose(2, 0, 1)),
                    "same": (lambda v: _ops.permute(v, (0, 1, 2)), lambda v: v),
                    "transpose": (_ops.transpose, lambda v: v.swapaxes(-1, -2)),
                    "movedim": (lambda v: _ops.movedim(v, [0, 2], [1, 0]), lambda v: np.moveaxis(v, [0, 2], [1, 0])),
                },
                dynamic=dynamic,
            )
        with self.assertRaisesRegex(ValueError, "no permutation"):
            _ops.permute(Graph().input(F32, (2, 3)), (0, 0))

    def test_reversed_and_rolled(self) -> None:
        x = random((3, 5), F32)
        for dynamic in (False, True):
            check(
                self,
                [(x, F32)],
                {
                    "flip": (lambda v: _ops.flip(v, (0, -1)), lambda v: v[::-1, ::-1]),
                    "roll": (lambda v: _ops.roll(v, (7, -2), (1, 0)), lambda v: np.roll(v, (7, -2), (1, 0))),
                    "flat": (lambda v: _ops.roll(v, -4), lambda v: np.roll(v, -4)),
                },
                dynamic=dynamic,
            )


class Repeats(unittest.TestCase):
    def test_expand(self) -> None:
        for dynamic in (False, True):
            check(
                self,
                [(random((3, 1), F32), F32), (random((2, 3, 4), F32), F32)],
                {
                    "both": (lambda a, b: _ops.expand(a, b.shape), lambda a, b: np.broadcast_to(a, (2, 3, 4))),
                    "kept": (lambda a, b: _ops.expand(a, (-1, 5)), lambda a, b: np.broadcast_to(a, (3, 5))),
                    "used": (lambda a, b: _ops.mul(_ops.expand(a, b.shape), b), lambda a, b: a * b),
                },
                dynamic=dynamic,
            )
        g = Graph()
        x = g.input(F32, (3, 2))
        for shape in ((3,), (3, 4)):
            with self.assertRaisesRegex(ValueError, "does not expand"):
                _ops.expand(x, shape)

    def test_repetitions(self) -> None:
        x = random((2, 3), F32)
        for dynamic in (False, True):
            check(
                self,
                [(x, F32)],
                {
                    "repeat": (lambda v: _ops.repeat(v, (2, 1, 3)), lambda v: np.tile(v, (2, 1, 3))),
                    "rows": (lambda v: _ops.repeat_interleave(v, 3, 0), lambda v: np.repeat(v, 3, 0)),
                    "kron": (lambda v: _ops.kron(v, _ops.select(v, 0, 1)), lambda v: np.kron(v, v[1])),
                },
                dynamic=dynamic,
            )


class Parts(unittest.TestCase):
    def test_slices(self) -> None:
        x = random((7, 10), F32)
        cases: dict[str, Case] = {}
        for start, stop, step in ((None, None, 1), (2, 5, 1), (-3, None, 1), (None, -2, 3), (1, 100, 4), (5, 2, 1)):
            part = slice(start, stop, step)
            cases[str(part)] = (
                lambda v, p=part: _ops.slice_axis(v, -1, p.start, p.stop, p.step),
                lambda v, p=part: v[:, p],
            )
        cases["select"] = (lambda v: _ops.select(v, 0, -2), lambda v: v[-2])
        check(self, [(x, F32)], cases)

    def test_slices_of_sizes_that_are_known_at_the_call(self) -> None:
        x = random((7, 10), F32)
        check(
            self,
            [(x, F32)],
            {
                "front": (lambda v: _ops.slice_axis(v, 1, 2, 6), lambda v: v[:, 2:6]),
                "back": (lambda v: _ops.slice_axis(v, 1, -3), lambda v: v[:, -3:]),
                "steps": (lambda v: _ops.slice_axis(v, 0, 1, None, 3), lambda v: v[1::3]),
                "halves": (lambda v: _ops.concat(_ops.chunk(v, 2, 1)[::-1], 1), lambda v: np.roll(v, 5, 1)),
                "last": (lambda v: _ops.select(v, 0, -1), lambda v: v[-1]),
            },
            dynamic=True,
        )

    def test_splits(self) -> None:
        x = random((7, 10), F32)
        check(
            self,
            [(x, F32)],
            {
                "sizes": (lambda v: _ops.split(v, [2, 3, 5], 1)[1], lambda v: v[:, 2:5]),
                "equal": (lambda v: _ops.split(v, 3, 0)[-1], lambda v: v[6:]),
                "chunks": (lambda v: _ops.chunk(v, 3, 1)[2], lambda v: v[:, 8:]),
            },
        )
        with self.assertRaisesRegex(ValueError, "do not add up to 10"):
            _ops.split(Graph().input(F32, (10,)), [3, 3])

    def test_joins(self) -> None:
        a, b = random((2, 3), F32), random((2, 4), F32, 1)
        for dynamic in (False, True):
            check(
                self,
                [(a, F32), (b, F32)],
                {
                    "concat": (lambda x, y: _ops.concat([x, y, x], -1), lambda x, y: np.concatenate([x, y, x], 1)),
                    "stack": (lambda x, y: _ops.stack([x, x], -1), lambda x, y: np.stack([x, x], -1)),
                    "types": (
                        lambda x, y: _ops.concat([x, _ops.cast(y, I64)], 1),
                        lambda x, y: np.concatenate([x, np.trunc(y)], 1),
                    ),
                },
                dynamic=dynamic,
            )
        g = Graph()
        with self.assertRaisesRegex(ValueError, "differ beside axis 0"):
            _ops.concat([g.input(F32, (2, 3)), g.input(F32, (2, 4))], 0)

    def test_padding(self) -> None:
        for x, dtype, value in (
            (random((3, 4), F32), F32, -np.inf),
            (np.ones((3, 4), np.bool_), _dtypes.bool_, False),
            (random((3, 4), _dtypes.bf16), _dtypes.bf16, 0.5),
        ):
            for dynamic in (False, True):
                check(
                    self,
                    [(x, dtype)],
                    {
                        "pad": (
                            lambda v, c=value: _ops.pad(v, [(1, 0), (2, 3)], c),
                            lambda v, c=value: np.pad(v, [(1, 0), (2, 3)], constant_values=c),
                        ),
                        "cut": (
                            lambda v, c=value: _ops.pad(v, [(-1, 1), (0, -2)], c),
                            lambda v, c=value: np.pad(v[1:, :-2], [(0, 1), (0, 0)], constant_values=c),
                        ),
                    },
                    dynamic=dynamic,
                )

    def test_parts_are_replaced(self) -> None:
        def replaced(x: Array, y: Array) -> Array:
            result: Array = x.copy()
            result[:, 1:6:2] = y
            return result

        check(
            self,
            [(random((4, 8), F32), F32), (random((4, 3), F32, 1), F32)],
            {"insert": (lambda x, y: _ops.insert_slice(x, y, 1, 1, 2), replaced)},
        )

    def test_triangles(self) -> None:
        x = random((2, 4, 5), F32)
        cases: dict[str, Case] = {}
        for k in (-1, 0, 2):
            cases[f"tril {k}"] = (lambda v, k=k: _ops.tril(v, k), lambda v, k=k: np.tril(v, k))
            cases[f"triu {k}"] = (lambda v, k=k: _ops.triu(v, k), lambda v, k=k: np.triu(v, k))
        for dynamic in (False, True):
            check(self, [(x, F32)], cases, dynamic=dynamic)

    def test_diagonals(self) -> None:
        x = random((4, 6, 3), F32)
        cases: dict[str, Case] = {}
        for k in (-2, 0, 3):
            cases[f"{k}"] = (lambda v, k=k: _ops.diagonal(v, k), lambda v, k=k: np.diagonal(v, k))
        cases["axes"] = (lambda v: _ops.diagonal(v, 1, 2, 0), lambda v: np.diagonal(v, 1, 2, 0))
        check(self, [(x, F32)], cases)


if __name__ == "__main__":
    unittest.main()
