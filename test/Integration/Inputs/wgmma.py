"""Runs exact-products on kernels of the wgmma family, one for each kind of schedule, with dynamic and with fixed sizes.

usage: wgmma.py EXACT-PRODUCTS FOLDER [compile]     compile: only that, without a GPU
"""

import concurrent.futures
import os
import subprocess
import sys

exact, folder, *mode = sys.argv[1:]
HANGS = 100  # seconds after which a kernel counts as one that hangs; all of them take less together
product = os.path.join(os.path.dirname(__file__), "product.py")

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


def pingpong(m, n, **more):
    return schedule(m, n, mode="pingpong", **more)


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
    ("bf16", schedule(128, 64, staging=1), NT, GENERAL),
    ("bf16", schedule(128, 64, grid=4), [*NT, *ALL], [TAILS, MANY]),
    ("f16", schedule(256, 64, stages=3), [*TN, "outputs=f32,i1"], GENERAL),
    ("bf16", schedule(128, 32), NT, GENERAL),
    # Ping-pong.
    ("bf16", pingpong(64, 256), NT, GENERAL),
    ("f16", pingpong(64, 256, order="snake_rows"), [*NN, *ALL], [*GENERAL, MANY]),
    ("bf16", pingpong(64, 256), [*TN, "operands=", "outputs=f32"], GENERAL),
    ("bf16", pingpong(128, 128), NT, [*GENERAL, MANY, THOUSAND]),
    ("bf16", pingpong(128, 128, staging=1), [*NN, *COLUMN], GENERAL),
    ("f16", pingpong(128, 128), [*TT, *BIT], GENERAL),
    ("bf16", pingpong(64, 64, k=128), [*NT, *BOTH], GENERAL),
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
    # Clusters.
    ("bf16", schedule(128, 256, cluster_m=2), NT, [*GENERAL, MANY]),
    ("bf16", schedule(128, 128, cluster_n=2), [*NN, *ALL], [*GENERAL, MANY]),
    ("f16", schedule(128, 128, cluster_m=2, cluster_n=2, order="snake_rows"), NT, [*GENERAL, MANY]),
    ("bf16", schedule(128, 128, cluster_m=2), [*TN, *BIT], GENERAL),
    ("bf16", pingpong(128, 128, cluster_m=2), [*NN, *BOTH], [*GENERAL, MANY]),
    ("bf16", pingpong(64, 256, cluster_n=2), [*NT, *ALL], GENERAL),
    ("bf16", one(64, 64, cluster_n=2), [*NT, *COLUMN], GENERAL),
    # Tensors that start anywhere.
    ("bf16", schedule(128, 128), [*NT, *ALL], [OFFSET]),
    ("f16", pingpong(64, 128), NN, [OFFSET]),
    ("bf16", one(64, 64), [*TT, *BOTH], [OFFSET]),
    ("bf16", swapped(16), [*NT, *COLUMN], [OFFSET]),
]

# Each with a type, a schedule and a layout of the kernels above.
SHAPES = """
1009x1013x1021 257x509x127 64x4096x64 4096x64x72 1000x1000x1000 129x65x1031 17x264x2048 640x480x333 2x4096x1024
1024x8x512 127x127x127 131x137x139 193x197x199 256x256x264 384x768x64 512x512x512 768x1536x96 1031x8x1033
255x255x1023 257x257x1025 520x1032x264 136x2056x72 1x1032x520 33x2048x136 1100x520x8 72x72x2048 264x40x1000
1024x1024x128 300x700x500 2048x264x65
""".split()


def fixed(index, shape):
    """The kernel of a shape, and its command line."""
    element, text, options, _ = KERNELS[index * 7 % len(KERNELS)]
    m, n, k = map(int, shape.split("x"))
    repack = ["repack_a = true"] * ((m if "ta" in options else k) % 8 > 0)
    repack += ["repack_b = true"] * ((k if "tb" in options else n) % 8 > 0)
    if repack:
        repack = ", ".join(repack)
        text = text[:-1] + f", {repack}>" if text.endswith(">") else f"{text}, sm90 = <{repack}>"
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


jobs = KERNELS + [fixed(*shape) for shape in enumerate(SHAPES)]
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as compilers:
    built = [compilers.submit(build, job) for job in enumerate(jobs)]
    with concurrent.futures.ThreadPoolExecutor(8) as runners:
        results = list(runners.map(check, jobs, built))
bad = 0
for (element, text, options, _), wrong in zip(jobs, results):
    bad += bool(wrong)
    if wrong:
        print(f"{element} {' '.join(options)}: {text}\n{wrong}")
print(f"{len(jobs)} kernels, {bad} with mismatches")
