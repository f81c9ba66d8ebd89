#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What holds for every wheel, whatever is in it: check_wheel.py WHEEL. Prints a line for each rule that is broken."""

from __future__ import annotations

import base64
import csv
import hashlib
import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import elf

MAX_BYTES = 40_000_000

# Every manylinux system has these; versions of the others are old there.
SYSTEM = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libdl.so.2", "libpthread.so.0", "ld-linux-x86-64.so.2"}

# By library: where it finds the others, and the names that it may show.
LIBRARIES = {
    "fusion/_native.abi3.so": ("$ORIGIN/lib", r"PyInit__native"),
    "fusion/lib/libfusion.so.1": ("$ORIGIN", r"fusion_\w+|FUSION_1"),
    "fusion/lib/libfusion_runtime.so.0": ("$ORIGIN", r"fusion_\w+|_ZN?K?\w*6fusion\w*|_ZT[VIS]\w*6fusion\w*"),
}


def check(wheel: Path) -> Iterator[str]:
    """The rules that are broken, a sentence each."""
    size = wheel.stat().st_size
    if size > MAX_BYTES:
        yield f"the wheel has {size} bytes, of at most {MAX_BYTES}"
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
        yield from check_record(archive)
        archive.extractall(folder)
        found = {path.relative_to(folder).as_posix() for path in Path(folder).rglob("*.so*")}
        if found != set(LIBRARIES):
            yield f"the libraries are {sorted(found)}, not {sorted(LIBRARIES)}"
        for name in found & set(LIBRARIES):
            for problem in check_library(Path(folder) / name, *LIBRARIES[name], wheel.name):
                yield f"{name} {problem}"


def check_record(archive: zipfile.ZipFile) -> Iterator[str]:
    """Whether RECORD lists the files as they are."""
    (record,) = (name for name in archive.namelist() if name.endswith(".dist-info/RECORD"))
    rows = {row[0]: row[1:] for row in csv.reader(archive.read(record).decode().splitlines())}
    if set(rows) != set(archive.namelist()):
        yield f"RECORD and the archive differ in {sorted(set(rows) ^ set(archive.namelist()))}"
    for name in set(archive.namelist()) & set(rows) - {record}:
        data = archive.read(name)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        if rows[name] != [f"sha256={digest}", str(len(data))]:
            yield f"RECORD has another hash or size of {name}"


def check_library(path: Path, runpath: str, exports: str, wheel: str) -> Iterator[str]:
    """Whether a library runs where the wheel's name says, beside other copies of LLVM."""
    library = elf.read(path)
    own = {Path(name).name for name in LIBRARIES}
    if others := library.needed - SYSTEM - own:
        yield f"needs {sorted(others)}"
    promised = re.search(r"manylinux_(\d+)_(\d+)_", wheel)
    if not promised or library.glibc > (int(promised[1]), int(promised[2])):
        yield f"needs glibc {'.'.join(map(str, library.glibc))}"
    if library.runpath != runpath:
        yield f"has the RUNPATH {library.runpath!r}, not {runpath!r}"
    if strangers := [name for name in sorted(library.exports) if not re.fullmatch(exports, name)]:
        yield f"exports {len(strangers)} names more than its own, {strangers[0]} among them"
    if str(Path(__file__).resolve().parents[2]).encode() in path.read_bytes():
        yield "names the folder that it was built in"


def main() -> int:
    wheel = Path(sys.argv[1])
    problems = list(check(wheel))
    for problem in problems:
        print(f"{wheel.name}: {problem}", file=sys.stderr)
    if not problems:
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, good")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
