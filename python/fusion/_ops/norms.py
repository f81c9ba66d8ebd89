# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Softmax and normalisations. Statistics are computed in f32 at least, and results rounded once."""

from __future__ import annotations

from fusion import _dtypes
from fusion._dims import product
from fusion._dtypes import DType
from fusion._graph import Value
from fusion._ops import binary, compare, reductions, shapes, unary
from fusion._ops._emit import axis_of
from fusion._ops.casts import cast

__all__ = ["batch_norm", "group_norm", "layer_norm", "log_softmax", "logsumexp", "native_group_norm",
           "native_layer_norm", "native_rms_norm", "rms_norm", "safe_softmax", "softmax", "softmax_with_logsumexp"]


def softmax(x: Value, axis: int = -1, dtype: DType | None = None) -> Value:
    """e^(x - max) / Σ e^(x - max) along `axis`, in `dtype`; a row of -∞ alone gives NaN."""
    own, exponentials = _exponentials(x, axis, dtype)
    return cast(binary.div(exponentials, reductions.sum(exponentials, axis, keepdims=True)), own)


def safe_softmax(x: Value, axis: int = -1, dtype: DType | None = None) -> Value:
    """The softmax, but zeros for a row of -∞ alone, as PyTorch's attention has it."""
    own = dtype or x.dtype
    kept = reductions.any(compare.not_equal(x, float("-inf")), axis, keepdims=True)
    return compare.where(kept, softmax(x, axis, own), 0.0)


def softmax_with_logsumexp(x: Value, is_safe: bool) -> tuple[Value, Value]:
    """The softmax of rows, and ln Σ eˣ of each with the dimension kept, of which a backward pass computes it again.

    Where it `is_safe`, a row of -∞ alone has zeros and 0: e^(-∞ - 0) is zero, too. Else both are NaN.
    """
    own, exponentials = _exponentials(x, -1, None)
    total = reductions.sum(exponentials, -1, keepdims=True)
    weights = cast(binary.div(exponentials, total), own)
    top = reductions.max(cast(x, exponentials.dtype), -1, keepdims=True)
    logarithm = binary.add(unary.log(total), top)
    if not is_safe:
        return weights, logarithm
    kept = reductions.any(compare.not_equal(x, float("-inf")), -1, keepdims=True)
    return compare.where(kept, weights, 0.0), compare.where(kept, logarithm, 0.0)


def log_softmax(x: Value, axis: int = -1, dtype: DType | None = None) -> Value:
    """x - max - ln Σ e^(x - max) along `axis`, in `dtype`."""
    own = dtype or (x.dtype if x.dtype.is_float else _dtypes.f32)
    centred = _centred(x, axis, own)
    total = reductions.sum(unary.exp(centred), axis, keepdims=True)
    return cast(binary.sub(centred, unary.log(total)), own)


def logsumexp(x: Value, axes: reductions.Axes = -1, keepdims: bool = False) -> Value:
    """ln Σ eˣ along `axes`, without overflow between; -∞ for a row of -∞ alone."""
    own = x.dtype if x.dtype.is_float else _dtypes.f32
    wide = cast(cast(x, own), _dtypes.accumulator(own))
    top = reductions.max(wide, axes, keepdims=True)
    finite = compare.where(compare.equal(unary.abs(top), float("inf")), 0.0, top)
    total = reductions.sum(unary.exp(binary.sub(wide, finite)), axes, keepdims=True)
    result = binary.add(unary.log(total), finite)
    places = reductions.axes_of(x, axes)
    kept = [size for axis, size in enumerate(result.shape) if axis not in places]
    return cast(result if keepdims else shapes.reshape(result, kept), own)


def layer_norm(x: Value, dims: int = 1, weight: Value | None = None, bias: Value | None = None,
               eps: float = 1e-5) -> Value:
    """(x - mean) / √(var + eps) · weight + bias over the last `dims` dimensions (Ba and others, 2016)."""
    return native_layer_norm(x, dims, weight, bias, eps)[0]


def native_layer_norm(x: Value, dims: int, weight: Value | None, bias: Value | None,
                      eps: float) -> tuple[Value, Value, Value]:
    """The layer norm, the mean and 1/√(var + eps), the latter two with the dimensions kept, in f32 at least."""
    wide = cast(x, _dtypes.accumulator(x.dtype))
    spread, average = reductions.var_mean(wide, tuple(range(-dims, 0)), 0, keepdims=True)
    scale = unary.rsqrt(binary.add(spread, eps))
    return cast(_affine(binary.mul(binary.sub(wide, average), scale), weight, bias), x.dtype), average, scale


