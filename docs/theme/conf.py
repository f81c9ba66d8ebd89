# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sphinx's configuration; tools/build-docs.py gathers the pages and starts it."""

import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)

project = "Fusion"
copyright = ""
author = "The Fusion authors"
extensions = ["myst_parser", "repository"]
root_doc = "index"
source_suffix = {".md": "markdown"}
myst_heading_anchors = 6
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

smartquotes = False
html_theme = "fusion"
html_theme_path = [here]
html_title = "Fusion"
html_permalinks_icon = "#"
html_copy_source = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
pygments_style = "repository.PlainStyle"
