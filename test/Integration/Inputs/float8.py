"""Conversions of 8-bit floats and casts that saturate, against the formats' definition.

float8.py write DIR            bytes.npy: all bytes; f16.npy, bf16.npy: all values of 16 bits; f32.npy: what lies at and
                               beside the middle of each two neighbours of each format, overflow, subnormal numbers,
                               specials and random bits; integers.npy: f32 at the ends of the integer types
float8.py widen DIR            DIR/output.0.npy and so on: f8E4M3FN, f8E5M2 in f32, f16, bf16 each, of bytes.npy
float8.py narrow TYPE DIR OUT  OUT/output.N.npy: DIR/TYPE.npy in f8E4M3FN, f8E5M2, and saturated in both
float8.py integers DIR OUT     integers.npy, saturated: i8, i8 unsigned, i16, i32, i32 unsigned, i64
float8.py unsigned OUT         all bytes as unsigned integers in f32, f8E4M3FN, f8E5M2
"""

import bisect
import math
import random
import struct
import sys

FORMATS = {"f8E4M3FN": (3, 7, False), "f8E5M2": (2, 15, True)}  # bits of mantissa, bias, whether there are infinities
NAN = 0x7F


def decode(kind, byte):
    mantissa_bits, bias, has_infinity = FORMATS[kind]
    exponent, mantissa = (byte & 0x7F) >> mantissa_bits, byte & ((1 << mantissa_bits) - 1)
    ones, sign = (1 << (7 - mantissa_bits)) - 1, -1.0 if byte & 0x80 else 1.0
    if exponent == ones and has_infinity:
        return math.nan if mantissa else sign * math.inf
    if byte & 0x7F == 0x7F:
        return math.nan
    unit = 2.0**-mantissa_bits
    if exponent == 0:
        return sign * mantissa * unit * 2.0 ** (1 - bias)
    return sign * (1 + mantissa * unit) * 2.0 ** (exponent - bias)


# The finite numbers from 0 on, and what would come next.
NUMBERS = {kind: [v for v in (decode(kind, b) for b in range(0x80)) if math.isfinite(v)] for kind in FORMATS}
NEXT = {kind: 2 * values[-1] - values[-2] for kind, values in NUMBERS.items()}


def encode(kind, value, saturates=False):
    if math.isnan(value):
        return NAN
    values, sign, size = NUMBERS[kind], 0x80 if math.copysign(1, value) < 0 else 0, abs(value)
    above = bisect.bisect_left(values, size)
    if above == len(values):
        middle = (values[-1] + NEXT[kind]) / 2
        if size < middle or (size == middle and above % 2 == 1) or saturates:
            return sign | (above - 1)
        return sign | above if FORMATS[kind][2] else NAN
    if values[above] == size:
        return sign | above
    middle = (values[above - 1] + values[above]) / 2
    nearest = above if size > middle or (size == middle and above % 2 == 0) else above - 1
    return sign | nearest


