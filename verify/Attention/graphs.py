# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes tensor graphs in operations of the fusion dialect; other spellings are in linalg_graphs and tosa_graphs."""

import struct

LOWEST = "-3.40282347E+38"
INFINITE = "0xFF800000"  # -inf in f32


class Size(int):
    """A size with a name, which the call brings if it is open."""

    def __new__(cls, number, name=None, is_open=False):
        size = super().__new__(cls, number)
        size.name, size.is_open = name, is_open
        return size


def is_open(size):
    return getattr(size, "is_open", False)


class Value:
    def __init__(self, name, shape, element):
        self.name, self.shape, self.element = name, list(shape), element

    @property
    def type(self):
        return "tensor<" + "".join(("?" if is_open(size) else str(int(size))) + "x" for size in self.shape) + \
            self.element + ">"


def broadcast(*values):
    shape = []
    for position in range(max(len(value.shape) for value in values), 0, -1):
        sizes = [value.shape[-position] for value in values if len(value.shape) >= position]
        shape.append(next((size for size in sizes if size != 1 or is_open(size)), 1))
    return shape


def group(dims, first, count):
    """The reassociation that has `count` dimensions together, from `first` on."""
    return [[dim] for dim in dims[:first]] + [dims[first:first + count]] + [[dim] for dim in dims[first + count:]]


class Graph:
    """A function whose lines are added one by one."""

    def __init__(self):
        self.inputs, self.lines = [], []
        self.files = []  # bytes of the first inputs, as .npy
        self.dynamic = []  # sizes that the call brings, in order
        self.known = {}  # what has a name already: constants, sizes

    def add(self, text, shape, element):
        value = Value(f"%v{len(self.lines)}", shape, element)
        self.lines.append(f"{value.name} = {text}")
        return value

    def input(self, shape, element):
        value = Value(f"%in{len(self.inputs)}", shape, element)
        self.inputs.append(value)
        self.dynamic += [int(size) for size in shape if is_open(size)]
        return value

    def file(self, shape, numbers):
        """An input of f32 whose numbers are given. Such inputs are the first."""
        assert len(self.files) == len(self.inputs)
        self.files.append(npy(shape, numbers))
        value = self.input(shape, "f32")
        del self.dynamic[:]  # a file has its sizes
        return value

    def line(self, text):
        """A scalar, under one name for each text."""
        if text not in self.known:
            self.known[text] = f"%c{len(self.known)}"
            self.lines.append(f"{self.known[text]} = {text}")
        return self.known[text]

    def index(self, number):
        return self.line(f"arith.constant {number} : index")

    def size(self, size):
        """An open size, as a value."""
        for value in self.inputs:
            for dim, own in enumerate(value.shape):
                if is_open(own) and own.name == size.name:
                    return self.line(f"tensor.dim {value.name}, {self.index(dim)} : {value.type}")
        raise KeyError(size.name)

    def empty(self, shape, element):
        sizes = ", ".join(self.size(size) for size in shape if is_open(size))
        return self.add(f"tensor.empty({sizes})" + " : " + Value("", shape, element).type, shape, element)

    def constant(self, number, element="f32"):
        return self.add(f"arith.constant dense<{number}> : tensor<{element}>", [], element)

    def table(self, rows, element):
        """A constant matrix."""
        shape = [len(rows), len(rows[0])]
        text = "[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"
        return self.add(f"arith.constant dense<{text}> : " + Value("", shape, element).type, shape, element)

    def transpose(self, value, permutation):
        shape = [value.shape[dim] for dim in permutation]
        out = self.empty(shape, value.element)
        return self.add(f"linalg.transpose ins({value.name} : {value.type}) outs({out.name} : {out.type}) "
                        f"permutation = {list(permutation)}", shape, value.element)

    def reassociate(self, op, value, groups, shape):
        to = Value("", shape, value.element)
        sizes = ""
        if op == "expand":
            sizes = " output_shape [" + ", ".join(self.size(size) if is_open(size) else str(int(size))
                                                  for size in shape) + "]"
        return self.add(f"tensor.{op}_shape {value.name} {groups}{sizes} : {value.type} into {to.type}", shape,
                        value.element)

    def merge(self, value, first, count):
        """Makes one dimension of `count` from `first` on."""
        product = 1
        for size in value.shape[first:first + count]:
            product *= size
        dims = list(range(len(value.shape)))
        return self.reassociate("collapse", value, group(dims, first, count),
                                value.shape[:first] + [product] + value.shape[first + count:])

    def split(self, value, first, sizes):
        """The reverse."""
        count = len(sizes)
        shape = value.shape[:first] + list(sizes) + value.shape[first + 1:]
        dims = list(range(len(shape)))
        return self.reassociate("expand", value, group(dims, first, count), shape)

    def repeat(self, value, dim, size):
        """Copies along a new dimension."""
        shape = value.shape[:dim] + [size] + value.shape[dim:]
        out = self.empty(shape, value.element)
        return self.add(f"linalg.broadcast ins({value.name} : {value.type}) outs({out.name} : {out.type}) "
                        f"dimensions = [{dim}]", shape, value.element)

    def slice(self, value, dim, position):
        """What stands at a position of a dimension, without it."""
        ones, sizes = [1] * len(value.shape), list(map(int, value.shape))
        sizes[dim] = 1
        offsets = [position if own == dim else 0 for own in range(len(sizes))]
        shape = value.shape[:dim] + value.shape[dim + 1:]
        return self.add(f"tensor.extract_slice {value.name}{offsets} {sizes} {ones} : {value.type} to "
                        + Value("", shape, value.element).type, shape, value.element)

    def print(self, name, results, attributes=""):
        declared = ", ".join(f"{value.name}: {value.type}" for value in self.inputs)
        types = ", ".join(value.type for value in results)
        returned = ", ".join(value.name for value in results)
        body = "\n".join("  " + line for text in self.lines for line in text.split("\n"))
        return f"func.func @{name}({declared}) -> ({types}) {attributes}{{\n{body}\n  return {returned} : {types}\n}}\n"


