# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Operations of aten that make tensors of no other: fills and ranges."""

from __future__ import annotations

from typing import Any

from fusion import _dtypes, _ops
from fusion._dims import Size
from fusion._graph import Value
from fusion.torch._lowering import Call, Operand, lowers


@lowers("full.default", "new_full.default", "full_like.default")
def full(c: Call, *arguments: Any, **options: Any) -> Value:
    value = arguments[-1] if "fill_value" not in options else options["fill_value"]
    return _filled(c, value)


@lowers("zeros.default", "zeros_like.default", "new_zeros.default")
def zeros(c: Call, *arguments: Any, **options: Any) -> Value:
    return _filled(c, 0)


@lowers("ones.default", "ones_like.default", "new_ones.default")
def ones(c: Call, *arguments: Any, **options: Any) -> Value:
    return _filled(c, 1)


@lowers("empty.memory_format", "empty_like.default", "new_empty.default", "empty_permuted.default",
        "empty_strided.default", "new_empty_strided.default")
def empty(c: Call, *arguments: Any, **options: Any) -> Value:
    """What a tensor holds that nobody wrote is unspecified: zeros here."""
    return _filled(c, 0)


@lowers("scalar_tensor.default")
def scalar_tensor(c: Call, value: Operand, **options: Any) -> Value:
    return _filled(c, value)


@lowers("arange.start_step", "arange.default", "arange.start")
def arange(c: Call, *bounds: Any, **options: Any) -> Value:
    start: Any = 0
    step: Any = 1
    if len(bounds) == 1:
        stop = bounds[0]
    else:
        start, stop = bounds[:2]
        step = bounds[2] if len(bounds) > 2 else 1
    return _ops.arange(c.graph, start, stop, step, c.dtype)


@lowers("prims.iota.default")
def iota(c: Call, length: Size, start: int = 0, step: int = 1, **options: Any) -> Value:
    return _ops.arange(c.graph, start, start + length * step, step, c.dtype)


@lowers("eye.default", "eye.m")
def eye(c: Call, *sizes: Size, **options: Any) -> Value:
    rows, columns = (_ops.iota(c.graph, c.shape, axis, _dtypes.i64) for axis in (0, 1))
    return _ops.cast(_ops.equal(rows, columns), c.dtype)


def _filled(c: Call, value: Operand) -> Value:
    return _ops.full(c.graph, c.shape, c.operand(value, c.dtype), c.dtype)
