"""Prints the graph that exact-products runs: relu(X W + bias) + residual, in any type, layout and size.

usage: product.py TYPE [ta] [tb] [MxNxK] [schedule=TEXT]     sizes are dynamic unless given

With a schedule, that of #fusion.schedule<TEXT>, the graph is one kernel.
"""

import sys

element = sys.argv[1]
ta, tb = "ta" in sys.argv, "tb" in sys.argv
sizes = [a for a in sys.argv[2:] if a[0].isdigit()]
m, n, k = sizes[0].split("x") if sizes else "???"
schedule = [a.split("=", 1)[1] for a in sys.argv[2:] if a.startswith("schedule=")]


def tensor(*dims, element=element):
    return "tensor<" + "x".join(dims) + "x" + element + ">"


x = tensor(k, m) if ta else tensor(m, k)
w = tensor(n, k) if tb else tensor(k, n)
bias, out, acc = tensor(n), tensor(m, n), tensor(m, n, element="f32")
flags = ", ".join(["transpose_a"] * ta + ["transpose_b"] * tb)
flags = " {" + flags + "}" if flags else ""
operands = [("x", x), ("w", w), ("b", bias), ("r", out)]
print("func.func @f(" + ", ".join(f"%{name}: {type}" for name, type in operands) + f") -> {out} {{")
give = "return"
if schedule:
    give = "fusion.yield"
    bound = ", ".join(f"%{name}0 = %{name}" for name, _ in operands)
    types = ", ".join(type for _, type in operands)
    print(f"  %y = fusion.kernel({bound}) : ({types}) -> {out}")
    print(f"      attributes {{schedule = #fusion.schedule<{schedule[0]}>}} {{")
x0, w0, b0, r0 = (f"%{name}0" if schedule else f"%{name}" for name, _ in operands)
print(f"  %0 = fusion.matmul {x0}, {w0}{flags} : ({x}, {w}) -> {acc}")
print(f"  %1 = fusion.add %0, {b0} : ({acc}, {bias}) -> {acc}")
print(f"  %2 = fusion.relu %1 : {acc}")
print(f"  %3 = fusion.add %2, {r0} : ({acc}, {out}) -> {acc}")
result = "%3"
if element != "f32":
    result = "%4"
    print(f"  %4 = fusion.cast %3 : {acc} to {out}")
print(f"  {give} {result} : {out}")
if schedule:
    print(f"  }}\n  return %y : {out}")
print("}")
