# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The wheel's own rules."""

from __future__ import annotations

import sys
import unittest
import zipfile

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
