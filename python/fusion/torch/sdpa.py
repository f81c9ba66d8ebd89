# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Calls of scaled_dot_product_attention, in forms that PyTorch has a fused kernel for on GPUs.

PyTorch takes attention apart, in f32 and with all scores in memory, where no fused kernel of its takes the operands as
they lie. A graph then has products and a softmax, for Inductor and for regions alike. These forms say the same, and keep
attention whole, in the backward pass too:

    mask expanded along the keys          mask.contiguous()
    mask of 3 dimensions                  mask.unsqueeze(0)
    grouped heads beside a mask           key and value repeated for each head, as PyTorch does when it takes them apart
    operands of 3 dimensions              one head: the first dimension is the batch
"""

from __future__ import annotations

import logging
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensor
from torch.fx import GraphModule, Node
from torch.fx.experimental.symbolic_shapes import statically_known_true

_log = logging.getLogger(__name__)

_SDPA = torch.nn.functional.scaled_dot_product_attention
_NAMES = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal")


def keep_whole(module: GraphModule) -> None:
    """Rewrites the calls in a graph of Dynamo's, and in the graphs that it calls, whose operands are on a GPU.

    A call whose operands are other than plain tensors, or that cannot be rewritten, stays as it is.
    """
    for part in module.modules():
        if not isinstance(part, GraphModule):
            continue
        calls = [node for node in part.graph.nodes if node.op == "call_function" and node.target is _SDPA]
        if any([_rewrite(node) for node in calls]):
            part.recompile()


def _rewrite(node: Node) -> bool:
    """Whether a call was changed."""
    call = _Call(node)
    try:
        call.plan()
    except Exception:  # as of sizes that data decide: PyTorch then takes the call as it is
        _log.debug("a call of attention stays as it is: %s", node.format_node(), exc_info=True)
        return False
    call.apply()
    return bool(call.edits)


class _Call:
    """A call, what its operands are described by, and the methods of tensors that are to change them, in order.

    Each call has copies of its own: Dynamo's graphs write in place, and between two calls an operand may be written.
    """

    def __init__(self, node: Node) -> None:
        self._node = node
        self._operands: dict[str, Any] = {**dict(zip(_NAMES, node.args)), **node.kwargs}
        self._values: dict[str, torch.Tensor] = {}
        self._has_one_head = False
        self.edits: list[tuple[str, str, tuple[int, ...]]] = []
        for name, operand in self._operands.items():
            if isinstance(operand, Node) and isinstance(operand.meta.get("example_value"), torch.Tensor):
                self._values[name] = operand.meta["example_value"]

    def plan(self) -> None:
        """Chooses the changes, which change nothing yet."""
        factors = [self._values.get(name) for name in ("query", "key", "value")]
        if any(factor is None or factor.device.type == "cpu" for factor in factors):
            return
        if any(type(value) not in (torch.Tensor, torch.nn.Parameter, FakeTensor) for value in self._values.values()):
            return
        ranks = {factor.dim() for factor in factors if factor is not None}
        if ranks not in ({3}, {4}):
            return
        self._has_one_head = ranks == {3}
        if self._has_one_head:
            for name in ("query", "key", "value"):
                self._change(name, "unsqueeze", 1)
        if "attn_mask" in self._values:
            self._plan_mask()
            self._plan_heads()

    def apply(self) -> None:
        """Changes the graph."""
        graph = self._node.graph
        for name, method, arguments in self.edits:
            operand = self._operands[name]
            with graph.inserting_before(self._node):
                changed = graph.call_method(method, (operand, *arguments))
            changed.meta["example_value"] = getattr(operand.meta["example_value"], method)(*arguments)
            self._operands[name] = changed
        if not self.edits:
            return
        self._node.args, self._node.kwargs = (), self._operands
        if self._has_one_head:
            with graph.inserting_after(self._node):
                result = graph.call_method("squeeze", (self._node, 1))
            self._node.replace_all_uses_with(result, delete_user_cb=lambda user: user is not result)
            result.meta["example_value"] = value = self._node.meta["example_value"]
            self._node.meta["example_value"] = value.unsqueeze(1)

    def _change(self, name: str, method: str, *arguments: int) -> None:
        self._values[name] = getattr(self._values[name], method)(*arguments)
        self.edits.append((name, method, arguments))

    def _plan_mask(self) -> None:
        if self._values["attn_mask"].dim() == 3:
            self._change("attn_mask", "unsqueeze", 1 if self._has_one_head else 0)
        if not statically_known_true(self._values["attn_mask"].stride(-1) == 1):
            self._change("attn_mask", "contiguous")

    def _plan_heads(self) -> None:
        """PyTorch repeats heads as well where it takes grouped heads apart."""
        heads = self._values["query"].shape[-3]
        groups = {name: self._values[name].shape[-3] for name in ("key", "value")}
        if self._operands.get("enable_gqa") is not True or not isinstance(heads, int):
            return
        if any(not isinstance(count, int) or heads % count for count in groups.values()):
            return
        for name, count in groups.items():
            if count != heads:
                self._change(name, "repeat_interleave", heads // count, -3)
        if any(count != heads for count in groups.values()):
            del self._operands["enable_gqa"]
