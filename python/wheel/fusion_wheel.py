#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs the wheel: fusion_wheel.py BUILD OUTPUT. Also the build backend (PEP 517) of python/pyproject.toml.

Takes the libraries that the target fusion-wheel left in BUILD/wheel, the sources of python/fusion and the fields of
python/pyproject.toml, and prints the path of the wheel. The same inputs give the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import elf

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "python" / "fusion"
LIBRARIES = ("_native.abi3.so", "lib/libfusion.so.1", "lib/libfusion_runtime.so.0")

# What is linked in, by the Debian package whose copyright file goes along.
LICENSED = {"LLVM": "llvm-22-dev", "zlib": "zlib1g-dev", "zstd": "libzstd-dev", "libstdc++": "libstdc++-12-dev"}


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    """The hook of PEP 517: needs a build of tools/setup.sh, in which it links the libraries."""
    build = ROOT / "build"
    if not (build / "build.ninja").exists():
        raise SystemExit(f"{build} is not configured: run tools/setup.sh first")
    subprocess.run(["cmake", "--build", str(build), "--target", "fusion-wheel"], check=True)
    return pack(build / "wheel", Path(wheel_directory)).name


def pack(libraries: Path, output: Path) -> Path:
    """Writes the wheel into the folder `output` in place of one of the same version; returns its path."""
    project = tomllib.loads((ROOT / "python" / "pyproject.toml").read_text())["project"]
    name = f"{project['name'].replace('-', '_')}-{read_version()}"
    tag = f"cp310-abi3-{find_platform(libraries)}"
    files = {f"fusion/{path}": data for path, data in read_package(libraries)}
    info = f"{name}.dist-info"
    files |= {f"{info}/{path}": data for path, data in describe(project, tag)}
    files[f"{info}/RECORD"] = make_record(files, f"{info}/RECORD")

    output.mkdir(parents=True, exist_ok=True)
    wheel = output / f"{name}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path)  # of 1980: the same bytes at any time
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if ".so" in path else 0o100644) << 16
            archive.writestr(entry, data)
    return wheel


def read_version() -> str:
    """The version of the CMake project."""
    found = re.search(r"project\(Fusion VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert found, "CMakeLists.txt names no version"
    return found[1]


def find_platform(libraries: Path) -> str:
    """The platform tag (PEP 600): what the newest function that is called needs of glibc."""
    major, minor = max(elf.read(libraries / name).glibc for name in LIBRARIES)
    return f"manylinux_{major}_{minor}_x86_64"


def read_package(libraries: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the package, by their path in it."""
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in (".py", ".pyi") or path.name == "py.typed":
            yield path.relative_to(PACKAGE).as_posix(), path.read_bytes()
    for name in LIBRARIES:
        yield name, (libraries / name).read_bytes()


def describe(project: dict[str, Any], tag: str) -> Iterator[tuple[str, bytes]]:
    """The files of the dist-info folder but RECORD."""
    licences = {"Fusion": ROOT / "LICENSE"}
    licences |= {part: Path("/usr/share/doc") / package / "copyright" for part, package in LICENSED.items()}
    fields = [
        ("Metadata-Version", "2.4"),
        ("Name", project["name"]),
        ("Version", read_version()),
        ("Summary", project["description"]),
        ("Keywords", ",".join(project["keywords"])),
        ("License-Expression", project["license"]),
        *(("License-File", f"{part}.txt") for part in licences),
        *(("Classifier", text) for text in project["classifiers"]),
        ("Requires-Python", project["requires-python"]),
        *(("Requires-Dist", text) for text in project["dependencies"]),
    ]
    for extra, needed in project["optional-dependencies"].items():
        fields.append(("Provides-Extra", extra))
        fields += [("Requires-Dist", f'{text}; extra == "{extra}"') for text in needed]
    fields.append(("Description-Content-Type", "text/markdown"))
    description = (ROOT / "python" / project["readme"]).read_text()
    yield "METADATA", ("".join(f"{key}: {value}\n" for key, value in fields) + "\n" + description).encode()
    yield "WHEEL", f"Wheel-Version: 1.0\nGenerator: fusion_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items()), ""]
    yield "entry_points.txt", "\n".join(lines).encode()
    for part, path in licences.items():
        yield f"licenses/{part}.txt", path.read_bytes()


def make_record(files: dict[str, bytes], own: str) -> bytes:
    """The list of files with their hashes and sizes."""
    lines = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{own},,\n"]).encode()


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]) / "wheel", Path(sys.argv[2])))
