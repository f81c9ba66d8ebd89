# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Functions of whole arrays: products, reductions, normalisations, shapes, joins, new arrays, with NumPy's names.

Operands are arrays of `fusion.lazy`, or tensors. Reductions and normalisations of bf16 and f16 are computed in f32 and
rounded once; `axis` is one axis, a tuple of several, or None for all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fusion import _elementwise, _ops, _types
from fusion._apply import apply, array_of, axes_of, binary, integer, listed, number, sizes_of
from fusion._dims import Dim
from fusion._dtypes import DType, Number, f32, of_number
from fusion._graph import Value
from fusion._native import apply_op
from fusion._structure import op
from fusion._types import DTypeLike

if TYPE_CHECKING:
    from fusion._lazy import Array, ArrayLike

multiply_matrices = binary(_ops.matmul, "matmul")


def _reduce(function: Callable[..., Value], x: ArrayLike, axis: Any, keepdims: bool, **more: Any) -> Array:
    return apply(function, (array_of(x),), axes=axes_of(axis), keepdims=bool(keepdims), **more)


def _axis(axis: Any) -> int | None:
    return None if axis is None else integer(axis)


def _dtype(dtype: DTypeLike | None) -> DType | None:
    return None if dtype is None else _types.as_dtype(dtype)


def sum(x: ArrayLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Array:
    """Sums, of the type of `x`, and i64 for integers and bools; of nothing 0."""
    return _reduce(_ops.sum, x, axis, keepdims, dtype=_dtype(dtype))


def mean(x: ArrayLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Array:
    """Means, of the type of `x`, and f32 for integers and bools; of nothing NaN."""
    return _reduce(_ops.mean, x, axis, keepdims, dtype=_dtype(dtype))


def prod(x: ArrayLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Array:
    """Products, of types as those of `sum`; of nothing 1."""
    return _reduce(_ops.prod, x, axis, keepdims, dtype=_dtype(dtype))


def max(x: ArrayLike, axis: Any = None, keepdims: bool = False) -> Array:
    """The largest elements; NaN where there is one. ValueError if there are no elements."""
    return _reduce(_ops.max, x, axis, keepdims)


def min(x: ArrayLike, axis: Any = None, keepdims: bool = False) -> Array:
    """The smallest elements; NaN where there is one. ValueError if there are no elements."""
    return _reduce(_ops.min, x, axis, keepdims)


def any(x: ArrayLike, axis: Any = None, keepdims: bool = False) -> Array:
    """Whether an element is not 0."""
    return _reduce(_ops.any, x, axis, keepdims)


def all(x: ArrayLike, axis: Any = None, keepdims: bool = False) -> Array:
    """Whether no element is 0."""
    return _reduce(_ops.all, x, axis, keepdims)


def var(x: ArrayLike, axis: Any = None, ddof: float = 0, keepdims: bool = False) -> Array:
    """Σ(x - mean)² / (n - ddof), computed in two steps."""
    return _reduce(_ops.var, x, axis, keepdims, correction=ddof)


def std(x: ArrayLike, axis: Any = None, ddof: float = 0, keepdims: bool = False) -> Array:
    """The root of `var`."""
    return _reduce(_ops.std, x, axis, keepdims, correction=ddof)


def argmax(x: ArrayLike, axis: int | None = None, keepdims: bool = False) -> Array:
    """The position, as i64, of the first largest element or NaN; without `axis` among all, in order."""
    return apply(_ops.argmax, (array_of(x),), axis=_axis(axis), keepdims=bool(keepdims))


def argmin(x: ArrayLike, axis: int | None = None, keepdims: bool = False) -> Array:
    """The position, as i64, of the first smallest element or NaN; without `axis` among all, in order."""
    return apply(_ops.argmin, (array_of(x),), axis=_axis(axis), keepdims=bool(keepdims))


def softmax(x: ArrayLike, axis: int = -1) -> Array:
    """e^(x - max) / Σ e^(x - max) along `axis`."""
    return apply(_ops.softmax, (array_of(x),), axis=integer(axis))


def log_softmax(x: ArrayLike, axis: int = -1) -> Array:
    """x - max - ln Σ e^(x - max) along `axis`."""
    return apply(_ops.log_softmax, (array_of(x),), axis=integer(axis))


def logsumexp(x: ArrayLike, axis: Any = None, keepdims: bool = False) -> Array:
    """ln Σ eˣ, without overflow between."""
    return _reduce(_ops.logsumexp, x, axis, keepdims)


def layer_norm(x: ArrayLike, weight: ArrayLike | None = None, bias: ArrayLike | None = None, eps: float = 1e-5,
               dims: int = 1) -> Array:
    """(x - mean) / √(var + eps) · weight + bias over the last `dims` dimensions (Ba and others, 2016)."""
    return apply(_layer_norm, (array_of(x), weight, bias), name="layer_norm", eps=number(eps, "eps"),
                 dims=integer(dims, "dims"))


def rms_norm(x: ArrayLike, weight: ArrayLike | None = None, eps: float = 1e-6, dims: int = 1) -> Array:
    """x / √(mean(x²) + eps) · weight over the last `dims` dimensions (Zhang and Sennrich, 2019)."""
    return apply(_rms_norm, (array_of(x), weight), name="rms_norm", eps=number(eps, "eps"),
                 dims=integer(dims, "dims"))


def _layer_norm(x: Value, weight: Value | None, bias: Value | None, eps: float, dims: int) -> Value:
    return _ops.layer_norm(x, dims, weight, bias, eps)


def _rms_norm(x: Value, weight: Value | None, eps: float, dims: int) -> Value:
    return _ops.rms_norm(x, dims, weight, eps)


def reshape(x: ArrayLike, shape: Any) -> Array:
    """The same elements, in row-major order, with another shape; one size may be -1, and is computed."""
    return apply(_ops.reshape, (array_of(x),), shape=sizes_of(shape))


def ravel(x: ArrayLike) -> Array:
    """The elements in row-major order."""
    return reshape(x, -1) if array_of(x).size != 0 else reshape(x, 0)


def expand_dims(x: ArrayLike, axis: int) -> Array:
    """With a dimension of size 1 at `axis` of the result."""
    return apply(_ops.unsqueeze, (array_of(x),), name="expand_dims", axis=integer(axis))


def squeeze(x: ArrayLike, axis: Any = None) -> Array:
    """Without the dimensions `axis`, which have size 1, or without all of that size. ValueError for other sizes."""
    node = array_of(x)
    for one in () if axis is None else sizes_of(axis, "axis"):
        if node.shape[integer(one)] != 1:  # type: ignore[arg-type]
            raise ValueError(f"axis {one} of {node._type} does not have size 1")
    return apply(_ops.squeeze, (node,), axes=axes_of(axis))


def transpose(x: ArrayLike, axes: Sequence[int] | None = None) -> Array:
    """Dimension i of the result is dimension ``axes[i]`` of `x`; reversed by default."""
    node = array_of(x)
    order = tuple(range(node.ndim))[::-1] if axes is None else tuple(integer(one, "each axis") for one in axes)
    return apply(_ops.permute, (node,), name="transpose", axes=order)


def swapaxes(x: ArrayLike, first: int, second: int) -> Array:
    """With two dimensions exchanged."""
    return apply(_ops.transpose, (array_of(x),), name="swapaxes", first=integer(first), second=integer(second))


def broadcast_to(x: ArrayLike, shape: Any) -> Array:
    """Repeated along dimensions of size 1, and along new ones in front."""
    return apply(_ops.expand, (array_of(x),), name="broadcast_to", shape=sizes_of(shape))


def flip(x: ArrayLike, axis: Any = None) -> Array:
    """With the elements along `axis` in reverse order."""
    node = array_of(x)
    axes = tuple(range(node.ndim)) if axis is None else sizes_of(axis, "axis")
    return apply(_ops.flip, (node,), axes=axes)


def concatenate(arrays: Sequence[ArrayLike], axis: int = 0) -> Array:
    """Arrays one after the other along `axis`, in their common type."""
    return apply(_concatenate, _several(arrays, "concatenate"), name="concatenate", axis=integer(axis))


def stack(arrays: Sequence[ArrayLike], axis: int = 0) -> Array:
    """Arrays of one shape along a new dimension, at `axis` of the result."""
    return apply(_stack, _several(arrays, "stack"), name="stack", axis=integer(axis))


def _several(arrays: Any, name: str) -> list[Array]:
    found = [array_of(x) for x in listed(arrays, f"the first argument of {name}", "arrays")]
    if not found:
        raise ValueError(f"{name} expects one array at least")
    return found


def _concatenate(*values: Value, axis: int) -> Value:
    return _ops.concat(values, axis)


def _stack(*values: Value, axis: int) -> Value:
    return _ops.stack(values, axis)


def split(x: ArrayLike, parts: int, axis: int = 0) -> list[Array]:
    """`parts` arrays of equal size along `axis`. ValueError if they are not equal."""
    node = array_of(x)
    size = node.shape[integer(axis)]
    if integer(parts, "parts") <= 0:
        raise ValueError(f"parts expects a number above 0, but is {parts}")
    if size % parts != 0:
        raise ValueError(f"axis {axis} of {node._type} does not split into {parts} equal parts")
    each = size // parts
    return [apply(_ops.slice_axis, (node,), name="split", axis=integer(axis), start=i * each,
                  stop=(i + 1) * each) for i in range(parts)]


def pad(x: ArrayLike, widths: Sequence[tuple[int, int]], value: Number = 0) -> Array:
    """`x` with `value` around it: ``widths[i]`` elements before and behind along dimension i."""
    node = array_of(x)
    pairs = tuple(tuple(integer(width, "each width") for width in listed(pair, "widths[i]", "two numbers"))
                  for pair in listed(widths, "widths", "pairs of numbers"))
    if len(pairs) != node.ndim or set(map(len, pairs)) - {2}:
        raise ValueError(f"widths expects a pair of numbers for each dimension of {node._type}, but is {widths!r}")
    return apply(_ops.pad, (node,), widths=pairs, value=value if isinstance(value, int) else number(value, "value"))


def _matrices(x: ArrayLike, name: str) -> Array:
    node = array_of(x)
    if node.ndim < 2:
        raise ValueError(f"{name} expects two dimensions or more, but is given {node._type}")
    return node


def tril(x: ArrayLike, k: int = 0) -> Array:
    """The last two dimensions' elements on and below diagonal `k`; 0 above it."""
    return apply(_ops.tril, (_matrices(x, "tril"),), diagonal=integer(k, "k"))


def triu(x: ArrayLike, k: int = 0) -> Array:
    """The last two dimensions' elements on and above diagonal `k`; 0 below it."""
    return apply(_ops.triu, (_matrices(x, "triu"),), diagonal=integer(k, "k"))


def roll(x: ArrayLike, shift: int, axis: int | None = None) -> Array:
    """Moved by `shift` along `axis`, what falls off coming in at the other end; without `axis`, in row-major order."""
    return apply(_ops.roll, (array_of(x),), shifts=integer(shift, "shift"), axes=axes_of(axis))


def take(x: ArrayLike, indices: ArrayLike, axis: int | None = None) -> Array:
    """The elements at `indices`, integers of any shape, along `axis`, or among all; negative ones count from the end.

    An index out of range is an error, or a trap on GPUs, when it is computed.
    """
    return apply(_take, (array_of(x), _indices(indices)), name="take", axis=_axis(axis))


def _indices(indices: Any) -> Array:
    """Indices as an array; lists and integers too, as in NumPy."""
    return array_of(np.asarray(indices) if isinstance(indices, (int, list, tuple)) else indices)


def _take(x: Value, indices: Value, axis: int | None) -> Value:
    return _ops.take(x, indices) if axis is None else _ops.index(x, [None] * (axis % x.rank) + [indices])


def take_along_axis(x: ArrayLike, indices: ArrayLike, axis: int = -1) -> Array:
    """The elements at `indices` along `axis`, each at its own place beside it; negative ones count from the end."""
    return apply(_ops.take_along_axis, (array_of(x), _indices(indices)), axis=integer(axis))


def cumsum(x: ArrayLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Array:
    """The sums of all elements up to and with each along `axis`, or among all; of types as those of `sum`."""
    node = array_of(x) if axis is not None else ravel(x)
    return apply(_ops.cumsum, (node,), axis=_axis(axis) or 0, dtype=_dtype(dtype))


def attention(query: ArrayLike, key: ArrayLike, value: ArrayLike, mask: ArrayLike | None = None, causal: bool = False,
              scale: float | None = None) -> Array:
    """softmax(scale · query keyᵀ + mask) value: [..., L, E], [..., S, E] and [..., S, V] give [..., L, V].

    `mask` broadcasts against [..., L, S]: bools say which keys are seen, floats are added. `causal` hides the keys
    behind the query's position. `scale` is 1/√E by default. Fewer heads (axis -3) of keys and values than of queries
    are repeated. One kernel, where numerics are not strict.
    """
    return apply(_attention, (array_of(query), array_of(key), array_of(value), mask), name="attention",
                 causal=bool(causal), scale=None if scale is None else number(scale, "scale"))


def _attention(query: Value, key: Value, value: Value, mask: Value | None, causal: bool, scale: float | None) -> Value:
    grouped = query.rank >= 3 and key.rank >= 3 and query.shape[-3] != key.shape[-3]
    return _ops.scaled_dot_product_attention(query, key, value, mask, causal, scale, enable_gqa=grouped)


def full(shape: Any, value: Number, dtype: DTypeLike | None = None) -> Array:
    """An array of `shape` with `value` everywhere; of the type of the number (bool, i64, f32) unless `dtype` says."""
    if not isinstance(value, (bool, int)):
        number(value, "value")
    sizes, own = sizes_of(shape), _dtype(dtype) or of_number(value)
    if own.is_integer and isinstance(value, int) and not own.least <= value <= own.largest:
        raise OverflowError(f"{value} is no {own.name}")
    for size in sizes:
        if isinstance(size, int) and size < 0:
            raise ValueError(f"sizes are at least 0, but the shape is {sizes}")
    key = (full, sizes, type(value), repr(value), own)
    operation = op("full", key, lambda: lambda graph: _ops.full(graph, sizes, value, own))
    result: Array = apply_op(operation)
    return result


def zeros(shape: Any, dtype: DTypeLike = f32) -> Array:
    """An array of zeros."""
    return full(shape, 0, dtype)


def ones(shape: Any, dtype: DTypeLike = f32) -> Array:
    """An array of ones."""
    return full(shape, 1, dtype)


def arange(start: int | float, stop: int | float | None = None, step: int | float = 1,
           dtype: DTypeLike | None = None) -> Array:
    """start, start + step, … before `stop`; 0, 1, … before `start` alone. As i64, or f32 if a number is a float."""
    first, last, own = (0, start, _dtype(dtype)) if stop is None else (start, stop, _dtype(dtype))
    for name, value in (("start", start), ("stop", stop), ("step", step)):
        if value is not None and not isinstance(value, Dim):
            number(value, name)
    key = (arange, *((type(number), number) for number in (first, last, step)), own)
    operation = op("arange", key, lambda: lambda graph: _ops.arange(graph, first, last, step, own))
    result: Array = apply_op(operation)
    return result


OF_UFUNC: dict[str, Callable[..., Array]] = _elementwise.OF_UFUNC | {"matmul": multiply_matrices}
"""The function for each of NumPy's universal functions, by its name."""
