#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the results of `lit --output=FILE`: what the skipped tests lacked, then `N passed, M failed, K skipped`.

    tools/lit-summary.py [--may-lack=FEATURE,...] FILE

Exits 1 if a test failed or none ran. With --may-lack it also exits 1, and names the tests, where one was skipped that
lacked none of these features.
"""

import argparse
import collections
import json
import pathlib
import re
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}
NEEDS = {
    "cuda": "a GPU",
    "ptxas": "a cubin maker (nvJitLink or ptxas)",
    "ptxas-tool": "ptxas",
    "devel": "a configured build tree",
    "wheel-tools": "the tools of tools/wheel-tools.sh",
}
PINS = pathlib.Path(__file__).with_name("test-wheels.txt").read_text(encoding="utf-8")
NEEDS |= {name: f"{name}'s wheel" for name in re.findall(r"^([\w-]+)==", PINS, re.MULTILINE)}


def lacking(test):
    """The features that lit says a skipped test lacks; one that must not be there is "no NAME"."""
    text, _, names = test.get("output", "").rpartition(": ")
    absent = "no " if "does not support" in text else ""
    return [absent + name for name in names.strip().split(", ") if name]


def main():
    parser = argparse.ArgumentParser(usage="lit-summary.py [--may-lack=FEATURE,...] FILE")
    parser.add_argument("--may-lack", metavar="FEATURE,...", type=lambda text: set(text.split(",")))
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    tests = json.loads(arguments.file.read_text(encoding="utf-8"))["tests"]

    skipped = [test for test in tests if test["code"] in SKIPPED]
    for features, count in collections.Counter(tuple(lacking(test)) for test in skipped).most_common():
        names = [NEEDS.get(name, name) for name in features]
        print(f"skipped for want of {' and '.join(names) or 'something'}: {count}")

    wrong = []
    if arguments.may_lack is not None:
        wrong = [test for test in skipped if not arguments.may_lack.intersection(lacking(test))]
        for test in wrong:
            print(f"must not be skipped here: {test['name']} lacks {', '.join(lacking(test)) or 'something'}")

    passed = sum(test["code"] in PASSED for test in tests)
    failed = len(tests) - passed - len(skipped)
    print(f"{passed} passed, {failed} failed, {len(skipped)} skipped")
    return 0 if passed and not failed and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
