# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""PyTorch's quantised graphs on the CPU: quantized_decomposed and _int_mm. Bytes are those of PyTorch, bit by bit."""

from __future__ import annotations

import unittest
from collections.abc import Callable
from typing import Any

from with_torch import assert_close, compiled, nothing_fails, regions

import torch
import torch.ao.quantization.fx._decomposed  # noqa: F401  # registers the operations

import fusion.torch

q = torch.ops.quantized_decomposed


class Quantized(unittest.TestCase):
    def check(self, function: Callable[..., Any], *inputs: Any, tolerance: float | None = None) -> None:
        """Of a function with a product; integers are equal, and so are floats without a tolerance."""
        fusion.torch.reset()
        expected = function(*inputs)
        with nothing_fails():
            got = compiled(function)(*inputs)
        self.assertEqual(len(regions()), 1)
        self.assertFalse(fusion.torch.report().data[0]["outside"])
        if tolerance is None:
            self.assertEqual(got.dtype, expected.dtype)
            self.assertTrue(torch.equal(got, expected), f"{got} is not {expected}")
        else:
            assert_close(self, got, expected, tolerance)

    def setUp(self) -> None:
        torch.manual_seed(1)
        self.x = torch.randn(24, 32) * 3
        self.w = torch.randint(-128, 128, (32, 16), dtype=torch.int8)

    def test_per_tensor(self) -> None:
        for least, most in ((-128, 127), (-127, 127), (-8, 7)):
            self.check(lambda x, w: torch._int_mm(q.quantize_per_tensor(x, 0.0317, 5, least, most, torch.int8), w),
                       self.x, self.w)

    def test_back(self) -> None:
        for dtype, least, most in ((torch.int8, -128, 127), (torch.uint8, 0, 255)):
            codes = q.quantize_per_tensor(self.x, 0.0317, 5, least, most, dtype)
            self.check(lambda c, w: q.dequantize_per_tensor(c, 0.0317, 5, least, most, dtype) @ w.float(),
                       codes, self.w, tolerance=2e-5)

    def test_a_result_of_bytes(self) -> None:
        w = self.w.float() / 128

        def layer(x: Any, w: Any) -> Any:
            return q.quantize_per_tensor((x @ w).relu().round(), 2.0, 128, 0, 255, torch.uint8)

        self.check(layer, self.x.round(), w.round())

    def test_scales_that_are_tensors(self) -> None:
        scale, zero = torch.tensor(0.02), torch.tensor(-3)
        self.check(lambda x, s, z, w: torch._int_mm(
            q.quantize_per_tensor.tensor(x, s, z, -128, 127, torch.int8), w), self.x, scale, zero, self.w)

    def test_per_channel(self) -> None:
        for axis, size in ((0, 24), (1, 32)):
            scales, zeros = torch.rand(size) * 0.05 + 0.01, torch.randint(-10, 10, (size,))
            self.check(lambda x, s, z, w: torch._int_mm(
                q.quantize_per_channel(x, s, z, axis, -128, 127, torch.int8), w), self.x, scales, zeros, self.w)
            codes = q.quantize_per_channel(self.x, scales, zeros, axis, -128, 127, torch.int8)
            self.check(lambda c, s, z, w: q.dequantize_per_channel(c, s, z, axis, -128, 127, torch.int8) @ w.float(),
                       codes, scales, zeros, self.w, tolerance=2e-5)

    def test_a_layer_of_bytes(self) -> None:
        def layer(x: Any, w: Any, scales: Any) -> Any:
            codes = q.quantize_per_tensor(x, 0.05, 0, -128, 127, torch.int8)
            return torch._int_mm(codes, w).float() * 0.05 * scales

        self.check(layer, self.x, self.w, torch.rand(16), tolerance=1e-6)

    def test_weights_of_four_bits(self) -> None:
        """Halves of bytes by masks and shifts, scales of groups by a reshape or repeated."""
        def reshaped(x: Any, packed: Any, scales: Any) -> Any:
            low, high = (packed & 15).to(torch.int8) - 8, (packed >> 4).to(torch.int8) - 8
            groups = torch.stack([low, high], dim=-1).reshape(24, 2, 32).float() * scales[:, :, None]
            return x @ groups.reshape(24, 64).T

        def repeated(x: Any, packed: Any, scales: Any) -> Any:
            codes = torch.stack([packed & 15, packed >> 4], dim=-1).reshape(24, 64)
            return torch.nn.functional.linear(x, (codes.float() - 8) * scales.repeat_interleave(32, 1))

        x, packed = torch.randn(5, 64), torch.randint(0, 256, (24, 32), dtype=torch.uint8)
        for function in (reshaped, repeated):
            self.check(function, x, packed, torch.rand(24, 2), tolerance=1e-6)

    def test_words_of_gptq(self) -> None:
        """Words of eight integers along k, zero points in words along n, stored less one; three groups."""
        def layer(x: Any, words: Any, zeros: Any, scales: Any) -> Any:
            return of_gptq(torch.arange(0, 32, 4, dtype=torch.int32), x, words, zeros, scales)

        words, zeros, scales = gptq_weight()
        x = torch.randn(5, 192)
        self.check(layer, x, words, zeros, scales, tolerance=1e-5)
        self.check(lambda x, words, scales: x @ ((taken_apart(words) - 8) * scales.repeat_interleave(64, 0)),
                   x, words, scales, tolerance=1e-5)

    def test_launches_of_gptq(self) -> None:
        """One, whether shifts are computed, written in the function, or a buffer that is not saved."""
        class Layer(torch.nn.Module):
            def __init__(self, persistent: bool) -> None:
                super().__init__()
                self.register_buffer("shifts", torch.arange(0, 32, 4, dtype=torch.int32), persistent)

            def forward(self, x: Any, words: Any, zeros: Any, scales: Any) -> Any:
                return of_gptq(self.shifts, x, words, zeros, scales)

        def computed(x: Any, words: Any, zeros: Any, scales: Any) -> Any:
            return of_gptq(torch.arange(0, 32, 4, dtype=torch.int32), x, words, zeros, scales)

        def written(x: Any, words: Any, zeros: Any, scales: Any) -> Any:
            shifts = torch.tensor([0, 4, 8, 12, 16, 20, 24, 28], dtype=torch.int32)
            return of_gptq(shifts, x, words, zeros, scales)

        def of_a_linear_layer(x: Any, words: Any, zeros: Any, scales: Any) -> Any:
            shifts = torch.arange(0, 32, 4, dtype=torch.int32)
            z = ((zeros.unsqueeze(-1) >> shifts & 15).reshape(3, -1) + 1).to(x.dtype).repeat_interleave(64, 0)
            w = (taken_apart(words).to(x.dtype) - z) * scales.repeat_interleave(64, 0)
            return torch.nn.functional.linear(x, w.t())

        words, zeros, scales = gptq_weight()
        inputs = (torch.randn(5, 192).to(torch.bfloat16), words, zeros, scales.to(torch.bfloat16))
        for target in ("sm_90a", "sm_80"):
            for model in (computed, written, Layer(persistent=False), of_a_linear_layer):
                (kernel,) = fusion.from_torch(model, inputs, target=target).module.kernels
                self.assertEqual(kernel["family"], "narrow")
                self.assertEqual(kernel["narrow_weight"],
                                 "unsigned i4 less zero points, groups of 64, in words of eight along k")
        # What a state holds may be another when the graph is called.
        saved = fusion.from_torch(Layer(persistent=True), inputs, target="sm_90a").module.kernels
        self.assertGreater(len(saved), 1)
        model = fusion.from_torch(Layer(persistent=False), inputs, target="cpu")
        assert_close(self, model(*inputs), of_gptq(torch.arange(0, 32, 4, dtype=torch.int32), *inputs), 2e-2)


