# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of from_torch, from_onnx, from_jax and from_tflite. Routes whose wheels are missing are skipped, with the reason."""

import importlib.util
import os
import shutil
import sys
import tempfile
import unittest
from typing import Any

import numpy as np

from fusion import _importers


def needs(*names: str) -> Any:
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"{', '.join(missing)} not installed")


class Torch(unittest.TestCase):
    @needs("torch")
    def test_a_model_with_weights(self) -> None:
        import torch

        torch.manual_seed(0)
        model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(), torch.nn.Linear(16, 4)).eval()
        x = torch.randn(3, 8)
        imported = _importers.from_torch(model, (x,), target="cpu")
        with torch.no_grad():
            torch.testing.assert_close(imported(x), model(x))
            model[0].weight.mul_(2)
            torch.testing.assert_close(imported(x), model(x))  # weights are inputs, not copies

    @needs("torch")
    def test_sizes_that_differ_and_structured_arguments(self) -> None:
        import torch

        def function(pair: tuple[torch.Tensor, torch.Tensor], *, scale: torch.Tensor) -> dict[str, torch.Tensor]:
            y = pair[0] @ pair[1]
            return {"product": y * scale, "largest": y.amax(-1)}

        example = ((torch.randn(3, 8), torch.randn(8, 4)),)
        imported = _importers.from_torch(function, example, {"scale": torch.tensor(2.0)}, dynamic=True, target="cpu")
        for rows in (2, 5, 64):
            pair, scale = (torch.randn(rows, 8), torch.randn(8, 4)), torch.tensor(3.0)
            got, expected = imported(pair, scale=scale), function(pair, scale=scale)
            self.assertEqual(list(got), list(expected))
            for name in expected:
                torch.testing.assert_close(got[name], expected[name])
        with self.assertRaisesRegex(TypeError, "arguments of the form"):
            imported(torch.randn(3, 8), torch.randn(8, 4))

    @needs("torch")
    def test_casts(self) -> None:
        import torch

        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return x.to(torch.float32) @ w.to(torch.float32)  # torch.export asserts what is cast

        x, w = torch.randn(3, 8).half(), torch.randint(-9, 9, (8, 4), dtype=torch.int8)
        torch.testing.assert_close(_importers.from_torch(function, (x, w), target="cpu")(x, w), function(x, w))

    @needs("torch")
    def test_what_cannot_be_compiled_is_named(self) -> None:
        import torch

        with self.assertRaisesRegex(ValueError, "(?s)not imported.*sort"):
            _importers.from_torch(lambda x: (x @ x).sort()[0], (torch.ones(4, 4),), target="cpu")
        norm = torch.nn.BatchNorm1d(4)
        with self.assertRaisesRegex(ValueError, "writes into"):
            _importers.from_torch(norm, (torch.ones(4, 4),), target="cpu")


class Jax(unittest.TestCase):
    @needs("jax", "torch_mlir")
    def test_a_function(self) -> None:
        import jax

        def function(x: Any, weights: dict[str, Any], unused: Any) -> Any:
            return {"y": jax.nn.silu(x @ weights["w"]) + weights["b"]}

        random = np.random.default_rng(0).standard_normal
        weights = {"w": random((8, 4)).astype("f"), "b": random(4).astype("f")}
        x, unused = random((3, 8)).astype("f"), np.zeros(2, "f")
        imported = _importers.from_jax(function, (x, weights, unused), target="cpu")
        np.testing.assert_allclose(imported(x, weights, unused)["y"], function(x, weights, unused)["y"], 1e-5, 1e-5)


class Onnx(unittest.TestCase):
    @needs("onnx", "torch_mlir")
    def test_a_graph(self) -> None:
        import onnx.parser
        import onnx.reference

        model = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
            gate (float[3,8] x, float[8,4] w, float[4] b) => (float[3,4] y)
            { p = MatMul(x, w)  s = Add(p, b)  g = Sigmoid(s)  y = Mul(s, g) }""")
        random = np.random.default_rng(0).standard_normal
        data = {"x": random((3, 8)).astype("f"), "w": random((8, 4)).astype("f"), "b": random(4).astype("f")}
        (expected,) = onnx.reference.ReferenceEvaluator(model).run(None, data)
        for source in (model, model.SerializeToString()):
            got = _importers.from_onnx(source, target="cpu")(*data.values())
            np.testing.assert_allclose(got, expected, 1e-5, 1e-5)


class Missing(unittest.TestCase):
    def test_a_missing_wheel_is_named_with_the_command(self) -> None:
        hidden = {name: sys.modules.get(name) for name in ("torch", "jax", "onnx")}
        path, os.environ["PATH"] = os.environ["PATH"], ""
        which, shutil.which = shutil.which, lambda *args, **kwargs: None  # type: ignore[assignment]
        try:
            for name in hidden:
                sys.modules[name] = None  # type: ignore[assignment]
            for call, command in ((lambda: _importers.from_torch(abs, ()), "pip install torch"),
                                  (lambda: _importers.from_jax(abs, ()), "pip install jax iree-base-compiler torch-mlir"),
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
