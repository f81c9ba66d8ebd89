#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows what is wrong with the pages of the repository.

- A page has at most 120 lines, of at most 120 columns outside of tables and code, and another page links to those of
  docs/. Not held to that: reference pages and pages with a table that a tool writes (`<!-- made by tools/`), and notes
  of the lab, which stay as they were written.
- Dates, commits and numbers of issues stand in the lab, in CHANGELOG.md and in captions of tables (`Table: ...`) alone.

That links lead somewhere is seen by Sphinx, when tools/build-docs.py builds the pages.

    tools/check-docs.py [ROOT]      exits 1 where there is something, a line each
"""

import argparse
import os
import pathlib
import re
import sys

from pages import find_pages

MOST = 120  # lines of a page, and columns of a line
GENERATED, LAB, CHANGELOG = "docs/reference/", "docs/lab/", "CHANGELOG.md"
FENCE = re.compile(r" *(```|~~~)")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+(?:\([^()\s]*\))?)(?: \"[^\"]*\")?\)")
DEFINITION = re.compile(r"^\[[^\]]+\]: (\S+)$", re.MULTILINE)
TAG = re.compile(r"<(?:img|a|source)\b[^>]*?\b(?:src|href|srcset)=\"([^\"]+)\"")
STAMPS = {
    "a date": re.compile(r"\b\d{4}-\d\d-\d\d\b"),
    "a commit": re.compile(r"\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b"),
    "the number of an issue": re.compile(r"(?<![\w&/])#\d+\b"),
}


def pages(root):
    """All pages of the repository, and their names in it."""
    for path in find_pages(root):
        yield path, path.relative_to(root).as_posix()


def lines_of(path):
    """(number, line, whether it is code) of a page; the lines of a fence are code."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = bool(FENCE.match(line))
        yield number, line, inside or fence
        inside = inside != fence


def links_of(path):
    """(number, target) of the links of a page that lead into the repository."""
    text = "\n".join("" if code else re.sub(r"`[^`]*`", "``", line) for _, line, code in lines_of(path))
    for pattern in (LINK, DEFINITION, TAG):
        for match in pattern.finditer(text):
            if not re.match(r"[a-z]+:", match[1]):
                yield text.count("\n", 0, match.start(1)) + 1, match[1]


def check_size(path):
    last = 0
    for last, line, code in lines_of(path):
        if not code and not line.startswith("|") and len(line) > MOST:
            yield last, f"the line has {len(line)} columns, and may have {MOST}"
    if last > MOST:
        yield last, f"the page has {last} lines, and may have {MOST}"


def check_stamps(path):
    caption = False
    for number, line, code in lines_of(path):
        caption = line.startswith("Table:") or (caption and bool(line.strip()))
        text = re.sub(r"`[^`]*`|\]\([^)]*\)|^\[[^\]]+\]: \S+$", "", line)
        if not code and not caption and not line.startswith("    "):
            for what, pattern in STAMPS.items():
                for match in pattern.finditer(text):
                    yield number, f"{what}, '{match[0]}': such stand in {LAB}, {CHANGELOG} and captions of tables"


def find_unlinked(root):
    """The pages of docs/ that no other page links to; a link to a folder is one to the pages in it."""
    linked = set()
    for path, _ in pages(root):
        for _, target in links_of(path):
            file = target.partition("#")[0]
            linked.update({os.path.normpath(path.parent / file)} - {str(path)} if file else {})
    return [name for path, name in pages(root)
            if name.startswith("docs/") and path.name != "README.md"
            and not linked & {str(path), str(path.parent)}]  # fmt: skip


def check(root):
    for path, name in pages(root):
        problems = []
        if not name.startswith((GENERATED, LAB)) and "<!-- made by tools/" not in path.read_text(encoding="utf-8"):
            problems += check_size(path)
            problems += [] if name == CHANGELOG else check_stamps(path)
        for number, problem in sorted(problems):
            yield f"{name}:{number}: {problem}"
    for name in find_unlinked(root):
        yield f"{name}: no page links to it"


def main():
    parser = argparse.ArgumentParser(description="Shows what is wrong with the pages of the repository.")
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path)
    problems = list(check(parser.parse_args().root.resolve()))
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


main()
