"""Writes a matrix of f8E4M3FN that are 0, 1 and -1, at random: staged-beside.py FILE ROWS COLUMNS"""
import random
import struct
import sys

path, rows, columns = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
header = str({"descr": "|V1", "fortran_order": False, "shape": (rows, columns)})
header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
data = bytes(random.Random(rows).choices([0x00, 0x38, 0xB8], k=rows * columns))
with open(path, "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
