#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the lines that ran, by folder and for the files that lack most, of `llvm-cov export --summary-only`.

usage: coverage-summary.py SUMMARY ROOT
"""

import collections
import json
import os
import sys

SHOWN = 25
summary, root = sys.argv[1:]
with open(summary, encoding="utf-8") as file:
    files = json.load(file)["data"][0]["files"]

folders = collections.defaultdict(collections.Counter)
lacking = []
for entry in files:
    path = os.path.relpath(entry["filename"], root)
    lines = entry["summary"]["lines"]
    # lib/Runtime, tools/fusion-opt; headers under include/ count as one.
    parts = os.path.dirname(path).split(os.sep)
    for folder in {os.path.join(*parts[:2]) if parts[0] != "include" else "include", "total"}:
        folders[folder].update(lines=lines["count"], covered=lines["covered"])
    lacking.append((lines["count"] - lines["covered"], lines["count"], path))


def row(name, covered, count):
    print(f"{name:60}{covered:>7} of {count:>6}{100 * covered / count if count else 100:7.1f} %")


for name in sorted(folders, key=lambda name: (name == "total", name)):
    row(name, folders[name]["covered"], folders[name]["lines"])
print("\nlines that no test ran:")
for missing, count, path in sorted(lacking, key=lambda item: (-item[0], item[2]))[:SHOWN]:
    if missing:
        row(path, count - missing, count)
