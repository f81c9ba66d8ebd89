#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the pages of the repository as HTML: README, docs, and the READMEs of folders.

    tools/build-docs.py [OUTPUT]      default: build/docs/html

It needs a build, doxygen, and the wheels of tools/test-wheels.txt, which tools/test-wheels.sh installs into .venv/. It
needs no network, nor do the pages. Links to files of the repository that are no pages lead to pages with their text.
New pages are found by themselves.
"""

import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys

from pages import find_pages

ROOT = pathlib.Path(__file__).resolve().parent.parent
THEME = ROOT / "docs" / "theme"
sys.dont_write_bytecode = True
sys.path[:0] = [str(THEME), str(ROOT / "docs" / "images" / "draw")]

# Groups of the navigation: a title, folders of its pages. A README comes first, then pages in the order of its links.
GROUPS = [
    ("Use", ["docs"]),
    ("Notebooks", ["docs/notebooks"]),
    ("Reference", ["docs/reference", "docs/reference/man"]),
    ("Work on it", ["docs/dev", "docs/dev/Rationale", ""]),
    ("Folders", ["lib", "verify", "test", "tools"]),
    ("The lab", ["docs/lab"]),
]
LANGUAGES = {".h": "cpp", ".cpp": "cpp", ".td": "cpp", ".def": "cpp", ".c": "c", ".py": "python", ".sh": "sh",
             ".mlir": "mlir", ".json": "json", ".cmake": "cmake"}  # fmt: skip
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\()([^()\s]+)(\))|^(\[[^\]]+\]: )(\S+)()$", re.MULTILINE)
FENCE = re.compile(r"^( *)(```|~~~)([^\n]*)\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)


class Source:
    """A folder with all pages, for Sphinx."""

    def __init__(self, folder):
        self.folder = folder
        self.pages = [path.relative_to(ROOT) for path in find_pages(ROOT)]
        self.pages += [path.relative_to(ROOT) for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))]
        self.files = set()  # others that are linked to
        self.diagrams = 0

    def gather(self):
        for page in self.pages:
            text = (ROOT / page).read_text(encoding="utf-8")
            self.write(self.place(page), self.convert(page, text) if page.suffix == ".md" else text)
        for picture in (ROOT / "docs").rglob("*.svg"):
            target = self.folder / picture.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(picture, target)
        for file in sorted(self.files):
            self.write(pathlib.Path(f"{file}.md"), self.show(file))

    @staticmethod
    def place(page):
        return pathlib.Path("index.md") if page == pathlib.Path("README.md") else page

    def write(self, page, text):
        target = self.folder / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def convert(self, page, text):
        """Links lead to where things are, and diagrams are drawn; blocks of code stay as they are."""
        parts, end = [], 0
        for fence in FENCE.finditer(text):
            parts.append(self.convert_links(page, text[end : fence.start()]))
            parts.append(self.convert_fence(page, fence))
            end = fence.end()
        parts.append(self.convert_links(page, text[end:]))
        # The theme has a list of headings.
        parts = [re.sub(r"^\[TOC\]$", "", part, flags=re.MULTILINE) for part in parts]
        return "".join(parts) + self.navigation(page)

    def convert_links(self, page, text):
        def convert(match):
            before, target, after = match.group(1, 2, 3) if match[1] else match.group(4, 5, 6)
            converted = self.target_of(page, target)
            if match[1] and self.is_own_anchor(page, target):
                return f'<a href="{converted.replace(".md#", ".html#")}">{before[1:-2]}</a>'
            return before + converted + after

        return LINK.sub(convert, text)

    @staticmethod
    def is_own_anchor(page, target):
        """Whether a link leads to an <a id="..."> of a page, which MyST does not look for."""
        file, _, anchor = target.partition("#")
        other = ROOT / page.parent / file if file else ROOT / page
        if not anchor or other.suffix != ".md" or not other.exists():
            return False
        return f'<a id="{anchor}"></a>' in other.read_text(encoding="utf-8")

    def target_of(self, page, target):
        file, hash_, anchor = target.partition("#")
        if not file or re.match(r"[a-z]+:", target):
            return target
        path = pathlib.Path(os.path.normpath(page.parent / file))
        if (ROOT / path).is_dir():
            path = path / "README.md" if path / "README.md" in self.pages else path
        if path in self.pages:
            path = self.place(path)
        elif path.suffix != ".svg" and (ROOT / path).exists():
            self.files.add(path)
            path = pathlib.Path(f"{path}.md")
            hash_ = anchor = ""
        return os.path.relpath(path, self.place(page).parent) + hash_ + anchor

    def convert_fence(self, page, fence):
        indent, _, info, code = fence.groups()
        if info != "mermaid" or indent:
            # What stands behind the language is for the tests.
            language = info.split()[0] if info.split() else "text"
            return f"{indent}```{language}\n{code}{indent}```"
        import mermaid

        self.diagrams += 1
        name = f"diagram-{self.diagrams}"
        title = (ROOT / page).read_text(encoding="utf-8").splitlines()[0].lstrip("# ")
        drawn = mermaid.draw(code, name, title)
        if drawn is None:
            print(f"note: {page}: a diagram is shown as it is written", file=sys.stderr)
            return f"```text\n{code}```"
        self.write(page.parent / f"{name}.svg", drawn)
        return f"![{title}]({name}.svg)"

    def show(self, file):
        """A page with the text of a file, or the names in a folder."""
        path = ROOT / file
        if path.is_dir():
            return f"---\norphan: true\n---\n# {file}\n\n" + "".join(f"- `{e.name}`\n" for e in sorted(path.iterdir()))
        text = path.read_text(encoding="utf-8", errors="replace")[:200000]
        return f"---\norphan: true\n---\n# {file}\n\n`````{LANGUAGES.get(file.suffix, 'text')}\n{text}\n`````\n"

    def order(self, page):
        """Where a page stands among those of its folder."""
        readme = ROOT / page.parent / "README.md"
        if page.name == "README.md" or not readme.exists():
            return (page.name != "README.md", 0, page.as_posix())
        links = [match[2] or match[5] for match in LINK.finditer(readme.read_text(encoding="utf-8"))]
        return (True, links.index(page.name) if page.name in links else len(links), page.as_posix())

    def navigation(self, page):
        """The front page lists all pages but those of the lab, which its first page lists."""
        if page == pathlib.Path("README.md"):
            left = [p for p in self.pages if p != page]
            trees = []
            for title, folders in GROUPS:
                own = [p for p in left if self.belongs(p, title, folders)]
                left = [p for p in left if p not in own]
                own.sort(key=lambda p: (self.place_of_folder(p, folders), self.order(p)))
                trees.append((title, own[:1] if title == "The lab" else own))
            return "\n" + "\n".join(self.toctree(*tree) for tree in [*trees, ("More", left)] if tree[1])
        if page == pathlib.Path("docs/lab/README.md"):
            notes = sorted((p for p in self.pages if p.parent == page.parent and p != page), key=self.order)
            return "\n" + self.toctree("", [pathlib.Path(note.name) for note in notes])
        return ""

    @staticmethod
    def place_of_folder(page, folders):
        folder = page.parent.as_posix().lstrip(".")
        return (folders.index(folder if folder in folders else page.parts[0]), folder)

    @staticmethod
    def belongs(page, title, folders):
        return page.parent.as_posix().lstrip(".") in folders or title == "Folders" and page.parts[0] in folders

    @staticmethod
    def toctree(caption, entries):
        option = f":caption: {caption}\n" if caption else ""
        # Of pages of the manual the names are enough.
        lines = [f"{p.stem} <{p.with_suffix('')}>" if "man" in p.parts else str(p.with_suffix("")) for p in entries]
        return "```{toctree}\n:hidden:\n" + option + "\n" + "\n".join(lines) + "\n```\n"


def find_sphinx():
    """Goes on in .venv/, where the wheels are, unless they are here."""
    if importlib.util.find_spec("furo"):
        return
    python = ROOT / ".venv" / "bin" / "python"
    if sys.prefix == str(ROOT / ".venv") or not python.exists():
        sys.exit("error: no Sphinx with the theme furo: tools/test-wheels.sh installs them into .venv/")
    os.execv(python, [python, *sys.argv])


def make_environment(package, source):
    """Notebooks find the build's programs, libraries and headers, and their home is the folder of the pages."""
    build = package.parent
    home = source / ".home"
    home.mkdir()
    return {
        **os.environ,
        "PATH": f"{build / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(package),
        "PKG_CONFIG_PATH": str(build / "cmake" / "package"),
        "CPATH": str(ROOT / "include"),
        "FUSION_CACHE": "off",
        "HOME": str(home),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", nargs="?", default=ROOT / "build" / "docs" / "html", type=pathlib.Path)
    parser.add_argument("--package", metavar="DIR", default=ROOT / "build" / "python", type=pathlib.Path,
                        help="folder of the built Python package; default: build/python")  # fmt: skip
    arguments = parser.parse_args()
    output = arguments.output.resolve()
    find_sphinx()
    if not (arguments.package / "fusion" / "_native.abi3.so").exists():
        sys.exit(f"error: no built Python package in {arguments.package}: tools/setup.sh builds it")
    source = output.parent / f"{output.name}-source"
    for folder in (source, output):
        shutil.rmtree(folder, ignore_errors=True)
    Source(source).gather()
    sphinx = [sys.executable, "-B", "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-b", "html"]
    command = [*sphinx, "-c", THEME, "-d", source / ".doctrees", source, output]
    code = subprocess.call(command, env=make_environment(arguments.package.resolve(), source))
    if code == 0:
        print(f"{output / 'index.html'}: {len(list(output.rglob('*.html')))} pages")
    sys.exit(code)


main()
