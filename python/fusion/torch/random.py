# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The masks of `fusion.dropout` as tensors of PyTorch, for models and tests that compute with it."""

from __future__ import annotations

import operator
from collections.abc import Sequence

import torch

from fusion import _ops, _random


def dropout_mask(seed: int, offset: int, shape: Sequence[int], p: float,
                 device: torch.device | str | None = None) -> torch.Tensor:
    """The mask of `fusion.dropout` as a tensor of bools on `device`: true is kept. PyTorch computes it.

    ``x * dropout_mask(...) / (1 - p)`` is dropout whose mask does not hang on PyTorch's generators, on the device, or
    on how the model is compiled: each step takes another `seed` or `offset`.
    ValueError for a `p` that is not in [0, 1].

    >>> fusion.torch.dropout_mask(0, 0, (4,), 0.5)
    tensor([ True, False,  True,  True])
    """
    own_p = _random.probability(p)
    sizes = tuple(operator.index(size) for size in shape)
    bits = _random.philox_halves(torch, operator.index(seed), operator.index(offset), sizes, device=device)
    return bits >= _ops.dropout_threshold(own_p)
