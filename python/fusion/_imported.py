# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Models of other frameworks that are called as their frameworks call them, and the tools that some come by."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from fusion._errors import CallError
from fusion._module import Module

if TYPE_CHECKING:
    from fusion._explain import Explanation


class Signature(Protocol):
    """How arguments of a call become inputs of the graph, and its outputs what the call returns. It can be pickled."""

    names: Sequence[str]
    """What the model calls the graph's inputs."""
    remedy: str
    """What to do where a call's shapes are not those of the example."""

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """The inputs; TypeError where arguments are not built as those of the example."""

    def unflatten(self, values: Sequence[Any]) -> Any:
        """What the model returns."""


class Imported:
    """A model of a framework, compiled: takes what the model takes, returns what it returns.

    ``module`` is the compiled graph, with the model's parameters as its first inputs.
    """

    def __init__(self, module: Module, name: str, signature: Signature) -> None:
        self.module = module
        self.__name__ = name
        self._signature = signature
        module.input_names = signature.names

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The model's result. TypeError where arguments are not built as those of the example."""
        inputs = self._signature.flatten(args, kwargs)
        try:
            values = self.module(*inputs)
        except CallError as error:
            if re.search(r"expected \S+, got \S+$", str(error)):
                error.args = (f"{error}; {self._signature.remedy}",)
            raise
        return self._signature.unflatten(values if isinstance(values, tuple) else (values,))

    def __repr__(self) -> str:
        return f"<fusion.Imported {self.__name__}: {self.module!r}>"

    def explain(self) -> Explanation:
        """The report: kernels, and what is not fused with the reason."""
        return self.module.explain()

    @property
    def mlir(self) -> str:
        """The graph with its kernels formed, fused and scheduled."""
        return self.module.mlir

    @property
    def ptx(self) -> str:
        """The kernels as PTX; empty for the CPU."""
        return self.module.ptx

    @property
    def kernels(self) -> list[dict[str, Any]]:
        """The kernels, one dictionary for each (docs/CommandLine.md, The report)."""
        return self.module.kernels

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a shared object for the runtime library (docs/Runtime.md)."""
        self.module.save(path)


def path_text(names: Sequence[str], keys: Iterable[Any]) -> str:
    """``x[0]['w']`` of a path in a tree of arguments, whose first key is the number or the name of a parameter."""
    first, *rest = [getattr(key, "idx", getattr(key, "key", getattr(key, "name", key))) for key in keys]
    base = first if isinstance(first, str) else names[first] if first < len(names) else f"argument {first}"
    return base + "".join(f"[{key!r}]" for key in rest)


def check_example(caller: str, kind: str, function: Any, args: Any) -> None:
    """TypeError where `function` is not what `kind` says, which can be called, or `args` are no arguments of it."""
    if isinstance(function, type) or not callable(function):
        hint = ": make an object of it first" if isinstance(function, type) else _HINTS.get(type(function).__name__, "")
        what = f"the class {function.__name__}" if isinstance(function, type) else type(function).__name__
        raise TypeError(f"fusion.{caller} expects {kind} and example arguments, got {what}{hint}")
    if not isinstance(args, (tuple, list)):
        raise TypeError(f"args of fusion.{caller} are a tuple, one entry for each argument, got {type(args).__name__}: "
                        "write (x,) for a single one")


_LOAD = ": load it into a model, as by model.load_state_dict(...)"
_HINTS = {"OrderedDict": _LOAD, "dict": _LOAD, "str": ": load the model first", "PosixPath": ": load the model first"}


def calls_differ(names: Sequence[str], called: Sequence[str]) -> TypeError:
    """The exception for a call whose arguments, by the names of their tensors, are not those of the example."""
    missing = [name for name in names if name not in called]
    more = [name for name in called if name not in names]
    reasons = [f"{', '.join(found)} {word}" for found, word in ((missing, "missing"), (more, "too much")) if found]
    return TypeError(f"the model was compiled for ({', '.join(names)}), and is called with ({', '.join(called)})"
                     f"{': ' if reasons else ''}{' and '.join(reasons)}; compile it again for other arguments")


def import_package(name: str, packages: str) -> Any:
    """A framework's module; ImportError with the command that installs it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is not installed: pip install {packages}") from error


def run_tool(program: str, package: str, arguments: Sequence[str], text: str | None = None) -> str:
    """The output of a program that a wheel brings, found beside this Python or on the path."""
    # Not in the current folder, where a downloaded model lies: relative elements of PATH are left out.
    folders = [os.path.dirname(sys.executable), *os.environ.get("PATH", "").split(os.pathsep)]
    path = shutil.which(program, path=os.pathsep.join(filter(os.path.isabs, folders)))
    if path is None:
        raise ImportError(f"{program} is not installed: pip install {package}")
    done = subprocess.run([path, *arguments], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{program} failed ({done.returncode}): {done.stderr.strip()[-4000:]}")
    return done.stdout
