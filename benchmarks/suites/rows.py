# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rows of a table: what is right of a model's results, its numbers, and their ratios.

A result is right where it is no further from the reference than 1.5 times eager's, or than the rounding of its type.
"""

import math

FACTOR = 1.5
FEW, FACTOR_OF_FEW = 256, 4.0  # the distance of so few elements is a matter of luck, eager's own too
NOISE_FACTOR = 4.0  # noise may be so many times eager's
# Distances that are no fault: the rounding of a result to its type.
ROUNDING = {"torch.bfloat16": 2.0**-9, "torch.float16": 2.0**-12, "torch.float32": 2.0**-18}
MOST_SQUARES = 25.0  # the square of five standard deviations of one number
MOST_DEVIATIONS = 6.0
WORST = 3  # results that a row names


def is_noise(eager: list) -> bool:
    """Whether a result of eager, as `compare.distances` has it, is nothing but rounding: further away than the
    reference is large. The gradient of the bias of keys is one, since softmax does not see it."""
    return eager[0] > 1.0


def bounds(eager: dict[str, list], dtype: str) -> dict[str, float]:
    """The largest distance of each result that is right, by eager's distances."""
    ordered = sorted(distance for distance, _, _ in eager.values() if distance < math.inf)
    median = min(ordered[len(ordered) // 2], 1.0) if ordered else 0.0
    found = {}
    for name, row in eager.items():
        distance, elements, _ = row
        if is_noise(row):
            found[name] = NOISE_FACTOR * distance
        elif elements < FEW:
            found[name] = FACTOR_OF_FEW * max(distance, median) + ROUNDING[dtype]
        else:
            found[name] = FACTOR * distance + ROUNDING[dtype]
    return found


def of(jobs: list) -> list[dict]:
    """The rows of `processes.Job`s that have run: one for each model and mode, in their order."""
    found = {}
    for job in jobs:
        key = job.suite, job.model, job.mode
        found.setdefault(key, {"suite": job.suite, "model": job.model, "mode": job.mode, "variants": {}})
        found[key]["variants"][job.variant] = dict(job.result)
    for row in found.values():
        _judge(row)
    return list(found.values())


def _judge(row: dict) -> None:
    """Fills `right` and `worst` of each variant, and takes away what they follow from."""
    variants = row["variants"]
    distances = {name: result.pop("distances", None) for name, result in variants.items()}
    eager = distances.get("eager")
    for name, result in variants.items():
        by_chance = result.pop("by_chance", None)
        if by_chance is not None:
            _judge_by_chance(result, by_chance)
        elif distances[name] is not None and eager is not None:
            _judge_by_distance(result, distances[name], bounds(eager, result["dtype"]))
    if eager is not None:
        row["noise"] = sum(is_noise(one) for one in eager.values())


def _judge_by_distance(result: dict, distances: dict, most: dict[str, float]) -> None:
    over = sorted(((distances[name][0] / max(most[name], 1e-30), name) for name in distances), reverse=True)
    result["compared"] = len(over)
    result["right"] = all(ratio <= 1 for ratio, _ in over)
    result["worst"] = [{"name": name, "distance": distances[name][0], "bound": most[name]} for _, name in over[:WORST]]


def _judge_by_chance(result: dict, pairs: dict[str, list[float]]) -> None:
    over = sorted(((max(squares / MOST_SQUARES, deviations / MOST_DEVIATIONS), name)
                   for name, (squares, deviations) in pairs.items()), reverse=True)
    result["compared"] = len(over)
    result["right"] = all(ratio <= 1 for ratio, _ in over)
    result["worst"] = [{"name": name, "squares": pairs[name][0], "deviations": pairs[name][1]}
                       for _, name in over[:WORST]]


def value(row: dict, variant: str, *path: str):
    """A number of a variant, or None: `value(row, "fusion", "us", "graph")`."""
    found = row["variants"].get(variant, {})
    for name in path:
        found = (found or {}).get(name)
    return found


def ratio(row: dict, over: str, *path: str) -> float | None:
    """The number of the variant `over` over ours."""
    own, other = value(row, "fusion", *path), value(row, over, *path)
    return other / own if own and other is not None else None


def ratios(rows: list[dict], over: str, *path: str) -> list[float]:
    """The ratios of all rows that have both numbers."""
    found = (ratio(row, over, *path) for row in rows)
    return [one for one in found if one]


def fault(row: dict) -> str | None:
    """Why the run is no success, None if it is one: our variant raises, gives no answer, gives something else, or is
    not compared with eager."""
    own = row["variants"].get("fusion")
    if own is None:
        return None
    if "error" in own:
        return own["error"]
    if own.get("right") is False:
        worst = own["worst"][0]
        return "differs: " + ", ".join(f"{key} {one:.3g}" if isinstance(one, float) else one
                                       for key, one in worst.items())
    if own.get("right") is None and "eager" in row["variants"]:
        return f"not compared: {own.get('not_compared', 'eager gave no results')}"
    return None
