#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times layers with low-rank adapters, x Wᵀ + s (x Aᵀ) Bᵀ of one x, beside the layers alone, Inductor and PyTorch.

    python3 benchmarks/adapters.py --json=adapters.json
    python3 benchmarks/adapters.py --only=2048x4096:4096,4096,4096:16

Each problem is MxK:N,N,N:R in bf16: x is [M, K], each weight [N, K], each adapter of rank R. All run as CUDA graphs.
Where M is at most 64, each call has other weights, of 256 MiB in all, so that none is found in the L2. A row has the
microseconds of ours, their ratio to those of our layers without adapters, and the times of Inductor's default and of
PyTorch's operations called one by one, as multiples of ours.
"""

import argparse
import json
import sys

import torch
import torch.nn.functional as F
from gated import ROTATED, time_us

LAYERS = ["2048x4096:4096,4096,4096", "2048x4096:4096", "8192x4096:4096,1024,1024", "16x4096:4096,1024,1024"]
PROBLEMS = [f"{layer}:{rank}" for layer in LAYERS for rank in (16, 64)]
SCALE = 0.75


def parse(problem: str) -> tuple[int, int, list[int], int]:
    """M, K, the columns of each layer, and the rank of its adapter."""
    sizes, columns, rank = problem.split(":")
    m, k = map(int, sizes.split("x"))
    return m, k, [int(n) for n in columns.split(",")], int(rank)


def adapted(x: torch.Tensor, *weights: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """`weights` are W, A and B of one layer after the other."""
    return tuple(F.linear(x, w) + F.linear(F.linear(x, a), b) * SCALE
                 for w, a, b in zip(weights[::3], weights[1::3], weights[2::3]))


def alone(x: torch.Tensor, *weights: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return tuple(F.linear(x, w) for w in weights)


def draw(columns: list[int], k: int, rank: int) -> list[torch.Tensor]:
    shapes = [shape for n in columns for shape in ((n, k), (rank, k), (n, rank))]
    return [(torch.randn(shape, device="cuda") * shape[1]**-0.5).bfloat16() for shape in shapes]


def measure_one(m: int, k: int, columns: list[int], rank: int, seconds: float) -> dict:
    import fusion

    torch._dynamo.reset()
    x = torch.randn(m, k, device="cuda", dtype=torch.bfloat16)
    copies = 1 if m > 64 else max(1, ROTATED // (2 * sum(columns) * k))
    weights = [draw(columns, k, rank) for _ in range(copies)]
    bare = [own[::3] for own in weights]
    with torch.no_grad():
        ours, plain = fusion.from_torch(adapted, (x, *weights[0])), fusion.from_torch(alone, (x, *bare[0]))
        compiled = torch.compile(adapted)
        kernels = ours.explain().kernels
        row = {"kernels": len(kernels), "schedules": [str(kernel.get("schedule")) for kernel in kernels],
               "plain_schedule": str(plain.explain().kernels[0].get("schedule")), "wrong": False,
               "predicted": sum(kernel["predicted_us"] for kernel in kernels),
               "plain_predicted": sum(kernel["predicted_us"] for kernel in plain.explain().kernels)}
        exact = adapted(x.double(), *(w.double() for w in weights[0]))
        for own, expected in zip(ours(x, *weights[0]), exact):
            row["wrong"] |= not (own.double() - expected).abs().max().item() <= 2**-7 * expected.abs().max().item()
        row["fusion"] = time_us(lambda *w: ours(x, *w), weights, seconds)
        row["plain"] = time_us(lambda *w: plain(x, *w), bare, seconds)
        row["inductor"] = time_us(lambda *w: compiled(x, *w), weights, seconds)
        row["operations"] = time_us(lambda *w: adapted(x, *w), weights, seconds)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=" ".join(PROBLEMS), help="problems MxK:N,N:R with spaces (default: eight)")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each time measured")
    parser.add_argument("--json", metavar="FILE", help="all that was measured")
    options = parser.parse_args()
    print("| problem | ours, µs | ours / layers alone | predicted | × Inductor | × PyTorch | launches |\n" + "|---" * 7 +
          "|")
    rows = {}
    for problem in options.only.split():
        row = rows[problem] = measure_one(*parse(problem), options.seconds)
        print(f"| {problem} | {row['fusion']:.2f} | {row['fusion'] / row['plain']:.3f} | "
              f"{row['predicted'] / row['plain_predicted']:.3f} | {row['inductor'] / row['fusion']:.3f} | "
              f"{row['operations'] / row['fusion']:.3f} | {row['kernels']}{' WRONG' if row['wrong'] else ''} |",
              flush=True)
        print("".join(f"  {schedule}\n" for schedule in (*row["schedules"], row["plain_schedule"])), file=sys.stderr)
        torch.cuda.empty_cache()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file)
    return int(any(row["wrong"] for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
