#!/usr/bin/env python3
"""fail-each.py LIBRARY START WORK COMMAND...: fails each call that a command makes on the files of a folder.

The folder WORK is a copy of START each time; "WORK" in the command stands for it. LIBRARY
(unittests/Faults/FaultyFiles.c) counts the calls of one run and then fails each of them in one run, in every way that
such a call fails. What must hold:

- an interrupted or short call changes nothing;
- any other failure either changes nothing either, or the command exits with 1 and says what failed and why;
- each file is as it was or as it is after a good run, and no other file is left (a killed process may leave some);
- the command run again, without failures, gives what it gives without them.

What lies in WORK/cache is the command's own business, but for files that are half written.
"""

import errno
import os
import shutil
import subprocess
import sys

ways = {
    "open": [errno.EACCES],
    "read": [errno.EIO, errno.EINTR, "short"],
    "write": [errno.ENOSPC, errno.EINTR, "short", "kill"],
    "fsync": [errno.EIO],
    "close": [errno.EIO, errno.EINTR],
    "rename": [errno.EACCES, "kill"],
    "mkdir": [errno.ENOSPC],
    "memfd_create": [errno.ENOMEM],
    "dup": [errno.EMFILE],
    "posix_spawn": [errno.EAGAIN],
    "pthread_create": [errno.EAGAIN],
}
harmless = {errno.EINTR, "short"}

library, start, work, *command = sys.argv[1:]
start, work = os.path.realpath(start), os.path.realpath(work)
command = [argument.replace("WORK", work) for argument in command]
log = work + ".log"


def snapshot(folder):
    """Contents of the files, by path; without the cache."""
    found = {}
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "cache"]
        for name in files:
            path = os.path.join(place, name)
            found[os.path.relpath(path, folder)] = open(path, "rb").read()
    return found


def prepare():
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(start, work)


def run(**faults):
    environment = dict(os.environ, LD_PRELOAD=library, FAULTS_UNDER=work, **faults) if faults else None
    return subprocess.run(command, env=environment, capture_output=True, text=True, errors="replace", timeout=300)


def judge(how, result, before, expected):
    """What is wrong with a run, as a list of texts."""
    wrong = []
    after = snapshot(work)
    cached = os.listdir(work + "/cache") if os.path.isdir(work + "/cache") else []
    partial = [name for name in cached if name.startswith("partial")]
    if how == "kill":
        after = {name: content for name, content in after.items() if name in before or name in expected}
    elif result.returncode == 0:
        if after != expected:
            others = (name for name in sorted(set(after) | set(expected)) if after.get(name) != expected.get(name))
            wrong.append("it succeeds with other files: " + ", ".join(others))
    elif how in harmless:
        wrong.append(f"exit code {result.returncode}")
    elif result.returncode != 1:
        wrong.append(f"exit code {result.returncode}")
    elif "error: " not in result.stderr or os.strerror(how) not in result.stderr:
        wrong.append("the reason is not told")
    if how != "kill":
        wrong += [f"left cache/{name}" for name in partial]
    for name, content in after.items():
        if name not in before and name not in expected:
            wrong.append(f"left {name}")
        elif content not in (before.get(name), expected.get(name)):
            wrong.append(f"{name} is half written")
    if how != "kill" and after in (before, expected) and not os.path.isdir(work + "/cache"):
        return wrong  # as before the first run, or after it
    again = run()
    if again.returncode != 0:
        wrong.append(f"the next run: exit code {again.returncode}: {again.stderr}")
    elif {n: c for n, c in snapshot(work).items() if n in expected} != expected:
        wrong.append("the next run gives other files")
    return wrong


prepare()
good = run()
if good.returncode != 0:
    sys.exit(f"fails by itself: {good.stderr}")
before, expected = snapshot(start), snapshot(work)
prepare()
if os.path.exists(log):
    os.remove(log)
run(FAULTS_LOG=log)
calls = [line.split(None, 1) for line in open(log).read().splitlines()]
runs = mistakes = 0
for number, (call, path) in enumerate(calls, 1):
    for how in ways[call]:
        prepare()
        result = run(FAULTS_AT=str(number), FAULTS_HOW=str(how))
        runs += 1
        name = how if isinstance(how, str) else errno.errorcode[how]
        for text in judge(how, result, before, expected):
            mistakes += 1
            place = f"{call} of {path.replace(work, 'WORK').strip()}"
            print(f"call {number}, {place}, {name}: {text}\n  {result.stderr.strip()[:500]}")
print(f"{len(calls)} calls, {runs} failures, {mistakes} mistakes")
sys.exit(mistakes > 0)
