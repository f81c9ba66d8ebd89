# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Graph breaks: where Dynamo ended a graph and left a part of the model to Python, and why.

Dynamo lists the reasons of its breaks, which are also those that `torch._dynamo.explain` tells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import torch._dynamo.utils

_RESUMED = re.compile(r"torch_dynamo_resume_in_(.+)_at_\d+")  # what Dynamo calls the rest of a function behind a break

_seen: list[Any] = []  # keeps what it holds alive, so that another object is never taken for one of them


@dataclass(frozen=True)
class Break:
    """A graph break: Dynamo's reason, of several lines, and the place in the user's program, None where unknown."""

    reason: str
    file: str | None
    line: int | None
    function: str | None

    def __str__(self) -> str:
        return f"graph break at {self.file}:{self.line} in {self.function}: {self._short_reason()}"

    def _short_reason(self) -> str:
        """The reason's name, and the explanation of it that Dynamo gives for most."""
        lines = [line.strip() for line in self.reason.strip().splitlines()] or ["no reason is known"]
        explained = [line.removeprefix("Explanation: ") for line in lines[1:] if line.startswith("Explanation: ")]
        return ": ".join([lines[0], *explained[:1]])


def take() -> list[Break]:
    """The breaks that Dynamo made since the last call, in order."""
    known = set(map(id, _seen))
    listed = list(getattr(torch._dynamo.utils, "graph_break_reasons", ()))
    _seen[:] = listed  # Dynamo's list becomes empty by torch._dynamo.reset
    return [_break(reason) for reason in listed if id(reason) not in known]


def _break(reason: Any) -> Break:
    stack = getattr(reason, "user_stack", None)
    if not stack:
        return Break(str(reason.reason), None, None, None)
    place = stack[-1]
    resumed = _RESUMED.fullmatch(place.name)
    return Break(str(reason.reason), place.filename, place.lineno, resumed[1] if resumed else place.name)
