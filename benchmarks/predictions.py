#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the times that the cost model predicts for the kernels of whole models with those measured on a GPU.

    python3 benchmarks/predictions.py --only=bert_base,gpt2,swin_base --json=predictions.json
    python3 benchmarks/predictions.py --from predictions.json --launches=40

The models are the suites', compiled by torch.compile(backend="fusion") with default options for inference. Each launch
is measured by PyTorch's profiler in a CUDA graph, from the end of the launch before it to its own end, the least of
the replays; launches are told apart by their order. A line for each model says how many of its launches are measured
within a quarter of their prediction, how the sums compare, and the same for each family of kernels. `--launches=N`
prints the N launches whose predictions are off the most.
"""

import argparse
import collections
import json
import math
import sys

NEAR = 1.25  # a prediction is near if it is off by at most this factor
CALLS = 8


def launches_of(name: str, suite: str, dtype: str) -> list[dict]:
    """The launches of one call in their order, each with `predicted_us` and `measured_us`."""
    import torch
    from suites import entries, measure, worker
    from suites.problem import DTYPES, Problem
    from torch.profiler import ProfilerActivity, profile

    torch._dynamo.reset()  # else sizes that differ from the model before are open
    calls = _record_calls()
    problem = Problem(entries.load(suite, False, None)[name], "inference", DTYPES[dtype], "cuda")
    function = worker.compiled(problem.model, "fusion", {})
    for _ in range(3):
        problem.call(function)
    del calls[:]
    problem.call(function)
    expected = [kernel for region in calls for kernel in region.code.module.report["kernels"]]
    names = {launch for kernel in expected for launch in kernel["launches"]}
    graph = measure.graph_of(lambda: problem.call(function))
    measured = []
    for _ in range(CALLS):
        for _ in range(2):  # the clock rises
            graph.replay()
        torch.cuda.synchronize()
        with profile(activities=[ProfilerActivity.CUDA]) as profiler:
            graph.replay()
            torch.cuda.synchronize()
        events = sorted((event for event in profiler.events() if event.device_type == torch.autograd.DeviceType.CUDA),
                        key=lambda event: event.time_range.start)
        run, end = [], None
        for event in events:
            if event.name in names:
                begin = event.time_range.start if end is None else end
                run.append((event.name, event.time_range.end - begin))
            end = event.time_range.end if end is None else max(end, event.time_range.end)
        measured.append(run)
    return _match(expected, measured)


def _record_calls() -> list:
    """A list to which each region that is called adds itself from now on."""
    from fusion.torch import region as regions

    calls = []
    make = regions.Region._make_call

    def recording(self):
        call = make(self)

        def recorded(*inputs):
            calls.append(self)
            return call(*inputs)

        recorded.__name__ = recorded.__qualname__ = self.name
        return recorded

    regions.Region._make_call = recording
    return calls


def _match(expected: list[dict], measured: list[list[tuple[str, float]]]) -> list[dict]:
    """Joins kernels with what was measured; a kernel of several launches has their sum."""
    found = []
    for run in measured:
        places = iter(run)
        current = next(places, None)
        times = []
        for kernel in expected:
            seen: dict[str, float] = {}
            while current is not None and current[0] in kernel["launches"] and current[0] not in seen:
                seen[current[0]] = current[1]
                current = next(places, None)
            times.append(sum(seen.values()) if seen else None)
        if current is not None:
            print(f"  behind {len(times)} kernels {current[0]} was not expected", file=sys.stderr)
        found.append(times)
    rows = []
    for i, kernel in enumerate(expected):
        times = [run[i] for run in found if run[i] is not None]
        if times and kernel["predicted_us"]:
            rows.append({"name": kernel["name"], "family": kernel["family"], "operations": kernel["ops"],
                         "reads": kernel["operand_types"], "writes": kernel["result_types"],
                         "schedule": kernel.get("schedule", ""), "predicted_us": kernel["predicted_us"],
                         "measured_us": round(min(times), 2)})
    return rows


def summary(name: str, rows: list[dict]) -> str:
    """A row of the table: share of near launches, measured over predicted sum, and the same by family."""
    families = collections.defaultdict(list)
    for row in rows:
        families[row["family"]].append(row)
    parts = ", ".join(f"{family} {_ratio(some):.2f} ({_near(some):.0%} of {len(some)})"
                      for family, some in sorted(families.items()))
    return (f"| {name} | {len(rows)} | {_near(rows):.0%} | {sum(row['predicted_us'] for row in rows):.0f} | "
            f"{sum(row['measured_us'] for row in rows):.0f} | {_ratio(rows):.2f} | {parts} |")


def _near(rows: list[dict]) -> float:
    return sum(1 / NEAR <= row["measured_us"] / row["predicted_us"] <= NEAR for row in rows) / len(rows)


def _ratio(rows: list[dict]) -> float:
    return sum(row["measured_us"] for row in rows) / sum(row["predicted_us"] for row in rows)


def print_launches(models: dict[str, list[dict]], most: int) -> None:
    """The launches that are off the most, by the microseconds that they are off; equal ones once."""
    groups = collections.defaultdict(list)
    for rows in models.values():
        for row in rows:
            key = (row["family"], " ".join(row["operations"]), " ".join(row["reads"]), " ".join(row["writes"]))
            groups[key].append(row)
    off = sorted(groups.items(), key=lambda one: -abs(sum(r["measured_us"] - r["predicted_us"] for r in one[1])))
    for (family, operations, reads, writes), rows in off[:most]:
        print(f"{_ratio(rows):5.2f} × {rows[0]['predicted_us']:8.2f} µs, {len(rows):3} × {family}: {operations[:90]}; "
              f"{reads[:110]} → {writes[:50]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="transformers,timm")
    parser.add_argument("--only", default="", help="models whose names have one of these words (default: all)")
    parser.add_argument("--dtype", choices=["bf16", "f16", "f32"], default="bf16")
    parser.add_argument("--json", metavar="FILE", help="all launches")
    parser.add_argument("--from", dest="source", nargs="+", metavar="FILE", help="JSON of earlier runs")
    parser.add_argument("--launches", type=int, default=0, help="print this many launches that are off the most")
    options = parser.parse_args()
    models = {}
    for path in options.source or ():
        with open(path, encoding="utf-8") as file:
            models |= json.load(file)
    if not options.source:
        models = _measure(options)
    print("| model | launches | within 1.25 | predicted µs | measured µs | ratio | by family |")
    print("|---|---|---|---|---|---|---|")
    for name, rows in models.items():
        print(summary(name, rows))
    every = [row for rows in models.values() for row in rows]
    spread = math.exp(sum(abs(math.log(row["measured_us"] / row["predicted_us"])) for row in every) / len(every))
    print(f"\n{len(every)} launches, {_near(every):.0%} within {NEAR}, a launch is off by {spread:.2f} in the mean")
    print_launches(models, options.launches)
    return 0


def _measure(options) -> dict[str, list[dict]]:
    from suites import entries

    words = [word for word in options.only.split(",") if word]
    models = {}
    for suite in options.suite.split(","):
        for name in entries.load(suite, False, None):
            if not words or any(word in name for word in words):
                try:
                    models[name] = launches_of(name, suite, options.dtype)
                except Exception as error:  # the others are measured nevertheless
                    print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
                if options.json:
                    with open(options.json, "w", encoding="utf-8") as file:
                        json.dump(models, file)
    return models


if __name__ == "__main__":
    sys.exit(main())
