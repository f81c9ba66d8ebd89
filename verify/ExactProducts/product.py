# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the graph that exact-products runs: relu(X W + vectors) + matrices, in any type, layout and size.

usage: product.py TYPE [rhs=TYPE] [ta] [tb] [MxNxK] [operands=LETTERS] [outputs=TYPE,...] [lead=N]
                  [constant=LETTERS] [unsigned=LETTERS] [schedule=TEXT]

rhs         the type of W, where it is another one
sizes       are dynamic unless given
operands    b: a vector along N, before relu; r: a matrix, c: a column of it, after relu (default br)
outputs     the result in these types; i1: whether it is above zero (default: TYPE; of 8-bit types f32)
lead        columns in front of X, W and the matrices, of which slices are taken: rows are that much further apart
constant    which of x and w carry fusion.constant
unsigned    which of x and w have integers without a sign
schedule    that of #fusion.schedule<TEXT>: the graph is one kernel
"""

import sys

element = sys.argv[1]
ta, tb = "ta" in sys.argv, "tb" in sys.argv
sizes = [a for a in sys.argv[2:] if a[0].isdigit()]
m, n, k = sizes[0].split("x") if sizes else "???"
options = dict(a.split("=", 1) for a in sys.argv[2:] if "=" in a)
schedule = options.get("schedule")
after = "f32" if element == "i8" or element.startswith("f8") else element  # of what is computed behind the product
output_types = options.get("outputs", after).split(",")
lead = int(options.get("lead", 0))


def tensor(*dims, element=element):
    return "tensor<" + "x".join(dims) + "x" + element + ">"


x = tensor(k, m) if ta else tensor(m, k)
of_w = options.get("rhs", element)
w = tensor(n, k, element=of_w) if tb else tensor(k, n, element=of_w)
acc = tensor(m, n, element="f32")
matrices = {"x": (k, m) if ta else (m, k), "w": (n, k) if tb else (k, n), "r": (m, n)}
kinds = {"b": tensor(n, element=after), "c": tensor(m, "1", element=after), "r": tensor(m, n, element=after)}
without_sign = [f"unsigned_{side}" for side, name in (("a", "x"), ("b", "w")) if name in options.get("unsigned", "")]
flags = ", ".join(["transpose_a"] * ta + ["transpose_b"] * tb + without_sign)
flags = " {" + flags + "}" if flags else ""

operands = [("x", x), ("w", w)] + [(f"{kind}{i}", kinds[kind]) for i, kind in enumerate(options.get("operands", "br"))]
outputs = [tensor(m, n, element=output) for output in output_types]
types = "(" + ", ".join(outputs) + ")"


def argument(name, type):
    """Of the function: a matrix with columns in front, or the operand itself."""
    if not lead or name[0] not in matrices:
        return f"%{name}", type
    rows, columns = matrices[name[0]]
    columns = columns if columns == "?" else str(int(columns) + lead)
    return f"%{name}_wide", tensor(rows, columns, element={"x": element, "w": of_w}.get(name[0], after))


def slice_of(name, type):
    """Takes the operand out of the function's argument."""
    wide, wide_type = argument(name, type)
    sizes = []
    for dim, size in enumerate(matrices[name[0]]):
        if size == "?":
            print(f"  %{name}_dim{dim} = tensor.dim {wide}, %dim{dim} : {wide_type}")
            size = f"%{name}_dim{dim}"
            if dim == 1:
                print(f"  %{name}_columns = arith.subi {size}, %lead : index")
                size = f"%{name}_columns"
        sizes.append(size)
    print(f"  %{name} = tensor.extract_slice {wide}[0, {lead}] [{', '.join(sizes)}] [1, 1] : {wide_type} to {type}")




def declare(name, type):
    name, type = argument(name, type)
    return f"{name}: {type}" + (" {fusion.constant}" if name[1] in options.get("constant", "") else "")


arguments = ", ".join(declare(*operand) for operand in operands)
print(f"func.func @f({arguments}) -> {types} {{")
if lead:
    for name, number in [("dim0", 0), ("dim1", 1), ("lead", lead)]:
        print(f"  %{name} = arith.constant {number} : index")
    for operand in operands:
        if operand[0][0] in matrices:
            slice_of(*operand)
give, inner = "return", ""
if schedule:
    give, inner = "fusion.yield", "_in"
    bound = ", ".join(f"%{name}_in = %{name}" for name, _ in operands)
    print(f"  %y:{len(outputs)} = fusion.kernel({bound}) : ({', '.join(type for _, type in operands)}) -> {types}")
    print(f"      attributes {{schedule = #fusion.schedule<{schedule}>}} {{")
sums = tensor(m, n, element="i32") if element == "i8" else acc
print(f"  %product = fusion.matmul %x{inner}, %w{inner}{flags} : ({x}, {w}) -> {sums}")
value = "%product"
if sums != acc:
    print(f"  %floats = fusion.cast %product : {sums} to {acc}")
    value = "%floats"
for name, type in [operand for operand in operands[2:] if operand[0][0] == "b"]:
    print(f"  %with_{name} = fusion.add {value}, %{name}{inner} : ({acc}, {type}) -> {acc}")
    value = f"%with_{name}"
print(f"  %relu = fusion.relu {value} : {acc}")
value = "%relu"
for name, type in [operand for operand in operands[2:] if operand[0][0] != "b"]:
    print(f"  %with_{name} = fusion.add {value}, %{name}{inner} : ({acc}, {type}) -> {acc}")
    value = f"%with_{name}"
results = []
for i, (output, type) in enumerate(zip(output_types, outputs)):
    results.append(value if output == "f32" else f"%out{i}")
    if output == "i1":
        print("  %zero = arith.constant dense<0.0> : tensor<f32>")
        print(f"  %out{i} = fusion.compare ogt, {value}, %zero : ({acc}, tensor<f32>) -> {type}")
    elif output != "f32":
        print(f"  %out{i} = fusion.cast {value} : {acc} to {type}")
print(f"  {give} {', '.join(results)} : {', '.join(outputs)}")
if schedule:
    print("  }\n  return " + ", ".join(f"%y#{i}" for i in range(len(outputs))) + f" : {', '.join(outputs)}")
print("}")
