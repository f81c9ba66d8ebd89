# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Questions about nodes of FX graphs: which are products, views, sizes, and on which device they are."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterator
from typing import Any

import torch
from torch.fx import GraphModule, Node

_PRODUCTS = frozenset({
    "mm", "addmm", "bmm", "baddbmm", "addbmm", "mv", "addmv", "dot", "vdot", "linear", "matmul", "convolution",
    "convolution_backward", "_int_mm",
    "scaled_dot_product_attention", "_scaled_dot_product_flash_attention", "_scaled_dot_product_efficient_attention",
    "_scaled_dot_product_cudnn_attention", "_scaled_dot_product_flash_attention_for_cpu",
    "_scaled_dot_product_fused_attention_overrideable", "_scaled_dot_product_attention_math",
})
_VIEWS = frozenset({
    "view", "_unsafe_view", "reshape", "permute", "transpose", "t", "expand", "unsqueeze", "squeeze", "slice",
    "select", "detach", "alias", "split", "split_with_sizes", "unbind", "diagonal", "as_strided", "unfold", "narrow",
    "view_as_real",
})
_COLLECTIVES = frozenset({"_c10d_functional", "c10d_functional", "_c10d_functional_autograd", "c10d"})
_CHECKS = frozenset({"_assert_scalar", "_assert_async", "_assert_tensor_metadata", "sym_constrain_range",
                     "sym_constrain_range_for_size"})


def operation(node: Node) -> str:
    """The name of a node's operation without overload, ``"addmm"``; of what is no operation of PyTorch its own."""
    packet = getattr(node.target, "overloadpacket", None)
    if packet is not None:
        return str(packet.__name__)
    return getattr(node.target, "__name__", str(node.target))


def is_aten(node: Node) -> bool:
    return isinstance(node.target, torch._ops.OpOverload) and node.target.namespace == "aten"


def is_product(node: Node) -> bool:
    """Whether a node is a product of matrices, a convolution or attention."""
    return node.op == "call_function" and is_aten(node) and operation(node) in _PRODUCTS


def is_convolution(node: Node) -> bool:
    """Whether a node is a convolution, or computes its gradients."""
    return is_product(node) and operation(node).startswith("convolution")


def is_attention(node: Node) -> bool:
    return is_product(node) and operation(node).lstrip("_").startswith("scaled_dot_product")


def is_pointwise(node: Node) -> bool:
    """Whether each element of the result follows from one element of each operand."""
    return isinstance(node.target, torch._ops.OpOverload) and torch.Tag.pointwise in node.target.tags


def is_view(node: Node) -> bool:
    """Whether PyTorch computes a node without touching an element; so are the parts of a split."""
    if is_getitem(node):
        return isinstance(node.args[0], Node) and is_view(node.args[0])
    return node.op == "call_function" and is_aten(node) and operation(node) in _VIEWS


def is_free(node: Node) -> bool:
    """Whether a node costs nothing outside of a region: a view, a constant, or a number that the host computes of some.

    Regions have copies of such nodes rather than to take or give their values.
    """
    if is_view(node) or is_constant(node):
        return True
    return (node.op == "call_function" and not is_getitem(node) and is_host_number(node.meta.get("val"))
            and _is_of_numbers(node))


def is_constant(node: Node) -> bool:
    """Whether a node copies a tensor that the graph holds, ``torch.tensor([1, 2])`` in the user's program."""
    return (node.op == "call_function" and node.target is torch.ops.aten.lift_fresh_copy.default
            and isinstance(node.args[0], Node) and node.args[0].op == "get_attr")


def constant_of(module: GraphModule, node: Node) -> Any:
    """What a graph holds for a node that gets it, a tensor or a subgraph."""
    value: Any = module
    for name in str(node.target).split("."):
        value = getattr(value, name)
    return value


