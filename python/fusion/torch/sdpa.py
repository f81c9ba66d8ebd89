# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Calls of scaled_dot_product_attention, in forms that PyTorch has a fused kernel for on GPUs.

PyTorch takes attention apart, in f32 and with all scores in memory, where no fused kernel of its takes the operands as
they lie. A graph then has products and a softmax, for Inductor and for regions alike. These forms say the same, and keep
attention whole, in the backward pass too:

    mask expanded along the keys          mask.contiguous()
    mask of 3 dimensions                  mask.unsqueeze(0)
    grouped heads beside a mask           key and value repeated for each head, as PyTorch does when it takes them apart
    operands of 3 dimensions              the first is that of heads, and the batch is 1
"""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.fx.experimental.symbolic_shapes import statically_known_true

_SDPA = torch.nn.functional.scaled_dot_product_attention
_NAMES = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal")


def keep_whole(module: GraphModule) -> None:
    """Rewrites the calls in a graph of Dynamo's, and in the graphs that it calls, whose operands are on a GPU."""
    for part in module.modules():
        if isinstance(part, GraphModule):
            changed = dict[Any, Node]()
            for node in list(part.graph.nodes):
                if node.op == "call_function" and node.target is _SDPA:
                    _Call(node, changed).rewrite()
            if changed:
                part.recompile()


class _Call:
    """A call and its operands by name. `changed` are the nodes that were made for it and for the calls in front of it:
    a mask that all layers read is changed once."""

    def __init__(self, node: Node, changed: dict[Any, Node]) -> None:
        self._node = node
        self._operands: dict[str, Any] = {**dict(zip(_NAMES, node.args)), **node.kwargs}
        self._changed = changed

    def rewrite(self) -> None:
        """Changes the call's operands, and its result where that has three dimensions."""
        factors = [self._value(name) for name in ("query", "key", "value")]
        if any(factor is None or factor.device.type == "cpu" for factor in factors):
            return
        ranks = {factor.dim() for factor in factors}
        if ranks == {3}:
            self._add_batch()
        elif ranks != {4}:
            return
        if self._value("attn_mask") is not None:
            self._change_mask()
            self._repeat_heads()
        self._node.args, self._node.kwargs = (), self._operands

    def _value(self, name: str) -> torch.Tensor | None:
        operand = self._operands.get(name)
        value = operand.meta.get("example_value") if isinstance(operand, Node) else None
        return value if isinstance(value, torch.Tensor) else None

    def _change(self, name: str, method: str, *arguments: Any) -> torch.Tensor:
        """Puts what a method of tensors makes of an operand in its place, and returns the value that describes it."""
        operand = self._operands[name]
        key = operand, method, arguments
        if key not in self._changed:
            with self._node.graph.inserting_before(self._node):
                node = self._node.graph.call_method(method, (operand, *arguments))
            node.meta["example_value"] = getattr(operand.meta["example_value"], method)(*arguments)
            self._changed[key] = node
        self._operands[name] = self._changed[key]
        return self._changed[key].meta["example_value"]

    def _add_batch(self) -> None:
        for name in ("query", "key", "value"):
            self._change(name, "unsqueeze", 0)
        value = self._node.meta["example_value"]
        with self._node.graph.inserting_after(self._node):
            result = self._node.graph.call_method("squeeze", (self._node, 0))
        self._node.replace_all_uses_with(result, delete_user_cb=lambda user: user is not result)
        result.meta["example_value"], self._node.meta["example_value"] = value, value.unsqueeze(0)

    def _change_mask(self) -> None:
        mask = self._value("attn_mask")
        assert mask is not None
        if mask.dim() == 3:
            mask = self._change("attn_mask", "unsqueeze", 0)
        if not statically_known_true(mask.stride(-1) == 1):
            self._change("attn_mask", "contiguous")

    def _repeat_heads(self) -> None:
        """PyTorch does the same where it takes grouped heads apart."""
        query, key = self._value("query"), self._value("key")
        assert query is not None and key is not None
        heads, groups = query.shape[-3], key.shape[-3]
        if self._operands.get("enable_gqa") is True and isinstance(heads, int) and isinstance(groups, int):
            for name in ("key", "value"):
                self._change(name, "repeat_interleave", heads // groups, -3)
            del self._operands["enable_gqa"]
