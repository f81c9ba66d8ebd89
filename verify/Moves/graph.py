# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A graph as MLIR's text, and beside it each value as NumPy computes it."""

import numpy as np

# Numbers of 16 bits are f32 that need no more.
DTYPES = {"f32": np.float32, "bf16": np.float32, "f16": np.float32, "i8": np.int8, "i1": np.bool_}
# The largest whole numbers below which all are exact, with room for the steps of a sum.
EXACT = {"f32": 2**21, "bf16": 256, "f16": 2048}


class Value:
    """A tensor: its name, its elements, its element type, and which of its dimensions is dynamic."""

    def __init__(self, name, array, element, dynamic=None):
        self.name, self.array, self.element, self.dynamic = name, array, element, dynamic

    @property
    def shape(self):
        return self.array.shape

    @property
    def rank(self):
        return self.array.ndim

    @property
    def is_float(self):
        return self.element in EXACT

    @property
    def type(self):
        return tensor_type(self.shape, self.element, self.dynamic)


def tensor_type(shape, element, dynamic=None):
    sizes = ["?" if i == dynamic else str(size) for i, size in enumerate(shape)]
    return f"tensor<{'x'.join([*sizes, element])}>"


def numbers(values):
    return "[" + ", ".join(str(value) for value in values) + "]"


