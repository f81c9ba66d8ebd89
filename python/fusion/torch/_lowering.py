# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What the table of aten operations is made with: the table itself, and what a lowering is told of its node."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Union

import torch
from torch.fx.experimental.symbolic_shapes import statically_known_true

from fusion import _dtypes, _ops
from fusion._dims import Dim, Size
from fusion._dtypes import DType
from fusion._graph import Graph, Value
from fusion._ops._emit import size_value

Operand = Union[Value, Size, bool, float]
Lowering = Callable[..., Any]

# The lowering of each overload, by its name: "aten.add.Tensor".
TABLE: dict[str, Lowering] = {}

# Namespaces of overloads that are not aten's.
_OTHERS = ("prims.", "quantized_decomposed.")

# The element types that PyTorch has too.
DTYPES: dict[torch.dtype, DType] = {
    torch.bool: _dtypes.bool_, torch.uint8: _dtypes.u8, torch.int8: _dtypes.i8, torch.int16: _dtypes.i16,
    torch.int32: _dtypes.i32, torch.int64: _dtypes.i64, torch.float16: _dtypes.f16, torch.bfloat16: _dtypes.bf16,
    torch.float32: _dtypes.f32, torch.float64: _dtypes.f64, torch.uint16: _dtypes.u16, torch.uint32: _dtypes.u32,
    torch.uint64: _dtypes.u64, torch.float8_e4m3fn: _dtypes.f8e4m3fn, torch.float8_e5m2: _dtypes.f8e5m2}


# PyTorch's types whose sign the runtime does not know: its integers have none.
UNSIGNED = frozenset(dtype for dtype, own in DTYPES.items() if own.kind == "uint")


class UnsupportedNode(Exception):
    """A node of an FX graph that has no form here.

    `node` is the node's name, `op` what it calls, and `reason` why it is not taken.
    """

    def __init__(self, node: str, op: str, reason: str) -> None:
        super().__init__(f"'{node}' ({op}) is not supported: {reason}")
        self.node, self.op, self.reason = node, op, reason


class Refused(Exception):
    """The reason why a lowering does not take its arguments."""


def lowers(*names: str) -> Callable[[Lowering], Lowering]:
    """Enters a function in the table, as the lowering of overloads, without "aten." in front, or of Python's functions.

    It is called with a `Call` and the node's arguments: tensors are Values, sizes that are known at the call Dims.
    """
    def enter(function: Lowering) -> Lowering:
        for name in names:
            TABLE[name if name.startswith(_OTHERS) or "." not in name else f"aten.{name}"] = function
        return function

    return enter


def dtype_of(dtype: torch.dtype) -> DType:
    """The element type that PyTorch calls `dtype`; Refused if there is none."""
    if dtype not in DTYPES:
        raise Refused(f"tensors of {dtype} are not supported")
    return DTYPES[dtype]


def size_of(size: int | torch.SymInt) -> Size:
    """A size of PyTorch: an int, or a Dim of the symbols that its expression has; Refused for other functions.

    A quotient that PyTorch has guarded to be a number, as the size -1 of a view that was broadcast, is that number.
    """
    if isinstance(size, int):
        return size
    result = _size_of_expression(size.node.expr)
    if isinstance(result, Dim) and not result.is_polynomial and size.node.has_hint():
        hint = size.node.hint
        if isinstance(hint, int) and statically_known_true(size == hint):
            return hint
    return result


def number_of(graph: Graph, number: torch.SymFloat) -> Value:
    """A float that PyTorch computes of sizes, such as attention's scale, computed in f64 in the graph.

    Refused for functions other than sums, products, quotients and powers, and for floats that calls pass.
    """
    return _number_of_expression(graph, number.node.expr)


def _number_of_expression(graph: Graph, expression: Any) -> Value:
    if expression.is_number:
        return graph.constant(float(expression), _dtypes.f64)
    if expression.is_integer:
        return _ops.cast(size_value(graph, _size_of_expression(expression)), _dtypes.f64)
    rule = _NUMBER_RULES.get(type(expression).__name__)
    if rule is None:
        raise Refused(f"the number {expression} is not made of sums, products, quotients and powers of sizes")
    return functools.reduce(rule, [_number_of_expression(graph, part) for part in expression.args])


