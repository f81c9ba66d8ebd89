# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-figures.py ROOT FILE...: whether all figures of recorded results, and of tables of pages, stand in the notes
that they name as their source.

Of a page, the tables with a caption (`Table: ...`) are looked at, and in them the cells that hold numbers alone. Their
sources are the notes and the recorded results that the table or its caption links to. A figure stands there if it is
one of theirs, rounded; it may also be the quotient of two figures in its row, or the share that one of theirs has of a
figure with a point in the caption.
"""

import itertools
import json
import pathlib
import re
import sys

NUMBER = re.compile(r"\d+(?:\.\d+)?")
TABLE = re.compile(r"^((?:\|.*\n)+)\nTable: ((?:.+\n?)+)", re.MULTILINE)
SOURCE = re.compile(r"\]\(([^)#]*(?:lab/[^)#]+\.md|benchmarks/[^)#]+\.json))")
FIGURES = re.compile(r"[\d., ×to]+")


def figures_of(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return {figure for part in value for figure in figures_of(part)}
    return {str(value)} if isinstance(value, (int, float)) else set()


def check_result(path, root):
    """The figures of a recorded result, those that are missing in its source, and the source."""
    result = json.loads(path.read_text(encoding="utf-8"))
    known = {float(figure) for figure in NUMBER.findall((root / result["source"]).read_text(encoding="utf-8"))}
    figures = figures_of(result.get("problems", [])) | figures_of(result.get("graphs", []))
    return figures, sorted(figure for figure in figures if float(figure) not in known), result["source"]


def rounds_to(value, figure):
    """Whether a value, rounded to the digits of `figure`, is that."""
    digits = len(figure.partition(".")[2])
    return abs(value - float(figure)) <= 0.5000001 * 10**-digits


def cells_of(row):
    """The cells of a row behind its name that hold numbers, without links."""
    cells = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell).strip() for cell in row.strip().strip("|").split("|")[1:]]
    return [NUMBER.findall(cell) for cell in cells if FIGURES.fullmatch(cell)]


def check_page(path, root):
    """The figures of a page's tables, those that stand in no source, and what the sources are called."""
    figures, missing = [], []
    for table in TABLE.finditer(path.read_text(encoding="utf-8")):
        sources = [path.parent / source for source in SOURCE.findall(table[0])]
        text = "".join(source.read_text(encoding="utf-8") for source in sources)
        known = {float(figure) for figure in NUMBER.findall(text)}
        units = {float(figure) for figure in re.findall(r"\b\d+\.\d+", table[2])}
        for row in table[1].splitlines()[2:]:
            of_row = [figure for cell in cells_of(row) for figure in cell]
            values = known | {float(a) / float(b) for a, b in itertools.permutations(of_row, 2) if float(b)}
            values |= {value / unit for value in known for unit in units}
            figures += of_row
            missing += [figure for figure in of_row if not any(rounds_to(value, figure) for value in values)]
    return figures, missing, "the notes"


root = pathlib.Path(sys.argv[1]).resolve()
wrong = 0
for name in map(pathlib.Path, sys.argv[2:]):
    figures, missing, source = (check_page if name.suffix == ".md" else check_result)(name.resolve(), root)
    wrong += len(missing)
    print(f"{name.name}: {len(figures)} figures, not in {source}: [{', '.join(missing)}]")
sys.exit(wrong > 0)
