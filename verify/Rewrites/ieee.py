# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Float formats, IEEE 754 arithmetic in them, and the numbers at which formulas go wrong."""

import ctypes
import math
import random
import struct

INF, NAN = math.inf, math.nan


class Format:
    """A float type of MLIR. A number of a narrower format is held as its double."""

    def __init__(self, name, precision, least_exponent, largest, code):
        self.name, self.precision, self.largest, self.code = name, precision, largest, code
        self.least_exponent = least_exponent  # of the least normal number
        self.least = math.ldexp(1.0, least_exponent - precision + 1)

    def round(self, x):
        """To nearest even; overflow gives an infinity, or NaN in f8E4M3FN."""
        if self.precision == 53 or x == 0 or math.isnan(x):
            return x
        beyond = NAN if self.name == "f8E4M3FN" else math.copysign(INF, x)
        if math.isinf(x):
            return beyond
        exponent = max(math.frexp(x)[1] - 1, self.least_exponent) - self.precision + 1
        rounded = math.ldexp(float(round(math.ldexp(x, -exponent))), exponent)
        return math.copysign(rounded, x) if abs(rounded) <= self.largest else beyond

    def ulp(self, x):
        """The distance of numbers at x; of the largest beyond it."""
        size = min(abs(x), self.largest)
        return math.ldexp(
            1.0, max(math.frexp(size)[1] - 1 if size else -2000, self.least_exponent) - self.precision + 1
        )

    def pack(self, x):
        if self.name in ("f64", "f32", "f16"):
            return struct.pack("<" + {"f64": "d", "f32": "f", "f16": "e"}[self.name], x)
        if self.name == "bf16":
            return struct.pack("<f", x)[2:] if x == x else b"\xc0\x7f"
        raise ValueError(f"{self.name} is no type of inputs")

    def unpack(self, data):
        size, codes = {"f64": (8, "d"), "f32": (4, "f"), "f16": (2, "e"), "bf16": (2, "")}[self.name]
        parts = (data[i : i + size] for i in range(0, len(data), size))
        if codes:
            return [struct.unpack("<" + codes, part)[0] for part in parts]
        return [struct.unpack("<f", b"\0\0" + part)[0] for part in parts]


FORMATS = {
    f.name: f
    for f in (
        Format("f64", 53, -1022, float.fromhex("0x1.fffffffffffffp1023"), "<f8"),
        Format("f32", 24, -126, float.fromhex("0x1.fffffep127"), "<f4"),
        Format("f16", 11, -14, 65504.0, "<f2"),
        Format("bf16", 8, -126, float.fromhex("0x1.fep127"), "|V2"),
        Format("f8E4M3FN", 4, -6, 448.0, "|V1"),
        Format("f8E5M2", 3, -14, 57344.0, "|V1"),
    )
}


def to_f32(x):
    return ctypes.c_float(x).value


def _guarded(function, poles):
    """A function of the C library: NaN outside of its domain, and infinity where it overflows."""

    def call(x):
        if x in poles:
            return poles[x]
        try:
            return function(x)
        except ValueError:
            return NAN
        except OverflowError:
            return INF

    return call


def divide(x, y):
    if y != 0:
        return x / y
    return NAN if x == 0 or math.isnan(x) else math.copysign(INF, x) * math.copysign(1.0, y)


def power(x, y):
    """pow of C."""
    try:
        return math.pow(x, y)
    except OverflowError:
        return -INF if x < 0 and y % 2 == 1 else INF
    except ValueError:
        if x != 0:
            return NAN
        return math.copysign(INF, x) if y % 2 == 1 else INF


def remainder(x, y):
    """fmod of C."""
    if math.isinf(x) or y == 0 or math.isnan(x + y):
        return NAN
    return math.fmod(x, y)


def whole(function):
    return lambda x: x if not math.isfinite(x) else math.copysign(float(function(x)), x)


def _away_from_zero(x):
    size, down = abs(x), math.floor(abs(x))
    return down + 1 if size - down >= 0.5 else down


def _third_root(x):
    if x == 0 or not math.isfinite(x):
        return x
    root = abs(x) ** (1 / 3)
    root -= (root - abs(x) / root / root) / 3  # of Newton's steps one
    return math.copysign(root, x)


def sine(function):
    return lambda x: function(x) if math.isfinite(x) else NAN


