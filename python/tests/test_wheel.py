# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The wheel's own rules."""

from __future__ import annotations

import re
import sys
import unittest
import zipfile
from pathlib import Path

from with_wheel import ROOT, WHEEL, WheelTest

sys.path.insert(0, str(ROOT / "python" / "wheel"))

import check_wheel  # noqa: E402


class Rules(WheelTest):
    def change(self, name: str, **changes: bytes) -> list[str]:
        """What is wrong with the wheel under another file name and with some files changed."""
        changed = self.folder / name
        with zipfile.ZipFile(WHEEL) as source, zipfile.ZipFile(changed, "w") as target:
            for entry in source.infolist():
                data = source.read(entry)
                for suffix, addition in changes.items():
                    data += addition if entry.filename.endswith(suffix) else b""
                target.writestr(entry, data, zipfile.ZIP_STORED)
        return list(check_wheel.check(changed))

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

    def test_broken_rules_are_found(self) -> None:
        older = WHEEL.name.replace("manylinux_2_34", "manylinux_2_28")
        problems = self.change(older, METADATA=b"more", **{"fusion.so.1": str(ROOT).encode()})
        for expected in [
            "RECORD has another hash or size of fusion_compiler",
            "RECORD has another hash or size of fusion/lib/libfusion.so.1",
            "fusion/lib/libfusion.so.1 needs glibc 2.34",
            "fusion/lib/libfusion.so.1 names the folder that it was built in",
            "the wheel has ",  # too many bytes: it is not compressed
        ]:
            self.assertTrue(any(p.startswith(expected) for p in problems), f"{expected!r} is not in {problems}")


if __name__ == "__main__":
    unittest.main()
