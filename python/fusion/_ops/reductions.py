# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Reductions along dimensions.

`axes` is one axis, several, or None for all. The dimensions are left out of the result, or stay with size 1 where
`keepdims` is set. Reductions of bf16 and f16 are computed in f32 and rounded once, at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from fusion import _dtypes
from fusion._dims import Dim, Size, product
from fusion._dtypes import DType
from fusion._graph import Value, tensor_type
from fusion._ops import binary, compare, shapes, unary
from fusion._ops._emit import axis_of, shape_text, size_value
from fusion._ops.casts import cast

__all__ = ["all", "any", "argmax", "argmin", "count_nonzero", "extremum_with_position", "max", "mean", "min", "norm",
           "prod", "std", "sum", "var", "var_mean"]

Axes = int | Sequence[int] | None


def axes_of(x: Value, axes: Axes) -> list[int]:
    """The axes counted from the front, in ascending order; ValueError if one is named twice."""
    chosen = range(x.rank) if axes is None else [axes] if isinstance(axes, int) else axes
    places = sorted(axis_of(x, axis) for axis in chosen)
    if len(set(places)) != len(places):
        raise ValueError(f"axes {list(chosen)} name a dimension twice")
    return places


def reduce(kind: str, x: Value, axes: Axes, keepdims: bool, dtype: DType) -> Value:
    """A ``fusion.reduce`` of `kind` to `dtype`, which is the type of `x` or a wider float."""
    places = axes_of(x, axes)
    if not places:
        return cast(x, dtype)
    kept = _kept(x, places)
    result = x.graph.emit(f"fusion.reduce {kind} {x.name} along {places} : {x.type} -> {tensor_type(kept, dtype)}",
                          dtype, kept)
    return result if keepdims else _dropped(result, places)


