# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What a user is told where a region could not be compiled, or where nothing may be left to a fallback."""

from __future__ import annotations

import hashlib
import os
import threading
import warnings
from collections import Counter
from pathlib import Path

import fusion

_warned: set[str] = set()
_lock = threading.Lock()


class Uncompiled(RuntimeError):
    """With ``fallback="error"``: operations that no region takes, and why."""


def warn_of_region(operation: str, reason: str, text: str | None, target: str) -> None:
    """Warns once of a region that goes to the fallback.

    `operation` is the one that the compiler names, `text` the region in MLIR where it came that far: it is written to
    the user's cache folder, and the warning has the command that compiles it again.
    """
    key = f"{operation}\0{reason}\0{text}"
    with _lock:
        if key in _warned:
            return
        _warned.add(key)
    message = f"a region goes to the fallback: '{operation}': {reason}"
    if text is not None:
        message += f"\nto see it again: {reproduce(text, target)}"
    warnings.warn(message, fusion.FusionWarning, stacklevel=2)


def reproduce(text: str, target: str) -> str:
    """A command that compiles `text`, written to the cache folder, once more."""
    path = folder() / f"region-{hashlib.sha256(text.encode()).hexdigest()[:16]}.mlir"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        return f"(the region could not be written to {path}: {error})"
    return f"python -c \"import fusion; fusion.compile('{path}', '{target}')\""


def folder() -> Path:
    """Where regions that failed are written."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "fusion" / "failed"


def check_nothing_left(left: Counter[tuple[str, str]]) -> None:
    """Raises `Uncompiled` where operations, each with its reason, are in no region."""
    if left:
        lines = [f"{count} × {name}: {reason}" for (name, reason), count in left.most_common()]
        raise Uncompiled("fallback=\"error\", and no region takes\n  " + "\n  ".join(lines))
