# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Regions as operations of PyTorch, ``torch.ops.fusion.region_…``, which can stand in any other graph.

    fusion::region_0123456789abcdef(Tensor[] tensors, SymInt[] sizes, float[] numbers) -> Tensor[]

An operation has an implementation for each device, shapes for tracers, and a gradient. Its name has the hash of its
text, so that caches on disk of compiled graphs that call it stay true.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import torch

from fusion.torch import region as regions

_library = torch.library.Library("fusion", "FRAGMENT")  # type: ignore[no-untyped-call]
_operators: dict[str, Any] = {}
_lock = threading.Lock()


def operator_of(region: regions.Region) -> Any:
    """The operation that computes `region`; regions of one name are one operation.

    Its results are row-major. Gradients come from the region's graph, which PyTorch computes again in the backward
    pass; in a graph that AOTAutograd makes, forward and backward are regions of their own instead.
    """
    with _lock:
        if region.name not in _operators:
            _operators[region.name] = _register(region)
        return _operators[region.name]


def is_operator(target: Any) -> bool:
    """Whether a node's target is an operation that `operator_of` made."""
    return target in _operators.values()


def arguments_of(region: regions.Region, inputs: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """The operation's arguments for the region's inputs."""
    return split(inputs, kinds_of(region))


def split(inputs: Sequence[Any], kinds: Sequence[int]) -> tuple[list[Any], list[Any], list[Any]]:
    """Values by the kind of each: tensors, sizes, numbers."""
    tensors = [value for value, kind in zip(inputs, kinds) if kind == 0]
    sizes = [value for value, kind in zip(inputs, kinds) if kind == 1]
    return tensors, sizes, [value for value, kind in zip(inputs, kinds) if kind == 2]


def kinds_of(region: regions.Region) -> list[int]:
    """The kind of each of the region's inputs."""
    return [kind_of(node.meta["val"]) for node in regions.placeholders(region.module)]


def kind_of(value: Any) -> int:
    """Which of the operation's arguments a value of the region's inputs is in; inputs are in this order, too."""
    if isinstance(value, torch.Tensor):
        return 0
    return 2 if isinstance(value, (float, torch.SymFloat)) else 1


def _register(region: regions.Region) -> Any:
    name = f"fusion::{region.name}"
    schema = f"{region.name}(Tensor[] tensors, SymInt[] sizes, float[] numbers) -> Tensor[]"
    _library.define(schema, tags=_tags())  # type: ignore[no-untyped-call]

    def compute(tensors: list[torch.Tensor], sizes: list[int], numbers: list[float]) -> list[torch.Tensor]:
        return region.call(*tensors, *sizes, *numbers)

    def shapes(tensors: list[torch.Tensor], sizes: list[int], numbers: list[float]) -> list[torch.Tensor]:
        values = torch.fx.Interpreter(region.module).run(*tensors, *sizes, *numbers)
        return [torch.empty(value.shape, dtype=value.dtype, device=value.device) for value in values]

    def save(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
        tensors, ctx.sizes, ctx.numbers = inputs
        ctx.save_for_backward(*tensors)

    def gradients(ctx: Any, outputs: Sequence[torch.Tensor | None]) -> tuple[Any, ...]:
        found = _gradients(region, ctx.saved_tensors, (*ctx.sizes, *ctx.numbers), outputs)
        return found, None if ctx.sizes else [], None if ctx.numbers else []  # PyTorch wants lists of no element back

    for device in ("CPU", "CUDA"):
        _library.impl(region.name, compute, device)  # type: ignore[no-untyped-call]
    torch.library.register_fake(name, shapes, lib=_library)
    torch.library.register_autograd(name, gradients, setup_context=save, lib=_library)
    return getattr(torch.ops.fusion, region.name).default


def _tags() -> tuple[torch.Tag, ...]:
    """Other compilers keep the strides of its operands: what is not row-major is copied at each call."""
    names = ("needs_exact_strides", "needs_fixed_stride_order")
    found = [getattr(torch.Tag, name) for name in names if hasattr(torch.Tag, name)]
    return tuple(found[:1])


def _gradients(region: regions.Region, tensors: Sequence[torch.Tensor], numbers: Sequence[Any],
               outputs: Sequence[torch.Tensor | None]) -> list[torch.Tensor | None]:
    """The gradients of the tensors, by PyTorch's own differentiation of the region's graph."""
    with torch.enable_grad():
        leaves = [tensor.detach().requires_grad_(tensor.is_floating_point()) for tensor in tensors]
        values = region.module(*leaves, *numbers)
        pairs = [(value, gradient) for value, gradient in zip(values, outputs)
                 if gradient is not None and value.requires_grad]
        wanted = [leaf for leaf in leaves if leaf.requires_grad]
        if not pairs or not wanted:
            return [None] * len(leaves)
        found = iter(torch.autograd.grad([value for value, _ in pairs], wanted, [gradient for _, gradient in pairs],
                                         allow_unused=True))
    return [next(found) if leaf.requires_grad else None for leaf in leaves]
