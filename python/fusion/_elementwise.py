# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Functions of each element by itself, of one operand or several that broadcast, with NumPy's names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fusion import _ops, _types
from fusion._apply import apply, array_of, binary, integer, number, unary

if TYPE_CHECKING:
    from fusion._lazy import Array, ArrayLike

abs = unary(_ops.abs)
acos = unary(_ops.acos)
acosh = unary(_ops.acosh)
asin = unary(_ops.asin)
asinh = unary(_ops.asinh)
atan = unary(_ops.atan)
atanh = unary(_ops.atanh)
cbrt = unary(_ops.cbrt)
ceil = unary(_ops.ceil)
cos = unary(_ops.cos)
cosh = unary(_ops.cosh)
erf = unary(_ops.erf)
exp = unary(_ops.exp)
exp2 = unary(_ops.exp2)
expm1 = unary(_ops.expm1)
floor = unary(_ops.floor)
isfinite = unary(_ops.isfinite)
isinf = unary(_ops.isinf)
isnan = unary(_ops.isnan)
log = unary(_ops.log)
log10 = unary(_ops.log10)
log1p = unary(_ops.log1p)
log2 = unary(_ops.log2)
logical_not = unary(_ops.logical_not)
negative = unary(_ops.neg, "negative")
reciprocal = unary(_ops.reciprocal)
rsqrt = unary(_ops.rsqrt)
sign = unary(_ops.sign)
sin = unary(_ops.sin)
sinh = unary(_ops.sinh)
sqrt = unary(_ops.sqrt)
square = unary(_ops.square)
tan = unary(_ops.tan)
tanh = unary(_ops.tanh)
trunc = unary(_ops.trunc)
bitwise_not = unary(_ops.bitwise_not)

relu = unary(_ops.relu)
relu6 = unary(_ops.relu6)
hardswish = unary(_ops.hardswish)
mish = unary(_ops.mish)
selu = unary(_ops.selu)
sigmoid = unary(_ops.sigmoid)
silu = unary(_ops.silu)

add = binary(_ops.add)
subtract = binary(_ops.sub, "subtract")
multiply = binary(_ops.mul, "multiply")
divide = binary(_ops.div, "divide")
floor_divide = binary(_ops.floor_divide)
remainder = binary(_ops.remainder)
fmod = binary(_ops.fmod)
power = binary(_ops.pow, "power")
maximum = binary(_ops.maximum)
minimum = binary(_ops.minimum)
fmax = binary(_ops.fmax)
fmin = binary(_ops.fmin)
atan2 = binary(_ops.atan2)
hypot = binary(_ops.hypot)
logaddexp = binary(_ops.logaddexp)
equal = binary(_ops.equal)
not_equal = binary(_ops.not_equal)
less = binary(_ops.less)
less_equal = binary(_ops.less_equal)
greater = binary(_ops.greater)
greater_equal = binary(_ops.greater_equal)
logical_and = binary(_ops.logical_and)
logical_or = binary(_ops.logical_or)
logical_xor = binary(_ops.logical_xor)
bitwise_and = binary(_ops.bitwise_and)
bitwise_or = binary(_ops.bitwise_or)
bitwise_xor = binary(_ops.bitwise_xor)
left_shift = binary(_ops.left_shift)
right_shift = binary(_ops.right_shift)


def round(x: ArrayLike, decimals: int = 0) -> Array:
    """The nearest whole number, of two the even one, or the nearest number with `decimals` digits behind the point."""
    return apply(_ops.round, (array_of(x),), decimals=integer(decimals, "decimals"))


def gelu(x: ArrayLike, approximate: str = "none") -> Array:
    """x · Φ(x); `approximate` is ``"none"``, by erf, or ``"tanh"``."""
    return apply(_ops.gelu, (array_of(x),), approximate=str(approximate))


def leaky_relu(x: ArrayLike, negative_slope: float = 0.01) -> Array:
    """x where x > 0, else negative_slope · x."""
    return apply(_ops.leaky_relu, (array_of(x),), negative_slope=number(negative_slope, "negative_slope"))


def elu(x: ArrayLike, alpha: float = 1.0) -> Array:
    """x where x > 0, else alpha · (eˣ - 1)."""
    return apply(_ops.elu, (array_of(x),), alpha=number(alpha, "alpha"))


def softplus(x: ArrayLike) -> Array:
    """ln(1 + eˣ)."""
    return apply(_ops.softplus, (array_of(x),))


def where(condition: ArrayLike, x: ArrayLike, y: ArrayLike) -> Array:
    """`x` where the condition is true (not 0), else `y`; the three broadcast, numbers included."""
    return apply(_ops.where, (array_of(condition), x, y))


def clip(x: ArrayLike, low: ArrayLike | None = None, high: ArrayLike | None = None) -> Array:
    """min(max(x, low), high), where None is no bound; NaN stays NaN."""
    if low is None and high is None:
        raise ValueError("clip expects a bound: low, high or both")
    return apply(_ops.clamp, (array_of(x), low, high), name="clip")


def astype(x: ArrayLike, dtype: _types.DTypeLike) -> Array:
    """The elements as `dtype`: floats are rounded to nearest even, and lose their fraction as integers."""
    node, own = array_of(x), _types.as_dtype(dtype)
    return node if node.dtype is own else apply(_ops.cast, (node,), name="astype", dtype=own)


_RENAMED: dict[str, Any] = {
    "absolute": abs, "arccos": acos, "arccosh": acosh, "arcsin": asin, "arcsinh": asinh, "arctan": atan,
    "arctanh": atanh, "arctan2": atan2, "true_divide": divide, "mod": remainder, "float_power": power, "rint": round,
    "invert": bitwise_not,
}
_SAME = ("add bitwise_and bitwise_or bitwise_xor cbrt ceil cos cosh divide equal exp exp2 expm1 floor floor_divide "
         "fmax fmin fmod greater greater_equal hypot isfinite isinf isnan left_shift less less_equal log log10 log1p "
         "log2 logaddexp logical_and logical_not logical_or logical_xor maximum minimum multiply negative not_equal power "
         "reciprocal remainder right_shift sign sin sinh sqrt square subtract tan tanh trunc").split()
OF_UFUNC: dict[str, Any] = {name: globals()[name] for name in _SAME} | _RENAMED
"""Functions for NumPy's universal functions, by their names."""
