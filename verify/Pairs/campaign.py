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

import argparse
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile
import time

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
    """The verdict, what is wrong, whether the pair is one kernel, and the schedule that it was given."""
    pair = Pair(seed, options.largest)
    limits = {"capture_output": True, "text": True, "timeout": options.limit, "check": False}
    run = lambda more: subprocess.run(command + more, **limits)
    schedule = None
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pair.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(pair.build())
        command = [options.run, path, f"--device={options.device}", f"--random={seed}", "--verify", "--json",
                   "--explain=json", f"--numerics={pair.numerics}"]
        if pair.dynamic:
            command.append(f"--dynamic={pair.m}")
        try:
            done, schedule = run_with_schedule(seed, pair, run) if options.schedules else (run([]), None)
        except subprocess.TimeoutExpired:
            return "fault", f"not done after {options.limit} s", False, schedule
    try:
        verdicts = json.loads(done.stdout)["verify"]
        kernels = json.loads(done.stderr[done.stderr.index("{"):done.stderr.rindex("}") + 1])["kernels"]
    except (ValueError, KeyError):
        return "fault", (done.stderr.strip() or f"exit {done.returncode}")[:300], False, schedule
    wrong = "; ".join(own["note"] for own in verdicts if own["verdict"] != "good")
    return {0: "good", 4: "inconclusive"}.get(done.returncode, "fault"), wrong, len(kernels) == 1, schedule


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--largest", type=int, default=300, help="rows, columns and k are at most so many")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=300, help="seconds for a pair")
    parser.add_argument("--budget", type=float, default=1e9, help="begin nothing after so many seconds")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--run", default="fusion-run")
    parser.add_argument("--schedules", action="store_true", help="give each pair of f16 and bf16 a random schedule")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.print:
        print(Pair(options.seed, options.largest).build(), end="")
        return 0
    begin = time.time()
    run = lambda seed: check(seed, options) if time.time() - begin < options.budget else None
    seeds = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        done = {seed: result for seed, result in zip(seeds, pool.map(run, seeds)) if result}
    for seed, (verdict, wrong, _, schedule) in done.items():
        if verdict != "good":
            print(f"seed {seed}{f' by {schedule}' if schedule else ''}: {verdict}: {wrong}")
    count = lambda verdict: sum(own[0] == verdict for own in done.values())
    print(f"{len(done)} pairs in {time.time() - begin:.0f} s: {count('fault')} faults, {count('good')} good, "
          f"{count('inconclusive')} inconclusive; {sum(own[2] for own in done.values())} are one kernel, "
          f"{sum(own[2] and own[3] is not None for own in done.values())} by a schedule that was drawn")
    return int(count("fault") > 0 or len(done) < options.count)


if __name__ == "__main__":
    sys.exit(main())
