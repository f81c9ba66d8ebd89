# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The options of ``torch.compile(model, backend="fusion", options={...})``."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from typing import Any

import torch

from fusion._options import check_choice, check_type, nearest

_FALLBACKS = ("inductor", "eager", "error")
NUMERICS = ("relaxed", "fast", "strict")
_ATTENTION = ("auto", "fusion", "torch")


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
        Who computes ``scaled_dot_product_attention``: ``"torch"``, or ``"fusion"`` and ``"auto"``, where weights that
        are dropped, and the backward pass, stay PyTorch's. Calls on GPUs that PyTorch would take apart, as with a mask
        that is expanded along the keys, are then changed to ones that it does not (`fusion.torch.sdpa`).
    ``frozen``
        The promise that no parameter or buffer is written while the compiled model is in use. Values that depend on
        weights alone are then computed once, and kernels load weights ahead (docs/Arguments.md). For inference.
    ``explain``
        Prints, for each compiled region, its kernels and what was not fused.
    ``cudagraphs``
        Records CUDA graphs, as ``mode="reduce-overhead"`` does; only with ``fallback="inductor"``.

    Other names are those of Inductor's configuration, as ``"triton.cudagraph_trees"``, and go to Inductor.

    >>> fusion.torch.Options(numerics="fast").fallback
    'inductor'
    >>> model = torch.compile(torch.nn.Linear(4, 3), backend="fusion", options={"numerics": "fast"})
    """

    numerics: str = "relaxed"
    fallback: str = "inductor"
    min_nodes: int = 1
    attention: str = "auto"
    frozen: bool = False
    explain: bool = False
    cudagraphs: bool = False

    def __post_init__(self) -> None:
        check_choice("numerics", self.numerics, NUMERICS)
        check_choice("fallback", self.fallback, _FALLBACKS)
        check_choice("attention", self.attention, _ATTENTION)
        check_type("min_nodes", self.min_nodes, int, "a number of operations")
        for name in ("frozen", "explain", "cudagraphs"):
            check_type(name, getattr(self, name), bool, "True or False")
        if self.cudagraphs and self.fallback != "inductor":
            raise ValueError("CUDA graphs are recorded by Inductor: use fallback=\"inductor\", or record the compiled "
                             "model by torch.cuda.graph")


def parse(options: Mapping[str, Any] | None = None, mode: str | None = None) -> tuple[Options, dict[str, Any]]:
    """The options that `torch.compile` was given, and changes of Inductor's configuration.

    ValueError names an option that does not exist and those that do, or a mode that PyTorch does not have.
    """
    if options is not None:
        check_type("options", options, Mapping, "a dictionary, such as {'numerics': 'fast'}")
    names = [field.name for field in dataclasses.fields(Options)]
    given = {name: value for name, value in (options or {}).items() if name in names}
    others = {name: value for name, value in (options or {}).items() if name not in names}
    patches = _patches_of(mode)
    if patches.get("triton.cudagraphs"):
        given.setdefault("cudagraphs", True)
    chosen = Options(**given)
    known = torch._inductor.list_options() if others else ()
    for name in others:
        if name.replace("-", "_") not in known:
            meant = _FOREIGN.get(name) or nearest(name, [*names, *known])
            raise ValueError(f"backend \"fusion\" has no option '{name}'{meant}; it has "
                             f"{', '.join(names)}, and those of torch._inductor.list_options()")
        _check_like_inductor(name, others[name])
    return chosen, {**patches, **others, **({"triton.cudagraphs": True} if chosen.cudagraphs else {}),
                    **({} if chosen.fallback == "inductor" else _WITHOUT_INDUCTOR)}


_HERE = " (the model runs where its tensors are)"
_FOREIGN = {"target": _HERE, "device": _HERE, "f32_precision": " (torch.set_float32_matmul_precision chooses it)"}
"""What serves here in the place of an option of `fusion.compile`."""


def _check_like_inductor(name: str, value: Any) -> None:
    """TypeError where an option of Inductor's has a value of another type, as PyTorch's own `torch.compile` has it."""
    kind = torch._inductor.config.get_type(name.replace("-", "_"))
    if typing.get_origin(kind) is None and not isinstance(value, kind):  # of a generic type PyTorch tells none either
        raise TypeError(f"option '{name}' of Inductor expects a value of the type {kind.__name__}, but is {value!r}")


# Where PyTorch computes what is left: it draws random numbers as in eager mode, and Inductor has no code to keep.
_WITHOUT_INDUCTOR = {"fallback_random": True, "force_disable_caches": True}


def _patches_of(mode: str | None) -> dict[str, Any]:
    """What a mode of `torch.compile` changes in Inductor's configuration."""
    modes = torch._inductor.list_mode_options()
    check_choice("mode", mode, (None, *modes))
    return dict(modes[mode]) if mode is not None else {}
