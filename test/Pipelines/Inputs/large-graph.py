# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a large graph: large-graph.py SHAPE OPS [linalg|tosa]. The same arguments give the same text.

OPS counts the operations that compute or move elements; constants and outputs to write to come on top. Shapes:
"""

import sys


def tensor(shape):
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


class Body:
    """The body of one function, an operation a line. Values are (name, shape)."""

    def __init__(self):
        self.lines, self.count = [], 0

    def add(self, text):
        name = f"%{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        return name

    def op(self, text, shape):
        self.count += 1
        return self.add(text), shape

    # Operations of upstream's tensor dialect, which both spellings have in common. Rows are the dimension before last.

    @staticmethod
    def rows_from(shape, row):
        """A place: offsets, sizes and strides of the part that has `shape` and begins at `row`."""
        offsets = [0] * (len(shape) - 2) + [row, 0]
        return f"{offsets} {list(shape)} {[1] * len(shape)}"

    def concat(self, parts):
        shape = (*parts[0][1][:-2], sum(part[1][-2] for part in parts), parts[0][1][-1])
        names, types = ", ".join(name for name, _ in parts), ", ".join(tensor(of) for _, of in parts)
        return self.op(f"tensor.concat dim({len(shape) - 2}) {names} : ({types}) -> {tensor(shape)}", shape)

    def slice(self, x, row, rows):
        shape = (*x[1][:-2], rows, x[1][-1])
        place = f"{x[0]}{self.rows_from(shape, row)}"
        return self.op(f"tensor.extract_slice {place} : {tensor(x[1])} to {tensor(shape)}", shape)

    def insert(self, x, into, row):
        place = f"{into[0]}{self.rows_from(x[1], row)}"
        return self.op(f"tensor.insert_slice {x[0]} into {place} : {tensor(x[1])} into {tensor(into[1])}", into[1])

    def pad(self, x):
        """One more row behind the others."""
        shape = (*x[1][:-2], x[1][-2] + 1, x[1][-1])
        zero, rank = self.add("arith.constant 0.0 : f32"), len(shape)
        high = [0] * (rank - 2) + [1, 0]
        positions = ", ".join(f"%p{dim}: index" for dim in range(rank))
        body = f"{{\n  ^bb0({positions}):\n    tensor.yield {zero} : f32\n  }}"
        types = f"{tensor(x[1])} to {tensor(shape)}"
        return self.op(f"tensor.pad {x[0]} low{[0] * rank} high{high} {body} : {types}", shape)

    def filled(self, value, shape):
        """A constant, which is no operation."""
        return self.add(f"arith.constant dense<{value:.1f}> : {tensor(shape)}"), shape


class Linalg(Body):
    @staticmethod
    def matrix(rows, columns):
        return (rows, columns)

    def zeros(self, shape):
        zero, out = self.add("arith.constant 0.0 : f32"), self.empty(shape)
        return self.add(f"linalg.fill ins({zero} : f32) outs({out} : {tensor(shape)}) -> {tensor(shape)}"), shape

    def empty(self, shape):
        return self.add(f"tensor.empty() : {tensor(shape)}")

    def named(self, op, inputs, shape, out):
        names, types = ", ".join(name for name, _ in inputs), ", ".join(tensor(of) for _, of in inputs)
        return self.op(f"linalg.{op} ins({names} : {types}) outs({out} : {tensor(shape)}) -> {tensor(shape)}", shape)

    def elementwise(self, op, *inputs):
        return self.named(op, inputs, inputs[0][1], self.empty(inputs[0][1]))

    def relu(self, x):
        return self.elementwise("max", x, self.zeros(x[1]))

    def product(self, a, b):
        shape = (a[1][0], b[1][1])
        return self.named("matmul", [a, b], shape, self.zeros(shape)[0])

    def transpose(self, x):
        shape = x[1][::-1]
        text = f"linalg.transpose ins({x[0]} : {tensor(x[1])}) outs({self.empty(shape)} : {tensor(shape)})"
        return self.op(f"{text} permutation = [1, 0]", shape)

    def flatten(self, x):
        shape = (x[1][0] * x[1][1],)
        return self.op(f"tensor.collapse_shape {x[0]} [[0, 1]] : {tensor(x[1])} into {tensor(shape)}", shape)

    def rows(self, x, columns):
        shape = (x[1][0] // columns, columns)
        sizes = f"output_shape [{shape[0]}, {columns}]"
        return self.op(f"tensor.expand_shape {x[0]} [[0, 1]] {sizes} : {tensor(x[1])} into {tensor(shape)}", shape)


class Tosa(Body):
    @staticmethod
    def matrix(rows, columns):
        return (1, rows, columns)

    def constant(self, value, type):
        return self.add(f'"tosa.const"() <{{values = dense<{value}> : {type}}}> : () -> {type}')

    def elementwise(self, op, *inputs):
        if op == "mul":
            inputs = [*inputs, (self.constant(0, "tensor<1xi8>"), None)]
        names = ", ".join(name for name, _ in inputs)
        types = ", ".join(tensor(shape) if shape else "tensor<1xi8>" for _, shape in inputs)
        return self.op(f"tosa.{op} {names} : ({types}) -> {tensor(inputs[0][1])}", inputs[0][1])

    def relu(self, x):
        limits = "{min_val = 0.0 : f32, max_val = 0x7F800000 : f32}"
        return self.op(f"tosa.clamp {x[0]} {limits} : ({tensor(x[1])}) -> {tensor(x[1])}", x[1])

    def product(self, a, b):
        zero = self.constant("0.0", "tensor<1xf32>")
        shape = (1, a[1][1], b[1][2])
        types = f"({tensor(a[1])}, {tensor(b[1])}, tensor<1xf32>, tensor<1xf32>) -> {tensor(shape)}"
        return self.op(f"tosa.matmul {a[0]}, {b[0]}, {zero}, {zero} : {types}", shape)

    def transpose(self, x):
        shape = (1, x[1][2], x[1][1])
        text = f"tosa.transpose {x[0]} {{perms = array<i32: 0, 2, 1>}} : ({tensor(x[1])}) -> {tensor(shape)}"
        return self.op(text, shape)

    def reshape(self, x, shape):
        rank, sizes = len(shape), ", ".join(map(str, shape))
        kind = f"!tosa.shape<{rank}>"
        to = self.add(f"tosa.const_shape {{values = dense<[{sizes}]> : tensor<{rank}xindex>}} : () -> {kind}")
        return self.op(f"tosa.reshape {x[0]}, {to} : ({tensor(x[1])}, {kind}) -> {tensor(shape)}", shape)

    def flatten(self, x):
        return self.reshape(x, (x[1][1] * x[1][2],))

    def rows(self, x, columns):
        return self.reshape(x, (1, x[1][0] // columns, columns))


class Function:
    """A function of matrices; `size` is the number of operations that its shape is to give it."""

    def __init__(self, spelling, name, size):
        self.body, self.name, self.size = spelling(), name, size
        self.arguments, self.results = [], []

    def argument(self, rows=32, columns=32):
        value = f"%a{len(self.arguments)}", self.body.matrix(rows, columns)
        self.arguments.append(value)
        return value

    def unfinished(self, count=0):
        return self.body.count + count < self.size

    def print(self):
        arguments = ", ".join(f"{name}: {tensor(shape)}" for name, shape in self.arguments)
        types = ", ".join(tensor(shape) for _, shape in self.results)
        print(f"func.func @{self.name}({arguments}) -> ({types}) {{")
        print("\n".join(self.body.lines))
        print(f"  return {', '.join(name for name, _ in self.results)} : {types}\n}}")


def chain(f):
    """elementwise operations one after another"""
    x, y = f.argument(), f.argument()
    while f.unfinished():
        x = f.body.elementwise("add", x, y)
        x = f.body.elementwise("tanh", x)
        x = f.body.elementwise("mul", x, y)
        x = f.body.relu(x)
    f.results = [x]


def layers(f):
    """products with bias and activation, each behind the one before"""
    x = f.argument()
    while f.unfinished():
        x = f.body.product(x, f.argument())
        x = f.body.elementwise("add", x, f.argument())
        x = f.body.relu(x)
    f.results = [x]


def fan(f):
    """one product with as many readers as there are operations, each an output"""
    x = f.body.product(f.argument(), f.argument())
    while f.unfinished():
        f.results.append(f.body.elementwise("add", x, f.argument()))


def tree(f):
    """one product, read by half of the operations, whose results are added in pairs"""
    x = f.body.product(f.argument(), f.argument())
    while f.unfinished(len(f.results)):
        f.results.append(f.body.elementwise("mul", x, f.argument()))
    while len(f.results) > 1:
        first, second, *f.results = f.results
        f.results.append(f.body.elementwise("add", first, second))


def skips(f):
    """a chain whose every operation reads the product at its start too"""
    x = y = f.body.product(f.argument(), f.argument())
    while f.unfinished():
        x = f.body.elementwise("add", f.body.elementwise("tanh", x), y)
    f.results = [x]


def nested(f):
    """down and up again: each operation on the way up reads its counterpart on the way down"""
    down, y = [f.body.product(f.argument(), f.argument())], f.argument()
    while f.unfinished(len(down)):
        down.append(f.body.elementwise("mul", f.body.relu(down[-1]), y))
    x = down.pop()
    while down:
        x = f.body.elementwise("add", x, down.pop())
    f.results = [x]


def products(f):
    """products that have only their left operand in common, each an output behind its bias"""
    x, bias = f.argument(), f.argument()
    while f.unfinished():
        f.results.append(f.body.elementwise("add", f.body.product(x, f.argument()), bias))


def diamonds(f):
    """a value read by two operations that meet again, over and over"""
    x = f.argument()
    while f.unfinished():
        x = f.body.elementwise("add", f.body.elementwise("tanh", x), f.body.relu(x))
    f.results = [x]


def layouts(f):
    """transposes and reshapes, then a product, over and over"""
    x, w = f.argument(), f.argument()
    while f.unfinished():
        for _ in range(4):
            x = f.body.rows(f.body.flatten(f.body.transpose(x)), 16)
            x = f.body.rows(f.body.flatten(f.body.transpose(x)), 32)
        x = f.body.product(x, w)
    f.results = [x]


def reshapes(f):
    """transposes and reshapes one after another"""
    x = f.argument()
    while f.unfinished():
        x = f.body.rows(f.body.flatten(f.body.transpose(x)), 16)
        x = f.body.rows(f.body.flatten(f.body.transpose(x)), 32)
    f.results = [x]


def additions(f):
    """additions of small tensors one after another"""
    x, y = f.argument(4, 4), f.argument(4, 4)
    while f.unfinished():
        x = f.body.elementwise("add", x, y)
    f.results = [x]


def formulas(f):
    """(tanh, exp, mul) of small tensors one after another"""
    x = y = f.argument(4, 4)
    while f.unfinished():
        x = f.body.elementwise("mul", f.body.elementwise("exp", f.body.elementwise("tanh", x)), y)
    f.results = [x]


def concatenation(f):
    """as many arguments as there are operations, joined to one tensor"""
    f.results = [f.body.concat([f.argument(2, 4) for _ in range(f.size)])]


def slices(f):
    """parts of one argument, each computed and joined to one tensor again"""
    parts = f.size // 2
    x = f.argument(2 * parts, 4)
    f.results = [f.body.concat([f.body.elementwise("tanh", f.body.slice(x, 2 * i, 2)) for i in range(parts)])]


def cuts(f):
    """slices of each other"""
    x = f.argument(f.size + 2, 4)
    while f.unfinished():
        x = f.body.slice(x, 1, x[1][-2] - 1)
    f.results = [x]


def insertions(f):
    """arguments that are inserted into another, each at a place of its own"""
    x = f.argument(2 * f.size, 4)
    while f.unfinished():
        x = f.body.insert(f.argument(2, 4), x, 2 * f.body.count)
    f.results = [x]


def parts(f):
    """parts that are computed from a tensor and inserted into it, so that each depends on the one before"""
    x = f.argument(f.size + 4, 4)
    while f.unfinished(1):
        part = f.body.elementwise("tanh", f.body.slice(x, f.body.count // 3, 2))
        x = f.body.insert(part, x, f.body.count // 3 + 1)
    f.results = [x]


def arguments(f):
    """as many arguments as there are operations, added"""
    x = f.argument(4, 4)
    while f.unfinished():
        x = f.body.elementwise("add", x, f.argument(4, 4))
    f.results = [x]


def results(f):
    """as many results as there are operations, each of an argument of its own"""
    while f.unfinished():
        f.results.append(f.body.elementwise("tanh", f.argument(4, 4)))


def constants(f):
    """as many results as there are operations, each with a constant of its own"""
    x = f.argument(4, 4)
    while f.unfinished():
        f.results.append(f.body.elementwise("add", x, f.body.filled(f.body.count + 1.5, x[1])))


def pads(f):
    """tensors that grow by a row, again and again, each computed"""
    x = f.argument(4, 4)
    while f.unfinished():
        x = f.body.elementwise("tanh", f.body.pad(x))
    f.results = [x]


def dead(f):
    """layers that nothing reads, beside one that is an output"""
    layers(f)
    f.results = [f.body.relu(f.arguments[0])]


def functions(f):
    """layers, eight operations to a function"""
    for index in range(f.size // 8):
        small = Function(type(f.body), f"{f.name}_{index}", 8)
        layers(small)
        small.print()
    f.size = 1
    layers(f)


SHAPES = [chain, layers, fan, tree, skips, nested, products, diamonds, layouts, reshapes, additions, formulas]
SHAPES += [concatenation, slices, cuts, insertions, parts, arguments, results, constants, pads, dead, functions]
__doc__ += "\n".join(f"  {shape.__name__:14}{shape.__doc__}" for shape in SHAPES)


def main(shape, size, spelling="linalg"):
    function = Function({"linalg": Linalg, "tosa": Tosa}[spelling], "main", int(size))
    {shape.__name__: shape for shape in SHAPES}[shape](function)
    function.print()


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
