# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The Markdown of a run: a table with a line for each model, geometric means, and what went wrong."""

import statistics
from collections import Counter

from suites import rows

# Heading, and the cell of a row; ratios are of a variant's number over ours, so that more than 1 is in our favour.
TIMES = [
    ("graph µs", lambda row: _number(rows.value(row, "fusion", "us", "graph"), 0)),
    ("× eager", lambda row: _ratio(row, "eager", "us", "graph")),
    ("× Inductor", lambda row: _ratio(row, "inductor", "us", "graph")),
    ("× autotune", lambda row: _ratio(row, "autotune", "us", "graph")),
    ("calls × Inductor", lambda row: _ratio(row, "inductor", "us", "calls")),
    ("host µs", lambda row: _number(rows.value(row, "fusion", "us", "host"), 0)),
    ("launches", lambda row: _of_two(row, 0, "launches")),
    ("peak MB", lambda row: _of_two(row, 0, "peak_mb")),
]
ALWAYS = [
    ("products", lambda row: _percent(rows.value(row, "fusion", "product_share"))),
    ("compile s", lambda row: _of_two(row, 1, "compile_s")),
    ("warm s", lambda row: _of_two(row, 1, "warm_s")),
]
MEANS = [("graph, × eager", "eager", "graph"), ("graph, × Inductor", "inductor", "graph"),
         ("graph, × autotune", "autotune", "graph"), ("calls, × Inductor", "inductor", "calls")]
NONE = "–"


def markdown(run: dict) -> str:
    """The text of a run as `suites.py --json` writes it."""
    settings = run["settings"]
    columns = (TIMES if any(rows.value(row, "fusion", "us") for row in run["rows"]) else []) + ALWAYS
    lines = [f"| model | mode | right | {' | '.join(heading for heading, _ in columns)} |",
             "|---|---|---|" + "---|" * len(columns)]
    for row in run["rows"]:
        cells = [row["model"], row["mode"], _right(row), *(cell(row) for _, cell in columns)]
        lines.append("| " + " | ".join(cells) + " |")
    autocast = f", autocast to {settings['autocast']}" if settings.get("autocast") else ""
    lines += ["", caption(run, f"{settings['dtype']}{autocast}, f32 products `{settings['precision']}`")]
    return "\n".join([*lines, "", *_means(run["rows"]), *_faults(run["rows"])]) + "\n"


def caption(run: dict, how: str) -> str:
    """What a table of a run says of the machine, the date, `how` it was run, and the versions."""
    versions = ", ".join(f"{name} {version}" for name, version in run["versions"].items())
    return f"Table: {run['device']}, {run['date']}, {how}, {versions}."


def _means(all_rows: list[dict]) -> list[str]:
    groups = dict.fromkeys((row["suite"], row["mode"]) for row in all_rows)
    lines = []
    for suite, mode in groups:
        group = [row for row in all_rows if (row["suite"], row["mode"]) == (suite, mode)]
        ratios = [(words, rows.ratios(group, over, "us", kind)) for words, over, kind in MEANS]
        told = [f"{words} {statistics.geometric_mean(found):.3f} (least {min(found):.2f})"
                for words, found in ratios if found]
        failed = sum(rows.fault(row) is not None for row in group)
        lines.append(f"- {suite}, {mode}: {len(group)} models, {failed} with a fault"
                     + (f"; geometric means: {', '.join(told)}" if told else ""))
    return lines


def _faults(all_rows: list[dict]) -> list[str]:
    """Errors of all variants, those whose calls are no CUDA graph, and our warnings and graph breaks."""
    lines = []
    for row in all_rows:
        told = []
        fault = rows.fault(row)
        if fault is not None:
            told.append(f"fusion: {fault}")
        told += [f"{name}: {result['error']}" for name, result in row["variants"].items()
                 if "error" in result and name != "fusion"]
        own = row["variants"].get("fusion", {})
        told += [f"warns: {text}" for text in own.get("warnings", [])]
        told += [f"no CUDA graph of {name}: {result['not_captured']}" for name, result in row["variants"].items()
                 if "not_captured" in result]
        told += [f"{count} × graph break at {text}" for text, count in Counter(own.get("breaks", [])).items()]
        lines += [f"- {row['model']}, {row['mode']}: {_one_line(text)}" for text in told]
    return ["", *lines] if lines else []


def _one_line(text: str) -> str:
    return " ".join(text.split())[:300]


def _right(row: dict) -> str:
    own = row["variants"].get("fusion", {})
    if "error" in own:
        return "no answer" if "no answer" in own["error"] else "raises"
    return {True: "yes", False: "no", None: NONE}[own.get("right")]


def _number(value, digits: int) -> str:
    return NONE if value is None else f"{value:.{digits}f}"


def _ratio(row, over, *path) -> str:
    return _number(rows.ratio(row, over, *path), 2)


def _percent(value) -> str:
    return NONE if value is None else f"{value:.1%}"


def _of_two(row, digits, *path) -> str:
    """Ours, and Inductor's where there is one."""
    own, other = rows.value(row, "fusion", *path), rows.value(row, "inductor", *path)
    return _number(own, digits) + ("" if other is None else f" of {other:.{digits}f}")
