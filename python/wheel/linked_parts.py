#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is linked into the wheel's libraries from elsewhere: linked_parts.py VERSION ARCHIVES OUTPUT.

Reads the lists that the linker left in the folder ARCHIVES (--print-archive-stats) and asks Debian whose the archives
are. Writes OUTPUT/licenses/PART.txt, and all parts as OUTPUT/sboms/fusion-compiler.cdx.json (CycloneDX; PEP 770). An
archive of a package that PARTS does not have is an error, as is a licence that has changed.
"""

from __future__ import annotations

import csv
import json
import platform
import re
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Part:
    name: str
    licence: str  # an SPDX expression
    told: str  # how Debian's copyright file begins to say so


# By package, without the version in its name.
PARTS = {
    "llvm-dev": Part("LLVM", "Apache-2.0 WITH LLVM-exception", "License: APACHE-2-LLVM-EXCEPTIONS"),
    "libmlir-dev": Part("MLIR", "Apache-2.0 WITH LLVM-exception", "License: APACHE-2-LLVM-EXCEPTIONS"),
    "zlib1g-dev": Part("zlib", "Zlib", "License: Zlib"),
    "libzstd-dev": Part("zstd", "BSD-3-Clause OR GPL-2.0-only", "License: BSD-3-clause or GPL-2"),
    "libstdc++-dev": Part("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1", "with version 3.1 of the GCC"),
    "libgcc-dev": Part("libgcc", "GPL-3.0-or-later WITH GCC-exception-3.1", "with version 3.1 of the GCC"),
    "libc6-dev": Part("glibc", "LGPL-2.1-or-later", "GNU Lesser General Public"),
}


@dataclass(frozen=True)
class Package:
    name: str
    source: str
    version: str
    copyright: Path


def find_archives(lists: Path) -> Iterator[Path]:
    """The archives of which a library took members, but those of the compiler itself."""
    build = lists.resolve().parent
    files = sorted(lists.glob("*.archives"))
    if not files:
        raise FileNotFoundError(f"{lists} has no lists of archives: build the target fusion-wheel")
    for file in files:
        with file.open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows, delimiter="\t"):
                path = (build / row["archive"]).resolve()
                if int(row["extracted"]) and build not in path.parents:
                    yield path


def find_packages(archives: set[Path]) -> Iterator[Package]:
    """The Debian packages that archives are from, once each."""
    lines = query("dpkg-query", "--search", *map(str, sorted(archives))).splitlines()
    if len(lines) != len(archives):
        raise ValueError(f"{len(archives)} archives are in {len(lines)} packages")
    for name in sorted({line.partition(":")[0] for line in lines}):
        shown = query("dpkg-query", "--show", "--showformat=${source:Package} ${Version}\n", name)
        source, version = shown.splitlines()[0].split()
        yield Package(name, source, version, Path("/usr/share/doc") / name / "copyright")


def query(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def find_part(package: Package) -> Part:
    part = PARTS.get(re.sub(r"-\d+-dev$", "-dev", package.name))
    if not part:
        raise ValueError(f"{package.name} is linked in, and {Path(__file__).name} has no licence for it")
    if part.told not in package.copyright.read_text(encoding="utf-8"):
        raise ValueError(f"{package.copyright} does not say {part.told!r}")
    return part


def describe(package: Package, part: Part) -> dict[str, object]:
    """A component of CycloneDX."""
    system = platform.freedesktop_os_release()
    version = urllib.parse.quote(package.version, safe="")
    distribution = f"{system['ID']}-{system['VERSION_ID']}"
    upstream = re.sub(r"^\d+:|\.?\+?dfsg.*$|-[^-]*$", "", package.version)
    return {
        "type": "library",
        "bom-ref": part.name,
        "name": part.name,
        "version": upstream,
        "licenses": [{"expression": part.licence}],
        "purl": f"pkg:deb/{system['ID']}/{package.source}@{version}?arch=source&distro={distribution}",
    }


def make_bill(version: str, components: list[dict[str, object]]) -> dict[str, object]:
    own = {
        "type": "library",
        "bom-ref": "fusion-compiler",
        "name": "fusion-compiler",
        "version": version,
        "licenses": [{"expression": "Apache-2.0 WITH LLVM-exception"}],
        "purl": f"pkg:pypi/fusion-compiler@{version}",
    }
    references = [str(component["bom-ref"]) for component in components]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": components,
        "dependencies": [{"ref": "fusion-compiler", "dependsOn": references}],
    }


def main() -> None:
    version, lists, output = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    parts = {find_part(package): package for package in find_packages(set(find_archives(lists)))}
    for folder in ("licenses", "sboms"):
        (output / folder).mkdir(parents=True, exist_ok=True)
    for part, package in parts.items():
        (output / "licenses" / f"{part.name}.txt").write_bytes(package.copyright.read_bytes())
    bill = make_bill(version, [describe(parts[part], part) for part in sorted(parts, key=lambda part: part.name)])
    (output / "sboms" / "fusion-compiler.cdx.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
