"""Activations on every value of a 16-bit type, against double precision.

activations.py write TYPE FILE.npy       all 65,536 values of TYPE (bf16 or f16)
activations.py check TYPE DIR NAME...    DIR/output.0.npy and so on hold the functions NAME... of them; each result must
                                         be within 0.51 ULP of the exact one
activations.py approximate TYPE DIR NAME...    the same under fast numerics: within 2^-11, times the operand if that is
                                         more, and half an ULP
"""

import math
import struct
import sys

LIMIT = 0.51
FORMATS = {"bf16": ("<V2", 7, -126, 127), "f16": ("<f2", 10, -14, 15)}  # descr, mantissa bits, exponent range


def value(kind, bits):
    if kind == "f16":
        return struct.unpack("<e", struct.pack("<H", bits))[0]
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def exp(x):
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def logistic(x, z):
    """x / (1 + exp(-z)), which is x * 0 for z = -infinity."""
    return x * 0.0 if z == -math.inf else x / (1 + exp(-z))


def limited(value):
    return value if math.isnan(value) else min(max(value, 0.0), 1.0)


def gate_derivative(linear, cubic):
    """Of x / (1 + exp(-y)), y = linear x + cubic x³."""
    def value(x):
        y, w = x * (linear + cubic * x * x), x * (linear + 3 * cubic * x * x)
        if math.isfinite(x) and abs(y) > 700:
            return 1.0 if y > 0 else -0.0
        return 1 / (1 + exp(-y)) * (1 + w / (1 + exp(y)))

    return value


LAMBDA = 1.0507009873554805
SIXTH, FIFTH, QUICK = (struct.unpack("<f", struct.pack("<f", number))[0] for number in (1 / 6, 0.2, 1.702))
FUNCTIONS = {
    "gelu_tanh": lambda x: logistic(x, 2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)),
    "gelu_erf": lambda x: 0.5 * x * math.erfc(-x * math.sqrt(0.5)),
    "silu": lambda x: logistic(x, x),
    "sigmoid": lambda x: logistic(1.0, x),
    "softplus": lambda x: max(x, 0.0) + math.log1p(exp(-abs(x))),
    "mish": lambda x: x * math.tanh(math.log1p(exp(x))),
    "tanh": math.tanh,
    "erf": math.erf,
    "exp": exp,
    "elu": lambda x: x if x > 0 else math.expm1(x) + 0.0,
    "elu_sum": lambda x: x + 0.0 if x > 0 else 1.5 * math.expm1(x) + 0.0,
    "selu": lambda x: LAMBDA * (x if x > 0 else 1.6732632423543772 * math.expm1(x)),
    "celu": lambda x: x if x > 0 else 2 * math.expm1(x / 2),
    "softplus_log": lambda x: FUNCTIONS["softplus"](x),
    "log_sigmoid": lambda x: -FUNCTIONS["softplus"](-x),
    "log_sigmoid_sum": lambda x: -FUNCTIONS["softplus"](-x),
    "hardsigmoid": lambda x: limited((x + 3) / 6),
    "hardsigmoid_line": lambda x: limited(x * SIXTH + 0.5),
    "hardsigmoid_fifth": lambda x: limited(x * FIFTH + 0.5),
    "quick_gelu": lambda x: logistic(x, QUICK * x),
    "softsign": lambda x: x / (1 + abs(x)),
    "snake": lambda x: x + math.sin(0.25 * x) ** 2 / 0.25 if math.isfinite(x) else math.nan,
    "squared_relu": lambda x: x if math.isnan(x) else max(x, 0.0) ** 2,
    "tanhshrink": lambda x: x - math.tanh(x) if abs(x) > 0.02 else 0.0 + x**3 / 3 - 2 * x**5 / 15 + 17 * x**7 / 315,
    **{name: gate_derivative(1, 0) for name in ("dsilu", "dsilu_sum")},
    "dgelu_tanh": gate_derivative(2 * math.sqrt(2 / math.pi), 2 * math.sqrt(2 / math.pi) * 0.044715),
    "dgelu_erf": lambda x: (math.erfc(-x * math.sqrt(0.5)) / 2
                            + x * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)),
    "delu": lambda x: math.exp(x) if x <= 0 else 1.0 + x * 0.0,
    "dhardswish": lambda x: 0.0 if x < -3 else (x + 1.5) / 3 if x <= 3 else 1.0,
}


# Sums of parts that both vanish in f32, where the exact value is not 0 yet: the sign of the result's zero is theirs.
SUMS = ("dgelu_erf", "log_sigmoid", "log_sigmoid_sum", "tanhshrink")


def write(kind, path):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (65536,), }" % FORMATS[kind][0]
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<65536H", *range(65536)))


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    start = 10 + struct.unpack("<H", data[8:10])[0]
    return struct.unpack("<65536H", data[start:])


def error(kind, got, exact):
    """In ULP; infinite where infinity, NaN or the sign of zero is wrong."""
    _, mantissa, low, high = FORMATS[kind]
    if math.isnan(exact) or math.isnan(got):
        return 0.0 if math.isnan(exact) and math.isnan(got) else math.inf
    overflow = (2 - 2.0 ** -(mantissa + 1)) * 2.0**high
    if math.isinf(got) or abs(exact) >= overflow:
        return 0.0 if got == math.copysign(math.inf, exact) and abs(exact) >= overflow * (1 - 1e-5) else math.inf
    if got == 0 and math.copysign(1, got) != math.copysign(1, exact):
        return math.inf
    exponent = max(math.frexp(exact)[1] - 1, low) if exact else low
    return abs(got - exact) / 2.0 ** (exponent - mantissa)


def approximate(kind, folder, names):
    """Infinity, NaN and -0 are where they should be."""
    good = True
    for index, name in enumerate(names):
        worst, where = -1.0, 0
        for bits, out in enumerate(read("%s/output.%d.npy" % (folder, index))):
            x, got = value(kind, bits), value(kind, out)
            exact = FUNCTIONS[name](x)
            e = error(kind, got, exact)
            sign = got == 0 and exact == 0 and math.copysign(1, got) != math.copysign(1, exact)
            if math.isfinite(exact) and math.isfinite(got) and not sign:
                exponent = max(math.frexp(exact)[1] - 1, FORMATS[kind][2]) if exact else FORMATS[kind][2]
                ulp = 2.0 ** (exponent - FORMATS[kind][1])
                e = max(0.0, abs(got - exact) - 0.5 * ulp) / (2.0**-11 * max(1.0, abs(x)))
            if e > worst:
                worst, where = e, bits
        good &= worst <= 1
        print("%s %s: max error %.3f of 2^-11 at 0x%04x" % (kind, name, worst, where))
    print("within the limit" if good else "beyond the limit")
    return 0 if good else 1


def check(kind, folder, names):
    good = True
    for index, name in enumerate(names):
        worst, where = -1.0, 0
        for bits, out in enumerate(read("%s/output.%d.npy" % (folder, index))):
            got, exact = value(kind, out), FUNCTIONS[name](value(kind, bits))
            if name in SUMS and got == 0 and abs(exact) < 2.0**-140:
                exact = got
            e = error(kind, got, exact)
            if e > worst:
                worst, where = e, bits
        good &= worst <= LIMIT
        print("%s %s: max error %.3f ULP at 0x%04x" % (kind, name, worst, where))
    print("within the limit" if good else "beyond the limit of %.2f ULP" % LIMIT)
    return 0 if good else 1


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(*sys.argv[2:])
    else:
        judge = approximate if sys.argv[1] == "approximate" else check
        sys.exit(judge(sys.argv[2], sys.argv[3], sys.argv[4:]))
