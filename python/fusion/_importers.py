# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Graphs of other frameworks as compiled modules. Each framework's wheel is imported when its function is called.

PyTorch's graphs are read by the package itself (`fusion.torch.aten`); ONNX, JAX and TensorFlow Lite come by the tools
that docs/Import.md names, which are wheels with programs.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fusion._module import Module, compile

__all__ = ["Imported", "from_jax", "from_onnx", "from_tflite", "from_torch"]


class Imported:
    """A model of a framework, compiled: takes what the model takes, returns what it returns.

    ``module`` is the compiled graph, with the model's parameters as its first inputs.
    """

    def __init__(self, module: Module, flatten: Callable[[tuple[Any, ...], dict[str, Any]], list[Any]],
                 unflatten: Callable[[Sequence[Any]], Any]) -> None:
        self.module = module
        self._flatten, self._unflatten = flatten, unflatten

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The model's result. TypeError where arguments are not built as those of the example."""
        values = self.module(*self._flatten(args, kwargs))
        return self._unflatten(values if isinstance(values, tuple) else (values,))


def from_torch(model: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None, *,
               dynamic: Any = None, target: str = "auto", **options: Any) -> Imported:
    """Compiles a PyTorch model, or a function of tensors, for calls like ``model(*args, **kwargs)``.

    Args:
        dynamic: None (sizes as in `args`), True (each size may differ, where the model allows it), or what
            `torch.export` takes as ``dynamic_shapes``.
        target, options: as of `fusion.compile`.

    Parameters and buffers are read at each call. Tensors of at most 64 integers that the model holds and does not save
    (``persistent=False``, or written in the function) have the values that they have now.

    Raises:
        ImportError: PyTorch is not installed; the text has the command.
        ValueError: an operation that is not imported, or a model that writes into its buffers.
        CompileError: the compiler refuses the graph.
    """
    torch = _import("torch", "torch")
    from fusion.torch import aten
    from fusion.torch.export import export

    exported = export(model, args, kwargs, dynamic)
    module = compile(aten.import_fx(exported.module).text(), target, **options)

    def flatten(values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        return [value.detach() if isinstance(value, torch.Tensor) and value.requires_grad and not torch.is_grad_enabled()
                else value for value in exported.flatten(values, named)]

    return Imported(module, flatten, exported.unflatten)


def from_onnx(model: Any, *, target: str = "auto", **options: Any) -> Module:
    """Compiles an ONNX model: a path, bytes, or a loaded ``onnx.ModelProto``. Weights are part of the graph.

    ImportError says what to install; CalledProcessError has the tool's message where it does not lower an operation.
    """
    onnx = _import("onnx", "onnx torch-mlir")
    _import("torch_mlir", "onnx torch-mlir")
    loaded = onnx.load(os.fspath(model)) if isinstance(model, (str, os.PathLike)) else (
        onnx.load_from_string(model) if isinstance(model, bytes) else model)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.onnx")
        onnx.save(loaded, str(path))
        graph = _run("torch-mlir-import-onnx", "torch-mlir", [str(path), "-o", "-"])
        text = _run("torch-mlir-opt", "torch-mlir", ["--torch-onnx-to-torch-backend-pipeline",
                                                     "--torch-backend-to-linalg-on-tensors-backend-pipeline"], graph)
    return compile(text, target, **options)


def from_jax(function: Callable[..., Any], args: Sequence[Any], *, target: str = "auto", **options: Any) -> Imported:
    """Compiles a function of JAX for arguments of the shapes and types of `args` (arrays, or pytrees of arrays).

    Arguments that the function does not read are left out of the graph by JAX, and of the call here. Results are
    tensors of the library of the first argument that is passed: pass NumPy arrays for the CPU.
    """
    jax = _import("jax", "jax iree-base-compiler torch-mlir")
    lowered = jax.jit(function).lower(*args)
    kept = lowered._lowering.compile_args.get("kept_var_idx")
    leaves, _ = jax.tree.flatten(tuple(args))
    indices = sorted(kept) if kept is not None else list(range(len(leaves)))
    graph = re.sub(r", algorithm = <[^>]*>", "", lowered.as_text())
    graph = _run("iree-opt", "iree-base-compiler", ["--inline", "--chlo-legalize-to-stablehlo", "-"], graph)
    text = _run("torch-mlir-opt", "torch-mlir", ["--stablehlo-legalize-to-linalg", "--canonicalize", "--cse"], graph)
    structure = jax.tree.structure(lowered.out_info)

    def flatten(values: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        if named:
            raise TypeError("a function of JAX takes its arguments by position here")
        passed, _ = jax.tree.flatten(values)
        return [passed[i] for i in indices]

    return Imported(compile(text, target, **options), flatten, lambda values: jax.tree.unflatten(structure, values))


def from_tflite(model: str | bytes | os.PathLike[str], *, target: str = "auto", **options: Any) -> Module:
    """Compiles a TensorFlow Lite model: a path, or the bytes that ``TFLiteConverter.convert`` gives."""
    package = "tosa-converter-for-tflite"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.tflite")
        path.write_bytes(model if isinstance(model, bytes) else Path(model).read_bytes())
        result = Path(folder, "model.mlir")
        _run(package, package, ["--text", str(path), "-o", str(result)])
        return compile(result.read_text(encoding="utf-8"), target, **options)


def _import(name: str, packages: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is not installed: pip install {packages}") from error


def _run(program: str, package: str, arguments: Sequence[str], text: str | None = None) -> str:
    """The output of a program that a wheel brings, found beside this Python or on the path."""
    # Not in the current folder, where a downloaded model lies: relative elements of PATH are left out.
    folders = [os.path.dirname(sys.executable), *os.environ.get("PATH", "").split(os.pathsep)]
    path = shutil.which(program, path=os.pathsep.join(filter(os.path.isabs, folders)))
    if path is None:
        raise ImportError(f"{program} is not installed: pip install {package}")
    done = subprocess.run([path, *arguments], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{program} failed ({done.returncode}): {done.stderr.strip()[-4000:]}")
    return done.stdout
