# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The interpreter ends while other threads call or compile: it does not wait for ever, and nothing crashes."""

import subprocess
import sys
import unittest

START = """
import threading, time
import numpy as np
import fusion

TEXT = '''
func.func @f(%x: tensor<?x64xf32>, %y: tensor<64x64xf32>) -> tensor<?x64xf32> {
  %0 = fusion.matmul %x, %y : (tensor<?x64xf32>, tensor<64x64xf32>) -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}
'''
x, y = np.ones((ROWS, 64), np.float32), np.ones((64, 64), np.float32)
module = fusion.compile(TEXT, target="cpu", cache="off")
started = threading.Barrier(4)

def work():
    module(x, y)
    started.wait()
    while True:
        WORK

for _ in range(3):
    threading.Thread(target=work, daemon=True).start()
started.wait()
time.sleep(0.05)
"""


class ExitTest(unittest.TestCase):
    def end(self, work: str, rows: int) -> None:
        script = START.replace("ROWS", str(rows)).replace("WORK", work)
        for _ in range(3):
            run = subprocess.run([sys.executable, "-c", script], timeout=120, capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_short_calls(self) -> None:
        self.end("module(x, y)", 500)

    def test_long_calls(self) -> None:
        self.end("module(x, y)", 50000)

    def test_compiles(self) -> None:
        self.end('fusion.compile(TEXT, target="cpu", cache="off")', 1)


if __name__ == "__main__":
    unittest.main()
