#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gated pairs, products that are added or share a launch, of small integers at every size, on a GPU; sums are exact.

    sharing.py                              pairs of each layout at M, N, K of 1 to 40 and 50 larger sizes; 120 launches
                                            of three products each, at M of 1 to 40 and 5 larger ones; sums of two
                                            products, the second one of a known depth, at 300 sizes for each
    sharing.py --only=siblings              one of the three
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
DEPTHS = (1, 8, 16, 24, 64, 72)  # of what is added
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


def sum_of_two(element, layouts, depth):
    """x · w - 1.5 (t · v), all sizes open but for the depth of t · v."""
    first, second = LAYOUTS[layouts[0]][0], LAYOUTS[layouts[1]][0]
    tensor, sums, left = f"tensor<?x?x{element}>", "tensor<?x?xf32>", f"tensor<?x{depth}x{element}>"
    right = f"tensor<{'x'.join(map(str, LAYOUTS[layouts[1]][1]('?', depth)))}x{element}>"
    return f"""func.func @sum(%x: {tensor}, %w: {tensor}, %t: {left}, %v: {right}) -> {sums} {{
      %scale = arith.constant dense<-1.5> : tensor<f32>
      %0 = fusion.matmul %x, %w{first} : ({tensor}, {tensor}) -> {sums}
      %1 = fusion.matmul %t, %v{second} : ({left}, {right}) -> {sums}
      %2 = fusion.mul %1, %scale : ({sums}, tensor<f32>) -> {sums}
      %3 = fusion.add %0, %2 : ({sums}, {sums}) -> {sums}
      return %3 : {sums}
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


def check_sums(options, target):
    """How many calls were made, how many modules are one kernel, how many there are, and which calls were wrong."""
    rng, count, whole, wrong = random.Random(3), 0, 0, []
    drawn = list(itertools.product(("bf16", "f16"), itertools.product(LAYOUTS, LAYOUTS), DEPTHS))
    compiled = lambda own: fusion.compile(sum_of_two(*own), target, cache="off")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        modules = list(pool.map(compiled, drawn))
    size = lambda: rng.choice([rng.randint(1, options.largest), 8 * rng.randint(1, 60), rng.randint(1, 700)])
    for module, (element, layouts, depth) in zip(modules, drawn):
        whole += len(module.kernels) == 1
        integers = Integers(options.device, element, 700 * 700 + 1000)
        for m, n, k in ((size(), size(), size()) for _ in range(options.sums)):
            shapes = ((m, k), LAYOUTS[layouts[0]][1](n, k), (m, depth), LAYOUTS[layouts[1]][1](n, depth))
            x, w, t, v = (integers.take(count + i, *shape) for i, shape in enumerate(shapes))
            if not torch.equal(module(x, w, t, v), exact(x, w, layouts[0]) - 1.5 * exact(t, v, layouts[1])):
                wrong.append(f"sum of {element}, {layouts}, {m} x {n} x {k} + {depth}")
            count += 1
    return count, whole, len(modules), wrong


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
    parser.add_argument("--only", choices=("pairs", "siblings", "sums"))
    parser.add_argument("--largest", type=int, default=40, help="of all sizes up to it (%(default)s)")
    parser.add_argument("--larger", type=int, default=50, help="random sizes up to 1500 (%(default)s)")
    parser.add_argument("--siblings", type=int, default=120, help="launches of three products (%(default)s)")
    parser.add_argument("--sums", type=int, default=300, help="sizes of each sum (%(default)s)")
    options = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = False
    target = "cpu" if options.device == "cpu" else "auto"
    begin, wrong = time.monotonic(), []
    if options.only in (None, "pairs"):
        calls, wrong = check_pairs(options, target)
        print(f"{calls} pairs, {len(wrong)} wrong, {time.monotonic() - begin:.0f} s", flush=True)
    begin = time.monotonic()
    if options.only in (None, "sums"):
        calls, whole, modules, own = check_sums(options, target)
        wrong += own
        print(f"{calls} sums, {len(own)} wrong, {time.monotonic() - begin:.0f} s; {whole} of {modules} are one kernel",
              flush=True)
    begin = time.monotonic()
    if options.only in (None, "siblings"):
        calls, shared, own = check_siblings(options, target)
        wrong += own
        print(f"{calls} calls of {options.siblings} modules of three products, {len(own)} wrong, "
              f"{time.monotonic() - begin:.0f} s; "
              f"{shared} of the first {min(REPORTS, options.siblings)} modules share a launch")
    print("\n".join(wrong[:20]))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
