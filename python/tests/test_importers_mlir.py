# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of from_jax, from_onnx and from_tflite, whose graphs go through other projects' tools."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import jax
import numpy as np
import onnx.parser
import onnx.reference

from fusion import _importers


class Jax(unittest.TestCase):
    def test_a_function(self) -> None:
        def function(x: Any, weights: dict[str, Any], unused: Any) -> Any:
            return {"y": jax.nn.silu(x @ weights["w"]) + weights["b"]}

        random = np.random.default_rng(0).standard_normal
        weights = {"w": random((8, 4)).astype("f"), "b": random(4).astype("f")}
        x, unused = random((3, 8)).astype("f"), np.zeros(2, "f")
        imported = _importers.from_jax(function, (x, weights, unused), target="cpu")
        np.testing.assert_allclose(imported(x, weights, unused)["y"], function(x, weights, unused)["y"], 1e-5, 1e-5)


class Onnx(unittest.TestCase):
    def test_a_graph(self) -> None:
        model = onnx.parser.parse_model("""<ir_version: 8, opset_import: ["": 17]>
            gate (float[3,8] x, float[8,4] w, float[4] b) => (float[3,4] y)
            { p = MatMul(x, w)  s = Add(p, b)  g = Sigmoid(s)  y = Mul(s, g) }""")
        random = np.random.default_rng(0).standard_normal
        data = {"x": random((3, 8)).astype("f"), "w": random((8, 4)).astype("f"), "b": random(4).astype("f")}
        (expected,) = onnx.reference.ReferenceEvaluator(model).run(None, data)
        for source in (model, model.SerializeToString()):
            got = _importers.from_onnx(source, target="cpu")(*data.values())
            np.testing.assert_allclose(got, expected, 1e-5, 1e-5)


    def test_what_is_no_model(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "model.txt")
            path.write_text('<ir_version: 8, opset_import: ["": 17]> f (float[3] x) => (float[3] y) { y = Relu(x) }')
            with self.assertRaisesRegex(ValueError, "'.*model.txt' is no model of ONNX: .*; models as text are read by "
                                                    "onnx.parser.parse_model, whose result fusion.from_onnx takes"):
                _importers.from_onnx(path)
        with self.assertRaisesRegex(ValueError, "the bytes are no model of ONNX: there is no graph"):
            _importers.from_onnx(b"")
        with self.assertRaisesRegex(TypeError, "expects a path, bytes or an onnx.ModelProto, got int"):
            _importers.from_onnx(1)


class TensorFlowLite(unittest.TestCase):
    def test_a_model(self) -> None:
        script = Path(__file__).resolve().parents[2] / "test" / "docs" / "Inputs" / "make-tflite.py"
        with tempfile.TemporaryDirectory() as folder:
            model, x, y = (Path(folder, name) for name in ("model.tflite", "x.npy", "y.npy"))
            subprocess.run([sys.executable, script, model, x, y], check=True)
            for source in (model, model.read_bytes()):
                got = _importers.from_tflite(source, target="cpu")(np.load(x))
                np.testing.assert_allclose(got, np.load(y), 1e-5, 1e-5)


if __name__ == "__main__":
    unittest.main()
