#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a BERT classifier in the spelling of older releases of torch-mlir (2023), which exported files still have.

Linear layers are linalg.batch_matmul with a batch of one, their weights transposed and then copied to that batch by
generics; dimensions of size one are read by maps with a constant 0; scalars are f64 and narrowed in each body; lookups
assert their index; the maximum of softmax comes with its index, which nobody reads.
"""

TOKENS, WIDTH, HEADS, INNER, VOCABULARY, POSITIONS, LAYERS = 12, 64, 2, 128, 50, 32, 2
COLUMN = WIDTH // HEADS


class Graph:
    """Collects lines and names their values."""

    def __init__(self):
        self.lines, self.arguments, self.count = [], [], 0

    def add(self, text, results=1):
        self.count += 1
        self.lines.append(f"    %{self.count}{':%d' % results if results > 1 else ''} = {text}")
        return f"%{self.count}"

    def argument(self, kind):
        self.arguments.append(f"%arg{len(self.arguments)}: {kind}")
        return f"%arg{len(self.arguments) - 1}"

    def generic(self, inputs, kind, maps, body, out=None, reductions=()):
        """A linalg.generic; inputs are (value, type), maps strings, the last one the result's, body its lines."""
        rank = max(m.count("d") for m in maps)
        dims = ", ".join(f"d{i}" for i in range(rank))
        iterators = ", ".join('"reduction"' if i in reductions else '"parallel"' for i in range(rank))
        out = out or self.add(f"tensor.empty() : {kind}")
        block = [f"%i{n}: {scalar(k)}" for n, (_, k) in enumerate(inputs)] + [f"%out: {scalar(kind)}"]
        values = ", ".join(v for v, _ in inputs)
        kinds = ", ".join(k for _, k in inputs)
        result = self.add(
            "linalg.generic {indexing_maps = ["
            + ", ".join(f"affine_map<({dims}) -> ({m})>" for m in maps)
            + f"], iterator_types = [{iterators}]}} ins({values} : {kinds}) outs({out} : {kind}) {{"
        )
        self.lines += [f"    ^bb0({', '.join(block)}):"] + ["      " + line for line in body] + [f"    }} -> {kind}"]
        return result

    def fill(self, kind, value="%zero"):
        empty = self.add(f"tensor.empty() : {kind}")
        return self.add(f"linalg.fill ins({value} : {scalar(kind)}) outs({empty} : {kind}) -> {kind}")


def scalar(kind):
    return kind[len("tensor<") : -1].split("x")[-1]


def tensor(*sizes, of="f32"):
    return "tensor<" + "".join(f"{s}x" for s in sizes) + of + ">"


ROWS = tensor(1, TOKENS, WIDTH)
ALL, UNIT, LAST, FIRST_TWO, STATISTIC = "d0, d1, d2", "0, d1, d2", "d2", "d0, d1", "0, d1, 0"


def yields(*lines):
    return [*lines, f"linalg.yield {lines[-1].split(' ')[0] if lines else '%i0'} : f32"]


def elementwise(g, op, a, b, kind=ROWS, map_b=UNIT, kind_b=None):
    return g.generic(
        [(a, kind), (b, kind_b or kind)], kind, [UNIT, map_b, ALL], yields(f"%v = arith.{op} %i0, %i1 : f32")
    )


def statistic(g, x):
    """The mean of each row, of shape 1 x tokens x 1."""
    kind = tensor(1, TOKENS, 1)
    total = g.generic(
        [(x, ROWS)], kind, [ALL, "d0, d1, 0"], yields("%v = arith.addf %i0, %out : f32"), g.fill(kind), (2,)
    )
    return g.generic([(total, kind)], kind, [STATISTIC, ALL], yields("%v = arith.divf %i0, %width : f32"))


def spread(g, x):
    return g.generic([(x, tensor(1, TOKENS, 1))], ROWS, [STATISTIC, ALL], yields())


