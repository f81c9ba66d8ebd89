# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of the wgmma family: schedules written by hand, one for each kind, with types, layouts and sizes."""

# Sizes of kernels compiled for any size: all tails, multiples of 8 (rows that TMA reads) and others; several tiles.
TAILS = ["--m=1,7,8,16,33,63,64,65", "--n=1,8,16,31,33,64,65", "--k=0,1,8,16,33,64,65"]
SMALL_M = ["--m=1,2,7,8,9,16,17,24,33,40,65", "--n=1,8,31,64,72,136", "--k=0,1,8,65,136"]
TILES = ["--m=127,136,260", "--n=40,264,513", "--k=72,200"]
MANY = ["--m=1100", "--n=1032", "--k=64,168"]  # blocks walk over the tiles
OFFSET = ["--offset=1", "--m=1,8,65,136", "--n=8,33,136", "--k=0,8,64,65,136"]  # no tensor is aligned
THOUSAND = ["--m=300", "--n=520", "--k=256", "--repeat=1000"]


def schedule(m, n, k=64, warps=(8, 1), stages=4, group=8, **more):
    text = f"family = sm90, tile = [{m}, {n}, {k}], warps = [{warps[0]}, {warps[1]}]"
    text += f", stages = {stages}, group = {group}"
    return text + (", sm90 = <" + ", ".join(f"{key} = {value}" for key, value in more.items()) + ">" if more else "")


def one(m, n, **more):
    return schedule(m, n, warps=(4, 1), **more)


