#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains GPT-2 by DDP and FSDP2, and runs Llama by tensor parallelism, on several devices of one machine: eager, by
Inductor, and by torch.compile(backend="fusion"). docs/Distributed.md says what is compared, and what the columns mean.

Started alone it starts the processes of all runs, which compile at the same time and are then timed one by one.
Started by torchrun it does one run after the other in the processes that torchrun made.
"""

import argparse
import functools
import json
import os
import pathlib
import subprocess
import sys
import threading

from suites import processes, rows, table, usage

MODELS = {"ddp": "gpt2", "fsdp2": "gpt2", "tp": "llama3"}  # by how they are spread
VARIANTS = ("eager", "inductor", "fusion")
SETTINGS = ("modes", "variants", "processes", "small", "option", "steps", "seconds", "parallel", "threads")

EXAMPLES = """
examples:
  distributed.py --json=run.json --table=run.md
  distributed.py --modes=tp --variants=eager,fusion --processes=4
  distributed.py --small --device=cpu --option=fallback=eager
  torchrun --standalone --nproc-per-node=2 distributed.py --modes=fsdp2 --json=run.json

exit codes: 0 all is right, 1 a run raises or gives no answer with fusion, 2 wrong usage, 3 a result differs
"""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="distributed.py", description=__doc__, epilog=EXAMPLES, allow_abbrev=False,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    add = made.add_argument
    add("--modes", type=usage.some_of(MODELS), default=list(MODELS), help=f"some of {','.join(MODELS)}")
    add("--variants", type=usage.some_of(VARIANTS), default=list(VARIANTS), help=f"some of {','.join(VARIANTS)}")
    add("--processes", type=int, default=2, help="of a run, each with a device of its own (torchrun has its own number)")
    add("--small", action="store_true", help="small models of the same classes, for a CPU")
    add("--device", choices=("cuda", "cpu"), default="cuda", help="by NCCL or by gloo")
    add("--option", type=usage.option, action="append", default=[], metavar="NAME=VALUE", help="an option of the backend")
    add("--steps", type=int, default=10, help="steps of training whose losses are compared")
    add("--seconds", type=float, default=3, help="for each time measured")
    add("--parallel", type=int, default=max(1, min(9, (os.cpu_count() or 1) // 2)), help="runs that compile at a time")
    add("--threads", type=int, default=2, help="Inductor's compile threads, of each process")
    add("--budget", type=float, default=1e6, help="seconds after which no run is begun")
    add("--each", type=float, default=240, help="seconds that a run may take until it can be timed")
    add("--json", metavar="FILE", help="everything that was measured")
    add("--table", metavar="FILE", help="the table (default: standard output)")
    made.set_defaults(precision="highest", warm=False, no_warm=True)
    add("--worker", action="store_true", help=argparse.SUPPRESS)
    return made


def run_alone(arguments, jobs, keep) -> None:
    """A group of processes for each run."""
    def command(job, _, is_warm):
        flags = [f"--{name}={getattr(arguments, name)}" for name in ("device", "processes", "steps", "seconds")]
        flags += [f"--option={name}={value}" for name, value in arguments.option.items()]
        flags += ["--small"] if arguments.small else []
        return [sys.executable, __file__, "--worker", f"--modes={job.mode}", f"--variants={job.variant}", *flags]

    processes.run(jobs, arguments, keep, command)


def work_alone(arguments) -> None:
    """The first process of a run, which starts the others; they find each other by a file."""
    from suites import ranks, worker

    folder = os.environ["XDG_CACHE_HOME"]
    os.makedirs(folder, exist_ok=True)
    if "RANK" not in os.environ:
        _start_others(arguments.processes)
    job = processes.Job("transformers", MODELS[arguments.modes[0]], arguments.modes[0], arguments.variants[0])
    work = functools.partial(ranks.work, group=ranks.Group(arguments.device, f"{folder}/store"), is_told=True)
    result = worker.main(settings_of(arguments, job), work)
    sys.stderr.flush()
    os._exit("error" in result)  # the group is not taken down: another process of it may have ended


def settings_of(arguments, job) -> argparse.Namespace:
    """What a run takes, with its mode and variant."""
    return argparse.Namespace(**{**vars(arguments), "mode": job.mode, "variant": job.variant})


def _start_others(count: int) -> None:
    """Processes 1, 2, … of a run; where one of them fails, this one ends, which would wait for it."""
    os.environ |= {"RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": str(count)}

    def watch(other):
        if other.wait() != 0:
            os._exit(1)

    for rank in range(1, count):
        environment = {**os.environ, "RANK": str(rank), "LOCAL_RANK": str(rank)}
        other = subprocess.Popen([sys.executable, *sys.argv], env=environment, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL)
        threading.Thread(target=watch, args=(other,), daemon=True).start()


def run_in_group(arguments, jobs, keep) -> None:
    """One run after the other in the processes of torchrun; an error ends them all."""
    from suites import ranks

    group = ranks.Group(arguments.device, None)
    for job in jobs:
        job.result = {"warnings": []}
        ranks.work(settings_of(arguments, job), lambda phase: None, job.result, group=group, is_told=False)
        if group.rank == 0:
            keep([job])
    group.end()
    if group.rank != 0:
        sys.exit(0)


def run(arguments) -> dict:
    jobs = [processes.Job("transformers", MODELS[mode], mode, variant) for mode in arguments.modes
            for variant in arguments.variants]
    found = usage.describe(arguments, SETTINGS)

    def keep(batch):
        for job in batch:
            print(f"{job.mode}, {job.variant}: {job.result.get('error', 'done')[:200]}", file=sys.stderr)
        found["rows"] = rows.of([job for job in jobs if job.result])
        if arguments.json:
            pathlib.Path(arguments.json).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")

    (run_in_group if "RANK" in os.environ else run_alone)(arguments, jobs, keep)
    return found


def markdown(found: dict) -> str:
    """A line for each run; ratios are of the other variant's time over this one's."""
    columns = ("mode", "model", "variant", "right", "distance", "steps/s", "× eager", "× Inductor", "peak MB",
               "compile s", "products")
    lines = [" | ".join(columns), " | ".join(["---"] * len(columns))]
    faults = []
    for row in found["rows"]:
        for name, result in row["variants"].items():
            right = {True: "yes", False: "no", None: "–"}[result.get("right")] if "error" not in result else "raises"
            us = rows.value(row, name, "us", "calls")
            rates = [other / us if us and other else None
                     for other in (1e6, *(rows.value(row, one, "us", "calls") for one in ("eager", "inductor")))]
            numbers = [_number(result.get("distance"), ".1e"), *(_number(rate, ".2f") for rate in rates),
                       _number(result.get("peak_mb"), "d"), _number(result.get("compile_s"), ".1f"),
                       _number(result.get("product_share"), ".1%")]
            lines.append(" | ".join([row["mode"], row["model"], name, right, *numbers]))
            faults += [f"- {row['mode']}, {name}: {' '.join(text.split())[:300]}"
                       for text in [result.get("error"), *result.get("warnings", [])] if text]
        if (fault := rows.fault(row)) is not None and "error" not in row["variants"]["fusion"]:
            faults.append(f"- {row['mode']}, fusion: {fault}")
    how = f"{found['settings']['processes']} processes, bf16"
    text = "\n".join([*(f"| {line} |" for line in lines), "", table.caption(found, how), "", *faults])
    return text.rstrip() + "\n"


def _number(value, form: str) -> str:
    return "–" if value is None else format(value, form)


def exit_code(found: dict) -> int:
    faults = [row for row in found["rows"] if rows.fault(row) is not None]
    if any(row["variants"]["fusion"].get("right") is False for row in faults):
        return 3
    return 1 if faults else 0


def main() -> int:
    arguments = parser().parse_args()
    arguments.option = dict(arguments.option)
    if arguments.worker:
        work_alone(arguments)
    found = run(arguments)
    text = markdown(found)
    if arguments.table:
        pathlib.Path(arguments.table).write_text(text, "utf-8")
    else:
        print(text, end="")
    return exit_code(found)


if __name__ == "__main__":
    sys.exit(main())