def layer_norm(g, x):
    kind, vector = tensor(1, TOKENS, 1), tensor(WIDTH)
    scale, bias = g.argument(vector), g.argument(vector)
    centred = elementwise(g, "subf", x, spread(g, statistic(g, x)))
    variance = statistic(g, elementwise(g, "mulf", centred, centred))
    variance = g.generic(
        [(variance, kind)],
        kind,
        [STATISTIC, ALL],
        yields("%e = arith.truncf %epsilon : f64 to f32", "%v = arith.addf %i0, %e : f32"),
    )
    inverse = g.generic([(variance, kind)], kind, [STATISTIC, ALL], yields("%v = math.rsqrt %i0 : f32"))
    x = elementwise(g, "mulf", centred, spread(g, inverse))
    x = elementwise(g, "mulf", x, scale, map_b=LAST, kind_b=vector)
    return elementwise(g, "addf", x, bias, map_b=LAST, kind_b=vector)


def transposed(g, weight, n, k):
    return g.generic([(weight, tensor(n, k))], tensor(k, n), ["d0, d1", "d1, d0"], yields())


def linear(g, x, k, n):
    """x [1, tokens, k] times the transpose of a weight [n, k], and a bias."""
    kind, out = tensor(1, TOKENS, k), tensor(1, TOKENS, n)
    weight, bias = transposed(g, g.argument(tensor(n, k)), n, k), g.argument(tensor(n))
    x = g.generic([(x, kind)], kind, [UNIT, ALL], yields())
    batch = g.generic([(weight, tensor(k, n))], tensor(1, k, n), ["d1, d2", ALL], yields())
    product = g.add(
        f"linalg.batch_matmul ins({x}, {batch} : {kind}, {tensor(1, k, n)}) outs({g.fill(out)} : {out}) -> {out}"
    )
    return elementwise(g, "addf", product, bias, out, LAST, tensor(n))


def permuted(g, x, sizes, order):
    result = [sizes[i] for i in order]
    return g.generic(
        [(x, tensor(*sizes))], tensor(*result), ["d0, d1, d2, d3", ", ".join(f"d{i}" for i in order)], yields()
    )


def product(g, a, b, m, k, n):
    """Of the heads, as batches."""

    def batches(x, r, c):
        kind = tensor(1, HEADS, r, c)
        x = g.generic([(x, kind)], kind, ["0, d1, d2, d3", "d0, d1, d2, d3"], yields())
        return g.add(f"tensor.collapse_shape {x} [[0, 1], [2], [3]] : {kind} into {tensor(HEADS, r, c)}")

    a, b, out = batches(a, m, k), batches(b, k, n), tensor(HEADS, m, n)
    y = g.add(
        f"linalg.batch_matmul ins({a}, {b} : {tensor(HEADS, m, k)}, {tensor(HEADS, k, n)}) "
        f"outs({g.fill(out)} : {out}) -> {out}"
    )
    return g.add(
        f"tensor.expand_shape {y} [[0, 1], [2], [3]] output_shape [1, {HEADS}, {m}, {n}] : "
        f"{out} into {tensor(1, HEADS, m, n)}"
    )


