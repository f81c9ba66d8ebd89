# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The backend of torch.compile: traces a model's forward and backward pass and compiles what pays in each.

    Dynamo's graph ─ AOTAutograd ─┬─ forward ──┐
                     (functional, ├─ backward ─┼─ plan: regions ─ fallback: the rest
                      decomposed) └─ inference ┘
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

from fusion.torch import decompositions, failures, fallback, plan, report
from fusion.torch import region as regions
from fusion.torch.options import Options, parse

# Dynamo of PyTorch 2.11 does not know the function that torch.nn.functional.scaled_mm calls, and would break graphs.
if hasattr(torch, "_scaled_mm_v2"):
    torch.compiler.allow_in_graph(torch._scaled_mm_v2)


def backend(module: GraphModule, inputs: Sequence[Any], *, options: Mapping[str, Any] | None = None,
            mode: str | None = None, **unused: Any) -> Callable[..., Any]:
    """What ``torch.compile(model, backend="fusion", options=…, mode=…)`` calls with each of Dynamo's graphs.

    Args:
        options: see `fusion.torch.Options`.
        mode: None, ``"default"``, or ``"reduce-overhead"``, which records CUDA graphs.

    Raises:
        ValueError: an option that does not exist, or a value that it does not take.
        Uncompiled: ``fallback="error"``, and an operation is in no region.
    """
    chosen = parse(options, mode)
    return trace(module, inputs, functools.partial(_compile, chosen, fallback.Shared(chosen.cudagraphs)))


def trace(module: GraphModule, inputs: Sequence[Any], compiler: Callable[..., Any]) -> Callable[..., Any]:
    """Runs AOTAutograd; `compiler` gets each graph, its inputs and ``kind``: "inference", "forward" or "backward"."""
    from torch._dynamo.backends.common import aot_autograd
    from torch._functorch.partitioners import min_cut_rematerialization_partition

    return aot_autograd(
        fw_compiler=functools.partial(compiler, kind="forward"),
        bw_compiler=functools.partial(compiler, kind="backward"),
        inference_compiler=functools.partial(compiler, kind="inference"),
        partition_fn=min_cut_rematerialization_partition,
        decompositions=decompositions.table(),
    )(module, inputs)


def _compile(options: Options, shared: fallback.Shared, module: GraphModule, inputs: Sequence[Any], *,
             kind: str) -> Any:
    static = _static_inputs(module, kind)
    places = regions.placeholders(module)
    constants = {places[i] for i in static} if options.frozen and kind == "inference" else set()
    made = plan.make(module, options, kind, constants)
    report.add(made)
    if options.explain:
        print(report.describe(made))
    if options.fallback == "error":
        failures.check_nothing_left(made.left)
    if options.fallback == "inductor" and (options.cudagraphs or not plan.computes_nothing(module, made)):
        plan.call_operators(module, made)
        return fallback.inductor(module, inputs, fallback.Kind(kind == "backward", kind == "inference", static, shared))
    return fallback.eager(module)


def _static_inputs(module: GraphModule, kind: str) -> list[int]:
    """The positions of inputs whose address stays: parameters and buffers, or what a forward pass saved."""
    count = len(regions.placeholders(module))
    if kind == "backward":
        from torch._inductor.utils import count_tangents

        return list(range(count_tangents(module)))
    context = torch._guards.TracingContext.try_get()
    metadata = context.fw_metadata if context is not None else None
    return [i for i in (metadata.static_input_indices if metadata is not None else ()) if i < count]
