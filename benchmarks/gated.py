#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times gated pairs, silu(x Gᵀ) · (x Uᵀ), beside Inductor's and beside plain products of as many columns.

    python3 benchmarks/gated.py --json=gated.json
    python3 benchmarks/gated.py --only=4096x14336x4096 --layout=kn

Each problem is MxNxK in bf16: x is [M, K], each weight [N, K] (nk) or [K, N] (kn), or both are the halves of one
weight [2N, K] (halves). All run as CUDA graphs. Where M is at
most 64, each call has other weights, of 256 MiB in all, so that none is found in the L2. A row has the microseconds of
ours, of our product with 2N columns, of Inductor's default, and of PyTorch's two products alone; what can be saved at
most over Inductor, L = 1 + (3 M N 2 bytes / this call's rate of copies) / (time of the two products); the bytes of the
weights over our time, and over the time of a sum of all their elements, PyTorch's or ours, the faster.
"""

import argparse
import json
import sys

import torch
import torch.nn.functional as F
from suites import measure

PROBLEMS = ["4096x14336x4096", "4096x11008x4096", "8192x28672x8192", "2048x13824x5120", "512x14336x4096",
            "64x14336x4096", "16x14336x4096", "1x11008x4096"]
ROTATED = 256 << 20


def product(x: torch.Tensor, w: torch.Tensor, layout: str) -> torch.Tensor:
    return x @ (w if layout == "kn" else w.t())


def time_us(function, weights: list, seconds: float) -> float:
    """Of one call, in a graph that calls it once with each of `weights`."""
    graph = measure.graph_of(lambda: [function(*own) for own in weights])
    return measure.burst_us(graph.replay, seconds) / len(weights)


def measure_one(m: int, n: int, k: int, layout: str, seconds: float) -> dict:
    import fusion

    torch._dynamo.reset()
    x = torch.randn(m, k, device="cuda", dtype=torch.bfloat16)
    shape = (k, n) if layout == "kn" else (n, k)
    copies = 1 if m > 64 else max(1, ROTATED // (4 * n * k))
    weights = [[(torch.randn(shape, device="cuda") * k**-0.5).bfloat16() for _ in range(2)] for _ in range(copies)]
    wide = [[torch.cat(pair, 1 if layout == "kn" else 0)] for pair in weights]

    def gated(x, g, u):
        return F.silu(product(x, g, layout)) * product(x, u, layout)

    def halves(x, w):
        gate, up = product(x, w, layout).chunk(2, -1)
        return F.silu(gate) * up

    apart, taken = (halves, wide) if layout == "halves" else (gated, weights)

    with torch.no_grad():
        expected = gated(x.double(), *(w.double() for w in weights[0]))
        pair = fusion.from_torch(apart, (x, *taken[0]))
        plain = fusion.from_torch(lambda x, w: product(x, w, layout), (x, wide[0][0]))
        compiled = torch.compile(apart)
        row = {"kernels": len(pair.explain().kernels), "schedule": str(pair.explain().kernels[0].get("schedule")),
               "predicted": sum(kernel["predicted_us"] for kernel in pair.explain().kernels)}
        error = (pair(x, *taken[0]).double() - expected).abs().max().item()
        row["wrong"] = not error <= 2**-7 * expected.abs().max().item()
        row["fusion"] = time_us(lambda *w: pair(x, *w), taken, seconds)
        row["plain"] = time_us(lambda w: plain(x, w), wide, seconds)
        row["inductor"] = time_us(lambda *w: compiled(x, *w), taken, seconds)
        row["products"] = time_us(lambda g, u: (product(x, g, layout), product(x, u, layout)), weights, seconds)
        source = torch.empty(64 << 20, dtype=torch.uint8, device="cuda")
        target = torch.empty_like(source)
        rate = 2 * source.numel() / time_us(lambda: target.copy_(source), [[]], seconds)
        row["most"] = 1 + 3 * m * n * 2 / rate / row["products"]
        row["bytes_per_us"] = 4 * n * k / row["fusion"]
        sums = fusion.from_torch(lambda w: w.float().sum(-1), (wide[0][0],))
        read = min(time_us(lambda w: sums(w), wide, seconds), time_us(lambda w: w.sum(-1), wide, seconds))
        row["read_per_us"] = 4 * n * k / read
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(PROBLEMS), help="problems MxNxK, with commas (default: eight)")
    parser.add_argument("--layout", choices=["nk", "kn", "halves"], default="nk")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each time measured")
    parser.add_argument("--json", metavar="FILE", help="all that was measured")
    options = parser.parse_args()
    print("| problem | ours, µs | × 2N product | × Inductor | L | TB/s of weights | of a sum | kernels | predicted |\n" +
          "|---" * 9 + "|")
    rows = {}
    for problem in options.only.split(","):
        row = rows[problem] = measure_one(*map(int, problem.split("x")), options.layout, options.seconds)
        print(f"| {problem} | {row['fusion']:.1f} | {row['plain'] / row['fusion']:.3f} | "
              f"{row['inductor'] / row['fusion']:.3f} | {row['most']:.3f} | {row['bytes_per_us'] / 1e6:.2f} | "
              f"{row['read_per_us'] / 1e6:.2f} | "
              f"{row['kernels']} {row['schedule']}{' WRONG' if row['wrong'] else ''} | {row['predicted']:.1f} |",
              flush=True)
        torch.cuda.empty_cache()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file)
    return int(any(row["wrong"] for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
