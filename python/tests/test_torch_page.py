# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The examples of docs/PyTorch.md run, in order, and print what the page shows."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import with_torch

with_torch.skip_without("torch")

ROOT = Path(__file__).resolve().parents[2]


class Page(unittest.TestCase):
    def test_examples(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, str(ROOT / "test/docs/run-page.py"), str(ROOT / "docs/PyTorch.md"), folder]
            done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("3 outputs", done.stdout)


if __name__ == "__main__":
    unittest.main()
