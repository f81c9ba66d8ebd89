# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs exact-products for 50 large and prime sizes, in f16, bf16 and f32 by turns.

usage: large.py PYTHON EXACT-PRODUCTS FOLDER

FUSION_GPU_JOBS=N       so many programs run at a time (default 1)
"""

import concurrent.futures
import os
import subprocess
import sys

python, exact, folder = sys.argv[1:]
product = os.path.join(os.path.dirname(__file__), "product.py")
SIZES = """
1009x1013x1021 257x509x127 64x4096x64 4096x64x72 33x1000x1000 1000x1000x1000 129x65x1031 1x8192x512 17x33x2048
640x480x333 2x4096x4096 4096x2x4096 3x3x8191 127x127x127 131x137x139 149x151x157 163x167x173 179x181x191 193x197x199
211x223x227 229x233x239 241x251x263 269x271x277 281x283x293 307x311x313 317x331x337 347x349x353 359x367x373
379x383x389 397x401x409 419x421x431 433x439x443 449x457x461 463x467x479 487x491x499 503x509x521 523x541x547
512x512x512 768x3072x768 256x1024x1024 32x4096x512 12x1536x384 12x128x128 100x2x128 255x255x4095 257x257x4097
1024x1x1024 1x1x4099 1031x8x1033 8x1039x1049
""".split()


def run(job):
    """Compiles the kernel of a size and runs it; returns what went wrong."""
    i, size = job
    element = ("f16", "bf16", "f32")[i % 3]
    layout = ([], ["tb"], ["ta"], ["ta", "tb"])[i % 4]
    graph, module = (os.path.join(folder, f"{i}.{end}") for end in ("mlir", "so"))
    with open(graph, "w") as out:
        subprocess.run([python, product, element, *layout, size], stdout=out, check=True)
    subprocess.run(["fusion-compile", graph, "--target=sm_90a", "--emit=so", "-o", module], check=True)
    m, n, k = size.split("x")
    command = [exact, module, *("--" + flag for flag in layout), f"--m={m}", f"--n={n}", f"--k={k}", "--repeat=3"]
    done = subprocess.run(command, capture_output=True, text=True)
    return f"{size} {element} {layout} {done.stdout} {done.stderr}" if done.returncode else ""


with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("FUSION_GPU_JOBS", 1))) as pool:
    wrong = [text for text in pool.map(run, enumerate(SIZES)) if text]
print(*wrong, f"{len(SIZES)} sizes, {len(wrong)} with mismatches", sep="\n")
