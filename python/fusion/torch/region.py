# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A compiled region: a part of an FX graph as one call of compiled code.

A call allocates nothing but its results and its workspace, both by PyTorch's allocator, waits for nothing, and runs on
PyTorch's current stream, so that CUDA graphs can record it. Regions of one text share their code.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

import fusion
from fusion.torch import nodes as fx
from fusion.torch._lowering import UNSIGNED
from fusion.torch.options import Options

Run = Callable[[Sequence[Any], "Sequence[Any] | None", "int | None"], "list[Any]"]


@dataclasses.dataclass
class Code:
    """What regions of one text on one device have in common."""

    name: str
    text: str
    module: fusion.Module
    run: Run
    seconds: float

    @functools.cached_property
    def report(self) -> dict[str, Any]:
        """The compiler's report, which compiles once more when it is first asked for."""
        return self.module.report


_codes: dict[tuple[str, str, str], Code] = {}
_lock = threading.Lock()


def name_of(text: str, options: Options, device: torch.device) -> str:
    """A name that only regions of this text, device and numerics have."""
    key = f"{text}\0{device}\0{options.numerics}\0{fusion.__version__}"
    return "region_" + hashlib.sha256(key.encode()).hexdigest()[:16]


def compile_text(text: str, options: Options, device: torch.device) -> Code:
    """The code of a region's MLIR text; CompileError if the compiler refuses it."""
    key = (text, str(device), options.numerics)
    with _lock:
        if key not in _codes:
            begin = time.perf_counter()
            module = fusion.compile(text, target_of(device), numerics=options.numerics)
            run = module.prepare(-1 if device.type == "cpu" else device.index or 0)
            _codes[key] = Code(name_of(text, options, device), text, module, run, time.perf_counter() - begin)
        return _codes[key]


def target_of(device: torch.device) -> str:
    """The value of `fusion.compile`'s target for a device of PyTorch."""
    return "cpu" if device.type == "cpu" else f"auto:{device.index or 0}"


def device_of(module: GraphModule) -> torch.device:
    """The device of a region's tensors."""
    for node in module.graph.nodes:
        for device in fx.devices(node):
            return device
    return torch.device("cpu")


class Region:
    """Computes the outputs of `module`, a list, from the values of its placeholders.

    ``module`` stays what the region means: shapes of results for other tracers, and gradients, come from it.
    """

    def __init__(self, module: GraphModule, code: Code, device: torch.device) -> None:
        self.module = module
        self.code = code
        self.device = device
        self.name = code.name
        self.calls = 0
        self.call = self._make_call()

    def __call__(self, *inputs: Any) -> list[torch.Tensor]:
        return self.call(*inputs)

    def _make_call(self) -> Callable[..., list[torch.Tensor]]:
        """A function, since a graph module calls functions by their name."""
        run = self.code.run
        hosts = host_numbers(self.module, self.device)
        types = [node.meta["val"].dtype for node in results(self.module)]
        unsigned = [(i, dtype) for i, dtype in enumerate(types) if dtype in UNSIGNED]

        def call(*inputs: Any) -> list[Any]:
            self.calls += 1
            values: Sequence[Any] = inputs
            if hosts:
                values = [value.item() if i in hosts else value for i, value in enumerate(inputs)]
            outputs = run(values, None, None)
            for i, dtype in unsigned:
                outputs[i] = outputs[i].view(dtype)
            return outputs

        call.__name__ = call.__qualname__ = self.name
        return call


def host_numbers(module: GraphModule, device: torch.device) -> list[int]:
    """The positions of inputs that are numbers in the host's memory, where the region runs on a GPU."""
    return [i for i, node in enumerate(placeholders(module))
            if device.type != "cpu" and fx.is_host_number(node.meta["val"])]


def placeholders(module: GraphModule) -> list[Node]:
    return [node for node in module.graph.nodes if node.op == "placeholder"]


def results(module: GraphModule) -> list[Node]:
    """The nodes whose values a region's graph gives."""
    (output,) = [node for node in module.graph.nodes if node.op == "output"]
    values = output.args[0]
    assert isinstance(values, (tuple, list))
    return [value for value in values if isinstance(value, Node)]

