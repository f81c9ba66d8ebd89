# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes formulas as MLIR, in the dialects that the compiler reads."""

import math

from ieee import BINARY, FORMATS

# Operations of arith and math by their names here.
_SCALAR = {
    "neg": "arith.negf", "abs": "math.absf", "add": "arith.addf", "sub": "arith.subf", "mul": "arith.mulf",
    "div": "arith.divf", "pow": "math.powf", "rem": "arith.remf", "max": "arith.maximumf", "min": "arith.minimumf",
    "maxnum": "arith.maxnumf", "minnum": "arith.minnumf", "atan2": "math.atan2", "copysign": "math.copysign",
}  # fmt: skip
_TOSA = {
    "neg": "negate", "rsqrt": "rsqrt", "max": "maximum", "min": "minimum", "maxnum": "maximum", "minnum": "minimum",
}  # fmt: skip
_ONLY_SCALAR = {"erfc", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "cbrt"}


def text_of(x, element="f64"):
    """A float constant of MLIR, exact; an infinity by the bits of the type."""
    if math.isfinite(x):
        return f"{x:.17e}"
    return f"0x{int.from_bytes(FORMATS[element].pack(x), 'little'):X}"


class Writer:
    """Writes one formula as operations on tensors of `count` elements of a type."""

    def __init__(self, element, count, prefix):
        self.element, self.count, self.prefix, self.lines, self.number = element, count, prefix, [], 0

    def tensor(self, element=None):
        return f"tensor<{self.count}x{element or self.element}>"

    def name(self):
        self.number += 1
        return f"%{self.prefix}_{self.number}"

    def emit(self, text):
        name = self.name()
        self.lines.append(f"  {name} = {text}")
        return name

    def constant(self, value):
        element = self.element
        return self.emit(f"arith.constant dense<{text_of(value)}> : tensor<{element}>"), f"tensor<{element}>"

    def named(self, case, arguments):
        """Operations of the dialect."""
        return self.operations(case.expr, arguments)

    def operations(self, expr, arguments):
        known = {}
        for e in expr.order():
            a = [known[id(operand)] for operand in e.operands]
            names = ", ".join(n for n, _ in a)
            own = self.tensor()
            types = ", ".join(t for _, t in a)
            if e.kind == "x":
                known[id(e)] = arguments[e.value], own
                continue
            if e.kind == "constant":
                known[id(e)] = self.constant(e.value)
                continue
            if all(t == f"tensor<{self.element}>" for _, t in a):
                own = f"tensor<{self.element}>"
            if e.kind == "cast":
                to = self.tensor(self.element if e.value[0] == "T" else e.value[0])
                own = to
                text = f"fusion.cast {names}{' {saturate}' if e.value[1] else ''} : {a[0][1]} to {to}"
            elif e.kind == "compare":
                own = self.tensor("i1")
                text = f"fusion.compare {e.value}, {names} : ({types}) -> {own}"
            elif e.kind == "clamp":
                low, high = (f"{limit:.17e}" for limit in e.value)
                text = f"fusion.clamp {names} {{min = {low} : f64, max = {high} : f64}} : {types}"
            elif e.kind in ("maxnum", "minnum"):
                text = f"fusion.{e.kind[:3]} {names} {{ignore_nan}} : ({types}) -> {own}"
            elif e.kind == "select" or e.kind in BINARY and e.kind not in ("rem", "atan2", "copysign"):
                text = f"fusion.{e.kind} {names} : ({types}) -> {own}"
            elif e.kind in BINARY or e.kind in _ONLY_SCALAR:
                known[id(e)] = self.mapped(e, a), own
                continue
            else:
                text = f"fusion.{e.kind} {names} : {types}"
            known[id(e)] = self.emit(text), own
        return known[id(expr)][0]

    def mapped(self, e, a):
        """An operation that has no form of its own in the dialect."""
        arguments = [f"%s{i}_{self.prefix}_{self.number}" for i in range(len(a))]
        pairs = ", ".join(f"{s} = {n}" for s, (n, _) in zip(arguments, a))
        types = ", ".join(t for _, t in a)
        scalar = _SCALAR.get(e.kind, f"math.{e.kind}")
        inner = f"%m_{self.prefix}_{self.number}"
        return self.emit(
            f"fusion.map({pairs}) : ({types}) -> {self.tensor()} {{\n"
            f"    {inner} = {scalar} {', '.join(arguments)} : {self.element}\n"
            f"    fusion.yield {inner} : {self.element}\n  }}"
        )

    def scalars(self, expr, inputs):
        """Operations of arith and math on elements, and the name of what they give."""
        known, body = {}, []
        for e in expr.order():
            a = [known[id(operand)] for operand in e.operands]
            names = ", ".join(n for n, _ in a)
            type = a[0][1] if a else self.element
            name = self.name()
            if e.kind == "x":
                known[id(e)] = inputs[e.value], self.element
                continue
            if e.kind == "constant":
                body.append(f"{name} = arith.constant {text_of(e.value)} : {self.element}")
            elif e.kind == "compare":
                body.append(f"{name} = arith.cmpf {e.value}, {names} : {type}")
            elif e.kind == "select":
                body.append(f"{name} = arith.select {names} : {self.element}")
            elif e.kind == "clamp":
                for limit, scalar in zip(e.value, ("arith.maximumf", "arith.minimumf")):
                    number, step = self.name(), self.name()
                    body.append(f"{number} = arith.constant {text_of(limit)} : {self.element}")
                    body.append(f"{step} = {scalar} {names}, {number} : {self.element}")
                    names = name = step
            elif e.kind == "cast":
                to = self.element if e.value[0] == "T" else e.value[0]
                narrows = FORMATS[to].precision < FORMATS[type].precision
                body.append(f"{name} = arith.{'truncf' if narrows else 'extf'} {names} : {type} to {to}")
                known[id(e)] = name, to
                continue
            else:
                body.append(f"{name} = {_SCALAR.get(e.kind, f'math.{e.kind}')} {names} : {self.element}")
            known[id(e)] = name, "i1" if e.kind == "compare" else self.element
        return body, known[id(expr)][0]

    def generic(self, iterators, maps, inputs, init, arguments, body, result):
        types = ", ".join(type for _, type in inputs)
        blocks = ", ".join(f"{i}: {self.element}" for i in arguments)
        return self.emit(
            f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}} "
            f"ins({', '.join(name for name, _ in inputs)} : {types}) outs({init[0]} : {init[1]}) {{\n"
            f"  ^bb0({blocks}):\n"
            + "".join(f"    {line}\n" for line in body)
            + f"    linalg.yield {result} : {self.element}\n  }} -> {init[1]}"
        )

    def linalg(self, case, arguments):
        """One linalg.generic of arith and math."""
        own, inputs = self.tensor(), [f"%in{i}_{self.prefix}" for i in range(len(arguments))]
        body, result = self.scalars(case.expr, inputs)
        empty = self.emit(f"tensor.empty() : {own}")
        maps = ["affine_map<(i) -> (i)>"] * (len(arguments) + 1)
        return self.generic('"parallel"', maps, [(a, own) for a in arguments], (empty, own),
                            [*inputs, f"%out_{self.prefix}"], body, result)  # fmt: skip

    def rows(self, case, arguments):
        """A linalg.generic that combines rows of four elements, and operations of the dialect behind it."""
        count, self.count = self.count, self.count // 4
        whole, own = f"tensor<{count}x{self.element}>", self.tensor()
        table = f"tensor<{self.count}x4x{self.element}>"
        expanded = self.emit(
            f"tensor.expand_shape {arguments[0]} [[0, 1]] output_shape [{self.count}, 4] : {whole} into {table}"
        )
        init = self.emit(f"arith.constant {text_of(case.init, self.element)} : {self.element}")
        empty = self.emit(f"tensor.empty() : {own}")
        filled = self.emit(f"linalg.fill ins({init} : {self.element}) outs({empty} : {own}) -> {own}")
        element, combined = f"%in_{self.prefix}", f"%out_{self.prefix}"
        body, result = self.scalars(case.expr, [combined, element])
        maps = ["affine_map<(i, j) -> (i, j)>", "affine_map<(i, j) -> (i)>"]
        result = self.generic('"parallel", "reduction"', maps, [(expanded, table)], (filled, own), [element, combined],
                              body, result)  # fmt: skip
        return self.operations(case.behind, [result]) if case.behind else result

    def tosa(self, case, arguments):
        """Operations of tosa, whose constants have the rank of the others."""
        expr = case.expr
        known, own = {}, self.tensor()
        one = f"tensor<1x{self.element}>"
        for e in expr.order():
            a = [known[id(operand)] for operand in e.operands]
            names, types = ", ".join(n for n, _ in a), ", ".join(t for _, t in a)
            if e.kind == "x":
                known[id(e)] = arguments[e.value], own
                continue
            if e.kind == "constant":
                name = self.emit(f'"tosa.const"() {{values = dense<{text_of(e.value)}> : {one}}} : () -> {one}')
                known[id(e)] = name, one
                continue
            type = own
            if e.kind == "compare":
                type = self.tensor("i1")
                name = {"ogt": "greater", "oge": "greater_equal", "oeq": "equal"}[e.value]
                text = f"tosa.{name} {names} : ({types}) -> {type}"
            elif e.kind == "clamp":
                low, high = (f"{text_of(limit)} : {self.element}" for limit in e.value)
                text = f"tosa.clamp {names} {{min_val = {low}, max_val = {high}}} : ({types}) -> {own}"
            elif e.kind == "mul":
                shift = self.emit('"tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>')
                text = f"tosa.mul {names}, {shift} : ({types}, tensor<1xi8>) -> {own}"
            elif e.kind == "neg":
                zero = self.emit(f'"tosa.const"() {{values = dense<0.0> : {one}}} : () -> {one}')
                text = f"tosa.negate {names}, {zero}, {zero} : ({types}, {one}, {one}) -> {own}"
            elif e.kind == "div":
                assert e.operands[0].kind == "constant" and e.operands[0].value == 1, "tosa has reciprocals alone"
                text = f"tosa.reciprocal {a[1][0]} : ({a[1][1]}) -> {own}"
            elif e.kind == "cast":
                type = self.tensor(self.element if e.value[0] == "T" else e.value[0])
                text = f"tosa.cast {names} : ({types}) -> {type}"
            else:
                mode = " {nan_mode = IGNORE}" if e.kind in ("maxnum", "minnum") else ""
                text = f"tosa.{_TOSA.get(e.kind, e.kind)} {names}{mode} : ({types}) -> {own}"
            known[id(e)] = self.emit(text), type
        return known[id(expr)][0]
