# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the ```mlir blocks of pages, split by `// -----`, each with the line it stands on.

    extract-examples.py [--whole] PAGE...     --whole leaves out fragments: blocks that end no function
"""

import re
import sys
import textwrap

pages = [argument for argument in sys.argv[1:] if argument != "--whole"]
examples = []
for name in pages:
    with open(name, encoding="utf-8") as file:
        page = file.read()
    for block in re.finditer(r"^( *)```mlir\b[^\n]*\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL):
        line, text = page.count("\n", 0, block.start()) + 1, textwrap.dedent(block.group(2))
        if "--whole" not in sys.argv or re.search(r"^}$", text, re.MULTILINE):
            examples.append(f"// {name}:{line}\n{text}\n")
print("// -----\n\n".join(examples))
