# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks a trace by the rules of the Trace Event Format that Perfetto's importer keeps, and prints it without times.

Usage: check_trace.py FILE.json [--details]. One line an event, under the name of its track, indented by its parents; of
the host's events passes and launches are left out without --details.
"""

import json
import sys

HOST = 1


def check_event(event):
    for field, kind in (("name", str), ("ph", str), ("ts", (int, float)), ("pid", int), ("tid", int)):
        assert isinstance(event.get(field), kind), f"{field} of {event}"
    assert event["name"], event
    if event["ph"] == "X":
        assert isinstance(event["dur"], (int, float)) and event["dur"] >= 0 and event["ts"] >= 0, event
        assert (event["cat"] in ("phase", "pass", "launch")) == (event["pid"] == HOST), event
    else:
        assert event["ph"] == "M" and event["name"] in ("process_name", "thread_name"), event
        assert event["args"]["name"], event


def nest(events):
    """(depth, event) in the order of time. An event ends before the one that it began in."""
    order = sorted(events, key=lambda event: (nanoseconds(event["ts"]), -nanoseconds(event["dur"])))
    assert order == events, "events are not in order"
    open_ends = []
    for event in order:
        start = nanoseconds(event["ts"])
        end = start + nanoseconds(event["dur"])
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        assert not open_ends or end <= open_ends[-1], f"{event} overlaps the end of what it began in"
        yield len(open_ends), event
        open_ends.append(end)


def nanoseconds(microseconds):
    return round(microseconds * 1000)


def main(path, *options):
    with open(path) as file:
        trace = json.load(file)
    assert trace["displayTimeUnit"] in ("ms", "ns")
    assert all(isinstance(value, str) for value in trace["otherData"].values())
    events = trace["traceEvents"]
    for event in events:
        check_event(event)
    names = {(e["name"], e["pid"], e["tid"]): e["args"]["name"] for e in events if e["ph"] == "M"}
    for pid, tid in sorted({(e["pid"], e["tid"]) for e in events if e["ph"] == "X"}):
        print(f"{names['process_name', pid, 0]}, {names['thread_name', pid, tid]}:")
        own = [e for e in events if e["ph"] == "X" and (e["pid"], e["tid"]) == (pid, tid)]
        depths = list(nest(own))
        assert pid == HOST or all(depth == 0 for depth, _ in depths), "work of one stream overlaps"
        for depth, event in depths:
            if "--details" in options or event["cat"] in ("phase", "kernel"):
                args = "".join(f", {key}={value}" for key, value in event["args"].items())
                print(f"  {'  ' * depth}{event['name']}{args}")
    for key, value in trace["otherData"].items():
        print(f"{key}: {value}")


main(*sys.argv[1:])
