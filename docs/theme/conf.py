# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's configuration; tools/build-docs.py gathers the pages and starts it."""

import os
import re
import sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "docs" / "theme"))

project = "Fusion"
copyright = ""
author = "The Fusion authors"
release = re.search(r"^project\(Fusion VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text(), re.MULTILINE)[1]
extensions = ["myst_parser", "sphinx_copybutton", "mlir_lexer"]
root_doc = "index"
source_suffix = {".md": "markdown"}
myst_heading_anchors = 6
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

smartquotes = False
html_theme = "furo"
html_title = f"Fusion {release}"
html_permalinks_icon = "#"
html_copy_source = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
