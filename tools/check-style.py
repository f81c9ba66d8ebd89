#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows what is not in the style of the project: lib/, include/, tools/, verify/, unittests/, test/, python/tests/.

- format     C++ is as clang-format-22 leaves it (not looked at where that program is missing).
- banner     A file begins with the licence, and behind it says what it is for. Unit tests and lit tests need not.
- include    Headers of the project, of MLIR and of LLVM stand in "", those of the system in <>; a .cpp file includes
             its own header first.
- chip       Shared code in lib/ and include/ names no chip, card or generation, but in CHIP_PLACES below.
- guard      A header's guard is spelled from its path.
- name       A type has a name of its own in its namespace: of two definitions the linker takes either.
- length     A function has at most 80 lines.
- columns    A line has at most 120 columns, but in tables.
- label      A lit test with several functions finds each by a CHECK-LABEL.
- skip       No test skips itself: what it wants is a feature of a lit test's REQUIRES, and so a skip is counted.

    tools/check-style.py [--rule=NAME,...] [ROOT]      exits 1 where there is something, a line each
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys

MOST_COLUMNS, MOST_LINES = 120, 80
TOPS = ("lib", "include", "tools", "verify", "unittests", "test", "python/tests")
CODE = (".cpp", ".h", ".c")

LICENCE = ("Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.",
           "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception")  # fmt: skip

CHIP = re.compile(r"\bsm_\d+a?\b|\b(?:[ABHL]\d00?[A-Z]?|GH?B?200|RTX|Ampere|Ada|Hopper|Blackwell)\b")
# Below lib/ and include/, where chips may be named, and why. Comments of fields and options may give one as an example
# of the spelling, in quotes, and so may examples in TableGen.
CHIP_PLACES = {
    "lib/Families/SM80/": "its own folder",
    "lib/Families/SM90/": "its own folder",
    "include/fusion/Families/SM80/": "its own folder",
    "include/fusion/Families/SM90/": "its own folder",
    "lib/Support/ChipTable.cpp": "the table of the chips",
    "include/fusion/Support/ChipTable.h": "the table of the chips",
    "lib/Bench/": "its kernels are PTX for any of the chips; its peers were recorded on certain cards",
    "include/fusion/Bench/": "its kernels are PTX for any of the chips; its peers were recorded on certain cards",
    "lib/Driver/CompileOptions.cpp": "an example in a help text",
    "lib/Families/Rows/RowsSchedule.cpp": "the card that its constants were measured on",
    "include/fusion/Families/Common/StreamModel.h": "the card that its constants were measured on",
}

Problem = collections.namedtuple("Problem", "line text")


class Source:
    """A file of the tree: where it is, below the root, and its lines."""

    def __init__(self, root, path):
        self.root, self.path = root, path
        self.name = path.relative_to(root).as_posix()
        self.text = path.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()

    def is_below(self, *tops):
        return self.name.startswith(tuple(top + "/" for top in tops))


def sources(root):
    for top in TOPS:
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and path.suffix in CODE + (".td", ".py", ".sh", ".mlir"):
                yield Source(root, path)


# --- format


def check_format(root, files):
    """(file, problem) of all that clang-format-22 would change, one for a line."""
    seen = set()
    names = [source.name for source in files if source.path.suffix in CODE]
    for first in range(0, len(names), 100):
        command = ["clang-format-22", "--dry-run", "-Werror", *names[first : first + 100]]
        output = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False).stderr
        for name, line in re.findall(r"^([^:\n]+):(\d+):\d+: error: ", output, re.MULTILINE):
            if (name, line) not in seen:
                seen.add((name, line))
                yield name, Problem(int(line), f"clang-format-22 writes this otherwise: run clang-format-22 -i {name}")


# --- banner


def check_banner(source):
    lines, suffix = source.lines + [""] * 6, source.path.suffix
    at = 1 if lines[0].startswith("#!") else 0
    hash_comment, star = suffix in (".py", ".sh"), lines[at].startswith("/*")
    first, mark = ("# ", "# ") if hash_comment else ("/* ", " * ") if star else ("// ", "// ")
    if (lines[at], lines[at + 1].removesuffix(" */")) != (first + LICENCE[0], mark + LICENCE[1]):
        yield Problem(at + 1, f"the licence is missing: begin with '{first}{LICENCE[0]}' and its second line")
        return
    if suffix == ".py":
        wanted = [r'"""\w']
    elif suffix == ".sh":
        wanted = ["#$", r"# \S"]
    elif star and not lines[at + 1].endswith("*/"):
        wanted = [r" \*$", r" \* \S"]
    else:
        wanted = ["$", r"(//|/\*) \S"]
    if not all(re.match(pattern, line) for pattern, line in zip(wanted, lines[at + 2 :])):
        comment = 'a docstring' if suffix == ".py" else f"an empty line and a comment ('{mark}...')"
        yield Problem(at + 3, f"nothing says what the file is for: put {comment} behind the licence")


