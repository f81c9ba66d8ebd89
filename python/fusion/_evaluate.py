# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Values of expressions: one compiled module for each structure, kept for the next time."""

from __future__ import annotations

import re
import threading
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from fusion import _libraries, _module, _structure
from fusion._dtypes import DType
from fusion._errors import explain_call
from fusion._graph import Graph
from fusion._native import Node, check_gradients, run_known, trace
from fusion._structure import MOST_ENTRIES
from fusion._symbolic import Guards, Place, specialise
from fusion._types import Type, common_device, type_of


class TracedError(TypeError):
    """A value is asked for that depends on an argument of a function that is traced."""


class Compiled:
    """A module for expressions, and how it is called."""

    __slots__ = ("module", "_storages", "_runs", "reads")

    def __init__(self, module: _module.Module, storages: Sequence[str | None]) -> None:
        """`storages` has the NumPy name of each output's type where the output comes as another type, else None."""
        self.module = module
        self._storages = storages
        self.reads = any(storages)
        self._runs: dict[str | None, _module.Run] = {}  # by the device

    def prepare(self, device: str | None) -> _module.Run:
        """What `run` calls on a device."""
        run = self._runs[device] = self.module.prepare(_ordinal(device))
        return run

    def run(self, values: list[Any], device: str | None, stream: int | None = None) -> Sequence[Any]:
        """The outputs for inputs on a device; None where there are none but numbers."""
        try:
            check_gradients(values)
            run = self._runs.get(device) or self.prepare(device)
            outputs: Sequence[Any] = run(values, None, stream)
        except (TypeError, ValueError, RuntimeError) as error:
            explain_call(error, self.module.input_names)
            error.args = tuple(_without_place(part) for part in error.args)
            raise
        if self.reads:
            return [read_as(out, name) for out, name in zip(outputs, self._storages)]
        return outputs


def _without_place(message: Any) -> Any:
    """A message of a call without the line of the graph, which the package wrote and the user does not have."""
    return re.sub(r"^entry '\w+': graph\.mlir:\d+:\d+: '([\w.]+)'(?: op)? ", r"\1 ", message) if isinstance(
        message, str) else message


def _ordinal(device: str | None) -> int:
    """The number of a GPU, or -1 for the host."""
    return int(device.partition(":")[2]) if device is not None and device != "cpu" else -1


def unsigned_storage(dtype: DType) -> str | None:
    """The name of the NumPy type of an output that comes as another type; the runtime's integers have a sign."""
    return dtype.storage if dtype.kind == "uint" else None


def read_as(output: Any, storage: str | None) -> Any:
    """An output as the type of a `unsigned_storage`."""
    return output if storage is None else _libraries.of(output).view(output, storage)


def compile_graph(graph: Graph, target: str, numerics: str | None = None, options: Mapping[str, Any] | None = None,
                  names: Sequence[str] = ()) -> Compiled:
    """The module of a graph whose outputs are those of expressions; `target` and `options` as of `fusion.compile`."""
    storages = [unsigned_storage(out.dtype) for out in graph.outputs]
    module = _module.compile(graph.text(), target, numerics=numerics, **(options or {}))
    module.input_names = names
    return Compiled(module, storages)


def target_of(device: str | None) -> str:
    """What a graph of tensors on this device is compiled for; without tensors, the CPU."""
    return f"auto:{_ordinal(device)}" if _ordinal(device) >= 0 else "cpu"


_exact: dict[Hashable, Compiled] = {}                      # by structure, with the types of the inputs
_variants: dict[Hashable, list[tuple[Guards, Compiled]]] = {}  # without the sizes that may change
_compiling = threading.RLock()
_known: dict[tuple[Any, ...], tuple[_module.Run, _module.Module]] = {}  # of one array whose output is its value


def clear_cache() -> None:
    """Forgets all compiled structures of this process; those on disk stay (docs/Cache.md).

    >>> fusion.clear_cache()  # the next value of each structure is compiled, or found on disk
    """
    with _compiling:
        _exact.clear()
        _known.clear()
        _variants.clear()


def prepare(roots: tuple[Node, ...], numerics: str | None = None) -> tuple[Compiled, list[Any]]:
    """(module, values of its inputs in their order) of expressions, compiled if their structure was not yet."""
    structure, inputs, values = trace(numerics, *roots)
    compiled = _exact.get(structure)
    if compiled is None:
        compiled = _find(roots, structure, inputs, numerics)
        if len(_exact) >= MOST_ENTRIES:
            _exact.clear()
            _known.clear()
        _exact[structure] = compiled
    return compiled, values


def _find(roots: Sequence[Node], structure: Sequence[Any], inputs: Sequence[Node], numerics: str | None) -> Compiled:
    """A variant whose guards hold for these inputs, or a new one."""
    for node in inputs:
        if node._flags.is_traced:
            raise TracedError(f"the value of {node._type} is not known while fusion.jit traces a function: a function "
                            "may not depend on values (use fusion.where), and its inputs do not leave it")
    shapes: list[tuple[int, ...]] = [node._type.shape for node in inputs]  # type: ignore[misc]  # no Dims: not traced
    free = [(number, axis) for number, node in enumerate(inputs) for axis in _free_axes(node)]
    key = (*(None if isinstance(entry, Type) else entry for entry in structure),
           *(_without_sizes(node, number, free) for number, node in enumerate(inputs)))
    with _compiling:
        variants = _variants.setdefault(key, [])
        for guards, compiled in variants:
            if guards.hold(shapes):
                return compiled
        graph, guards = specialise(lambda sizes: _structure.build(roots, inputs, sizes), shapes, free)
        compiled = compile_graph(graph, target_of(common_device([node._type for node in inputs])), numerics)
        variants.append((guards, compiled))
        return compiled


def _free_axes(node: Node) -> list[int]:
    rank = len(node._type.shape)
    return sorted({axis % rank for axis in node._flags.dynamic if -rank <= axis < rank})


def _without_sizes(node: Node, number: int, free: Sequence[Place]) -> Hashable:
    own = node._type
    shape = tuple(None if (number, axis) in free else size for axis, size in enumerate(own.shape))
    return own.dtype, shape, own.device, own.is_number


def evaluate_one(root: Node, stream: int | None = None, numerics: str | None = None) -> None:
    """Computes an expression, which has no value; after it, it has one."""
    if run_known(_known, root, stream, numerics):
        return
    own, (structure, *_) = root._type, trace(numerics, root)
    compiled, values = prepare((root,), numerics)
    (output,) = compiled.run(values, own.device, stream)
    _set_value(root, output, compiled)
    if own.device is not None and not compiled.reads:
        _known[structure] = compiled.prepare(own.device), compiled.module


def evaluate(nodes: Sequence[Node], stream: int | None = None, numerics: str | None = None) -> None:
    """Computes expressions, in one call of one module; after it they have values. One at least has none before."""
    roots = tuple(node for node in dict(zip(map(id, nodes), nodes)).values()
                  if node._op is not None or node._flags.is_traced)
    common_device([root._type for root in roots])
    compiled, values = prepare(roots, numerics)
    for root, output in zip(roots, compiled.run(values, roots[0]._type.device, stream)):
        _set_value(root, output, compiled)


def _set_value(root: Node, value: Any, compiled: Compiled) -> None:
    root._value, root._module = value, compiled.module
    root._op, root._operands = None, ()
    if root._type.device is None:
        root._type = type_of(root._type.dtype, root._type.shape, "cpu")
