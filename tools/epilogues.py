#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What runs behind a product: counts and checks the graphs of test/Epilogues, and makes their table.

    tools/epilogues.py count FILE.mlir --target=sm_90a     exits 1 where a graph is not as many launches as its row says
    tools/epilogues.py verify FILE.mlir                    runs each graph, on --device=cpu unless another is named
    tools/epilogues.py table FOLDER > Epilogues.md         the page of all rows

A row is a line in front of its graph: `// row: NAME | FORMULA | 1 launch`.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^// row: (.*?) \| (.*?) \| (\d+) launch(?:es)?\nfunc\.func @(\w+)\(", re.MULTILINE)
FUNCTION = re.compile(r"^func\.func @(\w+)\(", re.MULTILINE)
BODY = re.compile(r"^func\.func @(\w+)\(.*?^}\n", re.MULTILINE | re.DOTALL)
HEAD = """<!-- Made by the target fusion-docs from test/Epilogues; change those files. -->

# Epilogues

What runs behind a product, and in how many launches. [Epilogues](../Epilogues.md) says how to read it.
"""


def read(path):
    """The first line of a file of graphs and its rows; ValueError where a graph has none."""
    text = pathlib.Path(path).read_text(encoding="utf-8")
    rows = ROW.findall(text)
    missing = set(FUNCTION.findall(text)) - {row[3] for row in rows}
    if missing or not rows:
        raise ValueError(f"{path}: no row in front of {', '.join(sorted(missing)) or 'any graph'}")
    return text.splitlines()[0].removeprefix("// ").split(", each with")[0], rows


def count(options):
    _, rows = read(options.path)
    command = [options.compile, options.path, "--target=" + options.target, "--explain=json", "-o", "/dev/null"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    counted = collections.Counter(kernel["entry"] for kernel in report["kernels"])
    wrong = [(name, counted[name], wanted) for _, _, wanted, name in rows if counted[name] != int(wanted)]
    for name, got, wanted in wrong:
        print(f"{options.path}: @{name} is {got} launches, and its row says {wanted}")
    print(f"{len(rows)} graphs for {options.target}, {len(wrong)} with other launches")
    return bool(wrong)


def take(text, name):
    """The file without its other graphs: a run compiles all that there are."""
    return BODY.sub(lambda body: body[0] if body[1] == name else "", text)


def verify(options):
    _, rows = read(options.path)
    text = pathlib.Path(options.path).read_text(encoding="utf-8")
    wrong = 0
    for _, _, _, name in rows:
        command = [options.run, "-", "--entry=" + name, "--device=" + options.device, "--random=1", "--verify"]
        process = subprocess.run(command, input=take(text, name), check=False, capture_output=True, text=True)
        if process.returncode or "good" not in process.stdout + process.stderr:
            print(f"{options.path}: @{name}\n{process.stdout}{process.stderr}")
            wrong += 1
    print(f"{len(rows)} graphs on {options.device}, {wrong} wrong")
    return wrong > 0


def table(options):
    print(HEAD, end="")
    for path in sorted(pathlib.Path(options.path).glob("*.mlir")):
        title, rows = read(path)
        print(f"\n## {title}\n\n| name | graph | launches | test |\n|---|---|---|---|")
        for name, formula, launches, function in rows:
            cell = formula.replace("|", r"\|")
            print(f"| {name} | {cell} | {launches} | [`@{function}`](../../test/Epilogues/{path.name}) |")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("count", "verify", "table"))
    parser.add_argument("path")
    parser.add_argument("--target", default="sm_90a")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--compile", default="build/bin/fusion-compile")
    parser.add_argument("--run", default="build/bin/fusion-run")
    options = parser.parse_args()
    return {"count": count, "verify": verify, "table": table}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
