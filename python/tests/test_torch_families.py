# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Small models of the families that users bring, by torch.compile(backend="fusion"): no exception, no warning, right.

Families that differ in what they leave to Inductor are compiled by default options; Inductor's C++ takes long, so that
PyTorch computes what is left of the others.
"""

import unittest
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import nn

import fusion.torch
from small_models import MODELS
from with_torch import assert_close

BY_DEFAULT = ("bert", "convnext", "encoder_layers", "llama", "lstm", "mamba", "mixtral", "swin", "whisper")


@contextmanager
def silence() -> Iterator[None]:
    """A warning of ours is an error."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=fusion.FusionWarning)
        yield


def tensors(value: Any) -> list[torch.Tensor]:
    """The tensors that a model gives, those of its caches too."""
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [tensor for part in value.values() for tensor in tensors(part)]
    if isinstance(value, (tuple, list)):
        return [tensor for part in value for tensor in tensors(part)]
    layers = getattr(value, "layers", ())
    return [tensor for layer in layers for tensor in (getattr(layer, "keys", None), getattr(layer, "values", None))
            if isinstance(tensor, torch.Tensor)]


def gradients(function: Any, arguments: dict[str, Any], parameters: list[nn.Parameter]) -> list[torch.Tensor]:
    first = next(tensor for tensor in tensors(function(**arguments)) if tensor.is_floating_point())
    found = torch.autograd.grad(first.pow(2).mean(), parameters, allow_unused=True)
    return [torch.zeros_like(p) if gradient is None else gradient for gradient, p in zip(found, parameters)]


class Families(unittest.TestCase):
    def check(self, name: str) -> None:
        torch._dynamo.reset()
        fusion.torch.reset()
        torch.manual_seed(0)
        model, arguments = MODELS[name]()
        model.eval()
        options = {} if name in BY_DEFAULT else {"fallback": "eager"}
        run = torch.compile(model, backend="fusion", options=options)
        with silence():
            with torch.no_grad():
                assert_close(self, tensors(run(**arguments)), tensors(model(**arguments)), 1e-4, name)
            parameters = [p for p in model.parameters() if p.requires_grad]
            got, expected = (gradients(function, arguments, parameters) for function in (run, model))
            # Gradients that are nothing but noise, as of a key's bias, are small beside the largest.
            scale = max(gradient.abs().max().item() for gradient in expected)
            for one, other in zip(got, expected):
                torch.testing.assert_close(one, other, rtol=2e-3, atol=1e-5 * scale)
            model.train()  # with dropout as the model has it
            result = next(tensor for tensor in tensors(run(**arguments)) if tensor.is_floating_point())
            result.sum().backward()
            self.assertTrue(torch.isfinite(result).all())


def add_test(name: str) -> None:
    setattr(Families, f"test_{name}", lambda self: self.check(name))


for _name in MODELS:
    add_test(_name)


class Defaults(unittest.TestCase):
    """What raised, or was taken for a product, though it is in many models."""

    def check(self, function: Any, *inputs: torch.Tensor) -> None:
        torch._dynamo.reset()
        with silence():
            assert_close(self, torch.compile(function, backend="fusion")(*inputs), function(*inputs))

    def test_random_numbers(self) -> None:
        torch._dynamo.reset()
        with silence():
            run = torch.compile(lambda x: (x @ x.T) + torch.rand_like(x @ x.T), backend="fusion")
            noise = run(torch.zeros(64, 64))
        self.assertTrue(((noise >= 0) & (noise < 1)).all())
        self.assertAlmostEqual(noise.mean().item(), 0.5, delta=0.05)

    def test_tensors_that_the_graph_holds(self) -> None:
        self.check(lambda x: (x @ x.T * torch.tensor(2.0)).sort()[0], torch.ones(4, 4))
        self.check(lambda x: torch.cat([torch.tensor([]), (x @ x.T).flatten()]).sort()[0], torch.ones(4, 4))

    def test_flex_attention(self) -> None:
        from torch.nn.attention.flex_attention import flex_attention

        torch.manual_seed(0)
        w, inputs = torch.randn(16, 16), [torch.randn(1, 2, 128, 16) for _ in range(3)]
        with torch.no_grad():
            self.check(lambda q, k, v: flex_attention(q @ w, k, v), *inputs)

    def test_what_pytorch_refuses_is_refused(self) -> None:
        torch._dynamo.reset()
        with self.assertRaisesRegex(RuntimeError, "dtype"):
            torch.compile(lambda a, b: a @ b, backend="fusion")(torch.ones(4, 4), torch.ones(4, 4).bfloat16())


if __name__ == "__main__":
    unittest.main()
