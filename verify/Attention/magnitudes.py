#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Attention whose scores are as large as 10 ^ 0 ... 10 ^ 38, with masks in the spellings of frameworks.

    magnitudes.py [--powers=0,5,10,38] [--masks=none,causal,...] [--elements=bf16,f16,f32] [--device=cuda|cpu]

Queries and keys are whole numbers and the scale is a power of two, so that scores are exact in f32, and the softmax of
float64 beside them is exact but for what weights are rounded by. A result is right where it is that softmax with sums
of f32, or with sums of float64 for scores that overflow f32 alone; NaN and infinities are where these have them.
"""

import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from graphs import INFINITE, LOWEST, FusionGraph
from problems import POSITIONS

DEPTH, COLUMNS = 16, 24
LARGEST_PRODUCT = DEPTH * 9
HIDDEN = slice(10, 30)
"""Rows that the masks of data hide whole."""

SHAPES = {
    "rows": {"rows": 70, "keys": 150},
    "groups": {"rows": 33, "keys": 70, "heads": 2, "group": 3},
    "decoding": {"rows": 1, "keys": 1100},
    "log-sum-exp": {"rows": 70, "keys": 150, "of_rows": True},
}


def causal(rows, keys):
    return np.arange(keys)[None, :] > np.arange(rows)[:, None]


class Case:
    """A graph, its inputs in order, and the function of scores and `float type` that a mask stands for."""

    def __init__(self, element, shape, power, scaling, mask, seed):
        self.name = f"{element} {shape} 1e{power} {scaling} {mask}"
        sizes = SHAPES[shape]
        self.rows, self.keys = sizes["rows"], sizes["keys"]
        self.batch = [sizes["heads"], sizes["group"]] if "heads" in sizes else []
        self.draw = np.random.default_rng(seed)
        self.graph, self.inputs, self.element = FusionGraph(), [], element
        scale = 2.0 ** np.floor(np.log2(10.0**power / LARGEST_PRODUCT))
        self.build(scaling, scale, mask, sizes.get("of_rows", False))

    def input(self, values, element):
        self.inputs.append(values.astype({"i1": np.bool_, "i64": np.int64}.get(element, np.float32)))
        return self.graph.input(list(values.shape), element)

    def draw_whole(self, shape, most):
        return self.draw.integers(-most, most + 1, shape).astype(np.float64)

    def build(self, scaling, scale, mask, of_rows):
        g = self.graph
        shared = self.batch[:1] + [1] * len(self.batch[1:])
        q = self.draw_whole(self.batch + [self.rows, DEPTH], 3)
        k = self.draw_whole(shared + [self.keys, DEPTH], 3)
        v = self.draw_whole(shared + [self.keys, COLUMNS], 4)
        factor = k_factor = 1.0
        if scaling == "operands":  # each takes a half of the scale's powers of two
            factor = 2.0 ** (np.log2(scale) // 2)
            k_factor = scale / factor
        query, key, value = (self.input(x, self.element) for x in (q * factor, k * k_factor, v))
        x = g.product(query, key, True)
        if scaling == "constant":
            x = g.binary("mul", x, g.constant(f"{scale:.9e}"))
        elif scaling == "argument":
            x = g.binary("mul", x, self.input(np.array(scale), "f32"))
        x = getattr(self, "mask_" + mask.replace("-", "_"))(x)
        largest = g.reduce("maximumf", x)
        weights = g.unary("exp", g.binary("sub", x, largest))
        total = g.reduce("addf", weights)
        out = g.product(g.cast(g.binary("div", weights, total), self.element), value, False)
        self.results = [out] + ([g.binary("add", largest, g.unary("log", total))] if of_rows else [])
        self.scores, self.values = (q @ np.swapaxes(k, -1, -2)) * scale, v

    # Masks. Each adds its operations, and notes in `masked` what it does to scores of a float type.

    def mask_none(self, x):
        self.masked = lambda s: s
        return x

    def by_position(self, x, number, adds):
        g, where = self.graph, causal(self.rows, self.keys)
        condition = g.at(x, POSITIONS["causal"])
        value = float("-inf") if number == INFINITE else float(number)
        if adds:
            self.masked = lambda s: s + np.where(where, value, 0.0).astype(s.dtype)
            return g.binary("add", x, g.select(condition, g.constant(number), g.constant("0.0")))
        self.masked = lambda s: np.where(where, s.dtype.type(value), s)
        return g.select(condition, g.constant(number), x)

    def mask_causal(self, x):
        return self.by_position(x, INFINITE, False)

    def mask_causal_lowest(self, x):
        return self.by_position(x, LOWEST, False)

    def mask_causal_added(self, x):
        return self.by_position(x, INFINITE, True)

    def hidden(self):
        where = self.draw.random((self.rows, self.keys)) < 0.3
        where[HIDDEN] = True
        return where

    def mask_boolean(self, x):
        where = self.hidden()
        self.masked = lambda s: np.where(where, s.dtype.type(-np.inf), s)
        return self.graph.select(self.input(where, "i1"), self.graph.constant(INFINITE), x)

    def mask_boolean_1e9(self, x):
        where = self.hidden()
        self.masked = lambda s: np.where(where, s.dtype.type(-1e9), s)
        return self.graph.select(self.input(where, "i1"), self.graph.constant("-1.0e9"), x)

    def added(self, x, number, element="f32"):
        numbers = np.where(self.hidden(), np.float32(number), np.float32(0))
        self.masked = lambda s: s + numbers.astype(s.dtype)
        return self.graph.binary("add", x, self.graph.cast(self.input(numbers, element), "f32"))

    def mask_added_1e9(self, x):
        return self.added(x, -1e9)

    def mask_added_lowest(self, x):
        return self.added(x, np.finfo(np.float32).min)

    def mask_added_infinite(self, x):
        return self.added(x, -np.inf, "bf16")

    def mask_times_argument(self, x):
        g, where = self.graph, self.hidden().astype(np.float32)
        mask = g.binary("mul", self.input(where, "f32"), self.input(np.array(-1e10), "f32"))
        self.masked = lambda s: s + (where * np.float32(-1e10)).astype(s.dtype)
        return g.binary("add", x, mask)

    def mask_quotient(self, x):
        g, where = self.graph, self.hidden().astype(np.float32)
        mask = g.binary("div", self.input(-where, "f32"), g.constant("1.0e-10"))
        self.masked = lambda s: s + (-where / np.float32(1e-10)).astype(s.dtype)
        return g.binary("add", x, mask)

    def mask_one_minus(self, x):
        g, where = self.graph, self.hidden().astype(np.float32)
        mask = g.binary("sub", g.constant("1.0"), self.input(1 - where, "f32"))
        mask = g.binary("mul", mask, g.constant(LOWEST))
        self.masked = lambda s: s + (where * np.finfo(np.float32).min).astype(s.dtype)
        return g.binary("add", x, mask)

    def mask_integers(self, x):
        g, where = self.graph, self.hidden().astype(np.int64)
        given = self.input(where, "i64")
        mask = g.add(f"fusion.map(%m = {given.name}) : ({given.type}) -> {given.type[:-4]}f32> {{\n"
                     "  %n = arith.constant -1000000000 : i64\n  %p = arith.muli %m, %n : i64\n"
                     "  %r = arith.sitofp %p : i64 to f32\n  fusion.yield %r : f32\n}", given.shape, "f32")
        self.masked = lambda s: s + (where * -1000000000).astype(np.float32).astype(s.dtype)
        return g.binary("add", x, mask)

    # -- what is right

    def get_expected(self, dtype, number, result):
        """Of output `number`, in float64 of scores of `dtype`."""
        with np.errstate(all="ignore"):
            s = self.masked(self.scores.astype(dtype)).astype(np.float64)
            largest = s.max(-1, keepdims=True)
            weights = np.exp(s - largest)
            total = weights.sum(-1, keepdims=True)
            # Kernels sum nothing where no key is seen, and formulas NaN: -inf and NaN are right for its logarithm.
            sums = np.where(np.isneginf(largest) & np.isneginf(result), 0, total)
            return [(weights / total) @ self.values, largest + np.log(sums)][number]

    def find_wrong(self, results):
        """The rows that are right in none of two ways, and what is there."""
        tolerance = {"bf16": 2.0**-6, "f16": 2.0**-9, "f32": 2.0**-15}[self.element] * 4
        wrong = []
        for number, result in enumerate(results):
            isRight = np.zeros(result.shape[:-1], bool)
            for dtype in (np.float32, np.float64):
                with np.errstate(all="ignore"):
                    expected = self.get_expected(dtype, number, result)
                    size = tolerance if number == 0 else 1e-5 * np.maximum(np.abs(expected), 1)
                    same = (np.abs(result - expected) <= size) | (np.isnan(result) & np.isnan(expected))
                    isRight |= (same | (result == expected)).all(-1)
            wrong += [(number, row, result[row][:3], self.get_expected(np.float32, number, result)[row][:3])
                      for row in zip(*map(list, np.nonzero(~isRight)))] if result.ndim > 1 else []
        return wrong


def run(case, options):
    """How the case ended: its family, and what is wrong."""
    with tempfile.TemporaryDirectory() as folder:
        graph = os.path.join(folder, "attention.mlir")
        with open(graph, "w", encoding="utf-8") as file:
            file.write(case.graph.print("attention", case.results))
        command = ["fusion-run", graph, f"--device={options.device}", f"--output={folder}", "--explain=json"]
        for number, (values, declared) in enumerate(zip(case.inputs, case.graph.inputs)):
            path = os.path.join(folder, f"in{number}.npy")
            if declared.element == "bf16":
                bits = np.ascontiguousarray(values).view(np.uint32)
                values = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16).view("V2")  # no NaN is there
            elif declared.element == "f16":
                values = values.astype(np.float16)
            np.save(path, values)
            command.append(f"--input={path}")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return "none", [done.stderr.strip() or done.stdout.strip()]
        outputs = sorted(name for name in os.listdir(folder) if name.endswith(".npy") and not name.startswith("in"))
        results = [np.load(os.path.join(folder, name)).astype(np.float64) for name in outputs]
        schedules = [kernel["schedule"] or "" for kernel in json.loads(done.stderr[done.stderr.index("{"):])["kernels"]]
        is_attention = len(schedules) == 1 and "family = attention" in schedules[0]
        return "one kernel" if is_attention else "several kernels", case.find_wrong(results)


def get_cases(options):
    seed = options.seed
    for element in options.elements.split(","):
        for shape in options.shapes.split(","):
            for mask in options.masks.split(","):
                for power in map(int, options.powers.split(",")):
                    for scaling in options.scalings.split(","):
                        if scaling == "operands" and (element == "f16" or power > 30):
                            continue
                        seed += 1
                        yield Case(element, shape, power, scaling, mask, seed)


def main():
    masks = [name[5:].replace("_", "-") for name in vars(Case) if name.startswith("mask_")]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--powers", default="0,2,5,6,8,10,12,20,30,38", help="of ten: the largest scores")
    parser.add_argument("--masks", default=",".join(masks))
    parser.add_argument("--elements", default="bf16,f16,f32")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--scalings", default="constant,argument,operands")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one case of N")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--print", action="store_true", help="print the first case's graph")
    options = parser.parse_args()
    cases = list(get_cases(options))[:: options.every]
    if options.print:
        print(cases[0].graph.print("attention", cases[0].results))
        return 0
    faults, families = 0, {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, (family, wrong) in zip(cases, pool.map(lambda case: run(case, options), cases)):
            families[family] = families.get(family, 0) + 1
            faults += bool(wrong)
            if wrong:
                print(f"{case.name} ({family}): {len(wrong)} rows are wrong, such as {wrong[0]}", flush=True)
    print(f"{len(cases)} cases: {faults} faults; " + ", ".join(f"{n} {name}" for name, n in sorted(families.items())))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
