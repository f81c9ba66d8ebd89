# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Unsigned arrays of every width beside NumPy's: lazy, traced and compiled, with values that a signed type has not."""

from __future__ import annotations

import operator
import os
import unittest
from collections.abc import Callable
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion

Array = np.ndarray[Any, Any]
Case = tuple[Callable[..., Any], Callable[..., Any]]
TYPES = ("uint8", "uint16", "uint32", "uint64")


def operands(name: str) -> tuple[Array, Array]:
    """Small numbers, and those around the middle and the end of the type; the second has no zero."""
    most = int(np.iinfo(name).max)
    left = [0, 1, 2, 7, 200, most // 2, most // 2 + 1, most - 1, most]
    return np.array(left, name), np.array([1, 3, most, 2, 9, most // 2 + 3, 1, most, most], name)


def both(function: Callable[..., Any]) -> Case:
    return function, function


def cases(name: str) -> dict[str, Case]:
    """What is computed of two lazy arrays of a type, and of NumPy's."""
    one, width = np.dtype(name).type, 8 * np.dtype(name).itemsize
    names = "add sub mul floordiv mod and_ or_ xor lt le gt ge eq ne".split()
    found = {of: both(getattr(operator, of)) for of in names}
    found |= {of: (getattr(fusion, of), getattr(np, of)) for of in ("minimum", "maximum")}
    found |= {
        "number": both(lambda a, b: a + 1), "negated": both(lambda a, b: -a), "bits": both(lambda a, b: ~a),
        "left": both(lambda a, b: a << (b % one(width))), "right": both(lambda a, b: a >> (b % one(width))),
        "power": both(lambda a, b: a**2), "sign": (lambda a, b: fusion.sign(a), lambda a, b: np.sign(a)),
        "largest": both(lambda a, b: a.max()), "least": both(lambda a, b: a.min()),
        "place": both(lambda a, b: a.argmax()), "any": both(lambda a, b: a.any()), "view": both(lambda a, b: a[::-2]),
        "product": both(lambda a, b: a.reshape(3, 3) @ b.reshape(3, 3)),
        "where": (lambda a, b: fusion.where(a > b, a, b), lambda a, b: np.where(a > b, a, b)),
        "clip": (lambda a, b: fusion.clip(a, 3, 200), lambda a, b: np.clip(a, one(3), one(200))),
        "sum": (lambda a, b: a.sum().astype("u64"), lambda a, b: a.sum(dtype="u8")),
        "quotient": (operator.truediv, lambda a, b: a.astype("f4") / b.astype("f4")),
        "joined": (lambda a, b: fusion.concatenate([a, b]), lambda a, b: np.concatenate([a, b])),
        "indices": (lambda a, b: fusion.lazy(np.arange(9))[a % one(9)], lambda a, b: np.arange(9)[a % one(9)]),
        "scalar": (lambda a, b: a + fusion.scalar(200, a.dtype), lambda a, b: a + one(200)),
    }  # fmt: skip
    for kind in ("u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8", "bool"):
        found[f"as {kind}"] = both(lambda a, b, kind=kind: a.astype(np.dtype(kind)))
    return found


class UnsignedTest(unittest.TestCase):
    def same(self, got: Any, expected: Any) -> None:
        value = np.asarray(got)
        self.assertEqual(value.dtype, np.asarray(expected).dtype)
        np.testing.assert_array_equal(value, expected)

    def test_results_are_numpys(self) -> None:
        for name in TYPES:
            x, y = operands(name)
            table = cases(name)
            lazy = {case: function(fusion.lazy(x), fusion.lazy(y)) for case, (function, _) in table.items()}
            fusion.evaluate(*lazy.values())
            with np.errstate(over="ignore"):
                for case, (_, reference) in table.items():
                    with self.subTest(dtype=name, case=case):
                        self.same(lazy[case].numpy(), reference(x, y))

    def test_one_value_alone_has_the_type(self) -> None:
        for name in TYPES:
            self.same((fusion.lazy(np.array([1, 200], name)) + 1).numpy(), np.array([2, 201], name))
            self.same((fusion.lazy(np.array(200, name)) + 1).numpy(), np.array(201, name))

    def test_traced_and_called_products(self) -> None:
        for name in TYPES:
            x, y = operands(name)
            added, largest = fusion.jit(lambda a, b: (a + b, a.max()))(x, y)
            self.same(added, x + y)
            self.same(largest, x.max())
            left, right = x.reshape(3, 3), y.reshape(3, 3)
            self.same(fusion.matmul(left, right), left @ right)
            out = np.empty((3, 3), name)
            self.assertIs(fusion.matmul(left, right, out=out), out)
            self.same(out, left @ right)

    def test_random_bits_go_into_expressions(self) -> None:
        bits = fusion.philox(1, 2, (2, 2))
        self.same((fusion.lazy(bits) >> 8).numpy(), bits >> np.uint32(8))

    def test_modules_take_them_as_integers_without_a_sign(self) -> None:
        for bits in (8, 16, 32, 64):
            tensor = f"tensor<2xi{bits}>"
            module = fusion.compile(f"func.func @f(%x: {tensor}) -> {tensor} {{ return %x : {tensor} }}", "cpu")
            x = np.array([1, 2**bits - 1], f"uint{bits}")
            out = np.empty_like(x)
            module(x, out=out)
            self.same(out, x)

    def test_errors_name_the_type(self) -> None:
        module = fusion.compile("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }", "cpu")
        for bits in (16, 32, 64):
            with self.assertRaisesRegex(fusion.CallError, f"expected 2xf32, got 2xi{bits}"):
                module(np.ones(2, f"uint{bits}"))
        for value, kind in ((256, "u8"), (-1, "u32"), (2**64, "u64"), (128, "i8")):
            with self.assertRaisesRegex(OverflowError, f"{value} is no {kind}"):
                fusion.scalar(value, kind)
        with self.assertRaisesRegex(OverflowError, "take an array of u64"):
            fusion.scalar(2**63, "u64")


if __name__ == "__main__":
    unittest.main()