def sum(x: Value, axes: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Value:
    """Sums, of `dtype`: by default the type of `x`, and i64 for integers and bools. Of nothing: 0."""
    own = dtype or (x.dtype if x.dtype.is_float else _dtypes.i64)
    if not own.is_float:
        return reduce("addi", cast(x, own), axes, keepdims, own)
    return cast(reduce("addf", *_summands(x, own, axes, keepdims)), own)


def mean(x: Value, axes: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Value:
    """Sums divided by the number of elements; integers and bools as f32. Of nothing: NaN."""
    own = dtype or (x.dtype if x.dtype.is_float else _dtypes.f32)
    places = axes_of(x, axes)
    total = reduce("addf", *_summands(x, own, places, True))
    result = cast(divide_by_size(total, product(x.shape[axis] for axis in places)), own)
    return result if keepdims else _dropped(result, places)


def prod(x: Value, axes: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Value:
    """Products, of types as `sum`. Of nothing: 1."""
    own = dtype or (x.dtype if x.dtype.is_float else _dtypes.i64)
    if not own.is_float:
        return reduce("muli", cast(x, own), axes, keepdims, own)
    return cast(reduce("mulf", *_summands(x, own, axes, keepdims)), own)


def max(x: Value, axes: Axes = None, keepdims: bool = False) -> Value:
    """The largest element; NaN if there is one. ValueError if there are no elements."""
    return _extremum("maximumf", "max", "ori", x, axes, keepdims)


def min(x: Value, axes: Axes = None, keepdims: bool = False) -> Value:
    """The smallest element; NaN if there is one. ValueError if there are no elements."""
    return _extremum("minimumf", "min", "andi", x, axes, keepdims)


def any(x: Value, axes: Axes = None, keepdims: bool = False) -> Value:
    """Whether an element is not 0, as bool."""
    return reduce("ori", cast(x, _dtypes.bool_), axes, keepdims, _dtypes.bool_)


def all(x: Value, axes: Axes = None, keepdims: bool = False) -> Value:
    """Whether no element is 0, as bool."""
    return reduce("andi", cast(x, _dtypes.bool_), axes, keepdims, _dtypes.bool_)


def argmax(x: Value, axis: int | None = None, keepdims: bool = False) -> Value:
    """The position, as i64, of the first largest element, or of the first NaN; of all in order without axis."""
    return extremum_with_position(True, x, axis, keepdims)[1]


def argmin(x: Value, axis: int | None = None, keepdims: bool = False) -> Value:
    """The position, as i64, of the first smallest element, or of the first NaN; of all in order without axis."""
    return extremum_with_position(False, x, axis, keepdims)[1]


def extremum_with_position(largest: bool, x: Value, axis: int | None, keepdims: bool) -> tuple[Value, Value]:
    """The largest or smallest element along `axis`, and its position as i64."""
    if axis is None:
        found = extremum_with_position(largest, shapes.reshape(x, (product(x.shape),)), 0, False)
        shape = (1,) * x.rank if keepdims else ()
        return shapes.reshape(found[0], shape), shapes.reshape(found[1], shape)
    if x.rank == 0:
        return x, x.graph.constant(0, _dtypes.i64)
    place = axis_of(x, axis)
    _expect_elements(x, [place], "argmax" if largest else "argmin")
    source = cast(x, _dtypes.u8) if x.dtype is _dtypes.bool_ else x
    kind = _kind("maximumf" if largest else "minimumf", "max" if largest else "min", source.dtype)
    kept = _kept(x, [place])
    types = f"{tensor_type(kept, source.dtype)}, {tensor_type(kept, _dtypes.i64)}"
    text = f"fusion.reduce {kind} {source.name} along [{place}] : {source.type} -> {types}"
    name = x.graph.emit_name(text, results=2)
    value = cast(Value(x.graph, f"{name}#0", source.dtype, kept), x.dtype)
    index = Value(x.graph, f"{name}#1", _dtypes.i64, kept)
    return (value, index) if keepdims else (_dropped(value, [place]), _dropped(index, [place]))


def var(x: Value, axes: Axes = None, correction: float = 1, keepdims: bool = False) -> Value:
    """Σ(x - mean)² / max(n - correction, 0), in two steps; integers as f32."""
    return var_mean(x, axes, correction, keepdims)[0]


def var_mean(x: Value, axes: Axes = None, correction: float = 1, keepdims: bool = False) -> tuple[Value, Value]:
    """The variance, as `var` gives it, and the mean, both computed in f32 at least."""
    own = x.dtype if x.dtype.is_float else _dtypes.f32
    wide = cast(x, _dtypes.accumulator(own))
    average = mean(wide, axes, keepdims=True)
    centred = binary.sub(wide, average)
    places = axes_of(x, axes)
    total = reduce("addf", binary.mul(centred, centred), places, True, wide.dtype)
    spread = divide_by_size(total, product(x.shape[axis] for axis in places), correction)
    results = cast(spread, own), cast(average, own)
    return results if keepdims else (_dropped(results[0], places), _dropped(results[1], places))


def std(x: Value, axes: Axes = None, correction: float = 1, keepdims: bool = False) -> Value:
    """The root of `var`."""
    own, places = x.dtype if x.dtype.is_float else _dtypes.f32, axes_of(x, axes)
    result = cast(unary.sqrt(var(cast(x, _dtypes.accumulator(own)), places, correction, keepdims=True)), own)
    return result if keepdims else _dropped(result, places)


def norm(x: Value, order: float = 2.0, axes: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Value:
    """The vector norm (Σ|x|ᵖ)^(1/p); p = ∞ and -∞ give the largest and smallest |x|, p = 0 the number of x ≠ 0."""
    own, places = dtype or (x.dtype if x.dtype.is_float else _dtypes.f32), axes_of(x, axes)
    result = cast(_norm(cast(x, _dtypes.accumulator(own)), order, places), own)
    return result if keepdims else _dropped(result, places)


def _norm(x: Value, order: float, places: Sequence[int]) -> Value:
    if order in (float("inf"), float("-inf")):
        return (max if order > 0 else min)(unary.abs(x), places, keepdims=True)
    if order == 0:
        return sum(cast(compare.not_equal(x, 0), x.dtype), places, keepdims=True)
    if order == 2:
        return unary.sqrt(sum(binary.mul(x, x), places, keepdims=True))
    if order == 1:
        return sum(unary.abs(x), places, keepdims=True)
    return binary.pow(sum(binary.pow(unary.abs(x), order), places, keepdims=True), 1.0 / order)


def count_nonzero(x: Value, axes: Axes = None) -> Value:
    """The number of elements other than 0, as i64."""
    return sum(cast(cast(x, _dtypes.bool_), _dtypes.i64), axes)


def divide_by_size(total: Value, count: Size, correction: float = 0) -> Value:
    """`total` divided by max(count - correction, 0), in the type of `total`."""
    if not isinstance(count, Dim):
        divisor = count - correction if count > correction else 0
        return binary.div(total, float(divisor))
    elements = cast(size_value(total.graph, count), total.dtype)
    return binary.div(total, binary.maximum(binary.sub(elements, float(correction)), 0.0) if correction else elements)


def _summands(x: Value, dtype: DType, axes: Axes, keepdims: bool) -> tuple[Value, Axes, bool, DType]:
    """The arguments of a sum to `dtype` that is computed in the type of an accumulator."""
    own = x if x.dtype.is_float and (x.dtype == dtype or x.dtype.bits < dtype.bits) else cast(x, dtype)
    return own, axes, keepdims, _dtypes.accumulator(dtype)


def _extremum(of_floats: str, of_integers: str, of_bools: str, x: Value, axes: Axes, keepdims: bool) -> Value:
    _expect_elements(x, axes_of(x, axes), of_integers)
    kind = of_bools if x.dtype is _dtypes.bool_ else _kind(of_floats, of_integers, x.dtype)
    return reduce(kind, x, axes, keepdims, x.dtype)


def _kind(of_floats: str, of_integers: str, dtype: DType) -> str:
    return of_floats if dtype.is_float else of_integers + ("s" if dtype.is_signed else "u")


def _expect_elements(x: Value, places: Sequence[int], name: str) -> None:
    for axis in places:
        if x.shape[axis] == 0:
            raise ValueError(f"{name} along axis {axis} of a tensor of shape {shape_text(x.shape)} has no elements")


def _kept(x: Value, places: Sequence[int]) -> tuple[Size, ...]:
    return tuple(1 if axis in places else size for axis, size in enumerate(x.shape))


def _dropped(x: Value, places: Sequence[int]) -> Value:
    return shapes.reshape(x, [size for axis, size in enumerate(x.shape) if axis not in places])
