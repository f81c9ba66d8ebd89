#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times products of narrow types, and what runs behind products, beside PyTorch in one process.

    benchmarks/narrow_products.py                        the cases
    benchmarks/narrow_products.py --write=graphs [CASE]  each graph as graphs/NAME.mlir; needs no GPU and no PyTorch
    benchmarks/narrow_products.py --time [CASE]          times them: needs a GPU, PyTorch and the package fusion
    benchmarks/narrow_products.py --time --json=FILE     and writes what was measured

CASE is a regular expression of names. A case is timed by CUDA graphs of many calls that take several sets of tensors
in turn (more than the L2 cache holds), with rests between; times are medians. A base is another case or PyTorch's
function, timed alternately with the case. Each result is compared with PyTorch's, or with float64 on some rows.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Callable

SIZES_F8 = [(8192, 8192, 8192), (4096, 4096, 4096), (4096, 4096, 16384), (8192, 16384, 4096)]
SIZES_BLOCKS = [(4096, 7168, 16384), (4096, 24576, 1536), (4096, 2112, 7168), (128, 7168, 16384)]


@dataclass
class Case:
    """A graph of one function, its inputs as (shape, type), and what it is compared with."""

    name: str
    text: str
    inputs: list[tuple[tuple[int, ...], str]]
    flops: float = 0.0
    moved: float = 0.0  # bytes that any kernel must move
    base: str = ""  # another case, with the same product
    peer: str = ""  # a function of PEERS
    about: dict[str, Any] = field(default_factory=dict)


def tensor(shape: tuple[int, ...], kind: str) -> str:
    return "tensor<" + "".join(f"{size}x" for size in shape) + kind + ">"


