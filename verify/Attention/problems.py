# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random problems of attention: sizes, layouts, spellings, masks and scores, all drawn from a seed."""

import math
import random

from graphs import INFINITE, LOWEST, FusionGraph, Size
from linalg_graphs import LinalgGraph
from tosa_graphs import TosaGraph

SPELLINGS = {"fusion": FusionGraph, "torch": lambda: LinalgGraph("batch", positions_of_maxima=True),
             "jax": lambda: LinalgGraph("generic"), "named": LinalgGraph, "tosa": TosaGraph}

# Conditions under which a score is masked, of row %i and key %j; {n} is a number, {e} what keys are longer than rows.
POSITIONS = {
    "causal": ["%r = arith.cmpi sgt, %j, %i : index"],
    "causal-at-the-end": ["%n = arith.constant {e} : index", "%d = arith.addi %i, %n : index",
                          "%r = arith.cmpi sgt, %j, %d : index"],
    "window": ["%n = arith.constant {n} : index", "%d = arith.subi %i, %j : index",
               "%a = arith.cmpi sgt, %j, %i : index", "%b = arith.cmpi sge, %d, %n : index",
               "%r = arith.ori %a, %b : i1"],
    "prefix": ["%n = arith.constant {n} : index", "%a = arith.cmpi sgt, %j, %i : index",
               "%b = arith.cmpi sge, %j, %n : index", "%r = arith.andi %a, %b : i1"],
    "blocks": ["%n = arith.constant {n} : index", "%a = arith.divui %i, %n : index", "%b = arith.divui %j, %n : index",
               "%r = arith.cmpi ne, %a, %b : index"],
}
SLOPE = ["%d = arith.subi %j, %i : index", "%n = arith.index_cast %d : index to i32",
         "%f = arith.sitofp %n : i32 to f32", "%k = arith.constant 0.0625 : f32", "%r = arith.mulf %f, %k : f32"]
MASKS = ["none", "none", "none", *POSITIONS, "causal", "boolean", "boolean", "additive", "additive", "causal-file",
         "hidden-file", "table", "added-table", "slopes", "slopes-of-heads", "cap", "cap+causal", "padding+causal"]
OF_POSITIONS = ("slopes", "slopes-of-heads", "cap+causal", "padding+causal", *POSITIONS)


