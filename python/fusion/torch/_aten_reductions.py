# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Operations of aten that reduce: sums, extrema, softmax, norms, running sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from fusion import _dtypes, _ops
from fusion._graph import Value
from fusion.torch._lowering import Call, expect, lowers

Axes = int | Sequence[int] | None


def _axes(x: Value, dim: Axes) -> Axes:
    """No axes and an empty list are all axes; a tensor of rank 0 has an axis 0 in PyTorch, and -1."""
    if x.rank == 0 or dim is None:
        return None
    return dim if isinstance(dim, int) else list(dim) or None


@lowers("sum.dim_IntList", "sum.default")
def sum_(c: Call, x: Value, dim: Axes = None, keepdim: bool = False, dtype: torch.dtype | None = None) -> Value:
    return _ops.sum(x, _axes(x, dim), keepdim, c.dtype)


@lowers("mean.dim", "mean.default")
def mean(c: Call, x: Value, dim: Axes = None, keepdim: bool = False, dtype: torch.dtype | None = None) -> Value:
    return _ops.mean(x, _axes(x, dim), keepdim, c.dtype)


@lowers("prod.dim_int", "prod.default")
def prod(c: Call, x: Value, dim: Axes = None, keepdim: bool = False, dtype: torch.dtype | None = None) -> Value:
    return _ops.prod(x, _axes(x, dim), keepdim, c.dtype)


@lowers("amax.default")
def amax(c: Call, x: Value, dim: Axes = None, keepdim: bool = False) -> Value:
    return _ops.max(x, _axes(x, dim), keepdim)


@lowers("amin.default")
def amin(c: Call, x: Value, dim: Axes = None, keepdim: bool = False) -> Value:
    return _ops.min(x, _axes(x, dim), keepdim)


@lowers("max.default")
def max_all(c: Call, x: Value) -> Value:
    return _ops.max(x)


@lowers("min.default")
def min_all(c: Call, x: Value) -> Value:
    return _ops.min(x)


@lowers("max.dim")
def max_dim(c: Call, x: Value, dim: int, keepdim: bool = False) -> tuple[Value, Value]:
    return _ops.extremum_with_position(True, x, dim, keepdim)


@lowers("min.dim")
def min_dim(c: Call, x: Value, dim: int, keepdim: bool = False) -> tuple[Value, Value]:
    return _ops.extremum_with_position(False, x, dim, keepdim)


@lowers("argmax.default")
def argmax(c: Call, x: Value, dim: int | None = None, keepdim: bool = False) -> Value:
    return _ops.argmax(x, dim, keepdim)


@lowers("argmin.default")
def argmin(c: Call, x: Value, dim: int | None = None, keepdim: bool = False) -> Value:
    return _ops.argmin(x, dim, keepdim)


@lowers("any.dim", "any.dims", "any.default")
def any_(c: Call, x: Value, dim: Axes = None, keepdim: bool = False) -> Value:
    return _ops.any(x, _axes(x, dim), keepdim)


@lowers("all.dim", "all.dims", "all.default")
def all_(c: Call, x: Value, dim: Axes = None, keepdim: bool = False) -> Value:
    return _ops.all(x, _axes(x, dim), keepdim)


@lowers("var.correction")
def var(c: Call, x: Value, dim: Axes = None, correction: float | None = None, keepdim: bool = False) -> Value:
    return _ops.var(x, _axes(x, dim), 1 if correction is None else correction, keepdim)


@lowers("std.correction")
def std(c: Call, x: Value, dim: Axes = None, correction: float | None = None, keepdim: bool = False) -> Value:
    return _ops.std(x, _axes(x, dim), 1 if correction is None else correction, keepdim)


@lowers("var_mean.correction")
def var_mean(c: Call, x: Value, dim: Axes = None, correction: float | None = None,
             keepdim: bool = False) -> tuple[Value, Value]:
    return _ops.var_mean(x, _axes(x, dim), 1 if correction is None else correction, keepdim)


@lowers("linalg_vector_norm.default")
def vector_norm(c: Call, x: Value, ord: float = 2, dim: Axes = None, keepdim: bool = False,
                dtype: torch.dtype | None = None) -> Value:
    return _ops.norm(x, ord, _axes(x, dim), keepdim, c.dtype)


