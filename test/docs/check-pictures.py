# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows what is wrong with the pictures of the repository's pages, a line each, and exits 1 if there is something.

    check-pictures.py ROOT

An SVG under docs/ is well-formed, has a title and a description, asks for nothing outside of itself, reads in light and
in dark, and where style sheets are not read, has the colours of docs/images/draw/picture.py and is shown by a page. A
mermaid block begins with the name of a diagram that GitHub draws.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from pages import find_pages  # noqa: E402

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = tuple(SVG + name for name in ("rect", "line", "path", "circle", "text"))
DIAGRAMS = ("flowchart ", "graph ", "sequenceDiagram", "stateDiagram-v2", "classDiagram", "gantt", "timeline")


def check_picture(text, palette):
    try:
        root = xml.fromstring(text)
    except xml.ParseError as error:
        yield f"is no XML: {error}"
        return
    for name in ("title", "desc"):
        if not (root.findtext(SVG + name) or "").strip():
            yield f"has no <{name}>"
    if any(element.tag in (SVG + "script", SVG + "image", SVG + "foreignObject") for element in root.iter()):
        yield "holds a script or another document"
    if re.search(r"""url\(|@import|(?:href|src)=["'](?!#)""", text):
        yield "refers to something outside"
    if "prefers-color-scheme:dark" not in text.replace(" ", ""):
        yield "has one colour scheme"
    for element in root.iter():
        if element.tag in SHAPES and not {"fill", "stroke"} & set(element.keys()):
            shape = element.tag.removeprefix(SVG)
            yield f"has no colour without its style sheet: a {shape} of class '{element.get('class')}'"
            break
    for colour in sorted(set(re.findall(r"#[0-9a-fA-F]{6}\b", text)) - palette):
        yield f"has a colour of its own, {colour}"


def check(root):
    shown = set()
    for page in find_pages(root):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(
            r"\(([^()\s]+\.svg)\)|^\[[^\]]+\]: (\S+\.svg)$|(?:src|srcset)=\"([^\"]+\.svg)\"", text, re.MULTILINE
        ):
            shown.add((page.parent / "".join(target)).resolve())
        for block in re.finditer(r"^```mermaid\n(.*)$", text, re.MULTILINE):
            if not block[1].startswith(DIAGRAMS):
                line = text.count("\n", 0, block.start()) + 1
                yield f"{page.relative_to(root)}:{line}: '{block[1]}' begins no diagram"
    palette = set(re.findall(r"#[0-9a-f]{6}\b", (root / "docs/images/draw/picture.py").read_text(encoding="utf-8")))
    for picture in sorted((root / "docs").rglob("*.svg")):
        problems = list(check_picture(picture.read_text(encoding="utf-8"), palette))
        if picture.resolve() not in shown:
            problems.append("is shown by no page")
        for problem in problems:
            yield f"{picture.relative_to(root)}: {problem}"


problems = list(check(pathlib.Path(sys.argv[1]).resolve()))
print("\n".join(problems), end="\n" if problems else "")
sys.exit(bool(problems))
