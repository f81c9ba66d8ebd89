#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times a step of decoding with a static cache by torch.compile, ours beside Inductor's, in PyTorch's modes.

    python3 benchmarks/decoding.py --json=decoding.json
    python3 benchmarks/decoding.py --only=llama3 --batches=1 --small --device=cpu      checks results alone

A model of the suites has --layers layers and a cache of 2,048 places, of which 1,024 are taken. A step has one further
token for each sequence of a batch. Mode `default` is timed as one CUDA graph of the compiled call, and as calls from
Python; `reduce-overhead` as calls. Logits are compared with eager's in f32: an error may be twice that of eager's in
bf16.
"""

import argparse
import json
import sys

import torch
from transformers import StaticCache

from suites import entries, measure

MODELS = ["llama3", "qwen2", "qwen3", "phi3"]
PLACES, TAKEN = 2048, 1024


class Step:
    """A step of decoding: the model, its cache behind the first tokens, and the token that comes."""

    def __init__(self, model, batch: int, places: int, taken: int):
        device, vocabulary = model.device, model.config.vocab_size
        generator = torch.Generator(device).manual_seed(0)
        self.cache = StaticCache(config=model.config, max_cache_len=places)
        ids = torch.randint(0, vocabulary, (batch, taken + 1), device=device, generator=generator)
        model(input_ids=ids[:, :taken], past_key_values=self.cache, use_cache=True)
        self.ids, self.position = ids[:, taken:], torch.full((batch, 1), taken, device=device)
        self.lengths = [layer.cumulative_length for layer in self.cache.layers]
        self.before = [length.clone() for length in self.lengths]

    def __call__(self, function):
        """The logits. Each call writes the same place of the cache, and all variants count its tokens anew."""
        torch._foreach_copy_(self.lengths, self.before)
        return function(input_ids=self.ids, past_key_values=self.cache, use_cache=True,
                        position_ids=self.position).logits


def is_right(logits: torch.Tensor, eager: torch.Tensor, exact: torch.Tensor) -> bool:
    error = (logits.double() - exact).abs().max().item()
    return error <= 2 * (eager.double() - exact).abs().max().item() + 1e-4 * exact.abs().max().item()


def time_us(call, mode: str, seconds: float) -> float:
    if mode == "default":
        return measure.burst_us(measure.graph_of(call).replay, seconds)
    return measure.burst_us(call, seconds)


def measure_one(entry, layers: int, batch: int, options) -> dict:
    torch.manual_seed(0)
    model = entry.make()
    model.model.layers = model.model.layers[:layers]
    model.config.num_hidden_layers = layers
    model = model.eval().requires_grad_(False)
    places, taken = (32, 16) if options.small else (PLACES, TAKEN)
    exact = Step(model.to(options.device), batch, places, taken)
    exact = exact(model).double()
    step = Step(model.bfloat16(), batch, places, taken)
    eager = step(model)
    row = {}
    for mode in options.modes.split(","):
        for backend in options.variants.split(","):
            torch._dynamo.reset()
            if backend == "fusion":
                import fusion.torch  # makes the backend known
            compiled = torch.compile(model, backend=backend, mode=None if mode == "default" else mode)
            call = lambda: step(compiled)
            for _ in range(3):  # graphs of a mode are recorded at the second call
                logits = call()
            key = f"{mode} {backend}"
            row[key] = {"wrong": not is_right(logits, eager, exact)}
            if options.device == "cuda":
                row[key]["us"] = time_us(call, mode, options.seconds)
                row[key]["calls_us"] = measure.burst_us(call, options.seconds)
                row[key]["launches"] = measure.launches(call)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(MODELS), help="models of the suite of transformers")
    parser.add_argument("--batches", default="1,16")
    parser.add_argument("--modes", default="default,reduce-overhead")
    parser.add_argument("--variants", default="inductor,fusion")
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--small", action="store_true", help="small models of the same classes")
    parser.add_argument("--device", choices=["cuda", "cpu"], default="cuda", help="a CPU takes no times")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each time measured")
    parser.add_argument("--json", metavar="FILE", help="all that was measured")
    options = parser.parse_args()
    rows = {}
    print("| model | batch | mode | µs | × Inductor | calls, µs | × Inductor | launches |\n" + "|---" * 8 + "|")
    for name in options.only.split(","):
        entry = entries.load("transformers", options.small, None)[name]
        for batch in map(int, options.batches.split(",")):
            row = rows[f"{name} {batch}"] = measure_one(entry, options.layers, batch, options)
            for mode in options.modes.split(","):
                ours, other = row[f"{mode} fusion"], row.get(f"{mode} inductor", {})
                wrong = " WRONG" if ours["wrong"] else ""
                if "us" not in ours or "us" not in other:
                    print(f"| {name} | {batch} | {mode}{wrong} |" + " – |" * 5, flush=True)
                    continue
                print(f"| {name} | {batch} | {mode}{wrong} | {ours['us']:.1f} | {other['us'] / ours['us']:.3f} | "
                      f"{ours['calls_us']:.1f} | {other['calls_us'] / ours['calls_us']:.3f} | "
                      f"{ours['launches']} of {other['launches']} |", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file)
    return int(any(own["wrong"] for row in rows.values() for own in row.values()))


if __name__ == "__main__":
    sys.exit(main())
