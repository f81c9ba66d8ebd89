# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Elementwise operations of aten: functions, arithmetic, comparisons, choices and casts."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import torch

from fusion import _dtypes, _ops
from fusion._graph import Value
from fusion.torch._lowering import Call, Operand, dtype_of, expect, lowers

# Functions of one value that are one operation. They are computed in the type of the result: f32 of integers.
_FUNCTIONS: dict[str, Callable[[Value], Value]] = {
    "abs": _ops.abs, "acos": _ops.acos, "acosh": _ops.acosh, "asin": _ops.asin, "asinh": _ops.asinh,
    "atan": _ops.atan, "atanh": _ops.atanh, "bitwise_not": _ops.bitwise_not, "ceil": _ops.ceil, "cos": _ops.cos,
    "cosh": _ops.cosh, "deg2rad": _ops.deg2rad, "erf": _ops.erf, "erfc": _ops.erfc, "exp": _ops.exp, "exp2": _ops.exp2,
    "expm1": _ops.expm1, "floor": _ops.floor, "frac": _ops.frac, "hardsigmoid": _ops.hardsigmoid,
    "hardswish": _ops.hardswish, "log": _ops.log, "log10": _ops.log10, "log1p": _ops.log1p, "log2": _ops.log2,
    "mish": _ops.mish, "neg": _ops.neg, "rad2deg": _ops.rad2deg, "reciprocal": _ops.reciprocal, "relu": _ops.relu,
    "round": _ops.round, "rsqrt": _ops.rsqrt, "sigmoid": _ops.sigmoid, "sign": _ops.sign,
    "silu": _ops.silu, "sin": _ops.sin, "sinc": _ops.sinc, "sinh": _ops.sinh, "sqrt": _ops.sqrt,
    "square": _ops.square, "tan": _ops.tan, "tanh": _ops.tanh, "trunc": _ops.trunc,
    "alias": lambda x: x, "clone": lambda x: x, "detach": lambda x: x, "lift_fresh_copy": lambda x: x,
}

# Functions of one value that give a bool.
_TESTS: dict[str, Callable[[Value], Value]] = {
    "isfinite": _ops.isfinite, "isinf": _ops.isinf, "isnan": _ops.isnan, "logical_not": _ops.logical_not,
    "signbit": _ops.signbit}

# Operations of two values that are computed in the type of the result.
_ARITHMETIC: dict[str, Callable[..., Value]] = {
    "atan2.default": _ops.atan2, "copysign.Tensor": _ops.copysign, "copysign.Scalar": _ops.copysign,
    "fmax.default": _ops.fmax, "fmin.default": _ops.fmin, "fmod.Tensor": _ops.fmod, "fmod.Scalar": _ops.fmod,
    "hypot.default": _ops.hypot, "logaddexp.default": _ops.logaddexp, "logaddexp2.default": _ops.logaddexp2,
    "maximum.default": _ops.maximum, "minimum.default": _ops.minimum, "mul.Tensor": _ops.mul, "mul.Scalar": _ops.mul,
    **dict.fromkeys(("remainder.Tensor", "remainder.Scalar", "remainder.Scalar_Tensor"),
                    functools.partial(_ops.remainder, zero_like_dividend=True)),
    "div.Tensor": _ops.div, "div.Scalar": _ops.div, "true_divide.Tensor": _ops.div,
    "floor_divide.default": _ops.floor_divide,
    "xlogy.Tensor": _ops.xlogy,
    "pow.Tensor_Scalar": _ops.pow, "pow.Tensor_Tensor": _ops.pow, "pow.Scalar": _ops.pow,
    "bitwise_and.Tensor": _ops.bitwise_and, "bitwise_and.Scalar": _ops.bitwise_and,
    "bitwise_or.Tensor": _ops.bitwise_or, "bitwise_or.Scalar": _ops.bitwise_or,
    "bitwise_xor.Tensor": _ops.bitwise_xor, "bitwise_xor.Scalar": _ops.bitwise_xor,
    "bitwise_left_shift.Tensor": _ops.left_shift, "bitwise_left_shift.Tensor_Scalar": _ops.left_shift,
    "bitwise_right_shift.Tensor": _ops.right_shift, "bitwise_right_shift.Tensor_Scalar": _ops.right_shift,
    "__lshift__.Scalar": _ops.left_shift, "__lshift__.Tensor": _ops.left_shift,
    "__rshift__.Scalar": _ops.right_shift, "__rshift__.Tensor": _ops.right_shift, "ldexp.Tensor": _ops.ldexp}

