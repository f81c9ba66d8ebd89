#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the tests: builds the deliberate faults of lib/Support/SeededFaults.def in, and looks for each whether a test
fails while it is live. See docs/dev/SeededFaults.md."""

import argparse
import collections
import datetime
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "lib/Support/SeededFaults.def"
PAGE = ROOT / "docs/dev/SeededFaults.md"
TABLE_BEGIN, TABLE_END = "<!-- made by tools/seeded-faults.py --publish -->\n", "<!-- end of the table -->\n"
LEAST = 95  # per cent
SLOW_TEST = 3  # seconds: such tests come last
TEST_LIMIT = 600  # seconds after which a test hangs
LIST_TEST = "scripts/seeded-faults.test"  # that the published table is of this list, which a measurement goes before
PASSED = {"PASS", "FLAKYPASS", "XFAIL", "UNSUPPORTED", "SKIPPED", "EXCLUDED"}
# Tests of other folders that see most of a folder of lib.
USERS = {
    "lib/Analysis": ("Transforms/",),
    "lib/Conversion/FusionToGPU": ("Emulator/",),
    "lib/Dialect": ("Conversion/", "Reference/"),
    "lib/Families": ("Conversion/FusionToGPU/", "Schedule/", "Emulator/"),
    "lib/Schedule": ("Conversion/FusionToGPU/", "Families/"),
}

Fault = collections.namedtuple("Fault", "name description needs_gpu place")


def fail(message):
    sys.exit(f"seeded-faults.py: {message}")


def read_faults():
    """The faults of the list with their places; ends the program where the two do not belong together."""
    problems, rows, places = [], {}, collections.defaultdict(list)
    for number, line in enumerate(LIST.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("SEEDED_"):
            continue
        row = re.fullmatch(r'SEEDED_(GPU_)?FAULT\("([a-z0-9]+(?:-[a-z0-9]+)*)", "([^"]+)"\)', line)
        if not row:
            problems.append(f"{LIST.name}:{number}: expected SEEDED_FAULT(\"some-name\", \"what is wrong\")")
        elif row[2] in rows:
            problems.append(f"{LIST.name}:{number}: '{row[2]}' is listed twice")
        else:
            rows[row[2]] = (row[3], bool(row[1]))
    for path in sorted(path for top in ("lib", "tools", "verify") for path in (ROOT / top).rglob("*.cpp")):
        for name in re.findall(r'\bseeded\("([^"]*)"\)', path.read_text(encoding="utf-8")):
            places[name].append(path.relative_to(ROOT))
    problems += [f"'{name}' of {places[name][0]} is not in {LIST.name}" for name in places if name not in rows]
    problems += [f"'{name}' has {len(places[name])} places, not one" for name in rows if len(places[name]) != 1]
    if problems:
        fail("\n".join(["the list and the places differ", *problems]))
    return [Fault(name, *row, places[name][0]) for name, row in rows.items()]


def check_page(faults):
    """Every fault has a row of the published table."""
    rows = set(re.findall(r"^\| `([^`]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    missing = [fault.name for fault in faults if fault.name not in rows]
    if missing or len(rows) != len(faults):
        stale = sorted(rows - {fault.name for fault in faults})
        fail(f"{PAGE.name} lacks {missing} and has {stale} too much; run this command, then --publish")


def read_page():
    """The test that the published table names for each fault that is caught there: where to look first."""
    row = r"^\| `([^`]+)` \| [^|]* \| `([^`]+)`[^|]*\|$"
    return dict(re.findall(row, PAGE.read_text(encoding="utf-8"), re.MULTILINE))


class Suite:
    """The tests of one build folder, run by lit."""

    def __init__(self, build, jobs):
        self.build, self.jobs = build, jobs
        site = (build / "test/lit.site.cfg.py").read_text(encoding="utf-8")
        option = lambda name: re.search(rf'config.{name} = r"(.*)"', site)[1]
        self.lit = [option("python"), pathlib.Path(option("llvm_tools_dir")) / "lit"]
        shown = subprocess.run([*self.lit, "--show-tests", build / "test"], capture_output=True, text=True)
        self.tests = [test for test in re.findall(r"^  Fusion :: (\S+)$", shown.stdout, re.MULTILINE) if test != LIST_TEST]
        if not self.tests:
            fail(f"lit found no tests in {build}/test:\n{shown.stderr}")

    def run(self, tests, fault, seconds, first_failure=True):
        """Codes and seconds of `tests` by name while `fault` is live; None if that took more than `seconds`."""
        with tempfile.TemporaryDirectory() as folder:
            results = os.path.join(folder, "results.json")
            command = [*self.lit, "-qq", "--order=lexical", f"-j{self.jobs}", f"--timeout={TEST_LIMIT}"]
            command += [f"--output={results}"] + (["--max-failures=1"] if first_failure else [])
            command += [self.build / "test" / test for test in tests]
            process = subprocess.Popen(command, env={**os.environ, "FUSION_SEEDED_FAULT": fault}, start_new_session=True,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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
        return {test["name"].partition(" :: ")[2]: (test["code"], test.get("elapsed") or 0) for test in tests}


def configure(build, jobs):
    """Builds the variant with the options of build/."""
    cache = ROOT / "build/CMakeCache.txt"
    if not cache.exists():
        fail("there is no build/ whose options could be taken; run tools/setup.sh first")
    text = cache.read_text(encoding="utf-8")
    options = ["-DFUSION_SEEDED_FAULTS=ON"]
    for name in ("CMAKE_BUILD_TYPE", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "FUSION_CUDA", "FUSION_CUDA_ROOT"):
        value = re.search(rf"^{name}:\w+=(.*)$", text, re.MULTILINE)
        options += [f"-D{name}={value[1]}"] if value else []
    build.mkdir(exist_ok=True)
    for command in (["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, *options], ["ninja", "-C", build, f"-j{jobs}"]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            fail(f"{command[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def related(fault, tests):
    """The tests of the folder that mirrors the fault's, and those of USERS."""
    folder = pathlib.Path(*fault.place.parts[1:-1])
    found = []
    while folder.parts and not found:
        found = [test for test in tests if test.startswith(f"{folder}/")]
        folder = folder.parent
    users = tuple(user for place, tests in USERS.items() if str(fault.place).startswith(place) for user in tests)
    return found + [test for test in tests if test not in found and test.startswith(users)]


