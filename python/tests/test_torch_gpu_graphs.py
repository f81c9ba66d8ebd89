# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of what is chosen in graphs of GPUs, on tensors without memory: no GPU is needed."""

import unittest
from collections.abc import Callable
from typing import Any

import torch
import torch._inductor.inductor_prims  # noqa: F401  registers operations
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

from fusion.torch import plan
from fusion.torch.options import Options

aten = torch.ops.aten


def planned(function: Callable[..., Any], *shapes: tuple[int, ...], dtype: torch.dtype = torch.bfloat16,
            fallback: str = "error") -> plan.Plan:
    with FakeTensorMode():
        inputs = [torch.empty(shape, dtype=dtype, device="cuda") for shape in shapes]
        return plan.make(make_fx(function)(*inputs), Options(fallback=fallback), "inference", is_dry=True)


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

    def test_a_log_sum_exp_that_is_read_is_a_result(self) -> None:
        """It has the shape that the kernel's own has, which the kernel's backward pass reads."""
        cases: dict[str, tuple[Callable[..., Any], str]] = {
            "flash": (lambda q: aten._scaled_dot_product_flash_attention(q, q, q, 0.0, True), "2x4x77xf32"),
            "efficient": (lambda q: aten._scaled_dot_product_efficient_attention(q, q, q, None, True), "2x4x96xf32"),
            "cudnn": (lambda q: aten._scaled_dot_product_cudnn_attention(q, q, q, None, True), "2x4x77x1xf32"),
        }
        for name, (attention, shape) in cases.items():
            with self.subTest(name):
                made = planned(lambda q: attention(q)[:2], (2, 4, 77, 16))
                (part,) = made.parts
                assert part.text is not None, part.failure
                self.assertRegex(part.text, rf"-> \(tensor<[^>]*xbf16>, tensor<{shape}>\)")

    def test_seeds_are_made_outside(self) -> None:
        def function(q: torch.Tensor) -> Any:
            result = aten._scaled_dot_product_flash_attention(q, q, q, 0.0, True)
            return result[0], result[1], result[6], result[7]

        made = planned(function, (2, 4, 32, 16), fallback="inductor")
        self.assertEqual((len(made.parts), {name for name, _ in made.left}), (1, {"zeros"}))

    def test_layers_have_their_seeds_in_common(self) -> None:
        def function(q: torch.Tensor) -> Any:
            first = aten._scaled_dot_product_flash_attention(q, q, q, 0.0, True)
            second = aten._scaled_dot_product_flash_attention(first[0], q, q, 0.0, True)
            return second[0], first[6], second[6]

        self.assertEqual(sum(planned(function, (2, 4, 32, 16), fallback="inductor").left.values()), 1)

    def test_a_triangle_that_ends_at_the_last_key_keeps_it_outside(self) -> None:
        made = planned(lambda q, k: aten._scaled_dot_product_flash_attention(q, k, k, 0.0, True)[0],
                       (2, 4, 32, 16), (2, 4, 24, 16), fallback="inductor")
        self.assertEqual([reason for _, reason in made.left], ["the triangle of a causal mask ends at the last key"])

    def test_dropout_keeps_it_outside(self) -> None:
        made = planned(lambda q: aten._scaled_dot_product_flash_attention(q, q, q, 0.1, True)[:2], (2, 4, 32, 16))
        (left,) = made.left
        self.assertEqual(left, ("_scaled_dot_product_flash_attention", "random numbers are drawn by PyTorch"))


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

    def test_its_gradients_are_products(self) -> None:
        def function(g: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> Any:
            return aten.convolution_backward(g, x, w, [16], [4, 4], [0, 0], [1, 1], False, [0, 0], 1, [True] * 3)

        made = planned(function, (2, 16, 2, 2), (2, 3, 8, 8), (16, 3, 4, 4))
        self.assertEqual((made.left, len(made.parts)), ({}, 1))
        self.assertEqual(made.product_flops, 2 * 2 * (2 * 2 * 2 * 16 * 3 * 4 * 4))
        assert made.parts[0].text is not None, made.parts[0].failure
        self.assertEqual(made.parts[0].text.count("fusion.matmul"), 2)

    def test_gradients_of_windows_that_overlap_are_left(self) -> None:
        def function(g: torch.Tensor, x: torch.Tensor, w: torch.Tensor) -> Any:
            return aten.convolution_backward(g, x, w, [8], [1, 1], [1, 1], [1, 1], False, [0, 0], 1, [True] * 3)

        made = planned(function, (2, 8, 8, 8), (2, 3, 8, 8), (8, 3, 3, 3), fallback="inductor")
        self.assertEqual([name for name, _ in made.left], ["convolution_backward"])

    def test_windows_that_overlap_are_none_and_keep_others_outside(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
            y = aten.convolution(x, w, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1)
            return aten.convolution(y, v, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)

        made = planned(function, (2, 8, 8, 8), (8, 8, 3, 3), (8, 8, 1, 1))
        self.assertEqual(len(made.left), 2)
        self.assertEqual(made.parts, [])


class Dropout(unittest.TestCase):
    def test_a_mask_is_made_where_its_numbers_are_drawn(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return ((x @ w) * (torch.rand_like(x).to(torch.float16) > 0.1)) @ w

        made = planned(function, (8, 8), (8, 8), fallback="inductor")
        self.assertEqual(sorted(name for name, _ in made.left), ["_to_copy", "gt", "rand_like"])
        (part,) = made.parts
        assert part.text is not None, part.failure
        self.assertIn("tensor<8x8xi1>", part.text)


class Embeddings(unittest.TestCase):
    """Rows' gradients are added to that of the product whose weight the table is, too."""

    def left(self, dtype: torch.dtype, spread: Callable[..., Any]) -> list[str]:
        def function(g: torch.Tensor, x: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
            return spread(g.t() @ x, aten.index_put(x.new_zeros((32, 8), dtype=torch.float32), [ids], x.float(), True))

        with FakeTensorMode():
            inputs = [torch.empty(shape, dtype=dtype, device="cuda") for shape in ((4, 32), (4, 8))]
            ids = torch.empty(4, dtype=torch.int64, device="cuda")
            made = plan.make(make_fx(function)(*inputs, ids), Options(), "backward", is_dry=True)
        self.assertEqual(len(made.parts), 1)
        return sorted(name for name, _ in made.left.elements())

    def test_sums_of_f32_are_added_at_once(self) -> None:
        self.assertEqual(self.left(torch.float32, lambda product, rows: product + rows), ["index_put"])

    def test_sums_of_16_bits_are_rounded_behind_both(self) -> None:
        self.assertEqual(self.left(torch.bfloat16, lambda product, rows: product + rows.to(torch.bfloat16)),
                         ["_to_copy", "index_put"])

    def test_sums_that_others_read_stay(self) -> None:
        self.assertEqual(self.left(torch.float32, lambda product, rows: (product + rows, rows)),
                         ["add", "index_put"])


class Constants(unittest.TestCase):
    def test_few_numbers_are_in_the_text_and_many_are_arguments(self) -> None:
        cases = (4, "%arg0: tensor<4x4xf32>"), (2048, "%arg0: tensor<2048x4xf32>, %arg1: tensor<2048xf32>")
        for count, types in cases:
            with self.subTest(count):
                numbers = [1.0] * count
                function = make_fx(lambda x: (x @ x[:4].t()).sum(-1) * torch.tensor(numbers), tracing_mode="fake")
                (part,) = plan.make(function(torch.ones(count, 4)), Options(), "inference", is_dry=True).parts
                assert part.text is not None, part.failure
                self.assertIn(f"@main({types})", part.text)


class Windows(unittest.TestCase):
    def test_inductors_form_of_maxima(self) -> None:
        """It stands behind a product, unless something reads where the maxima are, which has a form of Inductor's."""
        def function(x: torch.Tensor, w: torch.Tensor, number: int) -> Any:
            pool = torch.ops.prims._low_memory_max_pool_with_offsets.default
            return pool((x @ w).view(1, 32, 64), [1, 2], [1, 2], [0, 0], [1, 1], False)[number]

        made = planned(lambda x, w: function(x, w, 0).sum(-1), (32, 16), (16, 64))
        self.assertEqual((made.left, [part.failure for part in made.parts]), ({}, [None]))
        made = planned(lambda x, w: function(x, w, 1), (32, 16), (16, 64), fallback="inductor")
        self.assertEqual([(part.failure, list(part.operations)) for part in made.parts], [(None, ["mm"])])
        self.assertEqual([name for name, _ in made.left], ["_low_memory_max_pool_with_offsets"])


if __name__ == "__main__":
    unittest.main()
