# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Which operations of PyTorch are written as simpler ones before regions are chosen.

PyTorch's core decompositions, less those whose whole the importer knows: a norm or a softmax is recognised best where it
is one node.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._decomp import core_aten_decompositions
from torch._dispatch.python import enable_python_dispatcher
from torch.fx import GraphModule, Node
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.node import map_arg

from fusion.torch import aten, layout
from fusion.torch._lowering import TABLE

_FILLED_BY = aten  # the table is filled where it is imported

_aten = torch.ops.aten


@functools.cache
def table() -> dict[Any, Callable[..., Any]]:
    """The decompositions of the backend, by overload."""
    rules: dict[Any, Callable[..., Any]] = dict(core_aten_decompositions())
    core = {op: rule for op, rule in rules.items() if str(op) not in TABLE}
    # Its decomposition gives no log-sum-exp, which the backward pass of the same kernel reads.
    core.pop(_aten._scaled_dot_product_flash_attention_for_cpu.default, None)
    return core | _own()


def table_for_inductor() -> dict[Any, Callable[..., Any]]:
    """Inductor's decompositions, less those whose whole the importer knows; `lower` makes up for them.

    They depend on Inductor's configuration, as random numbers do.
    """
    from torch._inductor.decomposition import select_decomp_table

    return {op: rule for op, rule in select_decomp_table().items()
            if str(op) not in TABLE or _is_random(op) or str(op) in _NEVER_WHOLE} | _own()


# Inductor's front takes a rounding to decimals that it meets whole for one to integers.
_NEVER_WHOLE = frozenset({"aten.round.decimals"})


def _is_random(op: Any) -> bool:
    """Whether an operation draws random numbers, which Inductor replaces before graphs are compiled."""
    return torch.Tag.nondeterministic_seeded in getattr(op, "tags", ())


def _own() -> dict[Any, Callable[..., Any]]:
    return {
        _aten.squeeze.dims: _squeeze_dims,
        _aten._native_batch_norm_legit_no_training.default: _batch_norm_inference,
    }


def lower(module: GraphModule) -> None:
    """Decomposes the operations of a graph, and of its subgraphs, that are whole for the importer and not for Inductor.
    """
    from torch._inductor.decomposition import select_decomp_table

    for node in module.graph.nodes:
        if node.op == "get_attr" and isinstance(subgraph := getattr(module, node.target, None), GraphModule):
            lower(subgraph)
    rules = select_decomp_table()
    found = [node for node in module.graph.nodes if node.op == "call_function" and node.target in rules]
    if not found:
        return
    layout.describe_constants(module)
    mode = torch._guards.detect_fake_mode([node.meta.get("val") for node in module.graph.nodes])
    for node in found:
        _inline(module, node, rules, mode)
    module.graph.eliminate_dead_code()
    module.recompile()


def _inline(module: GraphModule, node: Node, rules: dict[Any, Callable[..., Any]], mode: Any) -> None:
    """Puts what the rules make of an operation in its place."""
    sources = node.all_input_nodes

    def compute(*values: Any) -> Any:
        given = dict(zip(sources, values))
        arguments, options = map_arg((tuple(node.args), dict(node.kwargs)), given.__getitem__)
        return node.target(*arguments, **options)  # type: ignore[operator]

    with contextlib.nullcontext() if mode is None else mode, enable_python_dispatcher():
        traced = make_fx(compute, decomposition_table=rules)(*[source.meta["val"] for source in sources])
    graph, copies = module.graph, dict[Node, Any]()
    places = iter(sources)
    result: Any = None
    with graph.inserting_before(node):
        for inner in traced.graph.nodes:
            if inner.op == "placeholder":
                copies[inner] = next(places)
            elif inner.op == "output":
                result = map_arg(inner.args[0], copies.__getitem__)
            elif inner.op == "get_attr":
                name = f"_{node.name}_{inner.target}"
                setattr(module, name, getattr(traced, inner.target))
                copies[inner] = graph.get_attr(name)
                copies[inner].meta = dict(inner.meta)
            else:
                copies[inner] = graph.node_copy(inner, copies.__getitem__)
    if isinstance(result, Node):
        node.replace_all_uses_with(result)
    else:
        for user in list(node.users):
            user.replace_all_uses_with(result[user.args[1]])
            graph.erase_node(user)
    graph.erase_node(node)


def _squeeze_dims(x: torch.Tensor, dims: Sequence[int]) -> torch.Tensor:
    squeezed = {dim % max(x.dim(), 1) for dim in dims}
    return x.view([size for dim, size in enumerate(x.shape) if dim not in squeezed or size != 1])


def _batch_norm_inference(x: torch.Tensor, weight: torch.Tensor | None, bias: torch.Tensor | None, mean: torch.Tensor,
                          variance: torch.Tensor, momentum: float, eps: float) -> tuple[torch.Tensor, ...]:
    """(x - mean) / √(variance + eps) · weight + bias, by channel; statistics have the type of the norm, f32 mostly."""
    shape = [1, -1] + [1] * (x.dim() - 2)
    scale = torch.rsqrt(variance + eps)
    if weight is not None:
        scale = scale * weight
    result = (x - mean.view(shape)) * scale.view(shape)
    if bias is not None:
        result = result + bias.view(shape)
    return result.to(x.dtype), x.new_empty(0), x.new_empty(0)
