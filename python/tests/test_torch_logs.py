# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of what TORCH_LOGS=fusion.torch shows: graphs, regions and where their code comes from."""

import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = """
import torch
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Linear(16, 4)).eval()
run = torch.compile(model, backend="fusion")
with torch.no_grad():
    run(torch.randn(3, 8))
"""


class Logs(unittest.TestCase):
    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory(prefix="fusion-test-")
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def logged(self, logs: str) -> str:
        environment = dict(os.environ, TORCHINDUCTOR_CACHE_DIR=self.folder, XDG_CACHE_HOME=self.folder)
        environment.pop("TORCH_LOGS", None)
        if logs:
            environment["TORCH_LOGS"] = logs
        done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return done.stderr

    def test_info_says_what_became_of_the_graph(self) -> None:
        text = self.logged("fusion.torch")
        self.assertRegex(text, r"inference: \d regions?\n")
        self.assertRegex(text, r"region 0: \d+ operations \(.*addmm")
        self.assertRegex(text, r"region_[0-9a-f]{32}: compiled for cpu in \d+\.\d\d s")
        self.assertNotIn("func.func", text)
        with self.subTest("another process finds what this one kept"):
            self.assertRegex(self.logged("fusion.torch"), r"region_[0-9a-f]{32}: found in .*, where another")

    def test_debug_also_has_sources_and_kernels(self) -> None:
        text = self.logged("+fusion.torch")
        self.assertIn("source of region 0 of the inference graph:", text)
        self.assertRegex(text, r"func\.func @")
        self.assertRegex(text, r"region_[0-9a-f]{32}: kernel \w+: .*matmul")

    def test_nothing_is_said_unasked(self) -> None:
        self.assertNotIn("region_", self.logged(""))


if __name__ == "__main__":
    unittest.main()
