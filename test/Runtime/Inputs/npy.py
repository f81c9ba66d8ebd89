#!/usr/bin/env python3
"""Writes and prints small .npy files without NumPy.

npy.py write FILE DESCR SHAPE VALUE...   npy.py write a.npy '<f4' '(2, 3)' 1 2 3 4 5 6   ('<V2' takes bits in hex)
npy.py print FILE
"""
import ast
import struct
import sys

CODES = {"f2": "e", "f4": "f", "f8": "d", "b1": "?", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "V2": "H", "u2": "H"}


def write(path, descr, shape, values):
    kind = descr.lstrip("<>|=")
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    parse = (lambda v: int(v, 16)) if kind in ("V2", "u2") else float if kind[0] == "f" else int
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(b"".join(struct.pack("<" + CODES[kind], parse(v)) for v in values))


def show(path):
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0
    header = ast.literal_eval(data[10 : 10 + length].decode())
    kind = header["descr"].lstrip("<>|=")
    values = [v for (v,) in struct.iter_unpack("<" + CODES[kind], data[10 + length :])]
    text = ["%04x" % v if kind == "V2" else str(v) for v in values]
    print(header["descr"], header["shape"], *text)


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:])
    else:
        show(sys.argv[2])
