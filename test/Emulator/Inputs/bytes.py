# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes matrices of all bytes: bytes.py PREFIX SHAPE SHAPE, to PREFIX.0.npy and PREFIX.1.npy."""

import sys

import numpy as np

for number, shape in enumerate(sys.argv[2:]):
    draw = np.random.default_rng(number)
    np.save(f"{sys.argv[1]}.{number}.npy", draw.integers(-128, 128, [int(size) for size in shape.split("x")], np.int8))
