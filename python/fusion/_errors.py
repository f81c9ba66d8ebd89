# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions and warnings of the package."""

from fusion._native import CallError, CompileError

__all__ = ["CallError", "CompileError", "FusionWarning"]


class FusionWarning(UserWarning):
    """What the compiler says of a graph that it compiled, or of the device."""
