#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random sums of two products with factors of their own, each checked against the float64 interpreter.

    campaign.py --seed=1 --count=300 --jobs=8      sums 1 to 300, with sizes up to 300
    campaign.py --integers --count=300             whole numbers, whose results must be exact
    campaign.py --seed=7 --print                   the graph of a seed
    campaign.py --device=cpu --count=1000          on the CPU
    campaign.py --schedules --count=300            each sum by a random schedule of the wgmma family

Without a GPU: LD_LIBRARY_PATH=build/verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90.
The exit code is 1 if a result is wrong, or something failed.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import campaigns

ACTIVATIONS = ["gelu", "silu", "relu", "sigmoid", "tanh", "none", "none"]
SCALES = [1, 1, 2, 0.5, 0.75, -1.5, 16]


class Sum:
    """A sum of a seed: sizes, types and layouts of both products, and what stands in front of and behind the addition.
    With `exact` it has nothing that rounds."""

    def __init__(self, seed, largest, exact):
        rng = random.Random(seed)
        any_size = lambda: rng.choice([rng.randint(1, 40), rng.randint(1, largest)])
        even = lambda: 8 * rng.randint(1, max(1, largest // 8))  # rows that TMA reads
        self.m = any_size()
        is_even = rng.random() < 0.75
        self.n, self.k = (even(), even()) if is_even else (any_size(), any_size())
        self.depth = rng.choice([8, 16, 16, 64, even()]) if is_even else rng.randint(1, 64)  # of the second product
        self.element = rng.choice(["bf16", "bf16", "f16"] + ([] if exact else ["f32"]))
        self.transposed = [rng.random() < chance for chance in (0.2, 0.6, 0.2, 0.6)]
        self.batch = rng.choice([0, 0, 0, rng.randint(1, 3)])
        self.sums = "f32" if exact else rng.choice(["f32", self.element])
        self.result = "f32" if exact else self.element
        self.scale = rng.choice([scale for scale in SCALES if not exact or scale != 0.75])
        self.main_scale = 1 if exact or rng.random() < 0.8 else rng.choice(SCALES)
        self.biases = [rng.random() < chance for chance in (0.4, 0.15, 0.2)]  # of both products, behind the addition
        self.activation = rng.choice(ACTIVATIONS) if not exact else rng.choice(["relu", "none"])
        self.residual = rng.random() < 0.2
        self.keeps = rng.random() < 0.15  # one of the products, as a second result
        self.swaps = rng.random() < 0.5  # operands of the addition
        self.is_second_first = rng.random() < 0.5
        self.shares = rng.random() < 0.1  # the left factor
        self.numerics = rng.choice(["relaxed"] * 4 + ["strict", "fast"])
        self.dynamic = rng.random() < 0.3
        if self.shares:
            self.depth, self.transposed[2] = self.k, self.transposed[0]

    def build(self):
        def tensor(*sizes, element=None):
            front = (self.batch, ) if self.batch and len(sizes) == 2 else ()
            return f"tensor<{'x'.join(map(str, front + sizes))}x{element or self.element}>"

        m = "?" if self.dynamic else self.m
        sums, result = tensor(m, self.n, element=self.sums), tensor(m, self.n, element=self.result)
        lines, arguments, number = [], [], 0

        def add(text):
            nonlocal number
            number += 1
            lines.append(f"  %{number} = {text}")
            return f"%{number}"

        def biased(value, has, bias):
            if not has:
                return value
            arguments.append(f"{bias}: tensor<{self.n}x{self.element}>")
            return add(f"fusion.add {value}, {bias} : ({sums}, tensor<{self.n}x{self.element}>) -> {sums}")

        def scaled(value, scale):
            if scale == 1:
                return value
            constant = add(f"arith.constant dense<{float(scale)}> : tensor<{self.sums}>")
            return add(f"fusion.mul {value}, {constant} : ({sums}, tensor<{self.sums}>) -> {sums}")

        def product(left_name, right_name, depth, transposed):
            left = tensor(depth, m) if transposed[0] else tensor(m, depth)
            right = tensor(self.n, depth) if transposed[1] else tensor(depth, self.n)
            if f"{left_name}: {left}" not in arguments:
                arguments.append(f"{left_name}: {left}")
            arguments.append(f"{right_name}: {right}")
            flags = [name for name, is_set in zip(("transpose_a", "transpose_b"), transposed) if is_set]
            attributes = f" {{{', '.join(flags)}}}" if flags else ""
            return add(f"fusion.matmul {left_name}, {right_name}{attributes} : ({left}, {right}) -> {sums}")

        def first():
            value = product("%x", "%w", self.k, self.transposed[:2])
            return value, scaled(biased(value, self.biases[0], "%b"), self.main_scale)

        def second():
            value = product("%x" if self.shares else "%t", "%v", self.depth, self.transposed[2:])
            return value, biased(scaled(value, self.scale), self.biases[1], "%c")

        both = [make() for make in ((second, first) if self.is_second_first else (first, second))]
        kept = both[0][0]
        operands = [own[1] for own in both][::-1 if self.swaps else 1]
        value = add(f"fusion.add {operands[0]}, {operands[1]} : ({sums}, {sums}) -> {sums}")
        value = biased(value, self.biases[2], "%d")
        if self.activation != "none":
            value = add(f"fusion.{self.activation} {value} : {sums}")
        if self.residual:
            arguments.append(f"%r: {result}")
            value = add(f"fusion.add {value}, %r : ({sums}, {result}) -> {sums}")
        results, types = [value], [sums]
        if self.sums != self.result:
            results, types = [add(f"fusion.cast {value} : {sums} to {result}")], [result]
        if self.keeps:
            results, types = results + [kept], types + [sums]
        return (f"func.func @sum({', '.join(arguments)}) -> ({', '.join(types)}) {{\n" + "\n".join(lines) +
                f"\n  return {', '.join(results)} : {', '.join(types)}\n}}\n")


def draw_schedule(rng, drawn):
    """A schedule by wgmma, which may be one that the compiler refuses."""
    consumers, is_swapped = rng.choice([1, 1, 2, 2, 2, 3]), rng.random() < 0.5
    is_pingpong = consumers == 2 and rng.random() < 0.4
    wide = 64 * rng.choice([1, 1, 2]) * (1 if is_pingpong else consumers)
    crossed = (any(drawn.transposed[::2]), not all(drawn.transposed[1::2]))
    if is_swapped:
        tile = [64 * rng.randint(1, 2) if crossed[0] else 8 * rng.randint(1, 18), wide]
    else:
        tile = [wide, 64 * rng.randint(1, 3) if crossed[1] else 16 * rng.randint(1, 12)]
    warps = [1, 4 * consumers] if is_swapped else [4 * consumers, 1]
    own = [f"dependents = {rng.choice(['late', 'early'])}", f"staging = {rng.randint(0, 2)}"]
    blocks = 1
    if is_pingpong:
        own.append("mode = pingpong")
    if is_swapped:
        own += ["swap = true", f"spread_k = {rng.choice(['true', 'false'])}"]
    if not is_pingpong and rng.random() < 0.4:
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


def run_with_schedule(seed, drawn, run):
    """By the first schedule of some that the compiler takes, or by its own choice."""
    rng = random.Random(f"schedule {seed}")
    for _ in range(12 if drawn.element != "f32" else 0):
        schedule = draw_schedule(rng, drawn)
        done = run([f"--schedule={schedule}"])
        if "has a schedule that cannot be lowered" not in done.stderr:
            return done, schedule
    return run([]), None


def run_exactly(drawn, options, run):
    """The run with its outputs kept: each is that of the interpreter, bit by bit."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("own", "expected")]
        done, schedule = drawn(lambda more: run([*more, "--integers", f"--output={paths[0]}"]))
        inputs = ("--random", "--integers", "--dynamic")
        command = [*done.args[:2], *(word for word in done.args if word.startswith(inputs))]
        subprocess.run([*command, "--device=reference", f"--output={paths[1]}"], capture_output=True, check=True)
        for name in os.listdir(paths[1]) if done.returncode == 0 else []:
            own, expected = (open(os.path.join(path, name), "rb").read() for path in paths)
            if own != expected:
                told = json.loads(done.stdout)
                told["verify"].append({"verdict": "mismatch", "note": f"{name} is not exact"})
                done.returncode, done.stdout = 1, json.dumps(told)
    return done, schedule


def check(seed, options):
    own = Sum(seed, options.largest, options.integers)
    flags = [f"--numerics={own.numerics}", *([f"--dynamic={own.m}"] if own.dynamic else [])]
    drawn = (lambda run: run_with_schedule(seed, own, run)) if options.schedules else (lambda run: (run([]), None))
    exactly = lambda run: run_exactly(drawn, options, run)
    return campaigns.check_graph(own.build(), seed, options, flags, exactly if options.integers else drawn)


def summarize(results):
    whole = [result for result in results if result.launches == 1]
    drawn = sum(result.schedule is not None for result in whole)
    return f"{len(whole)} are one kernel, {drawn} by a schedule that was drawn"


def main():
    parser = campaigns.parser(__doc__, "sum")
    parser.add_argument("--schedules", action="store_true", help="give each sum of f16 and bf16 a random schedule")
    parser.add_argument("--integers", action="store_true", help="compare sums of whole numbers bit by bit")
    options = parser.parse_args()
    if options.print:
        print(Sum(options.seed, options.largest, options.integers).build(), end="")
        return 0
    return campaigns.go_through(options, lambda seed: check(seed, options), "sums", summarize)


if __name__ == "__main__":
    sys.exit(main())
