#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows whether a change leaves the PTX as it was, byte for byte.

    tools/compare-ptx.py --write=before            # in front of the change: PTX of all graphs for all chips
    tools/compare-ptx.py --against=before          # behind it; exits 1 where a file differs, and says where

The graphs are the problems of benchmarks/*.txt, a module for each list, the models of test/Models/Inputs, and the files
that are named. A graph that cannot be compiled for a chip counts by its error. All of it takes some minutes:
--chip and --only=REGEX take less.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

def get_chips(build):
    """Those of the chip table, by what the compiler declares."""
    compiler = os.path.join(build, "bin", "fusion-compile")
    text = subprocess.run([compiler, "--help=json"], capture_output=True, text=True, check=True).stdout
    options = {option["name"]: option for group in json.loads(text)["groups"] for option in group["options"]}
    return [value["name"] for value in options["--target"]["values"] if value["name"] not in ("cpu", "auto")]


def number_functions(module):
    """The module with a name of its own for each function: fusion-bench calls all of them @problem."""
    parts = module.split("@problem(")
    return parts[0] + "".join("@problem%d(%s" % (number, part) for number, part in enumerate(parts[1:]))


def get_graphs(options, folder):
    """Files by name."""
    graphs = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "benchmarks", "*.txt"))):
        name = os.path.splitext(os.path.basename(path))[0]
        bench = os.path.join(options.build, "bin", "fusion-bench")
        module = subprocess.run([bench, "--list=" + path, "--emit-graph"], capture_output=True, text=True, check=True)
        graphs[name] = os.path.join(folder, name + ".mlir")
        with open(graphs[name], "w", encoding="utf-8") as file:
            file.write(number_functions(module.stdout))
    for path in sorted(glob.glob(os.path.join(ROOT, "test", "Models", "Inputs", "*.mlir"))) + options.graphs:
        graphs[os.path.splitext(os.path.basename(path))[0]] = path
    return {name: path for name, path in graphs.items() if re.search(options.only, name)}


def compile_graph(options, path, chip):
    """The PTX, or what is said where there is none."""
    compiler = os.path.join(options.build, "bin", "fusion-compile")
    command = [compiler, path, "--target=" + chip, "--emit=ptx", "--cache=off"]
    process = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return process.stdout if not process.returncode else process.stderr.replace(path, "GRAPH")


def find_difference(before, after):
    """The number of the first line that differs, and both."""
    old, new = before.splitlines(), after.splitlines()
    for number, (a, b) in enumerate(zip(old, new), 1):
        if a != b:
            return "line %d: '%s' was '%s'" % (number, b.strip(), a.strip())
    return "%d lines were %d" % (len(new), len(old))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="*", metavar="GRAPH.mlir")
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--write", metavar="DIR", help="write the PTX there")
    action.add_argument("--against", metavar="DIR", help="compare with what was written there")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="build folder (default: build)")
    parser.add_argument("--chip", metavar="CHIP", action="append", help="for this chip, or several (default: all)")
    parser.add_argument("--only", default=".", metavar="REGEX", help="graphs whose name matches")
    options = parser.parse_args()
    folder = options.write or options.against
    known = get_chips(options.build)
    chips = options.chip or known
    for chip in chips:
        if chip not in known:
            parser.error("no chip %s: there are %s" % (chip, ", ".join(known)))
    if options.write:
        os.makedirs(folder, exist_ok=True)
    elif not os.path.isdir(folder):
        parser.error("no folder %s: write one first, with --write" % folder)

    differences = 0
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        graphs = get_graphs(options, temporary)
        cases = [(name, chip) for name in graphs for chip in chips]
        results = pool.map(lambda case: compile_graph(options, graphs[case[0]], case[1]), cases)
        for (name, chip), ptx in zip(cases, results):
            path = os.path.join(folder, "%s.%s.ptx" % (name, chip))
            if options.write:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(ptx)
                continue
            if not os.path.exists(path):
                difference = "was not there"
            else:
                with open(path, encoding="utf-8") as file:
                    before = file.read()
                difference = None if before == ptx else find_difference(before, ptx)
            if difference:
                differences += 1
                print("%s for %s: %s" % (name, chip, difference))
    if options.write:
        print("%d graphs for %d chips written to %s" % (len(graphs), len(chips), folder))
        return 0
    print("%d of %d files differ" % (differences, len(cases)))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
