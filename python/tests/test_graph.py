# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of element types, sizes and the text of graphs: what needs no compiler."""

import unittest
from typing import Any

import numpy as np

from fusion import _dtypes, _graph, _ops
from fusion._dims import product

Dim = _graph.Dim


class DTypes(unittest.TestCase):
    def test_promotes_as_pytorch_does(self) -> None:
        table = [
            ("i64", "f16", "f16"),
            ("f16", "bf16", "f32"),
            ("u8", "i8", "i16"),
            ("u8", "i32", "i32"),
            ("bool", "u8", "u8"),
            ("f32", "f64", "f64"),
            ("i32", "i64", "i64"),
            ("bf16", "bf16", "bf16"),
        ]
        for a, b, expected in table:
            with self.subTest(a=a, b=b):
                for x, y in ((a, b), (b, a)):
                    self.assertEqual(_dtypes.promote(_dtypes.by_name(x), _dtypes.by_name(y)).name, expected)

    def test_a_number_changes_the_kind_alone(self) -> None:
        self.assertEqual(_dtypes.promote_number(_dtypes.bf16, 2.5), _dtypes.bf16)
        self.assertEqual(_dtypes.promote_number(_dtypes.i8, 2), _dtypes.i8)
        self.assertEqual(_dtypes.promote_number(_dtypes.i8, 2.5), _dtypes.f32)
        self.assertEqual(_dtypes.promote_number(_dtypes.bool_, 2), _dtypes.i64)
        self.assertEqual(_dtypes.promote_number(_dtypes.u8, 2), _dtypes.u8)

    def test_bf16_is_rounded_once_to_even(self) -> None:
        values = np.array([1.0, 1 + 2**-8, 1 + 3 * 2**-8, 1 + 2**-8 + 2**-40, 3.4e38, -0.0, np.inf, np.nan])
        expected = [0x3F80, 0x3F80, 0x3F82, 0x3F81, 0x7F80, 0x8000, 0x7F80, 0x7FC0]
        self.assertEqual([hex(b) for b in _dtypes.bf16_bits(values)], [hex(b) for b in expected])
        self.assertEqual(_dtypes.bf16_values(_dtypes.bf16_bits(1.5)), 1.5)

    def test_bf16_bits_and_values_are_inverse(self) -> None:
        bits = np.arange(65536, dtype=np.uint32).astype(np.uint16)
        numbers = ~np.isnan(_dtypes.bf16_values(bits))
        np.testing.assert_array_equal(_dtypes.bf16_bits(_dtypes.bf16_values(bits))[numbers], bits[numbers])

    def test_literals_keep_every_bit(self) -> None:
        self.assertEqual(_dtypes.number_text(1.0, _dtypes.f32), "0x3F800000")
        self.assertEqual(_dtypes.number_text(float("-inf"), _dtypes.f16), "0xFC00")
        self.assertEqual(_dtypes.number_text(1e9, _dtypes.f16), "0x7C00")
        self.assertEqual(_dtypes.number_text(255, _dtypes.u8), "-1")
        self.assertEqual(_dtypes.number_text(2**63, _dtypes.i64), str(-(2**63)))

    def test_refuses_unknown_types(self) -> None:
        with self.assertRaisesRegex(TypeError, "complex64 are not supported"):
            _dtypes.of_numpy(np.complex64)
        with self.assertRaisesRegex(ValueError, "no element type 'f8'"):
            _dtypes.by_name("f8")