def f32(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def bits_of(value):
    return struct.unpack("<I", struct.pack("<f", value))[0]


def f32_values():
    bits = {0, 1, 0x007FFFFF, 0x00800000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FC00000, 0x7FFFFFFF}
    for kind, values in NUMBERS.items():
        steps = values + [NEXT[kind], 2 * NEXT[kind]]
        for low, high in zip(steps, steps[1:]):
            for value in (low, (low + high) / 2):
                bits |= {max(bits_of(value) + d, 0) for d in (-1, 0, 1)}
    chosen = random.Random(1)
    bits = sorted(bits) + [chosen.getrandbits(31) for _ in range(8000)]
    # Most random bits are far out of the range: as many within it.
    bits += [bits_of(chosen.uniform(0, 1) * 2.0 ** chosen.randint(-18, 17)) for _ in range(8000)]
    return bits + [b | 0x80000000 for b in bits]


def integer_values():
    values = [0.0, -0.0, 0.5, -0.5, 0.99, -0.99, 1.5, -1.5, math.nan, math.inf, -math.inf, 3e38, -3e38, 1e-40]
    for width in (7, 8, 15, 16, 31, 32, 63, 64):
        near = bits_of(2.0**width)
        values += [sign * f32(near + d) for d in (-2, -1, 0, 1, 2) for sign in (1, -1)]
        values += [sign * (2.0**width + d) for d in (-1, -0.5, 0.5, 1) for sign in (1, -1)]
    return [f32(bits_of(v)) for v in values]


WIDTHS = {"f32": 4, "f16": 2, "bf16": 2, "bytes": 1, "i8": 1, "integers": 4}
DESCRIPTORS = {"f32": "<f4", "f16": "<f2", "bf16": "<V2", "bytes": "|V1", "i8": "|i1", "integers": "<f4"}


def write(path, kind, words):
    shape = f"({len(words)},)"
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (DESCRIPTORS[kind], shape)
    header = header.ljust((len(header) + 11 + 63) // 64 * 64 - 11) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(b"".join(word.to_bytes(WIDTHS[kind], "little") for word in words))


def read(path, width):
    with open(path, "rb") as file:
        data = file.read()
    data = data[10 + struct.unpack("<H", data[8:10])[0] :]
    return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]


def value_of(kind, bits):
    if kind == "f16":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    return f32(bits << 16 if kind == "bf16" else bits)


def compare(name, sources, got, expected, show=hex):
    assert len(got) == len(expected), (name, len(got), len(expected))
    wrong = [(s, g, e) for s, g, e in zip(sources, got, expected, strict=True) if g != e]
    for source, is_, should in wrong[:5]:
        print(f"{name}: of {source} came {show(is_)}, expected {show(should)}")
    if wrong:
        sys.exit(f"{name}: {len(wrong)} of {len(got)} are wrong")
    print(f"{name}: {len(got)} right")


def check_widened(out):
    output = 0
    for kind in FORMATS:
        for wide in ("f32", "f16", "bf16"):
            got = [value_of(wide, word) for word in read(f"{out}/output.{output}.npy", WIDTHS[wide])]
            expected = [decode(kind, byte) for byte in range(256)]
            text = [[repr(v) if v == v else "nan" for v in list_] for list_ in (got, expected)]
            compare(f"{kind} in {wide}", range(256), *text, show=str)
            output += 1


def check_narrowed(kind, directory, out):
    words = read(f"{directory}/{kind}.npy", WIDTHS[kind])
    values = [value_of(kind, word) for word in words]
    for output, (to, saturates) in enumerate([(to, s) for s in (False, True) for to in FORMATS]):
        got = read(f"{out}/output.{output}.npy", 1)
        expected = [encode(to, value, saturates) for value in values]
        compare(f"{kind} in {to}{' saturated' if saturates else ''}", values, got, expected)


def check_integers(directory, out):
    values = [value_of("f32", word) for word in read(f"{directory}/integers.npy", 4)]
    for output, (width, is_signed) in enumerate([(8, 1), (8, 0), (16, 1), (32, 1), (32, 0), (64, 1)]):
        least, most = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)

        def convert(value):
            if math.isnan(value):
                return 0
            return most if value >= most else least if value <= least else int(value)

        got = read(f"{out}/output.{output}.npy", width // 8)
        expected = [convert(value) % (1 << width) for value in values]
        compare(f"{'i' if is_signed else 'u'}{width}", values, got, expected)


def check_unsigned(out):
    got = [value_of("f32", word) for word in read(f"{out}/output.0.npy", 4)]
    compare("unsigned in f32", range(256), got, [float(b) for b in range(256)], show=str)
    for output, kind in enumerate(FORMATS):
        got = read(f"{out}/output.{output + 1}.npy", 1)
        compare(f"unsigned in {kind}", range(256), got, [encode(kind, float(b)) for b in range(256)])


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    if command == "write":
        write(f"{arguments[0]}/bytes.npy", "bytes", range(256))
        write(f"{arguments[0]}/i8.npy", "i8", range(256))
        write(f"{arguments[0]}/f16.npy", "f16", range(65536))
        write(f"{arguments[0]}/bf16.npy", "bf16", range(65536))
        write(f"{arguments[0]}/f32.npy", "f32", f32_values())
        write(f"{arguments[0]}/integers.npy", "integers", [bits_of(v) for v in integer_values()])
    else:
        checks = {"widen": check_widened, "narrow": check_narrowed, "integers": check_integers,
                  "unsigned": check_unsigned}
        checks[command](*arguments)
