# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what `fusion-smith --export` wrote, where there is no compiler, and compares each element with what is possible.

usage: exported.py RUNNER FOLDER [JOBS] [OPTIONS...]

RUNNER is fusion-runner, OPTIONS are its own (--device=cuda, --cache=DIR). JOBS of its batches run side by side; a graph
at which one ends or hangs runs again alone. Prints a line for each graph that is wrong or does not run, and at last the
counts, also where it is ended (SIGTERM); the exit code is 1 then, or if there was one.
"""

import os
import pathlib
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

# Seconds that a graph may take.
LIMIT = 300
RESULT = re.compile(r"line (\d+): exit code (\d+)$")

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


def words(folder, results):
    """The options of a graph's run, but for those that all have."""
    given = shlex.split((folder / "arguments").read_text())
    files = [re.sub("^--input=", f"--input={folder}/", word) for word in given]
    return [str(folder / "graph.so"), *files, f"--output={results}"]


def judge(folder, results, code, text):
    """What is wrong with a graph that has run."""
    if code:
        return [f"exit code {code}: {text.strip()[-300:]}"]
    lines = []
    for expected in sorted(folder.glob("expected.*")):
        output = results / f"output{expected.suffix}.npy"
        lines += wrong_elements(expected, output)[:3] if output.exists() else [f"{output.name} is missing"]
    return lines


class Runs:
    """Runs of a runner, which may be ended by others."""

    def __init__(self, runner, options, scratch):
        self.command = [runner, *options]
        self.scratch = scratch
        self.processes = set()

    def start(self, arguments, **streams):
        process = subprocess.Popen([*self.command, *arguments], text=True, **streams)
        self.processes.add(process)
        return process

    def end(self):
        for process in list(self.processes):
            process.kill()

    def alone(self, folder):
        """What is wrong with one graph, which has a process of its own."""
        results = self.scratch / folder.name
        process = self.start(words(folder, results), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, errors = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            return ["does not end"]
        finally:
            self.processes.remove(process)
        lines = judge(folder, results, process.returncode, errors or out)
        shutil.rmtree(results, ignore_errors=True)
        return lines

    def batch(self, folders):
        """Runs graphs in one process, and yields what is wrong with each, in order, until the process ends."""
        with open(self.scratch / f"lines.{folders[0].name}", "w") as lines:
            lines.writelines(shlex.join(words(folder, self.scratch / folder.name)) + "\n" for folder in folders)
        with open(self.scratch / f"errors.{folders[0].name}", "w") as errors:
            process = self.start([f"--batch={lines.name}"], stdout=subprocess.PIPE, stderr=errors)
        watch = self.limit(process)
        remaining = iter(folders)
        for line in process.stdout:
            if not (match := RESULT.match(line)):
                continue
            watch.cancel()
            folder, number, code = next(remaining), *map(int, match.groups())
            results = self.scratch / folder.name
            yield judge(folder, results, code, errors_of(errors.name, number) if code else "")
            shutil.rmtree(results, ignore_errors=True)
            watch = self.limit(process)
        watch.cancel()
        process.wait()
        self.processes.remove(process)

    @staticmethod
    def limit(process):
        """Ends the process after a while, unless it is cancelled."""
        watch = threading.Timer(LIMIT, process.kill)
        watch.daemon = True
        watch.start()
        return watch

    def all(self, folders):
        """Runs graphs, and yields the name of each and what is wrong with it."""
        while folders:
            done = 0
            for lines in self.batch(folders):
                yield folders[done].name, lines
                done += 1
            if done < len(folders):
                yield folders[done].name, self.alone(folders[done])
            folders = folders[done + 1:]


def errors_of(path, number):
    """What a line of a batch printed on standard error."""
    name = f"line {number}: "
    with open(path) as errors:
        return "".join(line[len(name):] for line in errors if line.startswith(name))


def main():
    runner, folder, *rest = sys.argv[1:]
    jobs = int(rest.pop(0)) if rest and rest[0].isdigit() else 1
    folders = [p.resolve() for p in sorted(pathlib.Path(folder).iterdir()) if (p / "graph.so").exists()]
    runner = str(pathlib.Path(runner).resolve()) if "/" in runner else runner
    scratch = pathlib.Path(tempfile.mkdtemp())
    runs = Runs(runner, rest, scratch)
    results = queue.Queue()
    count = bad = 0

    def end(*_):
        print(f"ended: {count} of {len(folders)} graphs, {bad} wrong", flush=True)
        runs.end()
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(1)  # without waiting for graphs that run

    def work(own):
        try:
            for result in runs.all(own):
                results.put(result)
        except Exception as error:  # the main thread waits for results
            results.put(error)

    signal.signal(signal.SIGTERM, end)
    for job in range(jobs):
        threading.Thread(target=work, args=(folders[job::jobs],), daemon=True).start()
    for _ in folders:
        result = results.get()
        if isinstance(result, Exception):
            runs.end()
            raise result
        name, lines = result
        count += 1
        bad += bool(lines)
        for line in lines:
            print(f"{name}: {line}", flush=True)
    shutil.rmtree(scratch, ignore_errors=True)
    print(f"{len(folders)} graphs, {bad} wrong")
    return 1 if bad or not folders else 0


if __name__ == "__main__":
    sys.exit(main())
