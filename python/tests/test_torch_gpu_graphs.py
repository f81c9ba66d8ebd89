# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of what is chosen in graphs of GPUs, on tensors without memory: no GPU is needed."""

import unittest
from collections.abc import Callable
from typing import Any

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

from fusion.torch import plan
from fusion.torch.options import Options

aten = torch.ops.aten


def planned(function: Callable[..., Any], *shapes: tuple[int, ...], dtype: torch.dtype = torch.bfloat16) -> plan.Plan:
    with FakeTensorMode():
        inputs = [torch.empty(shape, dtype=dtype, device="cuda") for shape in shapes]
        return plan.make(make_fx(function)(*inputs), Options(fallback="error"), "inference", is_dry=True)


class Attention(unittest.TestCase):
    def check(self, attention: Callable[[torch.Tensor], torch.Tensor]) -> None:
        """Attention of `q` and a product are one region, though the kernel's other results have other types."""
        def function(q: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return attention(q).transpose(1, 2).reshape(2, 32, 64) @ w

        made = planned(function, (2, 4, 32, 16), (64, 64))
        self.assertEqual(made.left, {})
        (part,) = made.parts
        self.assertIsNone(part.failure)
        self.assertTrue(part.text)

    def test_flash(self) -> None:
        self.check(lambda q: aten._scaled_dot_product_flash_attention(q, q, q, 0.0, True)[0])

    def test_efficient(self) -> None:
        self.check(lambda q: aten._scaled_dot_product_efficient_attention(q, q, q, None, False)[0])

    def test_cudnn(self) -> None:
        self.check(lambda q: aten._scaled_dot_product_cudnn_attention(q, q, q, None, False)[0])

    def test_a_log_sum_exp_that_is_read_keeps_it_outside(self) -> None:
        def function(q: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            result = aten._scaled_dot_product_flash_attention(q, q, q, 0.0, True)
            return result[0], result[1]

        (reason,) = planned(function, (2, 4, 32, 16)).left
        self.assertIn("log-sum-exp", reason[1])


class Numbers(unittest.TestCase):
    def test_numbers_of_the_host_are_part_of_a_region(self) -> None:
        made = planned(lambda x, w: (x @ w) * (torch.scalar_tensor(2.0) * 1.5), (4, 8), (8, 8))
        self.assertEqual((made.left, len(made.parts)), ({}, 1))

    def test_a_number_that_a_call_passes_is_a_scalar_argument(self) -> None:
        with FakeTensorMode():
            x = torch.empty(8, 8, device="cuda")
            module = make_fx(lambda x, n: (x @ x) * n)(x, torch.empty((), dtype=torch.float64))
            (part,) = plan.make(module, Options(), "inference", is_dry=True).parts
        assert part.text is not None, part.failure
        self.assertRegex(part.text, r"@main\(%arg0: tensor<8x8xf32>, %arg1: f64\)")

    def test_work_of_the_host_stays_there(self) -> None:
        def function(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return x @ x, torch.arange(4, device="cpu").sin()

        made = planned(function, (8, 8))
        self.assertEqual(sorted(name for name, _ in made.left), ["arange", "sin"])


class Convolutions(unittest.TestCase):
    def test_a_patch_embedding_is_a_product(self) -> None:
        made = planned(lambda x, w: aten.convolution(x, w, None, [4, 4], [0, 0], [1, 1], False, [0, 0], 1),
                       (2, 3, 8, 8), (16, 3, 4, 4))
        self.assertEqual((made.left, len(made.parts)), ({}, 1))

    def test_windows_that_overlap_are_none_and_keep_others_outside(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
            y = aten.convolution(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)
            return aten.convolution(y, v, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)

        made = planned(function, (2, 8, 8, 8), (8, 8, 3, 3), (8, 8, 1, 1))
        self.assertEqual(len(made.left), 2)
        self.assertEqual(made.parts, [])


if __name__ == "__main__":
    unittest.main()
