# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Formulas as trees of operations, evaluated one by one."""

import math

from ieee import BINARY, FORMATS, UNARY, compare


class Expr:
    """An operation and its operands. `kind`: of operands "x" and constants, of unary and binary operations by name,
    "compare" (with a predicate), "select", "clamp" (with limits), "cast" (with a type), "named" (an operation of the
    dialect, with its attributes, that stands for `meaning`)."""

    def __init__(self, kind, *operands, value=None):
        self.kind, self.value = kind, value
        self.operands = [Expr("constant", value=float(o)) if isinstance(o, (int, float)) else o for o in operands]

    def __add__(self, other):
        return Expr("add", self, other)

    def __radd__(self, other):
        return Expr("add", other, self)

    def __sub__(self, other):
        return Expr("sub", self, other)

    def __rsub__(self, other):
        return Expr("sub", other, self)

    def __mul__(self, other):
        return Expr("mul", self, other)

    def __rmul__(self, other):
        return Expr("mul", other, self)

    def __truediv__(self, other):
        return Expr("div", self, other)

    def __rtruediv__(self, other):
        return Expr("div", other, self)

    def __neg__(self):
        return Expr("neg", self)

    def __str__(self):
        if self.kind == "x":
            return "xyz"[self.value]
        if self.kind == "constant":
            return repr(self.value)
        extra = [] if self.value is None else [str(self.value)]
        return f"{self.kind}({', '.join(extra + [str(o) for o in self.operands])})"

    def order(self):
        """The operations that it is made of, operands first."""
        seen, order = set(), []

        def visit(e):
            if id(e) not in seen:
                seen.add(id(e))
                for operand in e.operands:
                    visit(operand)
                order.append(e)

        visit(self)
        return order


def op(name):
    """The unary or binary operation of that name."""
    return lambda *operands: Expr(name, *operands)


def cmp(predicate, x, y):
    return Expr("compare", x, y, value=predicate)


def select(condition, x, y):
    return Expr("select", condition, x, y)


def clamp(x, low, high):
    return Expr("clamp", x, value=(low, high))


def cast(x, to, saturate=False):
    """To another float type; T is the type of the formula."""
    return Expr("cast", x, value=(to, saturate))


def constants_of(expr):
    found = [e.value for e in expr.order() if e.kind == "constant"]
    for e in expr.order():
        if e.kind == "clamp":
            found += e.value
    return [c for c in found if math.isfinite(c)]


def arity_of(expr):
    return 1 + max(e.value for e in expr.order() if e.kind == "x")


def evaluate(expr, operands, rounds, store):
    """The operations one by one, each rounded by `rounds`, constants to the format `store`. A cast to 8 bits rounds
    whatever `rounds` is; one to another type is rounded by it as all others are."""
    known = {}
    for e in expr.order():
        a = [known[id(operand)] for operand in e.operands]
        if e.kind == "x":
            result = operands[e.value]
        elif e.kind == "constant":
            result = store.round(e.value)
        elif e.kind == "compare":
            result = compare(e.value, *a)
        elif e.kind == "select":
            result = a[1] if a[0] else a[2]
        elif e.kind == "clamp":
            result = BINARY["min"](BINARY["max"](a[0], e.value[0]), e.value[1])
        elif e.kind == "cast":
            to, saturate = e.value
            of = store if to == "T" else FORMATS[to]
            result = a[0]
            if saturate and not math.isnan(result):
                result = min(max(result, -of.largest), of.largest)
            result = of.round(result) if of.precision <= 4 or rounds is not None else result
            result = of.round(result) if rounds is store.round else result
        elif e.kind in UNARY:
            result = UNARY[e.kind](a[0])
        else:
            result = BINARY[e.kind](*a)
        if rounds is not None and e.kind not in ("compare", "cast"):
            result = rounds(result)
        known[id(e)] = result
    return known[id(expr)]
