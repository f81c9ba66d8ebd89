#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the report of --explain=json with the host program that --emit=gpu writes in the same run.

    tools/check-report.py graph.mlir...        prints what the report says that is not so, and exits 1

The report lists each launch of the host program, by its functions' names and in its order, with an anchor, a family, a
predicted time and bytes; an operand has one source. No edge is of a kernel that is not launched, or leads to an
operation that does not run. A file with several graphs counts as one; one that is refused for the target counts as
none. (tools/count-launches.py --report compares with a call on a driver.)
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
LAUNCH = re.compile(r"\bgpu\.launch_func\s+@[\w.$-]+::@([\w.$-]+)")


def check(report, program):
    """What is wrong with the report of a program."""
    rows = report["kernels"]
    launched = LAUNCH.findall(program)
    for difference in sorted({name for row in rows for name in row["launches"]} ^ set(launched)):
        yield f"{difference} is only in one of report and program"
    rest = iter(launched)
    for row in rows:  # of a kernel's variants the first one stands first in the program
        if row["launches"][0] not in rest:
            yield f"{row['name']} is not launched, or not in this place"
            break
    launched = [name for row in rows for name in (row["name"], *row.get("sharing", []))]
    names = set(launched)
    if len(names) != len(launched):
        yield "two launches have one name"
    for row in rows:
        for fact in "anchor", "family", "predicted_us", "entry", "ops":
            if not row[fact]:
                yield f"{row['name']} has no {fact}"
        if row["bytes"] <= 0 and row["anchor"] != "reduction":
            yield f"{row['name']} moves no bytes"
        if len(row["operand_sources"]) not in (0, len(row["operand_types"])):
            yield f"{row['name']} has {len(row['operand_types'])} operands of {len(row['operand_sources'])} sources"
        if (row["schedule"] is None) != (row["family"] == "loops" or row["anchor"] in ("copy", "reduction")):
            yield f"{row['name']} is of {row['family']}, with the schedule {row['schedule']}"
    loops = {op for row in rows if row["family"] == "loops" for op in row["ops"]}
    for leftover in report.get("leftovers", []):
        if leftover["op"] not in loops:
            yield f"{leftover['op']} is left over, but not launched"
    for edge in report["missed"]:
        if edge["producer"] not in names:
            yield f"an edge of {edge['producer']}, which is not launched"
        if edge["consumer"] not in names | loops:
            yield f"an edge of {edge['producer']} to {edge['consumer']}, which is not launched"


def compile_graph(graph, target, build, output):
    """The report and the program; nothing where the graph is refused."""
    compiler = os.path.join(build, "bin", "fusion-compile")
    command = [compiler, graph, "--target=" + target, "--emit=gpu", "-o", output, "--explain=json"]
    process = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if process.returncode == 1 and "error:" in process.stderr:
        return None
    process.check_returncode()
    with open(output, encoding="utf-8") as file:
        return json.loads(process.stdout), file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="+")
    parser.add_argument("--build", default=os.path.join(HERE, "..", "build"), help="the build folder")
    parser.add_argument("--target", default="sm_90a")
    options = parser.parse_args()
    launches, refused, wrong = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for graph in options.graphs:
            compiled = compile_graph(graph, options.target, options.build, os.path.join(folder, "gpu.mlir"))
            if not compiled:
                refused += 1
                continue
            launches += len(compiled[0]["kernels"])
            for problem in check(*compiled):
                print(f"{graph}: {problem}")
                wrong += 1
    print(f"{len(options.graphs) - refused} files, {launches} launches, {refused} refused: {wrong} problems")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
