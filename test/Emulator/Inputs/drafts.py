# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a draft of unittests/Drafts on an emulated GPU, at random sizes: drafts.py DRAFT-RUN NAME TIMES FOLDER."""

import os
import pathlib
import random
import subprocess
import sys

import numpy as np

PROGRAM, NAME, TIMES, FOLDER = sys.argv[1], sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])


def run(graph, *arguments):
    """One call, which must be one launch; what it says."""
    file = FOLDER / "graph.mlir"
    file.write_text(graph)
    command = [PROGRAM, NAME, file, "--device=cuda", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"FAKE_DRIVER_LOG": "1"})
    said = done.stdout + done.stderr
    launches = sum(": launch " in line for line in said.splitlines())
    if done.returncode != 0 or launches != 1:
        sys.exit(f"{graph}\n{said}\nexit code {done.returncode}, {launches} launches")


def gated_pair(seed):
    m, n, k = random.randint(1, 300), 8 * random.randint(1, 20), 8 * random.randint(1, 24)
    output = random.choice(["bf16", "f32"])
    x, w, s, r = f"tensor<{m}x{k}xbf16>", f"tensor<{k}x{n}xbf16>", f"tensor<{m}x{n}xf32>", f"tensor<{m}x{n}x{output}>"
    end = "return %p" if output == "f32" else f"%r = fusion.cast %p : {s} to {r}\n  return %r"
    run(f"""func.func @pair(%x: {x}, %gate: {w}, %up: {w}, %bias: tensor<{n}xf32>) -> {r} {{
  %g = fusion.matmul %x, %gate : ({x}, {w}) -> {s}
  %u = fusion.matmul %x, %up : ({x}, {w}) -> {s}
  %b = fusion.add %u, %bias : ({s}, tensor<{n}xf32>) -> {s}
  %a = fusion.silu %g : {s}
  %p = fusion.mul %a, %b : ({s}, {s}) -> {s}
  {end} : {r}
}}
""", f"--random={seed}", "--verify")


