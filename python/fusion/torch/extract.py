# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Takes the nodes of a region out of a graph, as a graph of their own.

    before   y = f(x, w); z = g(y)                      f(x, w) of the region, z is used elsewhere
    after    (z,) = region(x, w)                        region: placeholders x, w; y = f(x, w); z = g(y); output (z,)

Inputs and results that lie in memory in another order than their dimensions are passed row-major (`layout`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy  # type: ignore[import-untyped]
import torch
from torch.fx import Graph, GraphModule, Node

from fusion.torch import layout
from fusion.torch import nodes as fx

_permute = torch.ops.aten.permute.default


@dataclass
class Extracted:
    """A region apart: `module` takes the values of `inputs`, nodes of the graph around, and gives those of `outputs`."""

    module: GraphModule
    inputs: list[Node]
    outputs: list[Node]


def extract(module: GraphModule, nodes: Sequence[Node]) -> Extracted:
    """Copies `nodes`, which are in the graph's order, to a module of their own; `module` gains views of inputs alone.

    Tensors come first among the inputs, numbers on the host behind them, integers before floats: each size that the
    region computes with, and each symbol that no dimension of a tensor is.
    """
    inside = set(nodes)
    sources = dict.fromkeys(source for node in nodes if not fx.is_constant(node) for source in node.all_input_nodes
                            if source not in inside)
    tensors = [source for source in sources if not fx.is_size(source)]
    numbers = [source for source in sources if fx.is_size(source)]
    numbers += _missing_symbols(module, nodes, tensors, numbers)
    numbers.sort(key=lambda node: isinstance(node.meta["val"], (float, torch.SymFloat)))
    graph, root, copies = Graph(), torch.nn.Module(), dict[Node, Node]()
    inputs = _add_inputs(graph, (*tensors, *numbers), copies)
    for node in filter(fx.is_constant, nodes):
        (held,) = node.all_input_nodes
        setattr(root, held.name, fx.constant_of(module, held))
        copies[held] = graph.get_attr(held.name)
        copies[held].meta = dict(held.meta)
    for node in nodes:
        copies[node] = graph.node_copy(node, copies.__getitem__)
    outputs = [node for node in nodes if any(user not in inside for user in node.users)]
    graph.output(tuple(_row_major(graph, copies[node]) for node in outputs))
    return Extracted(GraphModule(root, graph), inputs, outputs)


def replace(module: GraphModule, nodes: Sequence[Node], region: Extracted, call: Callable[..., Any]) -> None:
    """Puts a call in the place of `nodes`; it takes the region's inputs and gives a sequence of its outputs."""
    graph, last = module.graph, nodes[-1]
    with graph.inserting_after(last):
        node = graph.call_function(call, tuple(region.inputs))
    values = [output.args for output in region.module.graph.nodes if output.op == "output"][0][0]
    node.meta["val"] = [value.meta["val"] for value in values]
    place = node
    for index, output in enumerate(region.outputs):
        with graph.inserting_after(place):
            result = place = graph.call_function(operator.getitem, (node, index))
        result.meta["val"] = node.meta["val"][index]
        order = layout.memory_order(output.meta["val"])
        if order is not None and order != sorted(order):
            with graph.inserting_after(place):
                result = place = graph.call_function(_permute, (result, layout.inverse(order)))
            result.meta["val"] = output.meta["val"]
        output.replace_all_uses_with(result)
    for node in reversed(nodes):
        graph.erase_node(node)


def sort(module: GraphModule) -> None:
    """Brings the nodes into an order in which each stands behind what it reads, and otherwise keeps their order.

    What stood in front of a node that writes into a tensor stays in front of it, and what stood behind it behind.
    Collectives stay behind each other.
    """
    nodes = list(module.graph.nodes)
    needs = _needs_of_writers(nodes)
    collectives = [node for node in nodes if fx.is_collective(node)]
    for previous, node in zip(collectives, collectives[1:]):
        needs[node] = (*needs[node], previous)
    placed: set[Node] = set()
    waiting: dict[Node, list[Node]] = {}

    def place(node: Node) -> None:
        stack = [node]
        while stack:
            current = stack.pop()
            missing = next((source for source in (*current.all_input_nodes, *needs.get(current, ()))
                            if source not in placed), None)
            if missing is not None:
                waiting.setdefault(missing, []).append(current)
                continue
            placed.add(current)
            order.append(current)
            stack.extend(reversed(waiting.pop(current, [])))

    order: list[Node] = []
    for node in nodes:
        place(node)
    if waiting:
        raise AssertionError(f"a region depends on itself through {next(iter(waiting))}")
    for previous, node in zip(order, order[1:]):
        if previous.next is not node:
            previous.append(node)


def _needs_of_writers(nodes: Sequence[Node]) -> dict[Node, Sequence[Node]]:
    """For each node that writes, those in front of it as far as the last such node, and for those behind it the node."""
    needs: dict[Node, Sequence[Node]] = {}
    since: list[Node] = []
    for node in nodes:
        if fx.writes(node):
            needs[node], since = since, [node]
        else:
            needs[node] = since[:1] if since and fx.writes(since[0]) else ()
            since.append(node)
    return needs


def _add_inputs(graph: Graph, sources: Sequence[Node], copies: dict[Node, Node]) -> list[Node]:
    """Makes a placeholder for each of `sources`; a call passes the nodes that are returned, which are row-major.

    Placeholders come first, since nodes in front of one may take the name of its argument.
    """
    passed = []
    for source in sources:
        copies[source] = graph.placeholder(source.name)
        copies[source].meta = {"val": source.meta.get("val")}
    for source in sources:
        value = source.meta.get("val")
        order = layout.memory_order(value) if isinstance(value, torch.Tensor) else None
        if order is None or order == sorted(order):
            passed.append(source)
            continue
        passed.append(_permuted(source, order))
        placeholder = copies[source]
        placeholder.meta["val"] = passed[-1].meta["val"]
        copies[source] = graph.call_function(_permute, (placeholder, layout.inverse(order)))
        copies[source].meta["val"] = value
    return passed


def _permuted(source: Node, order: list[int]) -> Node:
    """A node that is `source` permuted: what `source` is a permutation of, where it is just that."""
    if source.target is _permute and list(source.args[1]) == layout.inverse(order):  # type: ignore[arg-type]
        base = source.args[0]
        assert isinstance(base, Node)
        return base
    with source.graph.inserting_after(source):
        node = source.graph.call_function(_permute, (source, order))
    node.meta["val"] = source.meta["val"].permute(order)
    return node


def _row_major(graph: Graph, node: Node) -> Node:
    """`node`, or the permutation of it that is row-major."""
    value = node.meta["val"]
    order = layout.memory_order(value)
    if order is None or order == sorted(order):
        return node
    result = graph.call_function(_permute, (node, order))
    result.meta["val"] = value.permute(order)
    return result


def _missing_symbols(module: GraphModule, nodes: Sequence[Node], tensors: Sequence[Node],
                     numbers: Sequence[Node]) -> list[Node]:
    """Placeholders of the graph around for symbols that no input of the region tells."""
    used: set[sympy.Symbol] = set()
    for node in (*nodes, *tensors):
        for tensor in fx.tensors(node.meta.get("val")):
            for size in tensor.shape:
                used |= _expression(size).free_symbols
    known = {_expression(size) for node in tensors for tensor in fx.tensors(node.meta.get("val")) for size in tensor.shape}
    known |= {_expression(node.meta["val"]) for node in numbers}
    missing = []
    for node in module.graph.nodes:
        if node.op == "placeholder" and isinstance(node.meta.get("val"), torch.SymInt):
            symbol = _expression(node.meta["val"])
            if symbol in used and symbol not in known:
                missing.append(node)
                known.add(symbol)
    return missing


def _expression(size: Any) -> sympy.Expr:
    return size.node.expr if isinstance(size, (torch.SymInt, torch.SymFloat, torch.SymBool)) else sympy.sympify(size)


def whole(module: GraphModule) -> GraphModule:
    """A graph with the outputs that a region has: a tuple, of tensors alone."""
    (output,) = [node for node in module.graph.nodes if node.op == "output"]
    values = output.args[0] if isinstance(output.args[0], (tuple, list)) else (output.args[0],)
    output.args = (tuple(value for value in values if isinstance(value, Node)),)
    module.recompile()
    return module
