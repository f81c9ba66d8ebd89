# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Who computes what no region takes: Inductor, or PyTorch operation by operation."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.fx import GraphModule
from torch.fx._lazy_graph_module import _LazyGraphModule

from fusion.torch import customop

Boxed = Callable[[list[Any]], Any]

_graph_ids = itertools.count(1 << 20)  # apart from those that Inductor counts itself


@dataclass
class Kind:
    """Which graph of a model is compiled; one object serves a model's forward and backward pass."""

    is_backward: bool
    is_inference: bool
    static_inputs: Sequence[int]
    shared: Shared


class Shared:
    """What the forward and the backward graph of one model have in common."""

    def __init__(self, records_cudagraphs: bool) -> None:
        self.records_cudagraphs = records_cudagraphs
        self.device: Any = None
        self.graph_id = next(_graph_ids)


def eager(module: GraphModule) -> Boxed:
    """Calls the graph's own code; takes a list, which it empties, so that memory is free as soon as it can be."""
    _LazyGraphModule.force_recompile(module)  # else each call would go through nn.Module's
    forward = module.forward

    def call(arguments: list[Any]) -> Any:
        values = tuple(arguments)
        arguments.clear()
        return forward(*values)

    call._boxed_call = True  # type: ignore[attr-defined]
    return call


def inductor(module: GraphModule, inputs: Sequence[Any], kind: Kind) -> Any:
    """Compiles a graph with Inductor; calls of regions stay calls.

    The graph's operations are decomposed by Inductor's own table first: the backend's keeps some whole.
    """
    from torch._inductor.compile_fx import compile_fx_inner
    from torch._inductor.cudagraph_utils import BoxedDeviceIndex
    from torch._inductor.utils import BoxedBool
    from torch._inductor.virtualized import V

    graph = decomposed(module)
    _register_calls(graph)
    (output,) = [node for node in graph.graph.nodes if node.op == "output"]
    values = output.args[0] if isinstance(output.args[0], (tuple, list)) else (output.args[0],)
    output.meta["user_visible_output_idxs"] = [i for i, value in enumerate(values) if isinstance(value, torch.fx.Node)]
    if kind.shared.device is None:
        kind.shared.device = BoxedDeviceIndex(None)
    with V.set_fake_mode(_fake_mode(module)):
        return compile_fx_inner(
            graph, list(inputs), static_input_idxs=list(kind.static_inputs), is_backward=kind.is_backward,
            is_inference=kind.is_inference, cudagraphs=BoxedBool(kind.shared.records_cudagraphs),
            graph_id=kind.shared.graph_id, boxed_forward_device_index=kind.shared.device)


def _register_calls(graph: GraphModule) -> None:
    """Tells Inductor that the calls of regions stay calls.

    It would find out, but PyTorch 2.11 then writes the operands out for its log: all of their operands, and theirs, as
    often as they are used, which does not end for a deep model.
    """
    from torch._inductor.lowering import lowerings, make_fallback

    for node in graph.graph.nodes:
        if node.op == "call_function" and customop.is_operator(node.target) and node.target not in lowerings:
            make_fallback(node.target, warn=False)


def decomposed(module: GraphModule) -> GraphModule:
    """The same graph in the operations that Inductor has."""
    from torch._inductor.decomposition import select_decomp_table
    from torch.fx.experimental.proxy_tensor import make_fx

    values = [node.meta["val"] for node in module.graph.nodes if node.op == "placeholder"]
    with _fake_mode(module):
        traced = make_fx(torch.fx.Interpreter(module).run, decomposition_table=select_decomp_table())(*values)
    assert isinstance(traced, GraphModule)
    return traced


def _fake_mode(module: GraphModule) -> Any:
    from torch._guards import detect_fake_mode

    return detect_fake_mode([node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder"])
