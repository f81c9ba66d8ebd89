# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiled graphs: fusion.compile and Module."""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fusion import _libraries, _native
from fusion._errors import CallError, FusionWarning, explain_call
from fusion._native import check_gradients
from fusion._options import as_settings, check_names, check_type, in_python
from fusion._source import BYTECODE, read_source

if TYPE_CHECKING:
    from fusion._explain import Explanation

Run = Callable[[Sequence[Any], "Sequence[Any] | None", "int | None"], "list[Any]"]

_CONSTANT = 1  # FUSION_TENSOR_CONSTANT of the runtime's ABI
_ALIGNMENT = 256  # of a buffer that an initialise step fills, in bytes


def _default_cache() -> str:
    return os.environ.get("FUSION_CACHE") or "on"


def compile(
    source: str | bytes | os.PathLike[str],
    target: str = "auto",
    *,
    numerics: str | None = None,
    entry: str | None = None,
    cache: str | None = None,
    **options: Any,
) -> Module:
    """Compiles a graph in MLIR into a module that can be called with tensors.

    Args:
        source: MLIR text, bytecode, or the path of a file with either. docs/Import.md says which dialects are read.
        target: "auto" (the GPU if there is one, else the CPU), "auto:N" for GPU number N, "cpu", or a chip such as
            "sm_90a". A module of "auto" also takes tensors on the host: it is compiled for the CPU when they come.
        numerics: "relaxed", "strict" or "fast"; by default what the graph says, else "relaxed" (docs/Numerics.md).
        entry: the function that a call runs; needed where the graph has several.
        cache: where compiled code is kept between processes: "on" (the user's folder), "off" or a folder. By default
            what the variable FUSION_CACHE says, else "on".
        options: other options of the C library, with underscores: `f32_precision="ieee"`, `tuning_db="h100.json"`,
            `constants=(1, 2)`, `fuse=False`.

    Raises:
        CompileError: the graph is wrong, or cannot be compiled; the text has its places.
        ValueError: an option is not known or does not take the value; the text has the nearest one that is.
        OSError: the file cannot be read.

    >>> module = fusion.compile('''
    ... func.func @scaled(%x: tensor<?x2xf32>, %y: tensor<2xf32>) -> tensor<?x2xf32> {
    ...   %0 = fusion.mul %x, %y : (tensor<?x2xf32>, tensor<2xf32>) -> tensor<?x2xf32>
    ...   return %0 : tensor<?x2xf32>
    ... }''', "cpu")
    >>> module(np.float32([[1, 5]]), np.float32([3, 4]))
    array([[ 3., 20.]], dtype=float32)
    """
    data, name = read_source(source)
    check_type("target", target, str, "'auto', 'auto:N', 'cpu' or a chip such as 'sm_90a'")
    for option, value in (("entry", entry), ("cache", cache)):
        if value is not None and not isinstance(value, os.PathLike):
            check_type(option, value, str, _WORDS[option])
    check_names(options, ("target", "numerics", "entry", "cache"))
    settings = as_settings({**options, "numerics": numerics})
    return Module(data, name, target, settings, entry, os.fspath(cache or _default_cache()))


_WORDS = {"entry": "the name of a function of the graph", "cache": "'on', 'off' or a folder"}


def check_options(target: str, options: Mapping[str, Any], own: Iterable[str] = ()) -> None:
    """Refuses options of `compile` as it would, without a graph. A target of a device is looked at by a compile.

    `own` are other keywords of the caller, which may be meant by an option that is not known.
    """
    check_type("target", target, str, "'auto', 'auto:N', 'cpu' or a chip such as 'sm_90a'")
    check_names(options, own)
    settings = as_settings(options) if target.startswith("auto") else as_settings({"target": target, **options})
    with _options_in_python():
        _native.check_options(settings)


@contextmanager
def _options_in_python() -> Iterator[None]:
    """ValueErrors of the C library name options as keywords do."""
    try:
        yield
    except ValueError as error:
        hint = "; target='cpu' compiles for the CPU" if "no CUDA device" in str(error) else ""
        raise ValueError(in_python(str(error)) + hint) from None


LAZY: set[type] = set()
"""Types whose method `result` gives the tensor (`fusion.Array`)."""


