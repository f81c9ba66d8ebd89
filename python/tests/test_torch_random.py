# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Random graphs of PyTorch's functions, by fixed seeds, equal eager: with static and dynamic sizes, and gradients.

Of sixty graphs a third are tested, since PyTorch takes seconds to trace one; with FUSION_TEST_ALL=1 all are.
"""

import os
import random
import unittest
from collections.abc import Callable

import torch
import torch.nn.functional as F

import fusion.torch
from with_torch import assert_close, compiled, gradients, nothing_fails, regions

Tensor = torch.Tensor
STEP = 1 if os.environ.get("FUSION_TEST_ALL") else 3
Step = Callable[[list[Tensor], random.Random], Tensor]

# Values are [batch, rows, 16], so that any two fit; each step keeps magnitudes near 1.
UNARY: tuple[Callable[[Tensor], Tensor], ...] = (
    torch.relu, torch.tanh, torch.sigmoid, F.gelu, F.silu, torch.sin, torch.abs, torch.neg, F.softplus,
    lambda x: F.gelu(x, approximate="tanh"), lambda x: x.clamp(-1, 1), lambda x: x.square() / (1 + x.square()),
    lambda x: torch.where(x > 0, x, x * 0.1), lambda x: x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5),
    lambda x: x.softmax(-1) * 4, lambda x: F.layer_norm(x, (16,)), lambda x: x - x.mean(-1, keepdim=True),
    lambda x: x / (1 + x.abs().amax(-1, keepdim=True)), lambda x: x.log_softmax(-1) / 4,
    lambda x: x.transpose(1, 2).contiguous().transpose(1, 2), lambda x: torch.cat((x[..., 8:], -x[..., :8]), -1),
    lambda x: x.view(x.shape[0], -1, 4, 4).transpose(2, 3).reshape(x.shape), lambda x: x.flip(-1),
    lambda x: x.masked_fill(x > 1.5, 0.5), lambda x: x.sum(1, keepdim=True) / 4 + x, lambda x: x.cumsum(-1) / 8)
BINARY: tuple[Callable[[Tensor, Tensor], Tensor], ...] = (
    torch.add, torch.sub, lambda x, y: x * y.tanh(), torch.maximum, torch.minimum,
    lambda x, y: torch.lerp(x, y, 0.25), lambda x, y: F.softmax(x @ y.transpose(1, 2) / 4, -1) @ y,
    lambda x, y: F.scaled_dot_product_attention(x, y, y), lambda x, y: torch.where(x > y, x, y * 0.5),
    lambda x, y: torch.stack((x, y), 2).mean(2))


def graph(source: random.Random) -> Callable[..., Tensor]:
    """A function of x, [batch, rows, 16], and four weights, [16, 16] and [16]."""
    steps: list[tuple[str, int, float, float]] = []
    for _ in range(source.randrange(6, 14)):
        kind = source.choices(("unary", "binary", "product", "linear"), (5, 3, 2, 2))[0]
        count = {"unary": len(UNARY), "binary": len(BINARY), "product": 2, "linear": 2}[kind]
        steps.append((kind, source.randrange(count), source.random(), source.random()))
    steps.insert(source.randrange(len(steps)), ("linear", 0, 0.0, 0.0))

    def function(x: Tensor, *weights: Tensor) -> Tensor:
        values = [x]
        for kind, number, first, second in steps:
            a, b = (values[-1 - int(place * place * len(values))] for place in (first, second))
            if kind == "unary":
                values.append(UNARY[number](a))
            elif kind == "binary":
                values.append(BINARY[number](a, b))
            elif kind == "product":
                values.append(a @ weights[number] / 4)
            else:
                values.append(F.linear(a, weights[number], weights[2 + number]) / 4)
        return values[-1]

    return function


def inputs(batch: int, rows: int) -> list[Tensor]:
    generator = torch.Generator().manual_seed(batch * 100 + rows)
    shapes = [(batch, rows, 16), (16, 16), (16, 16), (16,), (16,)]
    return [torch.randn(shape, generator=generator) for shape in shapes]


class Random(unittest.TestCase):
    def setUp(self) -> None:
        fusion.torch.reset()

    def check(self, seed: int, dynamic: bool, *sizes: tuple[int, int]) -> None:
        function = graph(random.Random(seed))
        with self.subTest(seed=seed), nothing_fails(), torch.no_grad():
            run = compiled(function, dynamic=dynamic)
            for batch, rows in sizes:
                values = inputs(batch, rows)
                assert_close(self, run(*values), function(*values), 5e-5)

    def test_static_sizes(self) -> None:
        for seed in range(0, 30, STEP):
            self.check(seed, False, (2, 5))
        self.assertGreaterEqual(sum(region["calls"] > 0 for region in regions()), 20 // STEP)

    def test_dynamic_sizes(self) -> None:
        for seed in range(30, 48, STEP):
            self.check(seed, True, (2, 5), (3, 7), (4, 2))
        self.assertGreaterEqual(sum(region["calls"] == 3 for region in regions()), 12 // STEP)

    def test_gradients(self) -> None:
        for seed in range(48, 60, STEP):
            function = graph(random.Random(seed))
            with self.subTest(seed=seed), nothing_fails():
                values = [value.requires_grad_() for value in inputs(2, 5)]
                found = gradients(compiled(function), values, values)
                assert_close(self, found, gradients(function, values, values), 5e-4)
        self.assertGreaterEqual(sum(region["calls"] > 0 for region in regions()), 20 // STEP)


if __name__ == "__main__":
    unittest.main()
