# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of from_torch."""

import unittest

import torch

from fusion import _importers


class Torch(unittest.TestCase):
    def test_a_model_with_weights(self) -> None:
        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(), torch.nn.Linear(16, 4)).eval()
        x = torch.randn(3, 8)
        imported = _importers.from_torch(model, (x,), target="cpu")
        with torch.no_grad():
            torch.testing.assert_close(imported(x), model(x))
            model[0].weight.mul_(2)
            torch.testing.assert_close(imported(x), model(x))  # weights are inputs, not copies

    def test_sizes_that_differ_and_structured_arguments(self) -> None:
        def function(pair: tuple[torch.Tensor, torch.Tensor], *, scale: torch.Tensor) -> dict[str, torch.Tensor]:
            y = pair[0] @ pair[1]
            return {"product": y * scale, "largest": y.amax(-1)}

        example = ((torch.randn(3, 8), torch.randn(8, 4)),)
        imported = _importers.from_torch(function, example, {"scale": torch.tensor(2.0)}, dynamic=True, target="cpu")
        for rows in (2, 5, 64):
            pair, scale = (torch.randn(rows, 8), torch.randn(8, 4)), torch.tensor(3.0)
            got, expected = imported(pair, scale=scale), function(pair, scale=scale)
            self.assertEqual(list(got), list(expected))
            for name in expected:
                torch.testing.assert_close(got[name], expected[name])
        with self.assertRaisesRegex(TypeError, r"pair\[1\], scale\), and is called with \(pair, scale\)"):
            imported(torch.randn(3, 8), torch.randn(8, 4))

    def test_casts(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return x.to(torch.float32) @ w.to(torch.float32)  # torch.export asserts what is cast

        x, w = torch.randn(3, 8).half(), torch.randint(-9, 9, (8, 4), dtype=torch.int8)
        torch.testing.assert_close(_importers.from_torch(function, (x, w), target="cpu")(x, w), function(x, w))

    def test_what_cannot_be_compiled_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "(?s)not imported.*sort"):
            _importers.from_torch(lambda x: (x @ x).sort()[0], (torch.ones(4, 4),), target="cpu")
        norm = torch.nn.BatchNorm1d(4)
        with self.assertRaisesRegex(ValueError, "writes into"):
            _importers.from_torch(norm, (torch.ones(4, 4),), target="cpu")


if __name__ == "__main__":
    unittest.main()
