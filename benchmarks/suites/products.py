# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Twenty products with what follows them in models: activations, norms, pooling, sums and extrema of rows.

Each is a linear layer of ROWS × IN → OUT and a few operations on its result.
"""

from collections.abc import Callable

import torch
import torch.nn.functional as F
from suites.entries import Entry
from torch import nn

WIDE, SQUARE, TALL = (1024, 8192, 8192), (4096, 4096, 4096), (16384, 1024, 2048)  # rows, features in, features out
SMALL = (24, 48, 64)


class Apply(nn.Module):
    """A function as a layer."""

    def __init__(self, function: Callable[[torch.Tensor], torch.Tensor]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x):
        return self.function(x)


class Add(nn.Module):
    """A bias of its own."""

    def __init__(self, *sizes: int) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.randn(*sizes))

    def forward(self, x):
        return x + self.bias


class ScaledResidual(nn.Module):
    """Adds the product to itself, scaled; the product is a constant in the second term, as in reversible networks."""

    def forward(self, x):
        return x.detach() + x * 0.5


def pooled(pool: nn.Module) -> list[nn.Module]:
    """Pooling of the features of each row."""
    return [Apply(lambda x: x.unsqueeze(1)), pool, Apply(lambda x: x.squeeze(1))]


# For each name the sizes, and the layers that follow a product of so many features.
PROBLEMS = {
    "relu_divide": (WIDE, lambda n: [nn.ReLU(), Apply(lambda x: x / 2)]),
    "gelu_softmax": (WIDE, lambda n: [nn.GELU(), nn.Softmax(-1)]),
    "swish_scale": (SQUARE, lambda n: [nn.SiLU(), Apply(lambda x: x * 2)]),
    "mish_mish": (TALL, lambda n: [nn.Mish(), nn.Mish()]),
    "swish_divide_clamp_tanh_clamp": (SQUARE, lambda n: [nn.SiLU(), Apply(
        lambda x: torch.clamp(torch.tanh(torch.clamp(x / 2, -1, 1)), -0.5, 0.5))]),
    "subtract_multiply_relu": (TALL, lambda n: [Apply(lambda x: F.relu((x - 2) * 1.5))]),
    "sigmoid_sum": (WIDE, lambda n: [nn.Sigmoid(), Apply(lambda x: x.sum(1, keepdim=True))]),
    "scaled_residual": (SQUARE, lambda n: [ScaledResidual()]),
    "group_norm_hardtanh": (WIDE, lambda n: [nn.GroupNorm(16, n), nn.Hardtanh(-2, 2)]),
    "group_norm_leaky_relu_double": (WIDE, lambda n: [nn.GroupNorm(32, n), nn.LeakyReLU(), Apply(lambda x: x + x)]),
    "bias_swish_sum_group_norm": (TALL, lambda n: [nn.SiLU(), Add(n), nn.GroupNorm(32, n)]),
    "group_norm_min_bias": (WIDE, lambda n: [nn.GroupNorm(32, n), Apply(lambda x: x.amin(1, keepdim=True)), Add(n)]),
    "batch_norm_bias_swish": (WIDE, lambda n: [nn.BatchNorm1d(n), Add(1), Apply(F.silu)]),
    "max_pool_sum_scale": (TALL, lambda n: [*pooled(nn.MaxPool1d(2)), Apply(lambda x: x.sum(1) * 0.5)]),
    "average_pool_gelu_scale_max": (SQUARE, lambda n: [*pooled(nn.AvgPool1d(16)), nn.GELU(),
                                                       Apply(lambda x: (x * 2).amax(1))]),
    "log_sum_exp_leaky_relu_gelu": (WIDE, lambda n: [Apply(lambda x: torch.logsumexp(x, 1, keepdim=True)),
                                                     nn.LeakyReLU(), nn.GELU()]),
    "dropout_softmax": (WIDE, lambda n: [nn.Dropout(0.2), nn.Softmax(-1)]),
    "row_min_subtract": (SQUARE, lambda n: [Apply(lambda x: torch.minimum(x, x.new_full((), 2.0)) - 2),
                                            Apply(lambda x: x.amin(1))]),
    "subtract_mean_gelu_max": (TALL, lambda n: [Apply(lambda x: F.gelu(x - x.mean(1, keepdim=True))),
                                                Apply(lambda x: x.amax(1))]),
    "mean_gelu_residual": (SQUARE, lambda n: [Apply(lambda x: x + F.gelu(x.mean(1, keepdim=True)))]),
}


def entries(is_small: bool) -> dict[str, Entry]:
    return {name: _entry(SMALL if is_small else sizes, layers) for name, (sizes, layers) in PROBLEMS.items()}


def _entry(sizes, layers) -> Entry:
    rows, features, out = sizes
    return Entry(lambda: nn.Sequential(nn.Linear(features, out), *layers(out)),
                 lambda device: (torch.randn(rows, features, device=device),))
