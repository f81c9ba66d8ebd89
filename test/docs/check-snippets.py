# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-snippets.py ROOT: whether a test runs every snippet of the pages.

A snippet is a fence in a language that can run. A test runs it that names its page and has a way to run the language
(RUNNERS); functions in MLIR are parsed on all pages. A fence with the word `not-run` behind its language is none, and
one without a language is an error.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from pages import find_pages  # noqa: E402

# What tests have in them that run snippets of a language.
RUNNERS = {
    "sh": ("run-page.py", "```sh", "x60sh"),
    "python": ("run-page.py",),
    "c": ("place-snippets.py",),
    "cmake": ("place-snippets.py",),
    "cpp": ("place-snippets.py",),
    "mlir": ("",),
}
DATA = {"text", "json", "toml", "mermaid", "llvm"}
NO_PAGE = ("docs/reference/", "docs/lab/", "CHANGELOG.md")


def fences(path):
    """(line, language, word) of each fence of a page."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = re.match(r" *```(.*)$", line)
        if fence and not inside:
            language, _, word = fence[1].strip().partition(" ")
            yield number, language, word
        inside = inside != bool(fence)


def pages(root):
    for path in find_pages(root):
        name = path.relative_to(root).as_posix()
        if not name.startswith(NO_PAGE):
            yield path, name


def is_run(name, language, tests):
    """Whether a test names the page and runs the language."""
    named = re.compile(rf"\b{re.escape(name.removesuffix('.md'))}\b")
    return any(named.search(test) and any(way in test for way in RUNNERS[language]) for test in tests)


root = pathlib.Path(sys.argv[1])
tests = [path.read_text(encoding="utf-8") for folder in ("test/docs/*.test", "python/tests/test_torch_page.py")
         for path in root.glob(folder)]  # fmt: skip
snippets = problems = 0
for path, name in pages(root):
    for number, language, word in fences(path):
        if language in DATA or word in ("output", "not-run"):
            continue
        snippets += 1
        problem = None
        if language not in RUNNERS:
            problem = f"no test runs '{language}': write ```{language or 'text'} not-run, or text"
        elif language != "mlir" and not is_run(name, language, tests):
            problem = f"no test runs the {language} of this page: name it in one, or write ```{language} not-run"
        if problem:
            problems += 1
            print(f"{name}:{number}: {problem}")
print(f"{snippets} snippets, {problems} that no test runs")
sys.exit(problems > 0)
