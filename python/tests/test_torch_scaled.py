# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""torch._scaled_mm and torch.nn.functional.scaled_mm, which PyTorch runs on few machines: on the CPU, by float64."""

from __future__ import annotations

import unittest
from typing import Any

from imported import Capture, compiled

import torch
import torch.nn.functional as F

BLOCK = 128


def spread(scale: torch.Tensor, blocks: tuple[int, int], shape: torch.Size) -> torch.Tensor:
    """The scale of each element."""
    for axis, block in enumerate(blocks):
        scale = scale.repeat_interleave(block, axis).narrow(axis, 0, shape[axis])
    return scale


def blocks_of(shape: torch.Size, block: tuple[int, int]) -> torch.Tensor:
    return torch.rand([-(-size // own) for size, own in zip(shape, block)]) + 0.5


class Scaled(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(0)
        self.a, self.w = (torch.randint(-8, 9, shape).float().to(torch.float8_e4m3fn)
                          for shape in ((33, 272), (144, 272)))  # fmt: skip
        self.bias = torch.randn(144, dtype=torch.bfloat16)

    def check(self, function: Any, *inputs: Any, expected: torch.Tensor, text: str) -> None:
        capture = Capture()
        result = compiled(function, capture)(self.a, self.w, *inputs)
        torch.testing.assert_close(result.double(), expected, rtol=1e-2, atol=1e-3)
        self.assertIn(text, capture.texts[0])

    def test_scales_of_blocks(self) -> None:
        def plain(a: Any, w: Any, sa: Any, sw: Any, bias: Any) -> Any:
            return torch._scaled_mm(a, w.t(), sa, sw.t(), bias, out_dtype=torch.bfloat16)

        rows, square = (1, BLOCK), (BLOCK, BLOCK)
        for of_a, of_w in ((rows, rows), (rows, square), (square, rows)):
            sa, sw = blocks_of(self.a.shape, of_a), blocks_of(self.w.shape, of_w)
            left = self.a.double() * spread(sa, of_a, self.a.shape)
            right = self.w.double() * spread(sw, of_w, self.w.shape)
            expected = left @ right.t() + self.bias.double()
            # PyTorch wants the scales of rows side by side.
            ordered = [s.t().contiguous().t() if of == rows else s for s, of in ((sa, of_a), (sw, of_w))]
            text = f"lhs_block = array<i64: {of_a[0]}, 128>, rhs_block = array<i64: {of_w[0]}, 128>"
            with self.subTest(a=of_a, w=of_w):
                self.check(plain, *ordered, self.bias, expected=expected, text=text)

    def test_recipes(self) -> None:
        def by_recipe(a: Any, w: Any, sa: Any, sw: Any) -> Any:
            kinds = F.ScalingType.BlockWise1x128, F.ScalingType.BlockWise128x128
            return F.scaled_mm(a, w.t(), sa, kinds[0], sw.t(), kinds[1], output_dtype=torch.float32)

        sa, sw = blocks_of(self.a.shape, (1, BLOCK)), blocks_of(self.w.shape, (BLOCK, BLOCK))
        left = self.a.double() * spread(sa, (1, BLOCK), self.a.shape)
        right = self.w.double() * spread(sw, (BLOCK, BLOCK), self.w.shape)
        self.check(by_recipe, sa.t().contiguous().t(), sw, expected=left @ right.t(), text="rhs_block")

    def test_scales_behind(self) -> None:
        def of_rows(a: Any, w: Any, sa: Any, sw: Any) -> Any:
            return torch._scaled_mm(a, w.t(), sa, sw.t(), out_dtype=torch.bfloat16)

        sa, sw = torch.rand(33, 1) + 0.5, torch.rand(144, 1) + 0.5
        expected = (self.a.double() * sa) @ (self.w.double() * sw).t()
        self.check(of_rows, sa, sw, expected=expected, text="fusion.mul")


if __name__ == "__main__":
    unittest.main()
