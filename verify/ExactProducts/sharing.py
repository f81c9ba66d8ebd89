#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gated pairs, and products that share a launch, of small integers at every size, on a GPU; sums are exact.

    sharing.py                              pairs of each layout at M, N, K of 1 to 40 and 50 larger sizes; 120 launches
                                            of three products each, at M of 1 to 40 and 5 larger ones
    sharing.py --only=siblings              one of the two
    sharing.py --largest=12 --siblings=10   fewer of them
    sharing.py --device=cpu --largest=6     without a GPU: the interface alone, as no kernel has two products there

It needs PyTorch and the package for Python. The exit code is 1 if an element is wrong.
"""

import argparse
import concurrent.futures
import itertools
import random
import sys
import time

import fusion
import torch

REPORTS = 20  # a report compiles once more
LAYOUTS = {"nk": (" {transpose_b}", lambda n, k: (n, k)), "kn": ("", lambda n, k: (k, n))}


def pair(element, layout):
    """relu(x · g) * (x · u), all sizes open."""
    flags, tensor = LAYOUTS[layout][0], f"tensor<?x?x{element}>"
    product = lambda weight: f"fusion.matmul %x, %{weight}{flags} : ({tensor}, {tensor}) -> tensor<?x?xf32>"
    return f"""func.func @pair(%x: {tensor}, %g: {tensor}, %u: {tensor}) -> tensor<?x?xf32> {{
      %0 = {product("g")}
      %1 = {product("u")}
      %2 = fusion.relu %0 : tensor<?x?xf32>
      %3 = fusion.mul %2, %1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
      return %3 : tensor<?x?xf32>
    }}"""


def siblings(element, layout, columns, k):
    """x · w for weights of so many columns each, of an open number of rows."""
    flags, shape = LAYOUTS[layout]
    left, names = f"tensor<?x{k}x{element}>", range(len(columns))
    weights = [f"tensor<{'x'.join(map(str, shape(n, k)))}x{element}>" for n in columns]
    results = [f"tensor<?x{n}xf32>" for n in columns]
    body = "\n".join(f"%{i} = fusion.matmul %x, %w{i}{flags} : ({left}, {weights[i]}) -> {results[i]}" for i in names)
    arguments = ", ".join([f"%x: {left}", *(f"%w{i}: {weights[i]}" for i in names)])
    types = ", ".join(results)
    return (f"func.func @siblings({arguments}) -> ({types}) {{\n{body}\n"
            f"return {', '.join(f'%{i}' for i in names)} : {types}\n}}")


class Integers:
    """Tensors of -2 to 2, parts of one that was drawn once."""

    def __init__(self, device, element, count):
        drawn = torch.randint(-2, 3, (count,), generator=torch.Generator().manual_seed(1))
        self._drawn = drawn.to(device=device, dtype={"bf16": torch.bfloat16, "f16": torch.float16}[element])

    def take(self, place, *shape):
        first = place % 97 * 8  # a multiple of 16 bytes
        return self._drawn[first:first + shape[0] * shape[1]].view(shape)


def exact(x, weight, layout):
    return x.float() @ (weight.float().t() if layout == "nk" else weight.float())


def check_pairs(options, target):
    """How many calls were made, and which were wrong."""
    rng, count, wrong = random.Random(1), 0, []
    larger = [tuple(rng.randint(1, 1500) for _ in range(3)) for _ in range(options.larger)]
    for element, layout in itertools.product(("bf16", "f16"), LAYOUTS):
        integers = Integers(options.device, element, 1500 * 1500 + 1000)
        module = fusion.compile(pair(element, layout), target, cache="off")
        sizes = range(1, options.largest + 1)
        for m, n, k in itertools.chain(itertools.product(sizes, sizes, sizes), larger):
            x, g, u = (integers.take(count + i, *shape)
                       for i, shape in enumerate(((m, k), *2 * (LAYOUTS[layout][1](n, k),))))
            expected = torch.relu(exact(x, g, layout)) * exact(x, u, layout)
            if not torch.equal(module(x, g, u), expected):
                wrong.append(f"pair of {element}, {layout}, {m} x {n} x {k}")
            count += 1
    return count, wrong


def check_siblings(options, target):
    """The same of products that share a launch, and how many of the first modules had one launch, by their reports."""
    rng, count, shared, wrong = random.Random(2), 0, 0, []
    eighths = lambda most: 8 * rng.randint(1, most)
    drawn = [(rng.choice(["bf16", "f16"]), rng.choice(list(LAYOUTS)), [eighths(rng.choice([5, 40])) for _ in range(3)],
              eighths(rng.choice([5, 60]))) for _ in range(options.siblings)]
    compiled = lambda own: fusion.compile(siblings(*own), target, cache="off")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        modules = list(pool.map(compiled, drawn))
    for number, (module, (element, layout, columns, k)) in enumerate(zip(modules, drawn)):
        if number < REPORTS:
            shared += any(kernel.get("sharing") for kernel in module.report["kernels"])
        integers = Integers(options.device, element, 1500 * 480 + 1000)
        for m in (*range(1, options.largest + 1), *(rng.randint(41, 1500) for _ in range(5))):
            x = integers.take(number + m, m, k)
            weights = [integers.take(m + i, *LAYOUTS[layout][1](n, k)) for i, n in enumerate(columns)]
            results = module(x, *weights)
            if not all(torch.equal(own, exact(x, weight, layout)) for own, weight in zip(results, weights)):
                wrong.append(f"siblings of {element}, {layout}, {m} x {columns} x {k}")
            count += 1
    return count, shared, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--only", choices=("pairs", "siblings"))
    parser.add_argument("--largest", type=int, default=40, help="of all sizes up to it (%(default)s)")
    parser.add_argument("--larger", type=int, default=50, help="random sizes up to 1500 (%(default)s)")
    parser.add_argument("--siblings", type=int, default=120, help="launches of three products (%(default)s)")
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = False
    target = "cpu" if options.device == "cpu" else "auto"
    begin, wrong = time.monotonic(), []
    if options.only != "siblings":
        calls, wrong = check_pairs(options, target)
        print(f"{calls} pairs, {len(wrong)} wrong, {time.monotonic() - begin:.0f} s", flush=True)
    begin = time.monotonic()
    if options.only != "pairs":
        calls, shared, own = check_siblings(options, target)
        wrong += own
        print(f"{calls} calls of {options.siblings} modules of three products, {len(own)} wrong, "
              f"{time.monotonic() - begin:.0f} s; "
              f"{shared} of the first {min(REPORTS, options.siblings)} modules share a launch")
    print("\n".join(wrong[:20]))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