def taken_apart(words: Any) -> Any:
    shifts = torch.arange(0, 32, 4, dtype=torch.int32)
    return (words.unsqueeze(1) >> shifts.view(1, 8, 1) & 15).reshape(-1, words.shape[1])


def of_gptq(shifts: Any, x: Any, words: Any, zeros: Any, scales: Any) -> Any:
    w = torch.bitwise_right_shift(words.unsqueeze(1).expand(-1, 8, -1), shifts.unsqueeze(-1)).to(torch.int8) & 15
    z = torch.bitwise_right_shift(zeros.unsqueeze(2).expand(-1, -1, 8), shifts.unsqueeze(0)).to(torch.int8) & 15
    w, z = w.reshape(scales.shape[0], -1, words.shape[1]), (z + 1).reshape(scales.shape[0], 1, -1)
    return x @ (scales.unsqueeze(1) * (w - z)).reshape(x.shape[1], -1)


def gptq_weight() -> tuple[Any, Any, Any]:
    """Words and zero points of any bits, and scales, of a weight of 192 x 40 in groups of 64."""
    words, zeros = (torch.randint(-2**31, 2**31, shape, dtype=torch.int32) for shape in ((24, 40), (3, 5)))
    return words, zeros, torch.rand(3, 40)


if __name__ == "__main__":
    unittest.main()
