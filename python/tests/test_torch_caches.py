# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of PyTorch's caches on disk: what another process compiled is found, and is called with what it needs."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest

# Prints: hits of AOTAutograd's cache, kinds of the report, warnings of ours; and checks the results.
PROGRAM = """
import sys, warnings
import torch
from torch._dynamo.utils import counters
import fusion.torch

backend, precision, options = sys.argv[1], sys.argv[2], eval(sys.argv[3])
torch.set_float32_matmul_precision(precision)
torch.manual_seed(0)
# Products alone, of which Inductor makes no C++, which would take long.
model = torch.nn.Sequential(torch.nn.Linear(8, 16, bias=False), torch.nn.Linear(16, 4, bias=False))
x = torch.randn(3, 8)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    run = torch.compile(model, backend=backend, options=options or None)
    run(x).backward(torch.ones(3, 4))
found = [p.grad.clone() for p in model.parameters()]
model.zero_grad()
expected = model(x)
expected.backward(torch.ones(3, 4))
torch.testing.assert_close(run(x), expected)
for gradient, p in zip(found, model.parameters()):
    torch.testing.assert_close(gradient, p.grad)
told = [str(w.message) for w in caught if "usion" in w.category.__name__]
print(counters["aot_autograd"]["autograd_cache_hit"], sorted(g["kind"] for g in fusion.torch.report().data), told)
"""


class Caches(unittest.TestCase):
    def run_once(self, backend: str = "fusion", precision: str = "highest", options: str = "{}") -> str:
        environment = dict(os.environ, TORCHINDUCTOR_CACHE_DIR=self.folder, XDG_CACHE_HOME=self.folder)
        done = subprocess.run([sys.executable, "-c", PROGRAM, backend, precision, options], env=environment,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return done.stdout.strip()

    def setUp(self) -> None:
        holder = tempfile.TemporaryDirectory(prefix="fusion-test-")
        self.addCleanup(holder.cleanup)
        self.folder = holder.name

    def test_another_process_finds_graphs_and_their_regions(self) -> None:
        made, loaded = "0 ['backward', 'forward'] []", "1 ['cached', 'cached'] []"
        self.assertEqual(self.run_once(), made)
        self.assertEqual(self.run_once(), loaded)
        with self.subTest("a graph of Inductor alone is another"):
            self.assertEqual(self.run_once("inductor"), "0 [] []")
        with self.subTest("other options and settings have other graphs"):
            self.assertEqual(self.run_once(precision="high", options="{'numerics': 'strict'}"), made)
        with self.subTest("regions that are gone are made again"):
            shutil.rmtree(os.path.join(self.folder, "fusion"))
            self.assertEqual(self.run_once(), made)


if __name__ == "__main__":
    unittest.main()