class FusionGraph(Graph):
    """Operations of the fusion dialect."""

    def unary(self, op, x):
        return self.add(f"fusion.{op} {x.name} : {x.type}", x.shape, x.element)

    def binary(self, op, a, b):
        result = Value("", broadcast(a, b), a.element)
        return self.add(f"fusion.{op} {a.name}, {b.name} : ({a.type}, {b.type}) -> {result.type}", result.shape,
                        a.element)

    def cast(self, x, element):
        if x.element == element:
            return x
        return self.add(f"fusion.cast {x.name} : {x.type} to {Value('', x.shape, element).type}", x.shape, element)

    def select(self, condition, a, b):
        result = Value("", broadcast(condition, a, b), a.element)
        return self.add(f"fusion.select {condition.name}, {a.name}, {b.name} : ({condition.type}, {a.type}, {b.type}) "
                        f"-> {result.type}", result.shape, result.element)

    def equal(self, a, b):
        result = Value("", broadcast(a, b), "i1")
        return self.add(f"fusion.compare oeq, {a.name}, {b.name} : ({a.type}, {b.type}) -> {result.type}", result.shape,
                        "i1")

    def reduce(self, kind, x):
        result = Value("", x.shape[:-1] + [1], x.element)
        return self.add(f"fusion.reduce {kind} {x.name} along [{len(x.shape) - 1}] : {x.type} -> {result.type}",
                        result.shape, x.element)

    def at(self, scores, body, element="i1"):
        """A value of positions %i and %j, of the shape of a matrix of scores."""
        shape = scores.shape[-2:]
        operands, types, dims = "", "", ["%i", "%j"]
        if any(map(is_open, scores.shape)):  # sizes come from an operand
            shape, operands, types = scores.shape, f"%e = {scores.name}", scores.type
            dims = [f"%b{dim}" for dim in range(len(shape) - 2)] + dims
        lines = "".join(f"  {line}\n" for line in body)
        result = Value("", shape, element)
        return self.add(f"fusion.map({operands}) at({', '.join(dims)}) : ({types}) -> {result.type} {{\n{lines}"
                        f"  fusion.yield %r : {element}\n}}", shape, element)

    def product(self, a, b, transposed):
        batch = broadcast(Value("", a.shape[:-2], ""), Value("", b.shape[:-2], ""))
        columns = b.shape[-2 if transposed else -1]
        result = Value("", batch + [a.shape[-2], columns], "f32")
        spelled = " {transpose_b}" if transposed else ""
        return self.add(f"fusion.matmul {a.name}, {b.name}{spelled} : ({a.type}, {b.type}) -> {result.type}",
                        result.shape, "f32")


def npy(shape, numbers):
    """The bytes of a .npy file of f32."""
    sizes = "".join(f"{int(size)}, " for size in shape)
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({sizes}), }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + \
        struct.pack(f"<{len(numbers)}f", *numbers)