def measure(suite, fault, times, hint, limit):
    """What caught the fault: the name of a test, or None. The likeliest tests run first."""
    near = related(fault, suite.tests)
    rest = [test for test in suite.tests if test not in near]
    slow = [test for test in near + rest if times.get(test, 0) > SLOW_TEST]
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
            return failed[0], "hangs" if codes[failed[0]][0] == "TIMEOUT" else ""
    return None, ""


def score(faults, results):
    caught = sum(bool(results[fault.name]["test"]) for fault in faults)
    gpu = sum(fault.needs_gpu and not results[fault.name]["test"] for fault in faults)
    line = f"{caught} of {len(faults)} seeded faults are caught without a GPU: {100 * caught / len(faults):.1f} %"
    return 100 * caught / len(faults), line + (f"; {gpu} of the others take a GPU" if gpu else "")


def outcome(fault, result):
    if result["test"]:
        return f"`{result['test']}`" + (f" ({result['note']})" if result["note"] else "")
    return "on a GPU alone" if fault.needs_gpu else "**not caught**" + (f" ({result['note']})" if result["note"] else "")


def publish(faults, results):
    lines = [f"Run on {datetime.date.today()}: {score(faults, results)[1]}.\n", "\n"]
    folder = None
    for fault in sorted(faults, key=lambda fault: str(fault.place.parent)):
        if fault.place.parent != folder:
            folder = fault.place.parent
            lines += [f"\n`{folder}`\n\n", "| fault | what is wrong | caught by |\n", "|---|---|---|\n"]
        lines.append(f"| `{fault.name}` | {fault.description} | {outcome(fault, results[fault.name])} |\n")
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(TABLE_BEGIN)
    PAGE.write_text(before + TABLE_BEGIN + "".join(lines) + TABLE_END + rest.partition(TABLE_END)[2], encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--check", action="store_true", help="only see whether list, places and published table agree")
    parser.add_argument("--publish", action="store_true", help=f"only write the results into {PAGE.relative_to(ROOT)}")
    parser.add_argument("--only", default="", metavar="NAME,...", help="these faults alone, measured again")
    parser.add_argument("--survivors", action="store_true", help="what was not caught, measured again")
    parser.add_argument("--shard", default="0/1", metavar="I/N", help="every N-th fault from I on, 0 <= I < N")
    parser.add_argument("--build", default="build-faults", metavar="DIR", help="build folder of the variant (%(default)s)")
    parser.add_argument("--results", metavar="FILE", help="what is known so far, and goes on (DIR/seeded-faults.json)")
    parser.add_argument("--fresh", action="store_true", help="begin again, whatever is known")
    parser.add_argument("--limit", type=int, default=1800, metavar="SECONDS", help="for each fault (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests at once (%(default)s)")
    options = parser.parse_args()
    faults = read_faults()
    if options.check:
        return check_page(faults)
    build = ROOT / options.build
    file = pathlib.Path(options.results) if options.results else build / "seeded-faults.json"
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"times": {}, "faults": {}}
    results = known["faults"]
    if options.publish:
        unknown = {"test": None, "note": "not measured"}
        return publish(faults, {fault.name: results.get(fault.name, unknown) for fault in faults})

    only = set(filter(None, options.only.split(",")))
    if unknown := only - {fault.name for fault in faults}:
        fail(f"unknown faults: {', '.join(sorted(unknown))}")
    part, parts = map(int, options.shard.split("/"))
    if options.survivors:
        only = {fault.name for fault in faults if fault.name in results and not results[fault.name]["test"]}
    chosen = [fault for fault in faults if fault.name in only or not (only or options.survivors)][part::parts]

    configure(build, options.jobs)
    suite = Suite(build, options.jobs)
    save = lambda: file.write_text(json.dumps(known, indent=1), encoding="utf-8")
    if options.fresh or not known["times"]:
        codes = suite.run(suite.tests, "", 24 * 3600, first_failure=False)
        if failed := [test for test, (code, _) in codes.items() if code not in PASSED]:
            fail(f"with no fault live these fail: {', '.join(failed)}")
        known["times"] = {test: seconds for test, (_, seconds) in codes.items()}
        print(f"with no fault live {len(codes)} tests pass", flush=True)
        save()
    published = read_page()
    for fault in chosen:
        before = results.get(fault.name, {})
        if before and not (options.fresh or fault.name in only):
            continue
        hint = before.get("test") or published.get(fault.name)
        test, note = measure(suite, fault, known["times"], hint, options.limit)
        results[fault.name] = {"test": test, "note": note}
        print(f"{fault.name}: {outcome(fault, results[fault.name])}", flush=True)
        save()
    percent, line = score([fault for fault in chosen if fault.name in results], results)
    print(line)
    return 0 if percent >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
