#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes graphs of norms and softmax, a file each, for measurements of kernels of rows (docs/lab).

    tools/row-graphs.py FOLDER                        64 MiB of bf16 and f32, rows of 512 to 65536 elements
    tools/row-graphs.py FOLDER --shapes=64x4096,...   these rows and lengths

Files are NAME_TYPE_ROWSxLENGTH.mlir: rms (RMS norm with gain), layernorm (with gain and bias), softmax, addrms (a
residual sum and its RMS norm, both stored). Statistics are f32.
"""

import argparse
import pathlib

LENGTHS = [512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]
BYTES = {"bf16": 2, "f32": 4}


class Graph:
    """Lines of a function over rows of `length` elements of `element`."""

    def __init__(self, rows, length, element):
        self.lines = []
        self.stored = f"tensor<{rows}x{length}x{element}>"
        self.full = f"tensor<{rows}x{length}xf32>"
        self.row = f"tensor<{rows}x1xf32>"
        self.vector = f"tensor<{length}x{element}>"
        self.wide_vector = f"tensor<{length}xf32>"

    def add(self, text):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        return name

    def binary(self, op, a, a_type, b, b_type, result):
        return self.add(f"fusion.{op} {a}, {b} : ({a_type}, {b_type}) -> {result}")

    def cast(self, value, source, target):
        return value if source == target else self.add(f"fusion.cast {value} : {source} to {target}")

    def reduce(self, kind, value):
        return self.add(f"fusion.reduce {kind} {value} along [1] : {self.full} -> {self.row}")

    def constant(self, value):
        return self.add(f"arith.constant dense<{value:.9e}> : {self.row}")


def softmax(g, x):
    x = g.cast(x, g.stored, g.full)
    shifted = g.binary("sub", x, g.full, g.reduce("maximumf", x), g.row, g.full)
    e = g.add(f"fusion.exp {shifted} : {g.full}")
    y = g.binary("div", e, g.full, g.reduce("addf", e), g.row, g.full)
    return [g.cast(y, g.full, g.stored)]


def norm(g, x, length, gain, bias=None):
    x = g.cast(x, g.stored, g.full)
    if bias:
        mean = g.binary("div", g.reduce("addf", x), g.row, g.constant(length), g.row, g.row)
        x = g.binary("sub", x, g.full, mean, g.row, g.full)
    squares = g.reduce("addf", g.binary("mul", x, g.full, x, g.full, g.full))
    variance = g.binary("div", squares, g.row, g.constant(length), g.row, g.row)
    scale = g.add(f"fusion.rsqrt {g.binary('add', variance, g.row, g.constant(1e-5), g.row, g.row)} : {g.row}")
    y = g.binary("mul", x, g.full, scale, g.row, g.full)
    y = g.binary("mul", y, g.full, g.cast(gain, g.vector, g.wide_vector), g.wide_vector, g.full)
    if bias:
        y = g.binary("add", y, g.full, g.cast(bias, g.vector, g.wide_vector), g.wide_vector, g.full)
    return [g.cast(y, g.full, g.stored)]


def write(kind, rows, length, element):
    g = Graph(rows, length, element)
    arguments = [f"%x: {g.stored}"]
    if kind == "softmax":
        results = softmax(g, "%x")
    elif kind == "addrms":
        arguments += [f"%h: {g.stored}", f"%g: {g.vector}"]
        total = g.binary("add", "%x", g.stored, "%h", g.stored, g.stored)
        results = [total] + norm(g, total, length, "%g")
    else:
        arguments += [f"%g: {g.vector}"] + ([f"%b: {g.vector}"] if kind == "layernorm" else [])
        results = norm(g, "%x", length, "%g", "%b" if kind == "layernorm" else None)
    types = ", ".join([g.stored] * len(results))
    body = "\n  ".join(g.lines)
    return (f"func.func @main({', '.join(arguments)}) -> ({types}) {{\n  {body}\n"
            f"  return {', '.join(results)} : {types}\n}}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--shapes", help="ROWSxLENGTH, several with commas between")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for element, size in BYTES.items():
        shapes = [((64 << 20) // (size * length), length) for length in LENGTHS]
        if options.shapes:
            shapes = [tuple(map(int, shape.split("x"))) for shape in options.shapes.split(",")]
        for rows, length in shapes:
            for kind in ("rms", "layernorm", "softmax", "addrms"):
                name = f"{kind}_{element}_{rows}x{length}.mlir"
                (options.folder / name).write_text(write(kind, rows, length, element))


if __name__ == "__main__":
    main()
