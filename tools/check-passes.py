#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows which passes say nothing about what they did, and which patterns do not show what they do.

A pass in a Passes.td that changes IR has statistics, and its code counts each of them: LLVM as distributions build it
leaves counting out, so that no test of the programs sees a counter that nobody advances. A pass that changes nothing
says so in its description. A rewrite pattern has a comment above it with IR before and after, and `->` in between.

    tools/check-passes.py [ROOT]      exits 1 where there is something, a line each
"""

import argparse
import pathlib
import re
import sys

PASS = re.compile(r'^def (\w+) : Pass<"([\w-]+)".*?^}', re.M | re.S)
PATTERN = re.compile(r"^(?:template\s*<[^\n]*>\s*)?(?:struct|class)\s+(\w+)[^;{]*?:\s*(?:public\s+)?(?:mlir::)?"
                     r"\w*(?:RewritePattern|ConversionPattern|ToLLVMPattern)\b", re.M)


def sources(root, description):
    """The .cpp files of the folder that holds the passes of a Passes.td."""
    for path in sorted((root / "lib" / description.parent.relative_to(root / "include/fusion")).rglob("*.cpp")):
        yield path.read_text()


def bare_patterns(root):
    """The patterns without IR before and after, as path, line and name; the number of all comes last."""
    count = 0
    for path in sorted((root / "lib").rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        text = path.read_text()
        for match in PATTERN.finditer(text):
            count += 1
            above = text[: match.start()].split("\n")[:-1]
            comment = []
            while above and above[-1].startswith("//"):
                comment.append(above.pop())
            if not any("->" in line for line in comment):
                line = text.count("\n", 0, match.start()) + 1
                yield f"{path.relative_to(root).as_posix()}:{line}: {match[1]} does not show IR before and after"
    yield count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path)
    root = parser.parse_args().root
    passes = problems = 0
    for description in sorted((root / "include/fusion").rglob("Passes.td")):
        code = "\n".join(sources(root, description))
        for match in PASS.finditer(description.read_text()):
            passes += 1
            statistics = re.findall(r'Statistic<"(\w+)"', match[0])
            if not statistics and not re.search(r"changes\s+nothing", match[0], re.I):
                problems += 1
                print(f"{match[2]} has no statistics, and does not say that it changes nothing")
            for name in statistics:
                if not re.search(rf"\+\+{name}\b|\b{name}\s*(\+\+|\+=)", code):
                    problems += 1
                    print(f"{match[2]} never counts {name}")
    *bare, patterns = bare_patterns(root)
    for line in bare:
        print(line)
    problems += len(bare)
    print(f"{passes} passes, {patterns} patterns, {problems} problems")
    sys.exit(problems > 0)


if __name__ == "__main__":
    main()
