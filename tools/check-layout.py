#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows what in lib/ and include/fusion/ stands where it must not.

- Includes and links point one way (docs/dev/Architecture.md, Folders): a folder sees those to its left in ORDER.
- Nothing there sees verify/, which looks at what the compiler makes.
- A folder's headers beside its .cpp files are its own: others include what is in include/.
- Outside of lib/Families nothing is included of a family's folder; a family sees Common, and those of FAMILIES.
- Names of a family and of its instruction stand in its folder alone, and in the PLACES below.

    tools/check-layout.py [ROOT]      exits 1 where there is something, a line each
"""

import argparse
import os
import pathlib
import re
import sys

# Folders of one entry do not see each other.
ORDER = ["Support", "Dialect", "Analysis", "Schedule", "Families", "Transforms", "Conversion", "Target", "Pipelines",
         "InitAll", "Driver", "CAPI Bench"]
RANK = {folder: rank for rank, folders in enumerate(ORDER) for folder in folders.split()}
# Beside the order: the interpreter, which shares no code with the compiler, and the runtime library, which knows
# neither MLIR nor LLVM. Folders from the Driver on use both.
SEES = {"Reference": ("Support", "Dialect"), "Runtime": ()}
# Headers for everyone: the version and the format of modules.
FOR_ALL = ("fusion/Version.h", "fusion/Runtime/ABI.h")

# What a family sees of others, beside Common. Async and Product are none: asynchronous instructions and copies, and the
# parts of a product's kernel. SM90 falls back to the variants of SM80; attention has its products.
FAMILIES = {"Product": ("Async",), "SM80": ("Async", "Product"), "SM90": ("Async", "Product", "SM80"),
            "Attention": ("Async", "Product", "SM80", "SM90")}
FAMILY_LIST = "RegisterFamilies"  # names them all

WORDS = re.compile(r"SM80|SM90|sm80|sm90|wgmma")
# Below lib/ and include/fusion/, the words that may stand there, and why.
PLACES = {
    "Families/SM80/": ("SM80|sm80", "its own folder"),
    "Families/SM90/": (".*", "its own folder; its last variant is one of SM80"),
    "Families/Attention/": ("SM80|SM90|sm80|sm90|wgmma", "its products are those of SM80 or SM90"),
    "Families/CMakeLists.txt": ("SM80|SM90", "the list of the families"),
    "Families/RegisterFamilies": ("SM80|SM90", "the list of the families"),
    "Support/ChipTable": (".*", "a chip's row names its families and what it can"),
    "Target/PTX/": ("wgmma", "prints the instructions"),
    "Runtime/Cubin": ("wgmma", "instructions by their names in PTX text and in messages of assemblers"),
}


SUFFIXES = (".cpp", ".h", ".td", ".def", ".in")


def files(root):
    for top in ("lib", "include/fusion"):
        for path in sorted((root / top).rglob("*")):
            if path.is_file() and (path.suffix in SUFFIXES or path.name == "CMakeLists.txt"):
                yield path, path.relative_to(root / top).as_posix()


def may_see(folder, other):
    if folder == other:
        return True
    if folder in SEES:
        return other in SEES[folder]
    if other in SEES:
        return RANK[folder] >= RANK["Driver"]
    return RANK[other] < RANK[folder]


def family_of(place):
    parts = place.split("/")
    return parts[1] if parts[0] == "Families" and len(parts) > 2 else None


def check_seen(place, other):
    """Nothing if the file at `place` may see what is at `other`, both below lib or include/fusion; else why not."""
    folder, seen = place.split("/")[0].removesuffix(".h"), other.split("/")[0].removesuffix(".h")
    for name in (folder, seen):
        if name not in RANK and name not in SEES:
            return f"{name} has no place in the order"
    if not may_see(folder, seen):
        return f"{folder} must not see {seen}"
    own, family = family_of(place), family_of(other)
    if family in (None, "Common", own) or FAMILY_LIST in place or place == "Families/CMakeLists.txt":
        return None
    if own is None or family not in FAMILIES.get(own, ()):
        return f"{'/'.join(place.split('/')[:-1])} must not see Families/{family}"
    return None


def check_includes(path, place, lines, root):
    for number, line in enumerate(lines, 1):
        include = re.match(r'#?include "([^"]+)"', line)
        if not include or include[1] in FOR_ALL:
            continue
        if include[1].startswith("verify/"):
            problem = f"{place.split('/')[0]} must not see verify"
        elif include[1].startswith("fusion/"):
            problem = check_seen(place, include[1].removeprefix("fusion/"))
        else:
            target = os.path.relpath(os.path.normpath(path.parent / include[1]), root)
            if not target.startswith("lib/"):
                continue
            problem = check_seen(place, target.removeprefix("lib/"))
            mine, other = family_of(place) or place.split("/")[0], target.removeprefix("lib/")
            if not problem and mine != (family_of(other) or other.split("/")[0]):
                problem = f"{include[1]} is a private header of another folder"
        if problem:
            yield number, problem


def check_links(place, lines, libraries, verifiers):
    for number, line in enumerate(lines, 1):
        for name in re.findall(r"\bFusion\w+", line.split("#")[0]):
            problem = check_seen(place, libraries[name]) if name in libraries else None
            if name in verifiers:
                problem = f"{place.split('/')[0]} must not see verify"
            if problem:
                yield number, f"{problem}: it links {name}"


def check_words(place, lines):
    allowed = next((re.compile(words) for prefix, (words, _) in PLACES.items() if place.startswith(prefix)), None)
    in_example = False
    for number, line in enumerate([place] + lines):
        if place.endswith(".td") and line.strip().startswith("```"):
            in_example = not in_example
        for word in WORDS.findall(line):
            if not in_example and not (allowed and allowed.fullmatch(word)):
                yield number, f"'{word}' does not belong here"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).resolve().parent.parent, type=pathlib.Path)
    root = parser.parse_args().root.resolve()
    texts = [(path, place, path.read_text(encoding="utf-8").splitlines()) for path, place in files(root)]
    libraries = {name: place for path, place, lines in texts if path.name == "CMakeLists.txt"
                 for name in re.findall(r"fusion_library\((\w+)", "\n".join(lines))}
    verifiers = {name for path in (root / "verify").rglob("CMakeLists.txt")
                 for name in re.findall(r"add_library\((\w+)", path.read_text(encoding="utf-8"))}
    count = 0
    for path, place, lines in texts:
        links = path.name == "CMakeLists.txt" and path.is_relative_to(root / "lib") and "/" in place
        found = check_links(place, lines, libraries, verifiers) if links else check_includes(path, place, lines, root)
        for number, problem in [*found, *check_words(place, lines)]:
            print(f"{path.relative_to(root)}:{number}: {problem}")
            count += 1
    print(f"{len(texts)} files, {count} problems")
    return 1 if count or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
