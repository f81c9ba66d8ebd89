# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""8-bit floats: their bits and values, and expressions on arrays of them on the CPU."""

from __future__ import annotations

import os
import unittest

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import numpy as np

import fusion
from fusion import _dtypes

FORMATS = (_dtypes.f8e4m3fn, _dtypes.f8e5m2)
LARGEST = {"f8e4m3fn": 448.0, "f8e5m2": 57344.0}


class Float8(unittest.TestCase):
    def test_bits_and_values_are_inverse(self) -> None:
        for dtype in FORMATS:
            bits = np.arange(256, dtype=np.uint8)
            values = _dtypes.values_of(bits, dtype)
            numbers = ~np.isnan(values)
            np.testing.assert_array_equal(_dtypes.bits_of(values, dtype)[numbers], bits[numbers])
            np.testing.assert_array_equal(_dtypes.bits_of(values, dtype)[~numbers], 0x7F)
            self.assertEqual(np.nanmax(values[np.isfinite(values)]), LARGEST[dtype.name])

    def test_middles_go_to_the_even_neighbour(self) -> None:
        for dtype in FORMATS:
            values = _dtypes.values_of(np.arange(0x7B, dtype=np.uint8), dtype).astype(np.float64)
            middles = (values[1:] + values[:-1]) / 2
            codes = np.arange(0x7A)
            np.testing.assert_array_equal(_dtypes.bits_of(middles, dtype), codes + codes % 2)
            np.testing.assert_array_equal(_dtypes.bits_of(np.nextafter(middles, 0), dtype), codes)
            np.testing.assert_array_equal(_dtypes.bits_of(-np.nextafter(middles, 1e9), dtype), (codes + 1) | 0x80)

    def test_overflow(self) -> None:
        np.testing.assert_array_equal(_dtypes.bits_of([464, 464.1, -1e9, np.inf], _dtypes.f8e4m3fn),
                                      [0x7E, 0x7F, 0x7F, 0x7F])
        np.testing.assert_array_equal(_dtypes.bits_of([61439, 61440, -1e9], _dtypes.f8e5m2), [0x7B, 0x7C, 0xFC])

    def test_literals(self) -> None:
        self.assertEqual(_dtypes.number_text(1.5, _dtypes.f8e4m3fn), "0x3C")
        self.assertEqual(_dtypes.number_text(-1.5, _dtypes.f8e5m2), "0xBE")

    def test_promotion(self) -> None:
        self.assertIs(_dtypes.promote(_dtypes.f8e4m3fn, _dtypes.bf16), _dtypes.bf16)
        self.assertIs(_dtypes.promote(*FORMATS), _dtypes.f32)
        self.assertIs(_dtypes.accumulator(_dtypes.f8e5m2), _dtypes.f32)

    def test_arrays_are_held_as_bits(self) -> None:
        for dtype in FORMATS:
            bits = _dtypes.bits_of([1, 2, -3, np.nan], dtype)
            y = fusion.lazy(bits, dtype.name) * 2
            self.assertIs(y.dtype, dtype)
            np.testing.assert_array_equal(y.numpy(), np.array([2, 4, -6, np.nan], np.float32))
            self.assertEqual(np.asarray(y.result()).itemsize, 1)

    def test_conversions_are_those_of_the_table(self) -> None:
        x = np.linspace(-500, 500, 4001, dtype=np.float32)
        for dtype in FORMATS:
            y = fusion.lazy(x).astype(dtype.name)
            np.testing.assert_array_equal(np.asarray(y.result()).view(np.uint8), _dtypes.bits_of(x, dtype))

    def test_memory_of_another_width_is_refused(self) -> None:
        with self.assertRaisesRegex(TypeError, "astype"):
            fusion.lazy(np.zeros(2, np.float32), "f8e5m2")


if __name__ == "__main__":
    unittest.main()