def softmax(g, x):
    kind, row, index = (tensor(1, HEADS, TOKENS, t) for t in (TOKENS, 1, 1))
    index = tensor(1, HEADS, TOKENS, 1, of="i64")
    every, last = "d0, d1, d2, d3", "d0, d1, d2, 0"
    maps = ", ".join(f"affine_map<({every}) -> ({m})>" for m in (every, last, last))
    largest, where = g.fill(row, "%lowest"), g.fill(index, "%zero_i64")
    largest = g.add(
        f"linalg.generic {{indexing_maps = [{maps}], "
        'iterator_types = ["parallel", "parallel", "parallel", "reduction"]} '
        f"ins({x} : {kind}) outs({largest}, {where} : {row}, {index}) {{",
        2,
    )
    g.lines += [
        "    ^bb0(%in: f32, %out: f32, %at: i64):",
        "      %position = linalg.index 3 : index",
        "      %p = arith.index_cast %position : index to i64",
        "      %m = arith.maximumf %in, %out : f32",
        "      %more = arith.cmpf ogt, %in, %out : f32",
        "      %a = arith.select %more, %p, %at : i64",
        "      linalg.yield %m, %a : f32, i64",
        f"    }} -> ({row}, {index})",
    ]
    shared, unit = "0, d1, d2, 0", "0, d1, d2, d3"
    x = g.generic(
        [(x, kind), (largest + "#0", row)], kind, [unit, shared, every], yields("%v = arith.subf %i0, %i1 : f32")
    )
    x = g.generic([(x, kind)], kind, [unit, every], yields("%v = math.exp %i0 : f32"))
    total = g.generic([(x, kind)], row, [every, last], yields("%v = arith.addf %i0, %out : f32"), g.fill(row), (3,))
    return g.generic([(x, kind), (total, row)], kind, [unit, shared, every], yields("%v = arith.divf %i0, %i1 : f32"))


def attention(g, x, mask):
    def heads(y):
        y = g.add(
            f"tensor.expand_shape {y} [[0], [1], [2, 3]] output_shape [1, {TOKENS}, {HEADS}, {COLUMN}] : {ROWS} into "
            f"{tensor(1, TOKENS, HEADS, COLUMN)}"
        )
        return permuted(g, y, (1, TOKENS, HEADS, COLUMN), (0, 2, 1, 3))

    query, key, value = (heads(linear(g, x, WIDTH, WIDTH)) for _ in range(3))
    key = permuted(g, key, (1, HEADS, TOKENS, COLUMN), (0, 1, 3, 2))
    scores, kind = product(g, query, key, TOKENS, COLUMN, TOKENS), tensor(1, HEADS, TOKENS, TOKENS)
    every, unit = "d0, d1, d2, d3", "0, d1, d2, d3"
    scores = g.generic(
        [(scores, kind), ("%scale", "tensor<f64>")],
        kind,
        [unit, "", every],
        yields("%s = arith.truncf %i1 : f64 to f32", "%v = arith.divf %i0, %s : f32"),
    )
    scores = g.generic(
        [(scores, kind), (mask, tensor(1, 1, 1, TOKENS))],
        kind,
        [unit, "0, 0, 0, d3", every],
        yields("%v = arith.addf %i0, %i1 : f32"),
    )
    y = permuted(
        g, product(g, softmax(g, scores), value, TOKENS, TOKENS, COLUMN), (1, HEADS, TOKENS, COLUMN), (0, 2, 1, 3)
    )
    y = g.add(f"tensor.collapse_shape {y} [[0], [1], [2, 3]] : {tensor(1, TOKENS, HEADS, COLUMN)} into {ROWS}")
    return linear(g, y, WIDTH, WIDTH)


def feed_forward(g, x):
    wide = tensor(1, TOKENS, INNER)
    x = linear(g, x, WIDTH, INNER)
    x = g.generic(
        [(x, wide)],
        wide,
        [UNIT, ALL],
        yields(
            "%a = arith.divf %i0, %root : f32",
            "%b = math.erf %a : f32",
            "%c = arith.addf %b, %one : f32",
            "%d = arith.mulf %c, %half : f32",
            "%v = arith.mulf %i0, %d : f32",
        ),
    )
    return linear(g, x, INNER, WIDTH)


def lookup(g, indices, table, rows):
    g.lines.append(f"    %rows_{rows} = arith.constant {rows} : index")
    return g.generic(
        [(indices, tensor(1, TOKENS, of="i64"))],
        ROWS,
        [FIRST_TWO, ALL],
        yields(
            "%at = arith.index_cast %i0 : i64 to index",
            "%column = linalg.index 2 : index",
            f"%below = arith.cmpi slt, %at, %rows_{rows} : index",
            'cf.assert %below, "index must be smaller than dim size"',
            "%above = arith.cmpi sge, %i0, %zero_i64 : i64",
            'cf.assert %above, "index must be larger or equal to 0"',
            f"%v = tensor.extract {table}[%at, %column] : {tensor(rows, WIDTH)}",
        ),
    )


