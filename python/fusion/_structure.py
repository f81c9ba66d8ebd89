# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Expressions: nodes of operations and inputs, their structure, and graphs made of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from fusion._dims import Dim, Size
from fusion._dtypes import i64
from fusion._graph import Graph, Value
from fusion._native import Node
from fusion._ops import cast
from fusion._types import Type, common_device, type_of

Build = Callable[..., Value]  # of a graph and of the values of the operands

MOST_ENTRIES = 1 << 13  # of each cache; then it is emptied


class Op:
    """An operation with its parameters and with the numbers among its operands; equal ones are one object (`op`)."""

    __slots__ = ("name", "build", "types")

    def __init__(self, name: str, build: Build) -> None:
        self.name = name
        self.build = build
        self.types: dict[Any, Type] = {}  # of the result, by the tuple of the operands' types


class Flags(NamedTuple):
    """What is said of an input beside its type."""

    dynamic: tuple[int, ...] = (0,)  # axes whose size may change from call to call without another compile
    is_constant: bool = False        # nobody writes it while calls run
    is_traced: bool = False          # it has no value: a function is traced


DEFAULT = Flags()


_ops: dict[Hashable, Op] = {}


def op(name: str, key: Hashable, make: Callable[[], Build]) -> Op:
    """The operation with this key, made by `make` if there is none."""
    found = _ops.get(key)
    if found is None:
        if len(_ops) >= MOST_ENTRIES:
            _ops.clear()
        found = _ops.setdefault(key, Op(name, make()))
    return found


class _Scratch(Graph):
    """A graph for types alone: any size is told by the graph that an operation becomes part of."""

    def index(self, size: Size) -> str:
        return "%size" if isinstance(size, Dim) else super().index(size)


def infer(operation: Op, operands: Sequence[Node]) -> Type:
    """The type of the result by that of the operands: what the operation itself makes of them, and refuses."""
    types = tuple([node._type for node in operands])
    graph = _Scratch()
    device = common_device(types)
    result = operation.build(graph, *[_input(graph, own, own.shape, False) for own in types])
    made = type_of(result.dtype, result.shape, device)
    if all(isinstance(size, int) for own in (made, *types) for size in own.shape):
        if len(operation.types) >= MOST_ENTRIES:
            operation.types.clear()
        operation.types[types] = made
    return made


def _input(graph: Graph, own: Type, shape: tuple[Size, ...], is_constant: bool) -> Value:
    if not own.is_number:
        return graph.input(own.dtype, shape, constant=is_constant)
    # A call's integers have a sign, so that numbers without one are passed as wider ones.
    return cast(graph.scalar(i64), own.dtype) if own.dtype.kind == "uint" else graph.scalar(own.dtype)


def build(roots: Sequence[Node], inputs: Sequence[Node], shapes: Sequence[tuple[Size, ...]]) -> Graph:
    """The graph of expressions, whose inputs are arguments of these shapes, in this order."""
    graph = Graph()
    values = {id(node): _input(graph, node._type, shape, node._flags.is_constant)
              for node, shape in zip(inputs, shapes, strict=True)}
    stack = list(reversed(roots))
    while stack:
        node = stack[-1]
        if id(node) in values:
            stack.pop()
            continue
        missing = [operand for operand in node._operands if id(operand) not in values]
        if missing:
            stack += missing[::-1]
            continue
        assert node._op is not None, "an input that is not among the inputs"
        values[id(node)] = node._op.build(graph, *[values[id(operand)] for operand in node._operands])
        stack.pop()
    for root in roots:
        graph.output(values[id(root)])
    return graph
