#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows where an elementwise operation of the dialect is missing: in the interpreter or in a test of all operations.

    tools/check-operations.py [ROOT]      exits 1 where there is something, a line each

The operations are those of docs/reference/Dialect.md, which `ninja -C build fusion-docs` writes. docs/dev/Operations.md
says what belongs to an operation beside these places.
"""

import pathlib
import re
import sys

# Where each operation stands, how, what for, and which ones have their like elsewhere.
PLACES = (
    ("lib/Reference/LaneFusion.cpp", 'table["fusion.{}"]', "the interpreter evaluates it", {"map"}),
    ("test/Dialect/Fusion/ops.mlir", "fusion.{} ", "it is printed and parsed", {"map"}),
    ("test/Reference/fusion-ops.mlir", "fusion.{} ", "the interpreter's values are compared with its formula", {"map"}),
    ("verify/Smith/Productions/Elementwise.cpp", '"fusion.{}"', "random graphs have it", {"map", "cast"}),
)


def elementwise(root):
    page = (root / "docs/reference/Dialect.md").read_text(encoding="utf-8")
    sections = re.findall(r"^### `fusion\.(\w+)`(.*?)(?=^### |\Z)", page, re.MULTILINE | re.DOTALL)
    return [name for name, text in sections if "`ElementwiseOpInterface`" in text]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    names, missing = elementwise(root), 0
    for path, spelling, purpose, elsewhere in PLACES:
        text = (root / path).read_text(encoding="utf-8")
        for name in names:
            if name not in elsewhere and spelling.format(name) not in text:
                print(f"{path}: fusion.{name} is missing ({purpose})")
                missing += 1
    print(f"{len(names)} elementwise operations, {missing} missing")
    return 1 if missing or not names else 0


if __name__ == "__main__":
    sys.exit(main())
