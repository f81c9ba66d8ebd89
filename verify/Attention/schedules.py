#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of attention by mma.sync with random schedules, each checked against the float64 interpreter.

    schedules.py --seed=1 --count=100 --jobs=2        schedules 1 to 100
    schedules.py --seed=7 --print                     the kernel of a seed

Those that need more registers or shared memory than there are do not count. Without a GPU:
LD_LIBRARY_PATH=build/verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=80.
"""

import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

from graphs import FusionGraph
from kernels import scores_of


class Case:
    """A kernel with a schedule; the same for the same seed."""

    def __init__(self, seed):
        draw = random.Random(seed)
        choose = draw.choice
        self.warps, self.row_blocks = choose([1, 2, 4, 4, 8]), choose([1, 2])
        self.keys, self.stages = choose([64, 64, 128, 192, 48, 80, 16, 32]), choose([1, 2, 3, 4])
        self.depth, self.columns = (choose([16, 40, 64, 64, 72, 128, 8 * draw.randint(1, 32)]) for _ in range(2))
        while self.row_blocks * (self.keys + self.columns) > 400:
            self.row_blocks, self.keys = 1, max(16, self.keys // 32 * 16)
        self.splits, self.blocks = choose([1, 1, 1, 2, 3]), choose([1, 1, 2])
        self.batch, self.rows, self.length = draw.randint(1, 3), draw.randint(1, 150), draw.randint(2, 500)
        self.element, self.kind = choose(["bf16", "f16"]), choose(["plain", "causal", "causal", "masks"])
        self.key_across, self.value_across = choose([False, False, True]), choose([False, False, True])
        # Rows of keys and values that lie across begin at multiples of 16 bytes if their number is one of 8.
        if self.key_across or self.value_across:
            self.length += -self.length % 8
        self.of_rows = draw.random() < 0.2
        # Products of f32 in three of tf32, or in one.
        self.precision = choose(["tf32x3", "tf32"])
        if choose([False, False, True]):
            self.element, self.warps = "f32", max(self.warps, 2)
        # An operand of the scores, for all matrices or for each; as threads read it, or in tiles.
        self.operand, self.of_each = choose([None, None, "bf16", "f16"]), choose([False, True])
        self.tiles = self.operand is not None and self.rows > 1 and choose([False, True, True])
        if self.of_rows:
            self.operand, self.tiles = None, False
        if self.tiles:
            self.length += -self.length % 8

    def build(self):
        g = FusionGraph()
        query = g.input([self.batch, self.rows, self.depth], self.element)
        key = g.input([self.batch, *((self.depth, self.length) if self.key_across else (self.length, self.depth))],
                      self.element)
        value = g.input([self.batch, *((self.columns, self.length) if self.value_across
                                       else (self.length, self.columns))], self.element)
        if self.kind == "masks":
            g.input([self.batch, 1, self.length], "i1")
        x = g.product(query, key, not self.key_across)
        if self.operand:
            bias = g.input([self.batch if self.of_each else 1, self.rows, self.length], self.operand)
            x = g.binary("add", x, bias)
        x = scores_of(g, self.kind, x, self.length, self.rows)
        weights = g.unary("exp", g.binary("sub", x, g.reduce("maximumf", x)))
        total = g.reduce("addf", weights)
        cast = (lambda x: x) if self.element == "f32" else (lambda x: g.cast(x, self.element))
        out = g.binary("div", g.product(cast(weights), value, self.value_across), total)
        results = [cast(out)] + [total] * self.of_rows
        options = (f", attention_sm80 = <blocks_per_sm = {self.blocks}, splits = {self.splits}, "
                   f"operand_tiles = {str(self.tiles).lower()}>")
        rows = 16 * self.warps * self.row_blocks
        schedule = (f"#fusion.schedule<family = attention_sm80, tile = [{rows}, {self.keys}, {self.depth}], "
                    f"warps = [{self.warps}, 1], stages = {self.stages}{options}>")
        return self.print(g, results, schedule)

    @staticmethod
    def print(g, results, schedule):
        inputs, outputs = ", ".join(own.type for own in g.inputs), ", ".join(own.type for own in results)
        declared = ", ".join(f"%a{at}: {own.type}" for at, own in enumerate(g.inputs))
        bound = ", ".join(f"{own.name} = %a{at}" for at, own in enumerate(g.inputs))
        names = ", ".join(f"%o{at}" for at in range(len(results)))
        body = "\n".join("    " + line for text in g.lines for line in text.split("\n"))
        given = ", ".join(own.name for own in results)
        return (f"func.func @f({declared}) -> ({outputs}) {{\n"
                f"  {names} = fusion.kernel({bound}) : ({inputs}) -> ({outputs})\n"
                f"      attributes {{schedule = {schedule}}} {{\n{body}\n    fusion.yield {given} : {outputs}\n  }}\n"
                f"  return {names} : {outputs}\n}}\n")


def check(seed, options):
    """Nothing if the case's results are right; "too large" if it has no room; else what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.mlir")
        with open(path, "w") as file:
            file.write(Case(seed).build())
        command = [options.run, path, "--device=cuda", f"--random={seed + 1}", "--verify",
                   f"--f32-precision={Case(seed).precision}"]
        if options.target:
            command.append(f"--target={options.target}")
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=options.limit)
        except subprocess.TimeoutExpired:
            return f"not done after {options.limit} s"
    if done.returncode == 0:
        return ""
    if "registers, but" in done.stderr or "shared memory, but" in done.stderr:
        return "too large"
    return (done.stderr + done.stdout).strip()[:600]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=300, help="seconds for a kernel")
    parser.add_argument("--target", help="compile for this chip, not for the device's")
    parser.add_argument("--run", default="fusion-run")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.print:
        print(Case(options.seed).build(), end="")
        return 0
    seeds = range(options.seed, options.seed + options.count)
    faults = large = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, fault in zip(seeds, pool.map(lambda seed: check(seed, options), seeds)):
            large += fault == "too large"
            if fault and fault != "too large":
                faults += 1
                print(f"seed {seed}: {fault}", flush=True)
    print(f"{options.count} kernels: {faults} faults, {options.count - faults - large} right, {large} too large")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
