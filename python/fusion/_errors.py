# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions and warnings of the package."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fusion._native import CallError, CompileError

__all__ = ["CallError", "CompileError", "FusionWarning", "name_inputs"]

_MOST_NAMES = 12  # that a message lists


class FusionWarning(UserWarning):
    """What the compiler says of a graph that it compiled, or of the device."""


def name_inputs(error: Exception, names: Sequence[str]) -> None:
    """Calls inputs by their names where the message of a call has their numbers."""
    if not names or not error.args or not isinstance(error.args[0], str):
        return

    def named(found: re.Match[str]) -> str:
        number = int(found[1])
        return f"input '{names[number]}'" if number < len(names) else found[0]

    text = re.sub(r"\binput (\d+)\b", named, error.args[0])
    if len(names) <= _MOST_NAMES:
        text = re.sub(r"\btakes (\d+) inputs\b", rf"takes \1 inputs ({', '.join(names)})", text)
    error.args = (text, *error.args[1:])
