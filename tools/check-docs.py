#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows what is wrong with the pages of the repository.

- Every relative link of a page leads to a file, and its anchor to a heading of that page.

    tools/check-docs.py [ROOT]      exits 1 where there is something, a line each
"""

import argparse
import pathlib
import re
import sys

FENCE = re.compile(r"^ *(```|~~~)")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+(?:\([^()\s]*\))?)(?: \"[^\"]*\")?\)")
TAG = re.compile(r"<(?:img|a|source)\b[^>]*?\b(?:src|href|srcset)=\"([^\"]+)\"")


def pages(root):
    """All pages of the repository; those of folders that a build or git makes are not its own."""
    for path in sorted(root.rglob("*.md")):
        parts = path.relative_to(root).parts
        if not any(part.startswith((".", "build")) for part in parts[:-1]):
            yield path, path.relative_to(root).as_posix()


def lines_of(path):
    """(number, line, whether it is code) of a page; the lines of a fence are code."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = bool(FENCE.match(line))
        yield number, line, inside or fence
        inside = inside != fence


def anchors_of(path):
    """The anchors that GitHub gives the headings of a page, and those that it writes itself."""
    anchors = set()
    for _, line, code in lines_of(path):
        anchors.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
        heading = re.match(r"#+ +(.*?) *#*$", line)
        if code or not heading:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
        anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        count, name = 0, anchor
        while name in anchors:
            count += 1
            name = f"{anchor}-{count}"
        anchors.add(name)
    return anchors


def check_links(root, path, name):
    for number, line, code in lines_of(path):
        if code:
            continue
        line = re.sub(r"`[^`]*`", lambda match: "`" + " " * (len(match[0]) - 2) + "`", line)
        for target in LINK.findall(line) + TAG.findall(line):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            other = path.parent / file if file else path
            if not other.exists():
                yield f"{name}:{number}: '{target}' leads to no file"
            elif anchor and other.suffix == ".md" and anchor not in anchors_of(other):
                yield f"{name}:{number}: '{target}' leads to no heading of {other.resolve().relative_to(root)}"


def main():
    parser = argparse.ArgumentParser(description="Shows what is wrong with the pages of the repository.")
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path)
    root = parser.parse_args().root.resolve()
    problems = [problem for path, name in pages(root) for problem in check_links(root, path, name)]
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


main()
