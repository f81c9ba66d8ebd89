# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the sources of the build that measures: a copy where FUSION_SEEDED_FAULT chooses between right and wrong."""

import pathlib
import re

from faults.source import Source, squeeze
from faults.table import locate_all

HELPER = pathlib.Path(__file__).with_name("SeededFault.h.in")
# Of a checkout, what is no source.
LEFT_OUT = re.compile(r"build.*|install|\.git|\.gpu|\.venv|\.cuda|\.cache|__pycache__")


# Strings and what stands in brackets, innermost first; what no expression has outside them, at its begin, at its end.
WHOLE = re.compile(r'"(\\.|[^"\\])*"|\([^()]*\)|\[[^][]*\]|\{[^{}]*\}|<[\w:,*&]*>')
HALF = re.compile(r"[][(){},]|^([.?/%=|]|&&|->|:(?!:))|[.?:/%=|&<!~]$")


def is_part(text):
    """Whether a text without white space is surely not all of one expression."""
    while text != (outer := WHOLE.sub("_", text)):
        text = outer
    return not text or HALF.search(text)


def switch(name, right, wrong):
    """The code that chooses between the texts `right`, of the file, and `wrong`, of the table. Raises ValueError where
    none can."""
    live, key, other = f'seeded("{name}")', squeeze(right), squeeze(wrong)
    if "//" not in wrong:
        wrong = wrong.strip().replace("\n", " ")  # the lines of the file keep their numbers
    # What only adds statements leaves the right text alone: it may be a declaration, or the begin of a statement.
    added = Source(wrong)
    if key and other.endswith(key) and other[: -len(key)].endswith((";", "}")):
        return f"if ({live}) {{ {wrong[: added.offsets[len(other) - len(key)]]}}} {right}"
    if other.startswith(key) and key.endswith((";", "{", "}")):
        return f"{right} if ({live}) {{ {wrong[added.offsets[len(key)] :]} }}"
    if re.search(r";\}*$", key) and not key.startswith("["):  # a lambda ends in this way too
        return f"{{ if ({live}) {{ {wrong} }} else {{ {right} }} }}"
    if re.match(r"(if|for|while|return)\b", key):
        raise ValueError(f"{name}: 'right' begins like a statement and is none; take its expression")
    if any(is_part(text) for text in (key, other)):
        raise ValueError(f"{name}: 'right' or 'wrong' is a part of an expression; take all of one")
    if other in ("true", "false"):  # a condition: the right one may be of any type that is one
        return f"({live} ? {other} : static_cast<bool>({right}))"
    return f"({live} ? ({wrong}) : ({right}))"


def switched(text, places):
    """A file's text with a switch at each of its places."""
    for begin, end, fault, place in reversed(places):
        text = text[:begin] + switch(fault.name, text[begin:end], place.wrong) + text[end:]
    return text


def check_switches(root, located):
    """What is wrong with the places that have been found: nothing chooses between their texts."""
    for file, places in located.items():
        text = (root / file).read_text(encoding="utf-8")
        for begin, end, fault, place in places:
            try:
                switch(fault.name, text[begin:end], place.wrong)
            except ValueError as error:
                yield str(error)


def write_changed(path, data):
    """Leaves the time of a file that is as it should be: it is not compiled again."""
    if not path.exists() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def sources(root, folder=pathlib.Path()):
    for path in sorted((root / folder).iterdir()):
        if LEFT_OUT.fullmatch(path.name) and (not folder.parts or path.name == "__pycache__"):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from sources(root, folder / path.name)
        elif path.is_file():
            yield folder / path.name


def write_copy(root, target, faults):
    """Copies the checkout `root` to `target`, with a switch at each place of a fault; returns what is wrong."""
    located, problems = locate_all(root, faults)
    problems += check_switches(root, located)
    if problems:
        return problems
    helper, names = target / "tools/faults/SeededFault.h", target / "tools/faults/names.txt"
    made = {names: "".join(f"{fault.name}\n" for fault in faults).encode(),
            helper: HELPER.read_bytes().replace(b"@NAMES@", str(names).encode())}  # fmt: skip
    copied = set(made)
    for path, data in made.items():
        write_changed(path, data)
    for file in sources(root):
        data = (root / file).read_bytes()
        if places := located.get(file.as_posix()):
            data = f'#include "{helper}"\n#line 1\n{switched(data.decode(), places)}'.encode()
        write_changed(target / file, data)
        (target / file).chmod((root / file).stat().st_mode)
        copied.add(target / file)
    for file in sources(target):
        if target / file not in copied:
            (target / file).unlink()
    return []
