# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions and warnings of the package."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fusion._libraries import name_of
from fusion._native import CallError, CompileError

__all__ = ["CallError", "CompileError", "FusionWarning", "explain_call"]

_MOST_NAMES = 12  # that a message lists


class FusionWarning(UserWarning):
    """What the compiler says of a graph that it compiled, or of the device.

    >>> import warnings
    >>> warnings.simplefilter("error", fusion.FusionWarning)  # as an exception
    >>> fusion.compile("module {}", "cpu")
    Traceback (most recent call last):
    ...
    fusion.FusionWarning: has no public function with a body: nothing is compiled; ...
    """

    __module__ = "fusion"


def explain_call(error: Exception, names: Sequence[str], signature: str = "") -> None:
    """Adds to the message of a call what converts a tensor of another type, and what the entry takes.

    Inputs are called by their `names`, if they have any; else `signature` shows their types.
    """
    if not error.args or not isinstance(error.args[0], str):
        return

    def named(found: re.Match[str]) -> str:
        number = int(found[1])
        return f"input '{names[number]}'" if number < len(names) else found[0]

    message = error.args[0].partition("\nException raised from ")[0]  # PyTorch adds places in its own sources
    text = re.sub(r"\binput (\d+)\b", named, message)
    types = re.match(r"input .*: expected (?:[?\d]+x)*(\w+), got (?:\d+x)*(\w+)$", text)
    if types is not None and types[1] != types[2]:
        name = name_of("bool" if types[1] == "i1" else types[1])
        text += f"; x.astype('{name}') converts it, or x.to(torch.{name}) of PyTorch"
    if names and len(names) <= _MOST_NAMES:
        text = re.sub(r"\btakes (\d+) inputs\b", rf"takes \1 inputs ({', '.join(names)})", text)
    elif signature and re.search(r"\btakes \d+ inputs?\b", text):
        text += f": {signature}"
    error.args = (text, *error.args[1:])
