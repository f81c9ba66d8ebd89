# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Activations: functions of one float value, as neural networks have them. Integers and bools are taken as f32."""

from __future__ import annotations

from fusion import _dtypes
from fusion._graph import Value
from fusion._ops import binary, compare, shapes, unary
from fusion._ops._emit import axis_of
from fusion._ops._emit import unary as named_unary

__all__ = ["celu", "elu", "gelu", "glu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu",
           "logsigmoid", "mish", "prelu", "relu", "relu6", "selu", "sigmoid", "silu", "softplus", "softshrink",
           "softsign", "threshold"]


def relu(x: Value) -> Value:
    """x where x > 0, else 0; NaN stays NaN. Integers stay integers."""
    return named_unary("relu", x) if x.dtype.is_float else binary.maximum(x, 0)


def relu6(x: Value) -> Value:
    """min(max(x, 0), 6)."""
    return binary.clamp(x, 0, 6)


def leaky_relu(x: Value, negative_slope: float = 0.01) -> Value:
    """x where x > 0, else negative_slope · x."""
    slope = _dtypes.number_text(negative_slope, _dtypes.f64)
    return named_unary("leaky_relu", unary.real(x), f"alpha = {slope} : f64")


def prelu(x: Value, weight: Value) -> Value:
    """x where x > 0, else weight · x; the weight broadcasts against x."""
    return compare.where(compare.greater(x, 0), x, binary.mul(weight, x))


def gelu(x: Value, approximate: str = "none") -> Value:
    """x · Φ(x), the Gaussian error linear unit (Hendrycks and Gimpel, 2016).

    `approximate` is ``"none"``, by erf, or ``"tanh"``: ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
    """
    if approximate not in ("none", "tanh"):
        raise ValueError(f"gelu is computed by 'none' or 'tanh', not by '{approximate}'")
    return named_unary("gelu", unary.real(x), 'approximate = "tanh"' if approximate == "tanh" else "")


def sigmoid(x: Value) -> Value:
    """1 / (1 + e⁻ˣ)."""
    return named_unary("sigmoid", unary.real(x))


def logsigmoid(x: Value) -> Value:
    """ln(1 / (1 + e⁻ˣ)), without overflow: 0 - softplus(-x), which is +0.0 where the logistic function is 1."""
    return binary.sub(0.0, named_unary("softplus", unary.neg(unary.real(x))))


def silu(x: Value) -> Value:
    """x / (1 + e⁻ˣ)."""
    return named_unary("silu", unary.real(x))


def mish(x: Value) -> Value:
    """x · tanh(ln(1 + eˣ))."""
    return named_unary("mish", unary.real(x))


def softplus(x: Value, beta: float = 1.0, threshold: float = 20.0) -> Value:
    """ln(1 + e^(βx)) / β, and x itself where βx > threshold."""
    value = unary.real(x)
    scaled = value if beta == 1.0 else binary.mul(value, beta)
    smooth = named_unary("softplus", scaled)
    smooth = smooth if beta == 1.0 else binary.div(smooth, beta)
    return compare.where(compare.greater(scaled, threshold), value, smooth)


def softsign(x: Value) -> Value:
    """x / (1 + |x|)."""
    return binary.div(x, binary.add(unary.abs(x), 1))


def hardswish(x: Value) -> Value:
    """x · min(max(x + 3, 0), 6) / 6."""
    return named_unary("hardswish", unary.real(x))


def hardsigmoid(x: Value) -> Value:
    """min(max(x + 3, 0), 6) / 6."""
    return binary.div(relu6(binary.add(unary.real(x), 3.0)), 6.0)


def hardtanh(x: Value, low: float = -1.0, high: float = 1.0) -> Value:
    """min(max(x, low), high)."""
    return binary.clamp(x, low, high)


def elu(x: Value, alpha: float = 1.0, scale: float = 1.0, input_scale: float = 1.0) -> Value:
    """scale · x where x > 0, else scale · alpha · (e^(input_scale·x) - 1)."""
    value = unary.real(x)
    below = unary.expm1(value if input_scale == 1.0 else binary.mul(value, input_scale))
    factor = alpha * scale
    below = below if factor == 1.0 else binary.mul(below, factor)
    above = value if scale == 1.0 else binary.mul(value, scale)
    return compare.where(compare.greater(value, 0.0), above, below)


def selu(x: Value) -> Value:
    """The self-normalising unit of Klambauer and others, 2017."""
    return elu(x, 1.6732632423543772, 1.0507009873554805)


def celu(x: Value, alpha: float = 1.0) -> Value:
    """max(0, x) + min(0, alpha · (e^(x/alpha) - 1))."""
    return elu(x, alpha, 1.0, 1.0 / alpha)


def threshold(x: Value, limit: float, value: float) -> Value:
    """x where x > limit, else `value`; NaN stays NaN."""
    return compare.where(compare.less_equal(x, limit), value, x)


def hardshrink(x: Value, limit: float = 0.5) -> Value:
    """x where |x| > limit, else 0; NaN stays NaN."""
    return compare.where(compare.less_equal(unary.abs(x), limit), 0.0, x)


def softshrink(x: Value, limit: float = 0.5) -> Value:
    """x brought nearer to 0 by `limit`, 0 in between; NaN stays NaN."""
    inside = compare.where(compare.less(x, -limit), binary.add(x, limit), binary.mul(x, 0.0))
    return compare.where(compare.greater(x, limit), binary.sub(x, limit), inside)


def glu(x: Value, axis: int = -1) -> Value:
    """The first half along `axis`, times the logistic function of the second (Dauphin and others, 2016)."""
    size = x.shape[axis_of(x, axis)]
    half = size // 2
    if isinstance(size, int) and size % 2:
        raise ValueError(f"glu expects two halves, but the size along axis {axis} is {size}")
    first, second = shapes.slice_axis(x, axis, 0, half), shapes.slice_axis(x, axis, half, half + half)
    return binary.mul(first, sigmoid(second))