class Problem:
    """What is asked for. `build` is the graph; sizes and files that come with a call are in `graph`."""

    def __init__(self, seed, largest=700, most=10**9, element=None):
        draw = self.random = random.Random(seed)
        choose = draw.choice
        self.seed = seed
        self.spelling = choice = choose(["fusion"] * 3 + ["torch"] * 2 + ["jax"] * 2 + ["tosa", "named"])
        self.element = choose(["bf16", "f16"])
        self.element = element or self.element
        self.depth, self.columns = (choose([64, 128, 8 * draw.randint(1, 32)]) for _ in range(2))
        if self.chance(0.6):
            self.columns = self.depth
        self.draw_sizes(largest)
        self.layout = choose(["plain", "heads", "heads", "across"])
        if self.layout == "heads" and choice != "tosa" and self.chance(0.2):
            self.layout, self.keys, self.columns = "packed", self.rows, self.depth
        self.is_open = choice != "tosa" and self.layout != "packed" and self.chance(0.25)
        self.batch, self.heads = choose([1, 1, 2, 3, 8]), choose([1, 2, 3, 4, 12])
        while self.batch * self.heads * self.rows * self.keys * (self.depth + self.columns) > most and self.heads > 1:
            self.batch, self.heads = 1, (self.heads + 1) // 2
        self.draw_groups()
        self.mask = choose([mask for mask in MASKS if self.takes(mask)])
        self.none = choose([INFINITE] * 4 + ["-1.0e9", LOWEST, "-10000.0"])
        self.scaled = choose(["scores", "scores", "quotient", "query", "both"])
        self.softmax = choose({"fusion": ["plain", "plain", "reciprocal", "behind", "powers", "logarithm", "unshifted",
                                          "cleared"],
                               "torch": ["plain", "plain", "cleared"], "jax": ["plain", "clamped", "behind"],
                               "named": ["named"], "tosa": ["plain"]}[choice])
        self.numerics = choose(["relaxed"] * 3 + ["fast"])
        self.outputs = self.element if self.chance(0.8) else "f32"
        self.of_rows = self.softmax in ("plain", "behind") and self.chance(0.1)

    def chance(self, probability):
        return self.random.random() < probability

    def draw_sizes(self, largest):
        def size():
            near = self.random.choice([16, 64, 128, 192, 256, 512]) + self.random.choice([-1, 0, 0, 1, 8])
            drawn = [self.random.randint(1, largest) for _ in range(4)]
            return min(largest, self.random.choice([1, self.random.randint(1, 40), near, near, *drawn]))

        self.rows = size()
        self.keys = self.rows if self.chance(0.4) else size()
        if self.keys == 1 and self.chance(0.8):
            self.keys = self.random.randint(1, largest)

    def draw_groups(self):
        """How query heads share those of the keys."""
        self.group, self.grouping = 1, "none"
        if self.spelling in ("tosa", "named") or self.layout == "packed" or self.chance(0.65):
            return
        self.group = self.random.choice([2, 2, 4, 8])
        self.grouping = "repeated" if self.spelling == "torch" or self.chance(0.5) else "shared"

    def takes(self, mask):
        if self.spelling == "tosa" and mask in OF_POSITIONS:
            return False
        if mask.endswith("file") or "table" in mask or mask == "causal-at-the-end":
            return not self.is_open
        return mask in ("none", "boolean", "additive", "cap") or not (self.is_open and self.spelling != "fusion")

    def __str__(self):
        sizes = f"{self.batch} x {self.heads * self.group} heads over {self.heads}, {self.rows} x {self.keys}"
        return (f"{self.spelling} {self.element}, {sizes}, depth {self.depth}, columns {self.columns}, {self.layout}, "
                f"{self.grouping}, {self.mask} {self.none}, scale {self.scaled}, {self.softmax}, {self.numerics}"
                + (", dynamic" if self.is_open else ""))

    # -- parts of the graph

    def scale(self):
        return 1.0 / round(math.sqrt(self.depth) * self.random.choice([1, 1, 0.7]), 3)

    def number(self):
        return self.random.choice([1, 5, 16, 40, 64, 100])

    def operand(self, length, width, heads, across):
        """An operand [batch, heads, length, width], and whether it lies across memory, as it was read."""
        g, element = self.graph, self.element
        if self.layout == "heads":
            return g.transpose(g.input([self.batch, length, heads, width], element), [0, 2, 1, 3]), False
        if across and self.layout == "across":
            return g.input([self.batch, heads, width, length], element), True
        return g.input([self.batch, heads, length, width], element), False

    def operands(self):
        g, rows, keys = self.graph, self.open_rows, self.open_keys
        if self.layout == "packed":
            packed = g.input([self.batch, rows, 3, self.heads, self.depth], self.element)
            return [(g.transpose(g.slice(packed, 2, at), [0, 2, 1, 3]), False) for at in range(3)]
        heads = self.heads * self.group
        query, key = self.operand(rows, self.depth, heads, False), self.operand(keys, self.depth, self.heads, True)
        value = self.operand(keys, self.columns, self.heads, True)
        if self.grouping == "repeated":
            key, value = ((g.merge(g.repeat(x, 2, self.group), 1, 2), across) for x, across in (key, value))
        elif self.grouping == "shared":
            query = g.split(query[0], 1, [self.heads, self.group]), False
            key, value = ((g.split(x, 1, [self.heads, 1]), across) for x, across in (key, value))
        return query, key, value

    def mask_shape(self, scores):
        shape = [size if self.chance(0.5) else 1 for size in scores.shape[:-2]] + [self.open_rows, self.open_keys]
        if self.chance(0.4):
            shape[-2] = 1
        while shape[0] == 1 and len(shape) > 2 and self.spelling != "tosa" and self.chance(0.4):
            shape.pop(0)
        return shape

    def hide(self, x, condition):
        """Scores where a condition does not hold."""
        g = self.graph
        if self.chance(0.3) and self.none != LOWEST:
            mask = g.select(condition, g.constant(self.none), g.constant("0.0"))
            return g.binary("add", x, mask)
        return g.select(condition, g.constant(self.none), x)

    def by_position(self, x, name):
        lines = [line.format(n=self.number(), e=self.keys - self.rows) for line in POSITIONS[name]]
        return self.hide(x, self.graph.at(x, lines))

    def slope(self, x):
        g = self.graph
        slope = g.at(x, SLOPE, "f32")
        if self.mask == "slopes-of-heads":
            slope = g.binary("mul", slope, self.slopes)
        return g.binary("add", x, slope)

    def apply_table(self, x):
        """A causal mask that is a constant matrix."""
        g, rows = self.graph, range(self.rows)
        if self.mask == "table":
            table = g.table([["true" if j > i else "false" for j in range(self.keys)] for i in rows], "i1")
            return g.select(table, g.constant(self.none), x)
        table = g.table([[self.none if j > i else "0.0" for j in range(self.keys)] for i in rows], "f32")
        return g.binary("add", x, table)

    def apply_mask(self, x):
        g, mask = self.graph, self.mask
        if mask.startswith("cap"):
            x = g.binary("mul", g.unary("tanh", g.binary("mul", x, g.constant(0.2))), g.constant(5.0))
        if mask.startswith("padding"):
            x = self.hide(x, self.given)
        if mask in POSITIONS or mask.endswith("+causal"):
            return self.by_position(x, "causal" if "+" in mask else mask)
        if mask.startswith("slopes"):
            return self.slope(x)
        if mask == "boolean":
            return self.hide(x, self.given)
        if mask in ("additive", "causal-file", "hidden-file"):
            return g.binary("add", x, g.cast(self.given, "f32"))
        return self.apply_table(x) if "table" in mask else x

    def declare_file(self):
        """An input of zeros and -inf: causal, or of rows without a key among others."""
        low = float("-inf") if self.none == INFINITE else float(self.none)
        if self.mask == "causal-file":
            hidden = [j > i for i in range(self.rows) for j in range(self.keys)]
        else:
            empty = [self.chance(0.2) for _ in range(self.rows)]
            hidden = [empty[i] or self.chance(0.3) for i in range(self.rows) for _ in range(self.keys)]
        shape = [1, self.rows, self.keys] if self.spelling == "tosa" else [self.rows, self.keys]
        self.given = self.graph.file(shape, [low if own else 0.0 for own in hidden])

    def declare_mask(self, x):
        g = self.graph
        if self.mask in ("boolean", "padding+causal"):
            shape = self.mask_shape(x)
            if self.mask != "boolean":
                shape[-2] = 1
            self.given = g.input(shape, "i1")
        elif self.mask == "additive":
            self.given = g.input(self.mask_shape(x), self.random.choice(["f32", self.element]))
        elif self.mask == "slopes-of-heads":
            self.slopes = g.input(x.shape[1:-2] + [1, 1], "f32")

    # -- softmax and the second product

    def exponential(self, x):
        g = self.graph
        if self.softmax == "powers":
            return g.unary("exp2", g.binary("mul", x, g.constant(1.44269504)))
        return g.unary("exp", x)

    def weights(self, x):
        """Weights, what the second product is divided by, and a value of rows."""
        g = self.graph
        if self.softmax == "named":
            return g.add(f"linalg.softmax dimension({len(x.shape) - 1}) ins({x.name} : {x.type}) outs("
                         f"{g.empty(x.shape, 'f32').name} : {x.type}) -> {x.type}", x.shape, "f32"), None, None
        if self.softmax == "unshifted":
            weights = self.exponential(x)
            total = g.reduce("addf", weights)
            return g.binary("div", weights, total), None, None
        largest = g.reduce("maximumf", x)
        if self.softmax == "clamped":
            largest = g.binary("max", g.constant(INFINITE), largest)
        weights = self.exponential(g.binary("sub", x, largest))
        total = g.reduce("addf", weights)
        of_rows = g.binary("add", largest, g.unary("log", total)) if self.of_rows else None
        if self.softmax == "logarithm":
            shift = g.binary("add", largest, g.unary("log", total))
            return g.unary("exp", g.binary("sub", x, shift)), None, None
        if self.softmax == "behind":
            return weights, total, of_rows
        if self.softmax == "reciprocal":
            return g.binary("mul", weights, g.binary("div", g.constant(1.0), total)), None, None
        weights = g.binary("div", weights, total)
        if self.softmax == "cleared":
            hidden = g.reduce("andi", g.equal(x, g.constant(INFINITE)))
            weights = g.select(hidden, g.constant("0.0"), weights)
        return weights, None, of_rows

    def scores(self, query, key, across):
        g, scale = self.graph, self.scale()
        factor = f"{scale:.6f}"
        if self.scaled == "query":
            query = g.cast(g.binary("mul", g.cast(query, "f32"), g.constant(factor)), self.element)
        elif self.scaled == "both":
            root = f"{math.sqrt(scale):.6f}"
            query, key = (g.cast(g.binary("mul", g.cast(x, "f32"), g.constant(root)), self.element)
                          for x in (query, key))
        x = g.product(query, key, not across)
        if self.scaled == "scores":
            return g.binary("mul", x, g.constant(factor))
        if self.scaled == "quotient":
            return g.binary("div", x, g.constant(f"{1 / scale:.6f}"))
        return x

    def build(self):
        g = self.graph = SPELLINGS[self.spelling]()
        self.open_rows, self.open_keys = (Size(size, name, self.is_open)
                                          for size, name in ((self.rows, "rows"), (self.keys, "keys")))
        if self.mask.endswith("file"):
            self.declare_file()
        (query, _), (key, key_across), (value, value_across) = self.operands()
        if not self.mask.endswith("file"):
            self.declare_mask(type(query)("", query.shape[:-1] + [self.open_keys], "f32"))
        x = self.apply_mask(self.scores(query, key, key_across))
        weights, total, of_rows = self.weights(x)
        out = g.product(g.cast(weights, self.element), value, value_across)
        if total:
            out = g.binary("div", out, total)
        out = g.cast(out, self.outputs)
        if len(out.shape) == 5:
            out = g.merge(out, 1, 2)
        if self.layout in ("heads", "packed"):
            out = g.transpose(out, [0, 2, 1, 3])
            if self.chance(0.7) and self.spelling != "tosa":
                out = g.merge(out, 2, 2)
        return g.print("attention", [out, of_rows] if of_rows else [out])
