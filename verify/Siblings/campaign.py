#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random products that share a launch, each output checked against the float64 interpreter.

    campaign.py --seed=1 --count=300 --jobs=8      launches 1 to 300, with sizes up to 300
    campaign.py --seed=7 --print                   the graph of a seed

Most seeds give the kernels a schedule of few blocks, so that blocks go from one kernel's tiles to the next one's; with
--family=sm80 one of small tiles, since each block has one, and also f32, 8-bit integers, rows of any length, and pairs.
Without a GPU: LD_LIBRARY_PATH=build/verify/emulated-driver FUSION_ASSEMBLER=driver FAKE_DRIVER_CHIP=90 (or 80).
The exit code is 1 if a result is wrong, or something failed.
"""

import os
import random
import sys

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import campaigns

EPILOGUES = ["none", "none", "column", "row", "residual", "gelu", "kept"]


def random_schedule(rng, transposed):
    """A schedule by wgmma for k blocks of 128 bytes of 16-bit elements; few blocks walk over all tiles.

    Boxes of a factor that is not contiguous along k have 64 rows or columns.
    """
    options = []
    if rng.random() < 0.3:
        tile = [64 if transposed[0] else rng.choice([8, 16, 32]), 64 * rng.choice([1, 2]), 64]
        warps = [1, 4 * tile[1] // 64]
        options.append("swap = true")
        cluster = rng.choice([1, 1, 2])
        if cluster > 1:
            options.append(f"split_k = {cluster}")
    else:
        mode = rng.choice(["one", "two", "two", "pingpong"])
        warpgroups = 1 if mode == "one" else 2
        columns = rng.choice([16, 32, 64, 96]) if transposed[1] else 64
        tile = [64 if mode == "pingpong" else 64 * warpgroups, columns, 64]
        warps = [4 * warpgroups, 1]
        cluster = 1
        if mode == "pingpong":
            options.append("mode = pingpong")
        elif mode == "two" and rng.random() < 0.5:
            cluster = 2
            # Blocks share boxes in halves.
            options.append("cluster_n = 2" if not transposed[1] else rng.choice(["cluster_m = 2", "cluster_n = 2"]))
    options.append(f"grid = {cluster * rng.choice([1, 2, 3])}")
    if rng.random() < 0.5:
        options.append("dependents = late")
    if cluster == 1 and rng.random() < 0.2:
        options.append("spread_k = true")
    return (f"#fusion.schedule<family = sm90, tile = {tile}, warps = {warps}, stages = {rng.choice([2, 3, 4])}, "
            f"group = {rng.choice([1, 2, 8])}, sm90 = <{', '.join(options)}>>")


BYTES = {"f32": 4, "bf16": 2, "f16": 2, "i8": 1}


def random_mma_schedule(rng, element, precision, transposed):
    """A schedule by mma.sync, or by multiply-adds where f32 is multiplied as it is.

    A warp has 16 to 64 rows and columns, 2048 elements at most. A row of a tile holds 128 bytes, also of a factor that
    is not contiguous along k. Blocks, which then have launches of their own, and groups of warps may share K.
    """
    size = BYTES[element]
    family = "simt" if precision == "ieee" else "sm80"
    fits = lambda tile, across: not across or size == 1 or tile * size >= 128
    while True:
        groups = rng.choice([1, 2, 3, 4]) if family == "sm80" else 1
        warps = [rng.choice([1, 2, 4]), rng.choice([1, 2, 4])]
        tile = [count * rng.choice([16, 32, 64]) for count in warps]
        stages = rng.choice([2, 3, 4])
        shared = groups * stages * sum(tile) * 128
        if (4 <= groups * warps[0] * warps[1] <= 8 and tile[0] * tile[1] <= 2048 * warps[0] * warps[1]
                and max(tile) <= 128 and (groups == 1 or shared <= 96 << 10) and fits(tile[0], transposed[0])
                and fits(tile[1], not transposed[1])):
            break
    options = [f"warps_k = {groups}"] if groups > 1 else []
    if family == "sm80" and rng.random() < 0.25:
        options.append(f"split_k = {rng.randint(2, 7)}")
    own = f", sm80 = <{', '.join(options)}>" if options else ""
    return (f"#fusion.schedule<family = {family}, tile = {tile + [128 // size]}, warps = {warps}, "
            f"stages = {stages}, group = {rng.choice([1, 2, 8])}{own}>")


class Siblings:
    """The kernels of a seed: sizes, types and layouts, what stands behind each product, and their schedule."""

    def __init__(self, seed, largest, family="sm90"):
        rng = random.Random(seed)
        self.precision = None
        even = lambda most: 8 * rng.randint(1, max(1, most // 8))
        self.m = rng.choice([rng.randint(1, 40), rng.randint(1, largest)])
        self.k = even(largest)
        self.columns = [rng.choice([even(40), even(largest)]) for _ in range(rng.randint(2, 4))]
        self.epilogues = [rng.choice(EPILOGUES) for _ in self.columns]
        self.element = rng.choice(["bf16", "bf16", "f16"])
        self.transposed = [rng.random() < 0.2, rng.random() < 0.7]
        if self.transposed[0]:  # rows that TMA reads lie along m
            self.m = even(largest)
        self.numerics = rng.choice(["relaxed", "relaxed", "strict"])
        self.dynamic = rng.random() < 0.3 and not self.transposed[0]
        self.schedule = random_schedule(rng, self.transposed) if rng.random() < 0.8 else ""
        self.batch = rng.choice([0, 0, rng.randint(2, 3)])
        if family == "sm80":
            self.draw_for_mma(rng, largest)

    def draw_for_mma(self, rng, largest):
        """What mma.sync takes beside that, and a schedule for it."""
        self.element = rng.choice(["bf16", "f16", "f32", "f32", "i8"])
        if self.element == "f32":
            self.precision = rng.choice(["tf32", "tf32x3", "ieee"])
        if rng.random() < 0.5:
            self.m, self.k = rng.randint(1, largest), rng.randint(1, largest)
            self.columns = [rng.randint(1, largest) for _ in self.columns]
        self.epilogues = [rng.choice([own, own, "pair"]) for own in self.epilogues]
        if self.element == "i8":
            self.epilogues = ["none" for _ in self.epilogues]
        self.dynamic = rng.random() < 0.3
        scheduled = rng.random() < 0.8
        self.schedule = random_mma_schedule(rng, self.element, self.precision, self.transposed) if scheduled else ""

    def build(self):
        def tensor(*sizes, element=None):
            front = (self.batch, ) if self.batch and len(sizes) == 2 else ()
            return f"tensor<{'x'.join(map(str, front + sizes))}x{element or self.element}>"

        m = "?" if self.dynamic else self.m
        left = tensor(self.k, m) if self.transposed[0] else tensor(m, self.k)
        flags = [name for name, is_set in zip(("transpose_a", "transpose_b"), self.transposed) if is_set]
        attributes = f" {{{', '.join(flags)}}}" if flags else ""
        arguments, lines, results = [f"%x: {left}"], [], []
        for number, (n, epilogue) in enumerate(zip(self.columns, self.epilogues)):
            right = tensor(n, self.k) if self.transposed[1] else tensor(self.k, n)
            sums = tensor(m, n, element="i32" if self.element == "i8" else "f32")
            result = sums if self.element == "i8" else tensor(m, n)
            arguments.append(f"%w{number}: {right}")
            inputs = [("%a", "%x", left), ("%b", f"%w{number}", right)]
            body = [f"%s = fusion.matmul %a, %b{attributes} : ({left}, {right}) -> {sums}"]
            value, outputs = "%s", []
            further = {"column": tensor(n), "row": tensor(m, 1), "residual": result}.get(epilogue)
            if further:
                arguments.append(f"%r{number}: {further}")
                inputs.append(("%c", f"%r{number}", further))
                body.append(f"%t = fusion.add %s, %c : ({sums}, {further}) -> {sums}")
                value = "%t"
            if epilogue == "pair":
                arguments.append(f"%r{number}: {right}")
                inputs.append(("%c", f"%r{number}", right))
                body.append(f"%p = fusion.matmul %a, %c{attributes} : ({left}, {right}) -> {sums}")
                body.append(f"%t = fusion.mul %s, %p : ({sums}, {sums}) -> {sums}")
                value = "%t"
            if epilogue == "gelu":
                body.append(f"%t = fusion.gelu %s : {sums}")
                value = "%t"
            if result != sums:
                body.append(f"%u = fusion.cast {value} : {sums} to {result}")
            outputs.append(("%u" if result != sums else value, result))
            if epilogue == "kept" and result != sums:
                outputs.append((value, sums))
            names = [f"%o{number}_{i}" for i in range(len(outputs))]
            types = ", ".join(kind for _, kind in outputs)
            scheduled = f"launch_group = 5 : i64, schedule = {self.schedule}" if self.schedule else ""
            lines.append(f"  {', '.join(names)} = fusion.kernel({', '.join(f'{a} = {b}' for a, b, _ in inputs)}) : "
                         f"({', '.join(kind for _, _, kind in inputs)}) -> ({types})"
                         f"{f' attributes {{{scheduled}}}' if scheduled else ''} {{")
            lines += [f"    {line}" for line in body]
            lines += [f"    fusion.yield {', '.join(name for name, _ in outputs)} : {types}", "  }"]
            results += [(name, kind) for name, (_, kind) in zip(names, outputs)]
        types = ", ".join(kind for _, kind in results)
        return (f"func.func @siblings({', '.join(arguments)}) -> ({types}) {{\n" + "\n".join(lines) +
                f"\n  return {', '.join(name for name, _ in results)} : {types}\n}}\n")


def check(seed, options):
    siblings = Siblings(seed, options.largest, options.family)
    flags = [f"--numerics={siblings.numerics}", *([f"--dynamic={siblings.m}"] if siblings.dynamic else [])]
    if siblings.precision:
        flags.append(f"--f32-precision={siblings.precision}")
    return campaigns.check_graph(siblings.build(), seed, options, flags)


def main():
    parser = campaigns.parser(__doc__, "launch")
    parser.add_argument("--family", choices=["sm90", "sm80"], default="sm90", help="of the schedules that are drawn")
    options = parser.parse_args()
    if options.print:
        print(Siblings(options.seed, options.largest, options.family).build(), end="")
        return 0
    summarize = lambda results: f"{sum(result.launches == 1 for result in results)} are shared"
    return campaigns.go_through(options, lambda seed: check(seed, options), "launches", summarize)


if __name__ == "__main__":
    sys.exit(main())
