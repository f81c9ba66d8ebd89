#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention of inputs that hold NaN and infinities, of rows without a key, and of empty and single sizes.

    special.py [--only=nan-in-key,...] [--mask=none|cap|causal|tail]

Each is compared with the float64 interpreter, which says where NaN and infinities must be.
"""

import argparse
import os
import random
import struct
import subprocess
import sys
import tempfile

from campaign import read_report, why_not
from graphs import INFINITE, FusionGraph, Size, npy
from problems import POSITIONS

NAN, INFINITY = float("nan"), float("inf")
# Rows, keys, and what stands in an operand (query, key, value) at a row and a column.
CASES = {
    "nan-in-query": (70, 150, 0, {(3, 5): NAN, (66, 0): NAN}),
    "nan-in-key": (70, 150, 1, {(40, 7): NAN}),
    "nan-in-last-key": (70, 150, 1, {(149, 63): NAN}),
    "nan-in-value": (70, 150, 2, {(20, 9): NAN, (149, 10): NAN}),
    "infinity-in-query": (70, 150, 0, {(3, 5): INFINITY, (66, 0): -INFINITY}),
    "infinity-in-key": (70, 150, 1, {(40, 7): INFINITY}),
    "infinities-in-key": (70, 150, 1, {(40, 7): INFINITY, (40, 8): -INFINITY}),
    "infinity-in-value": (70, 150, 2, {(20, 9): INFINITY, (60, 10): -INFINITY, (4, 11): INFINITY, (9, 11): -INFINITY}),
    "all-infinite": (5, 40, 1, {(row, 0): INFINITY for row in range(40)}),
    "one-key": (70, 1, 0, {}),
    "one-query": (1, 150, 0, {}),
    "one-of-each": (1, 1, 0, {}),
    "no-keys": (70, 0, 0, {}),
    "no-queries": (0, 90, 0, {}),
    "nothing": (0, 0, 0, {}),
}
# A soft cap, which masks nothing. Rows that see no key: those behind the last one by 20, with -inf and with a number.
MASKS = {"none": None, "cap": None, "causal": ("causal", INFINITE), "tail": (None, INFINITE),
         "finite-tail": (None, "-1.0e9")}


def build(mask):
    g = FusionGraph()
    rows, keys = Size(0, "rows", True), Size(0, "keys", True)
    query, key, value = (g.input([size, 64], "f16") for size in (rows, keys, keys))
    x = g.binary("mul", g.product(query, key, True), g.constant(0.125))
    if mask == "cap":
        x = g.binary("mul", g.unary("tanh", g.binary("mul", x, g.constant(0.02))), g.constant(50.0))
    if MASKS[mask]:
        name, none = MASKS[mask]
        condition = g.at(x, POSITIONS[name] if name else ["%n = arith.constant 20 : index",
                                                          "%r = arith.cmpi sge, %i, %n : index"])
        x = g.select(condition, g.constant(none), x)
    weights = g.unary("exp", g.binary("sub", x, g.reduce("maximumf", x)))
    weights = g.binary("div", weights, g.reduce("addf", weights))
    return g.print("attention", [g.product(g.cast(weights, "f16"), value, False)])


def write(path, rows, special, draw):
    numbers = [draw.gauss(0, 1) for _ in range(64 * rows)]
    for (row, column), number in special.items():
        numbers[64 * row + column] = number
    data = npy([rows, 64], []).replace(b"<f4", b"<f2")
    with open(path, "wb") as file:
        file.write(data + struct.pack(f"<{len(numbers)}e", *numbers))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(CASES))
    parser.add_argument("--mask", choices=MASKS, default="none")
    options = parser.parse_args()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        graph = os.path.join(folder, "attention.mlir")
        with open(graph, "w") as file:
            file.write(build(options.mask))
        for name in options.only.split(","):
            rows, keys, operand, special = CASES[name]
            # A NaN under a weight of zero is not seen in blocks that are skipped (docs/dev/PositionMasks.md).
            if options.mask == "causal" and operand == 2 and special:
                continue
            command, draw = ["fusion-run", graph, "--device=cuda", "--verify=graph", "--explain=json"], random.Random(1)
            for number, size in enumerate((rows, keys, keys)):
                path = os.path.join(folder, f"{number}.npy")
                write(path, size, special if number == operand else {}, draw)
                command.append(f"--input={path}")
            done = subprocess.run(command, capture_output=True, text=True)
            lines = done.stdout.splitlines()
            verdict = next((line for line in lines if line.startswith("verify")), done.stdout + done.stderr)
            if done.returncode not in (0, 4) or why_not(read_report(done.stderr)):
                faults += 1
                verdict = f"fault: {verdict}"
            print(f"{name}: {verdict}", flush=True)
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
