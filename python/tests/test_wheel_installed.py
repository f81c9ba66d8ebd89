# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The wheel in a fresh virtual environment, and in one process with other copies of LLVM, PyTorch's and Triton's."""

from __future__ import annotations

import itertools
import re
import shutil
import sys
import unittest
import zipfile
from pathlib import Path

import numpy

from with_wheel import ROOT, WHEEL, WheelTest, run

# What a process has loaded of the compiler.
LOADED = r"""
import re
print(*sorted(set(re.findall("/(lib(?:LLVM|MLIR|fusion)[^/\n]*)$", open("/proc/self/maps").read(), re.M))))
"""


def read_example() -> str:
    """The example in Python that README.md has."""
    found = re.search(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    assert found, "README.md has no example in Python"
    return found[1]


class Installed(WheelTest):
    """What pip makes of it."""

    python: Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        run(sys.executable, "-m", "venv", cls.folder)
        cls.python = cls.folder / "bin" / "python"
        run(cls.python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", WHEEL)
        # NumPy, which the wheel depends on, as it is installed for the Python that runs this.
        (site,) = cls.folder.glob("lib/python3*/site-packages")
        for path in Path(numpy.__file__).parents[1].glob("numpy*"):
            shutil.copytree(path, site / path.name)

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


class Beside(WheelTest):
    """In one process with other copies of LLVM."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
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
