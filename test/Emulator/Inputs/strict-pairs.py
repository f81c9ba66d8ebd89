# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""strict-pairs.py FOLDER DEVICE TYPE [FIRST...]: runs each unary operation behind each of those named FIRST (all, if
none is), fused and one by one, under strict numerics, and compares the results bit for bit, but for the bits of NaN."""

import array
import math
import pathlib
import subprocess
import sys

folder, device, element, *firsts = sys.argv[1:]
SIZE = 16
TENSOR = f"tensor<{SIZE}x{SIZE}x{element}>"


def unary(name, attributes=""):
    return lambda x, y: [f"{y} = fusion.{name} {x} {attributes}: {TENSOR}"]


def with_constant(name, value, constant_first=False):
    def lines(x, y):
        constant = f"%c{y[1:]}"
        operands = f"{constant}, {x}" if constant_first else f"{x}, {constant}"
        return [f"{constant} = arith.constant dense<{value}> : {TENSOR}",
                f"{y} = fusion.{name} {operands} : ({TENSOR}, {TENSOR}) -> {TENSOR}"]
    return lines


def there_and_back(x, y):
    other = TENSOR.replace(element, "bf16" if element == "f32" else "f32")
    return [f"%c{y[1:]} = fusion.cast {x} : {TENSOR} to {other}", f"{y} = fusion.cast %c{y[1:]} : {other} to {TENSOR}"]


OPERATIONS = {
    **{name: unary(name) for name in ("abs", "cos", "erf", "exp", "gelu", "hardswish", "log", "mish", "neg", "relu",
                                      "rsqrt", "sigmoid", "silu", "sin", "softplus", "sqrt", "tan", "tanh")},
    "clamp": unary("clamp", "{min = -1.5 : f64, max = 1.25 : f64} "),
    "gelu_tanh": unary("gelu", '{approximate = "tanh"} '),
    "gelu_scale": unary("gelu", "{scale = 0.5 : f64} "),
    "gelu_tanh_scale": unary("gelu", '{approximate = "tanh", scale = 0.5 : f64} '),
    "leaky_relu": unary("leaky_relu", "{alpha = 0.125 : f64} "),
    "casts": there_and_back,
    "square": lambda x, y: [f"{y} = fusion.mul {x}, {x} : ({TENSOR}, {TENSOR}) -> {TENSOR}"],
    "mul": with_constant("mul", -2.5), "add": with_constant("add", -2.5), "max": with_constant("max", -2.5),
    "div": with_constant("div", 3.0), "divided": with_constant("div", -2.5, constant_first=True),
    "pow": with_constant("pow", 3.0),
}


def graph(first):
    """A kernel for each second operation."""
    count = range(len(OPERATIONS))
    body = []
    for i, second in enumerate(OPERATIONS.values()):
        body += OPERATIONS[first](f"%x{i}", f"%y{i}") + second(f"%y{i}", f"%z{i}")
    arguments = ", ".join(f"%x{i}: {TENSOR}" for i in count)
    types = ", ".join([TENSOR] * len(count))
    results = ", ".join(f"%z{i}" for i in count)
    return "\n".join([f"func.func @pairs({arguments}) -> ({types}) {{", *body, f"return {results} : {types}", "}", ""])


def is_nan(bits):
    mantissa = {"f32": 23, "f16": 10, "bf16": 7}[element]
    width = 32 if element == "f32" else 16
    return bits & (1 << width - 1) - 1 > (1 << width - 1) - (1 << mantissa)


def read(path):
    """The elements' bits: what follows the header of a .npy file of version 1."""
    data = path.read_bytes()
    start = 10 + int.from_bytes(data[8:10], "little")
    values = array.array("I" if element == "f32" else "H", data[start:])
    assert len(values) == SIZE * SIZE
    return [math.nan if is_nan(bits) else bits for bits in values]


def same(a, b):
    return all(x == y or (x != x and y != y) for x, y in zip(a, b, strict=True))


def run(first, *options):
    source, output = pathlib.Path(folder, f"{first}.mlir"), pathlib.Path(folder, "-".join([first, "run", *options]))
    source.write_text(graph(first), encoding="utf-8")
    subprocess.run(["fusion-run", source, "--numerics=strict", f"--device={device}", "--random=5", f"--output={output}",
                    *options], check=True, stdout=subprocess.DEVNULL)
    return [read(output / f"output.{i}.npy") for i in range(len(OPERATIONS))]


differ = pairs = 0
for first in firsts or OPERATIONS:
    for second, fused, unfused in zip(OPERATIONS, run(first), run(first, "--no-fuse"), strict=True):
        pairs += 1
        if not same(fused, unfused):
            differ += 1
            print(f"{second} of {first}: bits differ")
print(f"{pairs} pairs, {differ} differ")