def _is_of_numbers(node: Node) -> bool:
    """Whether a node is computed of sizes and of numbers in the host's memory that the graph is given."""
    seen, waiting = {node}, [node]
    while waiting:
        for source in waiting.pop().all_input_nodes:
            if source in seen or is_size(source):
                continue
            if not is_host_number(source.meta.get("val")):
                return False
            seen.add(source)
            if source.op == "call_function":
                waiting.append(source)
    return True


def is_getitem(node: Node) -> bool:
    return node.op == "call_function" and node.target is operator.getitem


def is_random(node: Node) -> bool:
    """Whether a node draws random numbers."""
    if node.op != "call_function" or not isinstance(node.target, torch._ops.OpOverload):
        return False
    return (torch.Tag.nondeterministic_seeded in node.target.tags
            or operation(node) in ("inductor_random", "inductor_randint"))


def is_check(node: Node) -> bool:
    """Whether a node only checks sizes, and has no result."""
    return node.op == "call_function" and operation(node) in _CHECKS


def writes(node: Node) -> bool:
    """Whether a node writes into a tensor that it is given, as the copies behind a graph into its inputs."""
    return node.op == "call_function" and isinstance(node.target, torch._ops.OpOverload) and node.target._schema.is_mutable


def is_collective(node: Node) -> bool:
    """Whether processes compute a node together, or wait for one that they compute."""
    return (node.op == "call_function" and isinstance(node.target, torch._ops.OpOverload)
            and node.target.namespace in _COLLECTIVES)


def is_size(node: Node) -> bool:
    """Whether a node's value is a number known on the host: a size, or an expression of sizes."""
    value = node.meta.get("val")
    return isinstance(value, (int, float, bool, torch.SymInt, torch.SymFloat, torch.SymBool))


def tensors(value: Any) -> Iterator[torch.Tensor]:
    """The tensors in a node's value."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (tuple, list)):
        for element in value:
            yield from tensors(element)


def used_values(node: Node) -> list[Any]:
    """The value of a node; of one with several results those that something reads."""
    value = node.meta.get("val")
    if not isinstance(value, (tuple, list)):
        return [value]
    read = {user.args[1] for user in node.users if is_getitem(user) and user.users}
    if any(not is_getitem(user) for user in node.users):
        return list(value)
    return [part for number, part in enumerate(value) if number in read]


def is_host_number(value: Any) -> bool:
    """Whether a tensor is a number in the host's memory, which kernels of every device may read as an argument."""
    return isinstance(value, torch.Tensor) and value.dim() == 0 and value.device.type == "cpu"


def devices(node: Node) -> set[torch.device]:
    """The devices of a node's operands and results, without those of numbers in the host's memory."""
    values = used_values(node) + [source.meta.get("val") for source in node.all_input_nodes]
    return {tensor.device for value in values for tensor in tensors(value) if not is_host_number(tensor)}


def product_flops(node: Node) -> int | None:
    """Multiplications and additions of a product; None where it is none, or a size is a symbol."""
    if not is_product(node):
        return None
    result = next(tensors(node.meta["val"]))
    operands = [source.meta["val"] for source in node.args if isinstance(source, Node)]
    if is_attention(node):
        query, key, value = operands[:3]
        factors = [query.numel() // max(query.shape[-1], 1), key.shape[-2], query.shape[-1] + value.shape[-1]]
    elif is_convolution(node):
        is_backward = operation(node) == "convolution_backward"
        weight = operands[2 if is_backward else 1]
        factors = [(operands[0] if is_backward else result).numel(), weight.numel() // max(weight.shape[0], 1)]
        factors += [sum(node.args[-1][:2])] if is_backward else []  # type: ignore[index, misc, operator]
    else:
        left = operands[1] if operation(node).startswith(("add", "baddb")) else operands[0]
        factors = [result.numel(), left.shape[-1]]
    if not all(isinstance(factor, int) for factor in factors):
        return None
    return 2 * int(math.prod(factors))
