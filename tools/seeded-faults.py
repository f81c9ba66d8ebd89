#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the tests: builds the deliberate faults of test/SeededFaults into a copy of the sources, and looks for each
whether a test fails while it is live. See docs/dev/SeededFaults.md."""

import argparse
import datetime
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is written into the sources
from faults.switch import check_switches, write_copy
from faults.table import check_tests, locate_all, read_tables, record

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST = 95  # per cent
SLOW_TEST = 3  # seconds: such tests come last
TEST_LIMIT = 600  # seconds after which a test hangs
# What these hold true of the sources is not true of the copy.
SOURCE_TESTS = {f"scripts/{name}.test" for name in ("check-style", "seeded-faults", "seeded-faults-switch")}
PASSED = {"PASS", "FLAKYPASS", "XFAIL", "UNSUPPORTED", "SKIPPED", "EXCLUDED"}
# Tests of other folders that see most of a folder of lib.
USERS = {
    "lib/Analysis": ("Transforms/",),
    "lib/Conversion/FusionToGPU": ("Emulator/",),
    "lib/Dialect": ("Conversion/", "Reference/"),
    "lib/Families": ("Conversion/FusionToGPU/", "Schedule/", "Emulator/"),
    "lib/Schedule": ("Conversion/FusionToGPU/", "Families/"),
}


def fail(*problems):
    sys.exit("seeded-faults.py: " + "\n".join(problems))


def check(faults):
    """Every text stands in its file, every fault names the test that catches it, and none is in the sources."""
    located, problems = locate_all(ROOT, faults)
    problems += [*check_switches(ROOT, located), *check_tests(ROOT, faults)]
    files = (path for top in ("lib", "include", "verify") for path in (ROOT / top).rglob("*.*")
             if path.is_file() and path.suffix != ".pyc")
    for path in sorted(files):
        if re.search(r"\bseeded\(|SeededFault", path.read_text(encoding="utf-8")):
            problems.append(f"{path.relative_to(ROOT)} speaks of seeded faults, which belong into test/SeededFaults")
    if problems:
        fail("the tables and the sources differ", *problems)
    print(f"{len(faults)} seeded faults, {sum(bool(fault.test) for fault in faults)} with the test that catches them")


def test_of(name):
    """What is run for a test that lit lists: its file, or the folder of a unit test."""
    suite, _, place = name.partition(" :: ")
    return place if suite == "Fusion" else "Unit/" + place.partition("/")[0]


class Suite:
    """The tests of one build folder, run by lit."""

    def __init__(self, build, jobs, times):
        self.build, self.jobs, self.times = build, jobs, times
        site = (build / "test/lit.site.cfg.py").read_text(encoding="utf-8")
        option = lambda name: re.search(rf'config.{name} = r"(.*)"', site)[1]
        self.lit = [option("python"), pathlib.Path(option("llvm_tools_dir")) / "lit"]
        shown = subprocess.run([*self.lit, "--show-tests", build / "test"], capture_output=True, text=True)
        names = dict.fromkeys(map(test_of, re.findall(r"^  (Fusion\S* :: \S+)$", shown.stdout, re.MULTILINE)))
        self.tests = [test for test in names if test not in SOURCE_TESTS]
        if not self.tests:
            fail(f"lit found no tests in {build}/test:\n{shown.stderr}")

    def run(self, tests, fault, seconds, first_failure=True):
        """Codes and seconds of `tests` by name while `fault` is live; None if that took more than `seconds`."""
        with tempfile.TemporaryDirectory() as folder:
            results = os.path.join(folder, "results.json")
            command = [*self.lit, "-qq", "--order=lexical", f"-j{self.jobs}", f"--timeout={TEST_LIMIT}"]
            command += [f"--output={results}"] + (["--max-failures=1"] if first_failure else [])
            command += [self.build / "test" / test for test in tests]
            process = subprocess.Popen(command, env={**os.environ, "FUSION_SEEDED_FAULT": fault},
                                       start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return None
            if not os.path.exists(results):
                fail(f"lit failed: {' '.join(map(str, command))}")
            with open(results, encoding="utf-8") as file:
                tests = json.load(file)["tests"]
        results = {}
        for test in tests:
            code, seconds = results.get(test_of(test["name"]), ("PASS", 0))
            code = test["code"] if code in PASSED else code
            results[test_of(test["name"])] = (code, seconds + (test.get("elapsed") or 0))
        return results


    def check_passing(self, tests):
        """With no fault live `tests` pass; ends the program where one does not."""
        codes = self.run(tests, "", 24 * 3600, first_failure=False)
        if failed := [test for test, (code, _) in codes.items() if code not in PASSED]:
            fail(f"with no fault live these fail: {', '.join(failed)}")
        self.times.update({test: seconds for test, (_, seconds) in codes.items()})


def copy(build, faults):
    """Writes the sources in which FUSION_SEEDED_FAULT chooses the live fault."""
    if problems := write_copy(ROOT, build / "source", faults):
        fail("the tables and the sources differ", *problems)


def configure(build, jobs):
    """Builds the copy with the options of build/."""
    cache = ROOT / "build/CMakeCache.txt"
    if not cache.exists():
        fail("there is no build/ whose options could be taken; run tools/setup.sh first")
    text, options = cache.read_text(encoding="utf-8"), []
    for name in ("CMAKE_BUILD_TYPE", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "FUSION_CUDA", "FUSION_CUDA_ROOT"):
        value = re.search(rf"^{name}:\w+=(.*)$", text, re.MULTILINE)
        options += [f"-D{name}={value[1]}"] if value else []
    configure = ["cmake", "-G", "Ninja", "-S", build / "source", "-B", build, *options]
    for command in (configure, ["ninja", "-C", build, f"-j{jobs}"]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            fail(f"{command[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    for program in ("fusion-opt", "fusion-runner"):
        done = subprocess.run([build / "bin" / program, "--version"], capture_output=True, text=True,
                              env={**os.environ, "FUSION_SEEDED_FAULT": "no-such-fault"})  # fmt: skip
        if "'no-such-fault' is not listed" not in done.stderr:
            fail(f"{program} takes a fault that is not listed")


def related(fault, tests):
    """The tests of the folder that mirrors the fault's, and those of USERS."""
    place = pathlib.PurePath(fault.places[0].file)
    folder = pathlib.PurePath(*place.parts[1:-1])
    found = []
    while folder.parts and not found:
        found = [test for test in tests if f"{test.removeprefix('Unit/')}/".startswith(f"{folder}/")]
        folder = folder.parent
    users = tuple(user for user_of, tests in USERS.items() if str(place).startswith(user_of) for user in tests)
    return found + [test for test in tests if test not in found and test.startswith(users)]


