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
extensions = ["myst_nb", "sphinx_copybutton", "mlir_lexer", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "breathe"]
root_doc = "index"
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
myst_heading_anchors = 6
# Doxygen has a struct that is also a typedef twice; a docstring may name a method that several classes have.
suppress_warnings = ["myst.header", "misc.highlighting_failure", "duplicate_declaration.c", "ref.python"]

# The references of Python and C, from docstrings and headers.
default_role = "py:obj"
autodoc_member_order = "groupwise"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 100
breathe_projects_source = {
    "fusion": (str(root / "include"), ["fusion-c/Fusion.h", "fusion/Runtime/fusion_runtime.h", "fusion/Runtime/ABI.h"])
}
breathe_domain_by_extension = {"h": "c"}
breathe_show_include = False
breathe_doxygen_config_options = {
    "OPTIMIZE_OUTPUT_FOR_C": "YES",
    "EXTRACT_ALL": "YES",
    "ENABLE_PREPROCESSING": "YES",
    "AUTOLINK_SUPPORT": "NO",
    "JAVADOC_AUTOBRIEF": "NO",
}

# Notebooks run when the pages are built.
nb_execution_mode = "force"
nb_execution_in_temp = True
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True

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
