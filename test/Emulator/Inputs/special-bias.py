"""Writes x.npy and w.npy, of small whole numbers as bf16, and b.npy, where every other column but a few is special, to
the folder of argument 1."""
import random
import struct
import sys

SPECIAL = [float("nan"), float("inf"), float("-inf"), 3e38, -3e38, 104.0, -104.0, 20.0, -20.0, 1e-40, -0.0, 0.5]


def write(name, descr, shape, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    with open(f"{sys.argv[1]}/{name}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def bf16(values):
    return b"".join(struct.pack("<f", value)[2:] for value in values)


random.seed(1)
write("x", "<V2", (64, 64), bf16(random.randint(-1, 1) for _ in range(64 * 64)))
write("w", "<V2", (64, 96), bf16(random.randint(-1, 1) for _ in range(64 * 96)))
columns = [SPECIAL[i // 2 % 12] if i % 2 == i // 24 % 2 else random.gauss(0, 2) for i in range(96)]
write("b", "<f4", (96,), struct.pack("<96f", *columns))
