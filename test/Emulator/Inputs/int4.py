# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes whole numbers as inputs of int4.mlir, and compares a result with what NumPy computes of them.

usage: int4.py write PREFIX                   PREFIX.x.npy (bf16), .w (two integers in a byte), .s, .z
       int4.py compare PREFIX KIND FOLDER     the result of @signed or @unsigned in FOLDER
"""

import glob
import sys

import numpy as np

what, prefix, *more = sys.argv[1:]
draw = np.random.default_rng(7)
x = draw.integers(-8, 9, (3, 64)).astype(np.float32)
nibbles = draw.integers(0, 16, (24, 64))
scales = (2.0 ** draw.integers(0, 3, (24, 2))).astype(np.float32)
zeros = draw.integers(0, 256, (24, 2)).astype(np.uint8)
if what == "write":
    np.save(f"{prefix}.x.npy", (x.view(np.uint32) >> 16).astype(np.uint16))
    np.save(f"{prefix}.w.npy", (nibbles[:, ::2] | nibbles[:, 1::2] << 4).astype(np.uint8))
    np.save(f"{prefix}.s.npy", scales)
    np.save(f"{prefix}.z.npy", zeros)
else:
    kind, folder = more
    wide = (nibbles ^ 8) - 8.0 if kind == "signed" else nibbles - zeros.astype(float).repeat(32, 1)
    wanted = x @ (wide * scales.repeat(32, 1)).T
    (file,) = glob.glob(f"{folder}/*.npy")
    print("equal" if np.array_equal(np.load(file), wanted) else f"wrong: {np.load(file)} and not {wanted}")
