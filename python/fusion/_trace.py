# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""When compiles, calls and launches ran: fusion.trace."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from fusion import _native


@contextmanager
def trace(path: str | os.PathLike[str]) -> Iterator[None]:
    """Writes when compiles, calls and launches in the `with` block ran, as JSON for https://ui.perfetto.dev.

    All threads of the process are in it, and so is what a compiled `torch.compile` region calls. The block ends when
    the launches have. While it lasts, launches of one stream do not overlap (docs/Tracing.md).

    Args:
        path: the file, which is written when the block ends, also by an exception.

    Raises:
        FileNotFoundError: the file's folder is not there.
        CallError: another block is open, or the file cannot be written.

    >>> import json, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "run.json")
    >>> with fusion.trace(path):
    ...     total = np.asarray(fusion.sum(np.ones(4, "f")))
    >>> events = json.load(open(path))["traceEvents"]
    >>> sum(event["name"] == "call" for event in events)
    1
    """
    file = os.path.abspath(os.fsdecode(path))
    file.encode()  # a UnicodeEncodeError before anything is traced
    if not os.path.isdir(os.path.dirname(file)):
        raise FileNotFoundError(f"the folder of the trace is not there: {os.path.dirname(file)}")
    _native.begin_trace()
    try:
        yield
    except BaseException:
        _write_beside_error(file)
        raise
    _native.end_trace(file)


def _write_beside_error(file: str) -> None:
    """The block's own exception counts, whatever becomes of the file."""
    try:
        _native.end_trace(file)
    except _native.CallError:
        pass
