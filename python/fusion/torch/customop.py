# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Regions as operations of PyTorch, which can stand in any other graph.

    fusion::region(Tensor[] tensors, SymInt[] sizes, float[] numbers, str name) -> Tensor[]
    fusion::region_with_gradient(the same)

The operations have an implementation for each device and shapes for tracers; the second has a gradient, and a call of
it takes longer on the host. The name of a region has the hash of its text, so that caches on disk of compiled graphs
that call it stay true.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from fusion.torch import region as regions

_library = torch.library.Library("fusion", "FRAGMENT")  # type: ignore[no-untyped-call]


def arguments_of(region: regions.Region, inputs: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any], str]:
    """The operation's arguments for the region's inputs."""
    return (*split(inputs, kinds_of(region)), region.name)


def split(inputs: Sequence[Any], kinds: Sequence[int]) -> tuple[list[Any], list[Any], list[Any]]:
    """Values by the kind of each: tensors, sizes, numbers."""
    tensors = [value for value, kind in zip(inputs, kinds) if kind == 0]
    sizes = [value for value, kind in zip(inputs, kinds) if kind == 1]
    return tensors, sizes, [value for value, kind in zip(inputs, kinds) if kind == 2]


def kinds_of(region: regions.Region) -> list[int]:
    """The kind of each of the region's inputs."""
    return [kind_of(node.meta["val"]) for node in regions.placeholders(region.graph)]


def kind_of(value: Any) -> int:
    """Which of the operation's arguments a value of the region's inputs is in; inputs are in this order, too."""
    if isinstance(value, torch.Tensor):
        return 0
    return 2 if isinstance(value, (float, torch.SymFloat)) else 1


def _compute(tensors: list[torch.Tensor], sizes: list[int], numbers: list[float], name: str) -> list[torch.Tensor]:
    return regions.find(name).call(*tensors, *sizes, *numbers)


def _shapes(tensors: list[torch.Tensor], sizes: list[int], numbers: list[float], name: str) -> list[torch.Tensor]:
    graph = regions.find(name).graph
    values = [node.meta["val"] for node in regions.results(graph)]
    if any(isinstance(size, torch.SymInt) for value in values for size in value.shape):
        values = torch.fx.Interpreter(graph).run(*tensors, *sizes, *numbers)
    return [torch.empty(value.shape, dtype=value.dtype, device=value.device) for value in values]


def _save(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
    tensors, ctx.sizes, ctx.numbers, ctx.name = inputs
    ctx.save_for_backward(*tensors)


def _backward(ctx: Any, outputs: Sequence[torch.Tensor | None]) -> tuple[Any, ...]:
    """Gradients come from the region's graph, which PyTorch computes again."""
    found = _gradients(regions.find(ctx.name), ctx.saved_tensors, (*ctx.sizes, *ctx.numbers), outputs)
    # PyTorch wants lists of no element back.
    return found, None if ctx.sizes else [], None if ctx.numbers else [], None


def _gradients(region: regions.Region, tensors: Sequence[torch.Tensor], numbers: Sequence[Any],
               outputs: Sequence[torch.Tensor | None]) -> list[torch.Tensor | None]:
    """The gradients of the tensors, by PyTorch's own differentiation of the region's graph."""
    with torch.enable_grad():
        leaves = [tensor.detach().requires_grad_(tensor.is_floating_point()) for tensor in tensors]
        values = region.graph(*leaves, *numbers)
        pairs = [(value, gradient) for value, gradient in zip(values, outputs)
                 if gradient is not None and value.requires_grad]
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        if not pairs or not wanted:
            return [None] * len(leaves)
        found = iter(torch.autograd.grad([value for value, _ in pairs], wanted, [gradient for _, gradient in pairs],
                                         allow_unused=True))
    return [next(found) if leaf.requires_grad else None for leaf in leaves]


def _tags() -> tuple[torch.Tag, ...]:
    """Other compilers keep the strides of its operands: what is not row-major is copied at each call."""
    names = ("needs_exact_strides", "needs_fixed_stride_order")
    found = [getattr(torch.Tag, name) for name in names if hasattr(torch.Tag, name)]
    return tuple(found[:1])


def _register(name: str) -> Any:
    schema = f"{name}(Tensor[] tensors, SymInt[] sizes, float[] numbers, str name) -> Tensor[]"
    _library.define(schema, tags=_tags())  # type: ignore[no-untyped-call]
    for device in ("CPU", "CUDA"):
        _library.impl(name, _compute, device)  # type: ignore[no-untyped-call]
    torch.library.register_fake(f"fusion::{name}", _shapes, lib=_library)
    return getattr(torch.ops.fusion, name).default


REGION = _register("region")
"""For graphs of AOTAutograd, whose gradients are graphs of their own; results are row-major."""

WITH_GRADIENT = _register("region_with_gradient")
"""For graphs of any kind."""

torch.library.register_autograd("fusion::region_with_gradient", _backward, setup_context=_save, lib=_library)
