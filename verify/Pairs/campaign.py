#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random gated pairs, two products of one left factor that meet, each checked against the float64 interpreter.

    campaign.py --seed=1 --count=300 --jobs=8      pairs 1 to 300, with sizes up to 300
    campaign.py --seed=7 --print                   the graph of a seed
    campaign.py --device=cpu --count=1000          on the CPU, where no kernel has two products
    campaign.py --schedules --count=300            each pair by a random schedule of the wgmma family

Without a GPU: LD_LIBRARY_PATH=build/verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90.
The exit code is 1 if a result is wrong, or something failed.
"""

import os
import random
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import campaigns

GATES = ["silu", "gelu", "relu", "sigmoid", "tanh", "none"]


class Pair:
    """A pair of a seed: sizes, types and layouts, what stands behind both products, and which values are results."""

    def __init__(self, seed, largest):
        rng = random.Random(seed)
        any_size = lambda: rng.choice([rng.randint(1, 40), rng.randint(1, largest)])
        even = lambda: 8 * rng.randint(1, max(1, largest // 8))  # rows that TMA reads
        self.m = any_size()
        self.n, self.k = (even(), even()) if rng.random() < 0.7 else (any_size(), any_size())
        self.element = rng.choice(["bf16", "bf16", "f16", "f32"])
        self.transposed = [rng.random() < 0.25, rng.random() < 0.6]
        self.batch = rng.choice([0, 0, 0, rng.randint(1, 3)])
        self.sums = rng.choice(["f32", self.element])
        self.gate, self.biases = rng.choice(GATES), rng.random() < 0.3
        self.clamps, self.residual = rng.random() < 0.2, rng.random() < 0.2
        self.keeps = rng.random() < 0.25
        self.operation = rng.choice(["mul", "mul", "mul", "add"])
        self.numerics = rng.choice(["relaxed", "relaxed", "relaxed", "strict", "fast"])
        self.dynamic = rng.random() < 0.25
        self.halves = rng.random() < 0.3 and not self.batch  # of one weight

    def build(self):
        def tensor(*sizes, element=None):
            front = (self.batch, ) if self.batch and len(sizes) == 2 else ()
            return f"tensor<{'x'.join(map(str, front + sizes))}x{element or self.element}>"

        m = "?" if self.dynamic else self.m
        left = tensor(self.k, m) if self.transposed[0] else tensor(m, self.k)
        right = tensor(self.n, self.k) if self.transposed[1] else tensor(self.k, self.n)
        sums, result = tensor(m, self.n, element=self.sums), tensor(m, self.n)
        flags = [name for name, is_set in zip(("transpose_a", "transpose_b"), self.transposed) if is_set]
        attributes = f" {{{', '.join(flags)}}}" if flags else ""
        wide = tensor(2 * self.n, self.k) if self.transposed[1] else tensor(self.k, 2 * self.n)
        arguments = [f"%x: {left}"] + ([f"%w: {wide}"] if self.halves else [f"%g: {right}", f"%u: {right}"])
        lines, number = [], 0

        def add(text):
            nonlocal number
            number += 1
            lines.append(f"  %{number} = {text}")
            return f"%{number}"

        def halves():
            both = tensor(m, 2 * self.n, element=self.sums)
            value = add(f"fusion.matmul %x, %w{attributes} : ({left}, {wide}) -> {both}")
            rows = self.m
            if self.dynamic:
                dim = add(f"arith.constant {1 if self.transposed[0] else 0} : index")
                rows = add(f"tensor.dim %x, {dim} : {left}")
            return [add(f"tensor.extract_slice {value}[0, {first}] [{rows}, {self.n}] [1, 1] : {both} to {sums}")
                    for first in (0, self.n)]

        def product(weight):
            return add(f"fusion.matmul %x, {weight}{attributes} : ({left}, {right}) -> {sums}")

        def behind(value, bias):
            if self.biases:
                arguments.append(f"{bias}: tensor<{self.n}x{self.element}>")
                value = add(f"fusion.add {value}, {bias} : ({sums}, tensor<{self.n}x{self.element}>) -> {sums}")
            return value

        slices = halves() if self.halves else []
        gate = behind(slices[0] if slices else product("%g"), "%b")
        kept = gate
        if self.gate != "none":
            gate = add(f"fusion.{self.gate} {gate} : {sums}")
        up = behind(slices[1] if slices else product("%u"), "%c")
        if self.clamps:
            up = add(f"fusion.clamp {up} {{min = -0.5 : f64, max = 0.5 : f64}} : {sums}")
        both = add(f"fusion.{self.operation} {gate}, {up} : ({sums}, {sums}) -> {sums}")
        if self.residual:
            arguments.append(f"%r: {result}")
            both = add(f"fusion.add {both}, %r : ({sums}, {result}) -> {sums}")
        results, types = [both], [sums]
        if self.sums != self.element:
            results, types = [add(f"fusion.cast {both} : {sums} to {result}")], [result]
        if self.keeps:
            results, types = results + [kept], types + [sums]
        return (f"func.func @pair({', '.join(arguments)}) -> ({', '.join(types)}) {{\n" + "\n".join(lines) +
                f"\n  return {', '.join(results)} : {', '.join(types)}\n}}\n")


def draw_schedule(rng, pair):
    """A schedule by wgmma, which may be one that the compiler refuses."""
    consumers, is_swapped = rng.choice([1, 1, 2, 2, 2, 3]), rng.random() < 0.6
    is_pingpong = consumers == 2 and rng.random() < 0.3
    wide = 64 * rng.choice([1, 1, 2]) * (1 if is_pingpong else consumers)
    if is_swapped:
        tile = [64 * rng.randint(1, 2) if pair.transposed[0] else 8 * rng.randint(1, 18), wide]
    else:
        tile = [wide, 16 * rng.randint(1, 8) if pair.transposed[1] else 64 * rng.randint(1, 2)]
    warps = [1, 4 * consumers] if is_swapped else [4 * consumers, 1]
    own = [f"dependents = {rng.choice(['late', 'early'])}", f"staging = {rng.randint(0, 2)}"]
    blocks = 1
    if is_pingpong:
        own.append("mode = pingpong")
    if is_swapped:
        own += ["swap = true", f"spread_k = {rng.choice(['true', 'false'])}"]
    if not is_pingpong and rng.random() < 0.5:
        blocks = rng.randint(2, 8)
        own.append(f"split_k = {blocks}")
    elif not is_swapped and rng.random() < 0.5:
        blocks = 2
        own.append(rng.choice(["cluster_m = 2", "cluster_n = 2"]))
    if rng.random() < 0.5:
        own.append(f"grid = {blocks * rng.randint(1, 3)}")
    own.append(f"order = {rng.choice(['rows', 'columns', 'snake_rows', 'snake_columns'])}")
    return (f"#fusion.schedule<family = sm90, tile = [{tile[0]}, {tile[1]}, {rng.choice([64, 64, 128])}], "
            f"warps = [{warps[0]}, {warps[1]}], stages = {rng.randint(2, 4)}, group = {rng.choice([1, 2, 8])}, "
            f"sm90 = <{', '.join(own)}>>")


def run_with_schedule(seed, pair, run):
    """By the first schedule of some that the compiler takes, or by its own choice."""
    rng = random.Random(f"schedule {seed}")
    for _ in range(12 if pair.element != "f32" else 0):
        schedule = draw_schedule(rng, pair)
        done = run([f"--schedule={schedule}"])
        if "has a schedule that cannot be lowered" not in done.stderr:
            return done, schedule
    return run([]), None


def check(seed, options):
    pair = Pair(seed, options.largest)
    flags = [f"--numerics={pair.numerics}", *([f"--dynamic={pair.m}"] if pair.dynamic else [])]
    drawn = lambda run: run_with_schedule(seed, pair, run)
    return campaigns.check_graph(pair.build(), seed, options, flags, *([drawn] if options.schedules else []))


def summarize(results):
    whole = [result for result in results if result.launches == 1]
    drawn = sum(result.schedule is not None for result in whole)
    return f"{len(whole)} are one kernel, {drawn} by a schedule that was drawn"


def main():
    parser = campaigns.parser(__doc__, "pair")
    parser.add_argument("--schedules", action="store_true", help="give each pair of f16 and bf16 a random schedule")
    options = parser.parse_args()
    if options.print:
        print(Pair(options.seed, options.largest).build(), end="")
        return 0
    return campaigns.go_through(options, lambda seed: check(seed, options), "pairs", summarize)


if __name__ == "__main__":
    sys.exit(main())
