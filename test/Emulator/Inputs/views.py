"""Prints a graph of 24 products, whose operands and results lie in memory in every order of their dimensions.

usage: views.py TYPE B H M N K [open]   (open: B and M are dynamic)
"""

import itertools
import sys

kind, sizes = sys.argv[1], [int(size) for size in sys.argv[2:7]]
batch, heads, m, n, k = sizes
is_open = "open" in sys.argv
orders = list(itertools.permutations(range(4)))


def tensor(shape):
    return "tensor<%sx%s>" % ("x".join(str(size) for size in shape), kind)


def physical(shape, order):
    """The shape of what is `shape` in that order: dimension i is its dimension order[i]."""
    result = [0] * 4
    for i, dim in enumerate(order):
        result[dim] = shape[i]
    return result


lines, arguments, results, types = [], [], [], []


def transpose(name, value, source, target, order):
    dynamic = [i for i, size in enumerate(target) if size == "?"]
    for i in dynamic:
        lines.append("  %%%s_i%d = arith.constant %d : index" % (name, i, order[i]))
        lines.append("  %%%s_d%d = tensor.dim %%%s, %%%s_i%d : %s" % (name, i, value, name, i, tensor(source)))
    sizes = ", ".join("%%%s_d%d" % (name, i) for i in dynamic)
    lines.append("  %%%s_e = tensor.empty(%s) : %s" % (name, sizes, tensor(target)))
    lines.append("  %%%s = linalg.transpose ins(%%%s : %s) outs(%%%s_e : %s) permutation = %s"
                 % (name, value, tensor(source), name, tensor(target), list(order)))


first, rows = ("?", "?") if is_open else (batch, m)
for number, order in enumerate(orders):
    lhs, rhs, result = [first, heads, rows, k], [first, heads, k, n], [first, heads, rows, n]
    other, out = orders[(number + 7) % 24], orders[(number + 13) % 24]
    a, b = "a%d" % number, "b%d" % number
    arguments += ["%%%s: %s" % (a, tensor(physical(lhs, order))), "%%%s: %s" % (b, tensor(physical(rhs, other)))]
    transpose("at%d" % number, a, physical(lhs, order), lhs, order)
    transpose("bt%d" % number, b, physical(rhs, other), rhs, other)
    lines.append("  %%p%d = fusion.matmul %%at%d, %%bt%d : (%s, %s) -> %s"
                 % (number, number, number, tensor(lhs), tensor(rhs), tensor(result)))
    lines.append("  %%e%d = fusion.relu %%p%d : %s" % (number, number, tensor(result)))
    stored = [result[dim] for dim in out]
    transpose("r%d" % number, "e%d" % number, result, stored, out)
    results.append("%%r%d" % number)
    types.append(tensor(stored))

print("func.func @main(%s) -> (%s) {" % (", ".join(arguments), ", ".join(types)))
print("\n".join(lines))
print("  return %s : %s\n}" % (", ".join(results), ", ".join(types)))
