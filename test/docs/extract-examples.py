# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the ```mlir blocks of a page, split by `// -----`, each with the line it stands on."""

import re
import sys
import textwrap

with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()

examples = []
for block in re.finditer(r"^( *)```mlir\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL):
    line = page.count("\n", 0, block.start()) + 1
    examples.append(f"// {sys.argv[1]}:{line}\n{textwrap.dedent(block.group(2))}\n")
print("// -----\n\n".join(examples))
