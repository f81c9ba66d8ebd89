# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Graphs of PyTorch, as AOTAutograd writes them, as graphs of `fusion._graph`.

    gm: torch.fx.GraphModule           # functional, of aten operations, with fake tensors as node.meta["val"]
    graph = import_fx(gm)
    text = graph.text()

The operations are in a table, by overload: `_aten_pointwise`, `_aten_movement`, `_aten_reductions`, `_aten_products`,
`_aten_creation` and `_quantized_decomposed` fill it. What has no entry is for PyTorch's decompositions, or stays with
PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import torch
from torch._subclasses.fake_tensor import unset_fake_temporarily

from fusion import _dtypes, _ops
from fusion._dims import Dim
from fusion._graph import Graph, Value
from fusion.torch import (
    _aten_creation, _aten_movement, _aten_pointwise, _aten_products, _aten_reductions, _quantized_decomposed,
)
from fusion.torch._lowering import TABLE, Call, Refused, UnsupportedNode, dtype_of, number_of, size_of
from fusion.torch.nodes import constant_of, used_values

__all__ = ["UnsupportedNode", "import_fx", "is_supported"]

# Importing them filled the table.
_FILLED_BY = (_aten_creation, _aten_movement, _aten_pointwise, _aten_products, _aten_reductions,
              _quantized_decomposed)


def import_fx(gm: torch.fx.GraphModule, constants: Collection[int] = (),
              aliases: Mapping[int, int] | None = None, numbers: Collection[int] = ()) -> Graph:
    """The graph of a GraphModule: an input for each placeholder, in order, and an output for each that it returns.

    Placeholders of SymInts are numbers of i64, and their symbols sizes. `constants` are the numbers of placeholders
    that hold weights (docs/Arguments.md), `aliases` maps placeholders to outputs that are written into their memory,
    `numbers` are those of tensors of rank 0 that calls pass as numbers.
    All outputs are tensors, contiguous in row-major order. UnsupportedNode tells the first node that is not taken.
    """
    graph, environment = Graph(), dict[torch.fx.Node, Any]()
    places = (node for node in gm.graph.nodes if node.op == "placeholder")
    for number, node in enumerate(places):
        alias = (aliases or {}).get(number)
        if number in numbers:
            environment[node] = _explained(node, lambda: graph.scalar(dtype_of(node.meta["val"].dtype)))
        else:
            environment[node] = _explained(node, lambda: _placeholder(graph, node, number in constants, alias))
    for node in gm.graph.nodes:
        if node.op == "get_attr":
            environment[node] = _explained(node, lambda: _attribute(graph, gm, node))
        elif node.op == "output":
            _explained(node, lambda: _outputs(graph, node, environment))
        elif node.op != "placeholder":
            environment[node] = _explained(node, lambda: _lowered(graph, node, environment))
    return graph


def is_supported(node: torch.fx.Node) -> str | None:
    """None if `import_fx` takes the node, else the reason why it does not: the node alone is imported on trial."""
    if node.op != "call_function":
        is_known = node.op in ("placeholder", "get_attr", "output")
        return None if is_known else f"nodes of kind {node.op} are not supported"
    graph, environment = Graph(), dict[torch.fx.Node, Any]()
    try:
        known = [argument.meta.get("val") for argument in (*node.all_input_nodes, node)]
        for symbol in sorted(_symbols(known)):
            graph.scalar(_dtypes.i64, Dim.symbol(symbol))
        for argument in node.all_input_nodes:
            environment[argument] = _stand_in(graph, argument.meta.get("val"))
        _explained(node, lambda: _lowered(graph, node, environment))
    except Refused as refused:
        return str(refused)
    except UnsupportedNode as unsupported:
        return unsupported.reason
    return None


def _explained(node: torch.fx.Node, import_node: Callable[[], Any]) -> Any:
    """What `import_node` returns; errors of operations become UnsupportedNode."""
    try:
        return import_node()
    except (Refused, ValueError, TypeError, IndexError, KeyError, ZeroDivisionError) as error:
        raise UnsupportedNode(node.name, str(node.target), str(error)) from error


def _placeholder(graph: Graph, node: torch.fx.Node, constant: bool, alias: int | None) -> Any:
    value = node.meta.get("val")
    if isinstance(value, torch.SymInt):
        size = size_of(value)
        graph.scalar(_dtypes.i64, size if isinstance(size, Dim) else None)
        return size
    if isinstance(value, (int, float, torch.SymFloat)) and not isinstance(value, bool):
        return graph.scalar(_dtypes.i64 if isinstance(value, int) else _dtypes.f64)
    tensor = _plain(value)
    return graph.input(dtype_of(tensor.dtype), [size_of(size) for size in tensor.shape], constant, alias)


