#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times PyTorch (eager, and Inductor with max-autotune) on problems of fusion-bench, by its method.

    python3 benchmarks/inductor.py benchmarks/acceptance.txt --output=torch.json
    fusion-bench --list=benchmarks/acceptance.txt --peers=torch.json

Run both on the same machine, one after the other: these times are taken as they are. Inductor takes 5 to 50 s to
compile a problem; --budget stops in time, and what is done by then is written.

    TRITON_OVERRIDE_ARCH=sm80 python3 benchmarks/inductor.py problems.txt --triton-only --output=triton.json
    fusion-bench --chip=sm_80 --list=problems.txt --no-peers --peers=triton.json

Both are then code for an earlier chip, on a card that runs it.
"""

import argparse
import json
import math
import sys
import time

import torch
import torch._inductor.config
import torch.nn.functional as F

OPS = {
    "relu": F.relu,
    "gelu": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
}
TYPES = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}
TYPES.update({name: torch.float32 for name in ("tf32x3", "tf32", "ieee")})


class Problem:
    """[BATCHx]MxNxK[:field...], as fusion-bench reads it (see its --help)."""

    def __init__(self, text):
        fields = text.split(":")
        *batch, self.m, self.n, self.k = map(int, fields[0].split("x"))
        self.batch = [b for b in batch if b > 1]  # leading sizes of all but a bias
        self.type, self.weight, self.a, self.chain = "bf16", "nk", "mk", []
        for field in fields[1:]:
            if field in TYPES:
                self.type = "tf32x3" if field == "f32" else field
            elif field in ("nk", "kn"):
                self.weight = field
            elif field in ("mk", "km"):
                self.a = field
            elif field != "dynamic-m":
                self.chain = [] if field == "none" else field.split("+")
                for op in self.chain:
                    if op not in OPS and op not in ("bias", "residual"):
                        raise ValueError(f"unknown operation '{op}' in '{text}'")

    def inputs(self):
        """One set: A ~ N(0,1), W ~ N(0,1/16), then what the chain adds."""
        make = lambda *shape: torch.randn(*shape, device="cuda", dtype=TYPES[self.type])
        a = make(*self.batch, *((self.m, self.k) if self.a == "mk" else (self.k, self.m)))
        w = make(*self.batch, *((self.n, self.k) if self.weight == "nk" else (self.k, self.n)))
        result = (*self.batch, self.m, self.n)
        more = [make(self.n) if op == "bias" else make(*result) for op in self.chain if op not in OPS]
        return [a, w / 16, *more]

    def function(self):
        def compute(a, w, *more):
            operands = list(more)
            a = a if self.a == "mk" else a.mT
            w = w if self.weight == "nk" else w.mT
            chain = list(self.chain)
            if self.batch:
                x = torch.matmul(a, w.mT)
            else:
                x = F.linear(a, w, operands.pop(0) if chain[:1] == ["bias"] else None)
                chain = chain[1:] if chain[:1] == ["bias"] else chain
            for op in chain:
                x = OPS[op](x) if op in OPS else x + operands.pop(0)
            return x

        return compute

    def entry(self, name, burst, steady):
        layout = self.weight if self.a == "mk" else f"km:{self.weight}"
        return {"batch": math.prod(self.batch), "m": self.m, "n": self.n, "k": self.k,
                "type": self.type, "layout": layout, "epilogue": "+".join(self.chain) or "none", "name": name,
                "burst_us": round(burst, 3), "steady_us": round(steady, 3)}


def median(values):
    values = sorted(values)
    return values[len(values) // 2]


def capture(function, sets, calls):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for i in range(3):
            function(*sets[i % len(sets)])
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        for i in range(calls):
            function(*sets[i % len(sets)])
    graph.replay()
    torch.cuda.synchronize()
    return graph


def replay(graph):
    """Microseconds of one replay."""
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 1e3


def measure(function, sets, replays):
    """Microseconds of a call after a rest, and back to back."""
    calls = 8
    once = replay(capture(function, sets, calls)) / calls
    calls = max(1, min(2000, round(3500 / once)))
    graph = capture(function, sets, calls)
    burst = []
    for i in range(replays):
        time.sleep((40 + i * 29 % 81) / 1e3)
        burst.append(replay(graph) / calls)
    calls = max(1, min(2000, round(15000 / once)))
    graph = capture(function, sets, calls)
    begin = time.time()
    while time.time() - begin < 0.3:
        graph.replay()
    return median(burst), median([replay(graph) / calls for _ in range(replays)])


def read_problems(paths):
    problems = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            lines = [line.split("#")[0].strip() for line in file]
        problems += [Problem(line) for line in lines if line]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", nargs="+", help="files with a problem a line")
    parser.add_argument("--output", default="-", help="JSON file (default: standard output)")
    parser.add_argument("--budget", type=float, default=1e9, help="seconds after which no problem is begun")
    parser.add_argument("--replays", type=int, default=7)
    parser.add_argument("--eager-only", action="store_true", help="leave Inductor out")
    parser.add_argument("--triton-only", action="store_true",
                        help="Triton's kernels alone, neither cuBLAS nor loads by TMA")
    parser.add_argument("--fusion", action="store_true", help="this project's kernels too, by torch.compile")
    arguments = parser.parse_args()

    torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    torch._inductor.config.max_autotune_gemm_backends = "TRITON" if arguments.triton_only else "ATEN,TRITON"
    if hasattr(torch._inductor.config.triton, "enable_persistent_tma_matmul") and not arguments.triton_only:
        torch._inductor.config.triton.enable_persistent_tma_matmul = True
    peers, begin = [], time.time()
    for problem in read_problems(arguments.lists):
        if time.time() - begin > arguments.budget:
            print("the budget is spent", file=sys.stderr)
            break
        torch.backends.cuda.matmul.allow_tf32 = problem.type == "tf32"
        one = problem.inputs()
        result = math.prod(problem.batch) * problem.m * problem.n
        count = sum(x.numel() * x.element_size() for x in one) + result * one[0].element_size()
        sets = [one] + [problem.inputs() for _ in range(max(1, 180_000_000 // count))]
        variants = [] if arguments.triton_only else [("PyTorch eager", problem.function())]
        if not arguments.eager_only:
            torch._dynamo.reset()
            compiled = torch.compile(problem.function(), mode="max-autotune-no-cudagraphs", dynamic=False)
            name = "Triton" if arguments.triton_only else "Inductor"
            variants.append((f"{name} max-autotune", compiled))
        if arguments.fusion:
            variants.append(("Fusion", torch.compile(problem.function(), backend="fusion", dynamic=False)))
        for name, function in variants:
            try:
                burst, steady = measure(function, sets, arguments.replays)
            except Exception as error:  # one variant less, not the end
                print(f"{name}: {type(error).__name__}: {str(error)[:200]}", file=sys.stderr)
                continue
            peers.append(problem.entry(f"{name} {torch.__version__}", burst, steady))
            print(json.dumps(peers[-1]), file=sys.stderr, flush=True)
        del sets, one
        torch.cuda.empty_cache()
    text = json.dumps({"about": torch.cuda.get_device_name(), "peers": peers}, indent=1) + "\n"
    if arguments.output == "-":
        sys.stdout.write(text)
    else:
        with open(arguments.output, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
