# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what `fusion-smith --export` wrote, where there is no compiler, and compares each element with what is possible.

usage: exported.py RUNNER FOLDER [JOBS] [OPTIONS...]

RUNNER is fusion-runner, OPTIONS are its own (--device=cuda, --cache=DIR). Prints a line for each graph that is wrong or
does not run, and at last the counts, also where it is ended (SIGTERM); the exit code is 1 then, or if there was one.
"""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

# Bits of the exponent and of the significand, and whether the largest exponent has numbers.
FLOATS = {"f64": (11, 52, False), "f32": (8, 23, False), "bf16": (8, 7, False), "f16": (5, 10, False),
          "f8E5M2": (5, 2, False), "f8E4M3FN": (4, 3, True)}
INTEGERS = {"i1": 1, "bool": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8}


def decoder(dtype):
    """The bytes of an element, and a function of its bits that grows with the value and is None for NaN."""
    if dtype in INTEGERS:
        size = INTEGERS[dtype]
        return size, lambda bits: bits - (bits >> (8 * size - 1) << 8 * size)
    exponent, significand, finite = FLOATS[dtype]
    width = 1 + exponent + significand
    magnitude = (1 << width - 1) - 1
    infinity = magnitude - 1 if finite else ((1 << exponent) - 1) << significand

    def key(bits):
        size = bits & magnitude
        return None if size > infinity else -size if bits >> width - 1 else size

    return width // 8, key


def wrong_elements(expected, output):
    """Lines about elements of a file's bytes that are not possible."""
    head, rest = expected.read_bytes().split(b"\n", 1)
    dtype, _, shape = head.decode().partition(" ")
    count = 1
    for size in shape.split("x") if shape else []:
        count *= int(size)
    size, key = decoder(dtype)
    if len(rest) != count * (2 * size + 1):
        return [f"{expected} is broken"]
    data = output.read_bytes()[-count * size:] if count else b""
    parts = [[int.from_bytes(part[at:at + size], "little") for at in range(0, count * size, size)]
             for part in (rest[:count * size], rest[count * size:2 * count * size], data)]
    lines = []
    for place, (low, high, bits, possible) in enumerate(zip(*parts, rest[2 * count * size:])):
        got = key(bits)
        right = possible & 1 if got is None else possible & 2 and key(low) <= got <= key(high)
        if not right:
            lines.append(f"{output.name} {dtype}[{shape}] element {place}: {bits:#x}, not in {low:#x} to {high:#x}"
                         + (" or NaN" if possible & 1 else ""))
    return lines


def check(runner, folder, options):
    """Runs one graph. Returns its name and what is wrong."""
    with tempfile.TemporaryDirectory() as results:
        command = [runner, "graph.so", *(folder / "arguments").read_text().split(), f"--output={results}", *options]
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return folder.name, ["does not end"]
        if run.returncode:
            return folder.name, [f"exit code {run.returncode}: {(run.stderr or run.stdout).strip()[-300:]}"]
        lines = []
        for expected in sorted(folder.glob("expected.*")):
            output = pathlib.Path(results) / f"output{expected.suffix}.npy"
            lines += wrong_elements(expected, output)[:3] if output.exists() else [f"{output.name} is missing"]
        return folder.name, lines


def main():
    runner, folder, *rest = sys.argv[1:]
    jobs = int(rest.pop(0)) if rest and rest[0].isdigit() else 1
    folders = sorted((p for p in pathlib.Path(folder).iterdir() if (p / "graph.so").exists()), key=lambda p: p.name)
    runner = str(pathlib.Path(runner).resolve()) if "/" in runner else runner
    count = bad = 0

    def end(*_):
        print(f"ended: {count} of {len(folders)} graphs, {bad} wrong", flush=True)
        os._exit(1)  # without waiting for graphs that run

    signal.signal(signal.SIGTERM, end)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, lines in pool.map(lambda f: check(runner, f.resolve(), rest), folders):
            count += 1
            bad += bool(lines)
            for line in lines:
                print(f"{name}: {line}", flush=True)
    print(f"{len(folders)} graphs, {bad} wrong")
    return 1 if bad or not folders else 0


if __name__ == "__main__":
    sys.exit(main())
