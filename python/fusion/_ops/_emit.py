# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What operations are written with: operands, broadcasting, named operations of the dialect, and maps."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fusion import _dtypes
from fusion._dims import Dim, Size, is_one
from fusion._dtypes import DType, Number
from fusion._graph import Graph, Value, tensor_type

Operand = Value | Number


def graph_of(*operands: Operand) -> Graph:
    """The graph that the operands belong to; TypeError if all are numbers, ValueError if they are of two graphs."""
    values = [operand for operand in operands if isinstance(operand, Value)]
    if not values:
        raise TypeError("an operation needs a value of a graph as an operand, not Python numbers alone")
    for value in values:
        values[0].graph.own(value)
    return values[0].graph


def promoted(*operands: Operand) -> DType:
    """The common type of values, and then of Python numbers, which change the kind alone (`_dtypes.promote`)."""
    graph_of(*operands)
    result = functools.reduce(_dtypes.promote, (o.dtype for o in operands if isinstance(o, Value)))
    return functools.reduce(_dtypes.promote_number, (o for o in operands if not isinstance(o, Value)), result)


def broadcast(*shapes: Sequence[Size]) -> tuple[Size, ...]:
    """The shape that `shapes` broadcast to, as in NumPy; ValueError if they do not.

    Sizes that are known at the call have to be equal as they are written, or stand beside a static 1.
    """
    rank = max((len(shape) for shape in shapes), default=0)
    result: list[Size] = []
    for axis in range(-rank, 0):
        size: Size = 1
        for shape in shapes:
            other = shape[axis] if len(shape) >= -axis else 1
            if is_one(size):
                size = other
            elif not is_one(other) and other != size:
                if size != 1 and other != 1:
                    names = " and ".join(shape_text(s) for s in shapes)
                    raise ValueError(f"shapes {names} do not broadcast: {size} is not {other}")
                size = other if size == 1 else size
        result.append(size)
    return tuple(result)


def shape_text(shape: Sequence[Size]) -> str:
    """A shape for messages: ``(m, 256)``."""
    return "(" + ", ".join(str(size) for size in shape) + ")"


def axis_of(value: Value, axis: int, name: str = "axis") -> int:
    """`axis` counted from the front; IndexError if `value` has no such axis."""
    if not -value.rank <= axis < value.rank:
        raise IndexError(f"{name} {axis} is out of range for a tensor of shape {shape_text(value.shape)}")
    return axis % value.rank


def named(op: str, inputs: Sequence[Value], dtype: DType, attributes: str = "", prefix: str = "") -> Value:
    """An elementwise operation of the dialect that broadcasts and writes its result type, as ``fusion.add``."""
    shape = broadcast(*(value.shape for value in inputs))
    names = prefix + ", ".join(value.name for value in inputs)
    types = ", ".join(value.type for value in inputs)
    extra = f" {{{attributes}}}" if attributes else ""
    return inputs[0].graph.emit(f"fusion.{op} {names}{extra} : ({types}) -> {tensor_type(shape, dtype)}", dtype, shape)


def unary(op: str, value: Value, attributes: str = "") -> Value:
    """An elementwise operation of the dialect with one operand, whose type the result has, as ``fusion.exp``."""
    extra = f" {{{attributes}}}" if attributes else ""
    return value.graph.emit(f"fusion.{op} {value.name}{extra} : {value.type}", value.dtype, value.shape)


def size_value(graph: Graph, size: Size) -> Value:
    """A size as a value of i64 and rank 0, for computations with it."""
    if not isinstance(size, Dim):
        return graph.constant(size, _dtypes.i64)
    wide = graph.emit_name(f"arith.index_cast {graph.index(size)} : index to i64")
    return graph.emit(f"tensor.from_elements {wide} : tensor<i64>", _dtypes.i64, ())


class Scalar(NamedTuple):
    """A value of a map's region: its name and the name of its type."""

    name: str
    type: str


