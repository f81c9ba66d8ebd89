# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What PyTorch's kernels of attention give beside the result and the log-sum-exp.

Those are the seeds of their dropout and sizes, which the kernel's backward pass takes as arguments. Without dropout no
seed is read, so that seeds may be any numbers: they are made outside, and a region can compute the rest.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.fx import GraphModule, Node

from fusion.torch import nodes as fx

_aten = torch.ops.aten

_SIZES = {4: 0, 5: 1}  # the numbers of results that are the longest rows of the operand of that number


def free(module: GraphModule) -> None:
    """Makes what is read of attention without dropout, beside its first two results, of other operations.

    Seeds of one type are one tensor for all layers, so that it is made once.
    """
    seeds = dict[Any, Node]()
    for node in list(module.graph.nodes):
        if not fx.is_attention(node) or isinstance(node.meta.get("val"), torch.Tensor) or _draws(node):
            continue
        for user in list(node.users):
            if fx.is_getitem(user) and user.args[1] > 1:
                user.replace_all_uses_with(_make(node, user, seeds))
                module.graph.erase_node(user)


def _draws(node: Node) -> bool:
    """Whether attention drops weights."""
    names = [argument.name for argument in node.target._schema.arguments]  # type: ignore[union-attr]
    given: dict[str, Any] = {**dict(zip(names, node.args)), **node.kwargs}
    return given.get("dropout_p", 0.0) != 0.0


def _make(node: Node, result: Node, seeds: dict[Any, Node]) -> Any:
    """A node, or a number, for one of the results of attention; `seeds` are those that were made."""
    number, value = result.args[1], result.meta["val"]
    if isinstance(value, torch.SymInt):
        size: tuple[Any, ...] = (node.args[_SIZES[number]], -2)  # type: ignore[index]
        return _insert(node, _aten.sym_size.int, size, {}, value)
    if not isinstance(value, torch.Tensor):
        return value
    key = tuple(value.shape), value.dtype, value.device
    if key not in seeds:
        options = {"dtype": value.dtype, "device": value.device}
        seeds[key] = _insert(node, _aten.zeros.default, (list(value.shape),), options, value)
    return seeds[key]


def _insert(node: Node, function: Any, arguments: tuple[Any, ...], options: dict[str, Any], value: Any) -> Node:
    """A node behind another, whose value is described by `value`."""
    with node.graph.inserting_after(node):
        made = node.graph.call_function(function, arguments, options)
    made.meta["val"] = value
    return made
