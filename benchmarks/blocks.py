#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes blocks of models as graphs of separate operations, with weights as arguments.

    benchmarks/blocks.py                                    the blocks, and their sizes
    benchmarks/blocks.py llama > llama.mlir                 one of them, of its own sizes
    benchmarks/blocks.py llama tokens=64 width=128          of others
    benchmarks/blocks.py --all --output=blocks              each as blocks/NAME.mlir

Tensors are bf16; products, norms and softmax are computed in f32, and rounded, as PyTorch does it. Weights are stored
as nn.Linear has them. Heads are split and merged by reshapes and transpositions, masks computed of positions.
"""

import argparse
import inspect
import os
import sys


class Value:
    def __init__(self, name, shape, kind):
        self.name, self.shape, self.kind = name, tuple(shape), kind

    @property
    def type(self):
        return "tensor<" + "x".join(map(str, self.shape + (self.kind,))) + ">"


class Graph:
    """A function under construction: each method adds an operation, and gives its result."""

    def __init__(self):
        self.lines, self.arguments = [], []

    def argument(self, *shape, kind="bf16", attributes=""):
        value = Value(f"%arg{len(self.arguments)}", shape, kind)
        self.arguments.append(f"{value.name}: {value.type}{attributes}")
        return value

    def add(self, text, shape, kind):
        value = Value(f"%{len(self.lines)}", shape, kind)
        self.lines.append(f"{value.name} = {text}")
        return value

    def number(self, x, kind="f32"):
        return self.add(f"arith.constant dense<{x:.9e}> : tensor<{kind}>", (), kind)

    def unary(self, op, x, attributes=""):
        return self.add(f"fusion.{op} {x.name}{attributes} : {x.type}", x.shape, x.kind)

    def cast(self, x, kind):
        if x.kind == kind:
            return x
        to = Value("", x.shape, kind)
        return self.add(f"fusion.cast {x.name} : {x.type} to {to.type}", x.shape, kind)

    def binary(self, op, x, y):
        """Of equal types, with numpy's broadcasting."""
        rank = max(len(x.shape), len(y.shape))
        padded = [(1,) * (rank - len(v.shape)) + v.shape for v in (x, y)]
        to = Value("", [max(a, b) for a, b in zip(*padded)], x.kind)
        return self.add(f"fusion.{op} {x.name}, {y.name} : ({x.type}, {y.type}) -> {to.type}", to.shape, to.kind)

    def matmul(self, x, y, transpose_b=False):
        columns = y.shape[-2] if transpose_b else y.shape[-1]
        to = Value("", x.shape[:-1] + (columns,), "f32")
        flag = " {transpose_b}" if transpose_b else ""
        return self.add(f"fusion.matmul {x.name}, {y.name}{flag} : ({x.type}, {y.type}) -> {to.type}", to.shape, "f32")

    def reduce(self, kind, x):
        to = Value("", x.shape[:-1] + (1,), x.kind)
        text = f"fusion.reduce {kind} {x.name} along [{len(x.shape) - 1}] : {x.type} -> {to.type}"
        return self.add(text, to.shape, x.kind)

    def reshape(self, op, x, shape, groups):
        to, sizes = Value("", shape, x.kind), ""
        if op == "expand_shape":
            sizes = f" output_shape {list(shape)}"
        return self.add(f"tensor.{op} {x.name} {groups}{sizes} : {x.type} into {to.type}", shape, x.kind)

    def split(self, x, dim, inner):
        """Dimension `dim` as [size / inner, inner]."""
        shape = x.shape[:dim] + (x.shape[dim] // inner, inner) + x.shape[dim + 1 :]
        groups = [[i] for i in range(dim)] + [[dim, dim + 1]] + [[i + 1] for i in range(dim + 1, len(x.shape))]
        return self.reshape("expand_shape", x, shape, groups)

    def merge(self, x, dim):
        """Dimensions `dim` and the next as one."""
        shape = x.shape[:dim] + (x.shape[dim] * x.shape[dim + 1],) + x.shape[dim + 2 :]
        groups = [[i] for i in range(dim)] + [[dim, dim + 1]] + [[i] for i in range(dim + 2, len(x.shape))]
        return self.reshape("collapse_shape", x, shape, groups)

    def empty(self, shape, kind):
        return self.add(f"tensor.empty() : {Value('', shape, kind).type}", shape, kind)

    def transpose(self, x, permutation):
        to = self.empty([x.shape[i] for i in permutation], x.kind)
        return self.add(
            f"linalg.transpose ins({x.name} : {x.type}) outs({to.name} : {to.type}) permutation = {permutation}",
            to.shape,
            x.kind,
        )

    def repeat(self, x, dim, times):
        """A new dimension in front of `dim`."""
        to = self.empty(x.shape[:dim] + (times,) + x.shape[dim:], x.kind)
        return self.add(
            f"linalg.broadcast ins({x.name} : {x.type}) outs({to.name} : {to.type}) dimensions = [{dim}]",
            to.shape,
            x.kind,
        )

    def slice(self, x, begin, size):
        """Of the last dimension."""
        rank, to = len(x.shape), Value("", x.shape[:-1] + (size,), x.kind)
        offsets = [0] * (rank - 1) + [begin]
        text = f"tensor.extract_slice {x.name}{offsets} {list(to.shape)} {[1] * rank} : {x.type} to {to.type}"
        return self.add(text, to.shape, x.kind)

    def concat(self, x, y):
        """Along the last dimension."""
        to = Value("", x.shape[:-1] + (x.shape[-1] + y.shape[-1],), x.kind)
        text = f"tensor.concat dim({len(x.shape) - 1}) {x.name}, {y.name} : ({x.type}, {y.type}) -> {to.type}"
        return self.add(text, to.shape, x.kind)

    def insert(self, x, into, offsets):
        text = f"tensor.insert_slice {x.name} into {into.name}{offsets} {list(x.shape)} {[1] * len(x.shape)}"
        return self.add(f"{text} : {x.type} into {into.type}", into.shape, into.kind)

    def causal(self, rows, keys):
        """Where a key lies behind its row."""
        to = self.empty((rows, keys), "i1")
        map_ = "affine_map<(i, j) -> (i, j)>"
        return self.add(
            f'linalg.generic {{indexing_maps = [{map_}], iterator_types = ["parallel", "parallel"]}} '
            f"outs({to.name} : {to.type}) {{\n  ^bb0(%o: i1):\n    %i = linalg.index 0 : index\n"
            f"    %j = linalg.index 1 : index\n    %c = arith.cmpi ugt, %j, %i : index\n"
            f"    linalg.yield %c : i1\n  }} -> {to.type}",
            (rows, keys),
            "i1",
        )

    def select(self, condition, x, y):
        operands = (condition, x, y)
        names, types = [", ".join(getattr(v, part) for v in operands) for part in ("name", "type")]
        return self.add(f"fusion.select {names} : ({types}) -> {y.type}", y.shape, y.kind)

    # What blocks are made of.

    def linear(self, x, columns, bias=False):
        """x W^T, in f32."""
        y = self.matmul(x, self.argument(columns, x.shape[-1]), transpose_b=True)
        return self.binary("add", y, self.cast(self.argument(columns), "f32")) if bias else y

    def rms_norm(self, x):
        wide, scale = self.cast(x, "f32"), self.cast(self.argument(x.shape[-1]), "f32")
        mean = self.binary("div", self.reduce("addf", self.binary("mul", wide, wide)), self.number(x.shape[-1]))
        root = self.unary("rsqrt", self.binary("add", mean, self.number(1e-5)))
        return self.cast(self.binary("mul", self.binary("mul", wide, root), scale), "bf16")

    def layer_norm(self, x):
        wide, size = self.cast(x, "f32"), self.number(x.shape[-1])
        scale, bias = [self.cast(self.argument(x.shape[-1]), "f32") for _ in range(2)]
        centred = self.binary("sub", wide, self.binary("div", self.reduce("addf", wide), size))
        variance = self.binary("div", self.reduce("addf", self.binary("mul", centred, centred)), size)
        root = self.unary("rsqrt", self.binary("add", variance, self.number(1e-5)))
        y = self.binary("add", self.binary("mul", self.binary("mul", centred, root), scale), bias)
        return self.cast(y, "bf16")

    def rotary(self, x, cosines, sines):
        """[.., rows, depth] turned by tables of [rows, depth]."""
        half = x.shape[-1] // 2
        turned = self.concat(self.unary("neg", self.slice(x, half, half)), self.slice(x, 0, half))
        wide = [self.binary("mul", self.cast(v, "f32"), table) for v, table in ((x, cosines), (turned, sines))]
        return self.cast(self.binary("add", *wide), "bf16")

    def heads(self, x, batch, heads):
        """[batch * tokens, width] as [batch, heads, tokens, depth]."""
        x = self.split(self.split(x, 0, x.shape[0] // batch), 2, x.shape[1] // heads)
        return self.transpose(x, [0, 2, 1, 3])

    def attention(self, q, k, v, scale=None, causal=False, bias=None):
        """Of heads that share their keys, if there are fewer of these; [batch * tokens, width]."""
        group = q.shape[1] // k.shape[1]
        if group > 1:
            k, v = [self.merge(self.repeat(x, 2, group), 1) for x in (k, v)]
        scores = self.matmul(q, k, transpose_b=True)
        scores = self.binary("mul", scores, self.number(q.shape[-1] ** -0.5)) if scale is None else scores
        if bias:
            scores = self.binary("add", scores, bias)
        if causal:
            low = self.add("arith.constant dense<0xFF800000> : tensor<f32>", (), "f32")
            scores = self.select(self.causal(*scores.shape[2:]), low, scores)
        distance = self.binary("sub", scores, self.reduce("maximumf", scores))
        weights = self.unary("exp", distance)
        weights = self.cast(self.binary("div", weights, self.reduce("addf", weights)), "bf16")
        y = self.transpose(self.cast(self.matmul(weights, v), "bf16"), [0, 2, 1, 3])
        return self.merge(self.merge(y, 2), 0)

    def residual(self, y, x):
        return self.cast(self.binary("add", y, self.cast(x, "f32")), "bf16")

    def mlp(self, x, inner, approximate):
        y = self.unary("gelu", self.linear(x, inner, bias=True), f' {{approximate = "{approximate}"}}')
        return self.linear(self.cast(y, "bf16"), x.shape[-1], bias=True)

    def swiglu(self, x, inner):
        y = self.binary("mul", self.unary("silu", self.linear(x, inner)), self.linear(x, inner))
        return self.linear(self.cast(y, "bf16"), x.shape[-1])

    def text(self, name, *results):
        types = ", ".join(r.type for r in results)
        body = "".join(f"  {line}\n" for line in self.lines)
        names = ", ".join(r.name for r in results)
        return (
            f"func.func @{name}({', '.join(self.arguments)}) -> ({types}) {{\n{body}"
            f"  return {names} : {types}\n}}\n"
        )


def bert(batch=32, tokens=128, width=768, heads=12, inner=3072):
    """A layer of BERT: attention and a feed-forward part, each followed by its norm."""
    g = Graph()
    x = g.argument(batch * tokens, width)
    q, k, v = [g.heads(g.cast(g.linear(x, width, bias=True), "bf16"), batch, heads) for _ in range(3)]
    x = g.layer_norm(g.residual(g.linear(g.attention(q, k, v), width, bias=True), x))
    return g.text("bert", g.layer_norm(g.residual(g.mlp(x, inner, "erf"), x)))


def gpt2(batch=8, tokens=1024, width=1024, heads=16, inner=4096):
    """A block of GPT-2, causal: norms in front; one product makes queries, keys and values."""
    g = Graph()
    x = g.argument(batch * tokens, width)
    qkv = g.cast(g.linear(g.layer_norm(x), 3 * width, bias=True), "bf16")
    q, k, v = [g.heads(g.slice(qkv, part * width, width), batch, heads) for part in range(3)]
    x = g.residual(g.linear(g.attention(q, k, v, causal=True), width, bias=True), x)
    return g.text("gpt2", g.residual(g.mlp(g.layer_norm(x), inner, "tanh"), x))


def vit(batch=64, tokens=197, width=768, heads=12, inner=3072):
    """A block of a vision transformer: norms in front, 14 x 14 patches and one token more."""
    g = Graph()
    x = g.argument(batch * tokens, width)
    h = g.layer_norm(x)
    q, k, v = [g.heads(g.cast(g.linear(h, width, bias=True), "bf16"), batch, heads) for _ in range(3)]
    x = g.residual(g.linear(g.attention(q, k, v), width, bias=True), x)
    return g.text("vit", g.residual(g.mlp(g.layer_norm(x), inner, "erf"), x))


def llama(batch=1, tokens=2048, width=4096, heads=32, key_heads=8, inner=14336):
    """A block of Llama 3, causal: RMS norms, rotary positions, heads that share keys, a gated feed-forward part."""
    g = Graph()
    depth = width // heads
    x = g.argument(batch * tokens, width)
    cosines, sines = [g.argument(tokens, depth, kind="f32") for _ in range(2)]
    h = g.rms_norm(x)
    sizes = ((width, heads), (key_heads * depth, key_heads), (key_heads * depth, key_heads))
    q, k, v = [g.heads(g.cast(g.linear(h, columns), "bf16"), batch, count) for columns, count in sizes]
    q, k = [g.rotary(y, cosines, sines) for y in (q, k)]
    x = g.residual(g.linear(g.attention(q, k, v, causal=True), width), x)
    return g.text("llama", g.residual(g.swiglu(g.rms_norm(x), inner), x))


def decode(batch=16, keys=4096, width=4096, heads=32, key_heads=32, inner=11008):
    """A step of decoding of a block of Llama 2: one query, whose key and value go to the end of their caches, in place."""
    g = Graph()
    depth = width // heads
    x = g.argument(batch, width)
    cosines, sines = [g.argument(1, depth, kind="f32") for _ in range(2)]
    caches = [g.argument(batch, key_heads, keys, depth, attributes=f" {{fusion.aliases = {i} : i64}}") for i in (1, 2)]
    h = g.rms_norm(x)
    sizes = ((width, heads), (key_heads * depth, key_heads), (key_heads * depth, key_heads))
    q, k, v = [g.heads(g.cast(g.linear(h, columns), "bf16"), batch, count) for columns, count in sizes]
    q, k = [g.rotary(y, cosines, sines) for y in (q, k)]
    k, v = [g.insert(y, cache, [0, 0, keys - 1, 0]) for y, cache in zip((k, v), caches)]
    x = g.residual(g.linear(g.attention(q, k, v), width), x)
    return g.text("decode", g.residual(g.swiglu(g.rms_norm(x), inner), x), k, v)


def t5(batch=8, tokens=512, width=768, heads=12):
    """Attention of T5: no scale, and a bias of relative positions that all sequences share."""
    g = Graph()
    x, bias = g.argument(batch * tokens, width), g.argument(heads, tokens, tokens, kind="f32")
    h = g.rms_norm(x)
    q, k, v = [g.heads(g.cast(g.linear(h, width), "bf16"), batch, heads) for _ in range(3)]
    return g.text("t5", g.residual(g.linear(g.attention(q, k, v, scale=1, bias=bias), width), x))


def cross(batch=8, tokens=1024, keys=256, width=768, heads=12):
    """Cross attention: queries of one sequence, keys and values of another."""
    g = Graph()
    x, y = g.argument(batch * tokens, width), g.argument(batch * keys, width)
    sources = (g.layer_norm(x), y, y)
    q, k, v = [g.heads(g.cast(g.linear(source, width, bias=True), "bf16"), batch, heads) for source in sources]
    return g.text("cross", g.residual(g.linear(g.attention(q, k, v), width, bias=True), x))


# Name of a graph: the block, sizes other than its own.
BLOCKS = {
    "bert": (bert, {}),
    "bert_long": (bert, dict(batch=8, tokens=512)),
    "gpt2": (gpt2, {}),
    "vit": (vit, {}),
    "llama": (llama, {}),
    "llama2": (llama, dict(key_heads=32, inner=11008)),
    "t5": (t5, {}),
    "cross": (cross, {}),
    "decode": (decode, {}),
    "decode_grouped": (decode, dict(key_heads=8, inner=14336)),
}


def get_sizes(name):
    block, sizes = BLOCKS[name]
    return {k: p.default for k, p in inspect.signature(block).parameters.items()} | sizes


def write(name, sizes, file):
    sizes = get_sizes(name) | sizes
    file.write(f"// {name}: {' '.join(f'{k}={v}' for k, v in sizes.items())}\n")
    file.write(BLOCKS[name][0](**sizes))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--all", action="store_true", help="each block, into the folder --output")
    parser.add_argument("--output", default=".", help="the folder that --all writes NAME.mlir into")
    parser.add_argument("name", nargs="?", help="the block; without one, all are listed")
    parser.add_argument("sizes", nargs="*", metavar="SIZE=N", help="other sizes than the block's own")
    arguments = parser.parse_args()
    if arguments.all:
        os.makedirs(arguments.output, exist_ok=True)
        for name in BLOCKS:
            with open(os.path.join(arguments.output, name + ".mlir"), "w", encoding="utf-8") as file:
                write(name, {}, file)
        return
    if not arguments.name:
        for name, (block, _) in BLOCKS.items():
            sizes = " ".join(f"{k}={v}" for k, v in get_sizes(name).items())
            print(f"{name:15} {block.__doc__.splitlines()[0]} {sizes}")
        return
    if arguments.name not in BLOCKS:
        parser.error(f"no block '{arguments.name}'; there are: {', '.join(BLOCKS)}")
    sizes = {}
    for text in arguments.sizes:
        key, equals, number = text.partition("=")
        if key not in get_sizes(arguments.name) or not number.isdecimal() or int(number) < 1:
            parser.error(f"'{text}' is no size; there are: {', '.join(get_sizes(arguments.name))}, as NAME=NUMBER")
        sizes[key] = int(number)
    write(arguments.name, sizes, sys.stdout)


if __name__ == "__main__":
    main()