# Operations of two values that give a bool, and compare in the type that the operands are promoted to.
_COMPARISONS: dict[str, Callable[..., Value]] = {
    "eq": _ops.equal, "ne": _ops.not_equal, "lt": _ops.less, "le": _ops.less_equal, "gt": _ops.greater,
    "ge": _ops.greater_equal}

_LOGIC: dict[str, Callable[..., Value]] = {
    "logical_and": _ops.logical_and, "logical_or": _ops.logical_or, "logical_xor": _ops.logical_xor}


def _function(function: Callable[[Value], Value]) -> Callable[..., Value]:
    return lambda c, x, memory_format=None: function(c.value(x))


def _test(function: Callable[[Value], Value]) -> Callable[..., Value]:
    return lambda c, x: function(x)


def _arithmetic(function: Callable[..., Value]) -> Callable[..., Value]:
    def lowering(c: Call, a: Operand, b: Operand) -> Value:
        x, y = c.operand(a, c.dtype), c.operand(b, c.dtype)
        return function(x, y) if isinstance(x, Value) or isinstance(y, Value) else function(c.value(x), y)

    return lowering


def _comparison(function: Callable[..., Value]) -> Callable[..., Value]:
    def lowering(c: Call, a: Operand, b: Operand) -> Value:
        own = c.argument_type(0, 1)
        return function(c.value(a, own), c.value(b, own))

    return lowering


def _fill_table() -> None:
    for name, function in _FUNCTIONS.items():
        lowers(f"{name}.default")(_function(function))
    for name, function in _TESTS.items():
        lowers(f"{name}.default")(_test(function))
    for name, operation in _ARITHMETIC.items():
        lowers(name)(_arithmetic(operation))
    for name, comparison in _COMPARISONS.items():
        lowers(f"{name}.Tensor", f"{name}.Scalar")(_comparison(comparison))
    for name, logic in _LOGIC.items():
        lowers(f"{name}.default")(lambda c, a, b, logic=logic: logic(a, b))


_fill_table()


@lowers("add.Tensor", "add.Scalar")
def add(c: Call, a: Operand, b: Operand, alpha: float = 1) -> Value:
    return _scaled_sum(_ops.add, c, a, b, alpha)


@lowers("sub.Tensor", "sub.Scalar")
def sub(c: Call, a: Operand, b: Operand, alpha: float = 1) -> Value:
    return _scaled_sum(_ops.sub, c, a, b, alpha)


@lowers("rsub.Tensor", "rsub.Scalar")
def rsub(c: Call, a: Operand, b: Operand, alpha: float = 1) -> Value:
    return _scaled_sum(_ops.sub, c, b, a, 1) if alpha == 1 else _ops.sub(
        c.value(b), _ops.mul(c.value(a), alpha))


def _scaled_sum(function: Callable[..., Value], c: Call, a: Operand, b: Operand, alpha: float) -> Value:
    x, y = c.operand(a, c.dtype), c.operand(b, c.dtype)
    alpha = c.operand(alpha, c.dtype)
    if alpha != 1:
        y = _ops.mul(y, alpha) if isinstance(y, Value) else y * alpha
    return function(x, y) if isinstance(x, Value) or isinstance(y, Value) else function(c.value(x), y)


@lowers("div.Tensor_mode", "div.Scalar_mode")
def div_mode(c: Call, a: Operand, b: Operand, rounding_mode: str | None = None) -> Value:
    x, y = c.value(a), c.value(b)
    functions = {None: _ops.div, "floor": _ops.floor_divide, "trunc": _ops.trunc_divide}
    return functions[rounding_mode](x, y)


