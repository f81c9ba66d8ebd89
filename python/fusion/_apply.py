# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""How a function of the package becomes a node: operands that are arrays, tensors and numbers, and parameters."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from fusion import _lazy
from fusion._dims import Dim, Size
from fusion._graph import Graph, Value
from fusion._structure import Build, Node, Op, infer, op

# The operand's place in a template; what stands in other places is a number, or None.
_ARRAY = "array"

_NUMBERS = (bool, int, float, np.number, np.bool_)


def array_of(operand: _lazy.ArrayLike) -> _lazy.Array:
    """An array for an operand that is none yet; TypeError for a number or what is no tensor."""
    return operand if isinstance(operand, _lazy.Array) else _lazy.lazy(operand)


def apply_op(operation: Op, operands: tuple[_lazy.Array, ...]) -> _lazy.Array:
    """The result of an operation on arrays."""
    own = operation.types.get(tuple([node._type for node in operands]))
    if own is None:
        own = infer(operation, operands)
    return _lazy.Array(own, operation, operands)


def unary(function: Callable[[Value], Value], name: str = "") -> Callable[[_lazy.ArrayLike], _lazy.Array]:
    """A function of one array; what it does is told by `function`, which does it in a graph."""
    operation = Op(name or function.__name__, lambda graph, x: function(x))
    types = operation.types

    def call(x: _lazy.ArrayLike) -> _lazy.Array:
        node = x if isinstance(x, _lazy.Array) else array_of(x)
        operands = (node,)
        own = types.get((node._type,))
        return _lazy.Array(infer(operation, operands) if own is None else own, operation, operands)

    _name(call, name or function.__name__, function)
    return call


def binary(function: Callable[[Any, Any], Value], name: str = "") -> Callable[[Any, Any], _lazy.Array]:
    """A function of two operands, at least one of them an array or a tensor, the other perhaps a number."""
    operation = Op(name or function.__name__, lambda graph, a, b: function(a, b))
    types = operation.types

    def call(a: _lazy.ArrayLike, b: _lazy.ArrayLike) -> _lazy.Array:
        if not isinstance(a, _lazy.Array):
            if isinstance(a, _NUMBERS):
                return apply(function, (a, b), name=name)
            a = _lazy.lazy(a)
        if not isinstance(b, _lazy.Array):
            if isinstance(b, _NUMBERS):
                return apply(function, (a, b), name=name)
            b = _lazy.lazy(b)
        own = types.get((a._type, b._type))
        operands = (a, b)
        return _lazy.Array(infer(operation, operands) if own is None else own, operation, operands)

    _name(call, name or function.__name__, function)
    return call


def _name(call: Callable[..., Any], name: str, function: Callable[..., Any]) -> None:
    call.__name__ = call.__qualname__ = name
    call.__module__ = "fusion"
    call.__doc__ = function.__doc__


def apply(function: Callable[..., Value], operands: Sequence[_lazy.ArrayLike | None], name: str = "",
          **parameters: Any) -> _lazy.Array:
    """``function(*operands, **parameters)``, where operands are arrays, tensors, numbers or None.

    Numbers and parameters, which are hashable, are part of the operation. TypeError where no operand is an array.
    """
    template: list[Any] = []
    keys: list[Hashable] = []
    arrays: list[_lazy.Array] = []
    for operand in operands:
        if isinstance(operand, _lazy.Array):
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
    return apply_op(operation, tuple(arrays))


def _bound(function: Callable[..., Value], template: Sequence[Any], parameters: dict[str, Any]) -> Build:
    def build(graph: Graph, *values: Value) -> Value:
        rest = iter(values)
        return function(*[next(rest) if place is _ARRAY else place for place in template], **parameters)

    return build


def sizes_of(shape: Any) -> tuple[Size, ...]:
    """A shape that is given as a size or as several; TypeError for what is no size."""
    listed = shape if isinstance(shape, (tuple, list)) else (shape,)
    return tuple(size if isinstance(size, Dim) else operator.index(size) for size in listed)


def axes_of(axis: Any) -> tuple[int, ...] | int | None:
    """Axes as operations take them: None, one, or several."""
    if axis is None:
        return None
    if isinstance(axis, (tuple, list)):
        return tuple(operator.index(one) for one in axis)
    return operator.index(axis)


def is_array(operand: object) -> bool:
    """Whether it is an array of this package."""
    return isinstance(operand, Node)
