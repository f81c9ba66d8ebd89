"""Choices by comparisons, of zeros of both signs and NaN, in every spelling.

zero-signs.py write FOLDER TYPE    FOLDER/graph.mlir, x.npy, y.npy; TYPE: f16, bf16, f32, f64
zero-signs.py check FOLDER TYPE    FOLDER/output.N.npy must hold the very bits that the choices give
"""

import itertools
import math
import os
import struct
import sys

NAN, INF = math.nan, math.inf
VALUES = [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN, 2.0**-14]
PREDICATES = ["olt", "ole", "ogt", "oge", "ult", "ule", "ugt", "uge"]
#: What x is compared with and what it is chosen against: zeros of either sign, another number, or y.
LIMITS = [("0.0", "0.0"), ("-0.0", "-0.0"), ("0.0", "-0.0"), ("-0.0", "0.0"), ("1.0", "1.0"), ("y", "y")]
KINDS = {"f16": ("<f2", "e"), "bf16": ("<V2", "H"), "f32": ("<f4", "f"), "f64": ("<f8", "d")}


def choices():
    """(predicate, limit, other, whether x is compared first, whether x is chosen if the comparison holds)"""
    return [(p, *l, f, t) for l in LIMITS for p, f, t in itertools.product(PREDICATES, (True, False), (True, False))]


def pack(value, kind):
    if kind == "bf16":
        return struct.pack("<f", value)[2:]
    return struct.pack("<" + KINDS[kind][1], value)


def inputs():
    pairs = list(itertools.product(VALUES, VALUES))
    return [x for x, _ in pairs], [y for _, y in pairs]


def save(path, values, kind):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }" % (KINDS[kind][0], len(values))
    header = header.ljust(117) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(b"".join(pack(value, kind) for value in values))


def holds(predicate, a, b):
    if math.isnan(a) or math.isnan(b):
        return predicate[0] == "u"
    return {"lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[predicate[1:]]


def expected(choice, x, y):
    predicate, limit, other, first, then = choice
    c, o = (y if text == "y" else float(text) for text in (limit, other))
    condition = holds(predicate, x, c) if first else holds(predicate, c, x)
    return x if condition == then else o


def graph(kind, n):
    """One choice an operation, since each may be taken for something else."""
    tensor = f"tensor<{n}x{kind}>"
    results = ", ".join([tensor] * len(choices()))
    lines = ["#map = affine_map<(d0) -> (d0)>", f"func.func @choices(%x: {tensor}, %y: {tensor}) -> ({results}) {{"]
    lines.append(f"  %e = tensor.empty() : {tensor}")
    for i, (predicate, limit, other, first, then) in enumerate(choices()):
        lines += [
            f"  %r{i} = linalg.generic {{indexing_maps = [#map, #map, #map], iterator_types = [\"parallel\"]}}",
            f"      ins(%x, %y : {tensor}, {tensor}) outs(%e : {tensor}) {{",
            f"  ^bb0(%a: {kind}, %b: {kind}, %out: {kind}):",
        ]
        names = []
        for name, text in (("%l", limit), ("%o", other)):
            names.append("%b" if text == "y" else name)
            if text != "y":
                lines.append(f"    {name} = arith.constant {text} : {kind}")
        compared = ["%a", names[0]] if first else [names[0], "%a"]
        chosen = ["%a", names[1]] if then else [names[1], "%a"]
        lines += [
            f"    %c = arith.cmpf {predicate}, {', '.join(compared)} : {kind}",
            f"    %s = arith.select %c, {', '.join(chosen)} : {kind}",
            f"    linalg.yield %s : {kind}",
            f"  }} -> {tensor}",
        ]
    names = ", ".join(f"%r{i}" for i in range(len(choices())))
    return "\n".join(lines + [f"  return {names} : {results}", "}"]) + "\n"


def check(folder, kind):
    xs, ys = inputs()
    size, bad = len(pack(0.0, kind)), 0
    sign = 1 << (8 * size - 1)
    for i, choice in enumerate(choices()):
        with open(os.path.join(folder, f"output.{i}.npy"), "rb") as file:
            data = file.read()[-size * len(xs) :]
        for j, (x, y) in enumerate(zip(xs, ys)):
            want, got = expected(choice, x, y), data[j * size : (j + 1) * size]
            if math.isnan(want):
                right = int.from_bytes(got, "little") % sign > int.from_bytes(pack(INF, kind), "little")
            else:
                right = got == pack(want, kind)
            bad += not right
            if not right and bad <= 10:
                print(f"{choice} of {x}, {y} is {got.hex()}, expected {want}")
    print(f"{len(choices()) * len(xs)} choices, {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    command, folder, kind = sys.argv[1:]
    if command == "check":
        sys.exit(check(folder, kind))
    xs, ys = inputs()
    with open(os.path.join(folder, "graph.mlir"), "w") as file:
        file.write(graph(kind, len(xs)))
    save(os.path.join(folder, "x.npy"), xs, kind)
    save(os.path.join(folder, "y.npy"), ys, kind)