@lowers("round.decimals")
def round_decimals(c: Call, x: Value, decimals: int = 0) -> Value:
    return _ops.round(x, decimals)


@lowers("clamp.default", "clamp.Tensor", "hardtanh.default")
def clamp(c: Call, x: Value, min: Operand | None = None, max: Operand | None = None) -> Value:
    limits = [None if limit is None else c.operand(limit, c.dtype) for limit in _defaults(c, min, max)]
    return _limited(c.value(x), *limits)


def _defaults(c: Call, low: Operand | None, high: Operand | None) -> tuple[Operand | None, Operand | None]:
    if "hardtanh" not in str(c.node.target):
        return low, high
    return -1.0 if low is None else low, 1.0 if high is None else high


@lowers("clamp_min.default", "clamp_min.Tensor")
def clamp_min(c: Call, x: Value, min: Operand) -> Value:
    return _limited(c.value(x), c.operand(min, c.dtype), None)


@lowers("clamp_max.default", "clamp_max.Tensor")
def clamp_max(c: Call, x: Value, max: Operand) -> Value:
    return _limited(c.value(x), None, c.operand(max, c.dtype))


@lowers("relu6.default")
def relu6(c: Call, x: Value) -> Value:
    return _limited(c.value(x), 0, 6)


def _limited(x: Value, low: Operand | None, high: Operand | None) -> Value:
    """min(max(x, low), high). A number that is zero limits as PyTorch does it, by a choice: -0.0 is not below 0."""
    if not x.dtype.is_float or not (_is_zero(low) or _is_zero(high)):
        return _ops.clamp(x, low, high)
    if low is not None:
        x = _ops.where(_ops.less(x, low), low, x) if _is_zero(low) else _ops.maximum(x, low)
    if high is not None:
        x = _ops.where(_ops.greater(x, high), high, x) if _is_zero(high) else _ops.minimum(x, high)
    return x


def _is_zero(limit: Operand | None) -> bool:
    return not isinstance(limit, Value) and limit == 0


@lowers("heaviside.default")
def heaviside(c: Call, x: Value, values: Value) -> Value:
    """0 of NaN, unlike NumPy's."""
    x = c.value(x)
    return _ops.where(_ops.greater(x, 0), 1, _ops.where(_ops.equal(x, 0), c.value(values), 0))


@lowers("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar")
def where(c: Call, condition: Value, a: Operand, b: Operand) -> Value:
    return _ops.where(condition, c.value(a), c.value(b))


@lowers("masked_fill.Scalar", "masked_fill.Tensor")
def masked_fill(c: Call, x: Value, mask: Value, value: Operand) -> Value:
    return _ops.where(mask, c.value(value), c.value(x))


@lowers("nan_to_num.default")
def nan_to_num(c: Call, x: Value, nan: float | None = None, posinf: float | None = None,
               neginf: float | None = None) -> Value:
    return _ops.nan_to_num(x, nan or 0.0, posinf, neginf)


@lowers("_to_copy.default", "to.dtype", "prims.convert_element_type.default")
def to_copy(c: Call, x: Value, dtype: torch.dtype | None = None, **options: Any) -> Value:
    return _ops.cast(x, x.dtype if dtype is None else dtype_of(dtype))


@lowers("view.dtype")
def view_dtype(c: Call, x: Value, dtype: torch.dtype) -> Value:
    return _ops.bitcast(x, dtype_of(dtype))


@lowers("gelu.default")
def gelu(c: Call, x: Value, approximate: str = "none") -> Value:
    return _ops.gelu(x, approximate)


@lowers("leaky_relu.default")
def leaky_relu(c: Call, x: Value, negative_slope: float = 0.01) -> Value:
    return _ops.leaky_relu(x, negative_slope)


