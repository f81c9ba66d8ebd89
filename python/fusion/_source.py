# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What a graph is read from: text, bytecode or a file, and what is told of files that are none."""

from __future__ import annotations

import os
import re
from pathlib import Path

from fusion._options import nearest

BYTECODE = b"ML\xefR"
"""The first bytes of MLIR bytecode."""


def read_source(source: str | bytes | os.PathLike[str]) -> tuple[bytes, str]:
    """The bytes of a graph and the name that errors give it."""
    if isinstance(source, bytes):
        return source, "graph.mlir"
    if not isinstance(source, (str, os.PathLike)):
        hint = "; fusion.jit compiles functions of arrays, fusion.from_torch models of PyTorch, and fusion.from_jax " \
               "functions of JAX" if callable(source) else ""
        raise TypeError(f"fusion.compile expects a graph as MLIR text or bytecode, or the path of a file, got "
                        f"{type(source).__name__}{hint}")
    if isinstance(source, str) and _is_text(source):
        return source.encode(), "graph.mlir"
    path = Path(source)
    if path.suffix in _OTHERS:
        raise ValueError(f"{os.fspath(source)!r} is a file of another kind: {_OTHERS[path.suffix]}")
    check_file("compile", path)
    return path.read_bytes(), os.fspath(source)


def check_file(function: str, path: str | os.PathLike[str]) -> None:
    """An error of `function` where there is no such file, with the one beside it whose name is nearest."""
    text, folder = os.fspath(path), os.path.dirname(os.fspath(path)) or "."
    if os.path.isdir(text):
        raise IsADirectoryError(f"fusion.{function} expects a file, but {text!r} is a folder")
    if not os.path.exists(text):
        try:
            beside = sorted(os.listdir(folder))
        except OSError:
            beside = []
        raise FileNotFoundError(f"fusion.{function}: there is no file {text!r} in {os.getcwd()!r}"
                                f"{nearest(os.path.basename(text), beside)}")


def _is_text(source: str) -> bool:
    """Whether a text is a graph and no path: it has several lines, or a bracket, which names of files seldom have."""
    return not source.strip() or "\n" in source or (
        re.search("[({]", source) is not None and not source.endswith((".mlir", ".mlirbc")))


_TORCH = "fusion.from_torch compiles the model that torch loads from it"
_OTHERS = {".onnx": "fusion.from_onnx reads it", ".tflite": "fusion.from_tflite reads it",
           ".pt": _TORCH, ".pth": _TORCH, ".pt2": _TORCH, ".safetensors": _TORCH}
"""Who takes files of other frameworks, by how their names end."""
