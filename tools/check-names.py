#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows the names in code spans (`like this`) of the pages that are no names of the repository any more.

- A word, or words joined by '-', stands in a source (comments of C++, scripts and TableGen do not count), in the name
  of a file, or in a code block of the page. `word*` begins one.
- `fusion.word` stands whole in a source, or the Python package has it.
- A path, and a file with the ending of a source, is the end of a path in the repository; its ending may be left out.
  Code blocks of the page may make files, and so do builds and the programs, whose sources have the names.
- An option stands in a source or in the reference; behind the name of a program or script, it is one of that.

Pages are those that check-docs.py looks at, but the lab, the pages of changes, which name what is gone, and the
reference, which is made from the sources. KNOWN has what is of others, with the reason.

    tools/check-names.py [ROOT]      exits 1 where there is something, a line each
"""

import argparse
import fnmatch
import functools
import os
import pathlib
import re
import sys

KNOWN = {
    "ends in a number or an operand, which the compiler adds": r"\w*_(k\d+\w*|m\d+|step\d+|copy_[ab]+|copied_[ab])",
    "what a reader puts a name for": r"(MODEL|NAME)_\w+|\w+-(NAME|SEED)|SOURCES",
    "gone, and of a code that never means something else": r"fusion\.reduction",
    "of CUDA": r"CU_[A-Z_]+|_HEIGHT|_DEPTH|cuda[A-Z]\w+|curand\w+|nvidia-cuda-nvdisasm",
    "of PyTorch and JAX": r"allow_fp16_bf16_reduction_math_sdp|dot_product_attention|jax_enable_x64",
    "of KernelBench": r"level\*/\*\.py",
    "lit's name of unit tests": r"Unit/\w+",
    "of GPTQ's checkpoints": r"g_idx",
    "of LLVM and MLIR": r"MLIRConfig(\.cmake)?|PROPAGATE|convert-linalg-to-loops|run-reproducer|reproducer",
    "of the C library": r"fmaf",
    "of Python's packaging": r"manylinux_\w+",
    "of git": r"il",
    "of a formula": r"s_a",
}
NO_SOURCE = ("docs/", "CHANGELOG.md", "LICENSE")
NO_PAGE = ("docs/reference/", "docs/lab/", "docs/ChangesBefore010.md", "CHANGELOG.md")
COMMENTS = {
    re.compile(r"(?<![:\"'])//.*"): (".cpp", ".h", ".td", ".c"),
    re.compile(r"^\s*#.*", re.MULTILINE): (".py", ".sh", ".cmake", ".txt"),
}
WORD, JOINED = re.compile(r"[A-Za-z_]\w*\*?"), re.compile(r"\w+(?:-\w+)+")
DOTTED = re.compile(r"(?<![\w./-])fusion(?:\.\w+)+")
BLOCK = re.compile(r"^ *(```|~~~).*?^ *\1", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(`+)((?:(?!\n\n).)+?)\1", re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")
PROGRAM = re.compile(r"^(?:\S*/)?(fusion-[a-z-]+|[\w-]+\.(?:py|sh))(?= )")
FILE = re.compile(r"[\w.*{},-]+\.(?:cpp|h|td|c|py|pyi|test|mlir|md|sh|txt|json|toml|svg|cmake)")
PATH = re.compile(r"[\w.*{},-]+(?:/[\w.*{},-]+)+")
MADE = re.compile(r"(?:\S*/)?(?:build|found)\b|.*\b[A-Z_]+\.\w+$|[A-Z]+/")  # by a build or test, or NAME.mlir


def files_of(root):
    """All files of the repository: not those of builds, and of what git and tools keep."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(("build", ".", "__pycache__")))
        yield from (pathlib.Path(folder, name) for name in sorted(names))


