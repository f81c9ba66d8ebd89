# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The order in which the dimensions of a tensor lie in memory.

Compiled code reads and writes row-major tensors. A tensor whose dimensions lie in another order without gaps is passed
as the row-major tensor that it is a permutation of, and the permutation becomes part of the graph, where it costs a
kernel nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch._dispatch.python import enable_python_dispatcher
from torch._guards import detect_fake_mode
from torch.fx import GraphModule
from torch.fx.experimental.symbolic_shapes import statically_known_true
from torch.fx.passes.fake_tensor_prop import FakeTensorProp

from fusion.torch import nodes as fx


def is_row_major(tensor: torch.Tensor) -> bool:
    """Whether a tensor, whose sizes may be symbols, is known to be row-major without gaps."""
    return memory_order(tensor) == list(range(tensor.dim()))


def memory_order(tensor: torch.Tensor) -> list[int] | None:
    """The dimensions of a tensor from the outermost in memory to the innermost; None where there are gaps or overlaps.

    ``tensor.permute(memory_order(tensor))`` is row-major. Dimensions of one element stay in front of the dimension that
    follows them, so that a row-major tensor has the order 0, 1, 2, …
    """
    order: list[int] = []
    expected: int | torch.SymInt = 1
    left = list(range(tensor.dim()))
    while left:
        found = _innermost(tensor, left, expected)
        if found is None:
            return None
        left.remove(found)
        order.insert(0, found)
        expected = expected * tensor.shape[found]
    return order


def inverse(order: Sequence[int]) -> list[int]:
    """The permutation that takes back `order`."""
    result = [0] * len(order)
    for position, dimension in enumerate(order):
        result[dimension] = position
    return result


def _innermost(tensor: torch.Tensor, left: list[int], expected: int | torch.SymInt) -> int | None:
    """The last dimension of those left that has one element, or whose stride is as expected."""
    for dimension in reversed(left):
        if statically_known_true(tensor.shape[dimension] == 1):
            return dimension
        if statically_known_true(tensor.stride(dimension) == expected):
            return dimension
        if dimension == left[-1] and statically_known_true(tensor.numel() == 0):
            return dimension
    return None


def describe(module: GraphModule, inputs: Sequence[Any]) -> None:
    """Makes the descriptions of a graph's values those that follow from `inputs`.

    A forward pass may save its tensors with other strides than it was traced with: Inductor chooses the layout of
    convolutions. What was a view then need not be one.
    """
    places = [node for node in module.graph.nodes if node.op == "placeholder"]
    mode = detect_fake_mode(list(inputs))
    if mode is None or all(_same_strides(node.meta.get("val"), value) for node, value in zip(places, inputs)):
        return
    for node in module.graph.nodes:
        if node.target is torch.ops.aten.view.default:
            node.target = torch.ops.aten.reshape.default
    with enable_python_dispatcher():
        FakeTensorProp(module, mode=mode).propagate_dont_convert_inputs(*inputs)
    module.recompile()


def _same_strides(described: Any, value: Any) -> bool:
    if not isinstance(described, torch.Tensor) or not isinstance(value, torch.Tensor):
        return True
    return all(statically_known_true(one == other) for one, other in zip(described.stride(), value.stride()))


def describe_constants(module: GraphModule) -> None:
    """Gives tensors that the graph holds the description that other values have."""
    mode = None
    for node in module.graph.nodes:
        if node.op != "get_attr" or "val" in node.meta:
            continue
        value = fx.constant_of(module, node)
        if isinstance(value, torch.Tensor):
            mode = mode or detect_fake_mode([other.meta.get("val") for other in module.graph.nodes])
            node.meta["val"] = value if mode is None else mode.from_tensor(value, static_shapes=True)
