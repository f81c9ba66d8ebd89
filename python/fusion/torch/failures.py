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
from typing import TYPE_CHECKING

import fusion

if TYPE_CHECKING:
    from fusion.torch.region import Source

_warned: set[str] = set()
_lock = threading.Lock()


class Uncompiled(RuntimeError):
    """With ``fallback="error"``: operations that no region takes, and why.

    >>> model = torch.compile(lambda x: x.sort().values @ x, backend="fusion", options={"fallback": "error"})
    >>> model(torch.eye(2))
    Traceback (most recent call last):
    ...
    torch._dynamo.exc.BackendCompilerFailed: backend='fusion' raised:
    Uncompiled: fallback="error", and no region takes
      1 × sort: no entry of the table of operations has it
    ...
    """


def warn_of_region(operation: str, reason: str, source: Source | None) -> None:
    """Warns once of a region that goes to the fallback.

    `operation` is the one that the compiler names, `source` the region where it came that far: its text is written to
    the user's cache folder, and the warning has the command that compiles it again.
    """
    message = f"a region goes to the fallback: '{operation}': {reason}"
    _warn(message if source is None else f"{message}\nto see it again: {reproduce(source)}")


def warn_of_graph(what: str, error: Exception, instead: str) -> None:
    """Warns once of a graph of which `what` is true, for the reason `error`; `instead` runs it."""
    reason = f"{type(error).__name__}: {error}".strip()
    _warn(f"a graph goes to the fallback: {what}: {reason}\n{instead} runs it; to see it again: set "
          "TORCH_LOGS=+fusion.torch, which shows the graph and the place of the error")


def _warn(message: str) -> None:
    with _lock:
        if message in _warned:
            return
        _warned.add(message)
    warnings.warn(message, fusion.FusionWarning, stacklevel=3)


def reproduce(source: Source) -> str:
    """A command that compiles the text of `source`, written to the cache folder, once more."""
    path = folder() / f"region-{hashlib.sha256(source.text.encode()).hexdigest()[:16]}.mlir"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
    except OSError as error:
        return f"(the region could not be written to {path}: {error})"
    options = "".join(f", {name}={value!r}" for name, value in source.options.items())
    return f"python -c \"import fusion; fusion.compile('{path}', '{source.target}'{options})\""


def folder() -> Path:
    """Where regions that failed are written."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "fusion" / "failed"


def check_nothing_left(left: Counter[tuple[str, str]]) -> None:
    """Raises `Uncompiled` where operations, each with its reason, are in no region."""
    if left:
        lines = [f"{count} × {name}: {reason}" for (name, reason), count in left.most_common()]
        raise Uncompiled("fallback=\"error\", and no region takes\n  " + "\n  ".join(lines))
