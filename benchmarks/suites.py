#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs whole models, as users bring them, by torch.compile(backend="fusion"), Inductor and eager: results and times.

docs/BenchmarkingModels.md says how it measures, and what the columns mean.
"""

import argparse
import json
import os
import pathlib
import sys

from suites import entries, processes, rows, table, usage

VARIANTS = ("eager", "aot_eager", "inductor", "autotune", "fusion")
MODES = ("inference", "training", "dropout")

EXAMPLES = """
examples:
  suites.py --list
  suites.py --suite=transformers --parallel=7 --budget=560 --json=run.json --table=run.md --svg=run.svg
  suites.py --suite=timm --mode=training,dropout --only=vit,mixer
  suites.py --suite=products --dtype=f32 --precision=high --variants=eager,inductor,fusion
  suites.py --mode=training --dtype=f32 --autocast=bf16 --only=gpt2,llama_1b
  suites.py --suite=kernelbench --kernelbench=KernelBench/KernelBench --only=level2
  suites.py --suite=transformers --small --device=cpu --option=fallback=eager     results alone
  suites.py --from run-1.json run-2.json --svg=run.svg      one table and one picture of runs with --part=1/2 and 2/2

exit codes: 0 all is right, 1 a model raises or gives no answer with fusion, 2 wrong usage, 3 a result differs
"""


def words(text):
    return [word for word in text.split(",") if word]


def part(text):
    one, _, several = text.partition("/")
    if not (one.isdigit() and several.isdigit() and 1 <= int(one) <= int(several)):
        raise argparse.ArgumentTypeError(f"expected K/N with 1 <= K <= N, but got '{text}'")
    return int(one), int(several)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="suites.py", description=__doc__, epilog=EXAMPLES, allow_abbrev=False,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    add = made.add_argument
    add("--suite", type=usage.some_of(entries.SUITES), default=["transformers"],
        help=f"some of {','.join(entries.SUITES)}")
    add("--kernelbench", metavar="FOLDER", help="the folder of a checkout that has level1, level2, …")
    add("--mode", type=usage.some_of(MODES), default=["inference"], help=f"some of {','.join(MODES)}")
    add("--variants", type=usage.some_of(VARIANTS),
        help=f"some of {','.join(VARIANTS)} (default: all but aot_eager; on a CPU eager,fusion)")
    add("--only", type=words, default=[], help="models whose names have one of these words")
    add("--skip", type=words, default=[], help="no models whose names have one of these words")
    add("--part", type=part, default=(1, 1), metavar="K/N",
        help="the K-th of N parts of the models, for runs of limited time")
    add("--small", action="store_true", help="small models of the same classes, for a CPU")
    add("--dtype", choices=("bf16", "f16", "f32"), default="bf16")
    add("--autocast", choices=("bf16", "f16"), help="call the model under PyTorch's autocast to this type")
    add("--precision", choices=("highest", "high", "medium"), default="highest", help="of PyTorch's f32 products")
    add("--device", choices=("cuda", "cpu"), default="cuda", help="a CPU takes no times")
    add("--option", type=usage.option, action="append", default=[], metavar="NAME=VALUE",
        help="an option of the backend")
    add("--parallel", type=int, default=max(1, min(8, (os.cpu_count() or 1) // 2)),
        help="workers that compile at a time")
    add("--threads", type=int, default=2, help="Inductor's compile threads, of each worker")
    add("--budget", type=float, default=1e6, help="seconds after which no model is begun")
    add("--each", type=float, default=180, help="seconds that a worker may take until it can be timed")
    add("--seconds", type=float, default=0.25, help="for each time measured")
    add("--no-warm", action="store_true", help="do not compile once more with the caches that were left")
    add("--json", metavar="FILE", help="everything that was measured")
    add("--table", metavar="FILE", help="the table (default: standard output)")
    add("--svg", metavar="FILE", help="a bar for each model: Inductor's time over ours")
    add("--from", dest="sources", metavar="FILE", nargs="+",
        help="the JSON of earlier runs of one card, of which to write one table and one picture")
    add("--list", action="store_true", help="print the names of the models, and end")
    for hidden in ("--worker", "--warm"):
        add(hidden, action="store_true", help=argparse.SUPPRESS)
    add("--model", help=argparse.SUPPRESS)
    return made


def chosen_models(arguments):
    """(suite, model) of all that --only, --skip and --part leave."""
    found = []
    for suite in arguments.suite:
        for name in entries.load(suite, arguments.small, arguments.kernelbench):
            is_wanted = not arguments.only or any(word in name for word in arguments.only)
            if is_wanted and not any(word in name for word in arguments.skip):
                found.append((suite, name))
    one, several = arguments.part
    return found[one - 1 :: several]


def describe(arguments) -> dict:
    """A run without its rows."""
    names = ("suite", "mode", "variants", "dtype", "autocast", "precision", "small", "option", "parallel", "threads", "seconds")
    return usage.describe(arguments, names)


def run(arguments) -> dict:
    models = chosen_models(arguments)
    if not models:
        raise SystemExit("error: no model is left by --only, --skip and --part; --list prints all")
    jobs = [processes.Job(suite, model, mode, variant) for suite, model in models for mode in arguments.mode
            for variant in arguments.variants]
    found = describe(arguments)

    def keep(batch):
        for job in batch:
            print(f"{job.model}, {job.mode}, {job.variant}: {job.result.get('error', 'done')[:100]}", file=sys.stderr)
        done = [job for job in jobs if job.result]
        found["rows"] = rows.of(done)
        if arguments.json:
            pathlib.Path(arguments.json).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")

    processes.run(jobs, arguments, keep)
    return found


def joined(files) -> dict:
    """Runs that differ in their models alone, as one."""
    runs = [json.loads(pathlib.Path(file).read_text("utf-8")) for file in files]
    for other, file in zip(runs[1:], files[1:]):
        for name in ("device", "versions"):
            if other[name] != runs[0][name]:
                raise SystemExit(f"error: {file} has another {name.rstrip('s')} than {files[0]}: their times are not "
                                 "those of one table")
    return {**runs[0], "rows": [row for one in runs for row in one["rows"]]}


def write(found: dict, arguments) -> None:
    text = table.markdown(found)
    if arguments.table:
        pathlib.Path(arguments.table).write_text(text, "utf-8")
    else:
        print(text, end="")
    if arguments.svg:
        from suites import chart

        picture = chart.svg(found, pathlib.Path(arguments.svg).stem)
        if picture is None:
            print("no times were taken, and nothing is drawn", file=sys.stderr)
        else:
            pathlib.Path(arguments.svg).write_text(picture, "utf-8")


def exit_code(found: dict) -> int:
    faults = [row for row in found["rows"] if rows.fault(row) is not None]
    if any(row["variants"]["fusion"].get("right") is False for row in faults):
        return 3
    return 1 if faults else 0


def main() -> int:
    arguments = parser().parse_args()
    arguments.option = dict(arguments.option)
    if not arguments.variants:
        on_cpu = arguments.device == "cpu"
        arguments.variants = ["eager", "fusion"] if on_cpu else [name for name in VARIANTS if name != "aot_eager"]
    if "kernelbench" in arguments.suite and not arguments.kernelbench:
        parser().error("--suite=kernelbench takes --kernelbench=FOLDER")
    if arguments.worker:
        from suites import worker

        for name, several in (("suite", "suite"), ("mode", "mode"), ("variant", "variants")):
            (one,) = getattr(arguments, several)
            setattr(arguments, name, one)
        worker.main(arguments)
        return 0
    if arguments.list:
        for suite, name in chosen_models(arguments):
            print(suite, name)
        return 0
    found = joined(arguments.sources) if arguments.sources else run(arguments)
    write(found, arguments)
    return exit_code(found)


if __name__ == "__main__":
    sys.exit(main())
