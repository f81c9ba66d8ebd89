#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names what no schedule of schedules.py has, and none of test/Emulator; exits 1 where there is something.

    options.py [ROOT]      of the sources in another tree

Families are those of the chip table, options the parameters in include/fusion/Families/*/Options.td, product types the
rows of their table.
"""

import glob
import os
import re
import sys

from corpus import TESTS, TYPES, read
from schedules import ROOT, get_kernels

root = sys.argv[1] if len(sys.argv) > 1 else ROOT


def get_families():
    """Those of the chip table."""
    table = read(os.path.join(root, "lib", "Support", "ChipTable.cpp"))
    lists = re.findall(r"llvm::StringRef k\w+\[\] = \{(.*?)\};", table, re.DOTALL)
    return sorted(set(re.findall(r'"(\w+)"', "".join(lists))))


def get_options():
    """What options of families may say: 'sm90: swap', and each word of those that are words."""
    options = []
    for path in sorted(glob.glob(os.path.join(root, "include", "fusion", "Families", "*", "Options.td"))):
        text = read(path)
        enums = {name: re.findall(r'I32EnumAttrCase<"\w+", \d+, "(\w+)">', cases)
                 for name, cases in re.findall(r'I32EnumAttr<"(\w+)", [^\[]*\[(.*?)\]>', text, re.DOTALL)}  # fmt: skip
        for family, body in re.findall(r'Fusion_Attr<"\w+Options", "(\w+)">(.*?)\n\}', text, re.DOTALL):
            parameters = re.search(r"let parameters = \(ins(.*?)\);", body, re.DOTALL)[1]
            for kind, name in re.findall(r'"(\w+)"(?:, "[^"]*">)?:\$(\w+)', parameters):
                options += [f"{family}: {name} = {word}" for word in enums.get(kind, [])] or [f"{family}: {name} = "]
    return options


def find_missing(schedules):
    """What of families and options no schedule has."""
    missing = [f"family {family}" for family in get_families()
               if not any(f"family = {family}," in text for text in schedules)]  # fmt: skip
    for option in get_options():
        family, word = option.split(": ")
        if not any(re.search(rf"\b{family} = <[^>]*\b{word}", text) for text in schedules):
            missing.append(option)
    return missing


def get_types():
    """The rows of the table of product types."""
    table = read(os.path.join(root, "lib", "Analysis", "ProductType.cpp"))
    return re.findall(r'^  \{"([\w:]+)",', table, re.MULTILINE)


def main():
    schedules = [kernel.schedule for kernel in get_kernels()] + [read(path) for path in glob.glob(TESTS)]
    missing = find_missing(schedules) + [f"type {name}" for name in get_types() if name not in TYPES]
    for what in missing:
        print(f"no kernel has {what}")
    print(f"{len(get_families())} families, {len(get_options())} options and words of them, "
          f"{len(get_types())} product types: {len(missing)} have no kernel")  # fmt: skip
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