class Body:
    """The region of a ``fusion.map`` in the making: scalar operations of arith and math."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def op(self, name: str, *operands: Scalar, type: str = "") -> Scalar:
        """An operation whose operands have one type, which is the result's too unless `type` names another."""
        return self._add(f"{name} {', '.join(o.name for o in operands)} : {operands[0].type}", type or operands[0].type)

    def convert(self, name: str, operand: Scalar, type: str) -> Scalar:
        """An operation that names the types of its operand and of its result, as ``arith.extsi``."""
        return self._add(f"{name} {operand.name} : {operand.type} to {type}", type)

    def compare(self, predicate: str, lhs: Scalar, rhs: Scalar) -> Scalar:
        """``arith.cmpf`` or ``arith.cmpi``, by the type of the operands."""
        name = "arith.cmpf" if lhs.type in _FLOATS else "arith.cmpi"
        return self._add(f"{name} {predicate}, {lhs.name}, {rhs.name} : {lhs.type}", "i1")

    def select(self, condition: Scalar, on_true: Scalar, on_false: Scalar) -> Scalar:
        names = f"{condition.name}, {on_true.name}, {on_false.name}"
        return self._add(f"arith.select {names} : {on_true.type}", on_true.type)

    def number(self, value: Number, dtype: DType) -> Scalar:
        text = _dtypes.number_text(value, dtype)
        return self._add(f"arith.constant {text}" + ("" if dtype.mlir == "i1" else f" : {dtype.mlir}"), dtype.mlir)

    def index(self, value: int) -> Scalar:
        return self._add(f"arith.constant {value} : index", "index")

    def lookup(self, table: Scalar, indices: Sequence[Scalar], condition: Scalar | None = None) -> Scalar:
        """The element of a table at indices of type index; zero where `condition` is false. Else out of range traps."""
        where = f" if {condition.name}" if condition is not None else ""
        element = table.type[:-1].split("x")[-1].removeprefix("tensor<")
        return self._add(f"fusion.lookup {table.name}[{', '.join(i.name for i in indices)}]{where} : {table.type}",
                         element)

    def philox(self, counter: Scalar, seed: Scalar, offset: Scalar) -> list[Scalar]:
        """Four words of i32 (docs/Random.md); the operands are of i64."""
        name = f"%r{len(self.lines)}"
        self.lines.append(f"{name}:4 = fusion.philox {counter.name}, {seed.name}, {offset.name}")
        return [Scalar(f"{name}#{word}", "i32") for word in range(4)]

    def stochastic_round(self, x: Scalar, bits: Scalar, dtype: DType, saturate: bool) -> Scalar:
        """An f32 as a float of 8 or 16 bits, rounded by 32 bits."""
        return self._add(f"fusion.stochastic_round {x.name}, {bits.name}{' {saturate}' if saturate else ''} : {dtype.mlir}",
                         dtype.mlir)

    def _add(self, text: str, type: str) -> Scalar:
        name = f"%r{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return Scalar(name, type)


_FLOATS = frozenset(dtype.mlir for dtype in _dtypes.ALL if dtype.is_float)


def map_values(inputs: Sequence[Value], dtype: DType, body: Callable[..., Scalar], shape: Sequence[Size] | None = None,
               tables: Sequence[Value] = (), positions: bool = False, graph: Graph | None = None) -> Value:
    """A ``fusion.map``: each element by `body`, from the elements of `inputs` at its place, which broadcast.

    `body` is called with a `Body`, a scalar of each input, each table, for `Body.lookup`, and, where `positions` is
    set, the element's index along each dimension. `shape` is the result's, if it is not what the inputs broadcast to;
    a size that is known at the call and that no input has is given by a tensor without contents.
    """
    owner = graph if graph is not None else (tuple(inputs) + tuple(tables))[0].graph
    sizes = tuple(shape) if shape is not None else broadcast(*(value.shape for value in inputs))
    names = [(value.name, value.type) for value in inputs] + _shape_operands(owner, inputs, sizes)
    elements = [Scalar(f"%x{i}", value.dtype.mlir) for i, value in enumerate(inputs)]
    table_scalars = [Scalar(f"%t{i}", table.type) for i, table in enumerate(tables)]
    places = [Scalar(f"%p{i}", "index") for i in range(len(sizes))] if positions else []
    region = Body()
    result = body(region, *elements, *table_scalars, *places)
    heads = [f"fusion.map({', '.join(f'%x{i} = {name}' for i, (name, _) in enumerate(names))})"]
    if tables:
        heads.append(f"tables({', '.join(f'%t{i} = {table.name}' for i, table in enumerate(tables))})")
    if places:
        heads.append(f"at({', '.join(place.name for place in places)})")
    types = ", ".join([type for _, type in names] + [table.type for table in tables])
    lines = [f"{' '.join(heads)} : ({types}) -> {tensor_type(sizes, dtype)} {{"]
    lines += [f"  {line}" for line in region.lines] + [f"  fusion.yield {result.name} : {result.type}", "}"]
    return owner.emit("\n    ".join(lines), dtype, sizes)


def map_reals(inputs: Sequence[Value], dtype: DType, body: Callable[..., Scalar]) -> Value:
    """A map of floats of one type, which is computed in f32 for types of 16 bits and rounded once at its end.

    `body` is called with a `Body`, the type that is computed in, and a scalar of each input.
    """
    wide = _dtypes.accumulator(dtype)
    if wide == dtype:
        return map_values(inputs, dtype, lambda b, *scalars: body(b, wide, *scalars))

    def widened(b: Body, *scalars: Scalar) -> Scalar:
        result = body(b, wide, *(b.convert("arith.extf", scalar, wide.mlir) for scalar in scalars))
        return b.convert("arith.truncf", result, dtype.mlir)

    return map_values(inputs, dtype, widened)


def _shape_operands(graph: Graph, inputs: Sequence[Value], sizes: Sequence[Size]) -> list[tuple[str, str]]:
    """An operand that gives the sizes that no input gives, where there are any."""
    given = {axis - len(value.shape) for value in inputs for axis, size in enumerate(value.shape)
             if not is_one(size)}
    missing = [axis for axis in range(-len(sizes), 0) if isinstance(sizes[axis], Dim) and axis not in given]
    if not missing:
        return []
    shape = [sizes[axis] if axis in missing else 1 for axis in range(min(missing), 0)]
    return [(graph.empty(_dtypes.bool_, shape), tensor_type(shape, _dtypes.bool_))]
