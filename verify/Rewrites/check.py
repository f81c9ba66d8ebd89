#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every formula that a rewrite changes on special numbers, and compares with its operations one by one.

    check.py                                       100 operands a formula, on the CPU, relaxed and strict
    check.py --device=cuda --count=400             on a GPU; without one under the emulated driver (verify/Emulator)
    check.py --only=RaiseLogistic --count=600 -v   one rewrite, with each difference
    check.py --list                                rewrites, and why the others change no value

Signs of zeros, NaN and infinities are the same, and numbers are within the documented error, or a relaxation that
docs/Numerics.md names explains the difference. The exit code is 1 if something is not explained.
"""

import argparse
import collections
import itertools
import math
import os
import struct
import subprocess
import sys
import tempfile

import inventory
from formulas import arity_of, constants_of, evaluate
from ieee import FORMATS, grid
from rewrites import FORMULAS, Rows
from writer import Writer

# Units in the last place (docs/Numerics.md): functions and what is made of them.
_ULPS = {"f32": 4, "f64": 4, "f16": 1, "bf16": 1}
_PER_MODULE = 48
_F32 = FORMATS["f32"]


class Job:
    """A case in one format and one dialect, with its operands."""

    def __init__(self, rewrite, case, format, writer, count, seed):
        self.rewrite, self.case, self.format, self.writer = rewrite, case, FORMATS[format], writer
        arity, count = (1, count // 4 * 4) if isinstance(case, Rows) else (arity_of(case.expr), count)
        self.columns = grid(self.format, arity, count, seed, constants_of(case.expr))

    def operands(self):
        if isinstance(self.case, Rows):
            return zip(*[iter(self.columns[0])] * 4)
        return zip(*self.columns)

    def write(self, number):
        """Its operations, operands as arguments of the function, and its result."""
        writer = Writer(self.format.name, len(self.columns[0]), f"f{number}")
        arguments = [f"%a{number}_{i}" for i in range(len(self.columns))]
        # A result for each operand, or for each row of four.
        return writer, arguments, getattr(writer, self.writer)(self.case, arguments)


def build(jobs):
    """A module with one function that computes all of them, each of its own operands."""
    arguments, lines, results, types = [], [], [], []
    for number, job in enumerate(jobs):
        writer, own, result = job.write(number)
        arguments += [f"{name}: tensor<{len(job.columns[0])}x{job.format.name}>" for name in own]
        lines += writer.lines
        results.append(result)
        types.append(writer.tensor())
    head = f"func.func @f({', '.join(arguments)}) -> ({', '.join(types)}) {{\n"
    return head + "\n".join(lines) + f"\n  return {', '.join(results)} : {', '.join(types)}\n}}\n"


def write_npy(path, format, numbers):
    head = f"{{'descr': '{format.code}', 'fortran_order': False, 'shape': ({len(numbers)},), }}"
    head += " " * (63 - (len(head) + 10) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        file.write(b"".join(format.pack(x) for x in numbers))


def read_npy(path, format):
    with open(path, "rb") as file:
        data = file.read()
    return format.unpack(data[10 + struct.unpack("<H", data[8:10])[0] :])


def run(jobs, options, numerics):
    """The results of each job."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.mlir")
        with open(path, "w") as file:
            file.write(build(jobs))
        if options.keep:
            with open(
                os.path.join(options.keep, f"{jobs[0].rewrite}.{jobs[0].writer}.mlir".replace("::", ".")), "w"
            ) as file:
                file.write(build(jobs))
        command = [options.program, path, f"--device={options.device}", f"--numerics={numerics}", f"--output={folder}"]
        if options.no_fuse:
            command.append("--no-fuse")
        number = 0
        for job in jobs:
            for column in job.columns:
                write_npy(os.path.join(folder, f"in{number}.npy"), job.format, column)
                command.append(f"--input={folder}/in{number}.npy")
                number += 1
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(
                f"{' '.join(command[:5])} ended with {done.returncode}:\n{done.stderr[-3000:]}\n{build(jobs)[:3000]}"
            )
        return [read_npy(os.path.join(folder, f"output.{i}.npy"), job.format) for i, job in enumerate(jobs)]


