# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times, launches and memory of a call on the GPU, which nothing else uses meanwhile."""

import statistics
import time
from collections.abc import Callable

import torch

BURST_US = 4000  # the length of a burst of calls
REST_S = 0.02  # before each burst, so that the clock is what it is in the others


def burst_us(call: Callable, seconds: float) -> float:
    """Microseconds of a call: the median of bursts, each after a rest."""

    def burst(calls):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(calls):
            call()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) * 1e3 / calls

    call()
    calls, times, begin = max(1, round(BURST_US / max(burst(2), 1))), [], time.monotonic()
    while len(times) < 5 or time.monotonic() - begin < seconds:
        time.sleep(REST_S)
        times.append(burst(calls))
    return round(statistics.median(times), 2)


def graph_of(call: Callable) -> torch.cuda.CUDAGraph:
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            call()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        call()
    return graph


def host_us(call: Callable) -> float:
    """Microseconds until a call returns to Python, on a GPU that has nothing to do: the median of 15."""
    times = []
    for _ in range(15):
        torch.cuda.synchronize()
        begin = time.perf_counter()
        call()
        times.append((time.perf_counter() - begin) * 1e6)
    torch.cuda.synchronize()
    return round(statistics.median(times), 1)


def peak_mb(call: Callable, clear: Callable) -> float:
    """Megabytes (2**20) that a call allocates at most, above the model and its inputs; results and gradients count.
    `clear` drops the gradients of the call before."""
    call()
    clear()
    torch.cuda.synchronize()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    kept = call()
    torch.cuda.synchronize()
    del kept
    return round((torch.cuda.max_memory_allocated() - before) / 2**20, 2)


def launches(call: Callable) -> int:
    """Kernels of a call."""
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        call()
        torch.cuda.synchronize()
    other = ("Memcpy", "Memset", "cuda", "cuLaunch", "Activity Buffer")  # of the driver and of the profiler
    return sum(not event.name.startswith(other) for event in profiler.events())