class Graph:
    """A function under construction. Values are pairs of a name and a (shape, type)."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.inputs: list[tuple[tuple[int, ...], str]] = []

    def argument(self, shape: tuple[int, ...], kind: str) -> tuple[str, tuple[tuple[int, ...], str]]:
        self.inputs.append((shape, kind))
        return f"%a{len(self.inputs) - 1}", (shape, kind)

    def add(self, text: str, shape: tuple[int, ...], kind: str) -> tuple[str, tuple[tuple[int, ...], str]]:
        self.lines.append(f"  %{len(self.lines)} = {text}")
        return f"%{len(self.lines) - 1}", (shape, kind)

    def number(self, x: float):
        return self.add(f"arith.constant dense<{x:.9e}> : tensor<f32>", (), "f32")

    def matmul(self, a, w, kind: str):
        shape = (a[1][0][0], w[1][0][0])
        types = f"({tensor(*a[1])}, {tensor(*w[1])}) -> {tensor(shape, kind)}"
        return self.add(f"fusion.matmul {a[0]}, {w[0]} {{transpose_b}} : {types}", shape, kind)

    def scaled_matmul(self, a, w, scale_a, scale_w):
        """With a scale for each 128 of a row of a, and for each block of 128 x 128 of w, in f32."""
        shape = (a[1][0][0], w[1][0][0])
        types = f"({', '.join(tensor(*v[1]) for v in (a, w, scale_a, scale_w))}) -> {tensor(shape, 'f32')}"
        blocks = "lhs_block = array<i64: 1, 128>, rhs_block = array<i64: 128, 128>"
        text = f"{a[0]}, {w[0]} lhs_scale {scale_a[0]} rhs_scale {scale_w[0]} {{transpose_b, {blocks}}}"
        return self.add(f"fusion.matmul {text} : {types}", shape, "f32")

    def unary(self, op: str, x, attributes: str = ""):
        return self.add(f"fusion.{op} {x[0]}{attributes} : {tensor(*x[1])}", *x[1])

    def binary(self, op: str, x, y, kind: str = ""):
        rank = max(len(x[1][0]), len(y[1][0]))
        padded = [(1,) * (rank - len(v[1][0])) + v[1][0] for v in (x, y)]
        shape = tuple(max(sizes) for sizes in zip(*padded))
        types = f"({tensor(*x[1])}, {tensor(*y[1])}) -> {tensor(shape, kind or x[1][1])}"
        return self.add(f"fusion.{op} {x[0]}, {y[0]} : {types}", shape, kind or x[1][1])

    def cast(self, x, kind: str, attributes: str = ""):
        if x[1][1] == kind:
            return x
        return self.add(f"fusion.cast {x[0]}{attributes} : {tensor(*x[1])} to {tensor(x[1][0], kind)}", x[1][0], kind)

    def reduce(self, x, axis: int):
        shape = tuple(1 if i == axis else size for i, size in enumerate(x[1][0]))
        types = f"{tensor(*x[1])} -> {tensor(shape, x[1][1])}"
        return self.add(f"fusion.reduce addf {x[0]} along [{axis}] : {types}", shape, x[1][1])

    def amax(self, x):
        """The largest magnitude, in f32."""
        magnitudes, ones = self.unary("abs", x), (1,) * len(x[1][0])
        types = f"{tensor(*x[1])} -> {tensor(ones, 'f32')}"
        dimensions = list(range(len(ones)))
        return self.add(f"fusion.reduce maximumf {magnitudes[0]} along {dimensions} : {types}", ones, "f32")

    def pack_bits(self, mask):
        """Eight neighbours of a row in a byte, column 8 i + j in bit j."""
        (rows, columns), _ = mask[1]
        lines = ["%eight = arith.constant 8 : index", "%first = arith.muli %j, %eight : index"]
        for bit in range(8):
            lines += [
                f"%c{bit} = arith.constant {bit} : index",
                f"%at{bit} = arith.addi %first, %c{bit} : index",
                f"%kept{bit} = fusion.lookup %t[%i, %at{bit}] : {tensor(*mask[1])}",
                f"%one{bit} = arith.extui %kept{bit} : i1 to i8",
                f"%place{bit} = arith.constant {bit} : i8",
                f"%bit{bit} = arith.shli %one{bit}, %place{bit} : i8",
            ]
        joined = "%bit0"
        for bit in range(1, 8):
            lines.append(f"%joined{bit} = arith.ori {joined}, %bit{bit} : i8")
            joined = f"%joined{bit}"
        shape = (rows, columns // 8)
        head = f"fusion.map() tables(%t = {mask[0]}) at(%i, %j) : ({tensor(*mask[1])}) -> {tensor(shape, 'i8')} {{"
        return self.add("\n".join([head, *lines, f"fusion.yield {joined} : i8", "}"]), shape, "i8")

    def text(self, *results) -> str:
        arguments = ", ".join(f"%a{i}: {tensor(*kind)}" for i, kind in enumerate(self.inputs))
        types = ", ".join(tensor(*r[1]) for r in results)
        names = ", ".join(r[0] for r in results)
        body = "\n".join([*self.lines, f"  return {names} : {types}"])
        return f"func.func @main({arguments}) -> ({types}) {{\n{body}\n}}\n"


def bytes_of(kind: tuple[tuple[int, ...], str]) -> int:
    count = 1
    for size in kind[0]:
        count *= size
    return count * {"i8": 1, "f8E4M3FN": 1, "f8E5M2": 1, "bf16": 2, "f16": 2, "i1": 1}.get(kind[1], 4)


def finish(name: str, graph: Graph, results: list, sizes=None, **more: Any) -> Case:
    moved = sum(map(bytes_of, graph.inputs)) + sum(bytes_of(r[1]) for r in results)
    flops = 2.0 * sizes[0] * sizes[1] * sizes[2] if sizes else 0.0
    return Case(name, graph.text(*results), graph.inputs, flops, moved, **more)


def product(sizes: tuple[int, int, int], kind: str, result: str):
    """A graph that begins with a product of M x K and N x K."""
    m, n, k = sizes
    graph = Graph()
    a, w = graph.argument((m, k), kind), graph.argument((n, k), kind)
    return graph, graph.matmul(a, w, result)


def with_bias_gelu(graph: Graph, x):
    """In f32: bias and gelu by tanh."""
    bias = graph.argument((x[1][0][1],), "bf16")
    return graph.unary("gelu", graph.binary("add", x, graph.cast(bias, "f32")), ' {approximate = "tanh"}')


def of_bytes(sizes: tuple[int, int, int]) -> list[Case]:
    name = "x".join(map(str, sizes))
    graph, x = product(sizes, "i8", "i32")
    plain = finish(f"i8-{name}", graph, [x], sizes, peer="int_mm")
    graph, x = product(sizes, "i8", "i32")
    rows, columns = graph.argument((sizes[0], 1), "f32"), graph.argument((1, sizes[1]), "f32")
    x = graph.binary("mul", graph.binary("mul", graph.cast(x, "f32"), rows), columns)
    x = graph.cast(with_bias_gelu(graph, x), "bf16")
    return [plain, finish(f"i8-dequantised-gelu-{name}", graph, [x], sizes, base=plain.name)]


def of_f8(sizes: tuple[int, int, int], numerics: str) -> list[Case]:
    name = "x".join(map(str, sizes)) + ("-fast" if numerics == "fast" else "")
    graph, x = product(sizes, "f8E4M3FN", "f32")
    options = {"numerics": numerics}
    peer = "scaled_mm_fast" if numerics == "fast" else "scaled_mm"
    plain = finish(f"f8-{name}", graph, [graph.cast(x, "bf16")], sizes, peer=peer, about=options)
    graph, x = product(sizes, "f8E4M3FN", "f32")
    x = graph.cast(with_bias_gelu(graph, x), "bf16")
    peer = "lt_gelu_fast" if numerics == "fast" else "lt_gelu"
    return [plain, finish(f"f8-gelu-{name}", graph, [x], sizes, base=plain.name, peer=peer, about=options)]


def scaled_product(sizes: tuple[int, int, int]):
    """A graph that begins with a product of f8, whose blocks have scales."""
    m, n, k = sizes
    graph = Graph()
    a, w = graph.argument((m, k), "f8E4M3FN"), graph.argument((n, k), "f8E4M3FN")
    depth = -(-k // 128)
    scales = graph.argument((m, depth), "f32"), graph.argument((-(-n // 128), depth), "f32")
    return graph, graph.scaled_matmul(a, w, *scales)


def of_blocks(sizes: tuple[int, int, int]) -> list[Case]:
    """Scales of blocks: the product alone, and what runs behind it over that."""
    name = "f8-blocks", "x".join(map(str, sizes))
    graph, x = scaled_product(sizes)
    plain = finish("-".join(name), graph, [graph.cast(x, "bf16")], sizes, peer="scaled_mm_blocks")
    graph, x = scaled_product(sizes)
    bias = graph.cast(graph.argument((sizes[1],), "bf16"), "f32")
    cases = [plain, finish("-bias-".join(name), graph, [graph.cast(graph.binary("add", x, bias), "bf16")], sizes,
                           base=plain.name)]
    graph, x = scaled_product(sizes)
    cases.append(finish("-gelu-".join(name), graph, [graph.cast(with_bias_gelu(graph, x), "bf16")], sizes,
                        base=plain.name))
    graph, x = scaled_product(sizes)
    x = graph.cast(graph.binary("mul", x, graph.argument((), "f32")), "f8E4M3FN", " {saturate}")
    return [*cases, finish("-to-f8-".join(name), graph, [x], sizes, base=plain.name)]


def of_bf16(sizes: tuple[int, int, int]) -> list[Case]:
    """What runs behind a product, over the product alone."""
    m, n, _ = sizes
    graph, x = product(sizes, "bf16", "f32")
    cases = [finish("bf16", graph, [graph.cast(x, "bf16")], sizes, peer="linear")]
    graph, x = product(sizes, "bf16", "f32")
    cases.append(finish("bf16-gelu", graph, [graph.cast(with_bias_gelu(graph, x), "bf16")], sizes, base="bf16"))

    graph, x = product(sizes, "bf16", "f32")
    x, scale = with_bias_gelu(graph, x), graph.argument((), "f32")
    x = graph.cast(graph.binary("mul", x, scale), "f8E4M3FN", " {saturate}")
    cases.append(finish("bf16-gelu-to-f8", graph, [x], sizes, base="bf16"))

    graph, x = product(sizes, "bf16", "f32")
    x, scale = graph.cast(with_bias_gelu(graph, x), "bf16"), graph.argument((), "f32")
    result = graph.cast(graph.binary("mul", x, scale, "f32"), "f8E4M3FN", " {saturate}")
    cases.append(finish("bf16-gelu-to-f8-amax", graph, [result, graph.amax(x)], sizes, base="bf16"))

    graph, x = product(sizes, "bf16", "f32")
    pre = graph.cast(graph.argument((m, n), "bf16"), "f32")
    sigmoid = graph.unary("sigmoid", pre)
    rest = graph.binary("sub", graph.number(1.0), sigmoid, "f32")
    slope = graph.binary("add", graph.binary("mul", pre, rest), graph.number(1.0))
    x = graph.cast(graph.binary("mul", graph.binary("mul", x, sigmoid), slope), "bf16")
    cases.append(finish("bf16-dsilu", graph, [x], sizes, base="bf16"))

    graph, x = product(sizes, "bf16", "f32")
    pre = graph.cast(graph.argument((m, n), "bf16"), "f32")
    scaled = graph.binary("mul", pre, graph.number(0.7071067811865476))
    half = graph.binary("mul", graph.binary("add", graph.unary("erf", scaled), graph.number(1.0)), graph.number(0.5))
    bell = graph.unary("exp", graph.binary("mul", graph.binary("mul", pre, pre), graph.number(-0.5)))
    tail = graph.binary("mul", graph.binary("mul", bell, graph.number(0.3989422804014327)), pre)
    x = graph.cast(graph.binary("mul", x, graph.binary("add", half, tail)), "bf16")
    cases.append(finish("bf16-dgelu", graph, [x], sizes, base="bf16"))

    graph, x = product(sizes, "bf16", "f32")
    kept, mask = with_dropout(graph, with_bias_gelu(graph, x))
    cases.append(finish("bf16-gelu-dropout", graph, [graph.cast(kept, "bf16"), mask], sizes, base="bf16-gelu"))

    graph, x = product(sizes, "bf16", "f32")
    kept, mask = with_dropout(graph, with_bias_gelu(graph, x))
    results = [graph.cast(kept, "bf16"), graph.pack_bits(mask)]
    cases.append(finish("bf16-gelu-dropout-bits", graph, results, sizes, base="bf16-gelu"))
    return cases


# Whether an element stays, half of the time (docs/Random.md). The number of columns is a multiple of eight, which share
# a call.
MASK = """fusion.map(%s = SEED, %o = OFFSET) at(%i, %j) : (tensor<i64>, tensor<i64>) -> RESULT {
    %none = arith.constant 0 : index
    %one = arith.constant 1 : index
    %two = arith.constant 2 : index
    %three = arith.constant 3 : index
    %four = arith.constant 4 : index
    %row = arith.constant GROUPS : index
    %first = arith.muli %i, %row : index
    %group = arith.shrui %j, %three : index
    %number = arith.addi %first, %group : index
    %counter = arith.index_cast %number : index to i64
    %w:4 = fusion.philox %counter, %s, %o
    %b1 = arith.andi %j, %one : index
    %b2 = arith.andi %j, %two : index
    %b4 = arith.andi %j, %four : index
    %upper = arith.cmpi ne, %b1, %none : index
    %odd = arith.cmpi ne, %b2, %none : index
    %late = arith.cmpi ne, %b4, %none : index
    %w01 = arith.select %odd, %w#1, %w#0 : i32
    %w23 = arith.select %odd, %w#3, %w#2 : i32
    %word = arith.select %late, %w23, %w01 : i32
    %sixteen = arith.constant 16 : i32
    %low = arith.constant 0xFFFF : i32
    %high16 = arith.shrui %word, %sixteen : i32
    %low16 = arith.andi %word, %low : i32
    %bits = arith.select %upper, %high16, %low16 : i32
    %half = arith.constant 0x8000 : i32
    %stays = arith.cmpi uge, %bits, %half : i32
    fusion.yield %stays : i1
  }"""


def with_dropout(graph: Graph, x):
    """What stays of x, and where it stays."""
    shape = x[1][0]
    seed, offset = graph.argument((), "i64"), graph.argument((), "i64")
    words = {"SEED": seed[0], "OFFSET": offset[0], "RESULT": tensor(shape, "i1"), "GROUPS": str(shape[1] // 8)}
    mask = graph.add(re.sub(r"\b[A-Z]{2,}\b", lambda word: words[word[0]], MASK), shape, "i1")
    doubled, zero = graph.binary("mul", x, graph.number(2.0)), graph.number(0.0)
    types = f"({tensor(*mask[1])}, {tensor(*x[1])}, tensor<f32>) -> {tensor(*x[1])}"
    return graph.add(f"fusion.select {mask[0]}, {doubled[0]}, {zero[0]} : {types}", *x[1]), mask


def of_norms(rows: int, width: int, with_gain: bool = False) -> Case:
    """The gradient of RMS norm for its input, or for its gain too, over a copy of the same bytes."""
    graph = Graph()
    x, g = (graph.cast(graph.argument((rows, width), "bf16"), "f32") for _ in range(2))
    gain = graph.cast(graph.argument((width,), "bf16"), "f32")
    mean = graph.binary("mul", graph.reduce(graph.binary("mul", x, x), 1), graph.number(1.0 / width))
    root = graph.unary("rsqrt", graph.binary("add", mean, graph.number(1e-5)))
    scaled = graph.binary("mul", g, gain)
    dot = graph.binary("mul", graph.reduce(graph.binary("mul", scaled, x), 1), graph.number(1.0 / width))
    cube = graph.binary("mul", graph.binary("mul", root, root), root)
    left, right = graph.binary("mul", scaled, root), graph.binary("mul", x, graph.binary("mul", dot, cube))
    result = graph.cast(graph.binary("sub", left, right), "bf16")
    if not with_gain:
        return finish(f"rms-norm-gradient-{rows}x{width}", graph, [result], peer="copy")
    of_gain = graph.reduce(graph.binary("mul", g, graph.binary("mul", x, root)), 0)
    return finish(f"rms-norm-gradients-{rows}x{width}", graph, [result, of_gain], peer="copy")


# Two integers of 4 bits with a sign in a byte, the first in its lower half.
UNPACK = """fusion.map() tables(%t = PACKED) at(%i, %j) : (BYTES) -> RESULT {
    %two = arith.constant 2 : index
    %none = arith.constant 0 : index
    %four = arith.constant 4 : i8
    %at = arith.divui %j, %two : index
    %byte = fusion.lookup %t[%i, %at] : BYTES
    %rest = arith.remui %j, %two : index
    %odd = arith.cmpi ne, %rest, %none : index
    %up = arith.shli %byte, %four : i8
    %half = arith.select %odd, %byte, %up : i8
    %q = arith.shrsi %half, %four : i8
    fusion.yield %q : i8
  }"""


def of_weights(m: int, n: int, k: int, bits: int, group: int) -> Case:
    """A layer whose weights are integers, with a scale for each group along k."""
    graph = Graph()
    a, w = graph.argument((m, k), "bf16"), graph.argument((n, k * bits // 8), "i8")
    scales = graph.argument((n, k // group), "bf16")
    if bits == 4:
        words = {"PACKED": w[0], "BYTES": tensor(*w[1]), "RESULT": tensor((n, k), "i8")}
        w = graph.add(re.sub(r"\b[A-Z]{2,}\b", lambda word: words[word[0]], UNPACK), (n, k), "i8")
    types = f"({tensor(*w[1])}, {tensor(*scales[1])}) -> {tensor((n, k), 'bf16')}"
    floats = graph.add(f"fusion.dequantize {w[0]}, {scales[0]} : {types}", (n, k), "bf16")
    result = graph.cast(graph.matmul(a, floats, "f32"), "bf16")
    return finish(f"i{bits}-weights-M{m}", graph, [result], (m, n, k), peer="int4pack" if bits == 4 else "widened")


# Four bits of words that hold eight along rows (or columns), at place AT of the words' tensor.
TAKE_APART = """fusion.map() tables(%t = PACKED) at(%i, %j) : (WORDS) -> RESULT {
    %eight = arith.constant 8 : index
    %group = arith.constant GROUP : index
    %four = arith.constant 4 : i32
    %mask = arith.constant 15 : i32
    %row = arith.divui %i, %group : index
    %column = arith.divui %j, %eight : index
    %word = fusion.lookup %t[AT] : WORDS
    %place = arith.remui ALONG, %eight : index
    %number = arith.index_cast %place : index to i32
    %shift = arith.muli %number, %four : i32
    %shifted = arith.shrui %word, %shift : i32
    %q = arith.andi %shifted, %mask : i32
    fusion.yield %q : i32
  }"""
LESS = """fusion.map(%q = INTEGERS, %z = ZEROS) : (RESULT, RESULT) -> RESULT {
    %one = arith.constant 1 : i32
    %more = arith.addi %z, %one : i32
    %less = arith.subi %q, %more : i32
    fusion.yield %less : i32
  }"""
SCALES = """fusion.map() tables(%t = SCALES) at(%i, %j) : (KIND) -> RESULT {
    %group = arith.constant GROUP : index
    %row = arith.divui %i, %group : index
    %s = fusion.lookup %t[%row, %j] : KIND
    fusion.yield %s : bf16
  }"""


def of_words(m: int, n: int, k: int, group: int) -> Case:
    """A layer whose weights are words as GPTQ stores them, with zero points less one and scales for each group."""
    graph = Graph()
    a, w = graph.argument((m, k), "bf16"), graph.argument((k // 8, n), "i32")
    zeros, scales = graph.argument((k // group, n // 8), "i32"), graph.argument((k // group, n), "bf16")

    def add(text: str, kind: str, **words: Any) -> Any:
        known = {"RESULT": tensor((k, n), kind), **{key: str(value) for key, value in words.items()}}
        return graph.add(re.sub(r"\b[A-Z]{2,}\b", lambda word: known[word[0]], text), (k, n), kind)

    q = add(TAKE_APART, "i32", PACKED=w[0], WORDS=tensor(*w[1]), GROUP=8, AT="%row, %j", ALONG="%i")
    z = add(TAKE_APART, "i32", PACKED=zeros[0], WORDS=tensor(*zeros[1]), GROUP=group, AT="%row, %column", ALONG="%j")
    floats = graph.cast(add(LESS, "i32", INTEGERS=q[0], ZEROS=z[0]), "bf16")
    scale = add(SCALES, "bf16", SCALES=scales[0], KIND=tensor(*scales[1]), GROUP=group)
    floats = graph.binary("mul", floats, scale)
    types = f"({tensor(*a[1])}, {tensor(*floats[1])}) -> {tensor((m, n), 'f32')}"
    result = graph.cast(graph.add(f"fusion.matmul {a[0]}, {floats[0]} : {types}", (m, n), "f32"), "bf16")
    return finish(f"gptq-weights-M{m}", graph, [result], (m, n, k), peer="unpacked")


def of_layer_norms(rows: int, width: int) -> Case:
    """The gradients of layer norm for its input, its gain and its bias, the statistics of the forward pass given."""
    graph = Graph()
    x, g = (graph.cast(graph.argument((rows, width), "bf16"), "f32") for _ in range(2))
    gain = graph.cast(graph.argument((width,), "bf16"), "f32")
    mean, root = (graph.argument((rows, 1), "f32") for _ in range(2))
    normed = graph.binary("mul", graph.binary("sub", x, mean), root)
    scaled = graph.binary("mul", g, gain)
    share = graph.number(1.0 / width)
    first = graph.binary("mul", graph.reduce(scaled, 1), share)
    second = graph.binary("mul", graph.reduce(graph.binary("mul", scaled, normed), 1), share)
    rest = graph.binary("sub", graph.binary("sub", scaled, first), graph.binary("mul", normed, second))
    of_input = graph.cast(graph.binary("mul", rest, root), "bf16")
    of_gain, of_bias = graph.reduce(graph.binary("mul", g, normed), 0), graph.reduce(g, 0)
    return finish(f"layer-norm-gradient-{rows}x{width}", graph, [of_input, of_gain, of_bias], peer="layer_norm_backward")


def of_softmax(rows: int, width: int) -> Case:
    """The gradient of softmax from its output, over a copy of the same bytes."""
    graph = Graph()
    y, g = (graph.cast(graph.argument((rows, width), "bf16"), "f32") for _ in range(2))
    product = graph.binary("mul", y, g)
    rest = graph.binary("sub", g, graph.reduce(product, 1))
    return finish(f"softmax-gradient-{rows}x{width}", graph, [graph.cast(graph.binary("mul", y, rest), "bf16")], peer="copy")


def all_cases() -> list[Case]:
    cases = [case for sizes in [(8192,) * 3, (4096,) * 3] for case in of_bytes(sizes)]
    for numerics in ("relaxed", "fast"):
        cases += [case for sizes in SIZES_F8 for case in of_f8(sizes, numerics)]
    cases += [case for sizes in SIZES_BLOCKS for case in of_blocks(sizes)]
    cases += [of_weights(m, 8192, 8192, bits, 128) for bits in (4, 8) for m in (1, 16, 64, 4096)]
    cases += [of_words(m, 8192, 8192, 128) for m in (1, 16, 64)]
    norms = [of_norms(8192, 4096), of_norms(8192, 4096, True), of_layer_norms(8192, 4096), of_softmax(8192, 4096)]
    return cases + of_bf16((4096,) * 3) + norms


# What follows runs on a GPU.


def make_inputs(torch: Any, case: Case) -> list[Any]:
    """Whole numbers for i8, else N(0,1); weights (the second input) are divided by 16, factors of scales positive."""
    made = []
    for index, (shape, kind) in enumerate(case.inputs):
        if kind.startswith("i"):
            types = {"i8": torch.int8, "i32": torch.int32, "i64": torch.int64}
            most = 2**31 if kind == "i32" else 128  # words have any bits
            made.append(torch.randint(-most, most, shape, device="cuda", dtype=types[kind]))
            continue
        value = torch.randn(shape, device="cuda")
        value = value / 16 if index == 1 else value.abs() / 4096 if kind == "f32" else value
        types = {"f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2, "bf16": torch.bfloat16}
        made.append(value.to(types.get(kind, torch.float32)))
    return made


class Weights:
    """PyTorch's products with weights that are made of ours before anything is timed."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self.made: dict[int, Any] = {}

    def keep(self, w: Any, make: Callable) -> Any:
        if w.data_ptr() not in self.made:
            self.made[w.data_ptr()] = make()
        return self.made[w.data_ptr()]

    def multiply_packed(self, x: Any, w: Any, scales: Any) -> Any:
        """By PyTorch's weights of 4 bits: without a sign, about 8, the first of a byte in its upper half."""
        torch, group = self.torch, 2 * w.shape[1] // scales.shape[1]

        def make() -> Any:
            swapped = ((w.view(torch.uint8) ^ 0x88) << 4) | ((w.view(torch.uint8) ^ 0x88) >> 4)
            numbers = torch.stack([scales.t(), torch.zeros_like(scales.t())], 2).contiguous()
            return torch._convert_weight_to_int4pack(swapped, 8), numbers

        packed, numbers = self.keep(w, make)
        return torch._weight_int4pack_mm(x, packed, group, numbers)

    def multiply_widened(self, x: Any, w: Any, scales: Any) -> Any:
        group = w.shape[1] // scales.shape[1]
        wide = self.keep(w, lambda: (w * scales.float().repeat_interleave(group, 1)).to(x.dtype))
        return self.torch.nn.functional.linear(x, wide)

    def multiply_unpacked(self, x: Any, w: Any, zeros: Any, scales: Any) -> Any:
        """By weights of bf16 that words of GPTQ, less zero points, are unpacked to."""
        torch = self.torch

        def make() -> Any:
            shifts = torch.arange(0, 32, 4, dtype=torch.int32, device=w.device)
            q = (w.unsqueeze(1) >> shifts.view(1, 8, 1) & 15).reshape(scales.shape[0], -1, w.shape[1])
            z = (zeros.unsqueeze(-1) >> shifts & 15).reshape(scales.shape[0], 1, -1) + 1
            return ((q - z) * scales.float().unsqueeze(1)).to(x.dtype).reshape(-1, w.shape[1])

        return x @ self.keep(w, make)


