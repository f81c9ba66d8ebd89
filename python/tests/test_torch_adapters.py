# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Sums of two products in PyTorch's modules: low-rank adapters as PEFT writes them, gates of recurrent layers."""

from __future__ import annotations

import unittest
from typing import Any

from with_torch import assert_close, compiled, nothing_fails

import torch
from torch.nn import functional as F

import fusion.torch


class Adapted(torch.nn.Module):
    """A linear layer with an adapter of rank `rank`, whose product is multiplied with `scaling`."""

    def __init__(self, columns: int, rows: int, rank: int, scaling: float, bias: bool = True) -> None:
        super().__init__()
        self.base_layer = torch.nn.Linear(columns, rows, bias=bias)
        self.lora_A = torch.nn.Linear(columns, rank, bias=False)
        self.lora_B = torch.nn.Linear(rank, rows, bias=False)
        self.scaling = scaling

    def forward(self, x: Any) -> Any:
        return self.base_layer(x) + self.lora_B(self.lora_A(x)) * self.scaling


class Adapters(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(1)

    def launches(self, module: Any, *inputs: Any, target: str) -> int:
        return len(fusion.from_torch(module, inputs, target=target).module.kernels)

    def test_launches(self) -> None:
        """Two: that of the small product, and that of the layer with what is added."""
        x = torch.randn(2, 256, 512, dtype=torch.bfloat16)
        for target in ("sm_90a", "sm_80"):
            for rank, scaling, bias in ((16, 2.0, True), (64, 0.75, False), (8, 1.0, True), (16, 4 / 3, True)):
                module = Adapted(512, 512, rank, scaling, bias).to(torch.bfloat16)
                with self.subTest(target=target, rank=rank, scaling=scaling):
                    self.assertEqual(self.launches(module, x, target=target), 2)
                    self.assertEqual(self.launches(torch.nn.Sequential(module, torch.nn.GELU()), x, target=target), 2)

    def test_launches_of_gates(self) -> None:
        """One: x Wx + h Wh with a bias of each, and the gate."""
        def gate(x: Any, wx: Any, bx: Any, h: Any, wh: Any, bh: Any) -> Any:
            return torch.sigmoid(F.linear(x, wx, bx) + F.linear(h, wh, bh))

        shapes = ((256, 512), (768, 512), (768,), (256, 256), (768, 256), (768,))
        inputs = [torch.randn(*shape, dtype=torch.bfloat16) for shape in shapes]
        for target in ("sm_90a", "sm_80"):
            (kernel,) = fusion.from_torch(gate, tuple(inputs), target=target).module.kernels
            self.assertEqual(kernel["family"], target.rstrip("a").replace("_", ""))

    def test_values(self) -> None:
        for dtype, tolerance in ((torch.float32, 1e-5), (torch.bfloat16, 2e-2)):
            x = torch.randn(3, 20, 64, dtype=dtype)
            for rank, scaling in ((5, 2.0), (16, -0.3)):
                module = Adapted(64, 48, rank, scaling).to(dtype)
                fusion.torch.reset()
                with torch.no_grad(), nothing_fails():
                    assert_close(self, compiled(module)(x), module(x), tolerance)


if __name__ == "__main__":
    unittest.main()
