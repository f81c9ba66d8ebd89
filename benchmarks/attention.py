#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times attention beside each of PyTorch's kernels for it.

    python3 benchmarks/attention.py --json=attention.json
    FUSION_CHIP=sm_80 python3 benchmarks/attention.py           our kernels by mma.sync, on a later card
    python3 benchmarks/attention.py --only="4,16:16,1024x1024,64,f32 8,32:8,1024x1024,128,causal"

A problem is BATCH,HEADS:KEYHEADS,ROWSxKEYS,DEPTH and words: f32 or f16 in the place of bf16; causal; and what is done to
scores beside that: cap (20 tanh(s / 20)), alibi (slopes of heads, which are given), bias (of [HEADS, ROWS, KEYS]). All
run as CUDA graphs; the result is compared with float64. A row has the microseconds of ours, TFLOP/s (of products that a
causal mask leaves), and the times of PyTorch's kernels as multiples of ours; with cap, alibi or bias also ours without.
"""

import argparse
import json
import math
import sys

import torch
import torch.nn.functional as F
from gated import time_us
from torch.nn.attention import SDPBackend, sdpa_kernel

SHAPES = ["4,16:16,4096x4096,128", "4,16:16,2048x2048,128", "4,16:16,4096x4096,64", "16,16:16,512x512,64",
          "8,32:8,1024x1024,128"]
PROBLEMS = [shape + mask for shape in SHAPES for mask in ("", ",causal")]
FORMULAS = [f"4,16:16,2048x2048,128,{word}" for word in ("cap", "alibi", "bias")]
FURTHER = ["64,32:8,1x8192,128", "4,16:16,1024x1024,64,f32", "4,16:16,1024x1024,64,f32,causal"]
PEERS = {"flash": SDPBackend.FLASH_ATTENTION, "cudnn": SDPBackend.CUDNN_ATTENTION,
         "efficient": SDPBackend.EFFICIENT_ATTENTION}
TYPES = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}
WORDS = ("causal", "cap", "alibi", "bias")


class Problem:
    """Sizes and words of a problem, and its operands."""

    def __init__(self, text: str) -> None:
        batch, heads, lengths, depth, *words = text.split(",")
        self.batch, self.depth = int(batch), int(depth)
        self.heads, self.key_heads = map(int, heads.split(":"))
        self.rows, self.keys = map(int, lengths.split("x"))
        self.type = next((TYPES[word] for word in words if word in TYPES), torch.bfloat16)
        self.words = [word for word in words if word not in TYPES]
        if unknown := [word for word in self.words if word not in WORDS]:
            raise SystemExit(f"attention.py: '{unknown[0]}' is none of {', '.join((*TYPES, *WORDS))}")

    @property
    def flops(self) -> float:
        whole = 4.0 * self.batch * self.heads * self.rows * self.keys * self.depth
        return whole / 2 if "causal" in self.words else whole

    def draw(self) -> list[torch.Tensor]:
        def operand(heads: int, length: int) -> torch.Tensor:
            return torch.randn(self.batch, heads, length, self.depth, device="cuda").to(self.type)

        drawn = [operand(self.heads, self.rows), *(operand(self.key_heads, self.keys) for _ in range(2))]
        if "bias" in self.words:
            drawn.append(torch.randn(self.heads, self.rows, self.keys, device="cuda").to(self.type))
        if "alibi" in self.words:
            heads = torch.arange(1, self.heads + 1, device="cuda")
            drawn.append(torch.exp2(heads * (-8.0 / self.heads))[:, None, None])
        return drawn

    def compute(self, words: list[str]):
        """Attention of (query, key, value[, bias or slopes]), operation by operation, with these of the words."""
        group, causal = self.heads // self.key_heads, "causal" in words

        def attention(query, key, value, given=None):
            if group > 1:
                key, value = (x.repeat_interleave(group, 1) for x in (key, value))
            scores = (query @ key.transpose(-2, -1)) / math.sqrt(self.depth)
            scores = scores.to(torch.promote_types(scores.dtype, torch.float32))
            if "cap" in words:
                scores = torch.tanh(scores / 20) * 20
            if "bias" in words:
                scores = scores + given
            if "alibi" in words or causal:
                row = torch.arange(self.rows, device=query.device)[:, None]
                key_at = torch.arange(self.keys, device=query.device)[None, :]
            if "alibi" in words:
                scores = scores + given * (key_at - row)
            if causal:
                scores = torch.where(key_at <= row, scores, -math.inf)
            return torch.softmax(scores, -1).to(value.dtype) @ value

        return attention


def measure_one(problem: Problem, seconds: float) -> dict:
    import fusion

    operands = problem.draw()
    row = {"wrong": False}
    with torch.no_grad():
        ours = fusion.from_torch(problem.compute(problem.words), tuple(operands))
        row["kernels"] = [str(kernel.get("schedule")) for kernel in ours.explain().kernels]
        exact = problem.compute(problem.words)(*(x[:1].double() if x.dim() == 4 else x.double() for x in operands))
        result = ours(*operands)
        allowed = 2**-6 if problem.type != torch.float32 else 2**-13
        row["wrong"] = not (result[:1].double() - exact).abs().max().item() <= allowed * exact.abs().max().item()
        row["fusion"] = time_us(ours, [operands], seconds)
        if any(word != "causal" for word in problem.words):
            plain = fusion.from_torch(problem.compute([word for word in problem.words if word == "causal"]),
                                      tuple(operands[:3]))
            row["plain"] = time_us(plain, [operands[:3]], seconds)
        for name, backend in PEERS.items():
            row[name] = time_peer(problem, operands, backend, seconds)
    return row


def time_peer(problem: Problem, operands: list[torch.Tensor], backend: SDPBackend, seconds: float) -> float | None:
    """None where PyTorch's kernel does not take the problem."""
    if "cap" in problem.words or "alibi" in problem.words:
        return None
    query, key, value, *bias = operands
    causal, grouped = "causal" in problem.words, problem.heads != problem.key_heads

    def call(query, key, value, *bias):
        with sdpa_kernel(backend):
            return F.scaled_dot_product_attention(query, key, value, *bias, is_causal=causal, enable_gqa=grouped)

    try:
        call(query, key, value, *bias)
    except RuntimeError:
        return None
    return time_us(call, [operands], seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=" ".join([*PROBLEMS, *FORMULAS, *FURTHER]), help="problems with spaces")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each time measured")
    parser.add_argument("--json", metavar="FILE", help="all that was measured")
    options = parser.parse_args()
    names = ["plain", *PEERS]
    print(f"| problem | ours, µs | TFLOP/s | {' | '.join('× ' + name for name in names)} | launches |")
    print("|---" * (4 + len(names)) + "|")
    rows = {}
    for text in options.only.split():
        problem = Problem(text)
        row = rows[text] = measure_one(problem, options.seconds)
        others = " | ".join(f"{row[name] / row['fusion']:.3f}" if row.get(name) else "" for name in names)
        print(f"| {text} | {row['fusion']:.1f} | {problem.flops / row['fusion'] / 1e6:.0f} | {others} | "
              f"{len(row['kernels'])}{' WRONG' if row['wrong'] else ''} |", flush=True)
        print("".join(f"  {schedule}\n" for schedule in row["kernels"]), file=sys.stderr)
        torch.cuda.empty_cache()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file)
    return int(any(row["wrong"] for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
