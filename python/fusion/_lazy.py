# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Lazy arrays: their operators build an expression, which is compiled and run where a value is needed."""

from __future__ import annotations

import operator
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from fusion import _dtypes, _evaluate, _functions, _libraries, _module, _types
from fusion._apply import integer, number
from fusion._dtypes import DType
from fusion._native import input_of, set_array
from fusion._operators import Operators
from fusion._structure import DEFAULT, Flags, infer
from fusion._types import DTypeLike, Type, describe, type_of

if TYPE_CHECKING:
    import torch

    from fusion._explain import Explanation
    from fusion._module import Module

Number = Union[bool, int, float]
ArrayLike = Union["Array", Number, Any]


class Array(Operators):
    """An array that is computed when its value is needed, together with all that it depends on.

    `fusion.lazy` makes one of a tensor. Operators, methods and the functions of this package make new ones, with
    NumPy's names, broadcasting and indexing. Types promote by PyTorch's rules: a float goes before an integer, f16 with
    bf16 gives f32, and a Python number changes the kind of a type, never its width.

    A value is needed by `result`, `numpy`, `torch`, NumPy's functions, DLPack, ``float()``, ``int()``, ``bool()`` and
    ``print()``. Expressions of equal structure are compiled once. Two values that share work are computed together by
    `fusion.evaluate`. Arrays are not written to, and nothing is differentiated.

    >>> x = fusion.lazy(np.float32([[1, 2], [3, 4]]))
    >>> y = (x - x.mean(axis=0)) * 2  # nothing is computed yet
    >>> y.shape, y.dtype
    ((2, 2), fusion.f32)
    >>> y
    Array([[-2., -2.],
           [ 2.,  2.]], dtype=f32)
    """

    __slots__ = ()
    __array_priority__ = 1000

    # What is known without a value.

    @property
    def dtype(self) -> DType:
        """The element type, such as ``fusion.bf16``."""
        return self._type.dtype

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes. In a function that is traced, sizes that are marked as dynamic are no ints (`fusion.jit`)."""
        return self._type.shape  # type: ignore[return-value]

    @property
    def ndim(self) -> int:
        return len(self._type.shape)

    @property
    def size(self) -> int:
        """The number of elements."""
        count = 1
        for size in self.shape:
            count = count * size
        return count

    @property
    def device(self) -> str:
        """The place where it is, or will be computed, ``"cpu"`` or ``"cuda:N"``."""
        return self._type.device or "cpu"

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("an array of no dimensions has no length")
        return operator.index(self.shape[0])

    def __iter__(self) -> Iterator[Array]:
        return (self[i] for i in range(len(self)))

    # Values.

    def result(self, *, stream: int | None = None, numerics: str | None = None) -> Any:
        """The value, as a tensor of the library that the first input is of; computed once.

        Args:
            stream: address of the CUDA stream to compute on; by default the one that the inputs' library works on.
            numerics: ``"relaxed"`` (the default), ``"strict"`` or ``"fast"`` (docs/Numerics.md).

        NumPy holds bf16 and 8-bit floats as ml_dtypes' types where that is installed, else as their bits, in unsigned
        integers.

        Raises:
            TypeError: a function is traced (`fusion.jit`).
            CompileError: the expression cannot be compiled.
        """
        if self._op is not None or self._flags.is_traced:
            _evaluate.evaluate_one(self, stream, numerics)
        return self._value

    def numpy(self) -> np.ndarray[Any, Any]:
        """The value as a NumPy array on the host; bf16 and 8-bit floats as f32, which holds each exactly."""
        if self._type.is_number:
            return self._as_input().numpy()
        value = self.result()
        if type(value) is not np.ndarray:
            value = _libraries.of(value).to_numpy(value)
        if self.dtype.is_held_as_bits:
            return _dtypes.values_of(np.asarray(value).view(self.dtype.storage), self.dtype)
        return np.asarray(value)

    def torch(self) -> torch.Tensor:
        """The value as a tensor of PyTorch, on its device, without a copy."""
        if self._type.is_number:
            return self._as_input().torch()
        if self._op is not None or self._flags.is_traced:
            _evaluate.evaluate_one(self)
        value = self._value
        if type(value) in _TORCH_TENSORS:
            return value  # type: ignore[no-any-return]
        try:
            import torch
        except ImportError as error:
            raise ImportError("PyTorch is not installed: pip install torch") from error
        if isinstance(value, torch.Tensor):
            _TORCH_TENSORS.add(type(value))
            return value
        if self.dtype.is_held_as_bits and isinstance(value, np.ndarray):
            bits = torch.from_numpy(value.view(self.dtype.storage.removeprefix("u")))
            return bits.view(getattr(torch, _dtypes.name_in_torch(self.dtype)))
        return torch.from_numpy(value) if isinstance(value, np.ndarray) else torch.utils.dlpack.from_dlpack(value)

    def item(self) -> Number:
        """The only element as a Python number; ValueError if there are more."""
        number: Number = self.numpy().item()
        return number

    def tolist(self) -> Any:
        """The elements as Python numbers in nested lists."""
        return self.numpy().tolist()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        value = self.numpy()
        if dtype is not None and np.dtype(dtype) != value.dtype:
            if copy is False:
                raise ValueError(f"{value.dtype} does not become {np.dtype(dtype)} without a copy")
            return value.astype(dtype)
        return value.copy() if copy else value

    def _as_input(self) -> Array:
        """What `scalar` made, as an array of the host."""
        return _functions.full((), self.result(), self.dtype)

    def __dlpack__(self, **arguments: Any) -> Any:
        if self._type.is_number:
            return self._as_input().__dlpack__(**arguments)
        value = self.result()
        if self.dtype.is_held_as_bits and isinstance(value, np.ndarray):
            raise BufferError(f"NumPy exports no {self.dtype.name}: cast to f32, or compute with tensors of a library "
                              f"that has {self.dtype.name}")
        return value.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[int, int]:
        kind, _, number = self.device.partition(":")
        return (2, int(number)) if kind == "cuda" else (1, 0)

    def __float__(self) -> float:
        return float(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec and not self.ndim else format(str(self), spec)

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth of an array of several elements is ambiguous: use any() or all()")
        return bool(self.item())

    def __index__(self) -> int:
        if not self.dtype.is_integer or self.ndim:
            raise TypeError("only an integer array of no dimensions is an index")
        return int(self.item())

    def __repr__(self) -> str:
        try:
            value = self.numpy()
        except _evaluate.TracedError:
            return f"Array(traced, {self._type})"
        body = np.array2string(value, separator=", ", prefix="Array(")
        return f"Array({body}, dtype={self.dtype.name})"

    # Copies are inputs: the value is computed first. Nobody writes to an array, so that a shallow copy is the array.

    def __reduce__(self) -> Any:
        value = self.result()
        if self._type.is_number:
            return scalar, (value, self.dtype)
        return _lent, (value, self.dtype, *self._flags[:2])

    def __copy__(self) -> Array:
        return self

    # What it is compiled to.

    def compiled(self, numerics: str | None = None) -> Module:
        """The module that computes it, or did; its inputs are those of the expression, from left to right.

        TypeError for an array that `fusion.lazy` made: nothing computes it.
        """
        if self._op is None:
            if self._module is None:
                raise TypeError("this array is an input: nothing computes it")
            module: Module = self._module
            return module
        return _evaluate.prepare((self,), numerics)[0].module

    def explain(self) -> Explanation:
        """What the expression is compiled to: kernels, and what is not fused with the reason."""
        return self.compiled().explain()

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, arguments: Any = (), keywords: Any = None) -> Any:
        """PyTorch's functions compute at once; its operators beside an array take this error as none of theirs."""
        name = getattr(function, "__name__", str(function))
        own = f"fusion.{name} or " if name in sys.modules["fusion"].__all__ else ""
        raise TypeError(f"functions of PyTorch, such as {name}, take no array of fusion: use {own}y.torch(), or "
                        "fusion.from_torch for a whole model")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
        function = _functions.OF_UFUNC.get(ufunc.__name__)
        if method != "__call__" or keywords or function is None:
            return NotImplemented
        return function(*inputs)


