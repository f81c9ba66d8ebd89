# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A tensor graph that is being built: its inputs, values and outputs, and its text in MLIR.

The operations on values are in `fusion._ops`. The text is of the fusion dialect, with tensor and linalg for what moves
elements; `fusion-compile` and `fusion._native.compile` take it as it is.

    g = Graph()
    m = Dim.symbol("m")
    a = g.input(_dtypes.bf16, (m, 256))
    w = g.input(_dtypes.bf16, (256, 512), constant=True)
    g.output(_ops.relu(_ops.matmul(a, w)))
    text = g.text()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fusion._constants import elements_text
from fusion._dims import Dim, Size, fold, product
from fusion._dtypes import DType, Number, number_text, of_number, of_numpy

__all__ = ["Dim", "Graph", "Size", "Value", "fold", "product", "tensor_type"]


def tensor_type(shape: Sequence[Size], dtype: DType) -> str:
    """MLIR's name of the type of a tensor, ``tensor<?x256xbf16>``."""
    return "tensor<" + "".join("?x" if isinstance(size, Dim) else f"{size}x" for size in shape) + dtype.mlir + ">"


class Value:
    """A tensor of a graph: an input, a constant or the result of an operation.

    ``shape`` has an int for each static size and a `Dim` for each that is known at the call. ``name`` is what MLIR's
    text calls it. ``size`` is the Dim that the number stands for where the value is an integer that `Graph.scalar`
    made, else None.
    """

    __slots__ = ("graph", "name", "dtype", "shape", "size")

    def __init__(self, graph: Graph, name: str, dtype: DType, shape: Sequence[Size], size: Dim | None = None) -> None:
        self.graph = graph
        self.name = name
        self.dtype = dtype
        self.shape = tuple(shape)
        self.size = size

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def type(self) -> str:
        """MLIR's name of its type."""
        return tensor_type(self.shape, self.dtype)

    def __repr__(self) -> str:
        return f"Value({self.name}, {self.dtype.name}, {self.shape})"


