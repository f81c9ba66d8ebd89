# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check-html.py FOLDER: what is wrong with built pages, a line each; exits 1 if there is something.

Every link leads to a file and its anchor to an element; every picture, script and style sheet is there; nothing is
asked of another host.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

LOADED = {"img": "src", "script": "src", "link": "href", "source": "srcset", "iframe": "src"}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.loads = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids.update(attributes[name] for name in ("id", "name") if attributes.get(name))
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if attributes.get(LOADED.get(tag)) and attributes.get("rel") not in (
            "next",
            "prev",
            "search",
            "index",
            "author",
        ):
            self.loads.append(attributes[LOADED[tag]])


def is_elsewhere(target):
    return bool(re.match(r"[a-z][a-z+.-]*:|//", target)) and not target.startswith("data:")


def check(root):
    pages = {path: Page(path) for path in sorted(root.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(root)
        for target in page.loads:
            if is_elsewhere(target):
                yield f"{name}: asks another host for '{target}'"
            elif not (path.parent / urllib.parse.unquote(target.partition("?")[0])).exists():
                yield f"{name}: '{target}' is missing"
        for target in page.links:
            if is_elsewhere(target):
                continue
            file, _, anchor = target.partition("#")
            file = urllib.parse.unquote(file.partition("?")[0])
            other = (path.parent / file).resolve() if file else path
            if not other.exists():
                yield f"{name}: '{target}' leads nowhere"
            elif anchor and other in pages and urllib.parse.unquote(anchor) not in pages[other].ids:
                yield f"{name}: '{target}' leads to no place of {other.relative_to(root)}"
    for sheet in sorted(root.rglob("*.css")):
        for target in re.findall(r"url\(([^)]*)\)|@import +([^;]*)", sheet.read_text(encoding="utf-8")):
            target = "".join(target).strip("'\" ")
            if is_elsewhere(target):
                yield f"{sheet.relative_to(root)}: asks another host for '{target}'"
            elif not target.startswith("data:") and not (sheet.parent / target).exists():
                yield f"{sheet.relative_to(root)}: '{target}' is missing"
    print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links")


problems = list(check(pathlib.Path(sys.argv[1]).resolve()))
print("\n".join(problems), end="\n" if problems else "")
sys.exit(bool(problems))
