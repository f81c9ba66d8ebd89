# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Arrays as elements of MLIR's constants."""

from __future__ import annotations

from typing import Any

import numpy as np

from fusion._dtypes import BY_ML_DTYPES, DType, bits_of, bool_, number_text, values_of


def elements_text(array: np.ndarray[Any, Any], dtype: DType) -> str:
    """What stands in ``dense<…>`` for an array of rank 1 or more, converted to `dtype`.

    An array without elements has no text; one whose elements have the same bits is one element; others are their bytes
    in order, as a hexadecimal string.
    """
    values = _converted(array, dtype)
    if values.size == 0:
        return ""
    bits = np.ascontiguousarray(values).view(f"u{values.itemsize}").reshape(-1)
    if (bits == bits[0]).all():
        return number_text(_number(values.reshape(-1)[0], dtype), dtype)
    if dtype is bool_:
        return _nested(values)
    return '"0x' + np.ascontiguousarray(values.astype(values.dtype.newbyteorder("<"))).tobytes().hex().upper() + '"'


def _converted(array: np.ndarray[Any, Any], dtype: DType) -> np.ndarray[Any, Any]:
    if dtype.is_held_as_bits:
        is_bits = array.dtype == dtype.storage or BY_ML_DTYPES.get(array.dtype.name) is dtype
        return array.view(dtype.storage) if is_bits else bits_of(array, dtype)
    with np.errstate(over="ignore"):
        return array.astype(dtype.storage)


def _number(element: Any, dtype: DType) -> Any:
    if dtype.is_held_as_bits:
        return values_of(element, dtype)[()]
    return element.item()


def _nested(values: Any) -> str:
    """Bools as nested lists: their bytes are packed in a way of MLIR's own."""
    if values.ndim == 0:
        return "true" if values else "false"
    return "[" + ", ".join(_nested(part) for part in values) + "]"
