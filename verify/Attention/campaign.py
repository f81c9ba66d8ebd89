#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random problems of attention, each checked against the float64 interpreter; says which are no attention, and why.

    campaign.py --seed=1 --count=300 --jobs=8      problems 1 to 300, of sizes up to 700
    campaign.py --seed=7 --print                   the graph of a seed
    campaign.py --seed=7                           one problem again, with its verdict

    campaign.py --seed=1 --count=300 --target=sm_80      kernels by mma.sync, on a later card

Without a GPU: LD_LIBRARY_PATH=build/verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90, --largest=70.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

from problems import Problem

NO_FAULT = {0: "good", 4: "inconclusive"}


class Result:
    """What came of a problem: a verdict, and why it is not one kernel of attention."""

    def __init__(self, problem, verdict, fault="", reason="no attention: no result", schedule=""):
        self.problem, self.verdict, self.fault, self.reason, self.schedule = problem, verdict, fault, reason, schedule


def read_report(text):
    """What --explain=json prints, on standard error."""
    return json.loads(text[text.index("{"):text.rindex("}") + 1])


def is_attention(kernel):
    return (kernel.get("family") or "").startswith("attention")


def why_not(report):
    """Nothing where a report has one kernel, of attention; what runs beside it, or why there is none."""
    if any(is_attention(kernel) for kernel in report["kernels"]):
        others = {"+".join(kernel["ops"]) for kernel in report["kernels"] if not is_attention(kernel)}
        return "beside attention: " + ", ".join(sorted(others)) if others else ""
    reasons = [missed.get("reason", "") for missed in report["missed"]]
    for reason in reasons:
        if "attention: " in reason:
            return "no attention: " + reason.split("attention: ", 1)[1]
    return "no attention: " + ", ".join(sorted({reason for reason in reasons if "stands between" in reason}
                                               or {missed["code"] for missed in report["missed"]}))


def check(seed, options):
    problem = Problem(seed, options.largest, options.most, options.element)
    text = problem.build()
    graph = problem.graph
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "attention.mlir")
        with open(path, "w") as file:
            file.write(text)
        command = [options.run, path, "--device=cuda", f"--random={seed + 1}", "--verify", "--json", "--explain=json",
                   f"--numerics={problem.numerics}"]
        if options.target:
            command.append(f"--target={options.target}")
        for number, content in enumerate(graph.files):
            command.append(f"--input={folder}/{number}.npy")
            with open(f"{folder}/{number}.npy", "wb") as file:
                file.write(content)
        if graph.dynamic:
            command.append("--dynamic=" + ",".join(map(str, graph.dynamic)))
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=options.limit)
        except subprocess.TimeoutExpired:
            return Result(problem, "fault", f"not done after {options.limit} s")
    try:
        verdicts = json.loads(done.stdout)["verify"]
        report = read_report(done.stderr)
    except (ValueError, KeyError):
        return Result(problem, "fault", (done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}")[:400])
    verdict = NO_FAULT.get(done.returncode, "fault")
    fault = "" if verdict == "good" else "; ".join(own["note"] for own in verdicts if own["verdict"] != "good")
    schedules = [kernel.get("schedule") or "" for kernel in report["kernels"] if is_attention(kernel)]
    return Result(problem, verdict, fault, why_not(report), "".join(schedules))


def summarize(results, seconds):
    count = collections.Counter(result.verdict for result in results)
    whole = sum(not result.reason for result in results)
    beside = sum(result.reason.startswith("beside") for result in results)
    reasons = collections.defaultdict(list)
    for result in results:
        if result.verdict != "fault" and result.reason:
            reasons[result.reason].append(result.problem.seed)
    for key in ("spelling", "mask", "softmax", "layout", "grouping", "scaled"):
        own = collections.Counter(getattr(result.problem, key) for result in results)
        fused = collections.Counter(getattr(result.problem, key) for result in results
                                    if not result.reason.startswith("no attention"))
        print(f"{key}: " + ", ".join(f"{name} {fused[name]}/{own[name]}" for name in sorted(own)))
    options = ("pairs", "ping_pong", "continuous", "splits", "blocks_per_sm")
    print("schedules with " + ", ".join(f"{name} {sum(name in result.schedule for result in results)}"
                                        for name in options))
    for reason, seeds in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print(f"{len(seeds)} with {reason} (seeds {', '.join(map(str, seeds[:12]))})")
    print(f"{len(results)} problems in {seconds:.0f} s: {count['fault']} faults, {count['good']} good, "
          f"{count['inconclusive']} inconclusive; {whole} are one kernel, {beside} attention and others")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--largest", type=int, default=700, help="rows and keys are at most so many")
    parser.add_argument("--most", type=float, default=1e9, help="multiplications of a product, but for one head alone")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=int, default=300, help="seconds for a problem")
    parser.add_argument("--budget", type=float, default=1e9, help="begin nothing after so many seconds")
    parser.add_argument("--element", choices=["bf16", "f16", "f32"], help="the type of all problems")
    parser.add_argument("--target", help="compile for this chip, not for the device's")
    parser.add_argument("--run", default="fusion-run")
    parser.add_argument("--print", action="store_true")
    options = parser.parse_args()
    if options.print:
        print(Problem(options.seed, options.largest, options.most, options.element).build(), end="")
        return 0
    begin, results, left_out = time.time(), [], 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        run = lambda seed: check(seed, options) if time.time() - begin < options.budget else None
        for seed, result in zip(range(options.seed, options.seed + options.count),
                                pool.map(run, range(options.seed, options.seed + options.count))):
            if result is None:
                left_out += 1
                continue
            results.append(result)
            if result.verdict != "good" or options.count == 1:
                print(f"seed {seed}: {result.verdict}: {result.problem}: {result.fault or result.reason}", flush=True)
    summarize(results, time.time() - begin)
    if left_out:
        print(f"{left_out} problems left out after {options.budget:.0f} s")
    return 1 if left_out or any(result.verdict == "fault" for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
