# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What campaigns of graphs by seeds have in common: options, the check of one graph, and going through the seeds."""

import argparse
import concurrent.futures
import dataclasses
import json
import os
import subprocess
import tempfile
import time


@dataclasses.dataclass
class Result:
    """Of one seed: "good", "inconclusive" or "fault", what is wrong, and how many launches the graph has."""

    verdict: str
    wrong: str = ""
    launches: int = 0
    schedule: str | None = None  # that it was given


def parser(description, noun):
    """The options of a campaign, which calls each of its graphs a `noun`."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--count", type=int, default=1)
    made.add_argument("--largest", type=int, default=300, help="rows, columns and k are at most so many")
    made.add_argument("--jobs", type=int, default=1)
    made.add_argument("--limit", type=int, default=300, help=f"seconds for a {noun}")
    made.add_argument("--budget", type=float, default=1e9, help="begin nothing after so many seconds")
    made.add_argument("--device", default="cuda")
    made.add_argument("--target", help="a chip whose code the GPU runs, instead of its own")
    made.add_argument("--run", default="fusion-run")
    made.add_argument("--print", action="store_true")
    return made


def check_graph(graph, seed, options, flags, run_with=lambda run: (run([]), None)):
    """Compares a graph's results with those of the float64 interpreter. `flags` are further options of fusion-run;
    `run_with` calls its argument with some more, and returns what that returned, and the schedule that they name."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(graph)
        command = [options.run, path, f"--device={options.device}", f"--random={seed}", "--verify", "--json",
                   "--explain=json", *([f"--target={options.target}"] if options.target else []), *flags]
        run = lambda more: subprocess.run(command + more, capture_output=True, text=True, timeout=options.limit,
                                          check=False)
        try:
            done, schedule = run_with(run)
        except subprocess.TimeoutExpired:
            return Result("fault", f"not done after {options.limit} s")
    try:
        verdicts = json.loads(done.stdout)["verify"]
        kernels = json.loads(done.stderr[done.stderr.index("{"):done.stderr.rindex("}") + 1])["kernels"]
    except (ValueError, KeyError):
        return Result("fault", (done.stderr.strip() or f"exit {done.returncode}")[:300], schedule=schedule)
    wrong = "; ".join(own["note"] for own in verdicts if own["verdict"] != "good")
    return Result({0: "good", 4: "inconclusive"}.get(done.returncode, "fault"), wrong, len(kernels), schedule)


def go_through(options, check, nouns, summarize):
    """The exit code: whether a `check(seed)` found a fault, or the budget was too small. Tells what is not good, and
    `summarize(results)` behind the counts of `nouns`."""
    begin = time.time()
    run = lambda seed: check(seed) if time.time() - begin < options.budget else None
    seeds = range(options.seed, options.seed + options.count)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        done = {seed: result for seed, result in zip(seeds, pool.map(run, seeds)) if result}
    for seed, result in done.items():
        if result.verdict != "good":
            given = f" by {result.schedule}" if result.schedule else ""
            print(f"seed {seed}{given}: {result.verdict}: {result.wrong}")
    count = lambda verdict: sum(result.verdict == verdict for result in done.values())
    print(f"{len(done)} {nouns} in {time.time() - begin:.0f} s: {count('fault')} faults, {count('good')} good, "
          f"{count('inconclusive')} inconclusive; {summarize(list(done.values()))}")
    return int(count("fault") > 0 or len(done) < options.count)
