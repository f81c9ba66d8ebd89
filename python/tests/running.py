# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""How tests run a graph on the CPU and compare what it gives with NumPy in float64."""

from __future__ import annotations

import unittest
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

import fusion
from fusion import _dtypes
from fusion._dtypes import DType
from fusion._graph import Dim, Graph, Value

Array = np.ndarray[Any, Any]


def stored(values: Any, dtype: DType) -> Array:
    """`values` rounded to `dtype`, as NumPy stores it: bf16 as its bits, in uint16."""
    with np.errstate(over="ignore", invalid="ignore"):
        return _dtypes.bf16_bits(values) if dtype is _dtypes.bf16 else np.asarray(values).astype(dtype.storage)


def exact(array: Array, dtype: DType) -> Array:
    """The numbers that are stored, floats as float64."""
    if dtype is _dtypes.bf16:
        return _dtypes.bf16_values(array).astype(np.float64)
    return array.astype(np.float64) if dtype.is_float else array


def run(graph: Graph, inputs: Sequence[Array]) -> list[Array]:
    """The outputs of a graph for `inputs`, stored as `stored` does it. Unsigned integers are passed as signed ones."""
    arguments = [
        array.view(f"i{array.itemsize}") if dtype.kind == "uint" else array
        for dtype, array in zip(graph.input_types, inputs, strict=True)
    ]
    results = fusion.compile(graph.text(), "cpu", cache="off")(*arguments)
    outputs = results if isinstance(results, tuple) else (results,)
    return [array.view(output.dtype.storage) for array, output in zip(outputs, graph.outputs, strict=True)]


# Unit roundoff of each float type: half the distance of 1 to the next number.
ROUNDOFF = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53}


def assert_close(got: Array, expected: Any, dtype: DType, name: str, ulps: float = 4.0, slack: float = 0.0) -> None:
    """`got`, stored as `dtype`, against numbers in float64: integers and special values have to be equal.

    Floats may be off by the rounding of the result, by `ulps` units of the type that it is computed in, f32 at least,
    and by `slack`, an absolute error.
    """
    reference = np.asarray(expected)
    if got.shape != reference.shape:
        raise AssertionError(f"{name}: shape {got.shape} is not {reference.shape}")
    if not dtype.is_float:
        np.testing.assert_array_equal(got, reference.astype(dtype.storage), err_msg=name)
        return
    values = exact(got, dtype)
    reference = exact(stored(reference, dtype), dtype) if not np.isfinite(reference).all() else reference
    special = ~np.isfinite(reference)
    np.testing.assert_array_equal(values[special], reference[special], err_msg=name)
    values, reference = values[~special], reference[~special]
    unit = ROUNDOFF["f64" if dtype is _dtypes.f64 else "f32"]
    rounding = 0.0 if dtype.bits >= 32 else ROUNDOFF[dtype.name] * 1.001
    smallest = {"f16": 2.0**-24, "bf16": 2.0**-133, "f32": 2.0**-149, "f64": 0.0}[dtype.name]
    bound = np.abs(reference) * (rounding + 2 * ulps * unit) + slack + smallest
    off = np.abs(values - reference)
    if not (off <= bound).all():
        worst = int(np.argmax(off - bound))
        raise AssertionError(
            f"{name}: {values.reshape(-1)[worst]} is off {reference.reshape(-1)[worst]} by "
            f"{off.reshape(-1)[worst]}, and {bound.reshape(-1)[worst]} is allowed"
        )


Case = tuple[Callable[..., Value], Callable[..., Any]]


def random(shape: Sequence[int], dtype: DType, seed: int = 0) -> Array:
    """Numbers of the normal distribution, stored as `dtype`."""
    return stored(np.random.default_rng(seed).standard_normal(tuple(shape)), dtype)


def check(
    test: unittest.TestCase,
    inputs: Sequence[tuple[Array, DType]],
    cases: Mapping[str, Case],
    ulps: float = 4.0,
    slack: float = 0.0,
    dynamic: bool = False,
    rounded: bool = False,
) -> None:
    """Runs one graph with all cases as outputs, each a function of the inputs' values and one of their numbers.

    `dynamic` makes all sizes other than 1 unknown to the graph; equal sizes have one symbol. With `rounded`, values
    may be off by a second rounding.
    """
    graph = Graph()
    values = [
        graph.input(dtype, [Dim.symbol(f"s{size}") if dynamic and size != 1 else size for size in array.shape])
        for array, dtype in inputs
    ]
    outputs = {name: function(*values) for name, (function, _) in cases.items()}
    for output in outputs.values():
        graph.output(output)
    results = run(graph, [array for array, _ in inputs])
    numbers = [exact(array, dtype) for array, dtype in inputs]
    for (name, (_, reference)), got in zip(cases.items(), results, strict=True):
        with test.subTest(case=name):
            dtype = outputs[name].dtype
            more = 2 * ROUNDOFF[dtype.name] / ROUNDOFF["f32"] if rounded and dtype.is_float else 0.0
            assert_close(got, reference(*numbers), dtype, name, ulps + more, slack)
