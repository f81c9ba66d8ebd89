# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What tests of the wheel share. FUSION_WHEEL names the folder in which tools/wheel.sh put it."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
(WHEEL,) = Path(os.environ["FUSION_WHEEL"]).glob("fusion_compiler-*.whl")


def run(*command: str | Path, **environment: str) -> str:
    """What a command prints, run in an empty folder with nothing but `environment`."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PATH": "/usr/bin:/bin", "HOME": folder, "FUSION_CACHE": "off"} | environment
        result = subprocess.run(
            [str(part) for part in command], cwd=folder, env=environment, capture_output=True, text=True
        )
    if result.returncode:
        raise AssertionError(f"{command} gave {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout


class WheelTest(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
