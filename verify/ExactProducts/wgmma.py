# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs exact-products on kernels of the wgmma family, one for each kind of schedule, with dynamic and with fixed sizes.

usage: wgmma.py EXACT-PRODUCTS FOLDER [compile]     compile: only that, without a GPU

FUSION_GPU_JOBS=N       so many programs run at a time (default 8)
"""

import concurrent.futures
import os
import subprocess
import sys

from wgmma_kernels import COPIES, KERNELS

exact, folder, *mode = sys.argv[1:]
HANGS = 100  # seconds after which a kernel counts as one that hangs; all of them take less together
product = os.path.join(os.path.dirname(__file__), "product.py")

# Each with a type, a schedule and a layout of the kernels above.
SHAPES = """
1009x1013x1021 257x509x127 64x4096x64 4096x64x72 1000x1000x1000 129x65x1031 17x264x2048 640x480x333 2x4096x1024
1024x8x512 127x127x127 131x137x139 193x197x199 256x256x264 384x768x64 512x512x512 768x1536x96 1031x8x1033
255x255x1023 257x257x1025 520x1032x264 136x2056x72 1x1032x520 33x2048x136 1100x520x8 72x72x2048 264x40x1000
1024x1024x128 300x700x500 2048x264x65
""".split()


def copying():
    """The kernels of COPIES, with fixed sizes: thousand calls of the first of each, some of the others."""
    for element, text, options, shapes in COPIES:
        for index, shape in enumerate(shapes.split()):
            m, n, k = shape.split("x")
            sizes = [f"--m={m}", f"--n={n}", f"--k={k}", f"--repeat={3 if index else 1000}"]
            yield element, text, [*options, shape], [sizes]


def fixed(index, shape):
    """The kernel of a shape, and its command line."""
    by_tma = [kernel for kernel in KERNELS if "cp_async" not in kernel[1] and kernel[0] != "f32"]
    element, text, options, _ = by_tma[index * 7 % len(by_tma)]
    m, n, k = map(int, shape.split("x"))
    copies = ["copy_a = true"] * ((m if "ta" in options else k) % 8 > 0)
    copies += ["copy_b = true"] * ((k if "tb" in options else n) % 8 > 0)
    if copies:
        copies = ", ".join(copies)
        text = text[:-1] + f", {copies}>" if text.endswith(">") else f"{text}, sm90 = <{copies}>"
    return element, text, [*options, shape], [[f"--m={m}", f"--n={n}", f"--k={k}", "--repeat=3"]]


def build(job):
    """Compiles a kernel; returns the shared object."""
    index, (element, text, options, _) = job
    graph, module = (os.path.join(folder, f"{index}.{end}") for end in ("mlir", "so"))
    with open(graph, "w") as out:
        subprocess.run([sys.executable, product, element, *options, "schedule=" + text], stdout=out, check=True)
    command = ["fusion-compile", graph, "--target=sm_90a", "--emit=so", "-o", module]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr, module


def check(job, built):
    """Runs a kernel; returns what went wrong."""
    _, text, options, sizes = job
    code, output, module = built.result()
    if code or mode:
        return output if code else ""
    flags = ["--" + flag for flag in options if flag in ("ta", "tb")]
    arguments = [argument for group in sizes for argument in ("--and", *group)][1:]
    try:
        run = subprocess.run([exact, module, *flags, *arguments], capture_output=True, text=True, timeout=HANGS)
    except subprocess.TimeoutExpired:
        return f"runs for more than {HANGS} seconds"
    return run.stdout + run.stderr if run.returncode else ""


jobs = KERNELS + [fixed(*shape) for shape in enumerate(SHAPES)] + list(copying())
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as compilers:
    built = [compilers.submit(build, job) for job in enumerate(jobs)]
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("FUSION_GPU_JOBS", 8))) as runners:
        results = list(runners.map(check, jobs, built))
bad = 0
for (element, text, options, _), wrong in zip(jobs, results):
    bad += bool(wrong)
    if wrong:
        print(f"{element} {' '.join(options)}: {text}\n{wrong}")
print(f"{len(jobs)} kernels, {bad} with mismatches")
