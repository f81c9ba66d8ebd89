# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Every public function and class has an example in its docstring, which runs: test_docstrings.py [PACKAGE...].

Without packages, all of `fusion` that NumPy alone can run; "importers" is what runs with other frameworks.
"""

import doctest
import importlib
import inspect
import sys
import unittest
import warnings
from typing import Any

import numpy as np

import fusion

IMPORTERS = ("from_jax", "from_onnx", "from_tflite", "from_torch")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def public(package: Any) -> dict[str, Any]:
    """The functions and classes of a package by their full names."""
    objects = {f"{package.__name__}.{name}": getattr(package, name) for name in package.__all__}
    return {name: value for name, value in objects.items() if inspect.isclass(value) or inspect.isroutine(value)}


def chosen(packages: list[str]) -> dict[str, Any]:
    """What the examples of are run, by the names of packages."""
    found = {}
    importers = {f"fusion.{name}" for name in IMPORTERS}
    for package in packages or ["fusion"]:
        objects = public(fusion if package == "importers" else importlib.import_module(package))
        found |= {name: value for name, value in objects.items() if (name in importers) is (package == "importers")}
    return found


class DocstringsTest(unittest.TestCase):
    packages: list[str] = []

    def test_examples(self) -> None:
        for name, value in chosen(self.packages).items():
            with self.subTest(name), warnings.catch_warnings():
                names = {"fusion": fusion, "np": np, "torch": sys.modules.get("torch")}
                example = doctest.DocTestParser().get_doctest(inspect.getdoc(value) or "", names, name, None, None)
                self.assertTrue(example.examples, "there is no example")
                told: list[str] = []
                doctest.DocTestRunner(verbose=False, optionflags=FLAGS).run(example, out=told.append)
                self.assertFalse(told, "".join(told))

    def test_an_example_that_is_wrong_is_found(self) -> None:
        text = ">>> fusion.f32.bits\n31\n"
        example = doctest.DocTestParser().get_doctest(text, {"fusion": fusion}, "wrong", None, None)
        told: list[str] = []
        doctest.DocTestRunner(verbose=False, optionflags=FLAGS).run(example, out=told.append)
        self.assertIn("Expected:\n    31\nGot:\n    32", "".join(told))


if __name__ == "__main__":
    DocstringsTest.packages = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
