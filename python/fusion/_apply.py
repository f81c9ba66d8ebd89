# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""How a function of the package becomes a node: operands that are arrays, tensors and numbers, and parameters."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fusion._dims import Dim, Size
from fusion._graph import Graph, Value
from fusion._native import Node, apply_op, input_of
from fusion._structure import Build, Op, op

if TYPE_CHECKING:
    from fusion._lazy import Array, ArrayLike

# The operand's place in a template; what stands in other places is a number, or None.
_ARRAY = "array"

_NUMBERS = (bool, int, float, np.number, np.bool_)


def array_of(operand: ArrayLike) -> Array:
    """An array for an operand that is none yet; TypeError for a number or what is no tensor."""
    node: Array = input_of(operand)
    return node


def unary(function: Callable[[Value], Value], name: str = "") -> Callable[[ArrayLike], Array]:
    """A function of one array; what it does is told by `function`, which does it in a graph."""
    operation = Op(name or function.__name__, lambda graph, x: function(x))

    def call(x: ArrayLike) -> Any:
        node = apply_op(operation, x)
        return apply_op(operation, input_of(x)) if node is None else node

    _name(call, name or function.__name__, function)
    return call


def binary(function: Callable[[Any, Any], Value], name: str = "") -> Callable[[Any, Any], Array]:
    """A function of two operands, at least one of them an array or a tensor, the other perhaps a number."""
    operation = Op(name or function.__name__, lambda graph, a, b: function(a, b))

    def call(a: ArrayLike, b: ArrayLike) -> Any:
        node = apply_op(operation, a, b)
        if node is not None:
            return node
        if isinstance(a, _NUMBERS) or isinstance(b, _NUMBERS):
            return apply(function, (a, b), name=name)
        return apply_op(operation, input_of(a), input_of(b))

    _name(call, name or function.__name__, function)
    return call


def _name(call: Callable[..., Any], name: str, function: Callable[..., Any]) -> None:
    call.__name__ = call.__qualname__ = name
    call.__module__ = "fusion"
    call.__doc__ = function.__doc__


def apply(function: Callable[..., Value], operands: Sequence[ArrayLike | None], name: str = "",
          **parameters: Any) -> Array:
    """``function(*operands, **parameters)``, where operands are arrays, tensors, numbers or None.

    Numbers and parameters, which are hashable, are part of the operation. TypeError where no operand is an array.
    """
    template: list[Any] = []
    keys: list[Hashable] = []
    arrays: list[Node] = []
    for operand in operands:
        if isinstance(operand, Node):
            arrays.append(operand)
            template.append(_ARRAY)
            keys.append(_ARRAY)
        elif operand is None or isinstance(operand, _NUMBERS):
            number = operand.item() if isinstance(operand, (np.number, np.bool_)) else operand
            template.append(number)
            keys.append((type(number), number if number and number == number else repr(number)))
        else:
            arrays.append(array_of(operand))
            template.append(_ARRAY)
            keys.append(_ARRAY)
    if not arrays:
        raise TypeError(f"{name or function.__name__} expects an array or a tensor, not numbers alone")
    key = (function, tuple(keys), tuple(parameters.items()))
    operation = op(name or function.__name__, key, lambda: _bound(function, tuple(template), parameters))
    result: Array = apply_op(operation, *arrays)
    return result


def _bound(function: Callable[..., Value], template: Sequence[Any], parameters: dict[str, Any]) -> Build:
    def build(graph: Graph, *values: Value) -> Value:
        rest = iter(values)
        return function(*[next(rest) if place is _ARRAY else place for place in template], **parameters)

    return build


def integer(value: Any, name: str = "axis") -> int:
    """`value` as an int; TypeError for what is none, which calls it `name`."""
    try:
        return operator.index(value)
    except TypeError:
        if isinstance(value, Dim):
            raise
        raise TypeError(f"{name} expects an integer, but is {reprlib.repr(value)}") from None


def number(value: Any, name: str) -> float:
    """`value` as a float; TypeError for what is no number, which calls it `name`."""
    if isinstance(value, _NUMBERS) or getattr(value, "ndim", None) == 0:
        return float(value)
    raise TypeError(f"{name} expects a number, but is {reprlib.repr(value)}")


def listed(values: Any, name: str, words: str) -> list[Any]:
    """What is in `values`; TypeError for one value alone, which calls it `name`, and what it should have `words`."""
    if isinstance(values, Iterable) and not isinstance(values, (str, Node)):
        return list(values)
    raise TypeError(f"{name} expects {words} in a tuple or a list, but is of the type {type(values).__name__}")


def sizes_of(shape: Any, name: str = "shape") -> tuple[Size, ...]:
    """A shape that is given as a size or as several; TypeError for what is no size."""
    sizes = shape if isinstance(shape, (tuple, list)) else (shape,)
    return tuple(size if isinstance(size, Dim) else integer(size, f"each size of {name}") for size in sizes)


def axes_of(axis: Any) -> tuple[int, ...] | int | None:
    """Axes as operations take them: None, one, or several."""
    if axis is None:
        return None
    if isinstance(axis, (tuple, list)):
        return tuple(integer(one) for one in axis)
    return integer(axis)


def is_array(operand: object) -> bool:
    """Whether it is an array of this package."""
    return isinstance(operand, Node)
