# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The pages of the repository, for the scripts that look at them."""

import os
import pathlib


def find_pages(root):
    """All .md files below a folder, in order. Folders that a build or git makes are not entered: they may change."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "build"))]
        found += [pathlib.Path(folder, name) for name in names if name.endswith(".md")]
    return sorted(found)
