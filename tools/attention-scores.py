#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random score formulas of attention, each checked against the float64 interpreter.

    tools/attention-scores.py --seed=1 --count=100 --run=build/bin/fusion-run     runs and verifies each
    tools/attention-scores.py --seed=7                                            prints the graph of a seed

A graph is one kernel with a schedule of the attention family: small sizes, any layouts, and a formula of caps, slopes,
biases, lookups, and masks by position and of data between the first product and the softmax. Rows that see no key are
NaN, which bounds say nothing of: inconclusive. Without a GPU, 2 graphs a second:

    env LD_LIBRARY_PATH=build/verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90 tools/attention-...
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile


class Graph:
    def __init__(self, seed):
        self.random = random.Random(seed)
        choose = self.random.choice
        self.batch = choose([[], [1], [2], [2, 2], [1, 3], [3, 1]])
        self.rows = choose([1, 5, 64, 65, 90])
        self.keys = choose([2, 7, 16, 40, 72, 100, 130])
        self.depth = choose([8, 16, 32, 40, 64])
        self.columns = choose([8, 16, 32, 48])
        self.element = choose(["bf16", "f16"])
        self.dynamic = self.random.random() < 0.3
        self.sizes = []  # of the entry's dynamic dimensions
        self.inputs = []  # name, type
        self.lines = []
        self.masked = False
        self.has_tiles = False  # an operand that TMA can bring
        self.names = 0

    def chance(self, probability):
        return self.random.random() < probability

    def type(self, shape, element, sizes=None):
        dims = []
        for size in shape:
            named = isinstance(size, str)
            number = {"rows": self.rows, "keys": self.keys}[size] if named else size
            dims.append("?" if named and self.dynamic else str(number))
            if named and self.dynamic and sizes is not None:
                sizes.append(number)
        return "tensor<" + "".join(dim + "x" for dim in dims) + element + ">"

    def scores(self, element="f32"):
        return self.type(self.batch + ["rows", "keys"], element)

    def name(self):
        self.names += 1
        return f"%v{self.names}"

    def add(self, text):
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def input(self, shape, element):
        name = f"%in{len(self.inputs)}"
        if shape[-2:] == ["rows", "keys"] and element in ("bf16", "f16") and not self.dynamic:
            self.has_tiles |= self.rows > 1 and self.keys % 8 == 0
        self.inputs.append((name, self.type(shape, element, self.sizes)))
        return name, self.inputs[-1][1]

    def constant(self, value, element="f32"):
        return self.add(f"arith.constant dense<{value}> : tensor<{element}>")

    def binary(self, op, a, b, b_type):
        return self.add(f"fusion.{op} {a}, {b} : ({self.scores()}, {b_type}) -> {self.scores()}")

    def broadcast_shape(self):
        """A shape that broadcasts to that of scores."""
        shape = [size if self.chance(0.6) else 1 for size in self.batch + ["rows", "keys"]]
        while len(shape) > 1 and shape[0] == 1 and self.chance(0.6):
            shape.pop(0)
        return shape

    def map(self, element, body, operands=(), tables=()):
        shape = self.batch + ["rows", "keys"]
        if self.dynamic:  # sizes come from an operand
            operands = list(operands) + [("%s", self.scores())]
        arguments = [f"%e{i} = {name}" for i, (name, _) in enumerate(operands)]
        listed = [f"%t{i} = {name}" for i, (name, _) in enumerate(tables)]
        positions = [f"%p{i}" for i in range(len(shape) - 2)] + ["%i", "%j"]
        types = ", ".join(kind for _, kind in list(operands) + list(tables))
        text = f"fusion.map({', '.join(arguments)}) "
        text += f"tables({', '.join(listed)}) " if listed else ""
        text += f"at({', '.join(positions)}) : ({types}) -> {self.scores(element)} {{\n"
        return self.add(text + "".join(f"  {line}\n" for line in body) + "}")

    # -- conditions

    def position_condition(self):
        number = self.random.choice([0, 1, 3, 8, 16, 20, 40, 64])
        kind = self.random.choice(["sgt", "sge", "slt", "sle"])
        lines = [f"%n = arith.constant {number} : index"]
        form = self.random.choice(["causal", "distance", "prefix", "blocks", "parity", "rows", "window"])
        if form == "causal":
            lines += [f"%c = arith.cmpi {kind}, %j, %i : index"]
        elif form == "distance":
            lines += ["%d = arith.subi %i, %j : index", f"%c = arith.cmpi {kind}, %d, %n : index"]
        elif form == "window":
            lines += ["%d = arith.subi %i, %j : index", "%a = arith.cmpi sgt, %j, %i : index",
                      "%b = arith.cmpi sgt, %d, %n : index", "%c = arith.ori %a, %b : i1"]
        elif form == "prefix":
            lines += ["%a = arith.cmpi sgt, %j, %i : index", "%b = arith.cmpi sge, %j, %n : index",
                      "%c = arith.andi %a, %b : i1"]
        elif form == "blocks":
            lines += ["%w = arith.constant 24 : index", "%a = arith.divsi %i, %w : index",
                      "%b = arith.divsi %j, %w : index", "%c = arith.cmpi ne, %a, %b : index"]
        elif form == "parity":
            lines += ["%w = arith.constant 3 : index", "%a = arith.remsi %j, %w : index",
                      "%z = arith.constant 1 : index", "%c = arith.cmpi eq, %a, %z : index"]
        else:
            lines += [f"%c = arith.cmpi {kind}, %i, %n : index"]
        return self.map("i1", lines + ["fusion.yield %c : i1"]), self.scores("i1")

    def condition(self, depth=0):
        draw = self.random.random()
        if draw < 0.55:
            return self.position_condition()
        if draw < 0.8 or depth == 2:
            return self.input(self.broadcast_shape(), "i1")
        first, second = self.condition(depth + 1), self.condition(depth + 1)
        op = self.random.choice(["ori", "andi", "xori"])
        body = [f"%c = arith.{op} %e0, %e1 : i1", "fusion.yield %c : i1"]
        return self.map("i1", body, [first, second]), self.scores("i1")

    # -- steps of the formula

    def step(self, x):
        step = self.random.choice(["scale", "scale", "cap", "bias", "slope", "mask", "mask", "mask", "added", "cast",
                                   "gain", "table", "floor"])
        if step == "scale":
            number = self.random.choice([0.25, 0.125, 0.3, 1.5] + ([] if self.masked else [-0.5]))
            return self.binary(self.random.choice(["mul", "div"]) if number > 0.2 else "mul", x,
                               self.constant(number), "tensor<f32>")
        if step == "cap" and not self.masked:
            cap = self.random.choice([5.0, 30.0, 50.0, 1000.0])
            # Scores of a few, as they are mostly; near the cap; far beyond it.
            x = self.binary("mul", x, self.constant(self.random.choice([1, 1, 10, 1e4]) / cap), "tensor<f32>")
            y = self.add(f"fusion.tanh {x} : {self.scores()}")
            return self.binary("mul", y, self.constant(cap), "tensor<f32>")
        if step == "floor" and not self.masked:
            return self.binary("max", x, self.constant(-1.5), "tensor<f32>")
        if step == "bias":
            name, kind = self.input(self.broadcast_shape(), self.random.choice(["f32", "bf16", "f16"]))
            if not kind.endswith("xf32>"):
                wide = kind[:kind.rindex("x") + 1] + "f32>"
                name, kind = self.add(f"fusion.cast {name} : {kind} to {wide}"), wide
            return self.binary("add", x, name, kind)
        if step == "gain":
            shape = self.broadcast_shape()
            shape[-1] = 1
            name, kind = self.input(shape, "f32")
            name = self.add(f"fusion.abs {name} : {kind}")
            return x if self.masked else self.binary("mul", x, name, kind)
        if step == "slope":
            body = ["%d = arith.subi %j, %i : index", "%n = arith.index_cast %d : index to i32",
                    "%f = arith.sitofp %n : i32 to f32", "%k = arith.constant 0.0625 : f32",
                    "%r = arith.mulf %f, %k : f32", "fusion.yield %r : f32"]
            return self.binary("add", x, self.map("f32", body), self.scores())
        if step == "table" and not self.dynamic:
            table = self.input([self.rows + self.keys], "f32")
            body = [f"%n = arith.constant {self.rows} : index", "%d = arith.subi %j, %i : index",
                    "%a = arith.addi %d, %n : index", f"%r = fusion.lookup %t0[%a] : {table[1]}",
                    "fusion.yield %r : f32"]
            return self.binary("add", x, self.map("f32", body, tables=[table]), self.scores())
        none = self.random.choice(["0xFF800000"] * 3 + ["-1.0e9", "0xFF7FFFFF", "-8.0"])
        if step == "mask":
            self.masked |= none != "-8.0"
            condition, kind = self.condition()
            number = self.constant(none)
            if self.chance(0.5):
                return self.add(f"fusion.select {condition}, {number}, {x} : ({kind}, tensor<f32>, {self.scores()}) "
                                f"-> {self.scores()}")
            return self.add(f"fusion.select {condition}, {x}, {number} : ({kind}, {self.scores()}, tensor<f32>) "
                            f"-> {self.scores()}")
        if step == "added":
            self.masked |= none != "-8.0"
            condition, kind = self.condition()
            number, zero = self.constant(none), self.constant("0.0")
            sides = (number, zero) if self.chance(0.5) else (zero, number)
            wide = kind[:-3] + "f32>"
            mask = self.add(f"fusion.select {condition}, {sides[0]}, {sides[1]} : ({kind}, tensor<f32>, tensor<f32>) "
                            f"-> {wide}")
            return self.binary("add", x, mask, wide)
        return x

    # -- the kernel

    def build(self):
        batch = self.batch
        query, query_type = self.input(batch + ["rows", self.depth], self.element)
        transposed = self.chance(0.3)
        key_shape = [self.depth, "keys"] if transposed else ["keys", self.depth]
        shared = [1 if self.chance(0.3) else size for size in batch]
        key, key_type = self.input(shared + key_shape, self.element)
        flipped = self.chance(0.3)
        value, value_type = self.input(shared + ([self.columns, "keys"] if flipped else ["keys", self.columns]),
                                       self.element)
        spelled = "" if transposed else " {transpose_b}"
        self.lines.append(f"%s = fusion.matmul {query}, {key}{spelled} : ({query_type}, {key_type}) -> {self.scores()}")
        x = self.binary("mul", "%s", self.constant(self.random.choice([0.25, 0.125])), "tensor<f32>")
        for _ in range(self.random.randint(1, 4)):
            x = self.step(x)
        row, full = self.type(batch + ["rows", 1], "f32"), self.scores()
        largest = self.add(f"fusion.reduce maximumf {x} along [{len(batch) + 1}] : {full} -> {row}")
        shifted = self.binary("sub", x, largest, row)
        weights = self.add(f"fusion.{self.random.choice(['exp', 'exp2'])} {shifted} : {full}")
        total = self.add(f"fusion.reduce addf {weights} along [{len(batch) + 1}] : {full} -> {row}")
        behind = self.chance(0.5)
        if not behind:
            weights = self.binary("div", weights, total, row)
        narrow = self.scores(self.element)
        weights = self.add(f"fusion.cast {weights} : {full} to {narrow}")
        out = self.type(batch + ["rows", self.columns], "f32")
        spelled = " {transpose_b}" if flipped else ""
        result = self.add(f"fusion.matmul {weights}, {value}{spelled} : ({narrow}, {value_type}) -> {out}")
        if behind:
            result = self.add(f"fusion.div {result}, {total} : ({out}, {row}) -> {out}")
        groups = self.random.choice([1, 2])
        keys = self.random.choice([16, 32, 48])
        stages = self.random.choice([0, 1, 2]) if self.has_tiles else 0
        options = f", attention = <operand_stages = {stages}>" if stages else ""
        schedule = (f"#fusion.schedule<family = attention, tile = [{64 * groups}, {keys}, {self.depth}], "
                    f"warps = [{4 * groups}, 1], stages = {self.random.choice([1, 2, 3])}{options}>")
        types = ", ".join(kind for _, kind in self.inputs)
        declared = ", ".join(f"%a{i}: {kind}" for i, (_, kind) in enumerate(self.inputs))
        bound = ", ".join(f"{name} = %a{i}" for i, (name, _) in enumerate(self.inputs))
        body = "\n".join("    " + line for text in self.lines for line in text.split("\n"))
        return (f"func.func @attention({declared}) -> {out} {{\n"
                f"  %o = fusion.kernel({bound}) : ({types}) -> {out}\n"
                f"      attributes {{schedule = {schedule}}} {{\n{body}\n    fusion.yield {result} : {out}\n  }}\n"
                f"  return %o : {out}\n}}\n")


def check(path, seed, run):
    """The verdict of a run, or nothing where it is right."""
    graph = Graph(seed)
    text = graph.build()
    with open(path, "w") as file:
        file.write(text)
    command = [run, path, "--device=cuda", f"--random={seed + 1}", "--verify"]
    if graph.sizes:
        command.append("--dynamic=" + ",".join(map(str, graph.sizes)))
    done = subprocess.run(command, capture_output=True, text=True)
    output = (done.stdout + done.stderr).strip().splitlines()
    verdict = next((line for line in output if line.startswith("verify")), output[-1] if output else "no output")
    if done.returncode == 0 and "good" in verdict:
        return None
    return verdict


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--run", help="fusion-run; without it the first graph is printed")
    options = parser.parse_args()
    if not options.run:
        print(Graph(options.seed).build(), end="")
        return 0
    faults = inconclusive = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            verdict = check(os.path.join(folder, "scores.mlir"), seed, options.run)
            if verdict and "inconclusive" in verdict and " 0 of " in verdict:
                inconclusive += 1  # rows without a key
            elif verdict:
                faults += 1
                print(f"seed {seed}: {verdict}")
    print(f"{options.count} graphs, {faults} faults, {inconclusive} inconclusive")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
