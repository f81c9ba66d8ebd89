# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes factors of 8-bit floats, bytes, to PREFIX.0.npy and PREFIX.1.npy.

usage: float8-products.py special PREFIX TYPE MxK TYPE KxN: a row each of NaN, of both infinities, of one (numbers of
                          e4m3 that are large), of numbers below the normal ones, of the largest, of zeros with signs
       float8-products.py ones PREFIX TYPE MxK TYPE KxN
"""

import sys

import numpy as np

what, prefix, *more = sys.argv[1:]
for number in range(2):
    name, text = more[2 * number : 2 * number + 2]
    one, normal, largest = {"f8E4M3FN": (0x38, 0x08, 0x7E), "f8E5M2": (0x3C, 0x04, 0x7B)}[name]
    shape = [int(size) for size in text.split("x")]
    draw = np.random.default_rng(number)
    values = draw.integers(0, one + 8, shape) | draw.integers(0, 2, shape) << 7
    if what == "ones":
        values[:] = one
    else:
        rows = values if number == 0 else values.T
        rows[0, 3], rows[1, 5], rows[1, 9], rows[2, 1] = 0x7F, 0x7C, 0xFC, 0x7C
        rows[3] = draw.integers(0, normal, rows.shape[1]) | draw.integers(0, 2, rows.shape[1]) << 7
        rows[4] = largest
        rows[5] = draw.integers(0, 2, rows.shape[1]) << 7
    np.save(f"{prefix}.{number}.npy", values.astype(np.uint8))
