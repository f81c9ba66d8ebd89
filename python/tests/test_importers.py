# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of what importers of other frameworks' graphs say where a wheel or a tool of theirs is missing or fails."""

import os
import shutil
import sys
import tempfile
import unittest

from fusion import _importers


class Missing(unittest.TestCase):
    def test_a_missing_wheel_is_named_with_the_command(self) -> None:
        hidden = {name: sys.modules.get(name) for name in ("torch", "jax", "onnx")}
        path, os.environ["PATH"] = os.environ["PATH"], ""
        which, shutil.which = shutil.which, lambda *args, **kwargs: None  # type: ignore[assignment]
        try:
            for name in hidden:
                sys.modules[name] = None  # type: ignore[assignment]
            for call, command in ((lambda: _importers.from_torch(abs, ()), "pip install torch"),
                                  (lambda: _importers.from_jax(abs, ()),
                                   "pip install jax iree-base-compiler torch-mlir"),
                                  (lambda: _importers.from_onnx(b""), "pip install onnx torch-mlir"),
                                  (lambda: _importers.from_tflite(b""), "pip install tosa-converter-for-tflite")):
                with self.subTest(command=command), self.assertRaisesRegex(ImportError, command):
                    call()
        finally:
            shutil.which, os.environ["PATH"] = which, path
            for name, module in hidden.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module

    def test_options_and_files_are_looked_at_first(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            none = os.path.join(folder, "none")
            for name in ("from_onnx", "from_tflite"):
                importer = getattr(_importers, name)
                with self.assertRaisesRegex(ValueError, r"did you mean 'f32_precision'\?"):
                    importer(none, f32_precison="ieee")
                with self.assertRaisesRegex(FileNotFoundError, f"fusion.{name}: there is no file '.*none' in '/"):
                    importer(none)
                with self.assertRaisesRegex(IsADirectoryError, f"fusion.{name} expects a file, but '.*' is a folder"):
                    importer(folder)
            with self.assertRaisesRegex(TypeError, "fusion.from_tflite expects a path or bytes, got int"):
                _importers.from_tflite(1)  # type: ignore[arg-type]

    def test_a_tool_that_fails_says_what_it_said(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tosa-converter-for-tflite")
            with open(path, "w", encoding="utf-8") as file:
                file.write("#!/bin/sh\necho 'not a model' >&2; exit 3\n")
            os.chmod(path, 0o755)
            old = os.environ["PATH"]
            os.environ["PATH"] = folder + os.pathsep + old
            try:
                with self.assertRaisesRegex(RuntimeError, r"(?s)failed \(\d\): .*(not a model|flatbuffer)"):
                    _importers.from_tflite(b"nothing")
            finally:
                os.environ["PATH"] = old


if __name__ == "__main__":
    unittest.main()
