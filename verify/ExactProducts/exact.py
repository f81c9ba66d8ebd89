# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs exact-products on every kind of product, size and schedule, and prints one line for each claim of README.md.

Exit codes: 0 every claim holds, 1 something does not, or was left out.
"""

import argparse
import concurrent.futures
import itertools
import math
import os
import random
import re
import subprocess
import sys
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("exact", metavar="EXACT-PRODUCTS")
parser.add_argument("folder", metavar="FOLDER")
parser.add_argument("--quick", action="store_true", help="samples of all, for the ordinary tests")
parser.add_argument("--emulated", action="store_true",
                    help="on a driver that interprets kernels: few sizes, no large ones")  # fmt: skip
parser.add_argument("--target", default="sm_90a", help="the chip (default sm_90a); cpu: no schedules")
parser.add_argument("--compile", action="store_true", help="compile only, without a GPU")
parser.add_argument("--only", default="", metavar="CLAIM,...", help="these claims alone")
parser.add_argument("--shard", default="0/1", metavar="I/N", help="every N-th module, from I on (0 <= I < N)")
parser.add_argument("--budget", type=float, default=math.inf, metavar="SECONDS",
                    help="begin nothing after so long; what is left out is counted, and is no success")  # fmt: skip
parser.add_argument("--sanitizer", default="", metavar="PROGRAM",
                    help="compute-sanitizer: its tools on kernels of each family, not the other claims")  # fmt: skip
options = parser.parse_args()

HANGS = 600  # seconds after which a process counts as one that hangs
start = time.monotonic()
product = os.path.join(os.path.dirname(__file__), "product.py")
only = options.only.split(",") if options.only else []
shard, shards = map(int, options.shard.split("/"))

# A type, and the precision of an f32 product.
TYPES = [("bf16", ""), ("f16", ""), ("f32", "tf32x3"), ("f32", "tf32"), ("f32", "ieee")]
NT, NN, TN, TT = ["tb"], [], ["ta"], ["ta", "tb"]
LAYOUTS = [NT, NN, TN, TT]

# --- sizes ------------------------------------------------------------------------------------------------------------

CUBE = ["--m=1:65", "--n=1:65", "--k=1:65"]
EMPTY = ["--m=0,1,64,65", "--n=0,1,64,65", "--k=0,1,64,65"]
NAMED = ["6144x419x384", "997x997x997", "1x1x1", "1x4099x4096", "4099x1x1031", "1009x1013x1021", "3x3x8191",
         "2048x1x2048"]


def few(count):
    """As many sizes or runs as there is time for."""
    return -(-count // (20 if options.quick else 100)) if options.emulated else count


def sample(count):
    return [*CUBE, f"--sample={few(count)}"]


def make_large(count):
    """Sizes from 66 to 1100, evenly spread over the logarithm, two thirds of them odd; one in five has few rows."""
    draw = random.Random(1)
    shapes = []
    for index in range(count):
        sizes = [int(66 * (1100 / 66) ** draw.random()) | (draw.random() < 2 / 3) for _ in range(3)]
        if index % 5 == 0:
            sizes[0] = draw.randint(1, 64)
        shapes.append("x".join(map(str, sizes)))
    return shapes


LARGE = make_large(300)
if options.emulated:
    NAMED, LARGE = [], [shape for shape in LARGE if math.prod(map(int, shape.split("x"))) < 4e6]


def sizes_of(shapes):
    return ["--sizes=" + ",".join(shapes)]


def every(shapes, index, count):
    """`count` of the shapes, others for each index; all of them over enough indices."""
    count = few(count)
    return [shapes[(index * count + i) % len(shapes)] for i in range(count)]


# --- schedules --------------------------------------------------------------------------------------------------------

# The space of a class of kernels is that of these problems: large, for orders and clusters; idle multiprocessors, for
# shares of K; few rows, for swapped ones; few columns and a short K.
PROBLEMS = ["4096x4096x4096", "2048x1032x520", "1024x1024x8192", "512x512x4096", "256x256x8192", "300x300x200"]
PROBLEMS += [f"{m}x4096x4096" for m in (1, 16, 24, 40, 64, 104, 128)] + [f"{m}x512x4096" for m in (8, 16, 40, 64)]


def parse_schedule(text):
    """The options of '#fusion.schedule<family = sm90, tile = [1, 2, 3], ..., sm90 = <order = rows, ...>>'."""
    fields = {"order": "rows", "mode": "cooperative"}
    depth, item, items = 0, "", []
    for char in text.replace("sm90 = <", "").replace(">", "").replace("#fusion.schedule<", "") + ",":
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            items.append(item)
            item = ""
        else:
            item += char
    fields.update(item.strip().split(" = ", 1) for item in items if " = " in item)
    m, n, k = fields.pop("tile")[1:-1].split(", ")
    fields["shape"] = (m, n, fields.pop("warps"), fields.pop("mode"), fields.pop("swap", "false"))
    fields["tile_k"] = k
    fields["cluster"] = (fields.pop("cluster_m", "1"), fields.pop("cluster_n", "1"))
    fields["grid"] = "grid" in fields
    for name in ("split_k", "stream_k_tail", "spread_k", "blocks_per_sm", "dependents", "staging"):
        fields.setdefault(name, "default")
    return fields


def cover(schedules):
    """Some of the schedules, such that every pair of values of two options that occurs in one of them occurs in one of
    these. Stages follow from the rest: each number of them occurs."""
    pairs = {}
    for text in schedules:
        fields = parse_schedule(text)
        stages = fields.pop("stages")
        pairs[text] = set(itertools.combinations(sorted(fields.items(), key=lambda field: field[0]), 2))
        pairs[text].add(("stages", stages))
    order = sorted(pairs, key=lambda text: random.Random(text).random())
    missing, chosen = set().union(*pairs.values()), []
    for least in (30, 20, 12, 8, 5, 3, 2, 1):
        for text in order:
            if len(pairs[text] & missing) >= least:
                chosen.append(text)
                missing -= pairs[text]
    return chosen


def list_space(element, precision, layout):
    """All schedules that kernels of a class may have."""
    fields = [precision or element, "kn" if "tb" not in layout else "nk", "km" if "ta" in layout else "mk"]
    command = ["fusion-bench", "--list-schedules"]
    command += [f"--problem={problem}:{':'.join(fields)}:bias+relu+residual" for problem in PROBLEMS]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return sorted({line for line in lines if line.startswith("#")})


# --- modules ----------------------------------------------------------------------------------------------------------


class Kernel:
    """A module, compiled once; its type, its layout, and what else product.py is told."""

    def __init__(self, element, precision, layout, *more, schedule=""):
        self.element, self.precision, self.layout, self.schedule = element, precision, layout, schedule
        self.options = [*layout, *more]
        self.future = None

    def name(self):
        return " ".join([self.precision or self.element, *self.options, self.schedule])

    def flags(self):
        lead = [option.replace("lead", "--lead") for option in self.options if option.startswith("lead=")]
        precision = "ieee" if options.target == "cpu" else self.precision or "tf32x3"
        return ["--" + option for option in self.layout] + lead + [f"--precision={precision}"]

    def compile(self, number):
        graph, module = (os.path.join(options.folder, f"{number}.{end}") for end in ("mlir", "so"))
        told = [*self.options] + ([f"schedule={self.schedule}"] if self.schedule else [])
        with open(graph, "w") as out:
            subprocess.run([sys.executable, product, self.element, *told], stdout=out, check=True)
        command = ["fusion-compile", graph, f"--target={options.target}", "--emit=so", "-o", module]
        command += [f"--f32-precision={self.precision}"] if self.precision else []
        done = subprocess.run(command, capture_output=True, text=True)
        return module, "" if done.returncode == 0 else done.stdout + done.stderr


class Job:
    """Sets of arguments of exact-products for one kernel, under a claim."""

    def __init__(self, claim, kernel, *sets, under=()):
        self.claim, self.kernel, self.sets, self.under = claim, kernel, sets, under

    def run(self):
        """Sizes, those with mismatches, and what went wrong; nothing at all where time is up."""
        if time.monotonic() - start > options.budget:
            return None
        module, wrong = self.kernel.future.result()
        if wrong or options.compile:
            return 0, int(bool(wrong)), wrong
        arguments = [argument for group in self.sets for argument in ("--and", *group)][1:]
        command = [*self.under, options.exact, module, *self.kernel.flags(), *arguments]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS)
        except subprocess.TimeoutExpired:
            return 0, 1, f"runs for more than {HANGS} seconds\n"
        watched = re.search(r"^=+ (ERROR|RACECHECK) SUMMARY: 0 ", done.stdout, re.MULTILINE)
        if options.sanitizer and (not watched or "Internal Sanitizer Error" in done.stdout):
            return 0, 1, done.stdout[:2000] + done.stderr
        counted = re.search(r"^(\d+) sizes, (\d+) with mismatches$", done.stdout, re.MULTILINE)
        if done.returncode not in (0, 3) or not counted:
            return 0, 1, done.stdout + done.stderr + f"exit code {done.returncode}\n"
        return int(counted[1]), int(counted[2]), done.stdout if done.returncode else ""


# --- claims -----------------------------------------------------------------------------------------------------------

quick = options.quick
RUNS = f"--repeat={10 if options.emulated else 1000}"
SPECIAL, NORMAL = ["--data=special"], ["--data=normal"]


def constant(index):
    """Operands that a kernel may read before the kernel before it has ended: none, w, or both."""
    return "constant=" + ["", "w", "xw"][index % 3]


def chosen_jobs():
    """Kernels for any size, with the schedules that the compiler chooses."""
    for type_index, (element, precision) in enumerate(TYPES):
        for layout_index, layout in enumerate(LAYOUTS):
            index = 4 * type_index + layout_index
            kernel = Kernel(element, precision, layout)
            yield Job("cube", kernel, CUBE if not (quick and index or options.emulated) else sample(1000), EMPTY)
            some = quick or options.emulated
            yield Job("large", kernel, sizes_of(every(LARGE, index, 10) if some else [*NAMED, *LARGE]))
            yield Job("offsets", kernel, [*sample(500 if quick else 8000), "--offset=0:15"],
                      [*sizes_of(every(LARGE, index, 4 if quick else 32)), "--offset=0:15"])
            yield Job("special", kernel, [*sample(500 if quick else 8000), *SPECIAL],
                      [*sizes_of(every(LARGE, index, 2 if quick else 20)), *SPECIAL])
            yield Job("bounds", kernel, [*sample(300 if quick else 4000), *NORMAL, "--repeat=2"],
                      [*sizes_of(every(LARGE, index, 2 if quick else 20)), *NORMAL, "--repeat=2"])
            yield Job("thousand", kernel, [*sizes_of(["137x264x200", "16x129x1031"]), *NORMAL, RUNS])
            lead = [1, 5, 8, 32][(type_index + layout_index) % 4]
            slices = Kernel(element, precision, layout, f"lead={lead}")
            yield Job("pitches", slices, sample(500 if quick else 8000), [*sample(300), *SPECIAL],
                      sizes_of(every(LARGE, index, 2 if quick else 20)))


def byte_jobs():
    """Products of bytes, summed as integers and finished in f32."""
    for index, layout in enumerate(LAYOUTS):
        kernel = Kernel("i8", "", layout)
        yield Job("bytes", kernel, sample(1000), EMPTY, sizes_of(every(LARGE, index, 10)))
        yield Job("bytes", kernel, [*sample(500 if quick else 8000), "--offset=0:15"])
        yield Job("bytes", Kernel("i8", "", layout, f"lead={[1, 4, 8, 32][index]}", "outputs=bf16,i32"), sample(500))


FLOAT8 = ["f8E4M3FN", "f8E5M2"]


def float8_jobs():
    """Products of 8-bit floats, finished in f32: whole numbers are exact where a chain's sum is below 2^13."""
    for index, (lhs, rhs, layout) in enumerate(itertools.product(FLOAT8, FLOAT8, LAYOUTS)):
        kernel = Kernel(lhs, "", layout, f"rhs={rhs}")
        yield Job("float8", kernel, sample(250), EMPTY, sizes_of(every(LARGE, index, 10)))
        yield Job("float8", kernel, [*sample(100 if quick else 2000), "--offset=0:15"], [*sample(100), *SPECIAL])
        yield Job("float8", kernel, [*sample(100), *NORMAL, "--repeat=2"])
        lead = f"lead={[1, 4, 8, 32][index % 4]}"
        yield Job("float8", Kernel(lhs, "", layout, f"rhs={rhs}", lead, "outputs=f16,f32"), sample(100))


