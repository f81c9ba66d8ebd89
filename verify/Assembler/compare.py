#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what several releases of NVIDIA's assembler make of the same PTX.

    tools/compare-ptx.py --write=ptx --chip=sm_90a --only='^(lists|models)'     # of all benchmark lists and models
    compare.py ptx/*.ptx --chip=sm_90a --ptxas=PROGRAM --ptxas=PROGRAM [--nvdisasm=PROGRAM]

The table has the kernels whose registers, bytes of spills, or number of instructions (by more than --most per cent)
differ from those of the first release. With a disassembler it also says which kernels with a factor of a product in
registers write these too early (wgmma_registers.py). The exit code is 1 where one of the last release's does, or where
it serialises products (ptxas C75xx) that the first does not.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

from wgmma_registers import disassemble, find_writes, read_kernels

USAGE = re.compile(r"Used (\d+) registers")
SPILLS = re.compile(r"(\d+) bytes spill stores")


class Result:
    """What a release made of a kernel."""

    def __init__(self):
        self.registers = self.spills = self.instructions = self.products = self.writes = 0

    def __str__(self):
        text = f"{self.registers} registers, {self.instructions} instructions"
        return text + (f", {self.spills} bytes spilled" if self.spills else "")


def get_release(ptxas):
    text = subprocess.run([ptxas, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"V([\d.]+)", text)[1]


def assemble(ptx, ptxas, options):
    """Results by kernel, and the assembler's warnings."""
    with tempfile.TemporaryDirectory() as folder:
        cubin = os.path.join(folder, "kernels.cubin")
        command = [ptxas, "-v", "-O3", "-arch=" + options.chip, ptx, "-o", cubin]
        log = subprocess.run(command, capture_output=True, text=True, check=True).stderr
        results, result = {}, Result()
        for line in log.splitlines():
            if match := re.search(r"Compiling entry function '([^']+)'", line):
                result = results[match[1]] = Result()
            if match := SPILLS.search(line):
                result.spills = int(match[1])
            if match := USAGE.search(line):
                result.registers = int(match[1])
        if options.nvdisasm:
            for kernel in read_kernels(disassemble(cubin, options.nvdisasm)):
                result = results[kernel.name]
                writes, result.products = find_writes(kernel)
                result.writes, result.instructions = len(writes), len(kernel.instructions)
        return results, re.findall(r"\(C75\d\d\)[^\n]*", log)


def differs(first, last, most):
    if (first.registers, first.spills) != (last.registers, last.spills):
        return True
    return abs(last.instructions - first.instructions) * 100 > most * first.instructions


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="KERNELS.ptx")
    parser.add_argument("--ptxas", action="append", required=True, metavar="PROGRAM")
    parser.add_argument("--nvdisasm", metavar="PROGRAM")
    parser.add_argument("--chip", default="sm_90a")
    parser.add_argument("--most", type=float, default=5, help="per cent of instructions that are no difference")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    releases = [get_release(ptxas) for ptxas in options.ptxas]
    cases = [(file, ptxas) for file in options.files for ptxas in options.ptxas]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        assembled = dict(zip(cases, pool.map(lambda case: assemble(*case, options), cases)))
    kernels, different = 0, 0
    wrong, readers = [0] * len(releases), [0] * len(releases)
    failed = False
    for file in options.files:
        results, warnings = zip(*(assembled[file, ptxas] for ptxas in options.ptxas))
        name = os.path.basename(file)
        for number, own in enumerate(warnings[1:], 1):
            for warning in sorted(set(own) - set(warnings[0])):
                print(f"{name}: {releases[number]} alone says: {warning}")
                failed = True
        for kernel in results[0]:
            kernels += 1
            own = [result[kernel] for result in results]
            if any(differs(own[0], other, options.most) for other in own[1:]):
                different += 1
                print(f"{name}: {kernel}: " + "; ".join(f"{r}: {o}" for r, o in zip(releases, own)))
            for number, result in enumerate(own):
                readers[number] += result.products > 0
                wrong[number] += result.writes > 0
                if result.writes:
                    print(f"{name}: {kernel}: {releases[number]} writes registers that a product may still read")
    print(f"{kernels} kernels, {different} differ")
    for release, count, own in zip(releases, wrong, readers):
        print(f"{release}: {own} kernels with factors in registers, {count} of them wrong")
    return 1 if failed or wrong[-1] else 0


if __name__ == "__main__":
    sys.exit(main())
