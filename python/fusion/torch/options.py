# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The options of ``torch.compile(model, backend="fusion", options={...})``."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

_FALLBACKS = ("inductor", "eager", "error")
_NUMERICS = ("relaxed", "fast", "strict")
_ATTENTION = ("auto", "fusion", "torch")
_MODES = (None, "default", "reduce-overhead")


@dataclasses.dataclass(frozen=True)
class Options:
    """What a user chooses for one model.

    ``numerics``
        The contract of docs/Numerics.md: ``"relaxed"``, ``"fast"`` or ``"strict"``.
    ``fallback``
        Who computes what no region takes: ``"inductor"``, ``"eager"``, or ``"error"``, which raises `Uncompiled`
        where an operation that computes something is left.
    ``min_nodes``
        A region of fewer operations goes to the fallback.
    ``attention``
        Who computes ``scaled_dot_product_attention``: ``"fusion"``, ``"torch"``, or ``"auto"``, which is fusion but
        where a backward pass reads the log-sum-exp of PyTorch's kernel.
    ``frozen``
        The promise that no parameter or buffer is written while the compiled model is in use. Values that depend on
        weights alone are then computed once, and kernels load weights ahead (docs/Arguments.md). For inference.
    ``explain``
        Prints, for each compiled region, its kernels and what was not fused.
    ``cudagraphs``
        Records CUDA graphs, as ``mode="reduce-overhead"`` does; only with ``fallback="inductor"``.
    """

    numerics: str = "relaxed"
    fallback: str = "inductor"
    min_nodes: int = 1
    attention: str = "auto"
    frozen: bool = False
    explain: bool = False
    cudagraphs: bool = False

    def __post_init__(self) -> None:
        _check("numerics", self.numerics, _NUMERICS)
        _check("fallback", self.fallback, _FALLBACKS)
        _check("attention", self.attention, _ATTENTION)
        if self.cudagraphs and self.fallback != "inductor":
            raise ValueError("CUDA graphs are recorded by Inductor: use fallback=\"inductor\", or record the compiled "
                             "model by torch.cuda.graph")


def parse(options: Mapping[str, Any] | None = None, mode: str | None = None) -> Options:
    """The options that `torch.compile` was given; ValueError names one that does not exist and those that do."""
    _check("mode", mode, _MODES)
    given = dict(options or {})
    if mode == "reduce-overhead":
        given.setdefault("cudagraphs", True)
    names = [field.name for field in dataclasses.fields(Options)]
    unknown = [name for name in given if name not in names]
    if unknown:
        raise ValueError(f"backend \"fusion\" has no option '{unknown[0]}'; it has {', '.join(names)}")
    return Options(**given)


def _check(name: str, value: Any, choices: tuple[Any, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name} is {value!r}, but must be one of {', '.join(map(repr, choices))}")