# --- include


def find_own_header(source):
    """The path of a .cpp file's header, as it is to be included; None if it has none. A public one is that of the file
    that includes it."""
    header = source.path.with_suffix(".h").name
    if (source.path.parent / header).exists():
        return header
    public = re.sub(r"^lib/(.*/)?[^/]*$", rf"fusion/\1{header}", source.name)
    return public if source.is_below("lib") and f'#include "{public}"' in source.lines else None


def check_includes(source):
    own, first = find_own_header(source) if source.path.suffix == ".cpp" else None, True
    for number, line in enumerate(source.lines, 1):
        include = re.match(r'#include (["<])([^">]+)[">]', line)
        if not include:
            continue
        quoted, name = include[1] == '"', include[2]
        ours = name.startswith(("fusion/", "fusion-c/", "mlir/", "llvm/", "verify/"))
        if not quoted and ours:
            yield Problem(number, f'<{name}> is no header of the system: include "{name}"')
        if quoted and not ours and not (source.path.parent / name).exists():
            yield Problem(number, f'"{name}" is no header beside the file: include <{name}>, or "fusion/..."')
        if first and own and name != own:
            yield Problem(number, f'a file includes its own header first: begin with #include "{own}"')
        first = False


def check_guard(source):
    path = re.sub(r"^include/", "", source.name)
    guard = re.sub(r"\W", "_", path if path.startswith("fusion") else "fusion/" + path).upper()
    for number, line in enumerate(source.lines, 1):
        found = re.match(r"#ifndef (\S+)", line)
        if found:
            if found[1] != guard or source.lines[number] != f"#define {guard}":
                yield Problem(number, f"the guard is not spelled from the path: name it {guard}")
            return
    yield Problem(1, f"the header has no guard: name it {guard}")


# --- chip


def check_chips(source):
    if source.name.startswith(tuple(CHIP_PLACES)):
        return
    in_example = False
    for number, line in enumerate(source.lines, 1):
        if source.path.suffix == ".td" and line.strip().startswith("```"):
            in_example = not in_example
        if source.path.suffix == ".td":
            named = re.sub(r"`[^`]*`", "", line)
        else:
            code, slashes, comment = line.partition("//")
            named = code + slashes + re.sub(r'"[^"]*"', "", comment)
        for word in CHIP.findall(named) if not in_example else []:
            yield Problem(number, f"'{word}' does not belong here: ask the chip table, or a family (CHIP_PLACES)")


# --- length

COMMENT = r"//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*"  # and what is the preprocessor's
STRING = r"""R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'"""
TOKEN = re.compile(f"{COMMENT}|{STRING}|[{{}};]", re.DOTALL | re.MULTILINE)
SCOPE = re.compile(r"\b(?:namespace|class|struct|union|enum|extern)\b")


def braces_of(text):
    """The braces of a file of C++ that have an end: (what stands before one, without comments and the head of a
    template; the same of those around it, the outermost first; first line; last line), where one ends."""
    stack, head = [], 0
    for token in TOKEN.finditer(text):
        mark = token[0]
        if mark == "{":
            before = re.sub(COMMENT, "", text[head : token.start()], flags=re.DOTALL | re.MULTILINE)
            plain = re.sub(r"^\s*template *<.*?> *\n?(?=\S)", "", before, flags=re.DOTALL).strip()
            stack.append((plain, token.start()))
        elif mark == "}" and stack:
            plain, start = stack.pop()
            around = [outer for outer, _ in stack]
            yield plain, around, text.count("\n", 0, start) + 1, text.count("\n", 0, token.start()) + 1
        if mark in "{};":
            head = token.end()


def name_function(plain):
    """The name of a function where its braces stand behind `plain`, a parenthesis in no scope; else nothing."""
    name = re.search(r"(~?[\w:]+|operator\W+) *\(", plain)
    return name[1] if name and not (SCOPE.match(plain) and not plain.endswith(")")) else None


def check_lengths(source):
    for plain, around, first, last in braces_of(source.text):
        name = name_function(plain)
        if not name or any(map(name_function, around)):
            continue
        length = last - first + 1
        if length > MOST_LINES:
            yield Problem(first, f"{name} has {length} lines, and may have {MOST_LINES}: split it")


# --- name

NAMESPACE = re.compile(r"(?:inline )?namespace(?: ([\w:]+))?$")
TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?)(?: \w+)*? (\w+)(?: final)?(?: *:[^:].*)?$", re.DOTALL)


def types_of(source):
    """(name with its namespaces, line) of the types that a file defines for all: those of no unnamed namespace."""
    for plain, around, first, _ in braces_of(source.text):
        spaces, found = [NAMESPACE.match(outer) for outer in around], TYPE.match(plain)
        if found and all(space and space[1] for space in spaces):
            yield "::".join([space[1] for space in spaces] + [found[1]]), first