def _size_of_expression(expression: Any) -> Size:
    if expression.is_Integer:
        return int(expression)
    if expression.is_Symbol:
        return Dim.symbol(str(expression))
    parts = [_size_of_expression(part) for part in expression.args]
    rule = _RULES.get(type(expression).__name__)
    if rule is None:
        raise Refused(f"the size {expression} is not made of sums, products and quotients")
    return rule(parts)


def _sum(parts: Sequence[Size]) -> Size:
    total: Size = 0
    for part in parts:
        total = total + part
    return total


def _power(parts: Sequence[Size]) -> Size:
    base, exponent = parts
    if not isinstance(exponent, int) or exponent < 0:
        raise Refused("a size is a power of another with an exponent that is no positive integer")
    result: Size = 1
    for _ in range(exponent):
        result = result * base
    return result


def _times(parts: Sequence[Size]) -> Size:
    result: Size = 1
    for part in parts:
        result = result * part
    return result


_RULES: dict[str, Callable[[Sequence[Size]], Size]] = {
    "Add": _sum, "Mul": _times, "Pow": _power,
    "FloorDiv": lambda parts: parts[0] // parts[1], "CleanDiv": lambda parts: parts[0] // parts[1],
    "Mod": lambda parts: parts[0] % parts[1], "PythonMod": lambda parts: parts[0] % parts[1]}


# A conversion has one part, which is of f64 already.
_NUMBER_RULES: dict[str, Callable[[Value, Value], Value]] = {
    "ToFloat": _ops.add, "Add": _ops.add, "Mul": _ops.mul, "FloatTrueDiv": _ops.div, "IntTrueDiv": _ops.div,
    "FloatPow": _ops.pow, "Pow": _ops.pow}


class Call:
    """A node that is lowered: the graph to write to, and what PyTorch says of the result and the arguments."""

    def __init__(self, graph: Graph, node: torch.fx.Node) -> None:
        self.graph = graph
        self.node = node

    @property
    def meta(self) -> Any:
        """The fake tensor, or tuple of them, that stands for the result."""
        return self.node.meta["val"]

    @property
    def dtype(self) -> DType:
        """The element type of the result."""
        return dtype_of(self.meta.dtype)

    @property
    def shape(self) -> tuple[Size, ...]:
        """The shape of the result."""
        return tuple(size_of(size) for size in self.meta.shape)

    def argument_type(self, *numbers: int) -> DType:
        """The type that PyTorch promotes the node's arguments of these numbers to."""
        metas = [_promotable(self.node.args[number]) for number in numbers]
        dtype = metas[0].dtype if isinstance(metas[0], torch.Tensor) and len(metas) == 1 else torch.result_type(*metas)
        return dtype_of(dtype)

    def operand(self, operand: Operand, dtype: DType) -> Value | bool | int | float:
        """A value converted to `dtype`; a number as it is, and a size as a value."""
        if isinstance(operand, Dim):
            return _ops.cast(size_value(self.graph, operand), dtype)
        return _ops.cast(operand, dtype) if isinstance(operand, Value) else operand

    def value(self, operand: Operand, dtype: DType | None = None) -> Value:
        """The operand as a value of `dtype`, by default the result's."""
        own = dtype or self.dtype
        converted = self.operand(operand, own)
        return converted if isinstance(converted, Value) else self.graph.constant(converted, own)

    def size_value(self, size: Size) -> Value:
        return size_value(self.graph, size)


def _promotable(argument: Any) -> Any:
    """What `torch.result_type` takes for an argument: its fake tensor, or a number of its kind."""
    value = argument.meta["val"] if isinstance(argument, torch.fx.Node) else argument
    if isinstance(value, torch.SymInt):
        return 1
    return 1.0 if isinstance(value, torch.SymFloat) else value


def expect(condition: bool, reason: str) -> None:
    """Refused, for `reason`, where the condition does not hold."""
    if not condition:
        raise Refused(reason)
