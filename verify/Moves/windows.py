# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws graphs of convolutions by channel: one or a chain, with elementwise work and transpositions around them. All
results are exact: numbers are whole and small."""

import itertools
import random

import numpy as np
from draw import is_exact
from graph import EXACT, Graph, numbers, tensor_type

# Named operations by spatial dimensions, where channels are, and whether there are multipliers.
_NAMED = {
    (1, "last", False): "1d_nwc_wc", (1, "first", False): "1d_ncw_cw", (1, "last", True): "1d_nwc_wcm",
    (2, "last", False): "2d_nhwc_hwc", (2, "first", False): "2d_nchw_chw", (2, "last", True): "2d_nhwc_hwcm",
    (3, "last", False): "3d_ndhwc_dhwc", (3, "first", False): "3d_ncdhw_cdhw", (3, "last", True): "3d_ndhwc_dhwcm",
}  # fmt: skip


class _Window:
    """A window: its sizes, its steps, and the distances of its elements."""

    def __init__(self, rng, sizes, large):
        self.sizes, self.steps, self.dilations = [], [], []
        for size in sizes:
            window = rng.choice([n for n in ([3, 5] if large else [1, 2, 3, 3, 3, 4, 5, 7]) if n <= size])
            most = 1 if window == 1 else (size - 1) // (window - 1)
            self.sizes.append(window)
            self.steps.append(1 if large else rng.choice([1, 1, 1, 2, 3]))
            self.dilations.append(1 if large else rng.choice([n for n in (1, 1, 1, 2, 3) if n <= most]))
        self.places = [
            (size - d * (k - 1) - 1) // s + 1 for size, k, s, d in zip(sizes, self.sizes, self.steps, self.dilations)
        ]

    def convolve(self, image, weights):
        """Of [N, C, *sizes] with [C, M, *window]: [N, C, M, *places]."""
        total = np.zeros((*image.shape[:2], weights.shape[1], *self.places), np.float32)
        for element in itertools.product(*map(range, self.sizes)):
            index = tuple(
                slice(at * d, at * d + (n - 1) * s + 1, s)
                for at, n, s, d in zip(element, self.places, self.steps, self.dilations)
            )
            weight = weights[(slice(None), slice(None), *element)]
            part = image[(slice(None), slice(None), None, *index)]
            total += part * weight.reshape(1, *weight.shape, *[1] * len(self.sizes))
        return total


class _Drawing:
    """A graph with one image, which has its channels as its first or its last dimension."""

    def __init__(self, rng):
        self.rng, self.g = rng, Graph(rng, any_bits=False)
        self.spatial = rng.choice([1, 2, 2, 2, 3])
        self.large = rng.random() < 0.04
        element = rng.choice(["f32", "bf16", "bf16", "f16"])
        if self.large:
            self.spatial, shape = 2, [16, 64, 42, rng.choice([42, 55, 57, 60, 61, 63])]
        else:
            sizes = [rng.choice([1, 3, 5, 7, 8, 9, 12, 16]) for _ in range(self.spatial)]
            shape = [rng.choice([1, 1, 2, 3]), rng.choice([1, 2, 3, 5, 8, 8, 16, 24]), *sizes]
        self.first = self.large is False and rng.random() < 0.5
        if not self.first:
            shape = [shape[0], *shape[2:], shape[1]]
        self.value = self.g.input(shape, element)

    @property
    def channels(self):
        return self.value.shape[1 if self.first else -1]

    def order(self, first):
        """Of a transposition that makes channels the first dimension, or the last."""
        rank = self.spatial + 2
        return [0, rank - 1, *range(1, rank - 1)] if first else [0, *range(2, rank), 1]

    def turn(self, first):
        if self.first != first:
            self.value, self.first = self.g.transpose(self.value, self.order(first)), first

    def image(self):
        """The numbers with channels in front."""
        return self.value.array if self.first else self.value.array.transpose(self.order(True))

    def sizes(self):
        return self.value.shape[2:] if self.first else self.value.shape[1:-1]

    def pad(self):
        # A border of a large image lets all sizes be.
        low, high = ([1 if self.large else self.rng.choice([0, 1, 1, 2, 3]) for _ in range(self.spatial)] for _ in "lh")
        around = (lambda widths: [0, 0, *widths]) if self.first else (lambda widths: [0, *widths, 0])
        if any(low + high):
            self.value = self.g.pad(self.value, around(low), around(high), self.rng.choice([0, 0, 0, 1]))

    def join_or_cut(self):
        """Joins the image with another, or takes a part of it."""
        g, rng, value = self.g, self.rng, self.value
        axis = rng.randrange(1, value.rank)
        size = value.shape[axis]
        if rng.random() < 0.5:
            other = g.input([*value.shape[:axis], rng.randint(1, 3), *value.shape[axis + 1 :]], value.element)
            self.value = g.concat(rng.sample([value, other], 2), axis)
        else:
            begin, step = rng.randint(0, min(size - 1, 2)), rng.choice([1, 1, 2])
            self.value = g.part(value, axis, begin, (size - begin - 1) // step + 1, step)

    def elementwise(self):
        g, value = self.g, self.value
        array = value.array
        kind = self.rng.choice(["relu", "neg", "abs", "double", "bias", "scale", "residual", "mask"])
        unary = {"relu": np.maximum(array, 0), "neg": -array, "abs": np.abs(array)}
        if kind in unary:
            self.value = g.like(value, f"fusion.{kind} {value.name} : {value.type}", unary[kind])
            return
        if kind == "residual":
            other = g.input(value.shape, value.element)
        elif kind == "double":
            text = f"arith.constant {g.constant(2, value.element)} : {tensor_type([], value.element)}"
            other = g.value(text, np.float32(2), value.element)
        elif kind == "mask":
            other = g.input([value.shape[0], *[1] * (value.rank - 1)], value.element)
        else:
            other = g.input([self.channels], value.element)
            if self.first:
                other = g.expand(other, [[self.channels, *[1] * self.spatial]])
        name, array = ("add", array + other.array) if kind in ("bias", "residual") else ("mul", array * other.array)
        if is_exact(value.element, array):
            text = f"fusion.{name} {value.name}, {other.name} : ({value.type}, {other.type}) -> {value.type}"
            self.value = g.like(value, text, array)

    def convolve(self):
        rng, g = self.rng, self.g
        if rng.random() < 0.6:
            self.pad()
        multiplier = 1 if self.large else rng.choice([1, 1, 1, 2, 3, 8])
        named = rng.random() < 0.5
        if named:
            self.turn(multiplier == 1 and rng.random() < 0.5 and not self.large)
        window = _Window(rng, self.sizes(), self.large)
        wide = self.value.element != "f32" and rng.random() < 0.3
        element = "f32" if wide else self.value.element
        weights, array = self.draw_weights(window, multiplier, element)
        if weights is None:
            return
        begin = rng.choice([0, 0, 0, 1])
        (self.call_named if named else self.call_generic)(window, weights, array + begin, element, begin)
        g.moves.append("named" if named else "generic")
        if wide and rng.random() < 0.7 and is_exact("bf16", array):
            to = rng.choice(["bf16", "f16"])
            text = f"fusion.cast {self.value.name} : {self.value.type} to {tensor_type(self.value.shape, to)}"
            self.value = g.value(text, self.value.array, to)

    def draw_weights(self, window, multiplier, element):
        """[C, M, *window], of which so many are zero that sums are exact, and what they give."""
        generator = np.random.default_rng(self.rng.getrandbits(32))
        shape = [self.channels, multiplier, *window.sizes]
        for density in (1, 0.5, 0.2, 0.05):
            weights = generator.integers(-2, 3, shape) * (generator.random(shape) < density)
            array = window.convolve(self.image(), weights.astype(np.float32))
            if is_exact(element, np.abs(array) + 1):
                return weights.astype(np.float32), array
        return None, None

    def call_named(self, window, weights, array, element, begin):
        """Multipliers are behind channels, and become one dimension with them."""
        g, several = self.g, weights.shape[1] > 1
        last = [*range(2, weights.ndim), 0, 1]
        own = weights.transpose(last) if not self.first else weights
        own = own if several else own.squeeze(-1 if not self.first else 1)
        name = _NAMED[self.spatial, "first" if self.first else "last", several]
        weight = self.add_weights(own)
        # [N, C, M, *places]
        if not self.first:
            array = np.moveaxis(array, (1, 2), (-2, -1))
        array = array if several else array.squeeze(-1 if not self.first else 2)
        attributes = ", ".join(
            f"{key} = dense<{values}> : tensor<{self.spatial}xi64>"
            for key, values in (("strides", window.steps), ("dilations", window.dilations))
        )
        self.emit(f"linalg.depthwise_conv_{name} {{{attributes}}}", weight, array, element, begin)
        if several:
            outer = self.value.rank - 2
            self.value = g.collapse(self.value, [*([i] for i in range(outer)), [outer, outer + 1]])

    def call_generic(self, window, weights, array, element, begin):
        """Loops over images, groups, filters of a group, places, channels of a group, and elements."""
        g, several = self.g, self.channels > 1
        group = ["g"] if several else []
        axes = range(self.spatial)
        reads = [f"o{i} * {s} + k{i} * {d}" for i, s, d in zip(axes, window.steps, window.dilations)]
        outputs, elements = [f"o{i}" for i in axes], [f"k{i}" for i in axes]
        own = self.value
        if self.first:
            read, written = ["n", *group, "c", *reads], ["n", *group, "f", *outputs]
            if several:
                own = g.expand(own, [[own.shape[0]], [own.shape[1], 1], *([size] for size in own.shape[2:])])
        else:
            read, written = ["n", *reads, *group, "c"], ["n", *outputs, *group, "f"]
            if several:
                own = g.expand(own, [*([size] for size in own.shape[:-1]), [own.shape[-1], 1]])
            array = np.moveaxis(array, (1, 2), (-2, -1))
        weight = self.add_weights(weights[:, :, None] if several else weights.reshape(-1, 1, *window.sizes))
        if not several:
            array = array.squeeze(1 if self.first else -2)
        loops = ["n", *group, "f", *outputs, "c", *elements]
        # The order of loops is of no meaning.
        if self.rng.random() < 0.3:
            self.rng.shuffle(loops)
        kinds = ", ".join('"reduction"' if loop[0] in "ck" else '"parallel"' for loop in loops)
        maps = ", ".join(
            f"affine_map<({', '.join(loops)}) -> ({', '.join(map_)})>"
            for map_ in (read, [*group, "f", "c", *elements], written)
        )
        lines = ["    ^bb0(%a: IN, %b: IN, %c: OUT):"]
        a, b = "%a", "%b"
        if element != own.element:
            lines += [f"      %w{x} = arith.extf %{x} : IN to OUT" for x in "ab"]
            a, b = "%wa", "%wb"
        lines += [f"      %p = arith.mulf {a}, {b} : OUT", "      %s = arith.addf %c, %p : OUT",
                  "      linalg.yield %s : OUT"]  # fmt: skip
        body = "\n".join(lines).replace("IN", own.element).replace("OUT", element)
        text = f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}"
        self.value = own
        self.emit(text, weight, array, element, begin, f" {{\n{body}\n    }}")
        if several:
            axis = 1 if self.first else self.value.rank - 2
            groups = [[i] for i in range(axis)] + [[axis, axis + 1]] + [[i] for i in range(axis + 2, self.value.rank)]
            self.value = g.collapse(self.value, groups)

    def add_weights(self, array):
        weight = self.g.input(array.shape, self.value.element)
        weight.array = np.ascontiguousarray(array, np.float32)
        return weight

    def emit(self, text, weight, array, element, begin, body=""):
        g, to = self.g, tensor_type(array.shape, element)
        out = g.full(array.shape, element, begin)
        text += f" ins({self.value.name}, {weight.name} : {self.value.type}, {weight.type}) outs({out} : {to})"
        self.value = g.value(f"{text}{body} -> {to}", array, element)


def draw(seed, most):
    """The graph of a seed, of at most so many convolutions."""
    rng = random.Random(seed)
    drawing = _Drawing(rng)
    g = drawing.g
    for _ in range(rng.randint(1, 1 if drawing.large else most)):
        for _ in range(rng.choice([0, 0, 1, 2])):
            drawing.elementwise()
        if rng.random() < 0.1 and drawing.value.name != "%arg0":
            g.output(drawing.value)
        if rng.random() < 0.2 and not drawing.large:
            drawing.join_or_cut()
        drawing.convolve()
        for _ in range(rng.choice([0, 0, 1, 2])):
            drawing.elementwise()
        if rng.random() < 0.3 and not drawing.large:
            drawing.turn(not drawing.first)
        if rng.random() < 0.15:
            g.output(drawing.value)
    g.output(drawing.value)
    g.computes = True
    rng.shuffle(g.outputs)
    return g
