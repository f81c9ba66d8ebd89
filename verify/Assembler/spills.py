#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random products and attention compiled for each chip: no kernel may spill registers, or be too large for the chip.

    spills.py --count=200 --jobs=2                      200 problems for each chip
    spills.py --count=20 --seed=7 --chip=sm_86 --chip=sm_120
    spills.py --type=f8E4M3FN --type=f8E5M2:e4m3        products of these types alone

Three of four problems are products, of all types and many epilogues; the others are attention. The assembler refuses
what does not fit the chip. The exit code is 1 where a kernel spills, or a problem is refused.
"""

import argparse
import collections
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Attention"))
from problems import Problem

CHIPS = ["sm_80", "sm_86", "sm_89", "sm_120"]
TYPES = ["bf16", "bf16", "f16", "f32:tf32x3", "f32:tf32", "i8", "f8E4M3FN", "bf16:w8", "bf16:w4g128"]
EPILOGUES = ["none", "bias+gelu", "bias+relu", "bias+silu+residual", "residual", "bias+sigmoid"]
LAYOUTS = ["nk", "nk", "kn", "km:kn", "dynamic-m"]
LARGEST = 4096  # of attention's sizes
SPILL = re.compile(r"([1-9]\d*) bytes spill (stores|loads)")


def draw_product(draw, types):
    """A problem of fusion-bench."""
    def size(most):
        value = round(2 ** draw.uniform(4, most))
        return value if draw.random() < 0.2 else value + -value % 8

    kind = draw.choice(types)
    k = size(12)
    layout = draw.choice(LAYOUTS)
    if "w4" in kind or "w8" in kind:
        k, layout = k + -k % 128, draw.choice(["nk", "dynamic-m"])
    rows = draw.choice([1, 16, 64, size(13)])
    return f"{rows}x{size(13)}x{k}:{kind}:{layout}:{draw.choice(EPILOGUES)}"


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


def build(seed, options):
    """The name of a problem, its graph, and what is said of f32 products."""
    draw = random.Random(seed)
    if seed % 4 == 3 and not options.type:
        problem = Problem(seed, LARGEST, element=draw.choice(["bf16", "f16", "f32"]))
        return f"attention {seed}", problem.build(), draw.choice(["tf32x3", "tf32"])
    name = draw_product(draw, options.type or TYPES)
    done = run(options.bench, "--emit-graph", f"--problem={name}")
    if done.returncode:
        sys.exit(f"{name}: {done.stderr}")
    precision = {"tf32x3", "tf32"}.intersection(name.split(":"))
    return name, done.stdout, "".join(precision)


def check(seed, chip, options):
    """How many kernels a problem has on a chip, and what is wrong with them."""
    name, graph, precision = build(seed, options)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "problem.mlir")
        with open(path, "w") as file:
            file.write(graph)
        flags = [f"--f32-precision={precision}"] if precision else []
        made = run(options.compile, path, f"--target={chip}", "--emit=ptx", "-o", path + ".ptx", *flags)
        if made.returncode:
            return 0, [f"{name} for {chip}: {made.stderr.strip()[:300]}"]
        done = run(options.ptxas, f"-arch={chip}", "-v", path + ".ptx", "-o", path + ".cubin")
    if done.returncode:
        return 0, [f"{name} for {chip}: {done.stderr.strip()[:300]}"]
    kernel, faults, kernels = "", {}, 0
    for line in done.stderr.splitlines():
        if entry := re.search("Compiling entry function '(.*?)'", line):
            kernel, kernels = entry[1], kernels + 1
        for spilled in SPILL.findall(line):
            faults[kernel] = f"{name} for {chip}: {kernel} spills {spilled[0]} bytes"
    return kernels, list(faults.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=0, help="the first problem's")
    parser.add_argument("--count", type=int, default=20, help="problems for each chip")
    parser.add_argument("--chip", action="append", help=f"may be repeated (default: {', '.join(CHIPS)})")
    parser.add_argument("--type", action="append", help=f"of products; may be repeated (default: {', '.join(TYPES)})")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--compile", default="fusion-compile")
    parser.add_argument("--bench", default="fusion-bench")
    parser.add_argument("--ptxas", default="ptxas")
    options = parser.parse_args()
    chips = options.chip or CHIPS
    jobs = [(seed, chip) for chip in chips for seed in range(options.seed, options.seed + options.count)]
    kernels, bad = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (_, chip), (count, faults) in zip(jobs, pool.map(lambda job: check(*job, options), jobs)):
            kernels[chip] += count
            bad += bool(faults)
            for fault in faults:
                print(fault, flush=True)
    made = ", ".join(f"{kernels[chip]} kernels for {chip}" for chip in chips)
    print(f"{options.count} problems a chip: {made}; {bad} problems with a fault")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
