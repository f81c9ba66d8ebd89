# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""README's example before and after fusing."""

from picture import Picture

# What each operation is: inputs beside it, and the kernel that it comes to stand in.
OPS = [
    ("matmul", "orange", "x, w1"),
    ("add", "green", "b1"),
    ("gelu", "green", ""),
    ("cast", "green", ""),
    ("matmul", "orange", "w2"),
    ("add", "green", "b2"),
    ("reduce max", "orange", ""),
    ("sub", "green", ""),
    ("exp", "green", ""),
    ("reduce add", "orange", ""),
    ("div", "green", ""),
    ("cast", "green", ""),
]
# Name, its operations, the family and its tile, what is not moved through memory any more.
KERNELS = [
    ("head_k0", 0, 4, "sm90: wgmma, tile 128 × 128 × 64", "48 MiB less traffic"),
    ("head_k1", 4, 6, "sm90: wgmma, tile 64 × 64 × 128", "4 MiB less traffic"),
    ("head_k2", 6, 12, "rows: read once, written once", "16 MiB less traffic"),
]
BETWEEN = [
    "not fused (matmul-operand): each tile of the product needs whole rows",
    "not fused (other-rows): a tile has only parts of the rows",
]


def draw():
    p = Picture(
        "graph-and-kernels",
        960,
        480,
        "A graph and the kernels that it becomes",
        "On the left twelve operations: a product with bias, gelu and cast, a second product with bias, and a "
        "softmax of rows. On the right the three kernels that they become; between them two edges that were "
        "not fused, each with its reason.",
    )
    p.text(40, 28, "A graph of 12 operations", "title")
    p.text(420, 28, "Its 3 kernels", "title")
    top, step, x, width = 52, 34, 132, 132

    def y(i):
        return top + i * step

    for i, (name, kind, inputs) in enumerate(OPS):
        p.box(x, y(i), width, 24, kind, [(name, "small")], 5)
        if i:
            p.arrow([(x + width / 2, y(i) - 10), (x + width / 2, y(i))])
        if inputs:
            p.text(x - 46, y(i) + 12, inputs, "small mute", "end")
            p.arrow([(x - 38, y(i) + 12), (x, y(i) + 12)])
    # Second uses: the sum that sub and reduce read, the exponentials that reduce and div read.
    for source, target in [(5, 7), (8, 10)]:
        side = x + width + 16
        p.arrow(
            [(x + width, y(source) + 12), (side, y(source) + 12), (side, y(target) + 12), (x + width, y(target) + 12)]
        )
    left, right, height, pitch = 420, 946, 92, 154
    for k, (name, first, end, how, saved) in enumerate(KERNELS):
        above = 52 + k * pitch
        middle, own = above + height / 2, (y(first) + y(end - 1) + 24) / 2
        bracket = x + width + 34
        p.line(
            [
                (bracket - 7, y(first) + 2),
                (bracket, y(first) + 2),
                (bracket, y(end - 1) + 22),
                (bracket - 7, y(end - 1) + 22),
            ]
        )
        p.arrow([(bracket, own), (left - 44, own), (left - 44, middle), (left, middle)])
        p.panel(left, above, right - left, height)
        p.text(left + 14, above + 19, name, "code strong")
        p.text(right - 14, above + 19, how, "small mute", "end")
        p.text(right - 14, above + height - 16, saved, "small mute", "end")
        at = left + 14
        for i, (op, kind, _) in enumerate(OPS[first:end]):
            w = 58 if len(op) < 7 else 86
            p.box(at, above + 34, w, 26, kind, [(op, "small")], 5)
            if i:
                p.arrow([(at - 13, above + 47), (at, above + 47)])
            at += w + 13
        if k < len(BETWEEN):
            p.arrow([(left + 30, above + height), (left + 30, above + pitch)])
            p.text(left + 46, above + (height + pitch) / 2, BETWEEN[k], "small mute")
    return p
