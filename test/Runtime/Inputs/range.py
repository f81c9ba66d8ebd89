#!/usr/bin/env python3
"""range.py A ROWS COLUMNS [B]: writes 0, 1, 2, ... as a matrix of f32 to A, or says whether B holds the same as A."""
import struct
import sys

path, rows, columns = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
if len(sys.argv) > 4:
    data = [open(name, "rb").read()[-4 * rows * columns :] for name in (path, sys.argv[4])]
    print("same" if data[0] == data[1] else "different")
else:
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{rows * columns}f", *map(float, range(rows * columns))))
