# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Who decides how sizes compare that are known at the call only; see `_symbolic` for who does, and what follows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol


class Decider(Protocol):
    """Decides about two sizes, at least one of them a Dim, and bears the consequences."""

    def equal(self, a: Any, b: Any) -> bool:
        """Whether two sizes are equal, whose normal forms differ."""

    def at_least(self, a: Any, b: Any) -> bool:
        """Whether a >= b."""


class _Current(threading.local):
    decider: Decider | None = None


_current = _Current()


def decider() -> Decider | None:
    """Who decides in this thread; None where nobody does: then sizes are equal as they are written, or different."""
    return _current.decider


@contextmanager
def deciding(own: Decider) -> Iterator[None]:
    """Inside of it `own` decides, in this thread."""
    before, _current.decider = _current.decider, own
    try:
        yield
    finally:
        _current.decider = before
