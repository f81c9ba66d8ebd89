# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Operations of quantized_decomposed, as PyTorch's export of quantised models (PT2E) writes them.

Their formulas are those of torch/ao/quantization/fx/_decomposed.py: PyTorch multiplies by the reciprocal of a scale,
rounded to f32, where fusion.quantize divides.
"""

from __future__ import annotations

from typing import Union

import torch

from fusion import _dtypes, _ops
from fusion._dims import Size
from fusion._dtypes import DType
from fusion._graph import Value
from fusion.torch._lowering import Call, dtype_of, expect, lowers

_ENDS = {_dtypes.i8: (-128, 127), _dtypes.u8: (0, 255)}
Scale = Union[Value, float]
Zero = Union[Value, int, None]


@lowers("quantized_decomposed.quantize_per_tensor.default", "quantized_decomposed.quantize_per_tensor.tensor",
        "quantized_decomposed.quantize_per_tensor.tensor2")
def quantize_per_tensor(c: Call, x: Value, scale: Scale, zero_point: Zero, quant_min: int | Value,
                        quant_max: int | Value, dtype: torch.dtype) -> Value:
    return _quantize(x, _number(scale), _number(zero_point), quant_min, quant_max, dtype_of(dtype))


@lowers("quantized_decomposed.quantize_per_channel.default")
def quantize_per_channel(c: Call, x: Value, scales: Value, zero_points: Value | None, axis: int, quant_min: int,
                         quant_max: int, dtype: torch.dtype) -> Value:
    return _quantize(x, _along(scales, axis, x), _along(zero_points, axis, x), quant_min, quant_max, dtype_of(dtype))


@lowers("quantized_decomposed.dequantize_per_tensor.default", "quantized_decomposed.dequantize_per_tensor.tensor",
        "quantized_decomposed.dequantize_per_tensor.tensor2")
def dequantize_per_tensor(c: Call, x: Value, scale: Scale, zero_point: Zero, quant_min: int | Value,
                          quant_max: int | Value, dtype: torch.dtype, *,
                          out_dtype: torch.dtype | None = None) -> Value:
    return _dequantize(c, x, _number(scale), _number(zero_point))


@lowers("quantized_decomposed.dequantize_per_channel.default")
def dequantize_per_channel(c: Call, x: Value, scales: Value, zero_points: Value | None, axis: int, quant_min: int,
                           quant_max: int, dtype: torch.dtype, *, out_dtype: torch.dtype | None = None) -> Value:
    return _dequantize(c, x, _along(scales, axis, x), _along(zero_points, axis, x))


def _number(number: Scale | Zero) -> Scale | Zero:
    """A tensor of one element without dimensions."""
    return _ops.reshape(number, ()) if isinstance(number, Value) else number


def _along(numbers: Value | None, axis: int, x: Value) -> Value | None:
    """A vector as it broadcasts along one axis."""
    if numbers is None:
        return None
    shape: list[Size] = [1] * x.rank
    shape[axis % x.rank] = numbers.shape[0]
    return _ops.reshape(numbers, shape)


def _quantize(x: Value, scale: Scale | Zero, zero_point: Zero | Scale, least: int | Value, most: int | Value,
              dtype: DType) -> Value:
    expect(dtype in _ENDS, f"it quantises to {dtype.name}, not to int8 or uint8")
    assert scale is not None
    inverse = _ops.div(1.0, _ops.cast(scale, _dtypes.f32)) if isinstance(scale, Value) else 1.0 / scale
    scaled = _ops.mul(_ops.cast(x, _dtypes.f32), inverse)
    result = _ops.quantize(scaled, 1.0, zero_point, dtype)
    ends = _ENDS[dtype]
    low, high = (None if end == own else end for end, own in zip((least, most), ends))
    return result if low is None and high is None else _ops.clamp(result, low, high)


def _dequantize(c: Call, x: Value, scale: Scale | Zero, zero_point: Zero | Scale) -> Value:
    expect(x.dtype.is_integer, "it dequantises floats")
    assert scale is not None
    number = _ops.cast(x, _dtypes.f32)
    if zero_point is not None and zero_point != 0:
        shift = _ops.cast(zero_point, _dtypes.f32) if isinstance(zero_point, Value) else float(zero_point)
        number = _ops.sub(number, shift)
    own = _ops.cast(scale, _dtypes.f32) if isinstance(scale, Value) else float(scale)
    return _ops.cast(_ops.mul(number, own), c.dtype)
