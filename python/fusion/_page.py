# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The page of reports: HTML in one file, which the compiler's library makes (`fusion-compile --explain=html`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fusion import _native


def make(title: str, graphs: Sequence[Mapping[str, Any]], before: Sequence[Mapping[str, Any]] | None = None) -> str:
    """The page of graphs, each with ``name``, ``report`` and, if there is something, ``outside`` and ``breaks``.

    `before` are the graphs of another run, which each is compared with in order.
    """
    data: dict[str, Any] = {"title": title, "graphs": list(graphs)}
    if before is not None:
        data["before"] = {"graphs": list(before)}
    return _native.report_page(json.dumps(data))
