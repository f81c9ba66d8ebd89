# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of PyTorch's global settings, and of the options and modes of torch.compile, without the compiler."""

import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.fx.experimental.proxy_tensor import make_fx

from fusion.torch import options, settings


@contextmanager
def settings_of_pytorch() -> Iterator[None]:
    """Leaves PyTorch's settings as they were."""
    matmul, conv = torch.backends.cuda.matmul, torch.backends.cudnn.conv
    saved = matmul.fp32_precision, conv.fp32_precision
    try:
        yield
    finally:
        matmul.fp32_precision, conv.fp32_precision = saved


def nodes_of(function: Any, *inputs: torch.Tensor) -> list[torch.fx.Node]:
    return list(make_fx(function, tracing_mode="fake")(*inputs).graph.nodes)


class Precision(unittest.TestCase):
    def precision(self, function: Any, *inputs: torch.Tensor, device: str = "cuda") -> str:
        return settings.f32_precision(nodes_of(function, *inputs), torch.device(device))

    def test_products_follow_the_precision_of_products(self) -> None:
        x = torch.ones(4, 4)
        with settings_of_pytorch():
            for name, expected in (("highest", "tf32x3"), ("high", "tf32"), ("medium", "tf32")):
                torch.set_float32_matmul_precision(name)
                with self.subTest(name):
                    self.assertEqual(self.precision(lambda x: x @ x, x), expected)
            self.assertEqual(self.precision(lambda x: x @ x, x, device="cpu"), "tf32x3")
            torch.set_float32_matmul_precision("high")
            self.assertEqual(self.precision(lambda x: x.sin(), x), "tf32x3")
            self.assertEqual(self.precision(lambda x: x @ x, x.bfloat16()), "tf32x3")
            torch.set_float32_matmul_precision("highest")
            torch.backends.cuda.matmul.fp32_precision = "tf32"
            self.assertEqual(self.precision(lambda x: x @ x, x), "tf32")

    def test_convolutions_have_a_setting_of_their_own(self) -> None:
        def both(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            y = torch.ops.aten.convolution(x, w, None, [2, 2], [0, 0], [1, 1], False, [0, 0], 1)
            return y.flatten(0, 2) @ y.flatten(0, 2).t()

        x, w = torch.ones(1, 3, 4, 4), torch.ones(2, 3, 2, 2)
        with settings_of_pytorch():
            torch.backends.cudnn.conv.fp32_precision = "tf32"
            for name, expected in (("highest", "tf32x3"), ("high", "tf32")):
                torch.set_float32_matmul_precision(name)
                with self.subTest(name):  # one kernel has one precision: the finer of the two
                    self.assertEqual(self.precision(both, x, w), expected)
            torch.backends.cudnn.conv.fp32_precision = "ieee"
            self.assertEqual(self.precision(both, x, w), "tf32x3")


class Options(unittest.TestCase):
    def test_modes_are_those_of_pytorch(self) -> None:
        for mode, patches in torch._inductor.list_mode_options().items():
            with self.subTest(mode):
                chosen, found = options.parse({}, mode)
                self.assertEqual(found, patches)
                self.assertEqual(chosen.cudagraphs, bool(patches.get("triton.cudagraphs")))
        with self.assertRaisesRegex(ValueError, "mode expects .*, but is 'fastest'"):
            options.parse({}, "fastest")

    def test_other_names_are_inductors(self) -> None:
        chosen, patches = options.parse({"numerics": "fast", "epilogue_fusion": False})
        self.assertEqual((chosen.numerics, patches), ("fast", {"epilogue_fusion": False}))
        with self.assertRaisesRegex(ValueError, "did you mean 'epilogue_fusion'"):
            options.parse({"epilogue_fusions": False})
        with self.assertRaisesRegex(ValueError, "did you mean 'numerics'"):
            options.parse({"numeric": "fast"})

    def test_without_inductor_random_numbers_are_those_of_eager(self) -> None:
        _, patches = options.parse({"fallback": "eager"})
        self.assertTrue(patches["fallback_random"])


if __name__ == "__main__":
    unittest.main()
