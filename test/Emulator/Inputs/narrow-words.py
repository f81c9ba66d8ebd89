# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a product whose weights of 4 bits are words of 32 bits, as GPTQ stores them, taken apart as in PyTorch: to
PREFIX.mlir, and its first two inputs, words and zero points of any bits, to PREFIX.w.npy and PREFIX.z.npy.

usage: narrow-words.py PREFIX MxNxK [group=NUMBER] [zero=KIND] [less=NUMBER] [type=bf16|f16] [scales=TYPE]
                       [signed] [rows] [behind] [open-rows] [plain]

group     elements along k that share a scale and a zero point; all without
zero      words: [K / group, N / 8] of eight along n; bytes: i8 of [K / group, N]; floats: words, taken off as floats
          that are repeated; none without
less      what zero points are stored less by (default 1); or without them, what is taken off each integer
signed    integers have a sign
behind    what zero points are stored less by is taken off behind them
rows      words as [N, K / 8]; without, as [K / 8, N]
open-rows M is known at run time alone
plain     without a bias and an activation
"""

import random
import sys

prefix = sys.argv[1]
sizes = [int(size) for size in sys.argv[2].split("x")]
flags = [a for a in sys.argv[3:] if "=" not in a]
options = dict(a.split("=", 1) for a in sys.argv[3:] if "=" in a)
element, zero = options.get("type", "bf16"), options.get("zero")
scales = options.get("scales", element)
m, n, k = sizes
group = int(options.get("group", k))
groups, m = k // group, "?" if "open-rows" in flags else m
lines, count = [], 0


def tensor(*dims, of):
    return "tensor<" + "".join(f"{dim}x" for dim in dims) + of + ">"


def emit(text):
    """A line with a result of its own."""
    global count
    count += 1
    lines.append(f"  %{count} = {text}")
    return f"%{count}"


def compute(result, body, *operands):
    """A map of operands (name, type) that are %a, %b, ... in its body."""
    names = "abc"
    bound = ", ".join(f"%{names[i]} = {name}" for i, (name, _) in enumerate(operands))
    value = emit(f"fusion.map({bound}) : ({', '.join(type for _, type in operands)}) -> {result} {{")
    lines.extend([f"    {line}" for line in body] + ["  }"])
    return value


def number(value, of="i32"):
    return emit(f"arith.constant dense<{value}> : tensor<{of}>"), f"tensor<{of}>"


def unpack(words, rows, columns, along):
    """Integers of i32 of words [rows, columns] that hold eight along dimension `along`."""
    spread = [rows, 1, columns] if along == 0 else [rows, columns, 1]
    shifts = [[4 * part] if along == 0 else 4 * part for part in range(8)]
    kind, wide = tensor(rows, columns, of="i32"), tensor(*spread, of="i32")
    apart = emit(f"tensor.expand_shape {words} [[0], [1, 2]] output_shape {spread} : {kind} into {wide}")
    kind = "tensor<8x1xi32>" if along == 0 else "tensor<8xi32>"
    shift = emit(f"arith.constant dense<{shifts}> : {kind}")
    parts = tensor(*[8 if dim == along + 1 else size for dim, size in enumerate(spread)], of="i32")
    shifted = compute(parts, ["%e = arith.shrsi %a, %b : i32", "fusion.yield %e : i32"], (apart, wide), (shift, kind))
    masked = compute(parts, ["%e = arith.andi %a, %b : i32", "fusion.yield %e : i32"], (shifted, parts), number(15))
    joined = "[[0, 1], [2]]" if along == 0 else "[[0], [1, 2]]"
    whole = tensor(rows * 8 if along == 0 else rows, columns * 8 if along == 1 else columns, of="i32")
    return emit(f"tensor.collapse_shape {masked} {joined} : {parts} into {whole}"), whole


def minus(a, b, result, operation="subi"):
    return compute(result, [f"%e = arith.{operation} %a, %b : i32", "fusion.yield %e : i32"], a, b), result


def repeat(value, kind, of):
    """[groups, n] -> [k, n]"""
    parts, whole = tensor(groups, group, n, of=of), tensor(k, n, of=of)
    if groups == 1:
        return value, kind
    empty = emit(f"tensor.empty() : {parts}")
    wide = emit(f"linalg.broadcast ins({value} : {kind}) outs({empty} : {parts}) dimensions = [1]")
    return emit(f"tensor.collapse_shape {wide} [[0, 1], [2]] : {parts} into {whole}"), whole


isRows = "rows" in flags
x, y = tensor(m, k, of=element), tensor(m, n, of="f32")
words = (n, k // 8) if isRows else (k // 8, n)
zeros, ofZeros = ((groups, n), "i8") if zero == "bytes" else ((groups, max(1, n // 8)), "i32")
s = tensor(*((n, 1) if isRows else (groups, n)), of=scales)
arguments = {"w": tensor(*words, of="i32"), "z": tensor(*zeros, of=ofZeros), "x": x, "bias": tensor(n, of="f32"),
             "s": s}
wide, floats = tensor(*((n, k) if isRows else (k, n)), of="i32"), tensor(*((n, k) if isRows else (k, n)), of=element)
q = unpack("%w", *words, along=1 if isRows else 0)
if "signed" in flags:
    q = minus(minus(q, number(8), wide, "xori"), number(8), wide)
less = int(options.get("less", 1 if zero else 0))
if zero is None and less:
    q = minus(q, number(less), wide)
taken = None
if zero in ("words", "floats"):
    z = unpack("%z", groups, n // 8, along=1)
    if less and "behind" not in flags:
        z = minus(z, number(less), z[1], "addi")
    of = "i32"
    if zero == "floats":
        of, kind = element, tensor(groups, n, of=element)
        z = emit(f"fusion.cast {z[0]} : {z[1]} to {kind}"), kind
    taken = repeat(*z, of)
if zero == "bytes":
    integers = tensor(groups, n, of="i32")
    taken = repeat(emit(f"fusion.cast %z : {arguments['z']} to {integers}"), integers, "i32")
if taken and zero != "floats":
    q = minus(q, taken, wide)
    if less and "behind" in flags:
        q = minus(q, number(less), wide)
factor = emit(f"fusion.cast {q[0]} : {wide} to {floats}")
if zero == "floats":
    factor = emit(f"fusion.sub {factor}, {taken[0]} : ({floats}, {taken[1]}) -> {floats}")
    if less and "behind" in flags:
        one = emit(f"arith.constant dense<{less}.0> : tensor<f32>")
        factor = emit(f"fusion.sub {factor}, {one} : ({floats}, tensor<f32>) -> {floats}")
scale, s = ("%s", s) if isRows else repeat("%s", s, scales)
factor = emit(f"fusion.mul {factor}, {scale} : ({floats}, {s}) -> {floats}")
turn = " {transpose_b}" if isRows else ""
product = emit(f"fusion.matmul %x, {factor}{turn} : ({x}, {floats}) -> {y}")
if "plain" not in flags:
    product = emit(f"fusion.add {product}, %bias : ({y}, {tensor(n, of='f32')}) -> {y}")
    product = emit(f"fusion.gelu {product} : {y}")

with open(prefix + ".mlir", "w") as file:
    inputs = ", ".join(f"%{name}: {type}" for name, type in arguments.items())
    body = "\n".join(lines)
    file.write(f"func.func @layer({inputs}) -> {y} {{\n{body}\n  return {product} : {y}\n}}\n")


def save(name, shape, of):
    """Numbers of any bits, in NumPy's format."""
    size, dtype = (4, "<i4") if of == "i32" else (1, "|i1")
    text = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header = text.ljust((len(text) + 11) // 64 * 64 + 53) + "\n"
    with open(f"{prefix}.{name}.npy", "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        file.write(random.Random(name).randbytes(shape[0] * shape[1] * size))


save("w", words, "i32")
save("z", zeros, ofZeros)
