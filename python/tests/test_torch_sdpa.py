# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of calls of attention that PyTorch would take apart on a GPU. No GPU is needed: the operands of a graph that
Dynamo made on the host are described as tensors of a GPU."""

import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

import torch
import torch.nn.functional as F
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx import GraphModule, Node

from fusion.torch import sdpa

Function = Callable[..., torch.Tensor]


def graph_of(function: Function, inputs: tuple[torch.Tensor, ...], device: str = "cuda") -> GraphModule:
    """Dynamo's graph, as if the inputs were on a device."""
    found: list[GraphModule] = []

    def keep(module: GraphModule, inputs: Any) -> Any:
        found.append(module)
        return module.forward

    torch._dynamo.reset()
    torch.compile(function, backend=keep, fullgraph=True)(*inputs)
    (module,) = found
    with FakeTensorMode():
        for part in module.modules():
            for node in part.graph.nodes if isinstance(part, GraphModule) else ():
                value = node.meta.get("example_value")
                if isinstance(value, torch.Tensor):
                    node.meta["example_value"] = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype,
                                                                     device=device)
    return module


def calls(module: GraphModule) -> list[Node]:
    return [node for part in module.modules() if isinstance(part, GraphModule) for node in part.graph.nodes
            if node.target is F.scaled_dot_product_attention]


def shapes(node: Node) -> list[tuple[int, ...]]:
    """Shapes of the call's operands."""
    return [tuple(operand.meta["example_value"].shape) for operand in node.kwargs.values() if isinstance(operand, Node)]


