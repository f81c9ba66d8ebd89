# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a shared library asks of the system and shows to it, by llvm-readelf."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Library:
    needed: frozenset[str]  # sonames
    runpath: str
    glibc: tuple[int, int]  # the newest version of a symbol
    exports: frozenset[str]  # mangled


def read(path: Path) -> Library:
    """Raises FileNotFoundError where the library or llvm-readelf is missing."""
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: build the target fusion-wheel")
    program = shutil.which("llvm-readelf-22") or shutil.which("llvm-readelf")
    if not program:
        raise FileNotFoundError("llvm-readelf is missing: it is in Debian's llvm-22")
    text = subprocess.run(
        [program, "--dynamic", "--version-info", "--dyn-symbols", "--wide", str(path)],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    versions = [(int(major), int(minor)) for major, minor in re.findall(r"Name: GLIBC_(\d+)\.(\d+)", text)]
    symbols = [line.split() for line in text.splitlines() if re.match(r"\s+\d+: [0-9a-f]{16} ", line)]
    return Library(
        needed=frozenset(re.findall(r"\(NEEDED\).*\[(.*)\]", text)),
        runpath="".join(re.findall(r"\(RUNPATH\).*\[(.*)\]", text)),
        glibc=max(versions),
        exports=frozenset(s[7].partition("@")[0] for s in symbols if len(s) > 7 and s[6] != "UND"),
    )
