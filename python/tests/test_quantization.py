# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Quantisation and back beside NumPy: types, shapes of scales, zero points, products of bytes, specials, errors."""

from __future__ import annotations

import os
import unittest
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion
from fusion import _dtypes

Array = np.ndarray[Any, Any]
X = (np.random.default_rng(3).standard_normal((12, 16)) * 40).astype(np.float32)


def repeated(numbers: Any, shape: tuple[int, ...]) -> Array:
    """A number for each element, of one for each group of neighbours."""
    result = np.asarray(numbers)
    result = result.reshape((1,) * (len(shape) - result.ndim) + result.shape)
    for axis, size in enumerate(shape):
        result = np.repeat(result, size // result.shape[axis], axis)
    return result


def reference(x: Array, scale: Any, zero_point: Any, least: int, most: int) -> Array:
    with np.errstate(all="ignore"):
        value = np.rint(x / repeated(np.asarray(scale, np.float32), x.shape)) + repeated(zero_point, x.shape)
    return np.clip(np.nan_to_num(value.astype(np.float32), nan=0.0), least, most)


class Quantization(unittest.TestCase):
    def check(self, x: Array, scale: Any, zero_point: Any = None) -> None:
        for dtype, storage in (("i8", np.int8), ("u8", np.uint8)):
            limits = np.iinfo(storage)
            got = fusion.quantize(x, scale, zero_point, dtype).numpy()
            zero = 0 if zero_point is None else zero_point
            expected = reference(x, scale, np.asarray(zero).astype(np.float32), limits.min, limits.max)
            self.assertEqual(got.dtype, storage)
            np.testing.assert_array_equal(got, expected.astype(storage))
            back = fusion.dequantize(got, scale, zero_point).numpy()
            difference = got.astype(np.float32) - repeated(zero, x.shape).astype(np.float32)
            np.testing.assert_array_equal(back, difference * repeated(np.asarray(scale, np.float32), x.shape))

    def test_scales_of_each_shape(self) -> None:
        draw = np.random.default_rng(5)
        for shape in ((), (1,), (16,), (4,), (12, 1), (12, 4), (3, 2), (1, 2), (12, 16)):
            self.check(X, draw.uniform(0.2, 2, shape).astype(np.float32))
        self.check(X, 0.5)

    def test_zero_points(self) -> None:
        self.check(X, 0.5, 3)
        self.check(X, 0.5, np.arange(16, dtype=np.int32) - 8)
        self.check(X, np.full((12, 2), 0.25, np.float32), np.arange(3, dtype=np.int64).reshape(3, 1))
        own = np.array([200], np.uint8)
        np.testing.assert_array_equal(fusion.quantize(X, 1.0, own, "u8").numpy(), reference(X, 1, 200.0, 0, 255))

    def test_special_values(self) -> None:
        x = np.array([np.nan, np.inf, -np.inf, 3e38, -3e38, 0.5, 1.5, 2.5, -0.5, 127.5, -128.5, 0], np.float32)
        for scale in (1.0, 0.0, 1e-30, np.inf):
            self.check(x, np.float32(scale).reshape(1))

    def test_floats_of_8_bits(self) -> None:
        scale = np.array([[0.1], [3.0], [1e-3]], np.float32)
        for dtype, most in ((_dtypes.f8e4m3fn, 448.0), (_dtypes.f8e5m2, 57344.0)):
            got = fusion.quantize(X, scale, dtype=dtype.name)
            quotient = X / repeated(scale, X.shape)
            bits = _dtypes.bits_of(np.clip(quotient, -most, most), dtype)
            np.testing.assert_array_equal(got.numpy(), _dtypes.values_of(bits, dtype))
            back = fusion.dequantize(got, scale).numpy()
            np.testing.assert_array_equal(back, _dtypes.values_of(bits, dtype) * repeated(scale, X.shape))

    def test_a_product_of_quantised_rows(self) -> None:
        w = np.random.default_rng(8).integers(-128, 128, (16, 8), np.int8)
        of_columns = np.linspace(0.01, 0.02, 8, dtype=np.float32)
        scale = fusion.max(fusion.abs(fusion.lazy(X)), -1, keepdims=True) / 127
        product = fusion.matmul(fusion.quantize(X, scale), w, out_dtype="i32")
        y = (fusion.dequantize(product, scale) * of_columns).numpy()
        s = np.abs(X).max(-1, keepdims=True) / np.float32(127)
        q = np.rint(X / s).astype(np.int32)
        np.testing.assert_allclose(y, (q @ w.astype(np.int32)).astype(np.float32) * s * of_columns, rtol=1e-6)

    def test_what_does_not_fit(self) -> None:
        of_four = np.ones((12, 5), np.float32)
        with self.assertRaisesRegex(ValueError, r"divide those of \(12, 16\), but has \(12, 5\); pad to whole groups"):
            fusion.quantize(X, of_four)
        with self.assertRaisesRegex(ValueError, "divide those of"):
            fusion.quantize(X, np.ones((1, 12, 16), np.float32))
        with self.assertRaisesRegex(TypeError, "quantize makes i8, u8, f8e4m3fn, f8e5m2, not i16"):
            fusion.quantize(X, 1.0, dtype="i16")
        with self.assertRaisesRegex(TypeError, "quantize takes floats, not i32"):
            fusion.quantize(X.astype(np.int32), 1.0)
        with self.assertRaisesRegex(TypeError, "takes scales of floats, not i32"):
            fusion.quantize(X, np.ones(16, np.int32))
        with self.assertRaisesRegex(TypeError, "zero points of integers, not f32"):
            fusion.quantize(X, 1.0, np.ones(16, np.float32))
        with self.assertRaisesRegex(TypeError, "f8e4m3fn has no zero point"):
            fusion.quantize(X, 1.0, 3, "f8e4m3fn")
        with self.assertRaisesRegex(TypeError, "dequantize takes .* and i32, not i16"):
            fusion.dequantize(X.astype(np.int16), 1.0)
        with self.assertRaisesRegex(TypeError, "dequantize makes floats, not i32"):
            fusion.dequantize(X.astype(np.int8), 1.0, dtype="i32")


if __name__ == "__main__":
    unittest.main()
