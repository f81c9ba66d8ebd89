#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What holds for every wheel, whatever is in it: check_wheel.py WHEEL. Prints a line for each rule that is broken.

It runs by the Python of tools/wheel-tools.sh, whose tools check the tag (auditwheel), the limited API (abi3audit) and
RECORD (wheel).
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from elftools.elf.elffile import ELFFile

MAX_BYTES = 40_000_000

# By file: where it finds the others, and the names that it may show.
BINARIES = {
    "fusion/_native.abi3.so": ("$ORIGIN/lib", r"PyInit__native"),
    "fusion/lib/libfusion.so.1": ("$ORIGIN", r"fusion_\w+|FUSION_1|FUSION_PROGRAMS"),
    "fusion/lib/libfusion_runtime.so.0": ("$ORIGIN", r"fusion_\w+|_ZN?K?\w*6fusion\w*|_ZT[VIS]\w*6fusion\w*"),
}
BINARIES |= {
    f"fusion/bin/fusion-{name}": ("$ORIGIN/../lib", "none")
    for name in ("bench", "cache", "compile", "lsp-server", "run", "runner")
}


def check(wheel: Path) -> Iterator[str]:
    """The rules that are broken, a sentence each."""
    size = wheel.stat().st_size
    if size > MAX_BYTES:
        yield f"the wheel has {size} bytes, of at most {MAX_BYTES}"
    tag = wheel.stem.split("-")[-1]
    if f'the following platform tag: "{tag}"' not in (told := run("auditwheel", "show", wheel)):
        yield f"the platform is not {tag}: auditwheel says {told}"
    if "0 ABI version mismatches and 0 ABI violations found" not in (told := run("abi3audit", "--summary", wheel)):
        yield f"the limited API of Python 3.10 is not enough: abi3audit says {told}"
    with tempfile.TemporaryDirectory() as folder:
        if "...OK" not in (told := run("wheel", "unpack", "--dest", folder, wheel)):
            yield f"RECORD and the files differ: {told}"
        for root in Path(folder).iterdir():
            yield from check_binaries(root)


def run(tool: str, *arguments: str | Path) -> str:
    """What a tool of tools/wheel-tools.txt says, in one line."""
    command = [sys.executable, "-m", tool, *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True)
    return " ".join((result.stdout + result.stderr).split())


def check_binaries(root: Path) -> Iterator[str]:
    """Whether libraries and programs are those of the wheel, and run beside other copies of LLVM."""
    found = {path.relative_to(root).as_posix() for path in root.rglob("*") if is_elf(path)}
    if found != set(BINARIES):
        yield f"the binaries are {sorted(found)}, not {sorted(BINARIES)}"
    for name in sorted(found & set(BINARIES)):
        for problem in check_binary(root / name, *BINARIES[name]):
            yield f"{name} {problem}"


def is_elf(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def check_binary(path: Path, runpath: str, exports: str) -> Iterator[str]:
    with path.open("rb") as file:
        elf = ELFFile(file)
        tags = [tag for tag in elf.get_section_by_name(".dynamic").iter_tags() if tag.entry.d_tag == "DT_RUNPATH"]
        symbols = elf.get_section_by_name(".dynsym").iter_symbols()
        shown = sorted(symbol.name for symbol in symbols if symbol.name and symbol["st_shndx"] != "SHN_UNDEF")
    if (told := "".join(tag.runpath for tag in tags)) != runpath:
        yield f"has the RUNPATH {told!r}, not {runpath!r}"
    if strangers := [name for name in shown if not re.fullmatch(exports, name)]:
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
