# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""seeds.py NAME FOLDER [FILE...]: writes small inputs for a fuzzer to start from."""

import hashlib
import json
import struct
import sys

name, folder, files = sys.argv[1], sys.argv[2], sys.argv[3:]


def write(file, content):
    with open(f"{folder}/{file}", "wb") as out:
        out.write(content)


def npy(descr, shape, data, version=1):
    header = str({"descr": descr, "fortran_order": False, "shape": shape}).encode() + b"\n"
    size = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + size + header + data


if name == "npy":
    types = {"<f4": 4, "<f2": 2, "|V2": 2, "<f8": 8, "|b1": 1, "|i1": 1, "<i8": 8}
    for index, (descr, size) in enumerate(types.items()):
        write(f"type{index}", npy(descr, (2, 3), bytes(range(6 * size))))
    write("scalar", npy("<f4", (), b"\0" * 4))
    write("empty", npy("<f4", (3, 0, 7), b""))
    write("version2", npy("<f4", (2,), b"\1" * 8, version=2))
elif name == "cache":  # the entry that cache.cpp reads, and one of another key
    size = struct.Struct("<Q")
    for file, parts in {"entry": [b"fuzz", b"key"], "other": [b"fuzz", b"other"]}.items():
        key = hashlib.sha256(b"".join(size.pack(len(part)) + part for part in parts)).digest()
        content = b"the only content"
        head = b"FUSIONC1" + b"fuzz".ljust(32, b"\0") + key + size.pack(len(content))
        write(file, head + hashlib.sha256(head + content).digest() + content)
elif name == "tuning":  # one entry of each file, which the fuzzer can hold as a whole
    for index, file in enumerate(files):
        content = json.load(open(file))
        for number, entry in enumerate(content["entries"][:8]):
            write(f"{index}-{number}.json", json.dumps(dict(content, entries=[entry]), indent=2).encode())
