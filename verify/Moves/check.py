#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs random graphs; NumPy has the results. They are chains of moves between elementwise work,
reductions and products, or chains of convolutions by channel, or elementwise work of odd rows.

    check.py --seed=1 --count=400                  on the CPU, and on the emulated GPUs of two chips
    check.py --seed=17 --count=1 --keep=DIR        one graph, which is left in the folder
    check.py --graphs=windows --count=300          convolutions by channel
    check.py --count=300 --moves=1                 a move each: which kinds cost a launch of their own
    check.py --graphs=alone --devices=sm_90a       moves alone: the launches that the report of a compilation has
    check.py --devices=cuda --count=500            on a GPU, by the package for Python and PyTorch

The exit code is 1 if a result is wrong, or something failed or warned.
"""

import argparse
import collections
import concurrent.futures
import functools
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np
import draw
import in_process
import rows
import windows

_DRAW = {
    "moves": draw.draw,
    "alone": functools.partial(draw.draw, alone=True),
    "windows": windows.draw,
    "rows": rows.draw,
}
_CODES = {"f32": "<f4", "f16": "<f2", "i8": "|i1", "i1": "|b1"}


class Run:
    """What one graph did on one device."""

    def __init__(self, seed, graph, device):
        self.seed, self.graph, self.device = seed, graph, device
        self.faults, self.launches, self.loops, self.reasons = [], 0, 0, []

    def add(self, kind, text):
        self.faults.append((kind, text))


def store(path, value):
    if value.element == "bf16":
        bits = (value.array.view(np.uint32) >> 16).astype(np.uint16)
        np.save(path, bits.view("|V2"))
    else:
        np.save(path, value.array.astype(_CODES[value.element]))


def load(path, element):
    array = np.load(path)
    return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32) if element == "bf16" else array


def is_same(result, value):
    """Bit by bit, so with the signs of zeros, but for NaN of bf16, which kernels hold in f32: it stays NaN."""
    if result.shape != value.shape:
        return False
    if not value.is_float:
        return np.array_equal(result, value.array)
    result = result.astype(np.float32)
    same = result.view(np.uint32) == value.array.view(np.uint32)
    return bool(np.all(same | (np.isnan(result) & np.isnan(value.array) & (value.element == "bf16"))))


def read_report(run, text):
    """Launches, and why there is more than one."""
    run.launches = len(re.findall(r"launch \w", text))
    found = re.search(r"^\{\n.*?^\}$", text, re.MULTILINE | re.DOTALL)
    report = json.loads(found.group()) if found else {}
    run.planned = len(report.get("kernels", []))
    run.loops = sum(kernel["family"] == "loops" for kernel in report.get("kernels", []))
    for entry in [*report.get("leftovers", []), *report.get("missed", [])]:
        run.reasons.append(f"{entry.get('op') or entry.get('producer', '')}: {entry['code']}: {entry['reason']}")


def plan_one(seed, graph, target, folder, options):
    """The launches that the compiler reports, without code."""
    run = Run(seed, graph, target)
    compiler = os.path.join(os.path.dirname(options.program), "fusion-compile")
    command = [compiler, f"{folder}/graph.mlir", f"--target={target}", "--emit=fusion", "-o", os.devnull]
    done = subprocess.run([*command, "--explain=json"], capture_output=True, text=True)
    if done.returncode:
        run.add("raised", done.stderr[:1000].strip())
    else:
        read_report(run, done.stdout)
        run.launches = run.planned
    return run


def run_in_process(seed, graph, device):
    run = Run(seed, graph, device)
    try:
        results, run.launches = in_process.run(graph, device)
    except Exception as error:  # whatever it is, the graph did not run
        run.add("raised", f"{type(error).__name__}: {error}"[:1000])
        return run
    run.faults += [("wrong", f"output {i}") for i, (result, value) in enumerate(zip(results, graph.outputs))
                   if not is_same(result, value)]
    return run


def run_one(seed, graph, device, folder, options):
    if device.startswith("sm_"):
        return plan_one(seed, graph, device, folder, options)
    if device == "cuda":
        return run_in_process(seed, graph, device)
    run = Run(seed, graph, device)
    command = [options.program, f"{folder}/graph.mlir", f"--output={folder}/{device}", "--explain=json"]
    command += [f"--input={folder}/in{i}.npy" for i in range(len(graph.inputs))]
    environment = dict(os.environ)
    if device == "cpu":
        command.append("--device=cpu")
    else:
        command.append("--device=cuda")
        environment |= {
            "LD_LIBRARY_PATH": options.driver,
            "FUSION_ASSEMBLER": "driver",
            "FAKE_DRIVER_CHIP": device,
            "FAKE_DRIVER_LOG": "1",
        }
    os.makedirs(f"{folder}/{device}", exist_ok=True)
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300)
    except subprocess.TimeoutExpired:
        run.add("raised", "it took over 300 s")
        return run
    if done.returncode:
        text = done.stderr[max(done.stderr.rfind("\n}\n"), 0) :]
        run.add("raised", f"exit code {done.returncode}: {text[:1000].strip()}")
        return run
    run.faults += [("warning", line) for line in done.stderr.splitlines() if "warning:" in line or "error:" in line]
    read_report(run, done.stderr)
    for i, value in enumerate(graph.outputs):
        if not is_same(load(f"{folder}/{device}/output.{i}.npy", value.element), value):
            run.add("wrong", f"output {i}")
    return run


def run_seed(seed, options):
    graph = _DRAW[options.graphs](seed, options.moves)
    with tempfile.TemporaryDirectory() as temporary:
        folder = temporary
        if options.keep:
            folder = os.path.join(options.keep, str(seed))
            os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/graph.mlir", "w") as file:
            file.write(graph.text())
        for i, value in enumerate(graph.inputs):
            store(f"{folder}/in{i}.npy", value)
        return [run_one(seed, graph, device, folder, options) for device in options.devices.split(",")]


def print_table(runs):
    print(f"{'device':8}{'graphs':>8}{'wrong':>8}{'raised':>8}{'warnings':>10}{'launches per graph':>20}")
    for device in dict.fromkeys(run.device for run in runs):
        own = [run for run in runs if run.device == device]
        counts = [sum(any(kind == fault for kind, _ in run.faults) for run in own) for fault in
                  ("wrong", "raised", "warning")]
        launches = sum(run.launches for run in own) / len(own)
        print(f"{device:8}{len(own):8}{counts[0]:8}{counts[1]:8}{counts[2]:10}"
              + (f"{launches:20.2f}" if device != "cpu" else ""))


def print_kinds(runs):
    """Launches by kind of move, of graphs with one result, one move and elementwise work; reasons for more than one."""
    plain = [run for run in runs if run.device != "cpu" and not run.faults and not run.graph.joins]
    kinds, reasons = collections.defaultdict(list), collections.defaultdict(collections.Counter)
    for run in plain:
        moves = run.graph.moves
        if len(moves) == len(run.graph.outputs) == 1:
            kinds[moves[0]].append(run)
        if run.launches > 1 and (len(moves) == len(run.graph.outputs) == 1 or not run.graph.computes):
            reasons[moves[0] if len(moves) == 1 else "moves alone"].update(set(run.reasons))
    print(f"\n{'one move':16}{'graphs':>8}{'launches':>10}{'more than one':>15}{'with loops':>12}")
    for kind, own in sorted(kinds.items(), key=lambda item: -sum(run.launches > 1 for run in item[1])):
        more, loops = sum(run.launches > 1 for run in own), sum(run.loops > 0 for run in own)
        print(f"{kind:16}{len(own):8}{sum(run.launches for run in own) / len(own):10.2f}{more:15}{loops:12}")
    for kind, counter in reasons.items():
        print(f"\n{kind} in more than one launch")
        for reason, count in counter.most_common():
            print(f"{count:8}  {reason}")


def print_alone(runs):
    """How many graphs take one launch, and each other one with what the report says of it."""
    runs = [run for run in runs if run.device != "cpu" and not run.faults]
    print(f"\n{'sizes':10}{'graphs':>8}{'one launch':>12}")
    for kind in ("static", "dynamic"):
        own = [run for run in runs if run.graph.is_dynamic == (kind == "dynamic")]
        print(f"{kind:10}{len(own):8}{sum(run.launches <= 1 for run in own):12}")
    for run in sorted((run for run in runs if run.launches > 1), key=lambda run: (len(run.graph.moves), run.seed)):
        print(f"\nseed {run.seed} on {run.device} ({', '.join(run.graph.moves)}): {run.launches} launches")
        print("".join(f"  {reason}\n" for reason in run.reasons) or "  the report has no reason\n", end="")


def parse_arguments():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the first graph; the next has the next")
    parser.add_argument("--graphs", choices=list(_DRAW), default="moves", help="what is drawn (%(default)s)")
    parser.add_argument("--count", type=int, default=100, help="graphs")
    parser.add_argument("--moves", type=int, default=4, help="the most moves of a graph, or windows, or operations")
    parser.add_argument(
        "--devices", default="cpu,80,90",
        help="cpu, chips of the emulated GPU, cuda, and targets for which nothing is run"
    )
    parser.add_argument("--program", default="fusion-run")
    parser.add_argument("--driver", default=f"{root}/build/verify/emulated-driver", help="its folder")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", metavar="DIR", help="leave the graphs there")
    return parser.parse_args()


def main():
    options = parse_arguments()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.count)
        runs = [run for own in pool.map(lambda seed: run_seed(seed, options), seeds) for run in own]
    faulty = [run for run in runs if run.faults]
    for run in faulty:
        for kind, text in run.faults:
            print(f"seed {run.seed} on {run.device} ({', '.join(run.graph.moves)}): {kind}: {text}")
    print_table(runs)
    print_alone(runs) if options.graphs == "alone" else print_kinds(runs)
    return int(bool(faulty))


if __name__ == "__main__":
    sys.exit(main())