@lowers("prelu.default", "_prelu_kernel.default")
def prelu(c: Call, x: Value, weight: Value) -> Value:
    if weight.rank == 1 and x.rank > 1 and "kernel" not in str(c.node.target):
        weight = _ops.reshape(weight, (weight.shape[0], *[1] * (x.rank - 2)))
    return _ops.prelu(x, weight)


@lowers("elu.default")
def elu(c: Call, x: Value, alpha: float = 1, scale: float = 1, input_scale: float = 1) -> Value:
    return _ops.elu(x, alpha, scale, input_scale)


@lowers("softplus.default")
def softplus(c: Call, x: Value, beta: float = 1, threshold: float = 20) -> Value:
    return _ops.softplus(x, beta, threshold)


@lowers("threshold.default")
def threshold(c: Call, x: Value, threshold: float, value: float) -> Value:
    return _ops.threshold(x, threshold, value)


@lowers("hardshrink.default")
def hardshrink(c: Call, x: Value, lambd: float = 0.5) -> Value:
    return _ops.hardshrink(x, lambd)


@lowers("softshrink.default")
def softshrink(c: Call, x: Value, lambd: float = 0.5) -> Value:
    return _ops.softshrink(x, lambd)


@lowers("glu.default")
def glu(c: Call, x: Value, dim: int = -1) -> Value:
    return _ops.glu(x, dim)


@lowers("logit.default")
def logit(c: Call, x: Value, eps: float | None = None) -> Value:
    value = _ops.cast(c.value(x), _dtypes.accumulator(c.dtype))
    value = value if eps is None else _ops.clamp(value, eps, 1 - eps)
    return _ops.log(_ops.div(value, _ops.sub(1.0, value)))


@lowers("addcmul.default")
def addcmul(c: Call, x: Value, a: Value, b: Value, value: float = 1) -> Value:
    wide = _dtypes.accumulator(c.dtype) if c.dtype.is_float else c.dtype
    product = _ops.mul(c.value(a, wide), c.value(b, wide))
    return _ops.add(c.value(x, wide), product if value == 1 else _ops.mul(product, value))


@lowers("addcdiv.default")
def addcdiv(c: Call, x: Value, a: Value, b: Value, value: float = 1) -> Value:
    wide = _dtypes.accumulator(c.dtype)
    quotient = _ops.div(c.value(a, wide), c.value(b, wide))
    return _ops.add(c.value(x, wide), quotient if value == 1 else _ops.mul(quotient, value))


@lowers("lerp.Scalar", "lerp.Tensor")
def lerp(c: Call, a: Value, b: Value, weight: Operand) -> Value:
    """From the nearer end, as PyTorch computes it: a + w(b - a) where |w| < ½, else b - (1 - w)(b - a)."""
    wide = _dtypes.accumulator(c.dtype)
    x, y, w = c.value(a, wide), c.value(b, wide), c.operand(weight, wide)
    distance = _ops.sub(y, x)
    if not isinstance(w, Value):
        near = abs(w) < 0.5
        return _ops.add(x, _ops.mul(distance, w)) if near else _ops.sub(y, _ops.mul(distance, 1 - w))
    return _ops.where(_ops.less(_ops.abs(w), 0.5), _ops.add(x, _ops.mul(distance, w)),
                      _ops.sub(y, _ops.mul(distance, _ops.sub(1.0, w))))


@lowers("copy.default")
def copy(c: Call, x: Value, source: Value, non_blocking: bool = False) -> Value:
    return _ops.expand(c.value(source), x.shape)


@lowers("dropout.default", "native_dropout.default")
def dropout(c: Call, x: Value, p: float, train: bool | None) -> Value | tuple[Value, Value]:
    expect(not train or p == 0.0, "random numbers are drawn by PyTorch")
    if "native" not in str(c.node.target):
        return x
    return x, _ops.full(c.graph, x.shape, True, _dtypes.bool_)


@lowers("erfinv.default", "digamma.default", "lgamma.default", "i0.default", "nextafter.default")
def no_function(c: Call, *arguments: Any) -> Value:
    expect(False, "the dialects of the compiler have no such function")
    return c.graph.constant(math.nan)
