# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All rewrites of the compiler, read from its sources, beside those that are known here.

A pattern is a class that derives from one of MLIR's patterns or from a pattern of ours; a fold or a canonical form is a
member function; a pass is a record of TableGen. One that is neither in rewrites.py nor in others.py is an error, and so
is one of these that is no more.
"""

import os
import re

from others import COVERED_BY, VALUES_STAY
from rewrites import FORMULAS

_ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
_PATTERN = re.compile(r"(?:struct|class) (\w+)(?: final)? *: *(?:public )?[\w:]*Pattern\w*<?")
_FOLD = re.compile(r"^(?:OpFoldResult|LogicalResult) (\w+::(?:fold|canonicalize))\(", re.M)
_PASS = re.compile(r"^def (\w+)Pass *: *Pass<", re.M)


def _files(folder, ending):
    for path, _, names in os.walk(os.path.join(_ROOT, folder)):
        for name in sorted(names):
            if name.endswith(ending):
                yield os.path.join(path, name)


def find():
    """The name of each rewrite, and the file that has it."""
    found = {}
    for folder, ending, patterns in (("lib", (".cpp", ".h"), (_PATTERN, _FOLD)), ("include", ".td", (_PASS,))):
        for path in _files(folder, ending):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            for pattern in patterns:
                for name in pattern.findall(text):
                    found.setdefault(name, os.path.relpath(path, _ROOT))
    return found


def _by_name(groups):
    return {name: what for what, names in groups.items() for name in names.split()}


def compare():
    """What the sources have and the tables have not, and the other way round."""
    found = find()
    known = {**FORMULAS, **_by_name(VALUES_STAY), **_by_name(COVERED_BY)}
    problems = [
        f"{path}: {name} is no entry of verify/Rewrites: give a formula that it rewrites (rewrites.py), or "
        "say why no value changes (others.py)"
        for name, path in found.items()
        if name not in known
    ]
    problems += [
        f"verify/Rewrites: no rewrite of the sources has the name {name}"
        for name in known
        if name not in found and not name[0].islower()
    ]
    return problems


def describe():
    stays, covered, lines = _by_name(VALUES_STAY), _by_name(COVERED_BY), []
    for name, path in sorted(find().items(), key=lambda entry: (entry[1], entry[0])):
        formulas = f"{len(FORMULAS[name])} formulas" if name in FORMULAS else f"formulas of {covered.get(name, '?')}"
        lines.append(f"{path}: {name}: {stays.get(name, formulas)}\n")
    return "".join(lines)