class Graph:
    """One function in the making. Values belong to the graph that made them."""

    def __init__(self) -> None:
        self._arguments: list[str] = []
        self._inputs: list[DType] = []
        self._lines: list[str] = []
        self._outputs: list[Value] = []
        self._next = 0
        self._origins: dict[Size, tuple[Value, int] | str] = {}  # a dimension of an input, or a number and its type
        self._indices: dict[Size, str] = {}                      # names of index values by size
        self._empties: dict[str, str] = {}

    # Inputs, constants and outputs.

    def input(self, dtype: DType, shape: Sequence[Size], constant: bool = False, aliases: int | None = None) -> Value:
        """A tensor that calls pass, in the order of these calls.

        `constant` promises that nobody writes it while calls run, as of weights; `aliases` is the number of the output
        that is written into its memory (docs/Arguments.md). Symbols of `shape` get their sizes from it.
        """
        value = Value(self, f"%arg{len(self._arguments)}", dtype, _checked(shape))
        attributes = (["fusion.constant"] if constant else []) + (
            [f"fusion.aliases = {aliases} : i64"] if aliases is not None else [])
        suffix = " {" + ", ".join(attributes) + "}" if attributes else ""
        self._arguments.append(f"{value.name}: {value.type}{suffix}")
        self._inputs.append(dtype)
        for axis, size in enumerate(value.shape):
            if isinstance(size, Dim):
                self._origins.setdefault(size, (value, axis))
        return value

    def scalar(self, dtype: DType, symbol: Dim | None = None) -> Value:
        """A number that calls pass: a value of rank 0.

        An integer may be a size: ``value.size`` is its Dim, `symbol` if one is given.
        """
        argument = f"%arg{len(self._arguments)}"
        self._arguments.append(f"{argument}: {dtype.mlir}")
        self._inputs.append(dtype)
        size = None
        if dtype.is_integer:
            size = symbol if symbol is not None else Dim.symbol(argument[1:])
            self._origins[size] = f"{argument} : {dtype.mlir}"
        elif symbol is not None:
            raise TypeError(f"a number of {dtype.name} is no size; sizes are integers")
        made = self.emit(f"tensor.from_elements {argument} : {tensor_type((), dtype)}", dtype, ())
        return Value(self, made.name, dtype, (), size)

    def constant(self, value: np.ndarray[Any, Any] | Number, dtype: DType | None = None,
                 shape: Sequence[int] | None = None) -> Value:
        """A tensor that is part of the graph: an array, or a number, of rank 0 or repeated over a static `shape`.

        Without `dtype` it is of the array's own type, or of the number's (bool, i64, f32). An array of uint16 for
        `bf16` is taken as the bits; other arrays are rounded.
        """
        if isinstance(value, np.ndarray) and value.ndim:
            own = dtype if dtype is not None else of_numpy(value.dtype)
            sizes: Sequence[int] = value.shape
            text = elements_text(value, own)
        else:
            number = value.item() if isinstance(value, np.ndarray) else value
            own = dtype if dtype is not None else of_numpy(value.dtype) if isinstance(value, np.ndarray) else of_number(
                number)
            sizes = () if shape is None else shape
            text = number_text(number, own) if 0 not in sizes else ""
        return self.emit(f"arith.constant dense<{text}> : {tensor_type(sizes, own)}", own, sizes)

    def output(self, value: Value) -> None:
        """Makes `value` the next result of the function."""
        self.own(value)
        self._outputs.append(value)

    @property
    def input_types(self) -> tuple[DType, ...]:
        """The element types of what calls pass, in order."""
        return tuple(self._inputs)

    @property
    def outputs(self) -> tuple[Value, ...]:
        return tuple(self._outputs)

    def text(self, name: str = "main") -> str:
        """The graph as an MLIR module with one function, called `name`."""
        types = ", ".join(value.type for value in self._outputs)
        names = ", ".join(value.name for value in self._outputs)
        body = "\n".join(f"    {line}" for line in self._lines)
        end = f"    return {names} : {types}" if self._outputs else "    return"
        header = f"  func.func @{name}({', '.join(self._arguments)}) -> ({types}) {{"
        return "\n".join(["module {", header, *([body] if body else []), end, "  }", "}", ""])

    # For operations.

    def own(self, value: Value) -> None:
        """ValueError if `value` is of another graph."""
        if value.graph is not self:
            raise ValueError(f"{value!r} belongs to another graph")

    def emit(self, text: str, dtype: DType, shape: Sequence[Size]) -> Value:
        """Adds an operation, given by its text without the result's name, and returns its result."""
        return Value(self, self.emit_name(text), dtype, shape)

    def emit_name(self, text: str, results: int = 1) -> str:
        """The same for a result that is no tensor, or for several, which are called name#0, name#1, ..."""
        name = f"%{self._next}"
        self._next += 1
        self._lines.append(f"{name}{f':{results}' if results > 1 else ''} = {text}")
        return name

    def empty(self, dtype: DType, shape: Sequence[Size]) -> str:
        """The name of a tensor without contents, of `shape`: what linalg's operations are written into."""
        sizes = ", ".join(self.index(size) for size in shape if isinstance(size, Dim))
        text = f"tensor.empty({sizes}) : {tensor_type(shape, dtype)}"
        if text not in self._empties:
            self._empties[text] = self.emit_name(text)
        return self._empties[text]

    def index(self, size: Size) -> str:
        """The name of an index value that is `size`; ValueError if nothing tells the size of a symbol."""
        if size not in self._indices:
            self._indices[size] = self._compute_index(size)
        return self._indices[size]

    def size_text(self, size: Size) -> str:
        """`size` in a list of sizes that mixes numbers and names, as those of ``tensor.extract_slice``."""
        return self.index(size) if isinstance(size, Dim) else str(size)

    def _compute_index(self, size: Size) -> str:
        if isinstance(size, int):
            return self.emit_name(f"arith.constant {size} : index")
        origin = self._origins.get(size)
        if isinstance(origin, tuple):
            value, axis = origin
            return self.emit_name(f"tensor.dim {value.name}, {self.index(axis)} : {value.type}")
        if origin is not None:
            return self.emit_name(f"arith.index_cast {origin} to index")
        symbols = size.symbols()
        if size.terms == (((next(iter(symbols), ""),), 1),):
            return self._solve(size)
        return self._evaluate(size)

    def _evaluate(self, size: Dim) -> str:
        """The sum of products that `size` is."""
        total = ""
        for monomial, factor in size.terms:
            term = self.index(factor) if factor != 1 or not monomial else ""
            for atom in monomial:
                if isinstance(atom, str):
                    name = self.index(Dim.symbol(atom))
                else:
                    name = self._arith("floordivsi", self.index(atom.numerator), self.index(atom.denominator))
                term = self._arith("muli", term, name) if term else name
            total = self._arith("addi", total, term) if total else term
        return total

    def _solve(self, symbol: Dim) -> str:
        """A symbol that occurs in inputs only as factor·symbol + rest: the size gives it."""
        for size in self._origins:
            if not isinstance(size, Dim) or size.symbols() != symbol.symbols():
                continue
            factors = dict(size.terms)
            rest = factors.pop((), 0)
            factor = factors.pop(symbol.terms[0][0], 0)
            if factor and not factors:
                left = self._arith("subi", self.index(size), self.index(rest)) if rest else self.index(size)
                return self._arith("divsi", left, self.index(factor)) if factor != 1 else left
        raise ValueError(f"nothing tells the size '{symbol}': no input has it, or a multiple of it, as a dimension")

    def _arith(self, op: str, lhs: str, rhs: str) -> str:
        return self.emit_name(f"arith.{op} {lhs}, {rhs} : index")


def _checked(shape: Sequence[Size]) -> tuple[Size, ...]:
    sizes = tuple(size if isinstance(size, Dim) else int(size) for size in shape)
    if any(isinstance(size, int) and size < 0 for size in sizes):
        raise ValueError(f"sizes are at least 0, but the shape is {sizes}")
    return sizes
