# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The examples of pages that use PyTorch run, in order, and print what the page shows."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import with_torch  # noqa: F401  # caches are the tests' own

ROOT = Path(__file__).resolve().parents[2]


class Page(unittest.TestCase):
    def check(self, page: str, outputs: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, str(ROOT / "test/docs/run-page.py"), str(ROOT / page), folder]
            done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(f"{outputs} outputs", done.stdout)

    def test_backend(self) -> None:
        self.check("docs/PyTorch.md", 3)

    def test_several_devices(self) -> None:
        self.check("docs/Distributed.md", 0)

    def test_narrow_weights(self) -> None:
        self.check("docs/NarrowWeights.md", 1)


if __name__ == "__main__":
    unittest.main()
