# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The variants of one kernel and the guards that choose among them at a launch."""

from picture import Picture

# What is asked, and the launches where it holds: device functions in order.
VARIANTS = [
    ("A, B and Y aligned, M ≤ 64", ["f_k0_m64"]),
    ("A, B and Y aligned, M ≤ 320", ["f_k0_m320"]),
    ("A, B and Y aligned, M ≤ 512", ["f_k0_m512"]),
    ("A, B and Y aligned", ["f_k0"]),
    ("Y aligned", ["f_k0_copy_ab", "f_k0_m64 … f_k0, by M"]),
    ("M and K are not 0", ["f_k0_copy_ab", "f_k0_unaligned"]),
    ("nothing is asked", ["f_k0_general"]),
]
NOTES = [
    "a tile of few rows",
    "",
    "",
    "the schedule as chosen",
    "copies with rows that TMA reads",
    "results leave row by row",
    "mma.sync, any address",
]


def draw():
    p = Picture(
        "variants",
        960,
        440,
        "Guards and variants of a kernel",
        "At each launch the host tests guards from top to bottom and launches the first variant whose guard holds: "
        "schedules for small M, the chosen schedule, the same kernels behind copies of unaligned operands, one "
        "for any address of the result, and last a variant that asks for nothing.",
    )
    p.text(28, 30, "f_k0: a product of bf16 with a bias, M and K known at the launch alone", "strong")
    p.text(
        28,
        52,
        "Aligned: the address and the pitch of rows are multiples of 16 bytes, as TMA needs them. All but the last ask "
        "for M and K that are not 0.",
        "small mute",
    )
    top, step, x = 76, 50, 28
    for i, (guard, launches) in enumerate(VARIANTS):
        y = top + i * step
        p.box(x, y, 236, 32, "violet", [(guard, "small")])
        p.arrow([(x + 236, y + 16), (330, y + 16)])
        p.text(297, y + 6, "yes" if i < len(VARIANTS) - 1 else "", "small mute", "middle")
        at = 330
        for n, name in enumerate(launches):
            kind = "blue" if "_copy_" in name else "grey" if "general" in name else "orange"
            width = 176
            p.box(at, y, width, 32, kind, [(name, "code")])
            at += width
            if n + 1 < len(launches):
                p.arrow([(at, y + 16), (at + 26, y + 16)])
                at += 26
        p.text(722, y + 16, NOTES[i], "small mute")
        if i:
            p.arrow([(x + 118, y - step + 32), (x + 118, y)])
            p.text(x + 128, y - 9, "no", "small mute")
    return p
