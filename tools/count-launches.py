#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the launches of one call of graphs, on a driver that stands in for the GPU's, by unittests/launch-path.

    tools/count-launches.py graph.mlir...                  prints NAME: N launches
    tools/count-launches.py --planned graph.mlir...        counts what --explain=json lists: no code is made, which is
                                                           ten times as fast
    tools/count-launches.py --limits=limits.txt *.mlir     exits 1 where there are more than the file allows
    tools/count-launches.py --report graph.mlir...         exits 1 where --explain=json lists other launches, or others
                                                           first, than a call and the call of the initialise step make

A file of limits has a line `NAME N` for each graph. Where fewer are counted than it says, that is printed too, and
--lower writes them to it. Graphs without a line are wrong, as are lines without a graph with --all. --every=N takes
the first of each N graphs.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    pass


def run(command, environment):
    process = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, check=False)
    if process.returncode:
        raise Failed((process.stderr + process.stdout)[-800:].strip())
    return process


def split_rows(report):
    """The launches that a report lists: of the initialise step, and of a call."""
    rows = json.loads(report)["kernels"]
    initialize = [row for row in rows if row["entry"].endswith(".initialize")]
    return initialize, [row for row in rows if not row["entry"].endswith(".initialize")]


def differ(report, logged, count):
    """How what was launched is other than the report says; empty if it is not. The log begins with the initialise step
    and ends with a call."""
    initialize, call = split_rows(report)
    steps = ("initialise step", initialize, logged[: len(initialize)])
    for what, rows, names in (steps, ("call", call, logged[-count:])):
        if len(rows) != len(names):
            return f", but the report has {len(rows)} of the {what}"
        for number, (row, name) in enumerate(zip(rows, names)):
            if name not in row["launches"]:
                return f", but number {number} of the {what} is {name}, and {row['name']} in the report"
            if row["predicted_us"] is None or not row["anchor"] or not row["family"]:
                return f", but the report says too little of {row['name']}"
    return ""


def count_planned(graph, options):
    """The launches of one call of the graph's entry, as the report has them."""
    compiler = os.path.join(options.build, "bin", "fusion-compile")
    command = [compiler, graph, "--target=" + options.target, "--emit=fusion", "-o", os.devnull, "--explain=json"]
    return len(split_rows(run(command, None).stdout)[1])


def count(graph, options):
    """The launches of one call of the graph's entry, without tensor maps and copies, and a verdict on the report."""
    unittests = os.path.join(options.build, "unittests")
    # Nothing is run: the driver that assembles makes nothing of the PTX.
    environment = dict(os.environ, LD_LIBRARY_PATH=os.path.join(unittests, "fake-driver"), FUSION_ASSEMBLER="driver")
    with tempfile.TemporaryDirectory() as folder:
        module = os.path.join(folder, "module.so")
        report = run(
            [
                os.path.join(options.build, "bin", "fusion-compile"),
                graph,
                "--target=" + options.target,
                "--emit=so",
                "-o",
                module,
                *(["--explain=json"] if options.report else []),
            ],
            environment,
        ).stdout
        if options.report:
            environment["FAKE_DRIVER_LOG"] = "1"
        process = run([os.path.join(unittests, "launch-path"), module, *options.sizes.split()], environment)
    output = process.stdout
    match = re.search(r"^captured: (\d+) launches", output, re.MULTILINE)
    if not match:
        raise Failed(output)
    launches = int(match.group(1))
    logged = re.findall(r"launch (\w+)$", process.stderr, re.MULTILINE)
    return launches, differ(report, logged, launches) if options.report else ""


def read_limits(path):
    """The lines of a file of limits, comments kept, and what they say."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    limits = {}
    for line in lines:
        words = line.split("#")[0].split()
        if words:
            limits[words[0]] = int(words[1])
    return lines, limits


def write_limits(path, lines, counted):
    """The same lines with the counts in place of higher limits."""

    def lowered(line):
        words = line.split("#")[0].split()
        if not words or counted.get(words[0], int(words[1])) >= int(words[1]):
            return line
        return re.sub(r"(\s)\d+", lambda m: m.group(1) + str(counted[words[0]]), line, count=1)

    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(map(lowered, lines)) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "build"), help="the build folder")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--sizes", default="", help="the sizes of dynamic dimensions, in order")
    parser.add_argument("--report", action="store_true", help="compare with the launches of --explain=json")
    parser.add_argument("--planned", action="store_true", help="count the launches of --explain=json alone")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take the first of each N graphs")
    parser.add_argument("--limits", help="the file of limits")
    parser.add_argument("--lower", action="store_true", help="write lower counts to the file of limits")
    parser.add_argument("--all", action="store_true", help="each line of the file must be one of the graphs")
    options = parser.parse_args()
    lines, limits = read_limits(options.limits) if options.limits else ([], {})
    counted, wrong = {}, 0
    for graph in options.graphs[:: options.every]:
        name = os.path.basename(graph).removesuffix(".mlir")
        try:
            launches, verdict = (count_planned(graph, options), "") if options.planned else count(graph, options)
        except Failed as error:
            print(f"{name}: {error}", flush=True)
            wrong += 1
            continue
        counted[name] = launches
        if verdict:
            pass
        elif options.limits and name not in limits:
            verdict = ", no limit"
        elif options.limits and launches > limits[name]:
            verdict = f", more than {limits[name]}"
        wrong += verdict != ""
        if options.limits and not verdict and launches < limits[name]:
            verdict = f" (the limit is {limits[name]}: lower it)"
        print(f"{name}: {launches} launches{verdict}", flush=True)
    for name in (
        sorted(limits.keys() - {os.path.basename(g).removesuffix(".mlir") for g in options.graphs})
        if options.all
        else []
    ):
        print(f"{name}: a limit without a graph")
        wrong += 1
    if options.limits and options.lower:
        write_limits(options.limits, lines, counted)
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
