# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""How tests import the graphs that torch.compile makes, run them, and compare with PyTorch."""

from __future__ import annotations

import unittest
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch._decomp import core_aten_decompositions
from torch._dynamo.backends.common import aot_autograd

from fusion.torch import aten
from fusion.torch._lowering import TABLE

from running import run

Function = Callable[..., Any]


def as_array(tensor: Any) -> Any:
    if not isinstance(tensor, torch.Tensor):
        return tensor
    own = tensor.detach().contiguous()
    if own.dtype in (torch.float8_e4m3fn, torch.float8_e5m2):
        return own.view(torch.uint8).numpy()
    return own.view(torch.uint16).numpy() if own.dtype == torch.bfloat16 else own.numpy()


class Capture:
    """A compiler of torch.compile that imports each graph, and runs what it imported."""

    def __init__(self) -> None:
        self.modules: list[Any] = []
        self.texts: list[str] = []

    def __call__(self, module: Any, inputs: Any) -> Function:
        graph = aten.import_fx(module)
        self.modules.append(module)
        self.texts.append(graph.text())
        results = next(node for node in module.graph.nodes if node.op == "output").args[0]
        types = [result.meta["val"].dtype for result in results]

        def call(arguments: list[Any]) -> list[Any]:
            arrays = run(graph, [as_array(argument) for argument in arguments])
            return [torch.from_numpy(array.copy()).view(dtype) for array, dtype in zip(arrays, types, strict=True)]

        call._boxed_call = True  # type: ignore[attr-defined]
        return call


def compiled(function: Function, capture: Any, dynamic: bool = False) -> Function:
    """The function as torch.compile runs it, with graphs decomposed as the backend does it."""
    table: dict[Any, Function] = dict(core_aten_decompositions())
    rules = {op: rule for op, rule in table.items() if str(op) not in TABLE}
    backend = aot_autograd(fw_compiler=capture, bw_compiler=capture, inference_compiler=capture, decompositions=rules)
    torch._dynamo.reset()
    return torch.compile(function, backend=backend, dynamic=dynamic, fullgraph=True)


def traced(function: Function, *inputs: Any) -> Any:
    """The graph of a function, which is not imported."""
    modules: list[Any] = []

    def capture(module: Any, inputs: Any) -> Function:
        modules.append(module)
        return module.forward  # type: ignore[no-any-return]

    compiled(function, capture)(*inputs)
    return modules[0]


class Imported(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(0)
        self.x, self.y, self.p = torch.randn(8, 16), torch.randn(8, 16), torch.rand(8, 16) * 0.8 + 0.1
        self.i, self.j = torch.randint(-5, 6, (8, 16)), torch.randint(1, 6, (8, 16))
        self.b, self.c = torch.randn(8, 16) > 0, torch.randn(8, 16) > 0

    def check(
        self,
        functions: Mapping[str, Function] | Sequence[Function],
        *inputs: Any,
        dynamic: bool = False,
        rtol: float = 1e-4,
        atol: float = 1e-5,
    ) -> None:
        """Compares functions of the inputs, in one graph; those of a sequence are called by their names."""
        named = functions if isinstance(functions, Mapping) else {f.__name__: f for f in functions}

        def together(*tensors: Any) -> list[Any]:
            return [function(*tensors) for function in named.values()]

        capture = Capture()
        results = compiled(together, capture, dynamic)(*inputs)
        self.assertEqual("tensor<?x" in capture.texts[0], dynamic)
        for name, result, expected in zip(named, results, together(*inputs), strict=True):
            with self.subTest(function=name):
                torch.testing.assert_close(result, expected, rtol=rtol, atol=atol, equal_nan=True)
