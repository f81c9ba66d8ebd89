# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Graphs of other frameworks as compiled modules. Each framework's wheel is imported when its function is called.

PyTorch's graphs are read by the package itself (`fusion.torch.aten`); ONNX, JAX (`fusion._jax`) and TensorFlow Lite come
by the tools that docs/Import.md names, which are wheels with programs.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fusion._imported import Imported, import_package, run_tool
from fusion._jax import from_jax
from fusion._module import Module, check_options, compile

__all__ = ["Imported", "from_jax", "from_onnx", "from_tflite", "from_torch"]


def from_torch(model: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None, *,
               dynamic: Any = None, target: str = "auto", **options: Any) -> Imported:
    """Compiles a PyTorch model, or a function of tensors, for calls like ``model(*args, **kwargs)``.

    Args:
        dynamic: None (sizes as in `args`), True (each size may differ, where the model allows it), or what
            `torch.export` takes as ``dynamic_shapes``.
        target, options: as of `fusion.compile`.

    Parameters and buffers are read at each call, without their gradients: `torch.compile` trains. Tensors of at most 64 integers that the model holds and does not save
    (``persistent=False``, or written in the function) have the values that they have now.

    Raises:
        ImportError: PyTorch is not installed; the text has the command.
        ValueError: an operation that is not imported, or a model that writes into its buffers.
        CompileError: the compiler refuses the graph.
    """
    import_package("torch", "torch")
    from fusion.torch import aten
    from fusion.torch.export import export

    if not callable(model):
        raise TypeError(f"fusion.from_torch expects a model and example arguments, got {type(model).__name__}")
    if not isinstance(args, (tuple, list)):
        raise TypeError(f"args of fusion.from_torch are a tuple, one entry for each argument, got {type(args).__name__}:"
                        " write (x,) for one tensor")
    check_options(target, options)
    exported = export(model, args, kwargs, dynamic)
    module = compile(aten.import_fx(exported.module).text(), target, **options)
    return Imported(module, getattr(model, "__name__", type(model).__name__), exported.signature)


def from_onnx(model: Any, *, target: str = "auto", **options: Any) -> Module:
    """Compiles an ONNX model: a path, bytes, or a loaded ``onnx.ModelProto``. Weights are part of the graph.

    ImportError says what to install; CalledProcessError has the tool's message where it does not lower an operation.
    """
    onnx = import_package("onnx", "onnx torch-mlir")
    import_package("torch_mlir", "onnx torch-mlir")
    loaded = onnx.load(os.fspath(model)) if isinstance(model, (str, os.PathLike)) else (
        onnx.load_from_string(model) if isinstance(model, bytes) else model)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.onnx")
        onnx.save(loaded, str(path))
        graph = run_tool("torch-mlir-import-onnx", "torch-mlir", [str(path), "-o", "-"])
        text = run_tool("torch-mlir-opt", "torch-mlir", ["--torch-onnx-to-torch-backend-pipeline",
                                                     "--torch-backend-to-linalg-on-tensors-backend-pipeline"], graph)
    return compile(text, target, **options)


def from_tflite(model: str | bytes | os.PathLike[str], *, target: str = "auto", **options: Any) -> Module:
    """Compiles a TensorFlow Lite model: a path, or the bytes that ``TFLiteConverter.convert`` gives."""
    package = "tosa-converter-for-tflite"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.tflite")
        path.write_bytes(model if isinstance(model, bytes) else Path(model).read_bytes())
        result = Path(folder, "model.mlir")
        run_tool(package, package, ["--text", str(path), "-o", str(result)])
        return compile(result.read_text(encoding="utf-8"), target, **options)
