# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Regions between processes: PyTorch keeps compiled graphs on disk, and what they call by name is kept beside them.

A graph that another process compiled calls regions that this process has never seen. Their text is in the folder of
PyTorch's cache, so that both are there or neither is. `tag` is part of the key of each compiled graph. It changes where
the folder of regions was emptied, where another version of this package runs, and where other options are chosen.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import re
import secrets
import tempfile
from pathlib import Path
from typing import Any

import torch

_NAME = re.compile(r"region_[0-9a-f]{32}")


def tag(options: Any) -> str:
    """What the keys of compiled graphs have of ours: versions, options, and which folder of regions they call."""
    outer = torch.compiler.config.cache_key_tag
    return f"{outer}fusion {_build()} {identity()} {options}"


@functools.cache
def _build() -> str:
    """Changes with each version, and with each file of a working tree."""
    import fusion

    root = Path(fusion.__file__).parent
    files = sorted(Path(folder) / name for folder, _, names in os.walk(root, followlinks=True) for name in names
                   if name.endswith((".py", ".so")))
    stamps = [(str(path.relative_to(root)), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return f"{fusion.__version__} {hashlib.sha256(repr(stamps).encode()).hexdigest()[:16]}"


def folder() -> Path:
    """Where regions are kept."""
    from torch._inductor.runtime.runtime_utils import cache_dir

    return Path(cache_dir()) / "fusion"


def identity() -> str:
    """A number of this folder of regions; a new one where there is none."""
    path = folder() / "identity"
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        _write(path, secrets.token_hex(8))
    try:
        return path.read_text(encoding="ascii")
    except OSError:  # nothing can be kept there, nor found again
        return secrets.token_hex(8)


def put(name: str, description: dict[str, Any]) -> None:
    """Keeps what a region is made from; a folder that cannot be written to is no error, as for PyTorch's own caches."""
    path = folder() / f"{name}.json"
    if not path.exists():
        _write(path, json.dumps(description))


def get(name: str) -> dict[str, Any]:
    """What `put` was given in another process; KeyError where nothing has this name."""
    if not _NAME.fullmatch(name):
        raise KeyError(name)
    try:
        found: dict[str, Any] = json.loads((folder() / f"{name}.json").read_text(encoding="utf-8"))
    except OSError as error:
        raise KeyError(name) from error
    return found


def _write(path: Path, text: str) -> None:
    """Writes a file that is there as a whole or not at all."""
    temporary = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
            temporary = file.name
            file.write(text)
        os.replace(temporary, path)
    except OSError:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
