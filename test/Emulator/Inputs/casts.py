# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Casts of special floats to integers, and shifts by any amount.

  casts.py write DIR           the graph, DIR/casts.mlir, and its inputs DIR/in.0.npy, ...
  casts.py compare DIR RUN...  each output DIR/RUN/output.0.npy, ... with what Python's integers give, bit for bit
"""

import math
import struct
import sys

import numpy as np

FLOATS = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "f8E4M3FN": 8, "f8E5M2": 8}
WIDTHS = (1, 8, 16, 32, 64)
SHIFTS = ("shli", "shrsi", "shrui")


def bits_of_all(name):
    """Bits of floats of the type: all of 8 bits, and of the others all near a power of two, with their neighbours."""
    width = FLOATS[name]
    if width == 8:
        return list(range(256))
    mantissa = {"f64": 52, "f32": 23, "f16": 10, "bf16": 7}[name]
    bias = (1 << (width - mantissa - 2)) - 1
    infinity = 2 * bias + 1 << mantissa
    bits = {0, 1, 1 << mantissa, infinity - 1, infinity, infinity | 1, infinity | 1 << mantissa - 1}
    for exponent in (-2, -1, 0, 1, 6, 7, 8, 14, 15, 16, 23, 24, 30, 31, 32, 33, 52, 53, 62, 63, 64, 65, 100):
        if exponent <= bias:
            power = (exponent + bias) << mantissa
            bits |= {power - 2, power - 1, power, power + 1, power + (1 << mantissa - 1)}
    return sorted(bits | {b | 1 << width - 1 for b in bits})


def value_of(bits, name):
    if name == "f64":
        return struct.unpack("d", struct.pack("Q", bits))[0]
    if name == "f32":
        return struct.unpack("f", struct.pack("I", bits))[0]
    if name == "f16":
        return struct.unpack("e", struct.pack("H", bits))[0]
    if name == "bf16":
        return struct.unpack("f", struct.pack("I", bits << 16))[0]
    if name == "f8E5M2":
        return struct.unpack("e", struct.pack("H", bits << 8))[0]
    if bits & 0x7F == 0x7F:
        return math.nan
    exponent, mantissa = bits >> 3 & 15, bits & 7
    size = math.ldexp(mantissa + 8, exponent - 10) if exponent else math.ldexp(mantissa, -9)
    return -size if bits & 0x80 else size


def cast(x, width, signed):
    """The integer's bits."""
    if math.isnan(x):
        return 0
    least, most = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    whole = (most if x > 0 else least) if math.isinf(x) else max(least, min(most, int(x)))
    return whole & (1 << width) - 1


def shift(op, x, amount, width):
    """Of numbers without sign."""
    signed = x - (1 << width) if x >> width - 1 else x
    if op == "shrsi":
        return signed >> min(amount, width - 1) & (1 << width) - 1
    if amount >= width:
        return 0
    return (x << amount if op == "shli" else x >> amount) & (1 << width) - 1


def shift_operands(width):
    mask = (1 << width) - 1
    ends = [x & mask for x in (0, 1, 2, (1 << width - 1) - 1, 1 << width - 1, mask - 1, mask, 0x5A)]
    amounts = [0, 1, width // 2, width - 1, width, width + 1, 2 * width, (1 << width) - 1, 1 << width - 1]
    pairs = [(x, n & mask) for x in ends for n in amounts]
    return [x for x, _ in pairs], [n for _, n in pairs]


def store(bits, width, name=None):
    """As an array that is read as the type."""
    if width == 1:
        return np.array(bits, bool)
    array = np.array(bits, f"u{width // 8}")
    if name in ("f64", "f32", "f16"):
        return array.view(f"f{width // 8}")
    if name is not None:
        return array.view(f"V{width // 8}")
    return array.view(f"i{width // 8}")


def table():
    """The entry's arguments (type, array), its results (type, expected bits), and the lines between."""
    arguments, results, lines = [], [], []

    def argument(array, element):
        arguments.append((f"tensor<{len(array)}x{element}>", array))
        return f"%a{len(arguments) - 1}"

    def result(text, operands, element, expected):
        kind = f"tensor<{len(expected)}x{element}>"
        lines.append(f"  %r{len(results)} = {text}")
        results.append((kind, expected))

    for name, bits in FLOATS.items():
        numbers = bits_of_all(name)
        x, of = argument(store(numbers, bits, name), name), f"tensor<{len(numbers)}x{name}>"
        values = [value_of(number, name) for number in numbers]
        for width in WIDTHS:
            to = f"tensor<{len(numbers)}xi{width}>"
            for signed in (True, False):
                expected = [cast(value, width, signed) for value in values]
                result(f"arith.fpto{'si' if signed else 'ui'} {x} : {of} to {to}", [x], f"i{width}", expected)
                if width > 1:
                    flags = "" if signed else " {is_unsigned}"
                    result(f"fusion.cast {x}{flags} : {of} to {to}", [x], f"i{width}", expected)
    for width in WIDTHS:
        xs, ns = shift_operands(width)
        x, n = argument(store(xs, width), f"i{width}"), argument(store(ns, width), f"i{width}")
        for op in SHIFTS:
            expected = [shift(op, a, b, width) for a, b in zip(xs, ns)]
            result(f"arith.{op} {x}, {n} : tensor<{len(xs)}xi{width}>", [x, n], f"i{width}", expected)
    return arguments, results, lines


def main():
    command, folder, *runs = sys.argv[1:]
    arguments, results, lines = table()
    if command == "write":
        names = ", ".join(f"%a{i}: {kind}" for i, (kind, _) in enumerate(arguments))
        kinds = ", ".join(kind for kind, _ in results)
        values = ", ".join(f"%r{i}" for i in range(len(results)))
        with open(f"{folder}/casts.mlir", "w", encoding="utf-8") as file:
            file.write(f"func.func @casts({names}) -> ({kinds}) {{\n" + "\n".join(lines))
            file.write(f"\n  return {values} : {kinds}\n}}\n")
        for i, (_, array) in enumerate(arguments):
            np.save(f"{folder}/in.{i}.npy", array)
        print(" ".join(f"--input={folder}/in.{i}.npy" for i in range(len(arguments))))
        return
    wrong = 0
    for run in runs:
        for i, (kind, expected) in enumerate(results):
            got = np.load(f"{folder}/{run}/output.{i}.npy")
            wanted = store(expected, int(kind.rsplit("xi", 1)[1][:-1]))
            for at in np.flatnonzero(got != wanted)[:1]:
                wrong += 1
                print(f"{run}: {lines[i].strip()}: element {at} is {got[at]}, expected {wanted[at]}")
    print(f"{len(runs)} runs, {len(results)} results each, {wrong} wrong")


main()