def make_peer(torch: Any, name: str) -> Callable:
    from cublaslt import GeluProduct

    def scaled(fast: bool) -> Callable:
        one = torch.ones((), device="cuda")
        return lambda a, w, *_: torch._scaled_mm(
            a, w.t(), scale_a=one, scale_b=one, out_dtype=torch.bfloat16, use_fast_accum=fast
        )

    by_rows: dict[int, Any] = {}

    def blocks(a: Any, w: Any, scale_a: Any, scale_w: Any, *_: Any) -> Any:
        """With the scales of a stored as PyTorch wants them: those of a column side by side."""
        if scale_a.data_ptr() not in by_rows:
            by_rows[scale_a.data_ptr()] = scale_a.t().contiguous().t()
        return torch._scaled_mm(
            a, w.t(), scale_a=by_rows[scale_a.data_ptr()], scale_b=scale_w.t(), out_dtype=torch.bfloat16
        )

    rooms: dict[int, Any] = {}

    def copy(x: Any, *_: Any) -> Any:
        """As many bytes as a gradient of two tensors moves: one and a half are read, and as many written."""
        for part in (0, 1):
            if (key := x.data_ptr() + part) not in rooms:
                rooms[key] = torch.empty((3 * x.numel() // 2,), device="cuda", dtype=x.dtype)
        return rooms[x.data_ptr()].copy_(rooms[x.data_ptr() + 1])

    def layer_norm_backward(x: Any, g: Any, gain: Any, mean: Any, root: Any) -> Any:
        wanted = [True] * 3
        return torch.ops.aten.native_layer_norm_backward(g, x, [x.shape[-1]], mean, root, gain, gain, wanted)

    weights = Weights(torch)
    return {
        "layer_norm_backward": layer_norm_backward,
        "int4pack": weights.multiply_packed,
        "widened": weights.multiply_widened,
        "unpacked": weights.multiply_unpacked,
        "lt_gelu": GeluProduct(torch, fast=False),
        "lt_gelu_fast": GeluProduct(torch, fast=True),
        "int_mm": lambda a, w, *_: torch._int_mm(a, w.t()),
        "scaled_mm": scaled(False),
        "scaled_mm_fast": scaled(True),
        "scaled_mm_blocks": blocks,
        "linear": lambda a, w, *_: torch.nn.functional.linear(a, w),
        "copy": copy,
    }[name]


def capture(torch: Any, function: Callable, sets: list, calls: int) -> Any:
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for i in range(3):
            function(*sets[i % len(sets)])
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        for i in range(calls):
            function(*sets[i % len(sets)])
    graph.replay()
    torch.cuda.synchronize()
    return graph


def replay(torch: Any, graph: Any) -> float:
    """Microseconds of one replay."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    graph.replay()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) * 1e3


def time_functions(torch: Any, functions: dict[str, tuple[Callable, list]], rounds: int = 9) -> dict[str, float]:
    """Median microseconds of a call of each, taken in turn after rests."""
    graphs = {}
    for name, (function, sets) in functions.items():
        once = replay(torch, capture(torch, function, sets, 4)) / 4
        calls = max(1, min(500, round(3500 / once)))
        graphs[name] = (capture(torch, function, sets, calls), calls)
    times: dict[str, list[float]] = {name: [] for name in graphs}
    for turn in range(rounds):
        for name, (graph, calls) in graphs.items():
            time.sleep(0.04 + turn * 29 % 81 / 1e3)
            times[name].append(replay(torch, graph) / calls)
    return {name: sorted(values)[rounds // 2] for name, values in times.items()}


def differ(torch: Any, ours: Any, peer: Any) -> str:
    """How far a result, or the first of several, is from PyTorch's."""
    ours, peer = (first[0] if isinstance(first, (tuple, list)) else first for first in (ours, peer))
    if not ours.dtype.is_floating_point:
        return "equal" if torch.equal(ours, peer) else "WRONG: not equal"
    a, b = ours.double(), peer.double()
    error = ((a - b).norm() / b.norm()).item()
    return f"differs by {error:.1e}" if error < 1e-2 else f"WRONG: differs by {error:.1e}"


def measure(torch: Any, fusion: Any, case: Case, cases: dict[str, Case]) -> dict[str, Any]:
    def compiled(of: Case) -> Any:
        return fusion.compile(of.text, **of.about)

    count = max(2, int(180_000_000 // max(case.moved, 1)) + 1)
    sets = [make_inputs(torch, case) for _ in range(count)]
    module = compiled(case)
    functions: dict[str, tuple[Callable, list]] = {"ours": (module, sets)}
    verdict = ""
    if case.peer:
        peer = make_peer(torch, case.peer)
        try:
            for inputs in sets[1:] + sets[:1]:  # what it keeps of them is made before it is timed
                theirs = peer(*inputs)
        except (RuntimeError, ValueError) as error:  # ours alone
            verdict = f"PyTorch refuses it: {str(error).splitlines()[0][:100]}"
        else:
            functions["peer"] = (peer, sets)
            if case.peer != "copy":
                verdict = differ(torch, module(*sets[0]), theirs)
    if case.base:
        base = compiled(cases[case.base])
        functions["base"] = (base, [inputs[: len(cases[case.base].inputs)] for inputs in sets])
    times = time_functions(torch, functions)
    entry: dict[str, Any] = {"name": case.name, **{f"{name}_us": value for name, value in times.items()}}
    work, unit = (case.flops * 1e-6, "T/s") if case.flops else (case.moved * 1e-3, "GB/s")
    rate = f"{work / times['ours']:.0f} {unit}"
    line = f"{case.name:36} {times['ours']:9.2f} us {rate:>9}"
    for other, what in (("peer", case.peer), ("base", case.base)):
        if other in times:
            line += f"  {times[other] / times['ours']:.3f} x {what} ({times[other]:.2f})"
    print(line, verdict, flush=True)
    return {**entry, "verdict": verdict, "peer": case.peer, "base": case.base}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", nargs="?", default="", help="a regular expression of names (default: all)")
    parser.add_argument("--write", metavar="FOLDER", help="write the graphs")
    parser.add_argument("--time", action="store_true", help="time them beside PyTorch")
    parser.add_argument("--json", metavar="FILE", help="write what was measured")
    arguments = parser.parse_args()
    cases = {case.name: case for case in all_cases()}
    chosen = [case for name, case in cases.items() if re.search(arguments.case, name)]
    if not chosen:
        parser.error(f"no case matches '{arguments.case}'")
    if arguments.write:
        os.makedirs(arguments.write, exist_ok=True)
        for case in chosen:
            with open(os.path.join(arguments.write, case.name + ".mlir"), "w", encoding="utf-8") as file:
                file.write(case.text)
    if not arguments.time:
        print("\n".join(case.name for case in chosen))
        return 0
    import torch

    import fusion

    entries = []
    for case in chosen:
        try:
            entries.append(measure(torch, fusion, case, cases))
        except Exception as error:  # one case less, not the end
            print(f"{case.name}: {type(error).__name__}: {str(error)[:300]}", file=sys.stderr, flush=True)
        torch.cuda.empty_cache()
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"card": torch.cuda.get_device_name(), "cases": entries}, file, indent=1)
    return int(len(entries) != len(chosen) or any("WRONG" in entry["verdict"] for entry in entries))


if __name__ == "__main__":
    sys.exit(main())