def rms_norm(x: Value, dims: int = 1, weight: Value | None = None, eps: float | None = None) -> Value:
    """x / √(mean(x²) + eps) · weight over the last `dims` dimensions (Zhang and Sennrich, 2019).

    Without `eps` it is the type's: the distance of 1 to the next number.
    """
    return native_rms_norm(x, dims, weight, eps)[0]


def native_rms_norm(x: Value, dims: int, weight: Value | None, eps: float | None) -> tuple[Value, Value]:
    """The RMS norm, and 1/√(mean(x²) + eps) with the dimensions kept, in f32 at least."""
    wide = cast(x, _dtypes.accumulator(x.dtype))
    square = reductions.mean(binary.mul(wide, wide), tuple(range(-dims, 0)), keepdims=True)
    scale = unary.rsqrt(binary.add(square, _EPSILON[x.dtype.name] if eps is None else eps))
    return cast(_affine(binary.mul(wide, scale), weight, None), x.dtype), scale


def batch_norm(x: Value, mean: Value, var: Value, weight: Value | None = None, bias: Value | None = None,
               eps: float = 1e-5) -> Value:
    """(x - mean) / √(var + eps) · weight + bias with given statistics, one for each channel, dimension 1."""
    wide = _dtypes.accumulator(x.dtype)
    shape = [x.shape[1]] + [1] * (x.rank - 2)
    columns = [None if v is None else shapes.reshape(cast(v, wide), shape) for v in (mean, var, weight, bias)]
    assert columns[0] is not None and columns[1] is not None
    scaled = binary.mul(binary.sub(cast(x, wide), columns[0]), unary.rsqrt(binary.add(columns[1], eps)))
    return cast(_affine(scaled, columns[2], columns[3]), x.dtype)


def group_norm(x: Value, groups: int, weight: Value | None = None, bias: Value | None = None,
               eps: float = 1e-5) -> Value:
    """Normalised over each of `groups` groups of channels (dimension 1) and all places (Wu and He, 2018)."""
    return native_group_norm(x, groups, weight, bias, eps)[0]


def native_group_norm(x: Value, groups: int, weight: Value | None, bias: Value | None,
                      eps: float) -> tuple[Value, Value, Value]:
    """The group norm, and the mean and 1/√(var + eps) of each group, [N, groups]."""
    batch, channels, *places = x.shape
    if isinstance(channels, int) and channels % groups:
        raise ValueError(f"group_norm expects channels in whole groups, but {channels} are not {groups} groups")
    split = shapes.reshape(x, (batch, groups, channels // groups, product(places)))
    wide = cast(split, _dtypes.accumulator(x.dtype))
    spread, average = reductions.var_mean(wide, (2, 3), 0, keepdims=True)
    scale = unary.rsqrt(binary.add(spread, eps))
    columns = [None if v is None else shapes.reshape(v, (groups, channels // groups, 1)) for v in (weight, bias)]
    result = cast(_affine(binary.mul(binary.sub(wide, average), scale), columns[0], columns[1]), x.dtype)
    return (shapes.reshape(result, x.shape), shapes.reshape(average, (batch, groups)),
            shapes.reshape(scale, (batch, groups)))


def _affine(x: Value, weight: Value | None, bias: Value | None) -> Value:
    x = x if weight is None else binary.mul(x, weight)
    return x if bias is None else binary.add(x, bias)


def _centred(x: Value, axis: int, dtype: DType) -> Value:
    wide = cast(cast(x, dtype) if not x.dtype.is_float else x, _dtypes.accumulator(dtype))
    if wide.rank == 0:
        return binary.sub(wide, wide)
    place = axis_of(x, axis)
    if wide.shape[place] == 0:
        return wide
    return binary.sub(wide, reductions.max(wide, place, keepdims=True))


def _exponentials(x: Value, axis: int, dtype: DType | None) -> tuple[DType, Value]:
    own = dtype or (x.dtype if x.dtype.is_float else _dtypes.f32)
    return own, unary.exp(_centred(x, axis, own))


_EPSILON = {"f8e4m3fn": 2.0**-3, "f8e5m2": 2.0**-2, "f16": 2.0**-10, "bf16": 2.0**-7, "f32": 2.0**-23, "f64": 2.0**-52}