UNARY = {
    "neg": lambda x: -x,
    "abs": abs,
    "exp": _guarded(math.exp, {}),
    "exp2": _guarded(lambda x: INF if x == INF else 2.0**x, {}),
    "expm1": _guarded(math.expm1, {}),
    "log": _guarded(math.log, {0: -INF}),
    "log2": _guarded(math.log2, {0: -INF}),
    "log10": _guarded(math.log10, {0: -INF}),
    "log1p": _guarded(math.log1p, {-1: -INF}),
    "sqrt": _guarded(math.sqrt, {}),
    "rsqrt": lambda x: divide(1.0, UNARY["sqrt"](x)),
    "tanh": math.tanh,
    "erf": math.erf,
    "erfc": math.erfc,
    "sin": sine(math.sin),
    "cos": sine(math.cos),
    "tan": sine(math.tan),
    "asin": _guarded(math.asin, {}),
    "acos": _guarded(math.acos, {}),
    "atan": math.atan,
    "sinh": lambda x: math.copysign(_guarded(math.sinh, {})(abs(x)), x),
    "cosh": _guarded(math.cosh, {}),
    "asinh": math.asinh,
    "acosh": _guarded(math.acosh, {}),
    "atanh": _guarded(math.atanh, {1: INF, -1: -INF}),
    "cbrt": _third_root,
    "floor": whole(math.floor),
    "ceil": whole(math.ceil),
    "trunc": whole(math.trunc),
    "round": whole(_away_from_zero),
    "roundeven": whole(round),
}


def _larger(x, y):
    """-0.0 is less than +0.0."""
    if x == y:
        return y if math.copysign(1.0, x) < 0 else x
    return max(x, y)


def maximum(x, y):
    return NAN if math.isnan(x) or math.isnan(y) else _larger(x, y)


def maximum_number(x, y):
    return y if math.isnan(x) else x if math.isnan(y) else _larger(x, y)


BINARY = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": divide,
    "pow": power,
    "rem": remainder,
    "atan2": math.atan2,
    "copysign": math.copysign,
    "max": maximum,
    "min": lambda x, y: -maximum(-x, -y),
    "maxnum": maximum_number,
    "minnum": lambda x, y: -maximum_number(-x, -y),
}


def compare(predicate, x, y):
    """As arith.cmpf has it."""
    if math.isnan(x) or math.isnan(y):
        return predicate[0] == "u"
    return {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y, "no": False, "rd": True}[
        predicate[1:]
    ]


# Where exp, tanh, erf, the logistic function, squares and sums with 1 of f32, f16 and bf16 end or lose digits.
_EDGES = [
    0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 0.4, 0.3, 0.1, 1e-4, 3.5e-4, 1e-8, 2.4e-4, 9.01, 4.2, 3.92, 5.5, 10.06, 13.2, 16.6,
    17.33, 20, 20.1, 24.9, 37, 64, 88, 88.72, 88.73, 89, 87.34, 93, 100, 103.28, 103.98, 104, 150, 174, 175, 200, 709,
    745, 1000, 2.0**11, 2.0**24, 2.0**25, 2.0**31, 2.0**53, 2.0**63, 65504, 65520, 1e10, 1.84e19, 1.9e19, 1e30, 1e38,
    2.0**-12, 2.0**-24, 2.0**-25, 2.0**-64, 1e-20, 1e-30, 1e-38,
]  # fmt: skip


def specials(of, constants=()):
    """Numbers of a format: zeros, ends of the normal and subnormal numbers, edges and `constants` with their
    neighbours, infinities and NaN, each with both signs."""
    found = {0.0, of.least, 2 * of.least, 3 * of.least, of.largest, of.round(of.largest / 2), of.round(of.largest / 3)}
    normal = math.ldexp(1.0, of.least_exponent)
    found |= {normal, normal - of.least, normal + of.least, normal / 2, normal * 2}
    for number in [*_EDGES, *constants]:
        near = of.round(abs(number))
        if math.isfinite(near):
            found |= {near, near + of.ulp(near), near - of.ulp(near * (1 - 2.0**-of.precision))}
    found = sorted(x for x in found if 0 <= x <= of.largest)
    return [s for x in found for s in (x, -x)] + [INF, -INF, NAN]


def drawn(of, rng, count):
    """Random bits, half of them of numbers between 2^-8 and 2^8."""
    numbers = []
    while len(numbers) < count:
        exponent = rng.uniform(-8, 8) if rng.random() < 0.5 else rng.uniform(of.least_exponent - of.precision, 128)
        x = of.round(rng.choice((-1, 1)) * 2.0 ** min(exponent, 1023) * rng.uniform(1, 2))
        numbers.append(x)
    return numbers


def grid(of, arity, count, seed, constants=()):
    """`count` operands for each of `arity` arguments: all specials, or pairs of them, and random numbers."""
    rng = random.Random(seed)
    base = specials(of, constants)
    if arity == 1:
        numbers = base[:count] if len(base) > count else base + drawn(of, rng, count - len(base))
        return [numbers]
    core = [0.0, -0.0, of.least, -of.least, 1.0, -1.0, of.largest, -of.largest, INF, -INF, NAN]
    pairs = [(x, y) for x in core for y in core]
    rows = []
    for i in range(count):
        row = list(pairs[i]) if i < len(pairs) else [rng.choice(base), rng.choice(base + drawn(of, rng, 1))]
        while len(row) < arity:
            row.append(rng.choice(core + base))
        rows.append(row)
    return [list(column) for column in zip(*rows)]
