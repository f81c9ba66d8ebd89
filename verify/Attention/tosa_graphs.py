# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes tensor graphs in TOSA."""

from graphs import Graph, Value, broadcast


class TosaGraph(Graph):
    """TOSA: operands of the same rank, products of three dimensions."""

    def constant(self, number, element="f32"):
        return self.add(f"\"tosa.const\"() <{{values = dense<{number}> : tensor<1x1x1xf32>}}> : () -> "
                        "tensor<1x1x1xf32>", [1, 1, 1], element)

    def table(self, rows, element):
        value = super().table([rows[0]] if len(rows) == 1 else rows, element)
        return self.reshape(value, [1] + value.shape)

    def reshape(self, value, shape):
        numbers = ", ".join(map(str, map(int, shape)))
        to = self.line(f"tosa.const_shape {{values = dense<[{numbers}]> : tensor<{len(shape)}xindex>}} : () -> "
                       f"!tosa.shape<{len(shape)}>")
        result = Value("", shape, value.element)
        return self.add(f"tosa.reshape {value.name}, {to} : ({value.type}, !tosa.shape<{len(shape)}>) -> "
                        f"{result.type}", shape, value.element)

    def raised(self, *values):
        rank = max(len(value.shape) for value in values)
        return [value if len(value.shape) == rank else
                self.reshape(value, [1] * (rank - len(value.shape)) + value.shape) for value in values]

    def unary(self, op, x):
        return self.add(f"tosa.{op} {x.name} : ({x.type}) -> {x.type}", x.shape, x.element)

    def binary(self, op, a, b):
        if op == "div":
            op, b = "mul", self.unary("reciprocal", b)
        a, b = self.raised(a, b)
        result = Value("", broadcast(a, b), a.element)
        op = {"max": "maximum"}.get(op, op)
        shift = self.line("\"tosa.const\"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>")
        last, kind = (f", {shift}", ", tensor<1xi8>") if op == "mul" else ("", "")
        return self.add(f"tosa.{op} {a.name}, {b.name}{last} : ({a.type}, {b.type}{kind}) -> {result.type}",
                        result.shape, a.element)

    def cast(self, x, element):
        if x.element == element:
            return x
        return self.add(f"tosa.cast {x.name} : ({x.type}) -> {Value('', x.shape, element).type}", x.shape, element)

    def select(self, condition, a, b):
        condition, a, b = self.raised(condition, a, b)
        result = Value("", broadcast(condition, a, b), a.element)
        return self.add(f"tosa.select {condition.name}, {a.name}, {b.name} : ({condition.type}, {a.type}, {b.type}) -> "
                        f"{result.type}", result.shape, result.element)

    def reduce(self, kind, x):
        result = Value("", x.shape[:-1] + [1], x.element)
        op = {"maximumf": "max", "addf": "sum"}[kind]
        return self.add(f"tosa.reduce_{op} {x.name} {{axis = {len(x.shape) - 1} : i32}} : ({x.type}) -> {result.type}",
                        result.shape, x.element)

    def transpose(self, value, permutation):
        result = Value("", [value.shape[dim] for dim in permutation], value.element)
        perms = ", ".join(map(str, permutation))
        return self.add(f"tosa.transpose {value.name} {{perms = array<i32: {perms}>}} : ({value.type}) -> "
                        f"{result.type}", result.shape, value.element)

    def product(self, a, b, transposed):
        if transposed:
            rank = len(b.shape)
            b = self.transpose(b, list(range(rank - 2)) + [rank - 1, rank - 2])
        batch, count = a.shape[:-2], 1
        for size in batch:
            count *= size
        if len(batch) != 1:
            a, b = (self.reshape(x, [count] + x.shape[-2:]) for x in (a, b))
        result = Value("", [count, a.shape[-2], b.shape[-1]], "f32")
        zero = self.line(f"\"tosa.const\"() <{{values = dense<0.0> : tensor<1x{a.element}>}}> : () -> "
                         f"tensor<1x{a.element}>")
        one = f"tensor<1x{a.element}>"
        result = self.add(f"tosa.matmul {a.name}, {b.name}, {zero}, {zero} : ({a.type}, {b.type}, {one}, {one}) -> "
                          f"{result.type}", result.shape, "f32")
        return result if len(batch) == 1 else self.reshape(result, batch + result.shape[-2:])
