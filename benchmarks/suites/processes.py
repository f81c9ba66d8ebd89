# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs workers: several compile at a time, each is then timed alone, and compiles once more with the caches it left.

    batch ─┬─ compile, compare ─┐                    ┌─ again, warm ─┐
           ├─ compile, compare ─┼─ time, time, time ─┼─ again, warm ─┼─ next batch
           └─ compile, compare ─┘  one by one, twice └─ again, warm ─┘
"""

import argparse
import contextlib
import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

TIMING_S = 90  # for one round of times of one worker
END_S = 5  # for what is behind its last line


@dataclasses.dataclass
class Job:
    """A model, a mode and a variant; `result` is what the worker said, or the error that it ended by."""

    suite: str
    model: str
    mode: str
    variant: str
    result: dict = dataclasses.field(default_factory=dict)

    @property
    def is_answered(self) -> bool:
        return "error" not in self.result


class Worker:
    """The process of a job, in a folder that has its caches; a thread reads what it says."""

    def __init__(self, job: Job, command: list[str], folder: pathlib.Path, threads: int) -> None:
        self.job, self.phase, self.result = job, "starting", None
        self._log = open(folder / "log", "w+", encoding="utf-8", errors="replace")
        self._changed = threading.Condition()
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._log,
                                         text=True, env=_environment(folder, threads), start_new_session=True)
        self._is_open = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout:
            what = _said(line)
            with self._changed:
                self.phase, self.result = what.get("phase", self.phase), what.get("result")
                self._changed.notify()
        with self._changed:
            self._is_open = False
            self._changed.notify()

    def wait(self, seconds: float, is_ready_enough: bool) -> None:
        """Until it has a result or ends, or, if that is enough, is ready to be timed."""
        def is_there():
            return self.result is not None or not self._is_open or (is_ready_enough and self.phase == "ready")

        with self._changed:
            self._changed.wait_for(is_there, max(seconds, 0.1))

    def go(self) -> None:
        if self.is_ready:
            with self._changed:
                self.phase = "timing"
            self._process.stdin.write("go\n")
            self._process.stdin.flush()

    @property
    def is_ready(self) -> bool:
        return self.result is None and self._is_open and self.phase == "ready"

    def end(self, seconds: float) -> dict:
        """Its result, or how it failed to give one; the process ends."""
        is_open = self._is_open
        if self.result is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(END_S)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # and what it started, such as compile workers
        self._process.wait()
        self._reader.join(END_S)
        for pipe in (self._process.stdin, self._process.stdout):
            pipe.close()
        self._log.seek(0)
        told = self._log.read()[-300:].strip()
        self._log.close()
        if self.result is not None:
            return self.result
        how = f"no answer in {seconds:.0f} s" if is_open else f"the process ended ({self._process.returncode})"
        return {"error": f"{self.phase}: {how}: {told}"}


def _said(line: str) -> dict:
    try:
        return json.loads(line)
    except json.JSONDecodeError:
        return {}  # a library printed while it was imported


def command_of(job: Job, arguments: argparse.Namespace, is_warm: bool) -> list[str]:
    """The worker of suites.py."""
    main = pathlib.Path(__file__).parent.parent / "suites.py"
    flags = [f"--{name}" for name, is_given in (("small", arguments.small), ("warm", is_warm)) if is_given]
    flags += [f"--{name}={getattr(arguments, name)}" for name in ("dtype", "precision", "seconds", "device")]
    flags += [f"--autocast={arguments.autocast}"] if arguments.autocast else []
    flags += [f"--option={name}={value}" for name, value in arguments.option.items()]
    flags += [f"--kernelbench={arguments.kernelbench}"] if arguments.kernelbench else []
    return [sys.executable, str(main), "--worker", f"--suite={job.suite}", f"--model={job.model}", f"--mode={job.mode}",
            f"--variants={job.variant}", *flags]


def _environment(folder: pathlib.Path, threads: int) -> dict[str, str]:
    """Caches of its own, as many threads for each, and no downloads."""
    kept = {name: value for name, value in os.environ.items() if name != "FUSION_CACHE"}
    caches = {"TORCHINDUCTOR_CACHE_DIR": "inductor", "TRITON_CACHE_DIR": "triton", "XDG_CACHE_HOME": "cache",
              "CUDA_CACHE_PATH": "cuda"}
    return {**kept, **{name: str(folder / part) for name, part in caches.items()},
            "TORCHINDUCTOR_COMPILE_THREADS": str(threads), "TOKENIZERS_PARALLELISM": "false", "HF_HUB_OFFLINE": "1"}


def run(jobs: list[Job], arguments: argparse.Namespace, on_batch: Callable[[list[Job]], None],
        command: Callable[[Job, argparse.Namespace, bool], list[str]] = command_of) -> None:
    """Fills the results of `jobs`, and calls `on_batch` after each batch. `command` starts the worker of a job."""

    def start(job, folder, is_warm):
        return Worker(job, command(job, arguments, is_warm), folder, arguments.threads)

    begin = time.monotonic()

    def left():
        return arguments.budget - (time.monotonic() - begin)

    for first in range(0, len(jobs), arguments.parallel):
        batch = jobs[first : first + arguments.parallel]
        if left() <= 0:
            for job in batch:
                job.result = {"error": f"not run: the {arguments.budget:.0f} s of --budget were spent"}
        else:
            with tempfile.TemporaryDirectory(prefix="fusion-suites-", ignore_cleanup_errors=True) as folder:
                _run_batch(batch, arguments, pathlib.Path(folder), left, start)
        on_batch(batch)


def _run_batch(batch, arguments, folder, left, start) -> None:
    folders = [folder / str(number) for number in range(len(batch))]
    for one in folders:
        one.mkdir()
    limit = min(arguments.each, max(left(), 1))
    workers = [start(job, one, False) for job, one in zip(batch, folders)]
    _wait_for_all(workers, limit, is_ready_enough=True)
    for worker in workers:  # one of them is timed when none compiles any more
        if not worker.is_ready:
            worker.job.result = worker.end(limit)
    timed = [worker for worker in workers if worker.is_ready]
    while timed:  # a worker may be timed in several rounds
        for worker in timed:
            worker.go()
            worker.wait(TIMING_S, is_ready_enough=True)
            if not worker.is_ready:  # it has ended, or takes too long
                worker.job.result = worker.end(TIMING_S)
        timed = [worker for worker in timed if worker.is_ready]
    if arguments.no_warm or left() <= 0:
        return
    again = [start(job, one, True) for job, one in zip(batch, folders)
             if job.is_answered and job.variant != "eager"]
    limit = min(arguments.each, max(left(), 1))
    _wait_for_all(again, limit, is_ready_enough=False)
    for worker in again:
        result = worker.end(limit)
        worker.job.result["warm_s"] = result.get("compile_s")
        worker.job.result["warnings"] += result.get("warnings", [])
        if "error" in result:
            worker.job.result["error"] = f"with the caches that it left: {result['error']}"


def _wait_for_all(workers: list[Worker], seconds: float, is_ready_enough: bool) -> None:
    end = time.monotonic() + seconds
    for worker in workers:
        worker.wait(end - time.monotonic(), is_ready_enough)
