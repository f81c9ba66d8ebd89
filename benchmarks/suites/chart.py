# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The picture of a run: a bar for each model, of Inductor's time over ours, readable in light and dark."""

import pathlib
import statistics
import sys

from suites import rows

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "images" / "draw"))
from picture import SMALL, Picture, width_of  # noqa: E402  (the palette and the type scale of all drawings)

LEFT, RIGHT, TOP, STEP, WIDTH = 300, 60, 76, 22, 960
OVER = {"inductor": "Inductor", "eager": "eager", "autotune": "Inductor's max-autotune"}


def svg(run: dict, name: str = "suites") -> str | None:
    """The picture of a run as `suites.py --json` writes it; None where no times were taken."""
    over = next((one for one in OVER if rows.ratios(run["rows"], one, "us", "graph")), None)
    if over is None:
        return None
    bars = [(row, rows.ratio(row, over, "us", "graph")) for row in run["rows"]]
    bars = [(row, ratio) for row, ratio in bars if ratio]
    mean = statistics.geometric_mean(ratio for _, ratio in bars)
    picture = Picture(
        name, WIDTH, TOP + STEP * (len(bars) + 1) + 20, f"How many times as fast as {OVER[over]}",
        f"For each of {len(bars)} models a bar: the time of {OVER[over]} over that of the backend fusion, as replayed "
        f"CUDA graphs. Bars that pass the line at 1 are models that are faster here. The geometric mean is {mean:.2f}.")
    picture.text(20, 26, picture.title, "title")
    settings = run["settings"]
    picture.text(20, 48, f"{run['device']}, {run['date']}, {settings['dtype']}, f32 products {settings['precision']}",
                 "small mute")
    unit = (WIDTH - LEFT - RIGHT) / max(2.0, *(ratio for _, ratio in bars))
    bottom = TOP + STEP * (len(bars) + 1)
    for number in range(int((WIDTH - LEFT - RIGHT) / unit) + 1):
        x = LEFT + unit * number
        picture.line([(x, TOP - 8), (x, bottom)]) if number == 1 else picture.rule(x, TOP - 8, x, bottom)
    for number, (words, ratio) in enumerate([(_label(row), ratio) for row, ratio in bars] + [("mean", mean)]):
        y = TOP + STEP * number
        kind = "violet" if words == "mean" else "blue" if ratio >= 1 else "orange"
        picture.text(LEFT - 12, y + 8, words, "small" + " strong" * (words == "mean"), "end")
        picture.rect(LEFT, y, unit * ratio, 15, kind, 3)
        picture.text(LEFT + unit * ratio + 6, y + 8, f"{ratio:.2f}", "small")
    return picture.svg()


def _label(row: dict) -> str:
    """The model's name, and its mode if it is not inference; what has no room is left out."""
    mode = "" if row["mode"] == "inference" else f", {row['mode']}"
    name, dots = row["model"], ""
    while width_of(name + dots + mode, SMALL, "small") > LEFT - 24:
        name, dots = name[:-1], "…"
    return name + dots + mode
