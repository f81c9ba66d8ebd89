#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows whether a change leaves the PTX as it was, byte for byte.

    tools/compare-ptx.py --write=before            # in front of the change: PTX of all graphs for all chips
    tools/compare-ptx.py --against=before          # behind it; exits 1 where a file differs, and says where

The graphs are those of verify/PTX, and files that are named. They are written beside the PTX, and those that stand
there are compiled again. A graph that cannot be compiled for a chip counts by its error. All of it takes some minutes:
--chip and --only=REGEX take less.
"""

import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(os.path.join(ROOT, "verify", "PTX"))

from corpus import get_graphs, read  # noqa: E402


def get_chips(build):
    """Those of the chip table, by what the compiler declares."""
    compiler = os.path.join(build, "bin", "fusion-compile")
    text = subprocess.run([compiler, "--help=json"], capture_output=True, text=True, check=True).stdout
    options = {option["name"]: option for group in json.loads(text)["groups"] for option in group["options"]}
    return [value["name"] for value in options["--target"]["values"] if value["name"] not in ("cpu", "auto")]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def write_graphs(options, folder, pool):
    """Files by name, KIND.NAME."""
    with tempfile.TemporaryDirectory() as temporary:
        kinds = get_graphs(os.path.join(options.build, "bin"), temporary)
        kinds["named"] = {os.path.basename(path)[: -len(".mlir")]: lambda path=path: read(path)
                          for path in options.graphs}  # fmt: skip
        texts = {f"{kind}.{name.replace(':', '-')}": text for kind, graphs in kinds.items()
                 for name, text in graphs.items()}  # fmt: skip
        texts = {name: text for name, text in texts.items() if re.search(options.only, name)}
        os.makedirs(folder, exist_ok=True)
        for name, text in zip(texts, pool.map(lambda text: text(), texts.values())):
            write(os.path.join(folder, name + ".mlir"), text)
    return {name: os.path.join(folder, name + ".mlir") for name in texts}


def find_graphs(options, folder):
    """Those that were written, in their order."""
    paths = sorted(glob.glob(os.path.join(folder, "*.mlir")), key=os.path.getmtime)
    graphs = {os.path.basename(path)[: -len(".mlir")]: path for path in paths}
    return {name: path for name, path in graphs.items() if re.search(options.only, name)}


def compile_graph(options, path, chip):
    """The PTX, or what is said where there is none."""
    compiler = os.path.join(options.build, "bin", "fusion-compile")
    command = [compiler, path, "--target=" + chip, "--emit=ptx", "--cache=off"]
    process = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return process.stdout if not process.returncode else process.stderr.replace(path, "GRAPH")


def count_kernels(ptx):
    return ptx.count("\n.visible .entry ")


def find_difference(before, after):
    """The number of the first line that differs, and both."""
    old, new = before.splitlines(), after.splitlines()
    for number, (a, b) in enumerate(zip(old, new), 1):
        if a != b:
            return "line %d: '%s' was '%s'" % (number, b.strip(), a.strip())
    return "%d lines were %d" % (len(new), len(old))


def compare(path, ptx):
    """How the PTX differs from that of a file, if it does."""
    if not os.path.exists(path):
        return "was not there"
    before = read(path)
    return None if before == ptx else find_difference(before, ptx)


class Count:
    """What there is of a kind: graphs, PTX of them, kernels in it; and the graphs that have none for any chip."""

    def __init__(self):
        self.graphs, self.files, self.kernels, self.without = 0, 0, 0, []

    def add(self, name, kernels):
        self.graphs += 1
        self.files += sum(number > 0 for number in kernels)
        self.kernels += sum(kernels)
        if not any(kernels):
            self.without.append(name)


def print_counts(kernels, chips):
    """By kind. Returns the hand-written schedules of which there is no kernel."""
    counts = collections.defaultdict(Count)
    for name, numbers in kernels.items():
        counts[name.split(".")[0]].add(name, numbers)
    for kind, count in counts.items():
        without = f"; none of {', '.join(count.without)}" if count.without else ""
        print(f"{kind}: {count.graphs} graphs, {count.files} with PTX, {count.kernels} kernels{without}")
    print(f"{len(kernels)} graphs for {len(chips)} chips, {sum(count.kernels for count in counts.values())} kernels")
    return counts["schedules"].without


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="*", metavar="GRAPH.mlir", help="more graphs to write")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", metavar="DIR", help="write the PTX there")
    action.add_argument("--against", metavar="DIR", help="compare with what was written there")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder (default: build)")
    parser.add_argument("--chip", metavar="CHIP", action="append", help="for this chip, or several (default: all)")
    parser.add_argument("--only", default=".", metavar="REGEX", help="graphs whose KIND.NAME matches")
    options = parser.parse_args()
    known = get_chips(options.build)
    options.chip = options.chip or known
    for chip in options.chip:
        if chip not in known:
            parser.error("no chip %s: there are %s" % (chip, ", ".join(known)))
    if options.against and not os.path.isdir(options.against):
        parser.error("no folder %s: write one first, with --write" % options.against)
    return options


def main():
    options = parse_options()
    folder = options.write or options.against
    graph_folder = os.path.join(folder, "graphs")
    differences, kernels = 0, collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        graphs = write_graphs(options, graph_folder, pool) if options.write else find_graphs(options, graph_folder)
        cases = [(name, chip) for name in graphs for chip in options.chip]
        results = pool.map(lambda case: compile_graph(options, graphs[case[0]], case[1]), cases)
        for (name, chip), ptx in zip(cases, results):
            kernels[name].append(count_kernels(ptx))
            path = os.path.join(folder, "%s.%s.ptx" % (name, chip))
            if options.write:
                write(path, ptx)
            elif difference := compare(path, ptx):
                differences += 1
                print("%s for %s: %s" % (name, chip, difference))
    without = print_counts(kernels, options.chip)
    if options.against:
        print("%d of %d files differ" % (differences, len(cases)))
    return 1 if differences or without else 0


if __name__ == "__main__":
    sys.exit(main())
