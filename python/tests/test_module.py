# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fusion.compile and Module on the CPU, with NumPy alone."""

import gc
import os
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

import fusion
from fusion import _native

ADD = """
func.func @f(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = fusion.add %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %1 = fusion.relu %0 : tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
"""

TYPES = """
func.func @f(%x: tensor<3x{0}>) -> (tensor<3x{0}>, tensor<3x{0}>) {{
  return %x, %x : tensor<3x{0}>, tensor<3x{0}>
}}
"""

NUMBERS = """
func.func @f(%x: tensor<4xf32>, %a: f32, %n: index) -> tensor<?x4xf32> {
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<?x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %a : f32
    linalg.yield %m : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""


def compile_cpu(text: str, **options: str | bool) -> fusion.Module:
    return fusion.compile(text, "cpu", cache="off", **options)


class CallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.add = compile_cpu(ADD)
        cls.x = np.arange(-6, 6, dtype=np.float32).reshape(3, 4)
        cls.y = np.array([1, 2, 3, 4], np.float32)
        cls.expected = np.maximum(cls.x + cls.y, 0)

    def test_result(self) -> None:
        result = self.add(self.x, self.y)
        self.assertIsInstance(result, np.ndarray)
        np.testing.assert_array_equal(result, self.expected)

    def test_sizes_change(self) -> None:
        for rows in (1, 5, 0, 3, 3):
            x = np.full((rows, 4), 2, np.float32)
            np.testing.assert_array_equal(self.add(x, self.y), x + self.y)

    def test_out(self) -> None:
        out = np.full((3, 4), np.nan, np.float32)
        self.assertIs(self.add(self.x, self.y, out=out), out)
        np.testing.assert_array_equal(out, self.expected)
        self.add(self.x, self.y, out=(out,))
        with self.assertRaisesRegex(TypeError, "gives 1 outputs"):
            self.add(self.x, self.y, out=(out, out))
        with self.assertRaisesRegex(fusion.CallError, "output 0: expected 3x4xf32, got 2x4xf32"):
            self.add(self.x, self.y, out=out[:2].copy())
        with self.assertRaisesRegex(ValueError, "output 0 is not row-major"):
            self.add(self.x, self.y, out=np.empty((4, 3), np.float32).T)

    def test_strides(self) -> None:
        np.testing.assert_array_equal(self.add(self.x[:, ::-1], self.y), np.maximum(self.x[:, ::-1] + self.y, 0))
        columns = np.asfortranarray(self.x)
        np.testing.assert_array_equal(self.add(columns, self.y), self.expected)
        wide = np.zeros((3, 8), np.float32)
        wide[:, ::2] = self.x
        np.testing.assert_array_equal(self.add(wide[:, ::2], self.y), self.expected)

    def test_a_promise_of_aligned_tensors(self) -> None:
        """What lies elsewhere is copied; where a result is to be written it cannot be."""
        add = compile_cpu(ADD, aligned=True)
        room = np.empty(13, np.float32)
        first = 1 if room.ctypes.data % 16 == 0 else 0
        elsewhere = room[first:first + 12].reshape(3, 4)
        self.assertNotEqual(elsewhere.ctypes.data % 16, 0)
        elsewhere[:] = self.x
        np.testing.assert_array_equal(add(elsewhere, self.y), self.expected)
        np.testing.assert_array_equal(self.add(self.x, self.y, out=elsewhere), self.expected)
        with self.assertRaisesRegex(fusion.CallError, "output 0: data does not start at a multiple of 16 bytes, as the "
                                                      "module was compiled for .option aligned.: pass a copy"):
            add(self.x, self.y, out=elsewhere)

    def test_wrong_arguments(self) -> None:
        with self.assertRaisesRegex(TypeError, "f takes 2 inputs, got 1"):
            self.add(self.x)
        with self.assertRaisesRegex(TypeError, "input 1: expected a tensor .*, got list"):
            self.add(self.x, [1, 2, 3, 4])
        with self.assertRaisesRegex(TypeError, "expected f32, got an array of complex64"):
            self.add(self.x.astype(np.complex64), self.y)
        with self.assertRaisesRegex(fusion.CallError, r"input 0: expected \?x4xf32, got 3x4xf64"):
            self.add(self.x.astype(np.float64), self.y)
        with self.assertRaisesRegex(fusion.CallError, r"input 0: expected \?x4xf32, got 4xf32"):
            self.add(self.y, self.y)
        with self.assertRaisesRegex(TypeError, "expected f32, got an array of >f4"):
            self.add(self.x.astype(">f4"), self.y)

    def test_dlpack_objects(self) -> None:
        class Lent:
            """What has __dlpack__ alone, and no versions."""

            def __init__(self, array: np.ndarray) -> None:
                self.array = array

            def __dlpack__(self) -> object:
                return self.array.__dlpack__()

        out = np.empty((3, 4), np.float32)
        self.add(Lent(self.x), Lent(self.y), out=out)
        np.testing.assert_array_equal(out, self.expected)
        with self.assertRaisesRegex(TypeError, "pass out="):
            self.add(Lent(self.x), Lent(self.y))

    def test_threads(self) -> None:
        faults = []

        def work(seed: int) -> None:
            generator = np.random.default_rng(seed)
            for _ in range(200):
                x = generator.standard_normal((int(generator.integers(0, 40)), 4)).astype(np.float32)
                if not np.array_equal(self.add(x, self.y), np.maximum(x + self.y, 0)):
                    faults.append(seed)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, range(4)))  # raises what a thread raised
        self.assertEqual(faults, [])

    def test_memory_stays_flat(self) -> None:
        def resident() -> int:
            return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        x = np.ones((256, 4), np.float32)
        for _ in range(1000):
            self.add(x, self.y)
        gc.collect()
        before = resident()
        for _ in range(10000):
            self.add(x, self.y)
        gc.collect()
        self.assertLess(resident() - before, 2 << 20)


class TypeTest(unittest.TestCase):
    def test_types_and_several_outputs(self) -> None:
        for name, dtype in (("f16", "float16"), ("f32", "float32"), ("f64", "float64"), ("i1", "bool"), ("i8", "int8"),
                            ("i16", "int16"), ("i32", "int32"), ("i64", "int64")):  # fmt: skip
            with self.subTest(name):
                x = np.array([0, 1, 1], dtype)
                outputs = compile_cpu(TYPES.format(name))(x)
                self.assertIsInstance(outputs, tuple)
                for output in outputs:
                    self.assertEqual(output.dtype, x.dtype)
                    np.testing.assert_array_equal(output, x)

    def test_bf16(self) -> None:
        bits = np.array([0x3F80, 0xC000, 0x7FC0], np.uint16)
        for output in compile_cpu(TYPES.format("bf16"))(bits):
            np.testing.assert_array_equal(output.view(np.uint16), bits)
        for output in compile_cpu(TYPES.format("bf16"))(bits.view("V2")):
            np.testing.assert_array_equal(output.view(np.uint16), bits)

    def test_unsigned_bytes(self) -> None:
        x = np.array([0, 1, 255], np.uint8)
        np.testing.assert_array_equal(compile_cpu(TYPES.format("i8"))(x)[0].view(np.uint8), x)

    def test_numbers(self) -> None:
        module = compile_cpu(NUMBERS)
        x = np.array([1, 2, 3, 4], np.float32)
        np.testing.assert_array_equal(module(x, 0.5, 2), np.stack([x / 2, x / 2]))
        np.testing.assert_array_equal(module(x, 2, np.int64(1)), 2 * x[None])
        self.assertEqual(module(x, 1.5, 0).shape, (0, 4))
        with self.assertRaisesRegex(TypeError, "input 2: .*float"):
            module(x, 1.5, 2.5)
        with self.assertRaisesRegex(OverflowError, "input 2: "):
            module(x, 1.5, 1 << 80)


class CompileTest(unittest.TestCase):
    def test_errors_have_places(self) -> None:
        with self.assertRaisesRegex(fusion.CompileError, r"graph.mlir:1:\d+: error: "):
            compile_cpu("func.func @f(%x: tensor<4xf32) { return }")
        with self.assertRaisesRegex(ValueError, "unknown is no option"):
            compile_cpu(ADD, unknown="1")
        with self.assertRaisesRegex(ValueError, "numerics"):
            compile_cpu(ADD, numerics="sloppy")
        with self.assertRaises(FileNotFoundError):
            compile_cpu("missing.mlir")

    def test_no_entry_of_that_name(self) -> None:
        with self.assertRaisesRegex(fusion.CallError, "no entry 'g', it has: f"):
            compile_cpu(ADD, entry="g")(np.ones((1, 4), np.float32), np.ones(4, np.float32))

    def test_warnings(self) -> None:
        with self.assertWarnsRegex(fusion.FusionWarning, "no public function"):
            compile_cpu("module {}")

    def test_texts(self) -> None:
        module = compile_cpu(ADD)
        self.assertIn("fusion.kernel", module.mlir)
        self.assertEqual(module.ptx, "")
        self.assertEqual(len(module.kernels), 1)
        gpu = fusion.compile(ADD, "sm_90a", cache="off")
        self.assertIn(".target sm_90a", gpu.ptx)
        with self.assertRaisesRegex(fusion.CallError, "."):
            _native.Program(gpu._codes["sm_90a"], 77)

    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "add.mlir")
            path.write_text(ADD)
            x, y = np.ones((2, 4), np.float32), np.ones(4, np.float32)
            np.testing.assert_array_equal(fusion.compile(path, "cpu", cache="off")(x, y), x + y)
            np.testing.assert_array_equal(fusion.compile(str(path), "cpu", cache="off")(x, y), x + y)
            for missing in (Path(folder, "none.mlir"), os.path.join(folder, "none"), os.path.join(folder, "none.mlir")):
                with self.assertRaisesRegex(FileNotFoundError, "fusion.compile: there is no file '.*none.*' in '/"):
                    fusion.compile(missing, "cpu")
            with self.assertRaisesRegex(ValueError, "is a file of another kind: fusion.from_onnx reads it"):
                fusion.compile(Path(folder, "model.onnx"), "cpu")
            saved = Path(folder, "add.so")
            compile_cpu(ADD).save(saved)
            entry = _native.Program(str(saved)).entry(None)
            np.testing.assert_array_equal(entry.run([x, y])[0], x + y)

    def test_cache(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(2):
                module = fusion.compile(ADD, "cpu", cache=folder)
                np.testing.assert_array_equal(module(np.ones((1, 4), np.float32), np.ones(4, np.float32)), [[2] * 4])
            self.assertTrue(os.listdir(folder))
            fusion.compile(ADD, "cpu", cache="off")

    def test_each_compile_is_dumped_even_what_the_cache_has(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            dump = Path(folder, "dump")
            for _ in range(2):
                fusion.compile(ADD, "cpu", cache=folder, dump=dump)
            folders = sorted(dump.iterdir())
            self.assertEqual(len(folders), 2)
            for each in folders:
                self.assertLess({"0-input.mlir", "1-kernels.mlir", "2-host.ll", "report.json"}, set(os.listdir(each)))
            fusion.compile(ADD, "cpu", cache=folder)
            self.assertEqual(len(list(dump.iterdir())), 2)


if __name__ == "__main__":
    unittest.main()
