# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-figures.py ROOT FILE...: whether all figures of recorded results stand in the notes that they name as their
source."""

import json
import pathlib
import re
import sys


def figures_of(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return {figure for part in value for figure in figures_of(part)}
    return {float(value)} if isinstance(value, (int, float)) else set()


root = pathlib.Path(sys.argv[1])
wrong = 0
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        result = json.load(file)
    source = (root / result["source"]).read_text(encoding="utf-8")
    known = {float(figure) for figure in re.findall(r"\d+(?:\.\d+)?", source)}
    figures = figures_of(result.get("problems", [])) | figures_of(result.get("graphs", []))
    missing = sorted(figures - known)
    wrong += len(missing)
    print(f"{pathlib.Path(name).name}: {len(figures)} figures, not in {result['source']}: {missing}")
sys.exit(wrong > 0)
