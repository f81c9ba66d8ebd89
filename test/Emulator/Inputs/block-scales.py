# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A product of 8-bit floats with scales of blocks, in numbers that make it exact.

usage: block-scales.py make PREFIX M N K A B [OPTION...]   writes PREFIX.mlir and its inputs, PREFIX.0.npy and so on
       block-scales.py check PREFIX                        compares PREFIX.out/output.0.npy with what numpy computes

A and B are blocks, ROWSxDEPTH of the left matrix and COLUMNSxDEPTH of the right one, each 0 for one scale for all; or
"none". OPTION: transpose_a, transpose_b; open: M, N and K are dynamic; dequantize: the graph has fusion.dequantize, and
a product of f32; special: some scales are 0, negative or NaN, and some elements NaN.
"""

import sys

import numpy as np

NUMBERS = {-2: 0xC0, -1: 0xB8, 0: 0x00, 1: 0x38, 2: 0x40}  # as f8E4M3FN
NAN = 0x7F


def scales_of(size: int, block: int) -> int:
    return 1 if block == 0 else -(-size // block)


def spread(scale: np.ndarray, blocks: list[int], sizes: tuple[int, int]) -> np.ndarray:
    """The scale of each element."""
    places = [np.arange(size) // (block or size) for size, block in zip(sizes, blocks)]
    return scale[np.ix_(*places)]


def make(prefix: str, m: int, n: int, k: int, blocks: list[str], options: set[str]) -> None:
    draw = np.random.default_rng(m + n + k)
    factors, lines, arguments, values, scales = [], [], [], [], []
    for name, outer, block, crosswise in (("a", m, blocks[0], "transpose_a" in options),
                                          ("b", n, blocks[1], "transpose_b" not in options)):
        whole = draw.integers(-2, 3, (outer, k))
        group = None if block == "none" else [int(size) for size in block.split("x")]
        scale = None if group is None else np.exp2(draw.integers(-3, 4, [scales_of(outer, group[0]),
                                                                         scales_of(k, group[1])]))
        codes, exact = np.vectorize(NUMBERS.get, otypes=[np.uint8])(whole), whole.astype(np.float64)
        if "special" in options:
            for number in (0.0, -0.5, np.nan) if scale is not None else ():
                scale.flat[draw.integers(scale.size)] = number
            place = draw.integers(outer), draw.integers(k)
            codes[place], exact[place] = NAN, np.nan
        factors.append(exact if scale is None else exact * spread(scale, group, (outer, k)))
        values.append((name, codes.T if crosswise else codes, crosswise))
        scales.append((name, scale, group))
    number = 0

    def argument(name: str, array: np.ndarray, kind: str, fixed: tuple[int, ...] = ()) -> str:
        nonlocal number
        np.save(f"{prefix}.{number}.npy", np.ascontiguousarray(array))
        number += 1
        sizes = ["?" if "open" in options and axis not in fixed else str(size) for axis, size in enumerate(array.shape)]
        arguments.append(f"%{name}: tensor<{'x'.join(sizes)}x{kind}>")
        return f"tensor<{'x'.join(sizes)}x{kind}>"

    types = [argument(name, array, "f8E4M3FN") for name, array, _ in values]
    kinds = {}
    for (name, scale, group), (_, _, crosswise) in zip(scales, values):
        if scale is None:
            continue
        stored = scale.T if crosswise and "dequantize" in options else scale
        kinds[name] = argument(f"s{name}", stored.astype(np.float32), "f32",
                               tuple(axis for axis, size in enumerate(stored.shape) if size == 1))
    bias = argument("bias", draw.integers(-9, 10, n).astype(np.float32), "f32")
    shape = "?x?" if "open" in options else f"{m}x{n}"
    flags = sorted(options & {"transpose_a", "transpose_b"})
    operands, reads = ["%a", "%b"], list(types)
    if "dequantize" in options:
        for i, name in enumerate("ab"):
            wide = types[i].replace("f8E4M3FN", "f32")
            widened = f"fusion.cast %{name} : {types[i]} to {wide}"
            if name in kinds:
                widened = f"fusion.dequantize %{name}, %s{name} : ({types[i]}, {kinds[name]}) -> {wide}"
            lines.append(f"%d{name} = {widened}")
            operands[i], reads[i] = f"%d{name}", wide
        text = ", ".join(operands)
    else:
        text = "%a, %b" + "".join(f" {side}_scale %s{name}" for side, name in (("lhs", "a"), ("rhs", "b"))
                                  if name in kinds)
        flags += [f"{side}_block = array<i64: {max(group[0], 1)}, {max(group[1], 1)}>"
                  for side, (name, _, group) in zip(("lhs", "rhs"), scales) if name in kinds]
        reads += kinds.values()
    marks = f" {{{', '.join(flags)}}}" if flags else ""
    lines += [f"%p = fusion.matmul {text}{marks} : ({', '.join(reads)}) -> tensor<{shape}xf32>",
              f"%y = fusion.add %p, %bias : (tensor<{shape}xf32>, {bias}) -> tensor<{shape}xf32>",
              f"return %y : tensor<{shape}xf32>"]
    body = "\n  ".join(lines)
    with open(f"{prefix}.mlir", "w", encoding="utf-8") as file:
        file.write(f"func.func @product({', '.join(arguments)}) -> tensor<{shape}xf32> {{\n  {body}\n}}\n")
    np.save(f"{prefix}.expected.npy", factors[0] @ factors[1].T + np.load(f"{prefix}.{number - 1}.npy"))


def check(prefix: str) -> None:
    expected, found = np.load(f"{prefix}.expected.npy"), np.load(f"{prefix}.out/output.0.npy")
    wrong = np.argwhere((found != expected) & ~(np.isnan(found) & np.isnan(expected)))
    print(f"{found.shape[0]} x {found.shape[1]}: {len(wrong)} wrong", *wrong[:1].tolist())


if sys.argv[1] == "make":
    make(sys.argv[2], *map(int, sys.argv[3:6]), sys.argv[6:8], set(sys.argv[8:]))
else:
    check(sys.argv[2])
