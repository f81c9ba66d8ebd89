# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared memory of a block, for one kernel of lib/Families/SM90: SharedLayout's offsets."""

from picture import Picture

KIB = 1024
STAGES, WARPGROUPS = 4, 2
ROWS, COLUMNS = 128 * 64 * 2, 256 * 64 * 2  # bytes of a stage: 128 and 256 rows of 64 k, bf16
STAGING = 2 * 64 * 64 * 2  # of a warpgroup: two buffers for 64 rows of 64 columns, bf16
LINES = 256 * 2  # of a warpgroup: the bias of 256 columns, bf16
BARRIERS = 16 * STAGES  # full and empty, 8 bytes each


def draw():
    p = Picture(
        "shared-memory",
        960,
        470,
        "Shared memory of a block",
        "A bf16 product of 4096 cubed with bias and gelu: four stages of 128 rows of A, 16 KiB "
        "each, four of 256 columns of B, 32 KiB each, 16 KiB of staging buffers and 512 bytes of lines for each "
        "of two warpgroups, and 64 bytes of barriers; with alignment 231,488 bytes.",
    )
    end = STAGES * (ROWS + COLUMNS) + WARPGROUPS * (STAGING + LINES) + BARRIERS
    p.text(28, 30, "4096 × 4096 × 4096, bf16, bias + gelu: tile 128 × 256 × 64, two warpgroups, four stages", "strong")
    p.text(28, 54, f"{end:,} bytes from a multiple of 1024; the launch asks for {end + 1024:,}", "small mute")
    left, width, y = 28, 904, 104
    scale = width / (STAGES * (ROWS + COLUMNS) + WARPGROUPS * STAGING + 4 * KIB)

    def offset(x, bytes_):
        p.rule(x, y + 66, x, y + 74)
        p.text(x, y + 84, f"{bytes_:,}", "small mute", "middle" if bytes_ else "start")

    x = left
    for i in range(STAGES):
        p.box(x, y, ROWS * scale - 2, 64, "blue", [(f"A {i}", "small strong"), ("16 KiB", "small")], 4)
        x += ROWS * scale
    for i in range(STAGES):
        p.box(x, y, COLUMNS * scale - 2, 64, "blue", [(f"B {i}", "small strong"), ("32 KiB", "small")], 4)
        x += COLUMNS * scale
    for i in range(WARPGROUPS):
        p.box(x, y, STAGING * scale - 2, 64, "green", [(f"wg {i}", "small strong"), ("16 KiB", "small")], 4)
        x += STAGING * scale
    p.rect(x, y, left + width - x, 64, "violet", 3)
    ring, tail = left + STAGES * ROWS * scale, x
    offset(left, 0)
    offset(ring, STAGES * ROWS)
    offset(left + STAGES * (ROWS + COLUMNS) * scale, STAGES * (ROWS + COLUMNS))
    offset(tail - 4, STAGES * (ROWS + COLUMNS) + WARPGROUPS * STAGING)
    p.text(left, y - 16, "ring of stages: A, then B", "small mute")
    p.text(tail - 2 * STAGING * scale, y - 16, "staging buffers", "small mute")

    # What is too small to see, and a stage.
    top = 236
    p.panel(14, top, 300, 216, "A stage")
    p.box(34, top + 42, 120, 128, "blue", [("128 rows of A", "small"), ("128 bytes each", "small mute")], 4)
    p.box(172, top + 42, 120, 156, "blue", [("256 columns of B", "small"), ("128 bytes each", "small mute")], 4)
    p.text(34, top + 188, "64 k, swizzled", "small mute")

    p.panel(328, top, 300, 216, "Staging of a warpgroup")
    for i in range(2):
        p.box(
            348 + 132 * i,
            top + 42,
            122,
            104,
            "green",
            [(f"buffer {i}", "small strong"), ("64 rows ×", "small"), ("64 columns, 8 KiB", "small")],
            4,
        )
    p.text(348, top + 166, "One is filled with a chunk of results", "small mute")
    p.text(348, top + 184, "while TMA stores the other;", "small mute")
    p.text(348, top + 202, "a residual comes here too.", "small mute")

    p.panel(642, top, 304, 216, "The end")
    rows = [
        ("green", "lines of wg 0: the bias", "512 B"),
        ("green", "lines of wg 1: the bias", "512 B"),
        ("violet", "full: the bytes of a stage", "4 × 8 B"),
        ("violet", "empty: its readers", "4 × 8 B"),
    ]
    for i, (kind, words, size) in enumerate(rows):
        at = top + 40 + 34 * i
        p.rect(660, at, 268, 28, kind, 4)
        p.text(672, at + 14, words, "small")
        p.text(918, at + 14, size, "small", "end")
    p.text(660, top + 188, "More only where a schedule asks for it:", "small mute")
    p.text(660, top + 204, "low halves of f32, sums of a split K.", "small mute")
    return p
