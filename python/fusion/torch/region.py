# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A compiled region: a part of an FX graph as one call of compiled code.

A call allocates its results and its workspace by PyTorch's allocator, and a copy of an input that is not row-major or,
on a GPU, does not start at a multiple of 16 bytes. It waits for nothing, and runs on PyTorch's current stream, so that
CUDA graphs can record it. Regions of one text share their code.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

import fusion
from fusion.torch import nodes as fx
from fusion.torch import store
from fusion.torch._lowering import UNSIGNED
from fusion.torch.options import Options

_log = logging.getLogger(__name__)

Run = Callable[[Sequence[Any], "Sequence[Any] | None", "int | None"], "list[Any]"]


@dataclasses.dataclass(frozen=True)
class Source:
    """All that a region's code follows from: its MLIR text, the device, and the compiler's options."""

    text: str
    device: str
    numerics: str
    f32_precision: str = "tf32x3"

    @property
    def name(self) -> str:
        """A name that only this source has."""
        key = "\0".join((self.text, self.device, self.numerics, self.f32_precision, fusion.__version__))
        return "region_" + hashlib.sha256(key.encode()).hexdigest()[:32]

    @property
    def ordinal(self) -> int:
        """The GPU's number, or -1 for the host."""
        device = torch.device(self.device)
        return -1 if device.type == "cpu" else device.index or 0

    @property
    def target(self) -> str:
        """The value of `fusion.compile`'s target."""
        return "cpu" if self.ordinal < 0 else f"auto:{self.ordinal}"

    @property
    def options(self) -> dict[str, Any]:
        """The options of `fusion.compile` that are not its defaults.

        PyTorch's allocator aligns what it gives; a call copies what lies elsewhere, as a part of a tensor may.
        """
        found: dict[str, Any] = {"numerics": self.numerics, "f32_precision": self.f32_precision}
        chosen = {name: value for name, value in found.items() if value not in ("relaxed", "tf32x3")}
        return chosen if self.ordinal < 0 else {**chosen, "aligned": True}


@dataclasses.dataclass
class Code:
    """What regions of one source have in common."""

    source: Source
    module: fusion.Module
    run: Run
    seconds: float

    @functools.cached_property
    def report(self) -> dict[str, Any]:
        """The compiler's report, which compiles once more when it is first asked for."""
        return self.module.report


_codes: dict[Source, Code] = {}
_regions: dict[str, Region] = {}
_lock = threading.RLock()


def source_of(text: str, options: Options, device: torch.device, f32_precision: str = "tf32x3") -> Source:
    """The source of a region's MLIR text on a device."""
    return Source(text, str(device), options.numerics, f32_precision)


def compile_source(source: Source) -> Code:
    """The code of a region; CompileError if the compiler refuses its text."""
    with _lock:
        if source not in _codes:
            begin = time.perf_counter()
            module = fusion.compile(source.text, source.target, **source.options)
            code = Code(source, module, module.prepare(source.ordinal), time.perf_counter() - begin)
            _codes[source] = code
            _log.info("%s: compiled for %s in %.2f s", source.name, source.target, code.seconds)
            _log_kernels(code)
        else:
            _log.info("%s: compiled before in this process", source.name)
        return _codes[source]


def _log_kernels(code: Code) -> None:
    if not _log.isEnabledFor(logging.DEBUG):
        return
    for kernel in code.report["kernels"]:
        _log.debug("%s: kernel %s: %s; %s", code.source.name, kernel["name"], ", ".join(kernel["ops"]),
                   kernel["schedule"] or "no schedule")


class Region:
    """Computes a list of tensors from tensors and numbers.

    ``hosts`` are the positions of inputs that are passed as tensors and are numbers in the host's memory; ``unsigned``
    says of which results the type has no sign, which the runtime does not know. ``module`` is what the region means:
    shapes of results for other tracers, and gradients, come from it. A region of another process has none.
    """

    def __init__(self, code: Code, hosts: Sequence[int], unsigned: Sequence[tuple[int, torch.dtype]],
                 module: GraphModule | None = None) -> None:
        self.code = code
        self.hosts = list(hosts)
        self.unsigned = list(unsigned)
        self.module = module
        self.name = code.source.name
        self.calls = 0
        self.about: dict[str, Any] | None = None  # what it was kept with, for other processes
        self.call = self._make_call()

    @property
    def graph(self) -> GraphModule:
        """The region's module, where this process made the region."""
        if self.module is None:
            raise RuntimeError(f"{self.name} is called by a graph that another process compiled, and cannot be traced")
        return self.module

    def __call__(self, *inputs: Any) -> list[torch.Tensor]:
        return self.call(*inputs)

    def _make_call(self) -> Callable[..., list[torch.Tensor]]:
        """A function, since a graph module calls functions by their name."""
        run, hosts, unsigned = self.code.run, frozenset(self.hosts), self.unsigned

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

    def keep(self, about: dict[str, Any]) -> None:
        """Keeps the region for other processes, with what a report says `about` it."""
        self.about = about
        unsigned = [(i, str(dtype).removeprefix("torch.")) for i, dtype in self.unsigned]
        store.put(self.name, {"source": dataclasses.asdict(self.code.source), "hosts": self.hosts,
                              "unsigned": unsigned, "about": about})


def make(module: GraphModule, source: Source) -> Region:
    """The region of a graph whose text is compiled; regions of one name are one.

    Its inputs are the placeholders of `module`, its results what `module` gives.
    """
    device = torch.device(source.device)
    types = [node.meta["val"].dtype for node in results(module)]
    unsigned = [(i, dtype) for i, dtype in enumerate(types) if dtype in UNSIGNED]
    with _lock:
        found = _regions.get(source.name)
        if found is None or found.module is None:
            found = Region(compile_source(source), host_numbers(module, device), unsigned, module)
            _regions[source.name] = found
        return found


def find(name: str) -> Region:
    """The region of this name, made by this process or by another."""
    return _regions.get(name) or _load(name)


def forget_calls() -> None:
    """Counts the calls of all regions from 0 again."""
    with _lock:
        for region in _regions.values():
            region.calls = 0


def called() -> list[Region]:
    """The regions that are kept, and were called since their calls are counted."""
    with _lock:
        return [region for region in _regions.values() if region.about is not None and region.calls]


def _load(name: str) -> Region:
    with _lock:
        if name not in _regions:
            try:
                kept = store.get(name)
            except KeyError:
                raise RuntimeError(f"a compiled graph calls {name}, which is not in {store.folder()}: empty PyTorch's "
                                   "cache folder around it, and compile again") from None
            _log.info("%s: found in %s, where another process kept it", name, store.folder())
            unsigned = [(i, getattr(torch, dtype)) for i, dtype in kept["unsigned"]]
            _regions[name] = Region(compile_source(Source(**kept["source"])), kept["hosts"], unsigned)
            _regions[name].about = kept["about"]
        return _regions[name]


def device_of(module: GraphModule) -> torch.device:
    """The device of a region's tensors."""
    for node in module.graph.nodes:
        for device in fx.devices(node):
            return device
    return torch.device("cpu")


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
