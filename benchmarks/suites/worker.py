# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The process of one model, one mode and one variant: it compiles, says so, waits for its turn, and is timed.

It writes a line of JSON for each step to its standard output: {"phase": …}, and at the end {"result": …}. All else
that is printed goes to standard error. It waits for a line on its standard input before it takes times.
"""

import argparse
import json
import os
import sys
import time
import warnings
from collections.abc import Callable

import torch
from suites import compare, entries, measure, rows
from suites.problem import DTYPES, Problem

MOST_TEXT = 600  # letters of an error or a warning in a row


class Report:
    """What the parent reads."""

    def __init__(self) -> None:
        self._file = os.fdopen(os.dup(1), "w", encoding="utf-8")
        os.dup2(2, 1)

    def say(self, **what) -> None:
        print(json.dumps(what), file=self._file, flush=True)


def main(arguments: argparse.Namespace, work: Callable[..., None] | None = None) -> dict:
    """Runs `work`, and gives the result that was said; a run of several processes has another than one of one."""
    report, result = Report(), {"warnings": []}
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.set_float32_matmul_precision(arguments.precision)
    phase = "making the model"

    def enter(name):
        nonlocal phase
        phase = name
        report.say(phase=name)

    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            (work or _work)(arguments, enter, result)
    except Exception as error:  # the row says it; the other variants go on
        result["error"] = f"{phase}: {type(error).__name__}: {error}"[:MOST_TEXT]
    own = [str(one.message) for one in caught if type(one.message).__name__ == "FusionWarning"]
    result["warnings"] = [text[:MOST_TEXT] for text in dict.fromkeys(own)]
    report.say(result=result)
    return result


def _work(arguments, enter, result) -> None:
    enter("making the model")
    entry = entries.load(arguments.suite, arguments.small, arguments.kernelbench)[arguments.model]
    autocast = DTYPES[arguments.autocast] if arguments.autocast else None

    def make() -> Problem:
        return Problem(entry, arguments.mode, DTYPES[arguments.dtype], arguments.device, autocast)

    problem = make()
    result["dtype"] = str(autocast or problem.dtype)
    reference = None
    if not arguments.warm:
        enter("computing the reference")
        try:
            reference = _reference(problem)
        except Exception as error:  # the model is run nevertheless
            result["not_compared"] = f"the reference: {type(error).__name__}: {error}"[:MOST_TEXT]
            problem = make()  # the other may have been cast in part
        if problem.device == "cuda":
            torch.cuda.empty_cache()  # others compile beside this one
    enter("compiling")
    begin = time.perf_counter()
    function = compiled(problem.model, arguments.variant, arguments.option)
    results = problem.results(function)
    _wait(problem)
    result["compile_s"] = round(time.perf_counter() - begin, 2)
    if arguments.warm:
        return
    enter("comparing")
    if reference is None:
        pass
    elif arguments.mode != "dropout":
        result["distances"] = compare.distances(results, reference)
    else:
        result["by_chance"] = _compare_by_chance(problem, function, reference)
    del results, reference
    if arguments.variant == "fusion":
        result |= regions()
    if problem.device == "cuda":
        torch.cuda.empty_cache()
        for measured in (_measure, _measure_again):
            enter("ready")
            sys.stdin.readline()
            enter("timing")
            measured(problem, function, arguments.seconds, result)


def compiled(model, variant: str, options: dict):
    """The model as a variant calls it."""
    if variant == "eager":
        return model
    if variant == "aot_eager":  # nothing is compiled: what every backend behind AOTAutograd takes
        return torch.compile(model, backend="aot_eager")
    if variant == "inductor":
        return torch.compile(model)
    if variant == "autotune":
        return torch.compile(model, mode="max-autotune-no-cudagraphs")
    return torch.compile(model, backend="fusion", options=options or None)


def _reference(problem: Problem) -> dict[str, torch.Tensor]:
    """Results in the wider type, without dropout, in the host's memory."""
    with problem.widened(), problem.without_dropout():
        return {name: value.cpu() for name, value in problem.results(problem.model).items()}


def _compare_by_chance(problem: Problem, function, reference) -> dict[str, list[float]]:
    """Runs with dropout beside eager ones of other seeds."""
    with problem.without_dropout():
        rounded = compare.distances(problem.results(problem.model), reference)
    noise = {name for name, row in rounded.items() if rows.is_noise(row)}
    eager = compare.statistics(lambda: problem.results(problem.model), 1000)
    own = compare.statistics(lambda: problem.results(function), 2000)
    return compare.compare_statistics(own, eager, noise)


def _wait(problem: Problem) -> None:
    if problem.device == "cuda":
        torch.cuda.synchronize()


def _measure(problem: Problem, function, seconds: float, result: dict) -> None:
    def call():
        return problem.call(function)

    result["peak_mb"] = measure.peak_mb(call, problem.clear)
    result["us"] = _host_bound_us(call, seconds)
    try:
        graph = measure.graph_of(call)
    except Exception as error:  # as eager may be, too, where it reads a value of the GPU
        result["not_captured"] = f"{type(error).__name__}: {error}"[:MOST_TEXT]
    else:
        result["us"]["graph"] = measure.burst_us(graph.replay, seconds)
        result["launches"] = measure.launches(call)  # last, since the profiler leaves a load on the driver


def _host_bound_us(call, seconds: float) -> dict[str, float]:
    return {"calls": measure.burst_us(call, seconds), "host": measure.host_us(call)}


def _measure_again(problem: Problem, function, seconds: float, result: dict) -> None:
    """What depends on the host takes the better of two rounds: a machine that others share is slow for seconds."""
    again = _host_bound_us(lambda: problem.call(function), seconds)
    result["us"] |= {name: min(us, result["us"][name]) for name, us in again.items()}


def regions() -> dict:
    """What the backend's report says: regions, their share of the operations of products, breaks, what is outside."""
    import fusion.torch

    graphs = fusion.torch.report().data
    flops = sum(graph["product_flops"] or 0 for graph in graphs)
    found = [region for graph in graphs for region in graph["regions"]]
    inside = sum(region["product_flops"] or 0 for region in found if not region["failure"])
    outside = [one for graph in graphs for one in graph["outside"]]
    return {"product_share": round(inside / flops, 4) if flops else None, "regions": len(found),
            "graphs": len(graphs),
            "breaks": [f"{one['file']}:{one['line']}: {one['reason'].splitlines()[0]}"
                       for graph in graphs for one in graph["breaks"]],
            "outside": [f"{one['count']} × {one['operation']}: {one['reason']}"[:120] for one in outside][:12]}
