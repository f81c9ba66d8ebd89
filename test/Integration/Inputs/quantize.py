"""fusion.quantize and fusion.dequantize of quantize.mlir, against their formulas, bit by bit.

quantize.py write DIR              x.npy, and scales (row, group, block, list) and zero points (column, point) for it
quantize.py ENTRY DIR OUT          OUT/output.N.npy are those of the entry
"""

import math
import random
import struct
import sys

from float8 import FORMATS, compare, decode, encode, read

ROWS, COLUMNS = 37, 16
SPECIALS = [0.0, -0.0, math.nan, math.inf, -math.inf, 3e38, -3e38, 1e-40, 0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 126.5, 127.5,
            -127.5, -128.5, 254.5, 255.5, 448.0, 464.0, 57344.0, 61440.0, -1e9, 1e9]
TYPES = {"f": "<f4", "b": "|i1", "i": "<i4"}


def f32(value):
    """Rounds a double; sums and quotients of two f32 are rounded right so."""
    if math.isfinite(value) and abs(value) >= (2 - 2.0**-24) * 2.0**127:
        return math.copysign(math.inf, value)
    return struct.unpack("<f", struct.pack("<f", value))[0]


def data():
    draw = random.Random(7)
    x = SPECIALS + [draw.uniform(-1, 1) * 2.0 ** draw.randint(-12, 12) for _ in range(ROWS * COLUMNS)]
    x = [f32(v) for v in x[: ROWS * COLUMNS]]
    special_scales = [1.0, 0.0, math.inf, 1e-40, math.nan, -0.5, 0.25]

    def scales(count):
        return [f32(v) for v in (special_scales + [draw.uniform(0.01, 3) for _ in range(count)])[:count]]

    row = scales(ROWS)
    row[:2] = [1.0, 1.0]  # halves are halves of the quotient, too
    row[5], row[6] = 0.0, math.nan
    return {"x": ("f", x, (ROWS, COLUMNS)), "row": ("f", row, (ROWS, 1)),
            "group": ("f", scales(2 * ROWS), (ROWS, 2)), "block": ("f", scales(8), (4, 2)),
            "list": ("f", scales(8), (8,)),
            "column": ("i", [0, 1, -1, 3, 127, -128, 128, 255, 7, -7, 64, 100, 1000, -1000, 12, 5], (COLUMNS,)),
            "point": ("b", [0, 1, -1, 127, -128, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], (16, 1)),
            "bytes": ("b", list(range(-128, 128)), (16, 16)), "codes": ("b", list(range(-128, 128)), (256,))}


def save(path, code, values, shape):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (TYPES[code], shape)
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{code}", *values))


def quotient(a, b):
    if b == 0:
        sign = math.copysign(1, a) * math.copysign(1, b)
        return math.nan if a == 0 or math.isnan(a) else sign * math.inf
    return f32(a / b)


def integer(x, scale, zero, least, most):
    value = quotient(x, scale)
    if math.isfinite(value):
        value = float(round(value))  # to even
    value = f32(value + zero)
    return 0 if math.isnan(value) else int(min(max(value, least), most)) % 256


RANGES = ((-128, 127), (0, 255))


def number(out, output, values, expected, name, width=1):
    compare(name, values, read(f"{out}/output.{output}.npy", width), expected)


def check_rows(d, out):
    x, row = d["x"][1], d["row"][1]
    pairs = [(v, row[i // COLUMNS]) for i, v in enumerate(x)]
    for output, limits in enumerate(RANGES):
        number(out, output, pairs, [integer(v, s, 0, *limits) for v, s in pairs], f"rows {limits}")
    for output, kind in enumerate(FORMATS):
        number(out, output + 2, pairs, [encode(kind, quotient(v, s), True) for v, s in pairs], f"rows {kind}")


def check_groups(d, out):
    x, group, column = d["x"][1], d["group"][1], d["column"][1]
    parts = [(v, group[i // 8], column[i % COLUMNS]) for i, v in enumerate(x)]
    for output, limits in enumerate(RANGES):
        number(out, output, parts, [integer(*part, *limits) for part in parts], f"groups {limits}")


def word(value):
    """The bits of an f32; NaN has one spelling."""
    return 0x7FC00000 if math.isnan(value) else struct.unpack("<I", struct.pack("<f", value))[0]


def check_floats_of(out, output, got_of, name):
    got = [word(struct.unpack("<f", struct.pack("<I", bits))[0]) for bits in read(f"{out}/output.{output}.npy", 4)]
    compare(name, range(256), got, [word(f32(value)) for value in got_of])


def check_back(d, out):
    block, point = d["block"][1], d["point"][1]
    for output, limits in enumerate(RANGES):
        def sign(b):
            return b % 256 if limits[0] == 0 else b

        values = [(sign(b) - sign(point[i // 16])) * block[i // 64 * 2 + i % 16 // 8]
                  for i, b in enumerate(d["bytes"][1])]
        check_floats_of(out, output, values, f"back {limits}")


def check_floats(d, out):
    for output, kind in enumerate(FORMATS):
        values = [decode(kind, b % 256) * d["list"][1][i // 32] for i, b in enumerate(d["codes"][1])]
        check_floats_of(out, output, values, f"back {kind}")


if __name__ == "__main__":
    command, *folders = sys.argv[1:]
    if command == "write":
        for name, entry in data().items():
            save(f"{folders[0]}/{name}.npy", *entry)
    else:
        checks = {"rows": check_rows, "groups": check_groups, "back": check_back, "floats": check_floats}
        checks[command](data(), folders[1])
