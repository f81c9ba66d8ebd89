# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The table of element types: their names here, in MLIR and in NumPy, and how types promote.

A tensor of bf16 is held by NumPy as its bits, in ``uint16``, and one of an 8-bit float in ``uint8``, since NumPy has no
such types (`DType.is_held_as_bits`). MLIR's integers have no sign, so ``u8`` and ``i8`` are one type there, ``i8``, and operations choose the signed or the unsigned form.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

Number = bool | int | float


@dataclass(frozen=True)
class DType:
    """An element type.

    ``kind`` is ``"bool"``, ``"uint"``, ``"int"`` or ``"float"``; ``bits`` the width of a value; ``mlir`` the name of
    the type in MLIR's text; ``storage`` the name of the NumPy type that holds the values, or their bits.

    >>> fusion.bf16.kind, fusion.bf16.bits
    ('float', 16)
    >>> fusion.lazy(np.int64([1, 2])).dtype is fusion.i64
    True
    """

    name: str
    kind: str
    bits: int
    mlir: str
    storage: str

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def is_integer(self) -> bool:
        """Whether it is an integer with or without sign; bool is none."""
        return self.kind in ("int", "uint")

    @property
    def is_signed(self) -> bool:
        return self.kind in ("int", "float")

    @property
    def is_narrow_float(self) -> bool:
        """Whether it is a float of 16 or 8 bits, whose sums and functions are computed in f32."""
        return self.kind == "float" and self.bits <= 16

    @property
    def is_held_as_bits(self) -> bool:
        """Whether NumPy has no such type, and holds the bits of values as unsigned integers."""
        return self.kind == "float" and self.storage.startswith("uint")

    @property
    def least(self) -> int:
        """The least value of an integer."""
        return -(1 << (self.bits - 1)) if self.kind == "int" else 0

    @property
    def largest(self) -> int:
        """The largest value of an integer."""
        return (1 << (self.bits - (self.kind == "int"))) - 1

    @property
    def itemsize(self) -> int:
        """Bytes of one element in memory."""
        return max(self.bits // 8, 1)

    def __repr__(self) -> str:
        return f"fusion.{self.name}"

    def __reduce__(self) -> Any:
        return by_name, (self.name,)  # types are compared by identity


bool_ = DType("bool", "bool", 1, "i1", "bool")
u8 = DType("u8", "uint", 8, "i8", "uint8")
u16 = DType("u16", "uint", 16, "i16", "uint16")
u32 = DType("u32", "uint", 32, "i32", "uint32")
u64 = DType("u64", "uint", 64, "i64", "uint64")
i8 = DType("i8", "int", 8, "i8", "int8")
i16 = DType("i16", "int", 16, "i16", "int16")
i32 = DType("i32", "int", 32, "i32", "int32")
i64 = DType("i64", "int", 64, "i64", "int64")
f8e4m3fn = DType("f8e4m3fn", "float", 8, "f8E4M3FN", "uint8")
f8e5m2 = DType("f8e5m2", "float", 8, "f8E5M2", "uint8")
f16 = DType("f16", "float", 16, "f16", "float16")
bf16 = DType("bf16", "float", 16, "bf16", "uint16")
f32 = DType("f32", "float", 32, "f32", "float32")
f64 = DType("f64", "float", 64, "f64", "float64")

ALL: tuple[DType, ...] = (bool_, u8, u16, u32, u64, i8, i16, i32, i64, f8e4m3fn, f8e5m2, f16, bf16, f32, f64)
BY_ML_DTYPES = {"bfloat16": bf16, "float8_e4m3fn": f8e4m3fn, "float8_e5m2": f8e5m2}
"""The types that NumPy has with the package ml_dtypes alone, by its names for them, which are PyTorch's too."""
_BY_NAME = {dtype.name: dtype for dtype in ALL} | {"i1": bool_}
_BY_NUMPY = {np.dtype(dtype.storage): dtype for dtype in ALL if not dtype.is_held_as_bits}


def by_name(name: str) -> DType:
    """The type of a name such as ``"bf16"``; ValueError if there is none."""
    if name not in _BY_NAME:
        raise ValueError(f"there is no element type '{name}'; there are {', '.join(d.name for d in ALL)}")
    return _BY_NAME[name]


def of_numpy(dtype: Any) -> DType:
    """The element type of a NumPy type, those of ml_dtypes included; TypeError if there is none."""
    numpy_type = np.dtype(dtype)
    if numpy_type.name in BY_ML_DTYPES:
        return BY_ML_DTYPES[numpy_type.name]
    found = _BY_NUMPY.get(numpy_type.newbyteorder("="))
    if found is None:
        raise TypeError(f"tensors of NumPy's {numpy_type} are not supported; cast to one of "
                        f"{', '.join(str(n) for n in _BY_NUMPY)}")
    return found


def name_in_torch(dtype: DType) -> str:
    """What PyTorch and ml_dtypes call a type that NumPy has not."""
    return next(name for name, own in BY_ML_DTYPES.items() if own is dtype)


def of_number(value: Number) -> DType:
    """The type that a Python number has on its own: bool, i64 or f32, as in PyTorch."""
    if isinstance(value, (bool, np.bool_)):
        return bool_
    return i64 if isinstance(value, (int, np.integer)) else f32


def promote(a: DType, b: DType) -> DType:
    """The type that values of `a` and `b` are both converted to, by PyTorch's rules.

    A float goes before every integer, whatever its width; two floats of one width give f32; an unsigned integer with a signed
    one gives a signed one that is wider than the unsigned (u64 with a signed one: i64, which may wrap).
    """
    if a == b:
        return a
    low, high = sorted((a, b), key=lambda d: (("bool", "uint", "int", "float").index(d.kind), d.bits))
    if low.kind == high.kind == "float" and low.bits == high.bits:
        return f32
    if low.kind == "uint" and high.kind == "int" and high.bits <= low.bits:
        return {8: i16, 16: i32}.get(low.bits, i64)
    return high


def promote_number(dtype: DType, value: Number) -> DType:
    """The type of an operation on a tensor of `dtype` and a Python number: a number changes the kind, never the width.

    An integer beside bools gives i64, a float beside what is no float gives f32.
    """
    order = ("bool", "uint", "int", "float")
    own = of_number(value)
    if own.kind == "int" and dtype.kind == "uint":
        return dtype
    return own if order.index(own.kind) > order.index(dtype.kind) else dtype


def accumulator(dtype: DType) -> DType:
    """The type that sums of `dtype` are computed in: f32 for narrow floats, i64 for integers and bools."""
    if dtype.is_float:
        return f32 if dtype.is_narrow_float else dtype
    return i64


def bf16_bits(values: Any) -> np.ndarray[Any, Any]:
    """The bits of `values` rounded to the nearest bf16, of two the even one, as uint16 of the same shape.

    f64 is rounded once: through f32 rounded to odd.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        wide = np.asarray(values, dtype=np.float64)
        near = wide.astype(np.float32)
    bits = near.view(np.uint32).copy() if near.ndim else near.reshape(1).view(np.uint32).reshape(()).copy()
    exact = near.astype(np.float64) == wide
    bits = np.where(exact | np.isnan(wide) | np.isinf(near), bits, _rounded_to_odd(bits, near, wide))
    rounded = ((bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)).astype(np.uint16)
    result: np.ndarray[Any, Any] = np.where(np.isnan(wide), np.uint16(0x7FC0), rounded)
    return result


def _rounded_to_odd(bits: Any, near: Any, wide: Any) -> Any:
    """The f32 next to `wide` towards zero, with its last bit set: then a second rounding sees on which side it lay."""
    beyond = np.abs(near.astype(np.float64)) > np.abs(wide)
    return (bits - beyond.astype(np.uint32)) | np.uint32(1)


def bf16_values(bits: Any) -> np.ndarray[Any, Any]:
    """The f32 values of bf16 `bits` (uint16), of the same shape."""
    wide = np.asarray(bits, dtype=np.uint16).astype(np.uint32) << np.uint32(16)
    values: np.ndarray[Any, Any] = wide.reshape(-1).view(np.float32).reshape(wide.shape)
    return values


@cache
def _f8_values(dtype: DType) -> np.ndarray[Any, Any]:
    """The f32 values of all 256 bytes of an 8-bit float."""
    mantissa_bits, bias = (3, 7) if dtype is f8e4m3fn else (2, 15)
    codes = np.arange(128)
    exponent, mantissa = codes >> mantissa_bits, (codes & ((1 << mantissa_bits) - 1)) / (1 << mantissa_bits)
    sizes = np.where(exponent == 0, mantissa * 2.0 ** (1 - bias), (1 + mantissa) * 2.0 ** (exponent - bias))
    if dtype is f8e4m3fn:
        sizes[0x7F] = np.nan
    else:
        sizes[0x7C:] = np.inf, np.nan, np.nan, np.nan
    values: np.ndarray[Any, Any] = np.concatenate([sizes, -sizes]).astype(np.float32)
    return values


def _f8_bits(values: Any, dtype: DType) -> np.ndarray[Any, Any]:
    """The bytes of `values` rounded to the nearest number of an 8-bit float, of two the even one.

    NaN is 0x7F; overflow gives an infinity, or NaN in f8e4m3fn.
    """
    wide = np.asarray(values, dtype=np.float64)
    sizes = np.abs(wide)
    sign = np.where(np.signbit(wide), 0x80, 0)
    overflow = 0x7F if dtype is f8e4m3fn else 0x7C
    steps = _f8_values(dtype)[:overflow].astype(np.float64)
    steps = np.append(steps, 2 * steps[-1] - steps[-2])  # where the next one would be
    above = np.clip(np.searchsorted(steps, sizes), 1, overflow)
    middle = (steps[above - 1] + steps[above]) / 2
    goes_up = (sizes > middle) | ((sizes == middle) & (above % 2 == 0))
    codes = np.where(goes_up, above, above - 1) | sign
    is_nan = np.isnan(wide) | (codes & 0x7F == 0x7F)
    result: np.ndarray[Any, Any] = np.where(is_nan, 0x7F, codes).astype(np.uint8)
    return result


def bits_of(values: Any, dtype: DType) -> np.ndarray[Any, Any]:
    """The bits of `values` rounded to `dtype`, one that is held as bits, in its storage and of the same shape."""
    return bf16_bits(values) if dtype is bf16 else _f8_bits(values, dtype)


def values_of(bits: Any, dtype: DType) -> np.ndarray[Any, Any]:
    """The f32 values of `bits` (unsigned integers of the width of `dtype`), of the same shape."""
    if dtype is bf16:
        return bf16_values(bits)
    values: np.ndarray[Any, Any] = _f8_values(dtype)[np.asarray(bits, dtype=np.uint8)]
    return values


def number_text(value: Number, dtype: DType) -> str:
    """`value` as a literal of MLIR of type `dtype`, rounded to it; integers wrap.

    Floats are written as their bits, so that nothing is lost, and infinities and NaN need no names.
    """
    if dtype is bool_:
        return "true" if value else "false"
    if dtype.is_integer:
        wrapped = int(value) & ((1 << dtype.bits) - 1)
        return str(wrapped - (1 << dtype.bits) if wrapped >> (dtype.bits - 1) else wrapped)
    if dtype.is_held_as_bits:
        return f"0x{int(bits_of(value, dtype)):0{dtype.bits // 4}X}"
    number = _limited(float(value), dtype)
    return "0x" + np.asarray(number, dtype=np.dtype(dtype.storage).newbyteorder(">")).tobytes().hex().upper()


def _limited(value: float, dtype: DType) -> float:
    """`value`, or infinity where it is beyond the largest finite number of `dtype`, without a warning of NumPy."""
    with np.errstate(over="ignore"):
        return math.copysign(math.inf, value) if np.isinf(np.asarray(value).astype(dtype.storage)) else value
