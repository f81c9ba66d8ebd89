#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the results of `lit --output=FILE`: what the skipped tests lacked, then `N passed, M failed, K skipped`.

Exits 1 if a test failed or none ran.
"""

import collections
import json
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
NEEDS = {
    "cuda": "a GPU",
    "ptxas": "a cubin maker (nvJitLink or ptxas)",
    "ptxas-tool": "ptxas",
    "devel": "a configured build tree",
}

with open(sys.argv[1], encoding="utf-8") as file:
    tests = json.load(file)["tests"]

lacking = collections.Counter()
for test in tests:
    if test["code"] in SKIPPED:
        lacking[test.get("output", "").rpartition(": ")[2].strip()] += 1
for features, count in lacking.most_common():
    names = [NEEDS.get(name, name) for name in features.split(", ") if name]
    print(f"skipped for want of {' and '.join(names) or 'something'}: {count}")

codes = [test["code"] for test in tests]
passed = sum(code in PASSED for code in codes)
skipped = sum(code in SKIPPED for code in codes)
failed = len(codes) - passed - skipped
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(0 if passed and not failed else 1)