def windows(seed):
    images, height, width, channels = random.randint(1, 3), *random.choices(range(4, 12), k=2), 8 * random.randint(1, 9)
    size, stride, padding = random.choice([1, 3, 5]), random.randint(1, 3), random.randint(0, 2)
    n = 8 * random.randint(1, 9)
    rows, columns = ((extent + 2 * padding - size) // stride + 1 for extent in (height, width))
    if rows < 1 or columns < 1:
        return
    m, k = images * rows * columns, size * size * channels
    y = f"((d0 floordiv {columns}) mod {rows}) * {stride} + d1 floordiv {size * channels} - {padding}"
    x = f"(d0 mod {columns}) * {stride} + (d1 floordiv {channels}) mod {size} - {padding}"
    image, view = f"tensor<{images}x{height}x{width}x{channels}xbf16>", f"tensor<{m}x{k}xbf16>"
    weight, result = f"tensor<{n}x{k}xbf16>", f"tensor<{m}x{n}xf32>"
    run(f"""func.func @windows(%image: {image}, %weight: {weight}) -> {result} {{
  %0 = fusion.kernel(%i = %image, %w = %weight) : ({image}, {weight}) -> {result} {{
    %1 = fusion.view %i access <(d0 in {m}, d1 in {k})
        -> (d0 floordiv {rows * columns}, {y}, {x}, d1 mod {channels})
        if ({y} in s1, {x} in s2) else 0.0 : bf16> : {image} -> {view}
    %2 = fusion.matmul %1, %w {{transpose_b}} : ({view}, {weight}) -> {result}
    %3 = fusion.relu %2 : {result}
    fusion.yield %3 : {result}
  }}
  return %0 : {result}
}}
""", f"--random={seed}", "--verify")


def groups(seed):
    count, m, n, k = random.randint(1, 5), random.randint(1, 300), 8 * random.randint(1, 12), 8 * random.randint(1, 12)
    numbers = np.random.default_rng(seed)
    old = numbers.integers(-9, 9, (count, m, n)).astype(np.float32)
    x = numbers.integers(-3, 4, (count, m, k)).astype(np.float16)
    w = numbers.integers(-3, 4, (count, k, n)).astype(np.float16)
    rows = numbers.choice([0, 1, m // 2, m], (count, 1, 1)).astype(np.int32)
    arguments = [f"--output={FOLDER}"]
    for name, array in {"old": old, "x": x, "w": w, "rows": rows}.items():
        np.save(FOLDER / f"{name}.npy", array)
        arguments.append(f"--input={FOLDER / name}.npy")
    a, b = f"tensor<{count}x{m}x{k}xf16>", f"tensor<{count}x{k}x{n}xf16>"
    r, c = f"tensor<{count}x{m}x{n}xf32>", f"tensor<{count}x1x1x"
    # The condition holds for each group: that rows behind a group's last one stay is the walk's doing.
    run(f"""func.func @groups(%old: {r} {{fusion.aliases = 0 : i64}}, %x: {a}, %w: {b}, %rows: {c}i32>) -> {r} {{
  %0 = fusion.kernel(%x0 = %x, %w0 = %w, %o0 = %old, %r0 = %rows) : ({a}, {b}, {r}, {c}i32>) -> {r} {{
    %zero = arith.constant dense<0.0> : tensor<f32>
    %r = fusion.cast %r0 : {c}i32> to {c}f32>
    %all = fusion.compare oge, %r, %zero : ({c}f32>, tensor<f32>) -> {c}i1>
    %1 = fusion.matmul %x0, %w0 : ({a}, {b}) -> {r}
    %2 = fusion.keep %all, %1, %o0 : ({c}i1>, {r}, {r}) -> {r}
    fusion.yield %2 : {r}
  }}
  return %0 : {r}
}}
""", *arguments)
    expected = np.where(np.arange(m)[:, None] < rows, x.astype(np.float32) @ w.astype(np.float32), old)
    if not np.array_equal(np.load(FOLDER / "output.0.npy"), expected):
        sys.exit(f"{count} x {m} x {n} x {k}, rows {rows.ravel()}: wrong")


def rows(seed):
    m, n, k = random.randint(1, 300), random.randint(1, 200), 8 * random.randint(1, 20)
    output, inner = random.choice(["bf16", "f32"]), random.choice(["bf16", "f16"])
    transposed = n % 8 != 0 or random.random() < 0.5
    x, w = f"tensor<{m}x{k}x{inner}>", f"tensor<{n}x{k}x{inner}>" if transposed else f"tensor<{k}x{n}x{inner}>"
    s, r, b, c = f"tensor<{m}x{n}xf32>", f"tensor<{m}x{n}x{output}>", f"tensor<{n}xf32>", f"tensor<{m}x1xf32>"
    end = "return %z" if output == "f32" else f"%o = fusion.cast %z : {s} to {r}\n  return %o"
    run(f"""func.func @rows(%x: {x}, %w: {w}, %bias: {b}, %scale: {c}, %residual: {r}) -> {r} {{
  %p = fusion.matmul %x, %w {"{transpose_b}" if transposed else ""} : ({x}, {w}) -> {s}
  %a = fusion.add %p, %bias : ({s}, {b}) -> {s}
  %g = fusion.gelu %a : {s}
  %y = fusion.mul %g, %scale : ({s}, {c}) -> {s}
  %z = fusion.add %y, %residual : ({s}, {r}) -> {s}
  {end} : {r}
}}
""", f"--random={seed}", "--verify")


FOLDER.mkdir(parents=True, exist_ok=True)
random.seed(NAME)
for number in range(TIMES):
    {"gated-pair": gated_pair, "windows": windows, "groups": groups, "rows": rows}[NAME](number)
print(f"{NAME}: {TIMES} sizes are right")