class Rewritten(unittest.TestCase):
    def rewrite(self, function: Function, *inputs: torch.Tensor) -> list[Node]:
        """The calls of the rewritten graph, which gives what the function gives."""
        module = graph_of(function, inputs)
        sdpa.keep_whole(module)
        module.graph.lint()
        (result,) = module(*inputs)
        torch.testing.assert_close(result, function(*inputs))
        return calls(module)

    def test_a_mask_expanded_along_keys(self) -> None:
        def function(rows: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
            mask = rows.expand(2, 1, 5, 5)
            once = F.scaled_dot_product_attention(q, q, q, attn_mask=mask)
            return F.scaled_dot_product_attention(once, q, q, mask, 0.0)

        first, second = self.rewrite(function, torch.randn(1, 1, 5, 1), torch.randn(2, 3, 5, 8))
        mask = first.kwargs["attn_mask"]
        assert isinstance(mask, Node)
        self.assertEqual(mask.meta["example_value"].stride(), (25, 25, 5, 1))
        self.assertIsNot(mask, second.kwargs["attn_mask"])

    def test_operands_that_are_written_between_two_calls(self) -> None:
        def masks(rows: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
            base = rows.clone()
            mask = base.expand(2, 1, 5, 5)
            once = F.scaled_dot_product_attention(q, q, q, mask)
            base[:, :, 2].fill_(-float("inf"))
            return once + F.scaled_dot_product_attention(q, q, q, mask).nan_to_num(7)

        def keys(k: torch.Tensor, q: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            cache = k.clone()
            once = F.scaled_dot_product_attention(q, cache, cache, mask, enable_gqa=True)
            cache[:, :, 2:3] = once[:, ::2, :1]
            return once + F.scaled_dot_product_attention(q, cache, cache, mask, enable_gqa=True)

        self.rewrite(masks, torch.randn(1, 1, 5, 1), torch.randn(2, 3, 5, 8))
        self.rewrite(keys, torch.randn(2, 3, 7, 8), torch.randn(2, 6, 5, 8), torch.randn(5, 7))

    def test_a_mask_of_three_dimensions(self) -> None:
        q = torch.randn(2, 3, 5, 8)
        for mask in torch.randn(3, 5, 5), torch.randn(1, 1, 5):
            (call,) = self.rewrite(lambda q, mask: F.scaled_dot_product_attention(q, q, q, mask), q, mask)
            self.assertEqual(shapes(call)[3], (1, *mask.shape))

    def test_three_dimensions_are_one_head(self) -> None:
        """So that rows lie as they do where PyTorch takes attention apart, and any number of them is a batch."""
        q = torch.randn(3, 5, 8)
        (call,) = self.rewrite(lambda q: F.scaled_dot_product_attention(q, q, q, is_causal=True) + 1, q)
        self.assertEqual(shapes(call), [(3, 1, 5, 8)] * 3)
        self.assertEqual(call.meta["example_value"].shape, (3, 1, 5, 8))
        (call,) = self.rewrite(lambda q, mask: F.scaled_dot_product_attention(q, q, q, mask), q, torch.randn(3, 5, 5))
        self.assertEqual(shapes(call)[3], (3, 1, 5, 5))

    def test_grouped_heads_beside_a_mask(self) -> None:
        def function(q: torch.Tensor, k: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            return F.scaled_dot_product_attention(q, k, k, mask, enable_gqa=True)

        (call,) = self.rewrite(function, torch.randn(2, 6, 5, 8), torch.randn(2, 3, 7, 8), torch.randn(5, 7))
        self.assertEqual(shapes(call), [(2, 6, 5, 8), (2, 6, 7, 8), (2, 6, 7, 8), (5, 7)])
        self.assertNotIn("enable_gqa", call.kwargs)

    def test_groups_of_keys_and_of_values_may_differ(self) -> None:
        def function(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            return F.scaled_dot_product_attention(q, k, v, mask, enable_gqa=True)

        inputs = torch.randn(2, 4, 5, 8), torch.randn(2, 4, 7, 8), torch.randn(2, 1, 7, 8), torch.randn(5, 7)
        (call,) = self.rewrite(function, *inputs)
        self.assertEqual(shapes(call)[1:3], [(2, 4, 7, 8)] * 2)

    def test_calls_inside_of_a_checkpoint(self) -> None:
        from torch.utils.checkpoint import checkpoint

        def function(q: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
            def inner(q: torch.Tensor) -> torch.Tensor:
                return F.scaled_dot_product_attention(q, q, q, rows.expand(2, 1, 5, 5))

            return checkpoint(inner, q, use_reentrant=False)

        (call,) = self.rewrite(function, torch.randn(2, 3, 5, 8, requires_grad=True), torch.randn(1, 1, 5, 1))
        mask = call.kwargs["attn_mask"]
        assert isinstance(mask, Node)
        self.assertEqual(mask.target, "contiguous")


class Left(unittest.TestCase):
    def check(self, function: Function, *inputs: torch.Tensor, device: str = "cuda") -> None:
        """The calls of the graph are what they were."""
        module = graph_of(function, inputs, device)
        before = str(module.graph)
        sdpa.keep_whole(module)
        self.assertEqual(str(module.graph), before)

    def test_what_a_fused_kernel_takes(self) -> None:
        q, k = torch.randn(2, 6, 5, 8), torch.randn(2, 3, 5, 8)
        self.check(lambda q: F.scaled_dot_product_attention(q, q, q), q)
        self.check(lambda q, mask: F.scaled_dot_product_attention(q, q, q, mask.expand(2, 1, 5, 5)), q, torch.randn(5))
        self.check(lambda q, k: F.scaled_dot_product_attention(q, k, k, enable_gqa=True), q, k)

    def test_the_host(self) -> None:
        def function(q: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
            return F.scaled_dot_product_attention(q, q, q, rows.expand(2, 1, 5, 5))

        self.check(function, torch.randn(2, 3, 5, 8), torch.randn(1, 1, 5, 1), device="cpu")

    def test_a_call_that_cannot_be_changed(self) -> None:
        """An exception on the way leaves the graph as it was."""
        def function(q: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
            return F.scaled_dot_product_attention(q, q, q, rows.expand(2, 1, 5, 5))

        with mock.patch.object(sdpa, "statically_known_true", side_effect=RuntimeError("data decide")):
            self.check(function, torch.randn(2, 3, 5, 8), torch.randn(1, 1, 5, 1))


if __name__ == "__main__":
    unittest.main()