def check_names(files):
    """(file, problem) of all types whose name another file has in the same namespace."""
    places = {}
    for source in files:
        if source.path.suffix in CODE and source.is_below("lib", "include", "verify"):
            for name, line in types_of(source):
                other = places.setdefault(name, source.name)
                if other != source.name:
                    yield source.name, Problem(line, f"{name} is also a type in {other}: give one another name")


# --- columns


def check_columns(source):
    table = False
    for number, line in enumerate(source.lines, 1):
        table = (table or "clang-format off" in line) and "clang-format on" not in line
        if len(line) > MOST_COLUMNS and not table and not line.lstrip().startswith("|"):
            yield Problem(number, f"the line has {len(line)} columns, and may have {MOST_COLUMNS}: break it")


# --- label


FUNCTION = re.compile(r"( *)func\.func (?!private )(?:\w+ )?@([\w.$-]+)")
CHECK = re.compile(r" *// CHECK(-[A-Z]+(?:-\d+)?)?:")


def reads_operations(text):
    """Whether a test's RUN lines hand operations to a FileCheck that looks for CHECK: no diagnostics, and no PTX."""
    for run in re.sub(r"\\\n *// RUN:", "", text).splitlines():
        program, pipe, _ = run.rpartition("FileCheck %s")
        if "// RUN:" in run and pipe and "check-prefix" not in run.split("FileCheck %s")[-1]:
            if "fusion-opt" in program and not re.search(r"2>&1|ptxas|extract_ptx|mlir-opt|/dev/null", program):
                return True
    return False


def check_labels(source):
    """Among the checks beside a function, from the end of the one before, is a CHECK-LABEL."""
    names = [match[2] for match in map(FUNCTION.match, source.lines) if match]
    if len(names) < 2 or not reads_operations(source.text):
        return
    checks, inside = [], None
    for number, line in enumerate(source.lines, 1):
        found, function = CHECK.match(line), FUNCTION.match(line)
        if line.startswith("// -----"):
            checks, inside = [], None
        checks += [found[1]] if found else []
        if function:
            inside = (number, *function.groups())
        if inside and line.rstrip() == inside[1] + "}":
            if checks and "-LABEL" not in checks:
                yield Problem(inside[0], f"checks of @{inside[2]} may match in another function: give it a CHECK-LABEL")
            checks, inside = [], None


# --- skip

SKIP = re.compile(r"\bunittest\.skip\w*|\b(?:skipTest|SkipTest|skipIf|skipUnless|GTEST_SKIP)\b|\bsys\.exit\(0?\)")


def check_skips(source):
    for number, line in enumerate(source.lines, 1):
        for word in SKIP.findall(line):
            yield Problem(number, f"'{word}' lets a test pass that does not run: REQUIRE a feature in the lit test")


# Each rule's check of a file, and the files it is for.
RULES = {
    "banner": (check_banner, lambda s: s.path.suffix != ".mlir" and s.is_below("lib", "include", "tools", "verify")),
    "include": (check_includes, lambda s: s.path.suffix in CODE and not s.is_below("test")),
    "guard": (check_guard, lambda s: s.path.suffix == ".h" and not s.is_below("test")),
    "chip": (check_chips, lambda s: s.path.suffix in (".cpp", ".h", ".td") and s.is_below("lib", "include/fusion")),
    "length": (check_lengths, lambda s: s.path.suffix in CODE and not s.is_below("unittests", "test")),
    "columns": (check_columns, lambda s: s.path.suffix != ".mlir"),
    "label": (check_labels, lambda s: s.path.suffix == ".mlir" and "/Inputs/" not in s.name),
    "skip": (check_skips, lambda s: s.is_below("unittests", "python/tests")),
}


def check(root, rules):
    """(place, problem) of all problems."""
    files = list(sources(root))
    if "format" in rules:
        yield from check_format(root, files)
    if "name" in rules:
        yield from check_names(files)
    for source in files:
        for rule in RULES:
            function, is_for = RULES[rule]
            if rule in rules and is_for(source):
                yield from ((source.name, problem) for problem in function(source))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = ["format", "name", *RULES]
    parser.add_argument("--rule", action="append", choices=names, help="that rule alone (may be given several times)")
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path)
    options = parser.parse_args()
    rules = set(options.rule or names)
    if not any((options.root / top).is_dir() for top in TOPS):
        parser.error(f"{options.root} has none of the folders {', '.join(TOPS)}")
    if "format" in rules and not shutil.which("clang-format-22"):
        print("format not checked: clang-format-22 is not installed (tools/setup.sh installs it)", file=sys.stderr)
        rules.discard("format")
    problems = sorted(set(check(options.root.resolve(), rules)))
    for name, problem in problems:
        print(f"{name}:{problem.line}: {problem.text}")
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