def measure(suite, fault, hint, limit):
    """What caught the fault: the name of a test, or None. The likeliest tests run first."""
    near = related(fault, suite.tests)
    rest = [test for test in suite.tests if test not in near]
    slow = [test for test in near + rest if suite.times.get(test, 0) > SLOW_TEST]
    rounds = [[test for test in suite.tests if test == hint], [test for test in near if test not in slow],
              [test for test in near if test in slow], [test for test in rest if test not in slow],
              [test for test in rest if test in slow]]
    begin = datetime.datetime.now()
    for tests in filter(None, rounds):
        left = limit - (datetime.datetime.now() - begin).total_seconds()
        codes = suite.run(tests, fault.name, max(left, 1))
        if codes is None:
            return None, f"not within {limit} s"
        failed = [test for test, (code, _) in codes.items() if code not in PASSED]
        if failed:
            if failed[0] not in suite.times:
                suite.check_passing(failed[:1])
            return failed[0], "hangs" if codes[failed[0]][0] == "TIMEOUT" else ""
    return None, ""


def score(faults, results):
    caught = sum(bool(results[fault.name]["test"]) for fault in faults)
    gpu = sum(fault.gpu and not results[fault.name]["test"] for fault in faults)
    line = f"{caught} of {len(faults)} seeded faults are caught without a GPU: {100 * caught / len(faults):.1f} %"
    return 100 * caught / len(faults), line + (f"; {gpu} of the others take a GPU" if gpu else "")


def outcome(fault, result):
    if result["test"]:
        return result["test"] + (f" ({result['note']})" if result["note"] else "")
    return "on a GPU alone" if fault.gpu else "NOT CAUGHT" + (f" ({result['note']})" if result["note"] else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--check", action="store_true", help="only see whether the tables, sources and tests agree")
    parser.add_argument("--copy", action="store_true", help="only write the copy of the sources, DIR/source")
    parser.add_argument("--publish", action="store_true", help="only write what caught the faults into the tables")
    parser.add_argument("--only", default="", metavar="NAME,...", help="these faults alone, measured again")
    parser.add_argument("--survivors", action="store_true", help="what was not caught, measured again")
    parser.add_argument("--shard", default="0/1", metavar="I/N", help="every N-th fault from I on, 0 <= I < N")
    parser.add_argument("--build", default="build-faults", metavar="DIR", help="build folder of the copy (%(default)s)")
    parser.add_argument("--results", metavar="FILE", help="what is known so far, and goes on (DIR/seeded-faults.json)")
    parser.add_argument("--fresh", action="store_true", help="begin again, whatever is known")
    parser.add_argument("--limit", type=int, default=1800, metavar="SECONDS", help="for each fault (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at once (%(default)s)")
    options = parser.parse_args()
    faults, problems = read_tables(ROOT)
    if problems:
        fail(*problems)
    if options.check:
        return check(faults)
    build = ROOT / options.build
    if options.copy:
        return copy(build, faults)
    file = pathlib.Path(options.results) if options.results else build / "seeded-faults.json"
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    known = {"passed": False, "times": {}, "faults": {}, **known}
    results = known["faults"]
    if options.publish:
        return record(ROOT, {name: result["test"] for name, result in results.items()})

    only = set(filter(None, options.only.split(",")))
    if unknown := only - {fault.name for fault in faults}:
        fail(f"unknown faults: {', '.join(sorted(unknown))}")
    part, parts = map(int, options.shard.split("/"))
    if options.survivors:
        only = {fault.name for fault in faults if fault.name in results and not results[fault.name]["test"]}
    chosen = [fault for fault in faults if fault.name in only or not (only or options.survivors)][part::parts]

    copy(build, faults)
    configure(build, options.jobs)
    suite = Suite(build, options.jobs, known["times"])
    save = lambda: file.write_text(json.dumps(known, indent=1), encoding="utf-8")
    # The whole suite first; for single faults it is enough that the tests which catch them pass.
    if options.fresh or not (known["passed"] or options.only):
        suite.check_passing(suite.tests)
        print(f"with no fault live {len(suite.tests)} tests pass", flush=True)
        known["passed"] = True
        save()
    for fault in chosen:
        before = results.get(fault.name, {})
        if before and not (options.fresh or fault.name in only):
            continue
        test, note = measure(suite, fault, before.get("test") or fault.test, options.limit)
        results[fault.name] = {"test": test, "note": note}
        print(f"{fault.name}: {outcome(fault, results[fault.name])}", flush=True)
        save()
    percent, line = score([fault for fault in chosen if fault.name in results], results)
    print(line)
    return 0 if percent >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
