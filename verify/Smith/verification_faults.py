#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts which deliberate faults `fusion-run --verify` sees, and whether it calls overflow good.

  verify/Smith/verification_faults.py --count=400              # 400 random graphs of each kind, perhaps half an hour
  verify/Smith/verification_faults.py --kinds=ptx --chip=80

Faults are made in random graphs of several kernels (graph), and in the PTX of such graphs, which the emulated driver
runs (ptx). A fault counts if it changes a result by more than 8 roundings of the output's type, beside the run without
it. Of overflow, inputs are scaled so that some graphs give NaN or infinity.

Exit code 1: less than 99 % of the faults are seen, or something is good that is not.
"""

import argparse
import os
import re
import subprocess
import sys

LEAST_SEEN = 0.99


def run_smith(arguments, check, environment, device):
    """The counters of a campaign, and its faults as (seed, text)."""
    command = [f"{arguments.build}/verify/fusion-smith", f"--seed={arguments.seed}", f"--count={arguments.count}"]
    command += [f"--check={check}", f"--device={device}", "--shrink=0", f"--jobs={arguments.jobs}"]
    text = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True).stdout
    if not re.search(r"^\d+ graphs, \d+ faults", text, re.M):
        sys.exit(f"{' '.join(command)} ended early:\n{text}")
    totals = re.search(r"^totals:(.*)$", text, re.M).group(1)
    counters = {name: int(count) for name, count in re.findall(r" ([^,]+?) (\d+),", totals)}
    return counters, re.findall(rf"^seed (\d+), {check}: (.*)$", text, re.M)


def report_faults(name, counters, found):
    """Prints what became of the faults of one kind. False if too few were seen, or a right graph was called wrong."""
    get = lambda what: counters.get(f"{name} {what}", 0)
    crashed = [text for _, text in found if text.startswith(("crash", "hang"))]
    others = [(seed, text) for seed, text in found if not text.startswith(("crash", "hang"))]
    mismatch, inconclusive, good = (get(f"faults found {kind}") for kind in ("mismatch", "inconclusive", "good"))
    ended = get("faults that stop verification")
    effective = get("faults effective")
    seen = mismatch + inconclusive + ended
    stopped = get("faults that stop the run") + len(crashed)
    print(f"{name} faults: {get('faults tried')} tried, {stopped} stop the run, "
          f"{effective} effective: {mismatch} a mismatch, {inconclusive} inconclusive, {ended} end verification, "
          f"{good} not seen ({100 * seen / max(effective, 1):.1f} % seen)")
    print(f"  without a fault: {get('graphs without a fault good')} graphs good, "
          f"{get('graphs without a fault inconclusive')} inconclusive, "
          f"{get('graphs without a fault mismatch')} a mismatch")
    for seed, text in others:
        print(f"  seed {seed}: {text}")
    return seen >= LEAST_SEEN * effective and effective > 0 and not get("graphs without a fault mismatch")


def report_overflow(counters, found):
    get = lambda what: counters.get(f"overflow {what}", 0)
    apart = "finite in float64 alone"
    print(f"overflow: {get('graphs')} graphs, {get('graphs with NaN or infinity')} with NaN or infinity, "
          f"{get(f'graphs {apart}')} {apart}: {get(f'{apart} good')} good, "
          f"{get(f'{apart} inconclusive')} inconclusive, {get(f'{apart} mismatch')} a mismatch")
    print(f"  the others: {get('others good')} good, {get('others inconclusive')} inconclusive, "
          f"{get('others mismatch')} a mismatch")
    for seed, text in found:
        print(f"  seed {seed}: {text}")
    return not found and get("graphs") > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", help="the build folder")
    parser.add_argument("--seed", type=int, default=1, help="of the first graph")
    parser.add_argument("--count", type=int, default=400, help="graphs of each kind")
    parser.add_argument("--kinds", default="graph,ptx,overflow", help="what to count")
    parser.add_argument("--chip", default="90", help="the compute capability of the emulated driver")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    arguments = parser.parse_args()
    environment = dict(os.environ)
    libraries = [f"{arguments.build}/verify/emulated-driver", *filter(None, [environment.get("LD_LIBRARY_PATH")])]
    emulated = dict(environment, LD_LIBRARY_PATH=":".join(libraries), FUSION_ASSEMBLER="driver",
                    FAKE_DRIVER_CHIP=arguments.chip)
    good = True
    for kind in arguments.kinds.split(","):
        if kind == "graph":
            good &= report_faults("graph", *run_smith(arguments, "graph-faults", environment, "cpu"))
        elif kind == "ptx":
            good &= report_faults("PTX", *run_smith(arguments, "ptx-faults", emulated, "cuda"))
        elif kind == "overflow":
            good &= report_overflow(*run_smith(arguments, "overflow", environment, "cpu"))
        else:
            parser.error(f"--kinds expects graph, ptx and overflow, but has '{kind}'")
        sys.stdout.flush()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
