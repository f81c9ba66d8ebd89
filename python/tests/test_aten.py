# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of the importer of PyTorch's graphs: elementwise operations, and what is taken at all."""

import unittest
from typing import Any

from imported import Capture, Function, Imported, compiled, traced

import torch
import torch.nn.functional as F
from fusion.torch import aten


class Pointwise(Imported):
    def test_functions(self) -> None:
        self.check(
            [
                getattr(torch, name)
                for name in (
                    "abs atan asinh ceil cos cosh deg2rad erf erfc exp exp2 expm1 floor frac neg reciprocal round "
                    "sigmoid sign sin sinc sinh square tan tanh trunc isnan isinf isfinite signbit logical_not"
                ).split()
            ],
            self.x,
        )
        self.check(
            [getattr(torch, name) for name in "acos asin atanh log log10 log1p log2 logit rsqrt sqrt".split()], self.p
        )

    def test_arithmetic(self) -> None:
        names = (
            "add sub mul div maximum minimum fmax fmin atan2 fmod remainder hypot copysign floor_divide logaddexp "
            "logaddexp2 eq ne lt le gt ge logical_and logical_or logical_xor heaviside"
        ).split()
        self.check([getattr(torch, name) for name in names], self.x, self.y)
        self.check([getattr(torch, name) for name in names], self.x, self.y, dynamic=True)

    def test_integers_and_bools(self) -> None:
        self.check(
            {
                "add": torch.add,
                "mul": torch.mul,
                "floor": lambda u, v: u // v,
                "remainder": torch.remainder,
                "fmod": torch.fmod,
                "true": torch.true_divide,
                "trunc": lambda u, v: torch.div(u, v, rounding_mode="trunc"),
                "shift": lambda u, v: u << v,
                "right": lambda u, v: u >> v,
                "eq": torch.eq,
                "lt": torch.lt,
                "bits": lambda u, v: ~u & v | u ^ v,
                "power": lambda u, v: u**2,
                "clamp": lambda u, v: u.clamp(-2, 3),
            },
            self.i,
            self.j,
        )
        self.check(
            {
                "and": torch.bitwise_and,
                "or": torch.logical_or,
                "xor": torch.bitwise_xor,
                "add": torch.add,
                "sum": lambda u, v: u.sum(-1) + v.sum(-1),
            },
            self.b,
            self.c,
        )
        u = torch.tensor([[0, 7, 200, 255]], dtype=torch.uint8)
        self.check(
            {
                "half": lambda v: v // 2,
                "wide": lambda v: v.float(),
                "compare": lambda v: v > 100,
                "sum": lambda v: v + v,
            },
            u,
        )

    def test_types_promote(self) -> None:
        self.check(
            {
                "integer": lambda u, v: u + v,
                "number": lambda u, v: v * 2.5,
                "narrow": lambda u, v: u.bfloat16() * v,
                "scalar": lambda u, v: u.half() * u[0, 0],
                "compare": lambda u, v: v > u,
                "where": lambda u, v: torch.where(v > 0, u, v),
                "power": lambda u, v: 2.0**v,
                "to": lambda u, v: (u * 5).to(torch.int32),
            },
            self.x,
            self.i,
            rtol=1e-2,
        )

    def test_choices(self) -> None:
        self.check(
            {
                "where": lambda u, v, m: torch.where(m, u, 0.0),
                "fill": lambda u, v, m: u.masked_fill(m, -1e9),
                "clamp": lambda u, v, m: u.clamp(-0.5, 0.5),
                "limits": lambda u, v, m: torch.clamp(u, v - 1, v + 1),
                "low": lambda u, v, m: u.clamp(min=0.1),
                "lerp": lambda u, v, m: torch.lerp(u, v, 0.3),
                "addcmul": lambda u, v, m: torch.addcmul(u, v, v, value=0.5),
                "addcdiv": lambda u, v, m: torch.addcdiv(u, v, u.abs() + 1, value=0.5),
                "alpha": lambda u, v, m: torch.sub(u, v, alpha=3),
                "rsub": lambda u, v, m: 1 - u,
                "nan": lambda u, v, m: torch.nan_to_num(u / (v * m), 3.0),
                "decimals": lambda u, v, m: torch.round(u, decimals=2),
            },
            self.x,
            self.y,
            self.b,
        )

    def test_activations(self) -> None:
        self.check(
            [
                F.relu,
                F.relu6,
                F.gelu,
                F.silu,
                F.mish,
                F.elu,
                F.selu,
                F.celu,
                F.softplus,
                F.hardswish,
                F.hardsigmoid,
                F.hardtanh,
                F.leaky_relu,
                F.logsigmoid,
                F.hardshrink,
                F.softshrink,
                F.glu,
                F.softsign,
                F.tanhshrink,
            ],
            self.x,
        )
        self.check(
            {"tanh": lambda u: F.gelu(u, approximate="tanh"), "threshold": lambda u: F.threshold(u, 0.1, 20.0)}, self.x
        )


