# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Functions of JAX as compiled modules, by the StableHLO that JAX writes.

Two routes lead from StableHLO to linalg: torch-mlir's, whose graphs the import knows best, and IREE's, which also takes
loops and the unsigned integers of random numbers. The first that leaves nothing of its own dialects is taken.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from fusion import _libraries
from fusion._imported import Imported, calls_differ, check_example, import_package, path_text, run_tool
from fusion._module import check_options, compile

__all__ = ["from_jax"]


def from_jax(function: Callable[..., Any], args: Sequence[Any], *, target: str = "auto", **options: Any) -> Imported:
    """Compiles a function of JAX for arguments of the shapes and types of `args` (arrays, or pytrees of arrays).

    Calls take arrays of JAX, or of any other library, and results are of the library of the first one. Loops
    (`jax.lax.scan`, `while_loop`, `fori_loop`) run on the host, with kernels in them. Keys of `jax.random` are taken
    and given.

    Args:
        target, options: as of `fusion.compile`.

    Raises:
        ImportError: a tool is not installed; the text has the command.
        ValueError: an operation that no route lowers, such as a sort or a Fourier transform.
        CompileError: the compiler refuses the graph.

    >>> import jax.numpy as jnp
    >>> softsign = fusion.from_jax(lambda x: x / (1 + abs(x)), (jnp.zeros(2),))
    >>> softsign(jnp.array([1.0, -3.0]))
    Array([ 0.5 , -0.75], dtype=float32)
    """
    jax = import_package("jax", "jax iree-base-compiler torch-mlir")
    check_example("from_jax", "a function", function, args)
    check_options(target, options, ("args",))
    lowered = jax.jit(function, keep_unused=True).lower(*args)
    text = _lower(lowered.as_text())
    name = getattr(function, "__name__", type(function).__name__)
    return Imported(compile(text, target, **options), name, _Signature(jax, function, args, lowered))


class _Signature:
    """How trees of arrays become inputs, and outputs trees of arrays."""

    remedy = "compile the function again for other shapes"

    def __init__(self, jax: Any, function: Callable[..., Any], args: Sequence[Any], lowered: Any) -> None:
        leaves, self._arguments = jax.tree_util.tree_flatten_with_path(tuple(args))
        try:
            self._parameters = list(inspect.signature(function).parameters)
        except ValueError:  # of a function that says nothing
            self._parameters = []
        self.names = [path_text(self._parameters, path) for path, _ in leaves]
        self._numbers = {number: np.dtype(info.dtype) for number, info in enumerate(jax.tree.leaves(lowered.in_avals))
                         if isinstance(leaves[number][1], (bool, int, float))}
        infos, self._results = jax.tree.flatten(lowered.out_info)
        self._types = [info.dtype for info in infos]

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        import jax

        if kwargs:
            raise TypeError(f"a function of fusion.from_jax takes its arguments by position, not by the name "
                            f"'{next(iter(kwargs))}'")
        leaves, tree = jax.tree.flatten(tuple(args))
        if tree != self._arguments:
            paths, _ = jax.tree_util.tree_flatten_with_path(tuple(args))
            raise calls_differ(self.names, [path_text(self._parameters, path) for path, _ in paths])
        is_jax = any(isinstance(leaf, jax.Array) for leaf in leaves)
        make = jax.numpy.asarray if is_jax else np.asarray
        return [make(leaf, self._numbers[number]) if number in self._numbers else _as_numbers(leaf)
                for number, leaf in enumerate(leaves)]

    def unflatten(self, values: Sequence[Any]) -> Any:
        import jax

        return jax.tree.unflatten(self._results, [_as_type(value, own) for value, own in zip(values, self._types)])


def _as_numbers(leaf: Any) -> Any:
    """An argument, of keys the numbers."""
    import jax

    is_key = isinstance(leaf, jax.Array) and jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key)
    return jax.random.key_data(leaf) if is_key else leaf


def _as_type(value: Any, own: Any) -> Any:
    """A result, whose integers have no sign, as JAX has it."""
    import jax

    if jax.dtypes.issubdtype(own, jax.dtypes.prng_key):
        numbers = _libraries.of(value).view(value, "uint32")
        return jax.random.wrap_key_data(jax.numpy.asarray(numbers), impl=own._impl.name)
    return _libraries.of(value).view(value, own.name) if np.dtype(own).kind == "u" else value


def _lower(text: str) -> str:
    """StableHLO as linalg, by the first route that lowers all of it; ValueError if none does."""
    # What products ask of the hardware is a promise that no route keeps, nor knows.
    text = re.sub(r", algorithm = <[^>]*>", "", text)
    # How arrays lie on devices is no part of a graph for one.
    text = re.sub(r"(?m)^ *sdy\.mesh .*\n", "", text)
    text = re.sub(r"sdy\.sharding_constraint (%\w+) .* : (tensor<\S+>)", r"stablehlo.reshape \1 : (\2) -> \2", text)
    reasons = []
    for name, route in (("torch-mlir", _by_torch_mlir), ("IREE", _by_iree)):
        try:
            lowered = route(text)
        except RuntimeError as error:
            reasons.append(f"{name}: {error}")
            continue
        left = sorted(set(_FOREIGN.findall(lowered)))
        if not left:
            return lowered
        reasons.append(f"{name} leaves {', '.join(left)}")
    raise ValueError("the function has operations that no route lowers to linalg:\n  " + "\n  ".join(reasons))


_FOREIGN = re.compile(r"\b(?:stablehlo|chlo|vhlo|iree_\w+)\.\w+(?=[^\w.])|\bunrealized_conversion_cast\b")
"""Operations that are no part of MLIR's own dialects, or cast to types that are none."""


def _by_torch_mlir(text: str) -> str:
    plain = run_tool("iree-opt", "iree-base-compiler", ["--inline", "--chlo-legalize-to-stablehlo", "-"], text)
    return run_tool("torch-mlir-opt", "torch-mlir", ["--stablehlo-legalize-to-linalg", "--canonicalize", "--cse"], plain)


def _by_iree(text: str) -> str:
    return run_tool("iree-opt", "iree-base-compiler", ["--iree-stablehlo-input-transformation-pipeline", "-"], text)
