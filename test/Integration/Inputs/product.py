"""Prints the graph that exact-products runs: relu(X W + bias) + residual, in any type, layout and size.

usage: product.py TYPE [ta] [tb] [MxNxK]     sizes are dynamic unless given
"""

import sys

element = sys.argv[1]
ta, tb = "ta" in sys.argv, "tb" in sys.argv
sizes = [a for a in sys.argv[2:] if a[0].isdigit()]
m, n, k = sizes[0].split("x") if sizes else "???"


def tensor(*dims, element=element):
    return "tensor<" + "x".join(dims) + "x" + element + ">"


x = tensor(k, m) if ta else tensor(m, k)
w = tensor(n, k) if tb else tensor(k, n)
bias, out, acc = tensor(n), tensor(m, n), tensor(m, n, element="f32")
flags = ", ".join(["transpose_a"] * ta + ["transpose_b"] * tb)
flags = " {" + flags + "}" if flags else ""
print(f"func.func @f(%x: {x}, %w: {w}, %b: {bias}, %r: {out}) -> {out} {{")
print(f"  %0 = fusion.matmul %x, %w{flags} : ({x}, {w}) -> {acc}")
print(f"  %1 = fusion.add %0, %b : ({acc}, {bias}) -> {acc}")
print(f"  %2 = fusion.relu %1 : {acc}")
print(f"  %3 = fusion.add %2, %r : ({acc}, {out}) -> {acc}")
if element == "f32":
    print(f"  return %3 : {out}\n}}")
else:
    print(f"  %4 = fusion.cast %3 : {acc} to {out}\n  return %4 : {out}\n}}")
