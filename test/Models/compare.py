#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs graphs and compares their results with the framework's. Exits 1 if any is wrong or does not run.

What a graph must compute stands beside it: in NAME.json (export.py), or in a folder NAME.io with in0.npy, in1.npy, ...,
out0.npy, ... (NAME up to its first dot will do). Results of a NAME.json are compared with float64: an element may be
off by twice the framework's own error and some units of rounding of the largest result. Results of a folder are
compared with the framework's: by more units of rounding, since it has errors too. Integers and booleans must be equal.
"""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # leaves the folder as it is
import tensors  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
# How many units of rounding (of the largest result) a result may be off, beside float64 and beside the framework's.
EXACT_UNITS = {"f64": 32, "f32": 32, "f16": 4, "bf16": 4}
FILE_UNITS = {"f64": 128, "f32": 128, "f16": 16, "bf16": 16}


class Wrong(Exception):
    pass


def find_io(graph):
    """The folder of .npy files of a graph, or None."""
    base = os.path.join(os.path.dirname(graph), os.path.basename(graph)[: -len(".mlir")])
    for stem in (base, os.path.join(os.path.dirname(graph), os.path.basename(graph).split(".")[0])):
        if os.path.isdir(stem + ".io"):
            return stem + ".io"
    return None


def numbered(folder, what):
    """The files in0.npy, in1.npy, ... in order."""
    found = [(int(m.group(1)), name) for name in os.listdir(folder) if (m := re.fullmatch(what + r"(\d+)\.npy", name))]
    return [os.path.join(folder, name) for _, name in sorted(found)]


def write_inputs(table, folder):
    paths = []
    for number, rule in enumerate(table["arguments"]):
        paths.append(os.path.join(folder, f"in{number}.npy"))
        tensors.save(paths[-1], rule["type"], rule["shape"], tensors.values(rule, number))
    return paths


def run_graph(graph, inputs, output, options):
    """Runs the graph; returns the paths of its results."""
    environment = dict(os.environ)
    if options.device == "emulated":
        environment["LD_LIBRARY_PATH"] = os.path.join(options.build, "verify", "emulated-driver")
        environment.update(FUSION_ASSEMBLER="driver", FAKE_DRIVER_CHIP=environment.get("FAKE_DRIVER_CHIP", "90"))
    command = [os.path.join(options.build, "bin", "fusion-run"), graph, "--output=" + output]
    command += ["--device=" + {"emulated": "cuda"}.get(options.device, options.device)]
    command += ["--input=" + path for path in inputs] + ["--verify"] * options.verify + options.option
    try:
        process = subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            env=environment,
            timeout=options.timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Wrong(f"not over after {options.timeout} s") from None
    if process.returncode == 3:
        raise Wrong("verification: " + process.stdout[-600:].strip())
    if process.returncode not in (0, 4):
        raise Wrong(f"exit code {process.returncode}: {(process.stderr or process.stdout)[-600:].strip()}")
    found = [(int(m.group(1)), n) for n in os.listdir(output) if (m := re.fullmatch(r"output\.(\d+)\.npy", n))]
    return [os.path.join(output, name) for _, name in sorted(found)]


def largest_difference(expected, got):
    """The largest difference of two lists; numbers that are not finite must be the same."""
    largest = 0.0
    for number, (a, b) in enumerate(zip(expected, got, strict=True)):
        if a == b or (a != a and b != b):
            continue
        difference = abs(a - b)
        if not math.isfinite(difference):
            raise Wrong(f"element {number}: expected {a}, got {b}")
        largest = max(largest, difference)
    return largest


def check_samples(result, path, kind):
    """A result beside float64; returns (difference, limit)."""
    got_kind, shape, flat = tensors.load(path)
    if list(shape) != result["shape"]:
        raise Wrong(f"expected shape {result['shape']}, got {list(shape)}")
    if got_kind != kind:
        raise Wrong(f"expected elements of type {kind}, got {got_kind}")
    limit = 2 * result["error"] + EXACT_UNITS[got_kind] * tensors.ROUNDING[got_kind] * result["largest"]
    return largest_difference(result["samples"], flat[:: result["stride"]]), limit


def check_files(expected_path, path, units):
    """A result beside the framework's; returns (difference, limit)."""
    _, expected_shape, expected = tensors.load(expected_path)
    kind, shape, flat = tensors.load(path)
    if tuple(shape) != tuple(expected_shape):
        raise Wrong(f"expected shape {list(expected_shape)}, got {list(shape)}")
    limit = 0.0
    if kind in tensors.ROUNDING:
        largest = max((abs(value) for value in expected if math.isfinite(value)), default=0.0)
        limit = (units or FILE_UNITS[kind]) * tensors.ROUNDING[kind] * largest
    return largest_difference(expected, flat), limit


def compare(graph, options):
    """Runs one graph; returns the worst of its results as (difference, limit)."""
    description = graph[: -len(".mlir")] + ".json"
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "results")
        if os.path.exists(description):
            with open(description, encoding="utf-8") as file:
                table = json.load(file)
            inputs = write_inputs(table, folder)
            checks = [lambda path, r=r: check_samples(r, path, table["type"]) for r in table["results"]]
        else:
            io = options.io or find_io(graph)
            if not io:
                raise Wrong("neither a .json nor an .io folder stands beside it")
            inputs = numbered(io, "in")
            checks = [lambda path, e=e: check_files(e, path, options.units) for e in numbered(io, "out")]
        paths = run_graph(graph, inputs, output, options)
        if len(paths) != len(checks):
            raise Wrong(f"expected {len(checks)} results, got {len(paths)}")
        worst = (0.0, 0.0)
        for number, (check, path) in enumerate(zip(checks, paths)):
            difference, limit = check(path)
            if difference > limit:
                raise Wrong(f"result {number} is off by {difference:.3g}, more than {limit:.3g}")
            worst = max(worst, (difference, limit), key=lambda d: d[0] / d[1] if d[1] else 0.0)
        return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+", help="graphs, NAME.mlir")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build"), help="the build folder")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda", "emulated"])
    parser.add_argument("--io", help="the folder of .npy files, where it does not stand beside the graph")
    parser.add_argument("--units", type=float, help="how many units of rounding results of a folder may be off")
    parser.add_argument("--verify", action="store_true", help="let fusion-run verify too")
    parser.add_argument("--timeout", type=float, default=600, help="seconds a graph may take")
    parser.add_argument("--option", action="append", default=[], help="another option for fusion-run, repeatable")
    options = parser.parse_args()
    wrong = 0
    for graph in options.graphs:
        start = time.time()
        try:
            difference, limit = compare(graph, options)
            verdict = f"right, off by {difference:.2g} of {limit:.2g}"
        except (Wrong, OSError, ValueError) as error:
            wrong += 1
            verdict = f"wrong: {error}"
        print(f"{os.path.basename(graph)[:-5]}: {verdict} ({time.time() - start:.1f} s)", flush=True)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
