# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arguments of models made from a rule, and .npy files, with nothing but Python's own library.

A rule is {"type": "f32", "shape": [2, 8], "low": -0.3, "high": 0.3}. The values are a hash of the argument's number and
the element's, so that who exports a model and who runs it have the same ones without storing them.
"""

import ast
import math
import struct
from array import array

FORMATS = {"f64": "d", "f32": "f", "f16": "e", "i64": "q", "i32": "i", "i16": "h", "i8": "b", "i1": "?"}
DESCRIPTIONS = {
    "f64": "<f8",
    "f32": "<f4",
    "f16": "<f2",
    "bf16": "<V2",
    "i64": "<i8",
    "i32": "<i4",
    "i16": "<i2",
    "i8": "|i1",
    "i1": "|b1",
}
# Half of the distance from 1 to the next number.
ROUNDING = {"f64": 2.0**-53, "f32": 2.0**-24, "f16": 2.0**-11, "bf16": 2.0**-8}


def bf16_bits(value):
    """The bits of `value` (finite) rounded to bf16, to nearest, ties to even."""
    (bits,) = struct.unpack("<I", struct.pack("<f", value))
    return (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16


def rounded(value, kind):
    """`value` as the nearest number of the type."""
    if kind == "bf16":
        return struct.unpack("<f", struct.pack("<I", bf16_bits(value) << 16))[0]
    return struct.unpack("<" + FORMATS[kind], struct.pack("<" + FORMATS[kind], value))[0]


def hashed(argument, element):
    """32 bits that look random."""
    bits = (element * 0x9E3779B1 + (argument + 1) * 0x85EBCA77) & 0xFFFFFFFF
    bits = ((bits ^ (bits >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    bits = ((bits ^ (bits >> 12)) * 0x297A2D39) & 0xFFFFFFFF
    return bits ^ (bits >> 15)


def values(rule, argument):
    """The values of argument number `argument`, flat; `high` of integers is not among them."""
    low, high, kind = rule["low"], rule["high"], rule["type"]
    numbers = (hashed(argument, i) for i in range(math.prod(rule["shape"])))
    if kind.startswith("i"):
        return [low + n % (high - low) for n in numbers]
    return [rounded(low + (high - low) * (n / 2.0**32), kind) for n in numbers]


def save(path, kind, shape, flat):
    """Writes an .npy file."""
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (
        DESCRIPTIONS[kind],
        "".join(f"{size}, " for size in shape),
    )
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        if kind == "bf16":
            file.write(array("H", map(bf16_bits, flat)).tobytes())
        else:
            file.write(struct.pack(f"<{len(flat)}{FORMATS[kind]}", *flat))


def load(path):
    """Type, shape and flat values of an .npy file; two bytes of unknown meaning are bf16."""
    with open(path, "rb") as file:
        data = file.read()
    wide = data[6] > 1
    (length,) = struct.unpack_from("<I" if wide else "<H", data, 8)
    start = (12 if wide else 10) + length
    header = ast.literal_eval(data[start - length : start].decode("latin1").strip())
    if header["fortran_order"]:
        raise ValueError(f"{path}: columns first")
    description = header["descr"].lstrip("<|=")
    kind = {value.lstrip("<|"): key for key, value in DESCRIPTIONS.items()}.get(description)
    if description == "u2":
        kind = "bf16"
    if kind is None:
        raise ValueError(f"{path}: elements of type {header['descr']}")
    body = data[start:]
    if kind == "bf16":
        bits = array("I", [value << 16 for value in array("H", body)])
        return kind, header["shape"], array("f", bits.tobytes())
    if kind in ("f16", "i1"):
        return (
            kind,
            header["shape"],
            [*struct.unpack(f"<{len(body) // struct.calcsize(FORMATS[kind])}{FORMATS[kind]}", body)],
        )
    return kind, header["shape"], array(FORMATS[kind], body)
