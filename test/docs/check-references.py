# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-references.py HTML INCLUDE: prints the public names of Python and C that built reference pages lack.

Public are the names in `__all__` of the package's modules, and the functions that the headers declare.
"""

import pathlib
import re
import sys

import fusion
import fusion.torch

HEADERS = ["fusion-c/Fusion.h", "fusion/Runtime/fusion_runtime.h"]


def of_python():
    return [f"{module.__name__}.{name}" for module in (fusion, fusion.torch) for name in module.__all__]


def of_c(include):
    text = "".join((include / header).read_text(encoding="utf-8") for header in HEADERS)
    code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
    return [f"c.{name}" for name in re.findall(r"\b(fusion_\w+)\(", code)]


def main():
    folder, include = map(pathlib.Path, sys.argv[1:])
    lacks = False
    for page, names in ("Python", of_python()), ("C", of_c(include)):
        ids = set(re.findall(r'id="([^"]+)"', (folder / f"{page}.html").read_text(encoding="utf-8")))
        print(f"{page}: {len(names)} names")
        for name in names:
            if name not in ids:
                print(f"{page} lacks {name}")
                lacks = True
    sys.exit(lacks)


main()
