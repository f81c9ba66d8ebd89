# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fusion: a compiler that fuses the operations of tensor graphs into kernels.

    import fusion
    y = fusion.matmul(a, b, bias=bias, activation="relu")       # one kernel
    module = fusion.compile("graph.mlir")                        # a graph in MLIR
    print(module.explain())                                      # what is fused, and why not the rest
"""

from fusion._errors import CallError, CompileError, FusionWarning
from fusion._module import Module, compile
from fusion._native import version as __version__

__all__ = ["CallError", "CompileError", "FusionWarning", "Module", "__version__", "compile"]