class Dims(unittest.TestCase):
    def setUp(self) -> None:
        self.m, self.n = Dim.symbol("m"), Dim.symbol("n")

    def test_equal_sizes_are_equal(self) -> None:
        m, n = self.m, self.n
        self.assertEqual(m + n, n + m)
        self.assertEqual((m + 1) * (m - 1), m * m - 1)
        self.assertEqual((m * 4) // 2, m * 2)
        self.assertEqual((m * n * 6) // (n * 3), m * 2)
        self.assertEqual(hash(m * 2), hash(m + m))
        self.assertNotEqual(m, n)
        self.assertNotEqual(m // 2 * 2, m)

    def test_what_is_constant_is_an_int(self) -> None:
        self.assertEqual(self.m - self.m, 0)
        self.assertEqual(self.m // self.m, 1)
        self.assertEqual((self.m * 4) % 4, 0)
        self.assertIsInstance(self.m + 1 - self.m, int)

    def test_evaluates_as_python_does(self) -> None:
        m, n = self.m, self.n
        sizes = [
            (m + n) // 3,
            -(-m // 8),
            m % 5,
            100 // m,
            (m * 4 + 3) // 4,
            (m - n) // 2,
            (m * m * 3 + n) // (m * 2),
            (m * -7 + 2) // 3,
            m // n * n,
        ]
        texts = [
            "(m+n)//3",
            "-(-m//8)",
            "m%5",
            "100//m",
            "(m*4+3)//4",
            "(m-n)//2",
            "(m*m*3+n)//(m*2)",
            "(m*-7+2)//3",
            "m//n*n",
        ]
        for size, text in zip(sizes, texts):
            for values in ({"m": 7, "n": 3}, {"m": 1, "n": 10}, {"m": 24, "n": 8}):
                with self.subTest(text=text, values=values):
                    self.assertEqual(_graph.fold(size, values.__getitem__), eval(text, {}, values))

    def test_products(self) -> None:
        self.assertEqual(product([2, self.m, 3]), self.m * 6)
        self.assertEqual(product([]), 1)
        self.assertEqual(product([self.m, 0]), 0)

    def test_division_by_zero_is_an_error(self) -> None:
        with self.assertRaises(ZeroDivisionError):
            self.m // 0


class Text(unittest.TestCase):
    def test_a_graph_is_a_function(self) -> None:
        g = _graph.Graph()
        m = Dim.symbol("m")
        a = g.input(_dtypes.bf16, (m, 256))
        w = g.input(_dtypes.bf16, (256, 512), constant=True)
        g.output(_ops.relu(_ops.matmul(a, w)))
        self.assertEqual(
            g.text("f").split("\n"),
            [
                "module {",
                "  func.func @f(%arg0: tensor<?x256xbf16>, %arg1: tensor<256x512xbf16> {fusion.constant}) -> "
                "(tensor<?x512xbf16>) {",
                "    %0 = fusion.matmul %arg0, %arg1 : (tensor<?x256xbf16>, tensor<256x512xbf16>)"
                " -> tensor<?x512xbf16>",
                "    %1 = fusion.relu %0 : tensor<?x512xbf16>",
                "    return %1 : tensor<?x512xbf16>",
                "  }",
                "}",
                "",
            ],
        )

    def test_an_input_may_be_the_memory_of_a_result(self) -> None:
        g = _graph.Graph()
        w = g.input(_dtypes.f32, (4,), aliases=0)
        g.output(_ops.add(w, 1))
        self.assertIn("%arg0: tensor<4xf32> {fusion.aliases = 0 : i64}", g.text())

    def test_a_size_comes_from_the_input_that_has_it(self) -> None:
        g = _graph.Graph()
        m = Dim.symbol("m")
        g.input(_dtypes.f32, (4, m * 2 + 1))
        self.assertEqual(g.index(m), g.index(m))
        text = g.text()
        self.assertIn("tensor.dim %arg0", text)
        self.assertIn("arith.subi", text)
        self.assertIn("arith.divsi", text)

    def test_a_number_may_be_a_size(self) -> None:
        g = _graph.Graph()
        n = g.scalar(_dtypes.i64)
        assert n.size is not None
        y = _ops.full(g, (n.size, 4), 1.5, _dtypes.f32)
        self.assertEqual(y.type, "tensor<?x4xf32>")
        self.assertIn("%arg0: i64", g.text())
        self.assertIn("arith.index_cast %arg0 : i64 to index", g.text())

    def test_a_size_of_nothing_is_an_error(self) -> None:
        g = _graph.Graph()
        g.input(_dtypes.f32, (4,))
        with self.assertRaisesRegex(ValueError, "nothing tells the size 'm'"):
            _ops.full(g, (Dim.symbol("m"),), 1.0, _dtypes.f32)

    def test_constants(self) -> None:
        cases: list[tuple[Any, _dtypes.DType | None, str]] = [
            (np.arange(3, dtype=np.float32), None, 'dense<"0x000000000000803F00000040"> : tensor<3xf32>'),
            (np.ones((2, 2), np.int8), None, "dense<1> : tensor<2x2xi8>"),
            (np.array([[True, False]]), None, "dense<[[true, false]]> : tensor<1x2xi1>"),
            (np.zeros((0, 2)), None, "dense<> : tensor<0x2xf64>"),
            (np.array([1.0, 2.0]), _dtypes.bf16, 'dense<"0x803F0040"> : tensor<2xbf16>'),
            (np.array([0.0, -0.0]), _dtypes.f16, 'dense<"0x00000080"> : tensor<2xf16>'),
            (np.array(3), None, "dense<3> : tensor<i64>"),
            (2.5, _dtypes.bf16, "dense<0x4020> : tensor<bf16>"),
            (True, None, "dense<true> : tensor<i1>"),
        ]
        for value, dtype, expected in cases:
            with self.subTest(expected=expected):
                g = _graph.Graph()
                g.constant(value, dtype)
                self.assertIn(f"arith.constant {expected}", g.text())

    def test_values_of_two_graphs_do_not_meet(self) -> None:
        g, h = _graph.Graph(), _graph.Graph()
        x, y = g.input(_dtypes.f32, (4,)), h.input(_dtypes.f32, (4,))
        with self.assertRaisesRegex(ValueError, "another graph"):
            _ops.add(x, y)
        with self.assertRaisesRegex(ValueError, "another graph"):
            g.output(y)


if __name__ == "__main__":
    unittest.main()
