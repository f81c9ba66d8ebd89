# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The wheel's programs, which pip puts on the path, are those of the build, which FUSION_TOOLS names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from with_wheel import ROOT, WHEEL, WheelTest, run

GRAPH = ROOT / "test" / "Examples" / "ffn.mlir"
BUILD = Path(os.environ["FUSION_TOOLS"])
NAMES = ["fusion-bench", "fusion-cache", "fusion-compile", "fusion-lsp-server", "fusion-run", "fusion-runner"]


class Programs(WheelTest):
    """Installed without NumPy, which the package needs and they do not."""

    programs: Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        run(sys.executable, "-m", "venv", cls.folder)
        cls.programs = cls.folder / "bin"
        run(cls.programs / "python", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", WHEEL)

    def call(self, folder: Path, name: str, *arguments: str, **options: object) -> tuple[int, bytes, bytes]:
        """The status, output and messages of a program in one of the two folders."""
        command = [str(folder / name), *arguments]
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "FUSION_CACHE": "off"}
        result = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, **options)
        return result.returncode, result.stdout, result.stderr

    def check_same(self, name: str, *arguments: str, **options: object) -> tuple[int, bytes, bytes]:
        """Checks that both programs answer the same, and returns what they do."""
        installed = self.call(self.programs, name, *arguments, **options)
        self.assertEqual(installed, self.call(BUILD, name, *arguments, **options), (name, arguments))
        return installed

    def test_all_are_on_the_path(self) -> None:
        self.assertEqual(sorted(path.name for path in self.programs.glob("fusion-*")), NAMES)

    def test_have_the_help_of_the_build(self) -> None:
        for name in NAMES:
            status, text, _ = self.check_same(name, "--help")
            self.assertEqual(status, 0)
            self.assertIn(name.encode(), text)

    def test_have_the_version_of_the_project_and_of_the_wheel(self) -> None:
        found = re.search(r"project\(Fusion VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
        assert found is not None
        self.assertTrue(WHEEL.name.startswith(f"fusion_compiler-{found[1]}-"), WHEEL.name)
        for name in NAMES:
            _, text, _ = self.call(self.programs, name, "--version")
            self.assertEqual(text.decode().splitlines()[0], f"{name} {found[1]}")

    def test_refuse_what_they_do_not_know(self) -> None:
        for name in set(NAMES) - {"fusion-lsp-server"}:  # which guesses among LLVM's options, others in each library
            status, _, messages = self.check_same(name, "--nonsense")
            self.assertEqual(status, 2)
            self.assertIn(b"--nonsense", messages)
        self.assertEqual(self.call(self.programs, "fusion-lsp-server", "--nonsense")[0], 1)
        self.assertEqual(self.check_same("fusion-compile", "missing.mlir")[0], 1)

    def test_compile_to_the_ptx_of_the_build(self) -> None:
        _, text, _ = self.check_same("fusion-compile", str(GRAPH), "--target=sm_90a", "--emit=ptx")
        self.assertIn(b"wgmma.mma_async", text)

    def test_read_standard_input(self) -> None:
        _, text, _ = self.check_same("fusion-compile", "-", "--explain", input=GRAPH.read_bytes())
        self.assertIn(b"kernels: ", text)

    def test_arguments_are_bytes(self) -> None:
        name = os.fsencode(self.folder) + b"/\xff graph.mlir"
        Path(os.fsdecode(name)).write_bytes(GRAPH.read_bytes())
        _, text, _ = self.check_same("fusion-compile", os.fsdecode(name), "--explain")
        self.assertIn(b"kernels: ", text)

    def test_run_and_verify(self) -> None:
        arguments = [str(GRAPH), "--device=cpu", "--random=1", "--verify"]
        status, text, messages = self.call(self.programs, "fusion-run", *arguments)
        self.assertEqual(status, 0, messages)
        self.assertIn(b"verify output 0: good", text + messages)

    def test_signals_are_those_that_a_shell_leaves(self) -> None:
        """Python ignores some, which programs inherit that it becomes."""
        answers = []
        for folder in (self.programs, BUILD):
            command = [folder / "fusion-lsp-server"]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as p:
                while os.path.basename(os.readlink(f"/proc/{p.pid}/exe")) != "fusion-lsp-server":
                    self.assertIsNone(p.poll())
                status = Path(f"/proc/{p.pid}/status").read_text(encoding="utf-8")
                answers.append(re.findall(r"^SigIgn:.*", status, re.M))
                p.kill()
        self.assertEqual(answers[0], answers[1])


if __name__ == "__main__":
    unittest.main()
