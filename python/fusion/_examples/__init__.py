# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Examples that docstrings of functions end with; a test runs them (python/tests/test_docstrings.py)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any

from fusion._examples import arrays, elementwise


def attach(functions: Mapping[str, Any]) -> None:
    """Adds each example to the docstring of the function that it begins with a call of."""
    for example in re.split(r"\n\n", (elementwise.EXAMPLES + arrays.EXAMPLES).strip()):
        name = example.partition("fusion.")[2].partition("(")[0]
        function = functions[name]
        if function.__doc__ is not None:  # there are none under python -OO
            function.__doc__ = f"{inspect.cleandoc(function.__doc__)}\n\n{example}\n"
