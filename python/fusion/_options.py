# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Options by name: their values as the C library takes them, and what was meant where a name or a value is wrong."""

from __future__ import annotations

import difflib
import functools
import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

from fusion import _native


def nearest(given: object, names: Iterable[object]) -> str:
    """`` (did you mean 'NAME'?)`` with the name that is spelled most like `given`; nothing where none is."""
    known = {str(name).lower(): name for name in names}
    text = str(given).lower()
    found = [name for name in known if len(text) > _FEW_LETTERS and name.startswith(text)]
    found = found or difflib.get_close_matches(text, list(known), 1)
    return f" (did you mean {known[found[0]]!r}?)" if found else ""


_FEW_LETTERS = 2  # too few to tell a name by its beginning


def check_choice(name: str, value: object, choices: Iterable[object]) -> None:
    """ValueError where `value` is none of the choices."""
    listed = list(choices)
    if value not in listed or isinstance(value, bool) is not any(isinstance(choice, bool) for choice in listed):
        raise ValueError(f"{name} expects {_one_of(listed)}, but is {value!r}{nearest(value, listed)}")


def check_type(name: str, value: object, kind: type[object], words: str) -> None:
    """TypeError where `value` is not of the type `kind`, which `words` describe."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(f"{name} expects {words}, but is {value!r}")


def _one_of(choices: list[object]) -> str:
    words = [repr(choice) for choice in choices]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


@functools.cache
def _names() -> tuple[str, ...]:
    """The options of the C library as keywords have them: it lists them where it is given another one."""
    try:
        _native.check_options([("?", "")])
    except ValueError as error:
        return tuple(str(error).strip().partition("there are ")[2].replace("-", "_").split(", "))
    raise AssertionError("the C library takes an option without a name")


def check_names(options: Iterable[str], own: Iterable[str] = ()) -> None:
    """ValueError for an option that the C library does not have; `own` are keywords that may be meant as well."""
    for name in options:
        if name.replace("-", "_") not in _names():
            meant = _FOREIGN.get(name.lower()) or nearest(name, [*own, *_names()])
            raise ValueError(f"{name} is no option{meant}; there are {', '.join(_names())}")


_DEVICE = " (target is what it is compiled for, and it runs where its tensors are)"
_FAST = " (numerics='fast' is the option)"
_FOREIGN = {"device": _DEVICE, "backend": _DEVICE, "fast_math": _FAST, "fastmath": _FAST,
            "allow_tf32": " (f32_precision='tf32' is the option)"}
"""What serves here in the place of another library's option."""


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