_TORCH_TENSORS: set[type] = set()
"""Types of PyTorch's tensors, as far as values had them."""

set_array(Array, DEFAULT, describe, infer)
_module.LAZY.add(Array)


def lazy(tensor: Any, dtype: DTypeLike | None = None, *, dynamic: int | Sequence[int] = 0,
         constant: bool = False) -> Array:
    """An array for expressions, over the memory of a tensor: a NumPy array, or anything with DLPack.

    Args:
        tensor: is not copied, and read when a value is needed. An `Array` is given back.
        dtype: ``"bf16"`` for an array of uint16 that holds bf16, ``"f8e4m3fn"`` or ``"f8e5m2"`` for one of uint8 that
            holds such floats; the element type by default.
        dynamic: axes whose size may change without another compile, as far as the expression allows: a size that has to
            equal a static one is static. () for none.
        constant: promises that nobody writes the tensor while calls run, as of weights (docs/Arguments.md).

    Raises:
        TypeError: `tensor` is no tensor, or of a type that is not supported.

    >>> x = fusion.lazy(np.float32([1, 2]))
    >>> x + x * 3
    Array([4., 8.], dtype=f32)
    >>> fusion.lazy(np.uint16([0x3F80]), "bf16")
    Array([1.], dtype=bf16)
    """
    if dtype is None and dynamic == 0 and not constant:
        return input_of(tensor)  # type: ignore[no-any-return]
    if isinstance(tensor, Array):
        return tensor
    own = describe(tensor)
    if dtype is not None:
        own = _reinterpreted(own, _types.as_dtype(dtype))
    axes = tuple(integer(axis, "dynamic") for axis in (dynamic if isinstance(dynamic, (tuple, list)) else (dynamic,)))
    for axis in axes:
        if not -len(own.shape) <= axis < len(own.shape):
            raise IndexError(f"dynamic axis {axis} is out of range for {own}")
    return Array(own, None, (), tensor, Flags(axes, constant))