def _plain(value: Any) -> torch.Tensor:
    """`value`, which is a tensor that has memory of its own; Refused if it is another thing."""
    if not isinstance(value, torch.Tensor):
        raise Refused(f"it is no tensor, but a {type(value).__name__}")
    if value.layout is not torch.strided or value.is_quantized:
        raise Refused("the tensor is sparse or quantized")
    dtype_of(value.dtype)
    return value


def _attribute(graph: Graph, gm: torch.fx.GraphModule, node: torch.fx.Node) -> Value:
    value = constant_of(gm, node)
    with unset_fake_temporarily():  # a tracer that calls this would refuse a tensor that has values
        tensor, dtype = _plain(value).detach().cpu().contiguous(), dtype_of(value.dtype)
        array = tensor.view(getattr(torch, dtype.storage)).numpy() if dtype.is_held_as_bits else tensor.numpy()
    return graph.constant(array, dtype)


def _outputs(graph: Graph, node: torch.fx.Node, environment: Mapping[torch.fx.Node, Any]) -> None:
    results = node.args[0] if isinstance(node.args[0], (tuple, list)) else (node.args[0],)
    for result in results:
        value = environment[result] if isinstance(result, torch.fx.Node) else result
        if not isinstance(value, Value):
            raise Refused(f"results are tensors, but one is {value}")
        graph.output(value)


def _stand_in(graph: Graph, value: Any) -> Any:
    """An input like the value of an argument."""
    if isinstance(value, (tuple, list)):
        return tuple(_stand_in(graph, part) for part in value)
    if isinstance(value, (torch.SymInt, int)):
        return size_of(value)
    if isinstance(value, (torch.SymFloat, float)):
        return graph.scalar(_dtypes.f64)
    tensor = _plain(value)
    return graph.input(dtype_of(tensor.dtype), [size_of(size) for size in tensor.shape])


def _symbols(value: Any) -> set[str]:
    """The symbols of the sizes in what PyTorch says of a value."""
    if isinstance(value, (tuple, list)):
        return set().union(*map(_symbols, value))
    if isinstance(value, torch.SymFloat):
        return {str(symbol) for symbol in value.node.expr.free_symbols}
    sizes = value.shape if isinstance(value, torch.Tensor) else [value] if isinstance(value, torch.SymInt) else []
    return set().union(*(size.symbols() for size in map(size_of, sizes) if isinstance(size, Dim)))


def _lowered(graph: Graph, node: torch.fx.Node, environment: Mapping[torch.fx.Node, Any]) -> Any:
    """The value of a node, of the type that PyTorch says; Refused or an error of an operation if it is not taken."""
    meta = node.meta.get("val")
    if isinstance(meta, torch.SymInt):
        return size_of(meta)
    if isinstance(meta, torch.SymFloat):
        return number_of(graph, meta)
    lowering = TABLE.get(str(node.target)) or TABLE.get(getattr(node.target, "__name__", ""))
    if lowering is None:
        raise Refused("no entry of the table of operations has it")
    _expect_results(node)
    call = Call(graph, node)
    arguments = torch.fx.node.map_arg(tuple(node.args), environment.__getitem__)
    options = torch.fx.node.map_arg(dict(node.kwargs), environment.__getitem__)
    return _checked(lowering(call, *arguments, **options), meta)


def _expect_results(node: torch.fx.Node) -> None:
    """Results that are used are plain tensors, on the device of the tensors that they are computed from."""
    devices = {tensor.device for argument in node.all_input_nodes if isinstance(tensor := argument.meta.get("val"),
                                                                              torch.Tensor) and tensor.dim()}
    for result in used_values(node):
        if result is None or isinstance(result, (torch.SymInt, int)):
            continue
        _plain(result)
        if devices and result.device not in devices:
            raise Refused(f"the result is on {result.device}, and its operands are not")


def _checked(result: Any, meta: Any) -> Any:
    """The result, converted to the type that PyTorch says; Refused where shapes differ."""
    if isinstance(result, (tuple, list)):
        return tuple(_checked(part, of) for part, of in zip(result, meta))
    if not isinstance(result, Value):
        return result
    shape = tuple(size_of(size) for size in meta.shape)
    if result.shape != shape:
        raise Refused(f"the shape is {result.shape}, but PyTorch's is {shape}")
    return _ops.cast(result, dtype_of(meta.dtype))
