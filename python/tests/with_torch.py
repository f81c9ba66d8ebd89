# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What tests of `fusion.torch` share."""

from __future__ import annotations

import os
import tempfile
import unittest
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

# Regions that fail are written to the cache folder, and Inductor keeps code of earlier runs in its own: both are new.
_folder = tempfile.TemporaryDirectory(prefix="fusion-test-")
os.environ["XDG_CACHE_HOME"] = _folder.name
os.environ["TORCHINDUCTOR_CACHE_DIR"] = os.path.join(_folder.name, "inductor")


@contextmanager
def nothing_fails() -> Iterator[None]:
    """A region that goes to the fallback is an error."""
    import fusion

    with warnings.catch_warnings():
        warnings.filterwarnings("error", "a region goes to the fallback", fusion.FusionWarning)
        yield


def compiled(function: Callable[..., Any], dynamic: bool | None = False, **options: Any) -> Any:
    """`function` by the backend, without what was compiled before."""
    import torch

    torch._dynamo.reset()
    return torch.compile(function, backend="fusion", dynamic=dynamic, options={"fallback": "eager", **options})


def assert_close(test: unittest.TestCase, got: Any, expected: Any, tolerance: float = 2e-5, name: str = "") -> None:
    """Tensors, or sequences of tensors, are equal but for rounding, relative to the largest number expected."""
    import torch

    if isinstance(expected, torch.Tensor):
        test.assertEqual((got.shape, got.dtype), (expected.shape, expected.dtype), name)
        if not expected.is_floating_point():
            test.assertTrue(torch.equal(got, expected), f"{name}: {got} is not {expected}")
            return
        special = ~torch.isfinite(expected)
        test.assertTrue(torch.equal(got[special].nan_to_num(1.5), expected[special].nan_to_num(1.5)), name)
        difference = (got.double() - expected.double())[~special].abs()
        scale = expected.double()[~special].abs()
        if difference.numel():
            bound = tolerance * max(scale.max().item(), 1e-3)
            test.assertLessEqual(difference.max().item(), bound, name)
        return
    test.assertEqual(len(got), len(expected), name)
    for number, (one, other) in enumerate(zip(got, expected)):
        assert_close(test, one, other, tolerance, f"{name}[{number}]")


def gradients(function: Callable[..., Any], inputs: Sequence[Any], parameters: Sequence[Any]) -> list[Any]:
    """The gradients of the mean square of what `function` gives, by the tensors `parameters`."""
    import torch

    loss = function(*inputs).float().pow(2).mean()
    found = torch.autograd.grad(loss, list(parameters), allow_unused=True)
    return [torch.zeros(()) if gradient is None else gradient for gradient in found]


def regions() -> list[dict[str, Any]]:
    """The regions that were compiled since `fusion.torch.reset`."""
    import fusion.torch

    return [region for graph in fusion.torch.report().data for region in graph["regions"]]