class Graph:
    """A function whose operations are added one by one."""

    def __init__(self, rng, any_bits):
        self.rng, self.any_bits = rng, any_bits
        self.lines, self.inputs, self.outputs, self.moves, self.count = [], [], [], [], 0
        self.computes = self.joins = False

    @property
    def is_dynamic(self):
        return any(value.dynamic is not None for value in self.inputs)

    def name(self):
        self.count += 1
        return f"%{self.count}"

    def emit(self, text):
        name = self.name()
        self.lines.append(f"  {name} = {text}")
        return name

    def value(self, text, array, element, dynamic=None):
        return Value(self.emit(text), np.asarray(array, DTYPES[element], "C"), element, dynamic)

    def like(self, value, text, array, dynamic=None):
        return self.value(text, array, value.element, dynamic)

    def input(self, shape, element, dynamic=None):
        """Small whole numbers; any bits where nothing computes."""
        rng = np.random.default_rng(self.rng.getrandbits(32))
        if element in EXACT and self.any_bits:
            array = rng.integers(0, 2**32, shape, np.uint32)
            array = (array & 0xFFFF0000 if element == "bf16" else array).astype(np.uint32).view(np.float32)
        elif element == "i8":
            array = rng.integers(-128, 128, shape)
        else:
            array = rng.integers(0, 2, shape) if element == "i1" else rng.integers(-4, 5, shape)
        value = Value(f"%arg{len(self.inputs)}", np.asarray(array, DTYPES[element]), element, dynamic)
        self.inputs.append(value)
        return value

    def constant(self, number, element):
        text = "true" if number is True else "false" if number is False else f"{number}"
        return f"dense<{text}{'.0' if element in EXACT else ''}>"

    def scalar(self, number, element):
        kind = "" if element == "i1" else f" : {element}"
        return self.emit(f"arith.constant {self.constant(number, element)[6:-1]}{kind}")

    def full(self, shape, element, number):
        """A tensor of one number."""
        fill, out, to = self.scalar(number, element), self.empty(shape, element), tensor_type(shape, element)
        return self.emit(f"linalg.fill ins({fill} : {element}) outs({out} : {to}) -> {to}")

    def empty(self, shape, element, dynamic=None, size=None):
        operand = f"({size})" if dynamic is not None else "()"
        return self.emit(f"tensor.empty{operand} : {tensor_type(shape, element, dynamic)}")

    def size(self, value):
        """The size of the dynamic dimension."""
        if value.dynamic is None:
            return None
        place = self.emit(f"arith.constant {value.dynamic} : index")
        return self.emit(f"tensor.dim {value.name}, {place} : {value.type}")

    def output(self, value):
        if all(value.name != other.name for other in self.outputs):
            self.outputs.append(value)

    def text(self):
        arguments = ", ".join(f"{value.name}: {value.type}" for value in self.inputs)
        types = ", ".join(value.type for value in self.outputs)
        results = ", ".join(value.name for value in self.outputs)
        body = "\n".join(self.lines)
        return f"func.func @f({arguments}) -> ({types}) {{\n{body}\n  return {results} : {types}\n}}\n"

    #
    # Reshapes, transpositions and lookups, of which the moves are made.
    #

    def collapse(self, value, groups):
        """Each group of adjacent dimensions becomes one."""
        if len(groups) == value.rank:
            return value
        shape = [int(np.prod([value.shape[i] for i in group])) for group in groups]
        dynamic = next((i for i, group in enumerate(groups) if value.dynamic in group), None)
        to = tensor_type(shape, value.element, dynamic)
        groups = [list(group) for group in groups]
        return self.like(
            value,
            f"tensor.collapse_shape {value.name} {groups} : {value.type} into {to}",
            value.array.reshape(shape),
            dynamic,
        )

    def expand(self, value, parts):
        """Dimension i becomes those of parts[i], of which the first is dynamic where the whole is."""
        shape = [size for part in parts for size in part]
        if len(shape) == value.rank:
            return value
        groups, sizes, dynamic = [], [], None
        for i, part in enumerate(parts):
            groups.append(list(range(len(sizes), len(sizes) + len(part))))
            if i == value.dynamic:
                dynamic = len(sizes)
                size, rest = self.size(value), self.emit(f"arith.constant {int(np.prod(part[1:]))} : index")
                sizes += [self.emit(f"arith.divui {size}, {rest} : index"), *part[1:]]
            else:
                sizes += part
        to = tensor_type(shape, value.element, dynamic)
        return self.like(
            value,
            f"tensor.expand_shape {value.name} {groups} output_shape {numbers(sizes)} : {value.type} into {to}",
            value.array.reshape(shape),
            dynamic,
        )

    def transpose(self, value, order):
        shape = [value.shape[i] for i in order]
        dynamic = None if value.dynamic is None else list(order).index(value.dynamic)
        out = self.empty(shape, value.element, dynamic, self.size(value))
        to = tensor_type(shape, value.element, dynamic)
        return self.like(
            value,
            f"linalg.transpose ins({value.name} : {value.type}) outs({out} : {to}) permutation = {list(order)}",
            value.array.transpose(order),
            dynamic,
        )

    def slice(self, value, begins, sizes, steps, dropped=()):
        """A slice, without the dimensions of size 1 that are dropped."""
        index = tuple(slice(b, b + (n - 1) * s + 1, s) for b, n, s in zip(begins, sizes, steps))
        shape = [n for i, n in enumerate(sizes) if i not in dropped]
        texts, dynamic = list(sizes), None
        if value.dynamic is not None:
            texts[value.dynamic] = self.size(value)
            dynamic = value.dynamic - sum(i < value.dynamic for i in dropped)
        to = tensor_type(shape, value.element, dynamic)
        return self.like(
            value,
            f"tensor.extract_slice {value.name}{numbers(begins)} {numbers(texts)} {numbers(steps)} : "
            f"{value.type} to {to}",
            value.array[index].reshape(shape),
            dynamic,
        )

    def pad(self, value, low, high, number):
        """A border of `number`."""
        array = np.pad(value.array, list(zip(low, high)), constant_values=number)
        to, fill = tensor_type(array.shape, value.element, value.dynamic), self.scalar(number, value.element)
        places = ", ".join(f"%b{i}: index" for i in range(value.rank))
        return self.like(
            value,
            f"tensor.pad {value.name} low{low} high{high} {{\n  ^bb0({places}):\n"
            f"    tensor.yield {fill} : {value.element}\n  }} : {value.type} to {to}",
            array,
            value.dynamic,
        )

    def part(self, value, axis, begin, size, step=1):
        begins, sizes, steps = [0] * value.rank, list(value.shape), [1] * value.rank
        begins[axis], sizes[axis], steps[axis] = begin, size, step
        return self.slice(value, begins, sizes, steps)

    def concat(self, parts, axis):
        first = parts[0]
        array = np.concatenate([part.array for part in parts], axis)
        types = ", ".join(part.type for part in parts)
        names = ", ".join(part.name for part in parts)
        to = tensor_type(array.shape, first.element, first.dynamic)
        return self.like(first, f"tensor.concat dim({axis}) {names} : ({types}) -> {to}", array, first.dynamic)

    def broadcast(self, value, axis, size):
        """A new dimension in front of `axis`, along which `value` is repeated."""
        shape = [*value.shape[:axis], size, *value.shape[axis:]]
        dynamic = None if value.dynamic is None else value.dynamic + (axis <= value.dynamic)
        out = self.empty(shape, value.element, dynamic, self.size(value))
        to = tensor_type(shape, value.element, dynamic)
        array = np.broadcast_to(np.expand_dims(value.array, axis), shape)
        return self.like(
            value,
            f"linalg.broadcast ins({value.name} : {value.type}) outs({out} : {to}) dimensions = [{axis}]",
            array,
            dynamic,
        )

    def lookup(self, value, axis, size, write, array):
        """The elements of `value` at the index along `axis` that `write` makes of a position, as a front end spells it.

        write(op, number, position) adds operations by op(text), and names integers by number(n).
        """
        shape = [*value.shape[:axis], size, *value.shape[axis + 1 :]]
        to, lines, known = tensor_type(shape, value.element), [], {}
        positions = [f"%p{i}" for i in range(value.rank)]
        spelling = self.rng.choice(["map", "map of sizes", "generic"])

        def op(text):
            name = self.name()
            lines.append(f"    {name} = {text}")
            return name

        def number(n):
            if spelling == "map of sizes" and n > 1:
                known.setdefault(n, f"%n{n}")
                return op(f"arith.index_cast {known[n]} : i64 to index")
            return op(f"arith.constant {n} : index")

        if spelling == "generic":
            out = self.empty(shape, value.element)
            own = [op(f"linalg.index {i} : index") for i in range(value.rank)]
            own[axis] = write(op, number, own[axis])
            element = op(f"tensor.extract {value.name}[{', '.join(own)}] : {value.type}")
            dims = ", ".join(f"d{i}" for i in range(value.rank))
            kinds = ", ".join(['"parallel"'] * value.rank)
            text = (
                f"linalg.generic {{indexing_maps = [affine_map<({dims}) -> ({dims})>], iterator_types = [{kinds}]}} "
                f"outs({out} : {to}) {{\n  ^bb0(%out: {value.element}):\n"
                + "\n".join(lines)
                + f"\n    linalg.yield {element} : {value.element}\n  }} -> {to}"
            )
        else:
            own = list(positions)
            own[axis] = write(op, number, own[axis])
            element = op(f"fusion.lookup %t[{', '.join(own)}] : {value.type}")
            sizes = {n: self.emit(f"arith.constant dense<{n}> : tensor<i64>") for n in known}
            elements = ", ".join(f"{known[n]} = {name}" for n, name in sizes.items())
            types = ", ".join([*["tensor<i64>"] * len(sizes), value.type])
            text = (
                f"fusion.map({elements}) tables(%t = {value.name}) at({', '.join(positions)}) : ({types}) -> {to} {{\n"
                + "\n".join(lines)
                + f"\n    fusion.yield {element} : {value.element}\n  }}"
            )
        return self.like(value, text, array)
