"""A product with NaN, infinities, negative zeros, subnormals and overflow in its operands.

special.py write FOLDER MxNxK            FOLDER/x.npy [M,K], w.npy [N,K], b.npy [N], r.npy [M,N], of bf16
special.py check FOLDER MxNxK FUNCTION   FOLDER/output.0.npy must hold FUNCTION(x w + b) + r: NaN and infinities where
                                         they belong, else within the rounding of f32 and bf16.
                                         FUNCTION: relu or gelu (tanh)
"""

import math
import os
import struct
import sys

NAN, INF = math.nan, math.inf
LARGE = 2.0**127  # twice that is beyond f32
SMALL = 2.0**-130  # subnormal in f32 and in bf16


def to_bits(value):
    """Of a bf16, which `value` must be."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    assert math.isnan(value) or bits & 0xFFFF == 0, value
    return bits >> 16


def from_bits(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def write(path, rows):
    shape = (len(rows), len(rows[0])) if isinstance(rows[0], list) else (len(rows),)
    flat = [value for row in rows for value in row] if len(shape) == 2 else rows
    header = f"{{'descr': '<V2', 'fortran_order': False, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(flat)}H", *map(to_bits, flat)))


def read(path, count):
    with open(path, "rb") as file:
        data = file.read()
    return [from_bits(bits) for bits in struct.unpack(f"<{count}H", data[-2 * count :])]


def operands(m, n, k):
    """Whole numbers, and what is special; M, N at least 24, K at least 32."""
    x = [[float((5 * i + 3 * l) % 5 - 2) for l in range(k)] for i in range(m)]
    w = [[float((7 * j + 2 * l) % 7 - 3) for l in range(k)] for j in range(n)]
    b = [float(j % 9 - 4) for j in range(n)]
    r = [[float((i + 2 * j) % 11 - 5) for j in range(n)] for i in range(m)]
    x[3][5] = NAN
    x[7][0], x[8][k - 1], x[m - 1][k - 1] = INF, -INF, INF
    x[9] = [INF] + [-INF] * (k - 1)
    x[10] = [-0.0] * k
    x[11] = [SMALL if l == 13 else 0.0 for l in range(k)]
    r[11] = [0.0] * n  # subnormal where the bias is zero too
    x[12] = [LARGE if l == 13 else 0.0 for l in range(k)]
    for j in range(n):
        w[j][13] = float(j % 4 + 2)  # overflows in row 12, always to +infinity
    w[5][7] = NAN
    w[6][3], w[n - 1][k - 2] = INF, -INF
    w[10] = [-0.0] * k
    w[23][13] = 0.0  # with its bias that would be NaN
    b[20], b[21], b[22], b[23] = INF, NAN, -0.0, -INF
    r[1][1], r[2][20], r[4][4], r[10][22] = -INF, -INF, NAN, -0.0
    return x, w, b, r


def relu(value):
    return value if math.isnan(value) else max(value, 0.0)


def gelu(value):
    inner = -2 * math.sqrt(2 / math.pi) * (value + 0.044715 * value * value * value)
    return value * 0.0 if inner > 700 else value / (1 + math.exp(inner))


def agrees(actual, expected, magnitude):
    """`magnitude`: of the summands, of which f32 keeps 24 bits."""
    if math.isnan(expected) or math.isnan(actual):
        return math.isnan(expected) and math.isnan(actual)
    if abs(expected) >= 2 * LARGE or math.isinf(actual):
        return math.isinf(actual) and (actual > 0) == (expected > 0) and abs(expected) >= 2 * LARGE
    return abs(actual - expected) <= 2.0**-8 * abs(expected) + 2.0**-21 * magnitude


def check(path, m, n, k, function):
    x, w, b, r = operands(m, n, k)
    actual = read(path, m * n)
    bad, kinds = 0, [0, 0, 0]
    for i in range(m):
        for j in range(n):
            value = function(sum(p * q for p, q in zip(x[i], w[j])) + b[j])
            expected = value + r[i][j]
            kinds[0 if math.isnan(expected) else 1 if abs(expected) >= 2 * LARGE else 2] += 1
            if not agrees(actual[i * n + j], expected, abs(value) + abs(r[i][j])):
                bad += 1
                if bad <= 10:
                    print(f"[{i}, {j}] is {actual[i * n + j]}, expected {expected}")
    print(f"{kinds[0]} NaN, {kinds[1]} infinite, {kinds[2]} finite, {bad} wrong")
    return 1 if bad or 0 in kinds else 0


if __name__ == "__main__":
    command, folder, size, *rest = sys.argv[1:]
    sizes = list(map(int, size.split("x")))
    if command == "write":
        for name, rows in zip("xwbr", operands(*sizes)):
            write(os.path.join(folder, name + ".npy"), rows)
    else:
        sys.exit(check(os.path.join(folder, "output.0.npy"), *sizes, {"relu": relu, "gelu": gelu}[rest[0]]))