def dense(g, x, n):
    """One row times a transposed weight, and a bias."""
    weight, bias = transposed(g, g.argument(tensor(n, WIDTH)), n, WIDTH), g.argument(tensor(n))
    out, row = tensor(1, n), tensor(1, WIDTH)
    y = g.add(f"linalg.matmul ins({x}, {weight} : {row}, {tensor(WIDTH, n)}) outs({g.fill(out)} : {out}) -> {out}")
    return g.generic(
        [(y, out), (bias, tensor(n))], out, ["0, d1", "d1", "d0, d1"], yields("%v = arith.addf %i0, %i1 : f32")
    )


def bert():
    g = Graph()
    ids = g.argument(tensor(1, TOKENS, of="i64"))
    words, positions = g.argument(tensor(VOCABULARY, WIDTH)), g.argument(tensor(POSITIONS, WIDTH))
    ones = g.fill(tensor(1, 1, 1, TOKENS), "%one")
    mask, kind = ones, tensor(1, 1, 1, TOKENS)
    mask = g.generic(
        [(mask, kind)],
        kind,
        ["0, 0, 0, d3", "d0, d1, d2, d3"],
        yields(
            "%w = arith.subf %one, %i0 : f32",
            "%t = arith.truncf %lowest_f64 : f64 to f32",
            "%v = arith.mulf %w, %t : f32",
        ),
    )
    counted = g.add(f"arith.constant dense<[[{', '.join(map(str, range(TOKENS)))}]]> : {tensor(1, TOKENS, of='i64')}")
    x = elementwise(g, "addf", lookup(g, ids, words, VOCABULARY), lookup(g, counted, positions, POSITIONS))
    x = layer_norm(g, x)
    for _ in range(LAYERS):
        x = layer_norm(g, elementwise(g, "addf", attention(g, x, mask), x))
        x = layer_norm(g, elementwise(g, "addf", feed_forward(g, x), x))
    first = g.add(f"tensor.extract_slice {x}[0, 0, 0] [1, 1, {WIDTH}] [1, 1, 1] : {ROWS} to {tensor(1, 1, WIDTH)}")
    first = g.add(f"tensor.collapse_shape {first} [[0, 1], [2]] : {tensor(1, 1, WIDTH)} into {tensor(1, WIDTH)}")
    pooled, row = dense(g, first, WIDTH), tensor(1, WIDTH)
    pooled = g.generic([(pooled, row)], row, ["0, d1", "d0, d1"], yields("%v = math.tanh %i0 : f32"))
    return g, dense(g, pooled, 2)


def main():
    g, result = bert()
    print("// A BERT classifier as torch-mlir wrote it in 2023, by older_bert.py.")
    print('module attributes {torch.debug_module_name = "Bert"} {')
    print(f"  func.func @forward({', '.join(g.arguments)}) -> tensor<1x2xf32> {{")
    for name, value in {
        "zero": "0.0 : f32",
        "one": "1.0 : f32",
        "half": "5.0e-01 : f32",
        "root": "1.41421354 : f32",
        "width": f"{float(WIDTH)} : f32",
        "lowest": "0xFF800000 : f32",
        "zero_i64": "0 : i64",
        "epsilon": "9.9999999999999998E-13 : f64",
        "lowest_f64": "-3.4028234663852886E+38 : f64",
        "scale": f"dense<{COLUMN ** 0.5!r}> : tensor<f64>",
    }.items():
        print(f"    %{name} = arith.constant {value}")
    print("\n".join(g.lines))
    print(f"    return {result} : tensor<1x2xf32>\n  }}\n}}")


if __name__ == "__main__":
    main()
