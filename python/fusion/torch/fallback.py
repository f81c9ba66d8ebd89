# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Who computes what no region takes: Inductor, or PyTorch operation by operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from torch.fx import GraphModule
from torch.fx._lazy_graph_module import _LazyGraphModule

from fusion.torch import customop, decompositions

Boxed = Callable[[list[Any]], Any]


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


def inductor(module: GraphModule, inputs: Sequence[Any], **settings: Any) -> Any:
    """Compiles a graph with Inductor, whose settings they are; calls of regions stay calls.

    What the backend keeps whole, and no region took, is decomposed as Inductor wants it.
    """
    from torch._inductor.compile_fx import compile_fx_inner

    decompositions.lower(module)
    _register_calls()
    # From PyTorch 2.14 on: the graph's operations are Inductor's own by now, and the backend's table is part of no key.
    settings.pop("get_decomp_fn", None)
    return compile_fx_inner(module, inputs, **settings)


def _register_calls() -> None:
    """Tells Inductor that the calls of regions stay calls.

    It would find out, but PyTorch 2.11 then writes the operands out for its log: all of their operands, and theirs, as
    often as they are used, which does not end for a deep model.
    """
    from torch._inductor.lowering import lowerings, make_fallback

    if customop.REGION not in lowerings:
        make_fallback(customop.REGION, warn=False)
