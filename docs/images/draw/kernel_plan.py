# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of a kernel's formula: prologues, anchors, epilogue."""

from picture import Picture


def draw():
    p = Picture(
        "kernel-plan",
        960,
        470,
        "Prologue, anchor and epilogue of a kernel",
        "A kernel's formula is split at its anchors, the operations with reduction loops. What is computed for "
        "a factor of an anchor is its prologue, what follows the last anchor is the epilogue. A product has one "
        "anchor; a softmax has two, and the prologue of the second begins at the first.",
    )

    def tag(x, y, words):
        p.text(x, y, words, "small mute", "middle")

    # A product of inputs.
    p.panel(14, 14, 932, 236, "A product with its epilogue: one anchor, no prologue")
    y = 76
    p.box(40, y, 110, 40, "blue", ["x"])
    p.box(40, y + 70, 110, 40, "blue", ["w"])
    p.box(196, y + 70, 120, 40, "blue", [("view (transpose)", "small")])
    p.box(372, y + 18, 140, 76, "orange", ["matmul", ("sums along k, in f32", "small")])
    p.rect(556, y + 8, 226, 96, "panel", 6, " faint")
    for i, name in enumerate(["add", "gelu", "cast"]):
        p.box(568 + 70 * i, y + 36, 62, 40, "green", [name])
    p.box(828, y + 36, 90, 40, "blue", ["y"])
    p.arrow([(150, y + 20), (344, y + 20), (344, y + 40), (372, y + 40)])
    p.arrow([(150, y + 90), (196, y + 90)])
    p.arrow([(316, y + 90), (344, y + 90), (344, y + 72), (372, y + 72)])
    p.arrow([(512, y + 56), (568, y + 56)])
    p.arrow([(630, y + 56), (638, y + 56)])
    p.arrow([(700, y + 56), (708, y + 56)])
    p.arrow([(770, y + 56), (828, y + 56)])
    p.box(556, y + 122, 86, 34, "blue", ["bias"])
    p.arrow([(599, y + 122), (599, y + 76)])
    tag(95, y + 136, "inputs")
    tag(256, y + 136, "a view: strides of w")
    tag(442, y + 136, "anchor")
    tag(714, y + 136, "epilogue")
    tag(873, y + 136, "output")

    # A softmax.
    p.panel(14, 264, 932, 192, "A softmax of rows: two anchors over one set of rows")
    y = 326
    p.box(40, y, 70, 40, "blue", ["x"])
    p.box(176, y, 128, 40, "orange", ["reduce max"])
    p.rect(340, y - 8, 180, 56, "panel", 6, " faint")
    p.box(352, y, 72, 40, "green", ["sub"])
    p.box(438, y, 72, 40, "green", ["exp"])
    p.box(572, y, 128, 40, "orange", ["reduce add"])
    p.rect(730, y - 8, 96, 56, "panel", 6, " faint")
    p.box(742, y, 72, 40, "green", ["div"])
    p.box(862, y, 56, 40, "blue", ["y"])
    p.arrow([(110, y + 20), (176, y + 20)])
    p.arrow([(304, y + 20), (352, y + 20)])
    p.arrow([(424, y + 20), (438, y + 20)])
    p.arrow([(510, y + 20), (572, y + 20)])
    p.arrow([(700, y + 20), (742, y + 20)])
    p.arrow([(814, y + 20), (862, y + 20)])
    p.arrow([(138, y + 20), (138, y + 66), (388, y + 66), (388, y + 40)])
    p.arrow([(546, y + 20), (546, y + 66), (778, y + 66), (778, y + 40)])
    tag(75, y + 100, "input")
    tag(240, y + 100, "anchor")
    tag(430, y + 100, "prologue of the second anchor")
    tag(636, y + 100, "anchor")
    tag(778, y + 100, "epilogue")
    tag(890, y + 100, "output")
    return p
