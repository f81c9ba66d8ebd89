#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kernels of attention under tools of compute-sanitizer.

    sanitize.py compute-sanitizer [--only=pairs,...] [--tools=memcheck,...] [--limit=SECONDS]
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import kernels


def watch(program, tool, graph, limit):
    """Nothing where all is well; else what the tool says."""
    command = [program, f"--tool={tool}", "--report-api-errors=no", "--require-cuda-init=no", "fusion-run", graph,
               "--device=cuda", "--random=1", "--verify=graph"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return f"not done after {limit} s"
    clean = re.search(r"^=+ (ERROR|RACECHECK) SUMMARY: 0 ", done.stdout, re.MULTILINE)
    if clean and "Internal Sanitizer Error" not in done.stdout and done.returncode == 0:
        return ""
    return (done.stdout + done.stderr)[:3000]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--only", default=",".join(kernels.KINDS))
    parser.add_argument("--tools", default="memcheck,synccheck,racecheck")
    parser.add_argument("--limit", type=int, default=180, help="seconds for a kernel under a tool")
    parser.add_argument("--jobs", type=int, default=4, help="at a time: the tools take gigabytes of the GPU's memory")
    options = parser.parse_args()
    findings = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = []
        for tool in options.tools.split(","):
            for name in options.only.split(","):
                graph = os.path.join(folder, name + ".mlir")
                with open(graph, "w") as file:
                    file.write(kernels.build(name, kernels.SMALL)[0])
                jobs.append((tool, name, pool.submit(watch, options.program, tool, graph, options.limit)))
        for tool, name, job in jobs:
            finding = job.result()
            findings += bool(finding)
            print(f"{tool} {name}: {finding or 'clean'}", flush=True)
    print(f"{len(jobs)} runs, {findings} with a finding or not watched throughout")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
