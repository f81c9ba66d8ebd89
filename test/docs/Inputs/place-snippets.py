# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""place-snippets.py PAGE FOLDER: makes a program of the snippets of a page.

In the files of the folder a line `@LANGUAGE N@` becomes the N-th fence of the page in that language without its
includes, and `@LANGUAGE N includes@` these. Prints the fences of these languages that no file has, and then exits
with 1.
"""

import pathlib
import re
import sys

page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
left = set()


def place(found):
    indent, language, number, includes = found.groups()
    lines = re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[int(number) - 1].splitlines()
    if not includes:
        left.discard((language, int(number)))
    return "\n".join(indent + line for line in lines if line.startswith("#include") == bool(includes))


languages = set()
files = [path for path in pathlib.Path(sys.argv[2]).rglob("*") if path.is_file()]
texts = {path: path.read_text(encoding="utf-8") for path in files}
for text in texts.values():
    languages |= set(re.findall(r"^ *@(\w+) \d+@$", text, re.MULTILINE))
for language in languages:
    left |= {(language, i + 1) for i in range(len(re.findall(rf"^```{language}\n", page, re.MULTILINE)))}
for path, text in texts.items():
    path.write_text(re.sub(r"^( *)@(\w+) (\d+)( includes)?@$", place, text, flags=re.MULTILINE), encoding="utf-8")
for language, number in sorted(left):
    print(f"no file has the {language} {number} of {sys.argv[1]}")
sys.exit(bool(left))