def _lent(value: Any, dtype: DType, dynamic: tuple[int, ...], constant: bool) -> Array:
    return lazy(value, dtype, dynamic=dynamic, constant=constant)


def _reinterpreted(own: Type, dtype: DType) -> Type:
    holds_bits = dtype.is_held_as_bits and own.dtype.kind == "uint" and own.dtype.bits == dtype.bits
    if own.dtype is not dtype and not holds_bits:
        raise TypeError(f"the memory of {own} does not hold {dtype.name}; use .astype({dtype.name!r}) to convert")
    return type_of(dtype, own.shape, own.device)


def scalar(value: Number, dtype: DTypeLike | None = None) -> Array:
    """A number that may change from call to call without another compile, as an array of no dimensions.

    Numbers that stand in an expression, as 2 in ``2 * x``, are compiled into it. The type is that of the number (bool,
    i64 or f32) by default, and promotes as that of an array does. OverflowError if an integer is no value of `dtype`.

    >>> x = np.float32([1, 2])
    >>> [float((fusion.lazy(x) * fusion.scalar(rate)).sum()) for rate in (0.5, 0.25)]  # one compile
    [1.5, 0.75]
    """
    number(value, "value of fusion.scalar")
    own = _types.as_dtype(dtype) if dtype is not None else _dtypes.of_number(value)
    if own.is_integer and not own.least <= operator.index(value) <= own.largest:
        raise OverflowError(f"{value} is no {own.name}")
    if own is _dtypes.u64 and value > _dtypes.i64.largest:
        raise OverflowError(f"calls pass integers up to {_dtypes.i64.largest}, not {value}: take an array of u64")
    return Array(type_of(own, (), None, is_number=True), None, (), value)


def evaluate(*arrays: Array, stream: int | None = None, numerics: str | None = None) -> tuple[Any, ...]:
    """The values of several arrays, computed by one call of one module, as `Array.result` gives them.

    >>> x = fusion.lazy(np.float32([1, 3]))
    >>> fusion.evaluate(x.sum(), x - x.mean())
    (array(4., dtype=float32), array([-1.,  1.], dtype=float32))
    """
    for array in arrays:
        if not isinstance(array, Array):
            raise TypeError(f"fusion.evaluate expects arrays of fusion.lazy, got {type(array).__name__}"
                            f"{': write fusion.evaluate(*arrays)' if isinstance(array, (list, tuple)) else ''}")
    if any(array._op is not None or array._flags.is_traced for array in arrays):
        _evaluate.evaluate(arrays, stream, numerics)
    return tuple(array._value for array in arrays)
