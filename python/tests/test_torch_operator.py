# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of regions as operations of PyTorch inside of graphs of AOTAutograd."""

import unittest

import torch
import torch.nn.functional as F

import fusion.torch
from with_torch import assert_close, compiled, gradients, regions


def layer(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return F.gelu(F.linear(x, w, b)).softmax(-1)


class Operators(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(0)
        self.inputs = [torch.randn(4, 8), torch.randn(6, 8), torch.randn(6)]

    def test_an_operator_computes_what_the_function_does(self) -> None:
        operator = fusion.torch.as_operator(layer, self.inputs)
        assert_close(self, operator(*self.inputs), layer(*self.inputs))

    def test_an_operator_has_gradients(self) -> None:
        operator = fusion.torch.as_operator(layer, self.inputs)
        leaves = [tensor.requires_grad_() for tensor in self.inputs]
        assert_close(self, gradients(operator, leaves, leaves), gradients(layer, leaves, leaves))

    def test_an_operator_stands_in_a_graph_of_others(self) -> None:
        operator = fusion.torch.as_operator(layer, self.inputs, dynamic=True)

        def around(run: object, x: torch.Tensor) -> torch.Tensor:
            assert callable(run)
            value: torch.Tensor = run(x.sin(), *self.inputs[1:]).cumsum(-1)
            return value

        found: list[str] = []

        def look(module: torch.fx.GraphModule, inputs: object) -> object:
            found.extend(str(node.target) for node in module.graph.nodes if node.op == "call_function")
            return module.forward

        torch._dynamo.reset()
        function = torch.compile(lambda x: around(operator, x), backend=look, dynamic=True, fullgraph=True)
        for rows in (4, 9):
            x = torch.randn(rows, 8)
            assert_close(self, function(x), around(layer, x))
        self.assertEqual(sum("fusion.region" in name for name in found), 1)

    def test_what_is_no_tensor_function_is_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "(?s)not imported.*sort"):
            fusion.torch.as_operator(lambda x: x.sort()[0], self.inputs[:1])


if __name__ == "__main__":
    unittest.main()
