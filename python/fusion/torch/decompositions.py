# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Which operations of PyTorch are written as simpler ones before regions are chosen.

PyTorch's core decompositions, less those whose whole the importer knows: a norm or a softmax is recognised best where it
is one node.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch._decomp import core_aten_decompositions

from fusion.torch import aten
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
    return core | {
        _aten.squeeze.dims: _squeeze_dims,
        _aten._native_batch_norm_legit_no_training.default: _batch_norm_inference,
    }


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