def fixed_jobs():
    """Large sizes as constants: another type and layout for each."""
    for index, shape in enumerate([*NAMED, *LARGE][:: 12 if quick else 1]):
        kernel = Kernel(*TYPES[index % 5], LAYOUTS[(index + index // 20) % 4], shape, constant(index))
        yield Job("fixed", kernel, [*sizes_of([shape]), "--repeat=3"], [*sizes_of([shape]), *NORMAL, "--repeat=3"])


# Classes of kernels whose schedules are covered. The 16-bit types have one space; they take turns.
CLASSES = [("bf16", "", NT), ("f16", "", NN), ("bf16", "", TN), ("f32", "tf32x3", NT), ("f32", "tf32", NT),
           ("f32", "tf32x3", NN), ("f32", "ieee", NT)]  # fmt: skip


def schedule_jobs():
    """Every schedule of a covering set, for any size."""
    for element, precision, layout in CLASSES:
        space = list_space(element, precision, layout)
        covering = cover(space)
        name = f"{precision or element} {' '.join(layout) or 'nn'}"
        print(f"space {name}: {len(space)} schedules, {len(covering)} cover them")
        for index, text in enumerate(covering[:: max(1, len(covering) // 4) if quick else 1]):
            turn = {"bf16": "f16", "f16": "bf16"}.get(element, element) if index % 2 else element
            kernel = Kernel(turn, precision, layout, constant(index), schedule=text[len("#fusion.schedule<") : -1])
            yield Job("schedules", kernel, sample(200 if quick else 1500), [*sample(200), "--offset=0:15"],
                      sizes_of(every(LARGE, index, 4 if quick else 30)), [*sample(200), *SPECIAL],
                      [*sample(100), *NORMAL, "--repeat=2"], [*sizes_of(every(LARGE, index, 3)), *NORMAL],
                      [*sizes_of(["136x200x264"]), *NORMAL, RUNS])


def sm90(m, n, k, warps, stages, more):
    return f"family = sm90, tile = [{m}, {n}, {k}], warps = {warps}, stages = {stages}, group = 8, sm90 = <{more}>"


def sanitizer_jobs():
    """Each tool of compute-sanitizer on a kernel of each kind, few sizes: tails, several tiles, K = 0."""
    kinds = [Kernel(element, precision, layout) for element, precision, layout in CLASSES]
    kinds += [Kernel("bf16", "", NT, "constant=xw", schedule=text) for text in [
        sm90(128, 128, 64, "[8, 1]", 4, "mode = pingpong, cluster_m = 2"),
        sm90(128, 256, 64, "[8, 1]", 3, "cluster_n = 2, order = snake_rows"),
        # As many stages as k blocks in all: under racecheck a cluster's ring does not come round
        # (docs/dev/GPUTests.md).
        sm90(64, 64, 64, "[4, 1]", 8, "split_k = 4, grid = 16"),
        sm90(16, 64, 64, "[1, 4]", 6, "swap = true, split_k = 2, dependents = late"),
        sm90(192, 128, 64, "[12, 1]", 4, "dependents = late"),
        sm90(128, 128, 64, "[8, 1]", 4, "stream_k_tail = 3, grid = 5"),
        "family = sm80, tile = [64, 64, 64], warps = [2, 2], stages = 3, group = 8",
    ]]  # fmt: skip
    for kernel in kinds:
        for tool in ("memcheck", "initcheck", "racecheck", "synccheck"):
            under = [options.sanitizer, f"--tool={tool}", "--error-exitcode=9"]
            yield Job(tool, kernel, sizes_of(["1x1x1", "65x63x33", "136x264x200", "17x72x0", "260x136x72"]),
                      under=under)  # fmt: skip


if options.sanitizer:
    jobs = [*sanitizer_jobs()]
else:
    jobs = [*chosen_jobs(), *fixed_jobs()]
    if options.target != "cpu" and (not only or "schedules" in only):
        jobs += schedule_jobs()
    jobs += [*byte_jobs(), *float8_jobs()]
kernels = list(dict.fromkeys(job.kernel for job in jobs))
mine = {kernel: number for number, kernel in enumerate(kernels) if number % shards == shard}
jobs = [job for job in jobs if job.kernel in mine and (not only or job.claim in only)]
used = {job.kernel for job in jobs}
# Neighbours in the list are alike: where time is up early, some of each claim have run.
jobs.sort(key=lambda job: random.Random(job.claim + job.kernel.name()).random())
processors = os.cpu_count()
with concurrent.futures.ThreadPoolExecutor(processors) as compilers:
    for job in jobs:
        if not job.kernel.future:
            job.kernel.future = compilers.submit(job.kernel.compile, mine[job.kernel])
    # The sanitizer's tools take gigabytes of the GPU's memory each.
    with concurrent.futures.ThreadPoolExecutor(4 if options.sanitizer else max(2, processors * 3 // 4)) as runners:
        results = list(runners.map(Job.run, jobs))

failed = False
for claim in dict.fromkeys(job.claim for job in sorted(jobs, key=lambda job: job.claim)):
    own = [(job, result) for job, result in zip(jobs, results) if job.claim == claim]
    done = [(job, result) for job, result in own if result]
    bad = [(job, result) for job, result in done if result[1]]
    for job, (_, _, text) in bad[:10]:
        print(f"{claim}: {job.kernel.name()}\n  " + text.rstrip().replace("\n", "\n  "))
    if not own:
        continue
    left_out = len(own) - len(done)
    failed |= bool(bad or left_out)
    sizes, mismatches = sum(r[0] for _, r in done), sum(r[1] for _, r in bad)
    print(f"{claim}: {len(done)} kernels, {sizes} sizes, {mismatches} with mismatches"
          + (f" in {len(bad)} kernels" if bad else "") + (f", {left_out} kernels left out" if left_out else ""))
print(f"{len(used)} modules, {time.monotonic() - start:.0f} s")
sys.exit(failed)
