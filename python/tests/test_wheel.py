# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The wheel's own rules."""

from __future__ import annotations

import json
import re
import shutil
import sys
import unittest
import zipfile
from pathlib import Path

from with_wheel import ROOT, WHEEL, WheelTest

sys.path.insert(0, str(ROOT / "python" / "wheel"))

import check_wheel  # noqa: E402
import linked_parts  # noqa: E402


class Rules(WheelTest):
    def test_keeps_all_rules(self) -> None:
        self.assertEqual(list(check_wheel.check(WHEEL)), [])

    def test_page_has_its_sizes(self) -> None:
        page = (ROOT / "docs" / "dev" / "Wheel.md").read_text(encoding="utf-8")
        row = re.search(r"\| wheel \| (\d+) MB.*\n\| (`.*`) \| (.*) MB \|", page)
        assert row is not None
        libraries = dict(zip(re.findall(r"[\w.]+\.so[\w.]*", row[2]), re.findall(r"[\d.]+", row[3])))
        self.assertEqual(len(libraries), 3)
        self.check_size("wheel", WHEEL.stat().st_size, row[1])
        with zipfile.ZipFile(WHEEL) as wheel:
            sizes = {Path(entry.filename).name: entry.file_size for entry in wheel.infolist()}
        for name, told in libraries.items():
            self.check_size(name, sizes[name], told)

    def check_size(self, name: str, size: int, told: str) -> None:
        """A size in MB is that of the page, to its digits or to a tenth."""
        megabytes = size / 1e6
        off = max(0.1 * megabytes, 0.05 if "." in told else 0.5)
        self.assertAlmostEqual(megabytes, float(told), delta=off, msg=f"docs/dev/Wheel.md on {name}")

    def test_bill_of_materials_has_what_is_linked_in(self) -> None:
        with zipfile.ZipFile(WHEEL) as wheel:
            info = next(name for name in wheel.namelist() if name.endswith("/METADATA")).removesuffix("METADATA")
            bill = json.loads(wheel.read(f"{info}sboms/fusion-compiler.cdx.json"))
            texts = {part["name"]: wheel.read(f"{info}licenses/{part['name']}.txt") for part in bill["components"]}
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.6"))
        self.assertEqual(bill["metadata"]["component"]["version"], WHEEL.name.split("-")[1])
        self.assertEqual(list(texts), sorted(["LLVM", "MLIR", "glibc", "libgcc", "libstdc++", "zlib", "zstd"]))
        self.assertEqual(bill["dependencies"], [{"ref": "fusion-compiler", "dependsOn": list(texts)}])
        for part in bill["components"]:
            self.assertRegex(part["version"], r"^\d+(\.\d+)+$")
            self.assertRegex(part["purl"], r"^pkg:deb/\w+/[\w.+-]+@[^/:?]+\?")
            self.assertGreater(len(texts[part["name"]]), 1000)

    def test_part_without_a_licence_is_refused(self) -> None:
        lists = self.folder / "lists"
        lists.mkdir()
        (lists / "library.archives").write_text("members\textracted\tarchive\n9\t1\t/usr/bin/env\n")
        with self.assertRaisesRegex(ValueError, "coreutils is linked in, and linked_parts.py has no licence for it"):
            [linked_parts.find_part(package) for package in linked_parts.find_packages({Path("/usr/bin/env")})]
        self.assertEqual(list(linked_parts.find_archives(lists)), [Path("/usr/bin/env").resolve()])

    def test_licence_that_has_changed_is_refused(self) -> None:
        text = self.folder / "copyright"
        text.write_text("all rights reserved")
        with self.assertRaisesRegex(ValueError, "does not say 'License: Zlib'"):
            linked_parts.find_part(linked_parts.Package("zlib1g-dev", "zlib", "1", text))

    def test_wrong_archives_are_found(self) -> None:
        changed = self.folder / WHEEL.name.replace("manylinux_2_34", "manylinux_2_28")
        with zipfile.ZipFile(WHEEL) as source, zipfile.ZipFile(changed, "w") as target:
            for entry in source.infolist():
                more = b"more" if entry.filename.endswith("METADATA") else b""
                target.writestr(entry, source.read(entry) + more, zipfile.ZIP_STORED)
        self.check_found(
            list(check_wheel.check(changed)),
            "the wheel has ",  # too many bytes: it is not compressed
            "the platform is not manylinux_2_28_x86_64: ",
            "RECORD and the files differ: ",
        )

    def test_wrong_binaries_are_found(self) -> None:
        tree = self.folder / "tree"
        with zipfile.ZipFile(WHEEL) as archive:
            archive.extractall(tree)
        package = tree / "fusion"
        with (package / "bin" / "fusion-run").open("ab") as file:
            file.write(str(ROOT).encode())
        shutil.copy(package / "lib" / "libfusion_runtime.so.0", package / "_native.abi3.so")
        shutil.copy(package / "bin" / "fusion-run", package / "bin" / "fusion-walk")
        self.check_found(
            list(check_wheel.check_binaries(tree)),
            "the binaries are ['fusion/_native.abi3.so', ",
            "fusion/_native.abi3.so has the RUNPATH '$ORIGIN', not '$ORIGIN/lib'",
            "fusion/_native.abi3.so exports ",
            "fusion/bin/fusion-run names the folder that it was built in",
        )

    def check_found(self, problems: list[str], *beginnings: str) -> None:
        for beginning in beginnings:
            self.assertTrue(any(p.startswith(beginning) for p in problems), f"{beginning!r} is not in {problems}")
        self.assertEqual(len(problems), len(beginnings), problems)


if __name__ == "__main__":
    unittest.main()
