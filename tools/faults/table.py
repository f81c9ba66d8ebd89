# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of seeded faults: test/SeededFaults/ROOM.toml has those of lib/ROOM and verify/ROOM.

See docs/dev/SeededFaults.md."""

import collections
import pathlib
import re
import tomllib

from faults.source import Source, squeeze

FOLDER = "test/SeededFaults"
# The right text of a file, which stands there once, or once in the text `at`; and what the fault makes of it.
Place = collections.namedtuple("Place", "file at right wrong")
Fault = collections.namedtuple("Fault", "name what test gpu places")


def read_fault(name, row, room):
    """The fault of a section; a ValueError says what is wrong with it."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ValueError("a name has lower-case letters, digits and hyphens")
    places = []
    for part in [row, *row.get("also", [])]:
        known = {"file", "at", "right", "wrong"} | ({"what", "test", "gpu", "also"} if part is row else set())
        if unknown := sorted(part.keys() - known):
            raise ValueError(f"unknown key '{unknown[0]}'")
        if missing := [key for key in ("what", "file", "right", "wrong") if key in known and key not in part]:
            raise ValueError(f"has no '{missing[0]}'")
        place = Place(part["file"], part.get("at"), part["right"], part["wrong"])
        if not place.file.startswith((f"lib/{room}/", f"verify/{room}/")):
            raise ValueError(f"{place.file} is not in lib/{room} or verify/{room}")
        if squeeze(place.right) == squeeze(place.wrong):
            raise ValueError("is wrong in nothing")
        places.append(place)
    return Fault(name, row["what"], row.get("test"), row.get("gpu", False), places)


def read_tables(root):
    """All faults, and what is wrong with the tables."""
    faults, problems = {}, []
    folder = root / FOLDER
    for path in sorted(folder.rglob("*.toml")):
        room = path.relative_to(folder).with_suffix("").as_posix()
        try:
            sections = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            problems.append(f"{room}.toml: {error}")
            continue
        for name, row in sections.items():
            try:
                if name in faults:
                    raise ValueError("is in another table too")
                faults[name] = read_fault(name, row, room)
            except ValueError as error:
                problems.append(f"{room}.toml: {name}: {error}")
    return list(faults.values()), problems


def locate_all(root, faults):
    """(begin, end, fault, place) of each place, by file, in order; and what is wrong: no such text, or a shared one."""
    located, problems, sources = collections.defaultdict(list), [], {}
    for fault in faults:
        for place in fault.places:
            try:
                if place.file not in sources:
                    sources[place.file] = Source((root / place.file).read_text(encoding="utf-8"))
                located[place.file].append((*sources[place.file].locate(place), fault, place))
            except OSError:
                problems.append(f"{fault.name}: there is no {place.file}")
            except ValueError as error:
                problems.append(f"{fault.name}: {error}")
    for places in located.values():
        places.sort(key=lambda place: place[:2])
        for (_, end, one, _), (begin, _, other, _) in zip(places, places[1:]):
            if begin < end:
                problems.append(f"{one.name} and {other.name} overlap")
    return located, problems


def check_tests(root, faults):
    """What is wrong with the tests that the tables name."""
    for fault in faults:
        place = pathlib.Path(fault.test or "")
        unit = place.parts[:1] == ("Unit",) and (root / "unittests" / place.name).is_dir()
        if fault.test and not unit and not (root / "test" / place).is_file():
            yield f"{fault.name}: there is no test/{fault.test}"
        elif not fault.test and not fault.gpu:
            yield f"{fault.name}: names no test that catches it; tools/seeded-faults.py finds one"


def record(root, tests):
    """Writes the test that caught each fault, or none, into the tables."""
    for path in sorted((root / FOLDER).rglob("*.toml")):
        lines, name, written = path.read_text(encoding="utf-8").splitlines(keepends=True), None, []
        for line in lines:
            if header := re.fullmatch(r"\[([a-z0-9-]+)\]\n", line):
                name = header[1]
            if name in tests and line.startswith("test = "):
                continue
            written.append(line)
            if name in tests and line.startswith("what = "):
                written += [f'test = "{tests[name]}"\n'] if tests[name] else []
        if written != lines:
            path.write_text("".join(written), encoding="utf-8")