def agree(result, expected, slack, format):
    """Whether both are NaN, the same infinity, the same zero, or numbers of one sign no further apart than `slack`."""
    if math.isnan(result) or math.isnan(expected):
        return math.isnan(result) and math.isnan(expected)
    if result == expected and result != 0:
        return True
    if math.copysign(1, result) != math.copysign(1, expected):
        return abs(result) != 0 and abs(expected) != 0 and abs(result - expected) <= slack and slack > format.least
    if math.isinf(result) or math.isinf(expected):
        return abs(result) + abs(expected) == math.inf and min(abs(result), abs(expected)) >= format.largest - slack
    return abs(result - expected) <= slack


def expect(job, operands, numerics):
    """What the operations give one by one: one number, or for rows one for each order of their elements."""
    format, case = job.format, job.case
    wide = format if format.precision > 24 else _F32
    rounds = format.round if numerics == "strict" else wide.round
    if not isinstance(case, Rows):
        return [format.round(evaluate(case.expr, operands, rounds, format))]
    results = []
    for order in itertools.permutations(operands):
        total = case.init
        for element in order:
            total = evaluate(case.expr, (total, element), rounds, format)
        results.append(format.round(evaluate(case.behind, (total,), rounds, format) if case.behind else total))
    return results


def judge(job, operands, result, numerics):
    """ "same", the name of the relaxation that explains the difference, or None."""
    format, case, strict = job.format, job.case, numerics == "strict"
    ulps = 4 if strict else _ULPS[format.name]
    expected = expect(job, operands, numerics)
    if agree(result, expected[0], ulps * format.ulp(expected[0]), format):
        return "same"
    if isinstance(case, Rows):
        slack = max(format.ulp(x) for x in [*operands, *expected] if math.isfinite(x)) * 4
        return "order-of-sums" if any(agree(result, other, slack, format) for other in expected) else None
    exact = case.exact(*operands) if case.exact else evaluate(case.expr, operands, None, format)
    rounded = format.round(exact)
    slack = ulps * format.ulp(rounded)
    # As far from the exact value as the operations one by one.
    if math.isfinite(expected[0]) and math.isfinite(exact):
        slack += abs(expected[0] - exact)
    if not agree(result, rounded, slack, format):
        return None
    return "whole-functions" if case.exact else None if strict else "unrounded-steps"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--numerics", default="relaxed,strict", help="one or more of relaxed, strict and fast")
    parser.add_argument("--count", type=int, default=100, help="operands of each formula")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="rewrites whose names hold this")
    parser.add_argument("--formats", default="f32,f16,bf16,f64")
    parser.add_argument("--program", default="fusion-run")
    parser.add_argument("--no-fuse", action="store_true")
    parser.add_argument("--keep", metavar="DIR", help="leave the graphs there")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("-v", "--verbose", action="store_true")
    return parser.parse_args()


def make_jobs(options):
    wanted = options.formats.split(",")
    jobs = []
    for rewrite, cases in FORMULAS.items():
        for case in cases if options.only in rewrite else ():
            for format in case.formats:
                for writer in case.writers if format in wanted else ():
                    jobs.append(Job(rewrite, case, format, writer, options.count, options.seed + len(jobs)))
    # One format and one dialect at a time: what is wrong is then found in a small module.
    return sorted(jobs, key=lambda job: (job.format.name, job.writer))


def main():
    options = parse_arguments()
    problems = inventory.compare()
    if options.list:
        print(inventory.describe(), end="")
    if problems or options.list:
        print("\n".join(problems))
        return int(bool(problems))
    jobs, counts, unexplained = make_jobs(options), collections.Counter(), []
    for numerics in options.numerics.split(","):
        for first in range(0, len(jobs), _PER_MODULE):
            part = jobs[first : first + _PER_MODULE]
            for job, results in zip(part, run(part, options, numerics)):
                for operands, result in zip(job.operands(), results):
                    verdict = judge(job, operands, result, numerics)
                    counts[verdict] += 1
                    if verdict is None:
                        unexplained.append((job, operands, result, numerics))
    for job, operands, result, numerics in unexplained[: None if options.verbose else 20]:
        where = f"{job.rewrite} ({job.format.name}, {job.writer}, {numerics})"
        print(f"{where} of {operands}: {result}, not {expect(job, operands, numerics)[0]}: {job.case.expr}")
    named = [f"{count} by {name}" for name, count in sorted(counts.items(), key=str) if name not in ("same", None)]
    print(
        f"{sum(counts.values())} results of {len(jobs)} formulas on {options.device}: {counts['same']} the same, "
        f"{', '.join(named) or 'no relaxation'}, {counts[None]} unexplained"
    )
    return int(counts[None] > 0)


if __name__ == "__main__":
    sys.exit(main())
