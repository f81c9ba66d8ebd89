# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programmatic dependent launch: three kernels of one graph, with it and without."""

from picture import Picture


def draw():
    p = Picture(
        "dependent-launch",
        960,
        450,
        "Programmatic dependent launch",
        "Without it each kernel starts when the one before has ended. With it the next kernel starts while this "
        "one still runs, sets itself up, loads first blocks of stable inputs such as weights, and waits for "
        "the end of the kernels before it; only then does it let the one after it start.",
    )
    left = 130
    setup, ahead, body, gap = 50, 58, 152, 10

    def kernel(x, y, parts):
        for kind, words, width in parts:
            p.box(x, y, width - 2, 30, kind, [(words, "small")], 4)
            x += width
        return x

    p.panel(14, 14, 932, 104, "One after the other")
    p.text(28, 77, "the stream", "small")
    after = left - gap
    for i in range(3):
        after = kernel(
            after + gap, 62, [("grey", "set-up", setup), ("blue", "loads", ahead), ("orange", f"kernel {i + 1}", body)]
        )

    p.panel(14, 132, 932, 304, "Dependent launches")
    top, step = 186, 62
    # Each begins when the one before has waited, and waits for the end of that one.
    begin, ends = left, []
    for i in range(3):
        y = top + i * step
        p.text(28, y + 15, f"kernel {i + 1}", "small")
        parts = [("grey", "set-up", setup), ("blue", "weights" if i else "loads", ahead)]
        waited = begin
        if i:
            parts.append(("violet", "wait", ends[-1] - begin - setup - ahead))
            waited = ends[-1]
            p.line([(waited - 1, y - step + 30), (waited - 1, y + 38)], "violet-line", " dashed")
        ends.append(kernel(begin, y, [*parts, ("orange", f"kernel {i + 1}", body)]))
        if i < 2:
            begin = max(waited + 8, ends[-1] - setup - ahead - 40)
            p.arrow([(begin, y + 30), (begin, y + step)], "violet")
            p.text(begin - 8, y + 46, "the next one may start", "small mute", "end")
    y = top + 3 * step - 6
    p.line([(ends[-1], y - 26), (ends[-1], y + 4)], extra=" dashed")
    p.line([(after, y - 26), (after, y + 4)], extra=" dashed")
    p.arrow([(after, y - 8), (ends[-1], y - 8)])
    p.text((after + ends[-1]) / 2, y - 20, "saved", "small mute", "middle")
    rules = [
        "Every thread waits before it touches global memory; only first loads of stable inputs come before.",
        "It lets the next one start after its own wait. So when a kernel starts, all but the one before it have ended.",
    ]
    for i, words in enumerate(rules):
        p.text(28, y + 26 + 20 * i, words, "small mute")
    return p