class Repository:
    """What has a name: words of sources, paths, options, and the Python packages."""

    def __init__(self, root):
        self.root = root
        self.files = list(files_of(root))
        self.names = [path.relative_to(root).as_posix() for path in self.files]
        self.sources = "\n".join(filter(None, map(self._source, self.files, self.names)))
        paths = "\n".join(self.names)
        self.words = set(WORD.findall(self.sources)) | set(WORD.findall(paths))
        self.joined = set(JOINED.findall(self.sources)) | set(JOINED.findall(paths))
        self.dotted = set(DOTTED.findall(self.sources))
        self.written = set(FILE.findall(self.sources))
        self.ends = {end for name in self.names for end in self._ends(name)}

    @staticmethod
    def _source(path, name):
        if name.startswith(NO_SOURCE) or path.suffix in (".md", ".svg", ".png"):
            return None
        text = path.read_text(encoding="utf-8", errors="ignore")
        for comment, endings in COMMENTS.items():
            text = comment.sub("", text) if path.suffix in endings else text
        return text

    @staticmethod
    def _ends(name):
        """All ends of a path and of the folders above it, with and without the file's ending."""
        parts = name.split("/")
        for last in range(len(parts)):
            for first in range(last + 1):
                yield "/".join(parts[first : last + 1])
        yield from ("/".join(parts[first:]).rpartition(".")[0] for first in range(len(parts)))

    def has_word(self, word):
        if word.endswith("*"):
            return any(other.startswith(word[:-1]) for other in self.words)
        return word in self.words

    def has_path(self, path):
        if path in self.ends or path in self.written or (self.root / path).exists():
            return True
        return "*" in path and any(fnmatch.fnmatch(end, path) for end in self.ends)

    def has_dotted(self, name):
        """Whether `fusion.a.b` stands in a source, or b in the package a."""
        folder, _, last = name.rpartition(".")
        package = self.root / "python" / folder.replace(".", "/") / "__init__.py"
        if name in self.dotted:
            return True
        return package.is_file() and last in WORD.findall(package.read_text(encoding="utf-8"))

    @functools.lru_cache(maxsize=None)
    def options_of(self, program):
        """The options of a program's reference, or in the text of scripts of that name; None if it is not ours."""
        man = self.root / "docs/reference/man" / f"{program}.md"
        files = [man] if man.is_file() else [path for path in self.files if path.name == program]
        if program == "fusion-opt" or not files:
            return None
        return {"--help"}.union(*(OPTION.findall(path.read_text(encoding="utf-8")) for path in files))

    @functools.cached_property
    def options(self):
        reference = "".join(path.read_text(encoding="utf-8") for path in self.files if "docs/reference" in str(path))
        return set(OPTION.findall(self.sources)) | set(OPTION.findall(reference))


def is_known(name):
    return any(re.fullmatch(pattern, name) for pattern in KNOWN.values())


def alternatives(path):
    """`a/{b,c}` as a/b and a/c."""
    choice = re.search(r"\{([^{}]*)\}", path)
    if not choice:
        return [path]
    return [one for word in choice[1].split(",")
            for one in alternatives(path[: choice.start()] + word + path[choice.end() :])]  # fmt: skip


def problems_of(span, repository, own):
    """What is wrong with a code span of a page whose code blocks are `own`."""
    text = re.sub(r"(?<!\w)-D(?=[A-Z])", "", span)
    for word in dict.fromkeys(WORD.findall(text)):
        if len(word) > 1 and not (repository.has_word(word) or is_known(word) or word in own):
            yield f"no source has '{word}'"
    for name in dict.fromkeys(JOINED.findall(text)):
        if not (name in repository.joined or is_known(name) or name in own):
            yield f"no source has '{name}'"
    for name in dict.fromkeys(DOTTED.findall(text)):
        if not (repository.has_dotted(name) or repository.has_path(name) or is_known(name) or name in own):
            yield f"no source has '{name}'"
    for token in map(lambda token: token.strip("'\",;:()<>").rstrip("/"), text.split()):
        if (PATH.fullmatch(token) or FILE.fullmatch(token)) and not MADE.match(token) and token not in own:
            for path in alternatives(token.removeprefix("./")):
                if not (repository.has_path(path) or is_known(path)):
                    yield f"there is no '{path}'"
    program = PROGRAM.match(text)
    options = repository.options_of(program[1]) if program else None
    for option in dict.fromkeys(OPTION.findall(text)):
        if options is not None and option not in options:
            yield f"{program[1]} has no option '{option}'"
        elif option not in repository.options and option[2:] not in repository.joined and not is_known(option[2:]):
            yield f"no program has an option '{option}'"


def check(root):
    repository = Repository(root)
    for path, name in zip(repository.files, repository.names):
        if path.suffix != ".md" or name.startswith(NO_PAGE):
            continue
        text = path.read_text(encoding="utf-8")
        own = "\n".join(block[0] for block in BLOCK.finditer(text))
        prose = BLOCK.sub(lambda block: "\n" * block[0].count("\n"), text)
        for span in SPAN.finditer(prose):
            line = prose.count("\n", 0, span.start()) + 1
            for problem in problems_of(" ".join(span[2].split()), repository, own):
                yield f"{name}:{line}: {problem}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path)
    problems = list(check(parser.parse_args().root.resolve()))
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


main()
