# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a layer whose weights are integers: gelu(x dequantise(w)ᵀ + b), or without an activation.

usage: narrow-products.py MxNxK [bits=8|4] [unsigned] [scale=KIND] [zero=KIND] [bias=NUMBER] [type=bf16|f16]
                          [scales=TYPE] [dynamic] [open-rows] [plain]

KIND      tensor, row, a number of elements along k that share one, or ROWSxELEMENTS
bits      4: two in a byte, by a map that takes them apart
bias      a number that is taken off each integer, which is not scaled then
scales    the type of scales (default f32)
dynamic   sizes m and n, and k where nothing is in groups, are known at run time alone
open-rows m is known at run time alone
"""

import sys

sizes = [int(size) for size in sys.argv[1].split("x")]
flags = [a for a in sys.argv[2:] if "=" not in a]
options = dict(a.split("=", 1) for a in sys.argv[2:] if "=" in a)
bits, element, scales = int(options.get("bits", 8)), options.get("type", "bf16"), options.get("scales", "f32")
grouped = any(options.get(name, "row") not in ("tensor", "row") for name in ("scale", "zero"))
dynamic = "dynamic" in flags


def tensor(*dims, element):
    return "tensor<" + "".join(f"{dim}x" for dim in dims) + element + ">"


def numbers(kind, of):
    """The type of scales or zero points."""
    if kind == "tensor":
        return tensor(element=of)
    if kind == "row":
        return tensor(n, 1, element=of)
    rows, group = kind.split("x") if "x" in kind else ("1", kind)
    return tensor(sizes[1] // int(rows) if int(rows) > 1 else n, sizes[2] // int(group), element=of)


m, n, k = ("?", "?", sizes[2] if grouped or bits == 4 else "?") if dynamic else sizes
m = "?" if "open-rows" in flags else m
sign = " {is_unsigned}" if "unsigned" in flags and bits == 8 else ""
stored = tensor(n, sizes[2] // 2 if bits == 4 else k, element="i8")
x, w, y = tensor(m, k, element=element), tensor(n, k, element="i8"), tensor(m, n, element="f32")
arguments = [("x", x), ("stored", stored), ("b", tensor(n, element="f32"))]
if "scale" in options:
    arguments.append(("s", numbers(options["scale"], scales)))
if "zero" in options:
    arguments.append(("z", numbers(options["zero"], "i8")))
print("func.func @layer(" + ", ".join(f"%{name}: {type}" for name, type in arguments) + f") -> {y} {{")
weight = "%stored"
if bits == 4:
    weight = "%w"
    shift = "shrui" if "unsigned" in flags else "shrsi"
    given = "%e = %empty" if n == "?" else ""
    if given:
        print(f"""  %0 = arith.constant 0 : index
  %n = tensor.dim %stored, %0 : {stored}
  %empty = tensor.empty(%n) : {tensor(n, 1, element="i1")}""")
    types = (tensor(n, 1, element="i1") + ", " if given else "") + stored
    print(f"""  %w = fusion.map({given}) tables(%t = %stored) at(%i, %j) : ({types}) -> {w} {{
    %two = arith.constant 2 : index
    %none = arith.constant 0 : index
    %four = arith.constant 4 : i8
    %at = arith.divui %j, %two : index
    %byte = fusion.lookup %t[%i, %at] : {stored}
    %rest = arith.remui %j, %two : index
    %odd = arith.cmpi ne, %rest, %none : index
    %up = arith.shli %byte, %four : i8
    %half = arith.select %odd, %byte, %up : i8
    %q = arith.{shift} %half, %four : i8
    fusion.yield %q : i8
  }}""")
wide = tensor(n, k, element=element)
if "scale" in options:
    operands = [(weight, w), ("%s", arguments[3][1])] + ([("%z", arguments[-1][1])] if "zero" in options else [])
    names, types = zip(*operands)
    print(f"  %d = fusion.dequantize {', '.join(names)}{sign} : ({', '.join(types)}) -> {wide}")
else:
    print(f"  %d = fusion.cast {weight}{sign} : {w} to {wide}")
factor = "%d"
if "bias" in options:
    factor = "%o"
    print(f"  %bias = arith.constant dense<{float(options['bias'])}> : tensor<f32>")
    print(f"  %o = fusion.sub %d, %bias : ({wide}, tensor<f32>) -> {wide}")
print(f"  %p = fusion.matmul %x, {factor} {{transpose_b}} : ({x}, {wide}) -> {y}")
if "plain" in flags:
    print(f"  return %p : {y}\n}}")
else:
    print(f"  %a = fusion.add %p, %b : ({y}, {tensor(n, element='f32')}) -> {y}")
    print(f"  %g = fusion.gelu %a : {y}\n  return %g : {y}\n}}")