def swapped(m, n=64, **more):
    return schedule(m, n, warps=(1, n // 16), stages=6, swap="true", **more)


def three(m, n, **more):
    return schedule(m, n, warps=(12, 1), **more)


def pingpong(m, n, **more):
    return schedule(m, n, mode="pingpong", **more)


BY_THREADS = {"load_a": "cp_async", "load_b": "cp_async"}


def copied(m, n, **more):
    return schedule(m, n, **more, **BY_THREADS)


NT, NN, TN, TT = ["tb"], [], ["ta"], ["ta", "tb"]
BOTH = ["outputs=bf16,f32"]
BIT = ["outputs=bf16,i1"]
COLUMN = ["operands=bc"]
ALL = ["operands=bcr"]
GENERAL = [TAILS, TILES]
# A type and a schedule, what else product.py is to be told, and the sizes.
KERNELS = [
    # Cooperative warpgroups.
    ("bf16", schedule(128, 256), NT, GENERAL),
    ("f16", schedule(128, 256, order="snake_rows", group=2), NN, [*GENERAL, MANY]),
    ("bf16", schedule(128, 256), [*TN, "operands="], GENERAL),
    ("bf16", schedule(128, 256), [*TT, *COLUMN], GENERAL),
    ("bf16", schedule(128, 256, stages=3), [*NT, "outputs=f32"], GENERAL),
    ("bf16", schedule(256, 128, stages=3), [*NT, *ALL], [*GENERAL, THOUSAND]),
    ("f16", schedule(256, 128, stages=3, order="columns"), [*NN, *COLUMN], [*GENERAL, MANY]),
    ("bf16", schedule(256, 128, stages=2, order="snake_columns", group=2), [*TN, *BIT], [*GENERAL, MANY]),
    ("bf16", schedule(128, 192), NT, GENERAL),
    ("bf16", schedule(128, 192, dependents="late"), [*NN, *ALL], GENERAL),
    ("bf16", schedule(128, 112), NT, [*GENERAL, MANY]),
    ("f16", schedule(128, 112), [*TT, *BIT], GENERAL),
    ("bf16", schedule(128, 128), [*NT, *BOTH], GENERAL),
    ("bf16", schedule(128, 128, k=128, stages=3, staging=1), [*NN, *ALL], GENERAL),
    ("bf16", schedule(256, 160, stages=3), [*NT, *ALL], [*GENERAL, MANY]),
    ("f16", schedule(256, 160, stages=3, cluster_n=2), [*NN, *COLUMN], [*GENERAL, MANY]),
    ("bf16", schedule(128, 112), [*NN, *BOTH], GENERAL),
    ("bf16", schedule(128, 176), [*TN, *COLUMN], GENERAL),
    ("bf16", schedule(128, 64, staging=1), NT, GENERAL),
    ("bf16", schedule(128, 64, grid=4), [*NT, *ALL], [TAILS, MANY]),
    ("f16", schedule(256, 64, stages=3), [*TN, "outputs=f32,i1"], GENERAL),
    ("bf16", schedule(128, 32), NT, GENERAL),
    # Three warpgroups.
    ("bf16", three(192, 192, stages=3), NT, [*GENERAL, MANY, THOUSAND]),
    ("f16", three(192, 192, staging=1, order="snake_rows"), [*NT, *ALL], [*GENERAL, MANY]),
    ("bf16", three(192, 192, stages=3), [*NN, *ALL], [*GENERAL, OFFSET]),
    ("f16", three(192, 128, stages=3), [*TT, *BIT], GENERAL),
    ("bf16", three(192, 96, grid=4), [*NT, *BOTH], [TAILS, MANY]),
    ("bf16", three(192, 176, stages=3, cluster_n=2), [*NT, *COLUMN], [*GENERAL, MANY]),
    ("bf16", three(192, 128, cluster_m=2), [*TN, "outputs=f32"], GENERAL),
    ("bf16", three(192, 160, stream_k_tail=4, grid=5), [*NT, *ALL], [*GENERAL, MANY]),
    ("bf16", three(192, 128, **BY_THREADS), [*NN, *COLUMN], [*GENERAL, OFFSET]),
    ("bf16", schedule(120, 192, warps=(1, 12), stages=4, swap="true"), [*NT, *ALL], [*GENERAL, MANY]),
    # Ping-pong.
    ("bf16", pingpong(64, 256), NT, GENERAL),
    ("f16", pingpong(64, 256, order="snake_rows"), [*NN, *ALL], [*GENERAL, MANY]),
    ("bf16", pingpong(64, 256), [*TN, "operands=", "outputs=f32"], GENERAL),
    ("bf16", pingpong(128, 128), NT, [*GENERAL, MANY, THOUSAND]),
    ("bf16", pingpong(128, 128, staging=1), [*NN, *COLUMN], GENERAL),
    ("f16", pingpong(128, 128), [*TT, *BIT], GENERAL),
    ("bf16", pingpong(64, 64, k=128), [*NT, *BOTH], GENERAL),
    ("bf16", pingpong(128, 160), NT, [*GENERAL, MANY, THOUSAND]),
    ("f16", pingpong(128, 160, cluster_n=2, order="snake_rows"), [*NN, *ALL], [*GENERAL, MANY]),
    ("bf16", pingpong(128, 176, cluster_m=2), [*NT, *ALL], [*GENERAL, MANY]),
    ("f16", pingpong(128, 176), [*TN, *BOTH], [*GENERAL, MANY]),
    ("bf16", pingpong(64, 128, grid=2), [*NT, *ALL], [TAILS, MANY]),
    # One consumer.
    ("bf16", one(64, 128), NT, GENERAL),
    ("bf16", one(64, 128, blocks_per_sm=2, stages=3), [*TN, *ALL], GENERAL),
    ("bf16", one(64, 64, k=128), NT, GENERAL),
    ("f16", one(64, 64, k=128), [*TT, *COLUMN], GENERAL),
    ("bf16", one(64, 64), [*NN, *BIT], GENERAL),
    ("bf16", one(64, 32), NT, [*GENERAL, MANY]),
    ("f16", one(64, 32, k=128), [*TT, *BOTH], GENERAL),
    ("bf16", one(64, 16), [*NT, *COLUMN], GENERAL),
    # M on the side of wgmma that may be 8 wide.
    ("bf16", swapped(8), NT, [SMALL_M]),
    ("f16", swapped(8, blocks_per_sm=2, dependents="late"), [*NN, *ALL], [SMALL_M]),
    ("bf16", swapped(16), NT, [SMALL_M, ["--m=16", "--n=1000", "--k=1000", "--repeat=1000"]]),
    ("bf16", swapped(16, 128), [*NN, *BOTH], [SMALL_M]),
    ("bf16", swapped(16, k=128), [*NT, "outputs=f32"], [SMALL_M]),
    ("f16", swapped(24), [*NT, *COLUMN], [SMALL_M]),
    ("bf16", swapped(40, 128), [*NT, *BIT], [SMALL_M]),
    ("bf16", swapped(64), TN, [SMALL_M, TILES]),
    ("bf16", swapped(64, 128), [*TT, *ALL], [SMALL_M, TILES]),
    # A tail whose K is split: all tiles, or those that fill no wave of a small grid.
    ("bf16", one(64, 64, stream_k_tail=2, grid=4, dependents="late"), [*NT, *ALL], [*GENERAL, MANY, OFFSET]),
    ("f16", schedule(128, 256, stream_k_tail=3), [*NN, *COLUMN], [*GENERAL, THOUSAND]),
    ("bf16", schedule(128, 176, stream_k_tail=5, grid=7, order="snake_rows"), [*TN, *BOTH], [*GENERAL, MANY]),
    ("bf16", schedule(256, 128, stages=2, stream_k_tail=12, grid=2), [*TT, *BIT], [*GENERAL, MANY]),
    ("bf16", swapped(24, 128, stream_k_tail=4, spread_k="true"), [*NT, *ALL], [SMALL_M]),
    # Split f32: rows come from registers, from K-major tiles and from such as lie along m or n.
    ("f32", schedule(128, 128, k=32), NT, [*GENERAL, MANY, THOUSAND]),
    ("f32", schedule(128, 64, k=32, cluster_n=2), [*NT, *ALL], [*GENERAL, MANY]),
    ("f32", schedule(128, 128, k=32, stages=3, cluster_m=2), [*TT, *COLUMN], [*GENERAL, MANY]),
    ("f32", one(64, 128, k=32), TT, [*GENERAL, THOUSAND]),
    ("f32", schedule(128, 64, k=32, copy_b="true"), [*TN, *ALL], [*GENERAL, OFFSET]),
    ("f32", swapped(64, 128, k=32), NN, [SMALL_M, TILES, MANY, THOUSAND]),
    ("f32", swapped(24, k=32, split_k=2), [*NN, *ALL], [SMALL_M]),
    ("f32", swapped(80, 128, k=32), [*NN, *ALL, "outputs=f32,bf16"], [SMALL_M, TILES, MANY]),
    # Clusters.
    ("bf16", schedule(128, 256, cluster_m=2), NT, [*GENERAL, MANY]),
    ("bf16", schedule(128, 128, cluster_n=2), [*NN, *ALL], [*GENERAL, MANY]),
    ("f16", schedule(128, 128, cluster_m=2, cluster_n=2, order="snake_rows"), NT, [*GENERAL, MANY]),
    ("bf16", schedule(128, 128, cluster_m=2), [*TN, *BIT], GENERAL),
    ("bf16", pingpong(128, 128, cluster_m=2), [*NN, *BOTH], [*GENERAL, MANY]),
    ("bf16", pingpong(64, 256, cluster_n=2), [*NT, *ALL], GENERAL),
    ("bf16", one(64, 64, cluster_n=2), [*NT, *COLUMN], GENERAL),
    # Threads load: copies of 16 bytes of open pitches, else copies and what is behind them.
    ("bf16", copied(128, 64, stages=7), NT, [*GENERAL, MANY, OFFSET]),
    ("f16", copied(128, 256), [*NN, *ALL], [*GENERAL, MANY]),
    ("bf16", copied(256, 128, stages=2), [*TN, *BIT], GENERAL),
    ("bf16", pingpong(128, 128, **BY_THREADS), [*TT, *COLUMN], [*GENERAL, MANY, OFFSET]),
    ("bf16", one(64, 128, load_a="cp_async"), NT, [*GENERAL, THOUSAND]),
    ("bf16", schedule(128, 128, load_b="cp_async", cluster_n=2), [*NN, *BOTH], [*GENERAL, MANY]),
    ("bf16", swapped(24, 128, **BY_THREADS), NT, [SMALL_M]),
    # Tensors that start anywhere.
    ("bf16", schedule(128, 128), [*NT, *ALL], [OFFSET]),
    ("f16", pingpong(64, 128), NN, [OFFSET]),
    ("bf16", one(64, 64), [*TT, *BOTH], [OFFSET]),
    ("bf16", swapped(16), [*NT, *COLUMN], [OFFSET]),
]

# Rows of multiples of 4, 8 and 16 bytes, which threads load; all tails. A type, a schedule, a layout, shapes, and
# calls.
COPIES = [
    ("bf16", copied(128, 64, stages=7), NT, "1000x1000x1000 1001x999x1004 1003x1001x1002 129x65x66 127x63x6"),
    ("f16", copied(128, 64, k=128), NT, "1000x1000x1000 1001x999x1002 257x129x200 33x31x8"),
    ("bf16", copied(128, 128, stages=5), NT, "1000x1000x1000 1004x1004x1004 1002x1002x1002 300x520x2050"),
    ("bf16", copied(128, 256, stages=3), [*NT, *ALL], "1001x1003x1000 515x777x1004 1001x1003x1002"),
    ("bf16", copied(128, 256), NN, "1001x1000x998 333x1004x1002 1001x1002x1006 65x66x70 9x6x1030"),
    ("f16", copied(256, 128, stages=3), TN, "1000x1000x999 1004x1002x1003 130x132x129"),
    ("bf16", copied(128, 128, stages=3), [*TT, *COLUMN], "1000x999x1000 1004x1003x1002 66x129x70"),
    ("bf16", pingpong(128, 128, **BY_THREADS), NT, "1000x1000x1000 2100x1031x1002 1002x1004x66"),
    ("bf16", pingpong(64, 128, stages=6, **BY_THREADS), [*NN, *BOTH], "1001x1002x998 1100x1004x66 65x130x130"),
    ("bf16", one(64, 128, stages=7, **BY_THREADS), NT, "1000x1000x1000 1002x1002x1002 1003x1005x1004"),
    ("bf16", one(64, 64, k=128, stages=3, blocks_per_sm=2, **BY_THREADS), [*NT, *BIT], "1000x1000x1000 1002x998x1002"),
    ("bf16", schedule(128, 128, load_a="cp_async"), NT, "1000x1024x1000 129x257x136"),
    ("bf16", schedule(128, 256, stages=3, load_a="cp_async", cluster_m=2), NN, "1002x1024x1002 131x264x66"),
    ("bf16", schedule(128, 128, load_b="cp_async", cluster_n=2), TN, "1024x1002x1003 136x266x65 264x66x130"),
    ("bf16", schedule(128, 128, split_k=2, **BY_THREADS), NT, "300x300x2002 129x127x1000 129x127x66"),
    ("bf16", swapped(16, **BY_THREADS), NT, "16x1000x1000 9x1001x1002 1x999x1004"),
    ("bf16", swapped(64, 128, **BY_THREADS), [*TT, *ALL], "64x1002x1002 50x1001x1004"),
    ("bf16", schedule(128, 64, stages=8, grid=3, **BY_THREADS), NT, "1000x520x1002 700x300x72"),
]
