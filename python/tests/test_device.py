# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules on GPUs. Where there is none, a driver that interprets PTX stands in (verify/Emulator)."""

import ctypes
import json
import os
import tempfile
import unittest
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from cuda_arrays import LIBRARY, DeviceArray, Driver

import fusion

ADD = """
func.func @f(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = fusion.add %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %1 = fusion.relu %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
"""

# Two products of ROWS rows; the first is the workspace of a call.
TWICE = """
func.func @f(%x: tensor<ROWSx512xf32>, %w: tensor<512x16xf32>, %v: tensor<16x16xf32>) -> tensor<ROWSx16xf32> {
  %0 = fusion.matmul %x, %w : (tensor<ROWSx512xf32>, tensor<512x16xf32>) -> tensor<ROWSx16xf32>
  %1 = fusion.matmul %0, %v : (tensor<ROWSx16xf32>, tensor<16x16xf32>) -> tensor<ROWSx16xf32>
  return %1 : tensor<ROWSx16xf32>
}
"""

# The product of two matrices of positions: the row's and the column's, 512 times.
POSITIONS = """
#row = affine_map<(i, j) -> (i, j)>
func.func @f() -> tensor<16x16xf32> {
  %x = tensor.empty() : tensor<16x512xf32>
  %rows = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<16x512xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    linalg.yield %f : f32
  } -> tensor<16x512xf32>
  %y = tensor.empty() : tensor<512x16xf32>
  %columns = linalg.generic {indexing_maps = [#row], iterator_types = ["parallel", "parallel"]}
      outs(%y : tensor<512x16xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 1 : index
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    linalg.yield %f : f32
  } -> tensor<512x16xf32>
  %0 = fusion.matmul %rows, %columns : (tensor<16x512xf32>, tensor<512x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
"""

driver = Driver()


def upload(array: np.ndarray, ordinal: int = 0) -> DeviceArray:
    return DeviceArray.upload(driver, array, ordinal)


class DeviceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.x = np.arange(-6, 6, dtype=np.float32).reshape(3, 4)
        cls.y = np.array([1, 2, 3, 4], np.float32)
        cls.expected = np.maximum(cls.x + cls.y, 0)
        cls.add = fusion.compile(ADD, cache="off")

    def test_result_is_on_the_device(self) -> None:
        result = self.add(upload(self.x), upload(self.y))
        self.assertIsInstance(result, DeviceArray)
        np.testing.assert_array_equal(result.download(), self.expected)

    def test_out_and_stream(self) -> None:
        out = upload(np.full((3, 4), np.nan, np.float32))
        self.assertIs(self.add(upload(self.x), upload(self.y), out=out, stream=0), out)
        np.testing.assert_array_equal(out.download(), self.expected)

    def test_arrays_on_the_host_run_on_the_cpu(self) -> None:
        np.testing.assert_array_equal(self.add(self.x, self.y), self.expected)
        np.testing.assert_array_equal(self.add(upload(self.x), upload(self.y)).download(), self.expected)

    def test_mixed_places(self) -> None:
        with self.assertRaisesRegex(ValueError, "input 1 is in the memory of the host, and .* a GPU"):
            self.add(upload(self.x), self.y)
        with self.assertRaisesRegex(ValueError, "input 1 is in the memory of a GPU, and .* the host"):
            self.add(self.x, upload(self.y))

    def test_workspace(self) -> None:
        module = fusion.compile(TWICE.replace("ROWS", "16"), cache="off", f32_precision="ieee")
        generator = np.random.default_rng(1)
        x, w, v = (generator.integers(-4, 5, shape).astype(np.float32) for shape in ((16, 512), (512, 16), (16, 16)))
        np.testing.assert_array_equal(module(upload(x), upload(w), upload(v)).download(), x @ w @ v)

    def test_initialize_without_constants(self) -> None:
        module = fusion.compile(POSITIONS, cache="off", f32_precision="ieee", target="auto:0")
        self.assertTrue(module.report["initialized"])
        out = upload(np.full((16, 16), np.nan, np.float32))
        self.assertIs(module(out=out), out)
        np.testing.assert_array_equal(out.download(), 512 * np.outer(np.arange(16), np.arange(16)))
        with self.assertRaisesRegex(TypeError, "pass out=, tensors on the GPU"):
            fusion.compile(POSITIONS, cache="off", f32_precision="ieee", target="auto:0")()

    def test_two_devices(self) -> None:
        for ordinal in (1, 0, 1):
            x, y = upload(self.x, ordinal), upload(self.y, ordinal)
            result = self.add(x, y)
            self.assertEqual(result.ordinal, ordinal)
            np.testing.assert_array_equal(result.download(), self.expected)
        with self.assertRaisesRegex(ValueError, "input 1 is on cuda:1, and the module runs on cuda:0"):
            self.add(upload(self.x), upload(self.y, 1))

    def test_threads(self) -> None:
        faults = []

        def work(ordinal: int) -> None:
            for rows in range(1, 12):
                x = np.full((rows, 4), ordinal, np.float32)
                if not np.array_equal(self.add(upload(x, ordinal), upload(self.y, ordinal)).download(), x + self.y):
                    faults.append((ordinal, rows))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, [i % 2 for i in range(4)]))  # raises what a thread raised
        self.assertEqual(faults, [])

    def test_threads_of_other_sizes(self) -> None:
        """Outputs and workspace are of the call's own sizes, though another thread's call comes between."""
        module = fusion.compile(TWICE.replace("ROWS", "?"), cache="off", f32_precision="ieee")
        w, v = np.ones((512, 16), np.float32), np.eye(16, dtype=np.float32)

        def work(rows: int) -> None:
            x = upload(np.full((rows, 512), rows, np.float32))
            for _ in range(4):
                result = module(x, upload(w), upload(v)).download()
                np.testing.assert_array_equal(result, np.full((rows, 16), 512 * rows, np.float32))

        LIBRARY.pause = 0.001  # the other threads' turn
        try:
            with ThreadPoolExecutor(4) as pool:
                list(pool.map(work, (1, 40, 7, 90)))  # raises what a thread raised
        finally:
            LIBRARY.pause = 0.0

    def test_fork_after_import(self) -> None:
        child = os.fork()
        if child == 0:
            good = False
            try:
                np.testing.assert_array_equal(fusion.compile(ADD, "cpu", cache="off")(self.x, self.y), self.expected)
                try:
                    fusion.compile(ADD, "sm_90a", cache="off")(upload(self.x), upload(self.y))
                except RuntimeError as error:
                    good = "CUDA" in str(error)  # a driver does not follow a fork, and says so
            finally:
                os._exit(0 if good else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class TraceTest(unittest.TestCase):
    def launches(self, call: Callable[[], Any]) -> list[dict[str, Any]]:
        """The launches on GPUs of a traced call."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.json")
            with fusion.trace(path):
                call()
            with open(path) as file:
                events = json.load(file)["traceEvents"]
        return [event for event in events if event.get("cat") == "kernel"]

    def test_each_gpu_has_its_launches(self) -> None:
        module = fusion.compile(ADD, cache="off")
        x, y = np.ones((3, 4), np.float32), np.ones(4, np.float32)
        found = self.launches(lambda: [module(upload(x, gpu), upload(y, gpu)) for gpu in (0, 1, 1)])
        self.assertEqual([event["pid"] for event in sorted(found, key=lambda event: event["pid"])], [2, 3, 3])
        for event in found:
            self.assertEqual(event["args"]["entry"], "f")
            self.assertIn("events in front of and behind the launch", event["args"]["measured"])
            self.assertGreater(event["dur"], 0)

    def test_a_call_that_is_captured_has_none(self) -> None:
        module = fusion.compile(ADD, cache="off")
        x, y, out = (upload(np.ones(shape, np.float32)) for shape in ((3, 4), (4,), (3, 4)))
        module(x, y, out=out)
        stream, graph = ctypes.c_void_p(), ctypes.c_void_p()
        driver.enter(0)
        driver.call("cuStreamCreate", ctypes.byref(stream), 1)
        driver.call("cuStreamBeginCapture_v2", stream, 1)
        try:
            found = self.launches(lambda: module(x, y, out=out, stream=stream.value))
        finally:
            driver.call("cuStreamEndCapture", stream, ctypes.byref(graph))
        self.assertEqual(found, [])


class TargetTest(unittest.TestCase):
    def test_targets_of_devices(self) -> None:
        self.assertIn(".target sm_90a", fusion.compile(ADD, cache="off").ptx)
        self.assertIn(".target sm_90a", fusion.compile(ADD, "auto:1", cache="off").ptx)
        with self.assertRaisesRegex(ValueError, "."):
            fusion.compile(ADD, "auto:9", cache="off")
        with self.assertRaisesRegex(ValueError, "target expects auto or auto:N"):
            fusion.compile(ADD, "auto:x", cache="off")

    def test_newer_gpu(self) -> None:
        os.environ["FAKE_DRIVER_CHIP"] = "103"
        try:
            with self.assertWarnsRegex(fusion.FusionWarning, "capability 10.3.* those of sm_"):
                module = fusion.compile(ADD, cache="off")
            self.assertNotIn("sm_90a", module.ptx)
        finally:
            os.environ["FAKE_DRIVER_CHIP"] = "90"


if __name__ == "__main__":
    unittest.main()
