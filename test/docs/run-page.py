"""Runs the commands of a page of docs/ and compares what it shows of their output.

run-page.py PAGE FOLDER [SKIP]

Blocks of code with these words behind the language count:
  ```LANGUAGE FILE      is written to FILE in the folder
  ```sh                 is run there, in order, and must end well; lines that match SKIP, a regular expression, are left
                        out
  ```python             is run by this Python, in order, with the names of those before it
  ```LANGUAGE output    stands in the output of the sh or python block before it: lines in order, each beginning a line,
                        and one behind the other except where "..." stands; blanks count as one
  ```LANGUAGE not-run   is left out: it takes hours, a GPU, or what is not there
"""

import contextlib
import io
import os
import re
import subprocess
import sys

page, folder, skip = [*sys.argv[1:], "(?!)"][:3]
with open(page, encoding="utf-8") as file:
    blocks = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)


def blanks_as_one(line):
    return re.sub(r"\s+", " ", line)


def find_missing(shown, output):
    """The first line that is shown and does not come; None if all do."""
    at, free = 0, True
    for line in shown:
        if line == "...":
            free = True
            continue
        places = range(at, len(output)) if free else range(at, min(at + 1, len(output)))
        found = next((i for i in places if blanks_as_one(output[i]).startswith(blanks_as_one(line))), None)
        if found is None:
            return line
        at, free = found + 1, False
    return None


def run(script):
    lines = [line for line in script.splitlines() if not re.search(skip, line)]
    done = subprocess.run(["sh", "-e"], input="\n".join(lines), cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    if done.returncode:
        sys.exit(f"{page}: exit code {done.returncode} of\n{script}\n{done.stdout}")
    return done.stdout


def run_python(source, names):
    """What it writes; an exception ends the page's run. What it opens is in the folder."""
    written, before = io.StringIO(), os.getcwd()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(written):
            exec(compile(source, page, "exec"), names)
    finally:
        os.chdir(before)
    return written.getvalue()


commands = outputs = 0
output, names = "", {}
for language, word, text in blocks:
    if word == "not-run":
        continue
    if language == "sh":
        output = run(text)
        commands += len(text.splitlines())
    elif language == "python" and not word:
        output = run_python(text, names)
        commands += len(text.splitlines())
    elif word == "output":
        missing = find_missing(text.splitlines(), output.splitlines())
        if missing is not None:
            sys.exit(f"{page}: expected this line, in its place:\n{missing}\nin the output\n{output}")
        outputs += 1
    elif word:
        with open(f"{folder}/{word}", "w", encoding="utf-8") as file:
            file.write(text)
print(f"{commands} lines of commands, {outputs} outputs")
