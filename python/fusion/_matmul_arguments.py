# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What `fusion.matmul` refuses before it compiles, by the names and shapes that the caller has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fusion._apply import number
from fusion._native import key_of
from fusion._options import check_type
from fusion._types import as_dtype

TENSORS = ("a", "b", "bias", "c", "residual")
"""The tensors that it takes, in the order of the graph."""


def check_types(tensors: Sequence[Any], activation: Any, alpha: Any, beta: Any, out_dtype: Any) -> None:
    """TypeError names an argument of `matmul` that is of a wrong type."""
    for name, tensor in zip(TENSORS, tensors):
        try:
            key_of(tensor)
        except TypeError as error:
            raise TypeError(f"{name} of fusion.matmul: {error}") from None
    number(alpha, "alpha")
    number(beta, "beta")
    if activation is not None:
        check_type("activation", activation, str, "a name, such as 'relu'")
    if out_dtype is not None:
        as_dtype(out_dtype)


def check_shapes(tensors: Sequence[Any], transpose_a: bool, transpose_b: bool) -> None:
    """ValueError where sizes do not fit, with the shapes as the caller has them."""
    a, b, *added = [None if tensor is None else tuple(map(int, tensor.shape)) for tensor in tensors]
    for name, shape in (("a", a), ("b", b)):
        if shape is None or len(shape) < 2:
            raise ValueError(f"{name} expects two dimensions or more, but its shape is {shape}")
    assert a is not None and b is not None
    rows, inner = (a[-1], a[-2]) if transpose_a else a[-2:]
    other, columns = (b[-1], b[-2]) if transpose_b else b[-2:]
    if inner != other:
        hint = f"; transpose_b={not transpose_b} reads b the other way round" if inner == columns else ""
        raise ValueError(f"matmul expects equal contraction sizes, but a of shape {a} and b of shape {b} have {inner} "
                         f"and {other}{hint}")
    try:
        result = (*np.broadcast_shapes(a[:-2], b[:-2]), rows, columns)
    except ValueError:
        raise ValueError(f"matmul expects equal batches, but a of shape {a} and b of shape {b} have {a[:-2]} and "
                         f"{b[:-2]}") from None
    for name, shape in zip(TENSORS[2:], added):
        if shape is not None and not _broadcasts(shape, result):
            raise ValueError(f"{name} of shape {shape} does not broadcast to the result, of shape {result}")


def _broadcasts(shape: tuple[int, ...], result: tuple[int, ...]) -> bool:
    return len(shape) <= len(result) and all(
        own in (1, size) for own, size in zip(reversed(shape), reversed(result)))
