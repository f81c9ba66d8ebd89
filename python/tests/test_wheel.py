# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The wheel, in a fresh virtual environment and beside PyTorch and Triton.

FUSION_WHEEL names the folder in which tools/wheel.sh put it; without it all tests are skipped.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "wheel"))

import check_wheel  # noqa: E402

WHEEL = next(iter(Path(os.environ.get("FUSION_WHEEL") or os.devnull).glob("fusion_compiler-*.whl")), Path())

# What a process has loaded of the compiler.
LOADED = r"""
import re
print(*sorted(set(re.findall("/(lib(?:LLVM|MLIR|fusion)[^/\n]*)$", open("/proc/self/maps").read(), re.M))))
"""


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


def read_example() -> str:
    """The example in Python that README.md has."""
    found = re.search(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    assert found, "README.md has no example in Python"
    return found[1]


@unittest.skipUnless(WHEEL.suffix == ".whl", "FUSION_WHEEL names no folder with a wheel")
class WheelTest(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)


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


class Installed(WheelTest):
    """What pip makes of it."""

    python: Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        if importlib.util.find_spec("ensurepip") is None:
            raise unittest.SkipTest("Python's venv is not installed (Debian's python3-venv)")
        run(sys.executable, "-m", "venv", cls.folder)
        cls.python = cls.folder / "bin" / "python"
        cls.pip("--no-index", "--no-deps", WHEEL)
        cls.pip_or_skip("numpy")

    @classmethod
    def pip(cls, *arguments: str | Path) -> None:
        kept = {name: value for name, value in os.environ.items() if re.match("PIP_|HOME$|https?_proxy$|SSL_", name)}
        run(cls.python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *arguments, **kept)

    @classmethod
    def pip_or_skip(cls, package: str) -> None:
        try:
            cls.pip("--retries=1", "--timeout=15", "--only-binary=:all:", package)
        except AssertionError as error:
            raise unittest.SkipTest(f"pip's index is not reachable, or has no {package}: {str(error)[-300:]}") from error

    def test_example_of_the_readme(self) -> None:
        lines = run(self.python, "-c", read_example() + LOADED).splitlines()
        self.assertIn("1 kernel", "\n".join(lines))
        self.assertEqual(lines[-1], "libfusion.so.1 libfusion_runtime.so.0")

    def test_is_typed_and_complete(self) -> None:
        source = {path.relative_to(ROOT / "python") for path in (ROOT / "python" / "fusion").rglob("*.py*")}
        source = {path for path in source if path.suffix in (".py", ".pyi")}
        (site,) = self.folder.glob("lib/python3*/site-packages")
        installed = {path.relative_to(site) for path in (site / "fusion").rglob("*.py*")}
        self.assertLessEqual(source | {Path("fusion/py.typed")}, installed | {Path("fusion/py.typed")})
        self.assertTrue((site / "fusion" / "py.typed").exists())
        self.assertTrue(list(site.glob("fusion_compiler-*.dist-info/licenses/LLVM.txt")))

    def test_pip_finds_nothing_missing(self) -> None:
        self.assertIn("No broken requirements", run(self.python, "-m", "pip", "check"))

    def test_entry_point_of_torch_compile(self) -> None:
        text = "from importlib.metadata import entry_points as e\nprint(*e(group='torch_dynamo_backends'))"
        self.assertIn("'fusion.torch:backend'", run(self.python, "-c", text))

    def test_auditwheel_gives_the_same_tag(self) -> None:
        self.pip_or_skip("auditwheel")
        text = " ".join(run(self.folder / "bin" / "auditwheel", "show", WHEEL).split())
        tag = WHEEL.stem.split("-")[-1]
        self.assertIn(f'consistent with the following platform tag: "{tag}"', text)


class Beside(WheelTest):
    """In one process with other copies of LLVM. Needs PyTorch and Triton for the Python that runs this."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        if not all(importlib.util.find_spec(name) for name in ("torch", "triton")):
            raise unittest.SkipTest("PyTorch and Triton are not installed")
        with zipfile.ZipFile(WHEEL) as archive:
            archive.extractall(cls.folder)

    def run_beside(self, text: str) -> str:
        check = f"import fusion; assert fusion.__file__.startswith({str(self.folder)!r}), fusion.__file__\n"
        return run(sys.executable, "-c", text + check, PYTHONPATH=str(self.folder))

    def test_pytorch_and_triton_in_any_order(self) -> None:
        for order in itertools.permutations(["fusion", "torch", "triton"]):
            with self.subTest(order=order):
                imports = "".join(f"import {name}\n" for name in order)
                self.assertIn("[3.0, 0.0]", self.run_beside(imports + USES_ALL))

    def test_torch_compile_finds_the_backend(self) -> None:
        self.assertIn("torch.float32 1 region", self.run_beside(COMPILES))


USES_ALL = """
from triton._C import libtriton
libtriton.ir.context()
text = '''func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = fusion.relu %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}'''
y = fusion.compile(text, target="cpu")(torch.tensor([3.0, -1.0]))
print(torch.nn.functional.relu(y).tolist())
"""

COMPILES = """
import torch
model = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU())
x = torch.randn(2, 8)
with torch.inference_mode():
    y = torch.compile(model, backend="fusion", options={"fallback": "error"})(x)
    torch.testing.assert_close(y, model(x))
import fusion.torch
print(y.dtype, "1 region" if "1 region" in str(fusion.torch.report()) else fusion.torch.report())
"""


if __name__ == "__main__":
    unittest.main()
