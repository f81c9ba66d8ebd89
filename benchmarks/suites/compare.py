# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far results are from those of a wider type, each by its own scale, and means of runs with dropout from others.

A distance is the root mean square of a difference over the reference's. What is right by it, `rows` says.
"""

import math
from collections.abc import Callable

import torch

CHUNK = 2**24  # elements
SEEDS = 16
SYSTEMATIC = 2.0**-6  # relative: what rounding alone may shift a mean by


def distances(results: dict[str, torch.Tensor], reference: dict[str, torch.Tensor]) -> dict[str, list]:
    """For each name [distance, elements, root mean square of the reference]; infinite where results do not compare."""
    found = {}
    for name, expected in reference.items():
        value = results.get(name)
        if value is None or value.shape != expected.shape:
            found[name] = [math.inf, expected.numel(), 0.0]
        elif expected.numel():
            distance, scale = _distance(value, expected)
            found[name] = [distance, expected.numel(), scale]
    return found


def _distance(value: torch.Tensor, expected: torch.Tensor) -> tuple[float, float]:
    """The distance, and the root mean square of what is expected; in chunks, since both are of f64 meanwhile."""
    apart, squares, count = 0.0, 0.0, 0
    for own, wanted in zip(value.flatten().split(CHUNK), expected.flatten().split(CHUNK)):
        own, wanted = own.double(), wanted.to(own.device).double()
        is_finite = torch.isfinite(wanted)
        if not is_finite.all():  # masks of minus infinity are the same in both
            if not torch.equal(own[~is_finite].nan_to_num(1.5), wanted[~is_finite].nan_to_num(1.5)):
                return math.inf, 0.0
            own, wanted = own[is_finite], wanted[is_finite]
        apart += (own - wanted).pow(2).sum().item()
        squares += wanted.pow(2).sum().item()
        count += wanted.numel()
    distance = (apart / max(squares, 1e-60)) ** 0.5 if apart else 0.0
    return (distance if distance == distance else math.inf), (squares / max(count, 1)) ** 0.5


def statistics(step: Callable[[], dict[str, torch.Tensor]], first_seed: int) -> dict[str, dict]:
    """Of each result over runs with other seeds: the mean, its variance in all, and the squared norm with its own."""
    sums, squares = {}, {}
    for seed in range(first_seed, first_seed + SEEDS):
        torch.manual_seed(seed)
        for name, value in step().items():
            value = value.float()
            sums[name] = value.clone() if name not in sums else sums[name].add_(value)
            squares.setdefault(name, []).append(value.pow(2).sum().double())
    found = {}
    for name, total in sums.items():
        norms = torch.stack(squares[name])
        mean = total / SEEDS
        variance = (norms.sum() - SEEDS * mean.pow(2).sum().double()) / (SEEDS - 1)
        found[name] = {"mean": mean, "variance": max(variance.item(), 0.0), "norm": norms.mean().item(),
                       "norm_variance": norms.var().item()}
    return found


def compare_statistics(own: dict[str, dict], eager: dict[str, dict], noise: set[str]) -> dict[str, list[float]]:
    """For each name that is no noise: the squared distance of the means over what chance makes it (about 1), and how
    many standard deviations apart the squared norms are."""
    found = {}
    for name, expected in eager.items():
        value = own.get(name)
        if name in noise:
            continue
        if value is None or value["mean"].shape != expected["mean"].shape:
            found[name] = [math.inf, math.inf]
            continue
        apart = (value["mean"] - expected["mean"]).pow(2).sum().item()
        chance = (value["variance"] + expected["variance"]) / SEEDS
        chance += SYSTEMATIC**2 * expected["mean"].pow(2).sum().item() + 1e-30
        deviation = (value["norm_variance"] + expected["norm_variance"]) / SEEDS
        deviation = (deviation + (2 * SYSTEMATIC * expected["norm"]) ** 2) ** 0.5 + 1e-30
        pair = [apart / chance, abs(value["norm"] - expected["norm"]) / deviation]
        found[name] = [one if one == one else math.inf for one in pair]
    return found
