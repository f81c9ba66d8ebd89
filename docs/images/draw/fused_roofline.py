# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Five graphs below the limits of an H200, one operation a kernel and fused. docs/FusingGains.md has the figures."""

import math

from picture import Picture

BANDWIDTH, RATE = 4.8, 989  # TB/s, TFLOP/s: data sheet
# A graph: its operations of a byte and 10¹² operations a second, unfused, then fused; where its letter stands.
GRAPHS = [
    ("product, bias, relu", (585, 684), (1365, 786), (13, 3)),
    ("dequantise, product, quantise", (293, 560), (1024, 704), (8, 13)),
    ("norm, linear, gelu, residual", (102, 264), (683, 659), (4, 14)),
    ("norm, quantise", (0.53, 1.96), (14.0, 37.5), (13, 0)),
    ("add, gelu of 100 million elements", (1.70, 6.90), (2.83, 11.7), (13, 0)),
    ("add, gelu of 1 million", (1.70, 3.60), (2.83, 5.38), (13, 0)),
]
LEFT, RIGHT, TOP, FLOOR = 70, 936, 40, 430
LEAST, MOST = (0.3, 0.8), (4000, 2000)


def at(x, y):
    across, up = (math.log(v / low) / math.log(high / low) for v, low, high in zip((x, y), LEAST, MOST))
    return LEFT + (RIGHT - LEFT) * across, FLOOR - (FLOOR - TOP) * up


def draw_limits(p):
    for x in (1, 10, 100, 1000):
        p.rule(*at(x, LEAST[1]), *at(x, MOST[1]))
        p.text(at(x, 1)[0], FLOOR + 16, f"{x:,}", "small mute", "middle")
    for y in (1, 10, 100, 1000):
        p.rule(*at(LEAST[0], y), *at(MOST[0], y))
        p.text(LEFT - 8, at(1, y)[1], f"{y:,}", "small mute", "end")
    p.line([at(LEAST[0], LEAST[0] * BANDWIDTH), at(RATE / BANDWIDTH, RATE), at(MOST[0], RATE)])
    p.text(RIGHT - 6, at(1, RATE)[1] - 12, "989 TFLOP/s: products of bf16", "small", "end")
    p.text(LEFT + 20, at(1, 5.5)[1], "4.8 TB/s", "small")
    p.text((LEFT + RIGHT) / 2, FLOOR + 38, "operations of a byte of memory", "small mute", "middle")
    p.text(LEFT - 8, TOP - 16, "10¹² operations a second", "small mute")


def draw():
    p = Picture(
        "fused-roofline",
        960,
        484,
        "What fusing does to five graphs",
        "A roofline of an H200. Each graph is a point with one operation a kernel, and a point further to the right and "
        "higher up fused: it moves fewer bytes for the same operations, and is done sooner.",
    )
    p.rect(4, 4, 952, 476, "bg", 8)
    draw_limits(p)
    for i, (name, before, after, (dx, dy)) in enumerate(GRAPHS):
        (x0, y0), (x1, y1) = at(*before), at(*after)
        p.line([(x0, y0), (x1, y1)], extra=" dashed")
        p.rect(x0 - 5, y0 - 5, 10, 10, "grey", 5)
        p.rect(x1 - 5, y1 - 5, 10, 10, "orange" if after[0] > 100 else "green", 5)
        p.text(x1 + dx, y1 + dy, "abcdef"[i], "small strong", "middle")
        p.text(640, 250 + 20 * i, "abcdef"[i], "small strong")
        p.text(660, 250 + 20 * i, name, "small")
    p.text(640, 250 + 20 * len(GRAPHS) + 8, "grey: one operation a kernel; colour: fused", "small mute")
    return p
