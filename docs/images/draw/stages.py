# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The way of a graph: what each stage leaves."""

from picture import Picture


def draw():
    p = Picture(
        "stages",
        960,
        330,
        "The stages of the compiler",
        "A graph of linalg or TOSA is imported as fusion operations, merged into kernels with schedules, lowered "
        "to PTX, and run by launches of a host program. Beside it the kernels become loops for the CPU, and an "
        "interpreter in float64 runs the graph as it was read.",
    )
    stages = [
        ("Graph", "grey", ["linalg.matmul", "linalg.generic", "tosa.reduce_sum"]),
        ("Fusion ops", "blue", ["fusion.matmul", "fusion.add", "fusion.reduce"]),
        ("Kernels", "orange", ["fusion.kernel", "#fusion.schedule", "guards, variants"]),
        ("PTX", "green", ["wgmma.mma_async", "cp.async.bulk", "mma.sync"]),
        ("Launches", "violet", ["sizes, guards", "tensor maps", "fusion_launch"]),
    ]
    steps = ["import", "fuse", "lower", "load"]
    width, gap, top = 144, 53, 30
    for i, (name, kind, lines) in enumerate(stages):
        x = 14 + i * (width + gap)
        p.box(x, top, width, 112, kind, [(name, "title"), *[(line, "code") for line in lines]])
        if i < len(steps):
            p.arrow([(x + width + 4, top + 56), (x + width + gap - 4, top + 56)])
            p.text(x + width + gap / 2 - 1, top + 40, steps[i], "small mute", "middle")

    def column(i):
        return 14 + i * (width + gap) + width / 2

    y = 196
    p.arrow([(column(0), top + 112), (column(0), y)], extra=" dashed")
    p.box(column(0) - 72, y, 144, 62, "grey", ["Reference", ("float64, with bounds", "small mute")])
    p.arrow([(column(2) - 30, top + 112), (column(2) - 30, y - 18), (column(1), y - 18), (column(1), y)])
    p.box(column(1) - 72, y, 144, 62, "grey", ["Report", ("each edge, a reason", "small mute")])
    p.arrow([(column(2) + 30, top + 112), (column(2) + 30, y - 18), (column(3), y - 18), (column(3), y)])
    p.box(column(3) - 72, y, 144, 62, "grey", ["CPU", ("loops instead of PTX", "small mute")])
    p.arrow([(column(4), top + 112), (column(4), y)])
    p.box(column(4) - 72, y, 144, 62, "grey", ["Results", ("caller's memory", "small mute")])
    p.arrow([(column(3) + 72, y + 31), (column(4) - 72, y + 31)])
    p.line([(column(0), y + 62), (column(0), y + 92), (column(4), y + 92)], extra=" dashed")
    p.arrow([(column(4), y + 92), (column(4), y + 62)], extra=" dashed")
    p.text(
        (column(0) + column(4)) / 2,
        y + 108,
        "--verify: each element of a result beside its bound",
        "small mute",
        "middle",
    )
    return p
