# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes tensor graphs in linalg, as torch-mlir and StableHLO make them."""

from graphs import INFINITE, FusionGraph, Value, broadcast, is_open

OPERATIONS = {"add": "addf", "sub": "subf", "mul": "mulf", "div": "divf", "max": "maximumf"}
NEUTRAL = {"maximumf": INFINITE, "addf": "0.0", "andi": "true"}


class LinalgGraph(FusionGraph):
    """linalg.generic, as torch-mlir and StableHLO make it. Products are batch_matmul or generic."""

    def __init__(self, products="batch", positions_of_maxima=False):
        super().__init__()
        self.products, self.positions_of_maxima = products, positions_of_maxima

    def generic(self, operands, body, shape, element, out=None):
        dims = [f"d{dim}" for dim in range(len(shape))]
        maps = []
        for own in (operand.shape for operand in operands):
            repeated = [size == 1 and not is_open(size) and of != 1 for size, of in zip(own, shape[-len(own):])]
            last = dims[len(shape) - len(own):]
            maps.append(", ".join("0" if zero else dim for zero, dim in zip(repeated, last)))
        out = out or self.empty(shape, element)
        spelled = ", ".join(f"affine_map<({', '.join(dims)}) -> ({own})>" for own in maps + [", ".join(dims)])
        arguments = ", ".join([f"%e{at}: {operand.element}" for at, operand in enumerate(operands)]
                              + [f"%out: {element}"])
        names, types = (", ".join(getattr(operand, key) for operand in operands) for key in ("name", "type"))
        ins = f" ins({names} : {types})" if operands else ""
        lines = "".join(f"  {line}\n" for line in body)
        iterators = ", ".join(['"parallel"'] * len(shape))
        return self.add(f"linalg.generic {{indexing_maps = [{spelled}], iterator_types = [{iterators}]}}{ins} "
                        f"outs({out.name} : {out.type}) {{\n"
                        f"^bb0({arguments}):\n{lines}  linalg.yield %r : {element}\n}} -> {out.type}", shape, element)

    def fill(self, number, out):
        return self.add(f"linalg.fill ins({number} : {out.element}) outs({out.name} : {out.type}) -> {out.type}",
                        out.shape, out.element)

    def unary(self, op, x):
        return self.generic([x], [f"%r = math.{op} %e0 : {x.element}"], x.shape, x.element)

    def binary(self, op, a, b):
        body = [f"%r = arith.{OPERATIONS[op]} %e0, %e1 : {a.element}"]
        return self.generic([a, b], body, broadcast(a, b), a.element)

    def cast(self, x, element):
        if x.element == element:
            return x
        op = "extf" if element == "f32" or element == "f64" else "truncf"
        return self.generic([x], [f"%r = arith.{op} %e0 : {x.element} to {element}"], x.shape, element)

    def select(self, condition, a, b):
        return self.generic([condition, a, b], [f"%r = arith.select %e0, %e1, %e2 : {a.element}"],
                            broadcast(condition, a, b), a.element)

    def equal(self, a, b):
        return self.generic([a, b], [f"%r = arith.cmpf oeq, %e0, %e1 : {a.element}"], broadcast(a, b), "i1")

    def reduce(self, kind, x):
        shape, rank = x.shape[:-1] + [1], len(x.shape)
        start = self.line(f"arith.constant {NEUTRAL[kind]}" + ("" if kind == "andi" else f" : {x.element}"))
        empty = self.empty(shape, x.element)
        out = self.fill(start, empty)
        dims = [f"d{dim}" for dim in range(rank)]
        row = f"affine_map<({', '.join(dims)}) -> ({', '.join(dims[:-1] + ['0'])})>"
        maps = [f"affine_map<({', '.join(dims)}) -> ({', '.join(dims)})>", row]
        iterators = ", ".join(['"parallel"'] * (rank - 1) + ['"reduction"'])
        begin = (f"linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{iterators}]}} "
                 f"ins({x.name} : ")
        if kind == "maximumf" and self.positions_of_maxima:
            return self.reduce_with_positions(x, out, begin.replace("], iter", f", {row}], iter", 1))
        return self.add(f"{begin}{x.type}) outs({out.name} : {out.type}) {{\n"
                        f"^bb0(%e: {x.element}, %out: {x.element}):\n  %r = arith.{kind} %e, %out : {x.element}\n"
                        f"  linalg.yield %r : {x.element}\n}} -> {out.type}", shape, x.element)

    def reduce_with_positions(self, x, out, begin):
        zeros = self.fill(self.line("arith.constant 0 : i64"), self.empty(out.shape, "i64"))
        value = self.add(f"{begin}{x.type}) outs({out.name}, {zeros.name} : {out.type}, {zeros.type}) {{\n"
                         f"^bb0(%e: {x.element}, %out: {x.element}, %at: i64):\n"
                         f"  %n = linalg.index {len(x.shape) - 1} : index\n  %m = arith.index_cast %n : index to i64\n"
                         f"  %r = arith.maximumf %e, %out : {x.element}\n"
                         f"  %g = arith.cmpf ogt, %e, %out : {x.element}\n  %s = arith.select %g, %m, %at : i64\n"
                         f"  linalg.yield %r, %s : {x.element}, i64\n}} -> ({out.type}, {zeros.type})", out.shape,
                         x.element)
        self.lines[-1] = self.lines[-1].replace(" = ", ":2 = ", 1)
        return Value(value.name + "#0", out.shape, x.element)

    def at(self, scores, body, element="i1"):
        shape = scores.shape[-2:]
        return self.generic([], ["%i = linalg.index 0 : index", "%j = linalg.index 1 : index"] + body, shape, element)

    def product(self, a, b, transposed):
        if self.products == "generic":
            return self.contract(a, b, transposed)
        if transposed:
            rank = len(b.shape)
            b = self.transpose(b, list(range(rank - 2)) + [rank - 1, rank - 2])
        batch = a.shape[:-2]
        if len(batch) > 1:
            a, b = self.merge(a, 0, len(batch)), self.merge(b, 0, len(batch))
        shape = a.shape[:-2] + [a.shape[-2], b.shape[-1]]
        empty, zero = self.empty(shape, "f32"), self.line("arith.constant 0.0 : f32")
        out = self.fill(zero, empty)
        op = "batch_matmul" if batch else "matmul"
        result = self.add(f"linalg.{op} ins({a.name}, {b.name} : {a.type}, {b.type}) outs({out.name} : {out.type}) -> "
                          f"{out.type}", shape, "f32")
        return self.split(result, 0, batch) if len(batch) > 1 else result

    def contract(self, a, b, transposed):
        batch = [f"d{dim}" for dim in range(len(a.shape) - 2)]
        row, column, inner = (f"d{len(batch) + at}" for at in range(3))
        shared = ["0" if size == 1 and a.shape[dim] != 1 else batch[dim] for dim, size in enumerate(b.shape[:-2])]
        second = [column, inner] if transposed else [inner, column]
        maps = [batch + [row, inner], shared + second, batch + [row, column]]
        dims = ", ".join(batch + [row, column, inner])
        spelled = ", ".join(f"affine_map<({dims}) -> ({', '.join(own)})>" for own in maps)
        shape = a.shape[:-1] + [b.shape[-2 if transposed else -1]]
        empty, zero = self.empty(shape, "f32"), self.line("arith.constant 0.0 : f32")
        out = self.fill(zero, empty)
        iterators = ", ".join(['"parallel"'] * (len(batch) + 2) + ['"reduction"'])
        return self.add(f"linalg.generic {{indexing_maps = [{spelled}], iterator_types = [{iterators}]}} "
                        f"ins({a.name}, {b.name} : {a.type}, {b.type}) outs({out.name} : {out.type}) {{\n"
                        f"^bb0(%a: {a.element}, %b: {b.element}, %out: f32):\n"
                        + ("  %m = arith.mulf %a, %b : f32\n" if a.element == "f32" else
                           f"  %x = arith.extf %a : {a.element} to f32\n  %y = arith.extf %b : {b.element} to f32\n"
                           "  %m = arith.mulf %x, %y : f32\n") +
                        f"  %r = arith.addf %out, %m : f32\n  linalg.yield %r : f32\n}} -> {out.type}", shape, "f32")
