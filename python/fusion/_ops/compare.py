# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Comparisons, logic, and choices. Operands broadcast and are converted as those of arithmetic."""

from __future__ import annotations

from fusion import _dtypes
from fusion._graph import Value
from fusion._ops._emit import Operand, map_values, named, promoted
from fusion._ops.binary import apply, converted
from fusion._ops.casts import cast

__all__ = ["equal", "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_or", "logical_xor",
           "not_equal", "where"]


def equal(a: Operand, b: Operand) -> Value:
    """a = b, as bool; false where one is NaN."""
    return _compare("oeq", "eq", "eq", a, b)


def not_equal(a: Operand, b: Operand) -> Value:
    """a ≠ b, as bool; true where one is NaN."""
    return _compare("une", "ne", "ne", a, b)


def less(a: Operand, b: Operand) -> Value:
    """a < b, as bool; false where one is NaN."""
    return _compare("olt", "slt", "ult", a, b)


def less_equal(a: Operand, b: Operand) -> Value:
    """a ≤ b, as bool; false where one is NaN."""
    return _compare("ole", "sle", "ule", a, b)


def greater(a: Operand, b: Operand) -> Value:
    """a > b, as bool; false where one is NaN."""
    return _compare("ogt", "sgt", "ugt", a, b)


def greater_equal(a: Operand, b: Operand) -> Value:
    """a ≥ b, as bool; false where one is NaN."""
    return _compare("oge", "sge", "uge", a, b)


def logical_and(a: Operand, b: Operand) -> Value:
    """Whether both are other than 0."""
    return apply("bitwise_and", *_truths(a, b))


def logical_or(a: Operand, b: Operand) -> Value:
    """Whether one is other than 0."""
    return apply("bitwise_or", *_truths(a, b))


def logical_xor(a: Operand, b: Operand) -> Value:
    """Whether exactly one is other than 0."""
    return apply("bitwise_xor", *_truths(a, b))


def where(condition: Value, a: Operand, b: Operand) -> Value:
    """a where `condition` is not 0, else b; all three broadcast. Two numbers give bool, i64 or f32."""
    if isinstance(a, Value) or isinstance(b, Value):
        own = promoted(a, b)
    else:
        own = _dtypes.promote_number(_dtypes.of_number(a), b)
    truth = cast(condition, _dtypes.bool_)
    x, y = (v if isinstance(v, Value) else truth.graph.constant(v, own) for v in (a, b))
    x, y = cast(x, own), cast(y, own)
    if own.is_float:
        return named("select", [truth, x, y], own)
    return map_values([truth, x, y], own, lambda r, c, u, v: r.select(c, u, v))


def _compare(of_floats: str, of_signed: str, of_unsigned: str, a: Operand, b: Operand) -> Value:
    own = promoted(a, b)
    values = converted(own, a, b)
    if own.is_float:
        return named("compare", values, _dtypes.bool_, prefix=f"{of_floats}, ")
    predicate = of_signed if own.is_signed else of_unsigned
    return map_values(values, _dtypes.bool_, lambda r, x, y: r.compare(predicate, x, y))


def _truths(a: Operand, b: Operand) -> tuple[Operand, Operand]:
    a, b = (cast(o, _dtypes.bool_) if isinstance(o, Value) else bool(o) for o in (a, b))
    return a, b
