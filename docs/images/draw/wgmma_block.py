# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One block of a wgmma kernel over time (lib/Families/SM90): two tiles of six k blocks, four stages."""

from picture import Picture

K_BLOCKS, STAGES, CHUNKS, TILES = 6, 4, 4, 2
LEFT, UNIT = 176, 25.9  # pixels where time begins, and of one unit of time
WAIT = 1.9  # when the kernels before have ended
ISSUE, LATENCY, PRODUCT, CHUNK = 0.55, 2.4, 1.3, 1.05


def simulate():
    """Times of loads (start, full, first read, free) and products of each k block, and of the chunks of each tile."""
    loads, products, chunks = [], [], []
    free = [WAIT] * STAGES  # when a stage may be filled again
    producer, consumers = WAIT, WAIT
    for tile in range(TILES):
        for k in range(K_BLOCKS):
            stage = (tile * K_BLOCKS + k) % STAGES
            start = max(producer, free[stage])
            producer = start + ISSUE
            full = start + LATENCY
            begin = max(full, consumers)
            consumers = begin + PRODUCT
            free[stage] = consumers
            loads.append((tile, k, stage, start, full, begin, consumers))
            products.append((tile, k, begin, consumers))
        for chunk in range(CHUNKS):
            chunks.append((tile, chunk, consumers, consumers + CHUNK))
            consumers += CHUNK
    return loads, products, chunks


def at(time):
    return LEFT + time * UNIT


def draw():
    p = Picture(
        "wgmma-block",
        960,
        560,
        "One block of a wgmma kernel over time",
        "One thread loads k blocks of A and B by TMA into a ring of four stages as these become free. Two "
        "consumer warpgroups multiply each k block as it is full and free the stage of the one before, then "
        "finish the tile in chunks, which leave by TMA. Meanwhile the producer has filled the stages with the "
        "next tile. Below, in ping-pong, two warpgroups have a tile each and take turns.",
    )
    loads, products, chunks = simulate()
    rows = {"load": 62, "stage": 102, "wg0": 232, "wg1": 268, "store": 308}
    p.panel(14, 14, 932, 362)
    p.text(LEFT, 32, "time", "small mute")
    p.arrow([(LEFT + 34, 32), (930, 32)])
    names = [
        ("load", "Producer, one thread"),
        ("wg0", "Warpgroup 0"),
        ("wg1", "Warpgroup 1"),
        ("store", "Results by TMA"),
    ]
    for row, name in names:
        p.text(28, rows[row] + 12, name, "small")
    for stage in range(STAGES):
        y = rows["stage"] + stage * 30
        p.text(28, y + 12, f"Stage {stage} of A and B", "small")
        p.rule(LEFT, y + 24, 930, y + 24)

    p.box(LEFT, rows["load"], WAIT * UNIT - 3, 24, "grey", [("set-up", "small")], 4)
    for row in ("wg0", "wg1"):
        p.box(LEFT, rows[row], WAIT * UNIT - 3, 24, "grey", [("wait", "small")], 4)
    for tile, k, stage, start, full, begin, end in loads:
        faint = " faint" if tile else ""
        p.rect(at(start), rows["load"], ISSUE * UNIT - 2, 24, "blue", 4)
        y = rows["stage"] + stage * 30
        p.rect(at(start), y, (full - start) * UNIT - 1, 22, "blue", 4, " faint")
        if begin - full > 0.05:
            p.rect(at(full), y, (begin - full) * UNIT - 1, 22, "blue", 4)
        p.box(at(begin), y, (end - begin) * UNIT - 2, 22, "orange", [(f"k{k}", "small")], 4)
    for row in ("wg0", "wg1"):
        for tile, k, begin, end in products:
            p.box(at(begin), rows[row], (end - begin) * UNIT - 2, 24, "orange", [(f"k{k}", "small")], 4)
        for tile, chunk, begin, end in chunks:
            p.box(at(begin), rows[row], (end - begin) * UNIT - 2, 24, "green", [(f"c{chunk}", "small")], 4)
    for tile, chunk, begin, end in chunks:
        p.rect(at(end), rows["store"], 0.8 * UNIT, 24, "blue", 4)
    # Where the tiles begin and end.
    edge = chunks[CHUNKS - 1][3]
    for time in (WAIT, edge):
        p.line([(at(time) - 1.5, 48), (at(time) - 1.5, 338)], "violet-line", " dashed")
    p.text(at(WAIT) + 6, 50, "tile 0", "small strong")
    p.text(at(edge) + 6, 50, "tile 1", "small strong")
    p.legend(
        LEFT,
        356,
        [
            ("blue faint", "being filled", 88),
            ("blue", "full, or a copy under way", 172),
            ("orange", "wgmma reads it", 110),
            ("green", "epilogue, a chunk of columns", 180),
        ],
    )

    p.panel(14, 388, 932, 158, "Ping-pong: a tile for each warpgroup, by turns")
    y, step = 432, 196
    p.text(28, y + 12, "Warpgroup 0", "small")
    p.text(28, y + 48, "Warpgroup 1", "small")
    for turn in range(4):
        x = LEFT + turn * step * 0.92
        row = y + 36 * (turn % 2)
        length = min(step * 0.92, 930 - x)
        p.box(x, row, length - 3, 24, "orange", [(f"products of tile {turn}", "small")], 4)
        after = x + length
        if after < 900:
            fits = after + 120 < 930
            p.box(after, row, min(120, 930 - after), 24, "green", [("epilogue", "small")] if fits else [], 4)
    p.text(
        LEFT,
        y + 88,
        "The tensor cores pass from one to the other by named barriers; the epilogue of one runs beside "
        "the products of the other.",
        "small mute",
    )
    return p
