# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""PyTorch's global settings that say how f32 products may be computed. They are read at each compile.

    torch.set_float32_matmul_precision("high")              products of matrices, attention
    torch.backends.cuda.matmul.fp32_precision = "tf32"      the same
    torch.backends.cudnn.conv.fp32_precision = "ieee"       convolutions, which PyTorch computes in tf32 by default
"""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch.fx import Node

from fusion.torch import nodes as fx


def f32_precision(nodes: Iterable[Node], device: torch.device) -> str:
    """The option ``f32_precision`` (docs/Numerics.md) of a region: "tf32" where PyTorch may round the operands of each
    of its f32 products to tf32, else "tf32x3", which is as accurate as f32."""
    products = [node for node in nodes if fx.is_product(node) and _is_f32(node)]
    if device.type != "cuda" or not products:
        return "tf32x3"
    return "tf32" if all(_allows_tf32(node) for node in products) else "tf32x3"


def _is_f32(node: Node) -> bool:
    return any(tensor.dtype is torch.float32 for source in node.all_input_nodes
               for tensor in fx.tensors(source.meta.get("val")))


def _allows_tf32(node: Node) -> bool:
    own, general = _settings_of(node)
    if own == "none":  # not set: what is set for all operations counts
        own = general
    return own == "tf32"


def _settings_of(node: Node) -> tuple[str, str]:
    general = str(getattr(torch.backends, "fp32_precision", "none"))
    if fx.is_convolution(node):
        return str(torch.backends.cudnn.conv.fp32_precision), general
    return str(torch.backends.cuda.matmul.fp32_precision), general