class Graphs(Imported):
    def test_refuses_what_it_does_not_know(self) -> None:
        cases: list[tuple[Function, str, str]] = [
            (lambda u: u.sort(-1)[0], "aten.sort.default", "no entry of the table"),
            (lambda u: torch.lgamma(u), "aten.lgamma.default", "have no such function"),
            (lambda u: u.topk(3)[0], "aten.topk.default", "no entry of the table"),
            (lambda u: u.scatter(1, u[:7, :9].abs().long(), 1.0), "aten.scatter.value", "positions of each row"),
            (lambda u: torch.index_put(u, [u[:, 0].long()], u, True), "aten.index_put.default", "sums of elements"),
            (lambda u: torch.ops.aten._unsafe_index_put(u.view(16, 8), [u[0].long()], u.view(16, 8), True),
             "aten._unsafe_index_put.default", "sums of elements"),
            (lambda u: torch.index_put(u, [u[0].long()] * 2, u[0]), "aten.index_put.default", "of one index tensor"),
        ]
        for function, op, reason in cases:
            with self.subTest(op=op):
                module = traced(function, self.x)
                node = next(node for node in module.graph.nodes if str(node.target) == op)
                with self.assertRaises(aten.UnsupportedNode) as caught:
                    aten.import_fx(module)
                self.assertEqual((caught.exception.op, caught.exception.node), (op, node.name))
                self.assertIn(reason, caught.exception.reason)
                self.assertEqual(aten.is_supported(node), caught.exception.reason)

    def test_refuses_types_without_kernels(self) -> None:
        module = traced(lambda u: torch.view_as_complex(u.view(8, 8, 2)).real + 1, self.x)
        reasons = [aten.is_supported(node) for node in module.graph.nodes if "view_as_complex" in str(node.target)]
        self.assertEqual(len(reasons), 1)
        self.assertIsNotNone(reasons[0])

    def test_tells_what_it_takes(self) -> None:
        """Sizes that no tensor of a node has are known too: here of a result that is expanded."""
        functions: list[Function] = [
            lambda u, v: torch.relu(u @ v.t()).sum(-1),
            lambda u, v: F.normalize(u, dim=-1),
            lambda u, v: F.glu(v),
            lambda u, v: v.chunk(4, -1)[3] * 2,
            lambda u, v: F.scaled_dot_product_attention(u[None], v[None], v[None]),
        ]
        for function in functions:
            capture = Capture()
            result = compiled(function, capture, dynamic=True)(self.x, self.y)
            torch.testing.assert_close(result, function(self.x, self.y), rtol=1e-4, atol=1e-5)
            self.assertEqual({aten.is_supported(node) for node in capture.modules[0].graph.nodes}, {None})

    def test_weights_and_results_in_place(self) -> None:
        module = traced(lambda u, w: u @ w, self.x, torch.randn(16, 16))
        text = aten.import_fx(module, constants=[1], aliases={0: 0}).text()
        self.assertIn("%arg1: tensor<16x16xf32> {fusion.constant}", text)
        self.assertIn("%arg0: tensor<8x16xf32> {fusion.aliases = 0 : i64}", text)

    def test_numbers_of_the_call(self) -> None:
        """SymInts that torch.compile passes beside the tensors are numbers, and sizes."""

        def function(u: Any) -> Any:
            return (u.view(-1, 4) * u.shape[0]).sum(0) / u.shape[1] + torch.arange(u.shape[0] * 4).view(-1, 4)

        capture = Capture()
        call = compiled(function, capture, dynamic=True)
        for rows in (6, 10):
            x = torch.randn(rows, 8)
            torch.testing.assert_close(call(x), function(x))
        self.assertEqual(len(capture.texts), 1)
        self.assertIn(": i64", capture.texts[0].split("\n")[1])


if __name__ == "__main__":
    unittest.main()
