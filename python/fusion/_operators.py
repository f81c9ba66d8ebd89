# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The operators and methods of arrays that are functions of the package, too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fusion import _elementwise, _functions, _indexing
from fusion._native import Node

if TYPE_CHECKING:
    from fusion._lazy import Array, ArrayLike
    from fusion._types import DTypeLike


def _refuse(out: object, dtype: object = None) -> None:
    """TypeError for arguments that NumPy's functions pass to methods, and that are None here."""
    if out is not None:
        raise TypeError("arrays are not written to: leave out= away, and take the result")
    if dtype is not None:
        raise TypeError("variances are of the type of the array: leave dtype= away, and use astype")


class Operators(Node):
    """What `Array` inherits: Python's operators, and methods with NumPy's names."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # == compares elements

    __add__ = _elementwise.add

    def __radd__(self, other: ArrayLike) -> Array:
        return _elementwise.add(other, self)

    __sub__ = _elementwise.subtract

    def __rsub__(self, other: ArrayLike) -> Array:
        return _elementwise.subtract(other, self)

    __mul__ = _elementwise.multiply

    def __rmul__(self, other: ArrayLike) -> Array:
        return _elementwise.multiply(other, self)

    __truediv__ = _elementwise.divide

    def __rtruediv__(self, other: ArrayLike) -> Array:
        return _elementwise.divide(other, self)

    __floordiv__ = _elementwise.floor_divide

    def __rfloordiv__(self, other: ArrayLike) -> Array:
        return _elementwise.floor_divide(other, self)

    __mod__ = _elementwise.remainder

    def __rmod__(self, other: ArrayLike) -> Array:
        return _elementwise.remainder(other, self)

    __pow__ = _elementwise.power

    def __rpow__(self, other: ArrayLike) -> Array:
        return _elementwise.power(other, self)

    __and__ = _elementwise.bitwise_and

    def __rand__(self, other: ArrayLike) -> Array:
        return _elementwise.bitwise_and(other, self)

    __or__ = _elementwise.bitwise_or

    def __ror__(self, other: ArrayLike) -> Array:
        return _elementwise.bitwise_or(other, self)

    __xor__ = _elementwise.bitwise_xor

    def __rxor__(self, other: ArrayLike) -> Array:
        return _elementwise.bitwise_xor(other, self)

    __lshift__ = _elementwise.left_shift

    def __rlshift__(self, other: ArrayLike) -> Array:
        return _elementwise.left_shift(other, self)

    __rshift__ = _elementwise.right_shift

    def __rrshift__(self, other: ArrayLike) -> Array:
        return _elementwise.right_shift(other, self)

    __matmul__ = _functions.multiply_matrices

    def __rmatmul__(self, other: ArrayLike) -> Array:
        return _functions.multiply_matrices(other, self)

    __lt__ = _elementwise.less
    __le__ = _elementwise.less_equal
    __gt__ = _elementwise.greater
    __ge__ = _elementwise.greater_equal

    def __eq__(self, other: object) -> Any:
        return NotImplemented if other is None else _elementwise.equal(self, other)

    def __ne__(self, other: object) -> Any:
        return NotImplemented if other is None else _elementwise.not_equal(self, other)

    __neg__ = _elementwise.negative
    __abs__ = _elementwise.abs
    __invert__ = _elementwise.bitwise_not

    def __pos__(self) -> Array:
        return self  # type: ignore[return-value]

    def __getitem__(self, key: Any) -> Array:
        result: Array = _indexing.index(self, key)
        return result

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError("arrays are not written to: make a new one by fusion.where or fusion.concatenate")

    def astype(self, dtype: DTypeLike) -> Array:
        """The elements as `dtype`, such as ``"bf16"`` or ``fusion.f32``."""
        return _elementwise.astype(self, dtype)

    # NumPy's functions, such as np.sum, call the methods of this name and pass `out`.

    def clip(self, low: ArrayLike | None = None, high: ArrayLike | None = None, *, out: None = None) -> Array:
        """See `fusion.clip`."""
        _refuse(out)
        return _elementwise.clip(self, low, high)

    def round(self, decimals: int = 0, *, out: None = None) -> Array:
        """See `fusion.round`."""
        _refuse(out)
        return _elementwise.round(self, decimals)

    def reshape(self, *shape: Any) -> Array:
        """The same elements with another shape, one tuple or several sizes; one may be -1."""
        return _functions.reshape(self, shape[0] if len(shape) == 1 else shape)

    def ravel(self) -> Array:
        """See `fusion.ravel`."""
        return _functions.ravel(self)

    def transpose(self, *axes: Any) -> Array:
        """Permuted dimensions, by one tuple or several axes; reversed by default."""
        chosen = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes or None
        return _functions.transpose(self, chosen)

    def swapaxes(self, first: int, second: int) -> Array:
        """See `fusion.swapaxes`."""
        return _functions.swapaxes(self, first, second)

    def squeeze(self, axis: Any = None) -> Array:
        """See `fusion.squeeze`."""
        return _functions.squeeze(self, axis)

    @property
    def T(self) -> Array:
        """With all dimensions in reverse order."""
        return _functions.transpose(self)

    @property
    def mT(self) -> Array:
        """With the last two dimensions exchanged."""
        return _functions.swapaxes(self, -2, -1)

    def sum(self, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False, *,
            out: None = None) -> Array:
        """See `fusion.sum`."""
        _refuse(out)
        return _functions.sum(self, axis, dtype, keepdims)

    def mean(self, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False, *,
             out: None = None) -> Array:
        """See `fusion.mean`."""
        _refuse(out)
        return _functions.mean(self, axis, dtype, keepdims)

    def prod(self, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False, *,
             out: None = None) -> Array:
        """See `fusion.prod`."""
        _refuse(out)
        return _functions.prod(self, axis, dtype, keepdims)

    def max(self, axis: Any = None, keepdims: bool = False, *, out: None = None) -> Array:
        """See `fusion.max`."""
        _refuse(out)
        return _functions.max(self, axis, keepdims)

    def min(self, axis: Any = None, keepdims: bool = False, *, out: None = None) -> Array:
        """See `fusion.min`."""
        _refuse(out)
        return _functions.min(self, axis, keepdims)

    def any(self, axis: Any = None, keepdims: bool = False, *, out: None = None) -> Array:
        """See `fusion.any`."""
        _refuse(out)
        return _functions.any(self, axis, keepdims)

    def all(self, axis: Any = None, keepdims: bool = False, *, out: None = None) -> Array:
        """See `fusion.all`."""
        _refuse(out)
        return _functions.all(self, axis, keepdims)

    def argmax(self, axis: Any = None, keepdims: bool = False, *, out: None = None) -> Array:
        """See `fusion.argmax`."""
        _refuse(out)
        return _functions.argmax(self, axis, keepdims)

    def argmin(self, axis: Any = None, keepdims: bool = False, *, out: None = None) -> Array:
        """See `fusion.argmin`."""
        _refuse(out)
        return _functions.argmin(self, axis, keepdims)

    def var(self, axis: Any = None, ddof: float = 0, keepdims: bool = False, *,
            dtype: None = None, out: None = None) -> Array:
        """See `fusion.var`."""
        _refuse(out, dtype)
        return _functions.var(self, axis, ddof, keepdims)

    def std(self, axis: Any = None, ddof: float = 0, keepdims: bool = False, *,
            dtype: None = None, out: None = None) -> Array:
        """See `fusion.std`."""
        _refuse(out, dtype)
        return _functions.std(self, axis, ddof, keepdims)
