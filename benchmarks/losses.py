#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the losses of the first steps of training: eager, Inductor's default mode, and backend="fusion".

    python3 benchmarks/losses.py gpt2 --steps=100
    python3 benchmarks/losses.py vit_base_patch16_224 --steps=200
    python3 benchmarks/losses.py gpt2 --steps=200 --variants=f32,eager,math,inductor,fusion
    python3 benchmarks/losses.py gpt2 --small --steps=5 --variants=eager,fusion --option=fallback=eager

The models are the causal ones of the suite "transformers" and the classifiers of images of the suites "timm" and
"torchvision", without dropout. Weights are f32, products bf16 by autocast; AdamW with clipped gradients, and a rate
that grows linearly to the model's own, as both are usually trained. The variant "math" is eager with another of
PyTorch's attentions: it shows how far two right runs are apart. "f32" is eager without autocast. Differences are from
the first variant; behind "f32" they tell which of the others is nearest to exact products. Prints a line of JSON.
"""

import argparse
import contextlib
import functools
import json
import sys
import time

import torch
import torch.nn.functional as F
from suites import entries, worker
from suites.problem import set_dropout
from torch.nn.attention import SDPBackend, sdpa_kernel

VARIANTS = ("eager", "math", "inductor", "fusion")  # by default
RATES = {"gpt2": 6e-4, "llama3": 3e-4}  # Brown et al. 2020, table 2.1 (GPT-3 small); Touvron et al. 2023


class Text:
    """Sequences that count upwards, with noise: something that can be learned."""

    def __init__(self, model, inputs, generator):
        self.shape, self.vocabulary, self.generator = inputs["input_ids"].shape, model.config.vocab_size, generator

    def step(self, function):
        """Logits of some rows, and the class of each."""
        most, device = max(2, self.vocabulary // 5), self.generator.device
        start = torch.randint(0, most, (self.shape[0], 1), device=device, generator=self.generator)
        noise = torch.randint(0, 2, self.shape, device=device, generator=self.generator)
        ids = (start + torch.arange(self.shape[1], device=device) + noise) % (4 * most)
        logits = function(input_ids=ids, use_cache=False).logits
        return logits[:, :-1].flatten(0, 1), ids[:, 1:].flatten()


class Images:
    """One picture for each of ten classes, below noise that is three times as strong; a fifth of the classes is drawn
    anew, so that the loss does not go to 0."""

    def __init__(self, model, inputs, generator):
        self.shape, self.generator = inputs[0].shape, generator
        self.pictures = self.noise((10, *self.shape[1:]))

    def noise(self, shape):
        return torch.randn(shape, device=self.generator.device, generator=self.generator)

    def step(self, function):
        """Logits of some rows, and the class of each."""
        shown, drawn, number = (torch.randint(0, most, self.shape[:1], device=self.generator.device,
                                              generator=self.generator) for most in (10, 10, 5))
        wanted = torch.where(number == 0, drawn, shown)
        return function(self.pictures[shown] + 3 * self.noise(self.shape)), wanted


def load(name, is_small):
    """An entry of the suites, and what its model learns."""
    for suite, task in (("transformers", Text), ("timm", Images), ("torchvision", Images)):
        found = entries.load(suite, is_small, None)
        if name in found:
            return found[name], task
    raise SystemExit(f"error: no suite has a model '{name}': suites.py --list prints them")


def losses(variant, arguments):
    """The loss of each step, and the seconds of one behind the third."""
    device = "cuda" if torch.cuda.is_available() else "cpu"
    entry, task = load(arguments.model, arguments.small)
    torch.manual_seed(2)
    with torch.device(device):
        model = entry.make()
    model.to(device).train()
    set_dropout(model, None)  # whose numbers differ between variants
    task = task(model, entry.inputs(device), torch.Generator(device).manual_seed(3))
    optimizer = torch.optim.AdamW(model.parameters(), arguments.rate or RATES.get(arguments.model, 3e-4))
    warmup = torch.optim.lr_scheduler.LinearLR(optimizer, 1 / arguments.warmup, 1.0, arguments.warmup)
    attention = functools.partial(sdpa_kernel, SDPBackend.MATH) if variant == "math" else contextlib.nullcontext
    torch._dynamo.reset()
    is_eager = variant in ("math", "f32")
    function = worker.compiled(model, "eager" if is_eager else variant, dict(arguments.option))
    values, begin = [], 0.0
    for step in range(arguments.steps):
        with torch.autocast(device, torch.bfloat16, enabled=variant != "f32"), attention():
            logits, wanted = task.step(function)
        loss = F.cross_entropy(logits.float(), wanted)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        warmup.step()
        optimizer.zero_grad(set_to_none=True)
        values.append(loss.detach())
        if step == 2:
            values[-1].item()
            begin = time.time()
    found = [value.item() for value in values]
    return found, (time.time() - begin) / max(1, arguments.steps - 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="as gpt2, llama3 or vit_base_patch16_224")
    parser.add_argument("--variants", type=lambda text: text.split(","), default=list(VARIANTS),
                        help="some of f32," + ",".join(VARIANTS))
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--small", action="store_true", help="a small model, to try the script")
    parser.add_argument("--rate", type=float, help="learning rate, reached after --warmup steps (default: the model's)")
    parser.add_argument("--warmup", type=int, default=2000, help="steps in which the rate grows")
    parser.add_argument("--option", type=lambda text: tuple(text.split("=", 1)), action="append", default=[],
                        metavar="NAME=VALUE", help="an option of the backend")
    arguments = parser.parse_args()
    row, curves = {"model": arguments.model, "steps": arguments.steps, "ms": {}}, {}
    for variant in arguments.variants:
        curves[variant], seconds = losses(variant, arguments)
        row["ms"][variant] = round(seconds * 1e3, 2)
    expected = curves[arguments.variants[0]]
    differences = {name: [abs(a - b) / abs(b) for a, b in zip(curve, expected)] for name, curve in curves.items()}
    row["largest_difference"] = {name: max(values) for name, values in differences.items()}
    row["mean_difference"] = {name: sum(values) / len(values) for name, values in differences.items()}
    every = max(1, arguments.steps // 10)
    row["losses"] = {name: [round(value, 4) for value in curve[::every]] for name, curve in curves.items()}
    print(json.dumps(row))


if __name__ == "__main__":
    sys.exit(main())
