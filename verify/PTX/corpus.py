# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The graphs whose PTX is compared, by kind: README.md says what each is for."""

import functools
import glob
import os
import re
import sys

from schedules import NARROW, ROOT, get_kernels, run, write_product

TESTS = os.path.join(ROOT, "test", "Emulator", "*.mlir")
RANDOM = 200  # graphs of fusion-smith, from seed 1 on
PROBLEMS, FORMULAS = 30, 30  # of attention: random problems, and random formulas of scores


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def read_files(pattern):
    return {os.path.splitext(os.path.basename(path))[0]: functools.partial(read, path)
            for path in sorted(glob.glob(pattern))}  # fmt: skip


def number_functions(module):
    """The module with a name of its own for each function: fusion-bench calls all of them @problem."""
    parts = module.split("@problem(")
    return parts[0] + "".join("@problem%d(%s" % (number, part) for number, part in enumerate(parts[1:]))


def list_graphs(programs):
    """A module for each benchmark list."""
    bench = os.path.join(programs, "fusion-bench")
    return {os.path.splitext(os.path.basename(path))[0]:
            lambda path=path: number_functions(run(bench, "--list=" + path, "--emit-graph"))
            for path in sorted(glob.glob(os.path.join(ROOT, "benchmarks", "*.txt")))}  # fmt: skip


# --- product types ----------------------------------------------------------------------------------------------------

FAST = "fusion.numerics = #fusion.numerics<fast>"
PRECISION = "fusion.f32_precision = #fusion.f32_precision<%s>"
E4M3, E5M2 = "f8E4M3FN", "f8E5M2"
# What product.py is told for each row of the table, and the module's attributes; f64 has no kernels.
TYPES = {
    "bf16": (["bf16"], ""),
    "f16": (["f16"], ""),
    "f32:tf32x3": (["f32"], PRECISION % "tf32x3"),
    "f32:tf32": (["f32"], PRECISION % "tf32"),
    "f32:ieee": (["f32"], PRECISION % "ieee"),
    "i8": (["i8"], ""),
    "i8:su": (["i8", "unsigned=w"], ""),
    "i8:us": (["i8", "unsigned=x"], ""),
    "i8:uu": (["i8", "unsigned=xw"], ""),
    "f8E4M3FN": ([E4M3], ""),
    "f8E5M2": ([E5M2], ""),
    "f8E4M3FN:e5m2": ([E4M3, f"rhs={E5M2}"], ""),
    "f8E5M2:e4m3": ([E5M2, f"rhs={E4M3}"], ""),
    "f8E4M3FN:fast": ([E4M3], FAST),
    "f8E5M2:fast": ([E5M2], FAST),
    "f8E4M3FN:e5m2:fast": ([E4M3, f"rhs={E5M2}"], FAST),
    "f8E5M2:e4m3:fast": ([E5M2, f"rhs={E4M3}"], FAST),
    "f64": None,
}
F64 = """\
func.func @f(%x: tensor<33x40xf64>, %w: tensor<40x17xf64>, %b: tensor<17xf64>) -> tensor<33x17xf64> {
  %p = fusion.matmul %x, %w : (tensor<33x40xf64>, tensor<40x17xf64>) -> tensor<33x17xf64>
  %r = fusion.add %p, %b : (tensor<33x17xf64>, tensor<17xf64>) -> tensor<33x17xf64>
  return %r : tensor<33x17xf64>
}
"""
# Layouts and sizes: known and open ones, few rows, rows that are no multiple of 16 bytes.
FORMS = [["tb", "512x768x1024"], [], ["ta", "129x127x63"], ["ta", "tb", "16x1024x2048"]]


def type_graphs():
    for name, told in TYPES.items():
        if not told:
            yield name, lambda: F64
            continue
        for number, form in enumerate(FORMS):
            yield f"{name}-{number}", functools.partial(write_product, [*told[0], *form], told[1])


# --- narrow weights ---------------------------------------------------------------------------------------------------

WORDS = os.path.join(ROOT, "test", "Emulator", "Inputs", "narrow-words.py")
# What narrow-products.py is told.
WEIGHTS = """\
1x4096x4096 bits=4 scale=128
16x4096x4096 scale=row
64x4096x4096 bits=4 scale=64 zero=64
512x1024x4096 scale=128
17x40x128 bits=4 scale=32 zero=32 unsigned type=f16
5x40x256 scale=32 type=f16 unsigned scales=f16
33x72x208 scale=row zero=row scales=bf16
8x64x192 bits=4 scale=tensor zero=tensor plain
4x128x256 scale=64x128 zero=128
100x72x272
9x40x128 bits=4 unsigned bias=8
33x71x131 scale=row zero=row type=f16
12x40x160 scale=row zero=row dynamic
12x40x128 bits=4 scale=64 zero=32 dynamic
1x4096x4096 bits=4 scale=128 open-rows"""
# What narrow-words.py is told.
PACKED = """\
1x64x256 group=128 zero=words
4x64x384 group=128 zero=words type=f16
16x48x192 group=64 zero=words less=0 scales=f32
17x40x96 group=32 zero=floats
3x44x128 group=32 zero=bytes
9x40x192 group=64 signed
5x64x192 group=64 zero=words behind
8x16x72 zero=words
7x37x256 group=128 less=8 plain
5x48x256 rows less=8
5x64x256 group=128 zero=words open-rows
16x4096x4096 group=128 zero=words"""


def write_words(told, folder):
    """narrow-words.py writes files."""
    prefix = os.path.join(folder, re.sub(r"\W+", "-", told))
    run(sys.executable, WORDS, prefix, *told.split())
    return read(prefix + ".mlir")


def narrow_graphs(folder):
    for number, told in enumerate(WEIGHTS.splitlines()):
        yield f"weights-{number}", functools.partial(run, sys.executable, NARROW, *told.split())
    for number, told in enumerate(PACKED.splitlines()):
        yield f"words-{number}", functools.partial(write_words, told, folder)


# --- attention and random graphs --------------------------------------------------------------------------------------


def attention_graphs():
    """Problems in the spellings of front ends, and formulas of scores with schedules of the family."""
    campaign = os.path.join(ROOT, "verify", "Attention", "campaign.py")
    formulas = os.path.join(ROOT, "tools", "attention-scores.py")
    for seed in range(1, PROBLEMS + 1):
        yield f"problem-{seed}", functools.partial(run, sys.executable, campaign, f"--seed={seed}", "--print")
    for seed in range(1, FORMULAS + 1):
        yield f"formula-{seed}", functools.partial(run, sys.executable, formulas, f"--seed={seed}")


def random_graphs(programs):
    smith = os.path.join(programs, "..", "verify", "fusion-smith")
    for seed in range(1, RANDOM + 1):
        yield f"seed-{seed}", functools.partial(run, smith, f"--seed={seed}", "--count=1", "--print")


def get_graphs(programs, folder):
    """By kind and name: what gives the text of a graph. `folder` is for files in between."""
    return {
        "lists": list_graphs(programs),
        "models": read_files(os.path.join(ROOT, "test", "Models", "Inputs", "*.mlir")),
        "samples": read_files(os.path.join(ROOT, "..", "shared", "samples", "*.mlir")),
        "types": dict(type_graphs()),
        "schedules": {kernel.name: functools.partial(kernel.write, programs) for kernel in get_kernels()},
        "narrow": dict(narrow_graphs(folder)),
        "attention": dict(attention_graphs()),
        "tests": {**read_files(TESTS), **read_files(os.path.join(ROOT, "test", "Integration", "Inputs", "*.mlir"))},
        "random": dict(random_graphs(programs)),
    }
