# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Options by name: their values as the C library takes them, and what was meant where a name or a value is wrong."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any


def nearest(given: object, names: Iterable[object]) -> str:
    """`` (did you mean 'NAME'?)`` with the name that is spelled most like `given`; nothing where none is."""
    known = {str(name).lower(): name for name in names}
    found = difflib.get_close_matches(str(given).lower(), list(known), 1)
    return f" (did you mean {known[found[0]]!r}?)" if found else ""


def check_choice(name: str, value: object, choices: Iterable[object]) -> None:
    """ValueError where `value` is none of the choices."""
    listed = list(choices)
    if value not in listed or isinstance(value, bool) is not any(isinstance(choice, bool) for choice in listed):
        raise ValueError(f"{name} expects {_one_of(listed)}, but is {value!r}{nearest(value, listed)}")


def check_type(name: str, value: object, kind: type, words: str) -> None:
    """TypeError where `value` is not of the type `kind`, which `words` describe."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(f"{name} expects {words}, but is {value!r}")


def _one_of(choices: list[object]) -> str:
    words = [repr(choice) for choice in choices]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def as_settings(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options as names and values of the C library, which has dashes in names; None is an option that is not given.

    TypeError for a value that no option takes.
    """
    return [(name.replace("_", "-"), _text(name, value)) for name, value in options.items() if value is not None]


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)):
        return str(value)
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if isinstance(value, (tuple, list)) and all(isinstance(part, int) for part in value):
        return ",".join(map(str, value))
    raise TypeError(f"option {name} expects a text, a number, numbers or a bool, but is {value!r}")


def in_python(message: str) -> str:
    """A message of the C library about an option, with the name as keywords have it."""
    def underscored(found: re.Match[str]) -> str:
        return found[0].replace("-", "_")

    return re.sub(r"^[\w-]+|(?<=did you mean )[\w-]+", underscored, message.strip().removeprefix("error: "))