class Module:
    """A compiled graph. `fusion.compile` makes it.

    A call takes the graph's inputs in their order: NumPy arrays, or tensors of any library with DLPack; and Python
    numbers where the graph has numbers. Outputs are of the library of the first tensor. Inputs that are not row-major
    are copied.

    >>> module = fusion.compile("func.func @same(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }", "cpu")
    >>> module
    <fusion.Module for the CPU: same(f32[?]) -> f32[?]>
    >>> out = np.empty(2, "f")
    >>> module(np.float32([1, 2]), out=out) is out
    True
    """

    def __init__(
        self, source: bytes, name: str, target: str, options: list[tuple[str, str]], entry: str | None, cache: str
    ) -> None:
        self._source, self._name, self._target = source, name, target
        self._options, self._entry_name, self._cache = options, entry, cache
        self._codes: dict[str, Any] = {}
        self._entries: dict[int, _Ready] = {}
        self.input_names: Sequence[str] = ()
        """What messages call the inputs, where an importer knows it; without names, numbers do."""
        _native.set_cache(cache)
        self._compile(target)

    # A module is its text and options: a copy in another process is compiled there, or found in the cache.

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_codes": {}, "_entries": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        _native.set_cache(self._cache)
        self._compile(self._target)

    def __copy__(self) -> Module:
        copy = object.__new__(Module)
        copy.__dict__.update(self.__dict__, _codes=dict(self._codes), _entries={})
        return copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Module:
        return self.__copy__()  # nothing that is shared changes

    def __repr__(self) -> str:
        signature = self._signature()
        place = "the CPU" if self._device() == "cpu" else "GPUs"
        return f"<fusion.Module for {place}{': ' if signature else ''}{signature}>"

    def _signature(self) -> str:
        """The entry's name with the types of inputs and outputs; nothing where none is chosen or was made ready."""
        try:
            ready = next(iter(self._entries.values()), None) or (self._ready(-1) if self._device() == "cpu" else None)
        except CallError:  # there are several entries, and none is chosen
            ready = None
        return ready.signature(self.input_names) if ready else ""

    def _results(self, target: str, kinds: Sequence[str]) -> list[Any]:
        options = [("target", target), ("cache", self._cache), *self._options]
        is_bytecode = self._source.startswith(BYTECODE)
        with _options_in_python():
            results, messages = _native.compile(self._source, self._name, is_bytecode, options, kinds)
        for message in messages.splitlines():
            warnings.warn(message, FusionWarning, stacklevel=4)
        return results

    def _compile(self, target: str) -> Any:
        """The code for a target, compiled once."""
        if target not in self._codes:
            (self._codes[target],) = self._results(target, ["module"])
        return self._codes[target]

    def _ready(self, ordinal: int) -> _Ready:
        """The entry made ready on a GPU, or on the host for -1."""
        ready = self._entries.get(ordinal)
        if ready is not None:
            return ready
        target = self._target
        if target.startswith("auto"):
            target = "cpu" if ordinal < 0 else f"auto:{ordinal}"
            if target == "auto:0" and "auto" in self._codes or self._device() == "cpu" == target:
                target = self._target
        code = self._compile(target)
        try:
            program = _native.Program(code, max(ordinal, 0))
        except CallError as error:
            raise CallError(f"{error}; the module is for {target}, and target='auto' takes the GPU that is there, or "
                            "the CPU") from None
        ready = _Ready(program, self._entry_name, ordinal < 0)
        self._entries[ordinal] = ready
        return ready

    def prepare(self, ordinal: int) -> Run:
        """What a call runs on GPU number `ordinal`, or on the host for -1: run(inputs, outs, stream) -> outputs.

        For callers that know where their tensors are and that none needs a gradient; `stream` and `outs` may be None.
        """
        return self._ready(ordinal).run

    def _device(self) -> str:
        device: str = self._codes[self._target].device
        return device

    def __call__(self, *tensors: Any, stream: int | None = None, out: Any = None, **others: Any) -> Any:
        """Runs the graph.

        Args:
            tensors: the inputs, in the graph's order.
            stream: address of the CUDA stream that the call is put on; by default the one that the tensors' library
                works on. The call does not wait.
            out: the output, or a sequence of outputs, to be written; row-major. New ones by default.

        Returns:
            The output, or a tuple where the graph has several.

        Raises:
            TypeError, ValueError: a wrong number, type or device of tensors.
            CallError: wrong shapes, or a failure of the device.
        """
        if not LAZY.isdisjoint(map(type, tensors)):
            tensors = tuple(tensor.result() if type(tensor) in LAZY else tensor for tensor in tensors)
        if others:
            raise TypeError(f"a module takes its inputs by position, not by the name '{next(iter(others))}'; stream "
                            "and out have names")
        if out is not None and not isinstance(out, (list, tuple)):
            out = (out,)
        try:
            check_gradients(tensors)
            ordinal = self._ordinal(tensors)
            ready = self._entries.get(ordinal) or self._ready(ordinal)
            outputs = ready.run(tensors, out, stream)
        except (TypeError, ValueError, RuntimeError) as error:
            explain_call(error, self.input_names, self._signature())
            raise
        return outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _ordinal(self, tensors: Sequence[Any]) -> int:
        """Where the first tensor is; numbers are nowhere."""
        for number, tensor in enumerate(tensors):
            if not isinstance(tensor, (int, float)):
                try:
                    return _native.device_of(tensor)
                except (TypeError, RuntimeError) as error:
                    error.args = (f"input {number}: {error}",)
                    raise
        return -1 if self._device() == "cpu" else 0

    @property
    def mlir(self) -> str:
        """The graph with its kernels formed, fused and scheduled, as MLIR text."""
        text: str = self._results(self._target, ["fusion"])[0]
        return text

    @property
    def ptx(self) -> str:
        """The kernels as PTX; empty for the CPU."""
        text: str = self._codes[self._target].ptx
        return text

    @property
    def report(self) -> dict[str, Any]:
        """What is fused, what is not and why, as the JSON of `fusion-compile --explain=json`."""
        report: dict[str, Any] = json.loads(self._results(self._target, ["report"])[0])
        return report

    @property
    def kernels(self) -> list[dict[str, Any]]:
        """The kernels of the report."""
        kernels: list[dict[str, Any]] = self.report["kernels"]
        return kernels

    def explain(self) -> Explanation:
        """The report as a table, as HTML in a notebook, as a drawing (`.svg`) and as a page (`.html()`)."""
        from fusion._explain import Explanation

        return Explanation(self.report)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the module as a shared object for the runtime library; needs a linker (lld, binutils or a compiler)."""
        Path(path).write_bytes(self._results(self._target, ["so"])[0])


def explain(source: str | bytes | os.PathLike[str], target: str = "auto", **options: Any) -> Explanation:
    """What becomes of a graph: `compile(source, target, **options).explain()`.

    >>> found = fusion.explain('''
    ... func.func @f(%x: tensor<8x4xf32>, %w: tensor<4x2xf32>) -> tensor<8x2xf32> {
    ...   %0 = fusion.matmul %x, %w : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
    ...   %1 = fusion.relu %0 : tensor<8x2xf32>
    ...   return %1 : tensor<8x2xf32>
    ... }''', "sm_90a")
    >>> [kernel["ops"] for kernel in found.kernels]
    [['matmul', 'relu']]
    """
    return compile(source, target, **options).explain()


class _Ready:
    """An entry on one device, with what its initialise step made."""

    def __init__(self, program: _native.Program, name: str | None, is_on_host: bool) -> None:
        self._program = program
        self._is_on_host = is_on_host
        try:
            self._entry = program.entry(name)
        except CallError as error:
            hint = "; fusion.compile(..., entry=NAME) chooses one" if ":" in str(error) else ""
            raise CallError(f"{error}{hint}") from None
        self._step = self._entry.initialize
        self._constants = [i for i, spec in enumerate(self._entry.inputs) if spec[2] & _CONSTANT]
        self._made_of: list[Any] = []  # kept: their identities must not be another tensor's
        self._buffer: Any = None
        self.run: Run = self._run_initialized if self._step else self._entry.run

    def signature(self, names: Sequence[str]) -> str:
        """The entry's name with the types of inputs, called by their names, and of outputs."""
        inputs = [_text_of(spec) for spec in self._entry.inputs]
        if len(names) == len(inputs):
            inputs = [f"{name}: {text}" for name, text in zip(names, inputs)]
        outputs = ", ".join(_text_of(spec) for spec in self._entry.outputs)
        return f"{self._entry.name}({', '.join(inputs)}) -> {outputs}"

    def _run_initialized(self, inputs: Sequence[Any], outs: Sequence[Any] | None, stream: int | None) -> list[Any]:
        constants = [inputs[i] for i in self._constants if i < len(inputs)]
        is_made = len(constants) == len(self._made_of) and all(a is b for a, b in zip(constants, self._made_of))
        if self._buffer is None or not is_made:
            self._initialize(constants, [*self._tensors(inputs), *(outs or ())], stream)
        return self._entry.run([*inputs, self._buffer], outs, stream)

    def _tensors(self, inputs: Sequence[Any]) -> list[Any]:
        return [value for value, spec in zip(inputs, self._entry.inputs) if spec[1] is not None]

    def _initialize(self, constants: list[Any], tensors: Sequence[Any], stream: int | None) -> None:
        """Makes the buffer where `tensors` are, those of the call."""
        assert self._step is not None
        shape = self._step.outputs[0][1]
        assert shape is not None and shape[0] is not None
        if not self._is_on_host and not tensors:
            raise TypeError("nothing tells where the GPU's results are made: pass out=, tensors on the GPU")
        if self._is_on_host:
            buffer: Any = _libraries.aligned((shape[0],), "int8", _ALIGNMENT)
        else:  # libraries for GPUs align theirs themselves
            buffer = _native.bytes_beside(tensors[0], shape[0])
        self._step.run(constants, [buffer], stream)
        self._program.synchronize(stream)  # kernels may overlap: the stream's order is not enough
        self._made_of, self._buffer = constants, buffer


def _text_of(spec: tuple[str, tuple[int | None, ...] | None, int, int]) -> str:
    """A type of `_native.Entry`, such as ``f32[?, 4]``, where ? is any size."""
    dtype, shape, *_ = spec
    return dtype if shape is None else f"{dtype}[{', '.join('?' if size is None else str(size) for size in shape)}]"
