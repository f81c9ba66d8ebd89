"""Divisions of integers by everything, zero and -1 too.

integer-division.py write FOLDER      FOLDER/graph.mlir, and x.WIDTH.npy and y.WIDTH.npy of each width
integer-division.py check FOLDER      FOLDER/output.N.npy must hold the results that are promised
"""

import itertools
import os
import struct
import sys

WIDTHS = {8: "b", 16: "h", 32: "i", 64: "q"}
OPS = ["divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"]


def pairs(width):
    least, greatest = -(1 << (width - 1)), (1 << (width - 1)) - 1
    values = [least, least + 1, -7, -1, 0, 1, 2, 7, greatest - 1, greatest]
    return list(itertools.product(values, values))


#: (operation, width, how the graph spells it)
def cases():
    listed = [(op, width, "tensor") for width in WIDTHS for op in OPS]
    listed += [(op, 64, "index") for op in OPS]
    return listed + [(op, 32, "named") for op in ("divsi", "divui")]


def expected(op, width, x, y):
    mask = (1 << width) - 1
    if op.endswith("ui"):
        x, y = x & mask, y & mask
    if y == 0:
        result = x if op.startswith("rem") else mask
    elif op.startswith("rem"):
        result = abs(x) % abs(y) * (-1 if x < 0 else 1)
    elif op.startswith("floor"):
        result = x // y
    elif op.startswith("ceil"):
        result = -(-x // y)
    else:
        result = abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)
    result &= mask
    return result - (1 << width) if result >> (width - 1) else result


def save(path, values, width):
    header = "{'descr': '%si%d', 'fortran_order': False, 'shape': (%d,), }"
    header = header % ("|" if width == 8 else "<", width // 8, len(values))
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack(f"<{len(values)}{WIDTHS[width]}", *values))


def graph():
    n = len(pairs(8))
    arguments = ", ".join(f"%{name}{width}: tensor<{n}xi{width}>" for width in WIDTHS for name in "xy")
    results = ", ".join(f"tensor<{n}xi{width}>" for _, width, _ in cases())
    lines = ["#map = affine_map<(d0) -> (d0)>", f"func.func @divisions({arguments}) -> ({results}) {{"]
    for i, (op, width, spelling) in enumerate(cases()):
        tensor, x, y = f"tensor<{n}xi{width}>", f"%x{width}", f"%y{width}"
        if spelling == "tensor":
            lines.append(f"  %r{i} = arith.{op} {x}, {y} : {tensor}")
            continue
        lines.append(f"  %e{i} = tensor.empty() : {tensor}")
        if spelling == "named":
            name = "div" if op == "divsi" else "div_unsigned"
            operands = f"ins({x}, {y} : {tensor}, {tensor}) outs(%e{i} : {tensor})"
            lines.append(f"  %r{i} = linalg.{name} {operands} -> {tensor}")
            continue
        lines += [
            f'  %r{i} = linalg.generic {{indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}}',
            f"      ins({x}, {y} : {tensor}, {tensor}) outs(%e{i} : {tensor}) {{",
            f"  ^bb0(%a: i{width}, %b: i{width}, %out: i{width}):",
            f"    %i = arith.index_cast %a : i{width} to index",
            f"    %j = arith.index_cast %b : i{width} to index",
            f"    %q = arith.{op} %i, %j : index",
            f"    %r = arith.index_cast %q : index to i{width}",
            f"    linalg.yield %r : i{width}",
            f"  }} -> {tensor}",
        ]
    names = ", ".join(f"%r{i}" for i in range(len(cases())))
    return "\n".join(lines + [f"  return {names} : {results}", "}"]) + "\n"


def check(folder):
    bad = 0
    for i, (op, width, spelling) in enumerate(cases()):
        operands = pairs(width)
        with open(os.path.join(folder, f"output.{i}.npy"), "rb") as file:
            data = file.read()[-len(operands) * width // 8 :]
        for (x, y), got in zip(operands, struct.unpack(f"<{len(operands)}{WIDTHS[width]}", data), strict=True):
            want = expected(op, width, x, y)
            bad += got != want
            if got != want and bad <= 10:
                print(f"{op} of i{width} ({spelling}) {x}, {y} is {got}, expected {want}")
    print(f"{len(cases()) * len(operands)} divisions, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    command, folder = sys.argv[1:]
    if command == "check":
        sys.exit(check(folder))
    with open(os.path.join(folder, "graph.mlir"), "w") as file:
        file.write(graph())
    for width in WIDTHS:
        for index, name in enumerate("xy"):
            save(os.path.join(folder, f"{name}.{width}.npy"), [pair[index] for pair in pairs(width)], width)
