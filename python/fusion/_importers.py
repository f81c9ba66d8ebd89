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

from fusion._imported import Imported, check_example, import_package, run_tool
from fusion._jax import from_jax
from fusion._module import Module, check_options, compile
from fusion._source import check_file

__all__ = ["Imported", "from_jax", "from_onnx", "from_tflite", "from_torch"]


def from_torch(model: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None, *,
               dynamic: Any = None, target: str = "auto", **options: Any) -> Imported:
    """Compiles a PyTorch model, or a function of tensors, for calls like ``model(*args, **kwargs)``.

    Args:
        dynamic: None (sizes as in `args`), True (each size may differ, where the model allows it), or what
            `torch.export` takes as ``dynamic_shapes``.
        target, options: as of `fusion.compile`.

    Parameters and buffers are read at each call, without their gradients: `torch.compile` trains. Tensors of at most 64
    integers that the model holds and does not save (``persistent=False``, or written in the function) have the values
    that they have now.

    Raises:
        ImportError: PyTorch is not installed; the text has the command.
        ValueError: an operation that is not imported, or a model that writes into its buffers.
        CompileError: the compiler refuses the graph.

    >>> import torch
    >>> model = fusion.from_torch(torch.nn.Linear(4, 3), (torch.zeros(2, 4),), dynamic=True)
    >>> model(torch.ones(5, 4)).shape
    torch.Size([5, 3])
    """
    import_package("torch", "torch")
    from fusion.torch import aten
    from fusion.torch.export import export

    check_example("from_torch", "a model", model, args)
    if dynamic is not None and dynamic is not True and not isinstance(dynamic, (Mapping, tuple, list)):
        raise TypeError("dynamic of fusion.from_torch expects None, True or what torch.export takes as dynamic_shapes, "
                        f"but is {dynamic!r}")
    check_options(target, options, ("args", "kwargs", "dynamic"))
    exported = export(model, args, kwargs, dynamic)
    module = compile(aten.import_fx(exported.module).text(), target, **options)
    return Imported(module, getattr(model, "__name__", type(model).__name__), exported.signature)


def from_onnx(model: Any, *, target: str = "auto", **options: Any) -> Module:
    """Compiles an ONNX model: a path, bytes, or a loaded ``onnx.ModelProto``. Weights are part of the graph.

    Args:
        target, options: as of `fusion.compile`.

    Raises:
        ImportError: a wheel is not installed; the text has the command.
        ValueError: the file or the bytes are no model of ONNX.
        RuntimeError: an operation that the tool does not lower; the text has its message.

    >>> import onnx.parser
    >>> text = '<ir_version: 8, opset_import: ["": 17]> f (float[2] x) => (float[2] y) { y = Relu(x) }'
    >>> model = fusion.from_onnx(onnx.parser.parse_model(text), target="cpu")
    >>> model(np.float32([-1, 2]))
    array([0., 2.], dtype=float32)
    """
    check_options(target, options)
    source = _source_of("from_onnx", model)
    onnx = import_package("onnx", "onnx torch-mlir")
    import_package("torch_mlir", "onnx torch-mlir")
    loaded = _load_onnx(onnx, model if source is None else source)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.onnx")
        onnx.save(loaded, str(path))
        graph = run_tool("torch-mlir-import-onnx", "torch-mlir", [str(path), "-o", "-"])
        text = run_tool("torch-mlir-opt", "torch-mlir", ["--torch-onnx-to-torch-backend-pipeline",
                                                     "--torch-backend-to-linalg-on-tensors-backend-pipeline"], graph)
    return compile(text, target, **options)


def _load_onnx(onnx: Any, source: Any) -> Any:
    """The model of a path or of bytes; anything else is a model already."""
    if not isinstance(source, (str, bytes)):
        if isinstance(source, onnx.ModelProto):
            return source
        raise TypeError(f"fusion.from_onnx expects a path, bytes or an onnx.ModelProto, got {type(source).__name__}")
    try:
        loaded = onnx.load(source) if isinstance(source, str) else onnx.load_from_string(source)
    except Exception as error:  # of protobuf, which is another one with each of its implementations
        raise ValueError(f"{_name_of(source)} no model of ONNX: {error}; models as text are read by "
                         "onnx.parser.parse_model, whose result fusion.from_onnx takes") from error
    if not loaded.HasField("graph"):
        raise ValueError(f"{_name_of(source)} no model of ONNX: there is no graph")
    return loaded


def _name_of(source: str | bytes) -> str:
    return "the bytes are" if isinstance(source, bytes) else f"{source!r} is"


def _source_of(importer: str, model: Any) -> str | bytes | None:
    """The path or the bytes of a model, None for something else; an error where there is no such file."""
    if isinstance(model, bytes) or not isinstance(model, (str, os.PathLike)):
        return model if isinstance(model, bytes) else None
    check_file(importer, model)
    return os.fspath(model)


def from_tflite(model: str | bytes | os.PathLike[str], *, target: str = "auto", **options: Any) -> Module:
    """Compiles a TensorFlow Lite model: a path, or the bytes that ``TFLiteConverter.convert`` gives.

    The arguments and errors are those of `from_onnx`.

    >>> model = fusion.from_tflite("model.tflite", target="cpu")
    >>> np.testing.assert_allclose(model(np.load("x.npy")), np.load("y.npy"), 1e-5, 1e-5)
    """
    check_options(target, options)
    source = _source_of("from_tflite", model)
    if source is None:
        raise TypeError(f"fusion.from_tflite expects a path or bytes, got {type(model).__name__}")
    package = "tosa-converter-for-tflite"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model.tflite")
        path.write_bytes(source if isinstance(source, bytes) else Path(source).read_bytes())
        result = Path(folder, "model.mlir")
        run_tool(package, package, ["--text", str(path), "-o", str(result)])
        return compile(result.read_text(encoding="utf-8"), target, **options)
