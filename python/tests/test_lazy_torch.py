# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Lazy arrays and fusion.jit over tensors of PyTorch, on the CPU."""

from __future__ import annotations

import operator
import os
import unittest
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np
import torch

import fusion
import fusion.torch


class TorchTest(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(0)
        self.x, self.w, self.b = torch.randn(5, 16), torch.randn(16, 8), torch.randn(8)

    def test_results_are_tensors_of_torch(self) -> None:
        y = fusion.relu(fusion.lazy(self.x) @ self.w + self.b)
        expected = torch.relu(self.x @ self.w + self.b)
        self.assertIsInstance(y.result(), torch.Tensor)
        self.assertIs(y.torch(), y.result())
        torch.testing.assert_close(y.result(), expected)
        np.testing.assert_allclose(y.numpy(), expected.numpy(), 1e-5, 1e-5)
        torch.testing.assert_close(torch.from_dlpack(y * 2), expected * 2)
        torch.testing.assert_close(fusion.jit(lambda x, w: x @ w)(self.x, self.w), self.x @ self.w)

    def test_tensors_and_numpy_arrays_stand_side_by_side(self) -> None:
        n = np.ones(8, np.float32)
        self.assertIsInstance((fusion.lazy(self.b) + n).result(), torch.Tensor)
        self.assertIsInstance((fusion.lazy(n) + self.b).result(), np.ndarray)
        self.assertIsInstance(self.b * fusion.lazy(self.b), fusion.Array)
        torch.testing.assert_close((fusion.lazy(n) + self.b).torch(), self.b + 1)

    def test_types_of_torch(self) -> None:
        half = self.w.to(torch.bfloat16)
        y = fusion.lazy(half) * 2
        self.assertEqual((y.dtype, y.result().dtype, y.numpy().dtype), (fusion.bf16, torch.bfloat16, np.float32))
        np.testing.assert_array_equal(y.numpy(), (half * 2).float().numpy())
        bytes_ = fusion.lazy(torch.arange(5, dtype=torch.uint8)) + 1
        self.assertEqual((bytes_.dtype, bytes_.result().dtype), (fusion.u8, torch.uint8))
        self.assertEqual(bytes_.tolist(), [1, 2, 3, 4, 5])
        self.assertEqual(fusion.lazy(self.w).astype(torch.float64).result().dtype, torch.float64)
        bits = fusion.lazy(np.array([0x4040], np.uint16), "bf16") * 1
        self.assertEqual((bits.torch().dtype, float(bits.torch())), (torch.bfloat16, 3.0))

    def test_unsigned_types(self) -> None:
        for dtype in (torch.uint8, torch.uint16, torch.uint32, torch.uint64):
            most = torch.iinfo(dtype).max
            x = torch.from_numpy(np.array([1, 200, most], str(dtype).removeprefix("torch.")))
            half, largest = fusion.jit(lambda x: (x // 2, x.max()))(x)
            self.assertEqual((half.dtype, half.tolist()), (dtype, [0, 100, most // 2]))
            self.assertEqual((largest.dtype, int(largest.numpy())), (dtype, most))
            added = fusion.lazy(x) + 1
            self.assertEqual((added.torch().dtype, added.tolist()), (dtype, [2, 201, 0]))
            self.assertEqual(torch.from_dlpack(added).dtype, dtype)

    def test_types_are_told_apart(self) -> None:
        kinds = [torch.float32, torch.bfloat16, torch.int32, torch.uint8, torch.int8, torch.bool]
        shapes = [(n,) for n in range(700)] + [(n, 1) for n in range(9)] + [(1, n) for n in range(9)] + [()]
        for _ in range(2):
            for number, shape in enumerate(shapes):
                kind = kinds[number % len(kinds)]
                made = fusion.lazy(torch.empty(shape, dtype=kind))
                self.assertEqual((made.shape, made.dtype), (shape, fusion._types.as_dtype(kind)))
        with self.assertRaisesRegex(TypeError, "no element type 'complex64'"):
            fusion.lazy(torch.empty(2, dtype=torch.complex64))

    def test_gradients_are_refused_each_time(self) -> None:
        weight = self.w.clone()
        for _ in range(3):
            (fusion.lazy(self.x) @ weight).torch()
        weight.requires_grad = True
        with self.assertRaisesRegex(ValueError, "input 1 requires a gradient"):
            (fusion.lazy(self.x) @ weight).torch()
        with torch.no_grad():
            torch.testing.assert_close((fusion.lazy(self.x) @ weight).torch(), self.x @ weight)

    def test_views_are_right(self) -> None:
        for view in (self.x.t(), self.x[::2, 1:], self.x.expand(2, 5, 16)):
            torch.testing.assert_close((fusion.lazy(view) * 2).result(), view * 2)

    def test_gradients_are_not_computed(self) -> None:
        weight = torch.nn.Parameter(self.w)
        for run in (lambda: fusion.exp(weight).result(), lambda: fusion.jit(lambda x: x * 2)(weight)):
            with self.assertRaisesRegex(ValueError, "requires a gradient"):
                run()
            with torch.no_grad():
                self.assertIsInstance(run(), torch.Tensor)

    def test_dropout_masks_are_numpys(self) -> None:
        for shape in ((), (5,), (4, 8), (2, 3, 7), (0, 4)):
            for seed in (0, 7, 2**32 - 1, 2**32, 2**63 + 5, 2**64 - 1, -3):
                for p in (0.0, 0.3, 1.0):
                    got = fusion.torch.dropout_mask(seed, 5 * seed, shape, p)
                    self.assertEqual(got.dtype, torch.bool)
                    np.testing.assert_array_equal(got.numpy(), fusion.dropout_mask(seed, 5 * seed, shape, p))
        with self.assertRaisesRegex(ValueError, "p is a probability"):
            fusion.torch.dropout_mask(1, 1, (2,), 2.0)
        x = torch.randn(3, 9)
        expected = torch.where(fusion.torch.dropout_mask(4, 2, x.shape, 0.5), x * 2, 0)
        torch.testing.assert_close(fusion.dropout(x, 0.5, 4, 2).torch(), expected, rtol=0, atol=0)

    def test_operators_beside_tensors_are_those_of_arrays(self) -> None:
        x = torch.arange(1.0, 5.0)
        for function in (operator.add, operator.truediv, operator.pow, operator.gt, operator.mod):
            got = function(x, fusion.lazy(x + 1))
            self.assertIsInstance(got, fusion.Array)
            torch.testing.assert_close(got.torch(), function(x, x + 1))

    def test_tensors_without_memory_are_refused(self) -> None:
        mistakes: list[tuple[Any, str]] = [
            (torch.empty(3, device="meta"), "has no elements"), (torch.eye(3).to_sparse(), r"to_dense\(\) is taken"),
            (torch.ones(3, dtype=torch.complex64), "no element type 'complex64'")]
        for tensor, reason in mistakes:
            with self.assertRaisesRegex(TypeError, reason):
                fusion.lazy(tensor)


if __name__ == "__main__":
    unittest.main()
