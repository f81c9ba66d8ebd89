# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of regions inside of graphs of Inductor, which compiles the rest with g++."""

import unittest

import torch
import torch.nn.functional as F

import fusion.torch
from with_torch import assert_close, compiled, gradients, nothing_fails, regions


def layer(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return F.gelu(F.linear(x, w, b)).softmax(-1)


class Inductor(unittest.TestCase):
    def test_inductor_computes_what_no_region_takes(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
            y = layer(x, w, b).sort(-1)[0]
            return F.layer_norm(y.t() @ x, (8,)).cumsum(-1)

        torch.manual_seed(0)
        inputs = [torch.randn(4, 8), torch.randn(6, 8), torch.randn(6)]
        fusion.torch.reset()
        with nothing_fails():
            run = compiled(function, fallback="inductor")
            with torch.no_grad():
                assert_close(self, run(*inputs), function(*inputs))
            self.assertEqual(len(regions()), 2)
            leaves = [tensor.requires_grad_() for tensor in inputs]
            assert_close(self, gradients(run, leaves, leaves), gradients(function, leaves, leaves))

    def test_a_cache_is_written_in_place(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, cache: torch.Tensor, place: torch.Tensor) -> torch.Tensor:
            cache.index_copy_(0, place, x @ w)
            return cache.relu() @ w

        torch.manual_seed(0)
        inputs = [torch.randn(1, 8), torch.randn(8, 8), torch.randn(16, 8), torch.tensor([5])]
        expected = [tensor.clone() for tensor in inputs]
        fusion.torch.reset()
        with nothing_fails(), torch.no_grad():
            assert_close(self, compiled(function, fallback="inductor")(*inputs), function(*expected))
        assert_close(self, inputs[2], expected[2])
        # The first region gives what is stored, and the second one reads the cache itself.
        first, second = regions()
        self.assertEqual([kernel["result_types"] for kernel in first["kernels"]], [["1x8xf32"]])
        self.assertNotIn("index_copy", second["operations"])

    def test_a_graph_without_regions_is_inductors(self) -> None:
        x = torch.randn(4, 8)
        assert_close(self, compiled(lambda x: F.layer_norm(x.relu(), (8,)).softmax(-1), fallback="inductor")(x),
                     F.layer_norm(x.relu(), (8,)).softmax(-1))


if __name__ == "__main__":
    unittest.main()