@lowers("count_nonzero.default", "count_nonzero.dim_IntList")
def count_nonzero(c: Call, x: Value, dim: Axes = None) -> Value:
    return _ops.count_nonzero(x, _axes(x, dim))


@lowers("logsumexp.default")
def logsumexp(c: Call, x: Value, dim: Axes, keepdim: bool = False) -> Value:
    return _ops.logsumexp(x, _axes(x, dim), keepdim)


def _softmax(function: Callable[..., Value]) -> Callable[..., Value]:
    return lambda c, x, dim, half_to_float=False: function(x, dim, c.dtype)


lowers("_softmax.default")(_softmax(_ops.softmax))
lowers("_safe_softmax.default")(_softmax(_ops.safe_softmax))
lowers("_log_softmax.default")(_softmax(_ops.log_softmax))


@lowers("_softmax_backward_data.default")
def softmax_backward(c: Call, gradient: Value, output: Value, dim: int, input_dtype: torch.dtype) -> Value:
    """y · (g - Σ y g)."""
    wide = _dtypes.accumulator(output.dtype)
    y, product = _ops.cast(output, wide), _ops.mul(c.value(gradient, wide), c.value(output, wide))
    return _ops.sub(product, _ops.mul(y, _ops.sum(product, _axes(y, dim), keepdims=True)))


@lowers("_log_softmax_backward_data.default")
def log_softmax_backward(c: Call, gradient: Value, output: Value, dim: int, input_dtype: torch.dtype) -> Value:
    """g - e^y · Σ g."""
    wide = _dtypes.accumulator(output.dtype)
    g, y = _ops.cast(gradient, wide), _ops.cast(output, wide)
    return _ops.sub(g, _ops.mul(_ops.exp(y), _ops.sum(g, _axes(y, dim), keepdims=True)))


@lowers("native_layer_norm.default")
def native_layer_norm(c: Call, x: Value, shape: Sequence[int], weight: Value | None, bias: Value | None,
                      eps: float) -> tuple[Value, Value, Value]:
    return _ops.native_layer_norm(x, len(shape), weight, bias, eps)


@lowers("_fused_rms_norm.default")
def fused_rms_norm(c: Call, x: Value, shape: Sequence[int], weight: Value | None,
                   eps: float | None) -> tuple[Value, Value]:
    return _ops.native_rms_norm(x, len(shape), weight, eps)


@lowers("rms_norm.default")
def rms_norm(c: Call, x: Value, shape: Sequence[int], weight: Value | None = None, eps: float | None = None) -> Value:
    return _ops.rms_norm(x, len(shape), weight, eps)


@lowers("native_group_norm.default")
def native_group_norm(c: Call, x: Value, weight: Value | None, bias: Value | None, batch: int, channels: int,
                      elements: int, groups: int, eps: float) -> tuple[Value, Value, Value]:
    return _ops.native_group_norm(x, groups, weight, bias, eps)


@lowers("_native_batch_norm_legit_no_training.default")
def batch_norm_inference(c: Call, x: Value, weight: Value | None, bias: Value | None, mean: Value, var: Value,
                         momentum: float, eps: float) -> tuple[Value, Value, Value]:
    nothing = _ops.full(c.graph, (0,), 0, _dtypes.f32)
    return _ops.batch_norm(x, mean, var, weight, bias, eps), nothing, nothing


@lowers("_native_batch_norm_legit.no_stats")
def batch_norm_no_stats(c: Call, x: Value, weight: Value | None, bias: Value | None, training: bool, momentum: float,
                        eps: float) -> tuple[Value, Value, Value]:
    expect(training, "a batch norm without statistics is one of training")
    axes = [axis for axis in range(x.rank) if axis != 1]
    spread, average = _ops.var_mean(_ops.cast(x, _dtypes.accumulator(x.dtype)), axes, 0)
    result = _ops.batch_norm(x, average, spread, weight, bias, eps)
    return result, average, _ops.rsqrt(_ops.add(spread, eps))


@lowers("cumsum.default")
def cumsum(c: Call, x: Value, dim: int, dtype: torch.dtype | None = None) -> Value:
    return _ops.cumsum(x, dim, c.dtype)


@lowers("cumprod.default")
def cumprod(c: Call, x: Value, dim: int, dtype: torch.dtype | None = None) -> Value:
    return _ops.cumprod(x, dim, c.dtype)
