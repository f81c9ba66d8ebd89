# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""growth.py GENERATOR COUNTER FOLDER: what merging kernels visits must grow with the graph, for each shape of graph."""

import os
import subprocess
import sys

generator, counter, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)


def make(shape, size):
    path = os.path.join(folder, f"{shape}-{size}.mlir")
    graph = subprocess.run([sys.executable, generator, shape, str(size), "tosa"], stdout=subprocess.PIPE, check=True)
    subprocess.run(["fusion-opt", "--fusion-import", "-o", path], input=graph.stdout, check=True)
    return path


SHAPES = ["chain", "fan", "tree", "skips", "nested", "products", "diamonds"]
SHAPES += ["additions", "formulas", "slices", "parts", "pads"]
for shape in SHAPES:
    done = subprocess.run([counter, make(shape, 500), make(shape, 1000)], stdout=subprocess.PIPE, text=True)
    print(f"{shape}: {done.stdout.strip()}: {'fine' if done.returncode == 0 else 'grows too fast'}")
