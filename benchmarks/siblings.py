#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times sibling products, x Qᵀ, x Kᵀ and x Vᵀ, beside PyTorch's and beside one product with all their columns.

    python3 benchmarks/siblings.py --json=siblings.json
    python3 benchmarks/siblings.py --only=16x4096:4096,1024,1024

Each problem is MxK:N,N,N in bf16: x is [M, K], each weight [N, K]. All run as CUDA graphs. Where M is at most 64, each
call has other weights, of 256 MiB in all, so that none is found in the L2. A row has the microseconds of ours, of our
product with the weights behind each other, of Inductor's default and of PyTorch's products called one by one.
"""

import argparse
import json
import sys

import torch

from gated import ROTATED, time_us

PROBLEMS = [f"{m}x4096:{columns}" for columns in ("4096,4096,4096", "4096,1024,1024") for m in (4096, 512, 16, 1)]


def parse(problem: str) -> tuple[int, int, list[int]]:
    """M, K, and the columns of each product."""
    sizes, columns = problem.split(":")
    m, k = map(int, sizes.split("x"))
    return m, k, [int(n) for n in columns.split(",")]


def siblings(x: torch.Tensor, *weights: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return tuple(x @ w.t() for w in weights)


def measure_one(m: int, k: int, columns: list[int], seconds: float) -> dict:
    import fusion

    torch._dynamo.reset()
    x = torch.randn(m, k, device="cuda", dtype=torch.bfloat16)
    copies = 1 if m > 64 else max(1, ROTATED // (2 * sum(columns) * k))
    weights = [[(torch.randn(n, k, device="cuda") * k**-0.5).bfloat16() for n in columns] for _ in range(copies)]
    wide = [[torch.cat(own)] for own in weights]
    with torch.no_grad():
        ours = fusion.from_torch(siblings, (x, *weights[0]))
        plain = fusion.from_torch(siblings, (x, wide[0][0]))
        compiled = torch.compile(siblings)
        kernels = ours.explain().kernels
        row = {"kernels": len(kernels), "schedule": str(kernels[0].get("schedule")),
               "plain_schedule": str(plain.explain().kernels[0].get("schedule")),
               "predicted": sum(kernel["predicted_us"] for kernel in kernels)}
        row["wrong"] = False
        for own, w in zip(ours(x, *weights[0]), weights[0]):
            expected = x.double() @ w.double().t()
            row["wrong"] |= not (own.double() - expected).abs().max().item() <= 2**-7 * expected.abs().max().item()
        row["fusion"] = time_us(lambda *w: ours(x, *w), weights, seconds)
        row["plain"] = time_us(lambda w: plain(x, w), wide, seconds)
        row["inductor"] = time_us(lambda *w: compiled(x, *w), weights, seconds)
        row["products"] = time_us(lambda *w: siblings(x, *w), weights, seconds)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=" ".join(PROBLEMS), help="problems MxK:N,N with spaces (default: eight)")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each time measured")
    parser.add_argument("--json", metavar="FILE", help="all that was measured")
    options = parser.parse_args()
    print("| problem | ours, µs | × one product | × Inductor | × PyTorch | launches | predicted |\n" + "|---" * 7 + "|")
    rows = {}
    for problem in options.only.split():
        row = rows[problem] = measure_one(*parse(problem), options.seconds)
        print(f"| {problem} | {row['fusion']:.2f} | {row['plain'] / row['fusion']:.3f} | "
              f"{row['inductor'] / row['fusion']:.3f} | {row['products'] / row['fusion']:.3f} | {row['kernels']}"
              f"{' WRONG' if row['wrong'] else ''} | {row['predicted']:.2f} |", flush=True)
        print(f"  {row['schedule']}\n  {row['plain_schedule']}", file=sys.stderr)
        torch.cuda.empty_cache()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file)
    return int(any(row["wrong"] for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
