# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Signs of zero, infinities and NaN of every elementwise function that PyTorch's graphs have, beside PyTorch's own."""

import itertools
import math
import unittest
from typing import Any

from imported import Capture, compiled

import torch
from fusion.torch import _aten_pointwise as pointwise
from fusion.torch._lowering import TABLE

INF, NAN = math.inf, math.nan
SPECIALS = [
    0.0,
    1e-45,
    1e-38,
    1.1754944e-38,
    0.3,
    0.5,
    1.0,
    1.5,
    3.0,
    6.0,
    20.5,
    89.0,
    200.0,
    65504.0,
    1e19,
    3.4028235e38,
    INF,
]
NUMBERS = [sign * x for x in SPECIALS for sign in (1, -1)] + [NAN]
FEW = [0.0, -0.0, 1.0, -1.0, 0.3, -3.0, 3.4e38, -1e-45, INF, -INF, NAN]

# Arguments behind the tensor x, or behind x and y.
MORE: dict[str, list[tuple[Any, ...]]] = {
    "clamp.default": [(0.0, 6.0), (-1.0, 0.0), (-0.0, 1.0), (-1.0, 1.0), (0.0, None), (None, 0.0), (2.0, 1.0)],
    "hardtanh.default": [(), (0.0, 6.0), (-1.0, 0.0)],
    "clamp_min.default": [(0.0,), (-0.0,), (0.5,)],
    "clamp_max.default": [(0.0,), (-0.0,), (0.5,)],
    "threshold.default": [(0.0, 0.0), (-1.0, 2.0)],
    "softplus.default": [(), (2.0, 20.0)],
    "elu.default": [(), (1.5,)],
    "leaky_relu.default": [(), (0.5,)],
    "hardshrink.default": [(), (0.0,)],
    "softshrink.default": [(), (0.0,)],
    "gelu.default": [()],
    "nan_to_num.default": [(), (1.0,)],
    "logit.default": [(), (0.125,)],
    "heaviside.default": [("y",)],
}
SCALARS = [(0.0,), (-0.0,), (3.0,), (0.5,), (-1.0,), (2.0,)]

# Not of one float tensor or two, or computed by no function of ours.
OTHERS = {
    "where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar", "masked_fill.Scalar", "masked_fill.Tensor",
    "_to_copy.default", "to.dtype", "prims.convert_element_type.default", "view.dtype", "glu.default", "round.decimals",
    "copy.default", "dropout.default", "native_dropout.default", "erfinv.default", "digamma.default", "lgamma.default",
    "i0.default", "nextafter.default", "prelu.default", "_prelu_kernel.default", "addcmul.default", "addcdiv.default",
    "lerp.Scalar", "lerp.Tensor", "lift_fresh_copy.default", "clone.default", "detach.default", "alias.default",
    "pow.Scalar", "remainder.Scalar_Tensor", "true_divide.Tensor", "div.Tensor_mode", "div.Scalar_mode",
    "clamp.Tensor", "clamp_min.Tensor", "clamp_max.Tensor",
}  # fmt: skip
INTEGERS = ("bitwise_", "__lshift__", "__rshift__", "ldexp")

# Extrema order -0.0 below +0.0 (docs/Numerics.md#rewrites), and relu is one; PyTorch's differ by device.
OPEN_ZEROS = {"relu.default", "fmax.default", "fmin.default", "maximum.default", "minimum.default"}
# PyTorch's sums of rounded terms cancel here, and its logarithm loses what is subnormal.
INEXACT = {"logaddexp2.default": 1e-7, "log1p.default": 1e-38}
# Computed as a whole (docs/Numerics.md#rewrites): no product overflows on the way.
WHOLE = {"hardswish.default"}


def arguments_of(name: str) -> list[tuple[Any, ...]]:
    """How the function is called behind x: "y" stands for the second tensor."""
    if name in MORE:
        return MORE[name]
    if name.endswith(".Scalar") or name.endswith("_Scalar"):
        return SCALARS
    base = name.split(".")[0]
    binary = name.endswith(".Tensor") or name.endswith("Tensor_Tensor") or name in pointwise._ARITHMETIC
    return [("y",)] if binary or base in pointwise._LOGIC else [()]


def own_names() -> list[str]:
    lowerings = TABLE.items()
    names = [n.removeprefix("aten.") for n, lowering in lowerings if lowering.__module__ == pointwise.__name__]
    return [name for name in names if name not in OTHERS and not name.startswith(INTEGERS)]


def function_of(name: str) -> Any:
    base, overload = name.split(".")
    return getattr(getattr(torch.ops.aten, base), overload)


def kind(value: float) -> str:
    if math.isnan(value):
        return "nan"
    size = "0" if value == 0 else "inf" if math.isinf(value) else "number"
    return ("-" if math.copysign(1.0, value) < 0 else "+") + size


class Specials(unittest.TestCase):
    def check(self, cases: list[tuple[str, tuple[Any, ...]]], x: Any, y: Any) -> None:
        functions = [(function_of(name), more) for name, more in cases]

        def together(x: Any, y: Any) -> list[Any]:
            return [f(x, *(y if isinstance(a, str) else a for a in more)) for f, more in functions]

        results = compiled(together, Capture())(x, y)
        for (name, more), (function, _), result, whole in zip(cases, functions, results, together(x, y)):
            for i, (got, expected) in enumerate(zip(result.tolist(), whole.tolist())):
                kinds = {kind(float(expected))}
                if kind(float(got)) in kinds:
                    continue
                # PyTorch's vectors and its scalars may give the two zeros: each is right.
                own, other = x[i : i + 1], y[i : i + 1]
                alone = function(own, *(other if isinstance(a, str) else a for a in more)).tolist()[0]
                kinds.add(kind(float(alone)))
                if abs(float(expected)) < 1.2e-38:  # subnormal numbers may be flushed
                    kinds |= {sign + size for sign in {k[0] for k in kinds if k != "nan"} for size in ("0", "number")}
                if abs(float(expected)) < INEXACT.get(name, 0.0):
                    kinds = {"+0", "-0", "+number", "-number"}
                if name in WHOLE and abs(x[i].item()) > 1e37 and kinds == {"+inf"}:
                    kinds |= {"+number"}
                if name in OPEN_ZEROS and expected == 0:
                    kinds = {"+0"} if name == "relu.default" else {"+0", "-0"}
                with self.subTest(function=name, more=more, x=x[i].item(), y=y[i].item(), got=got, expected=expected):
                    self.assertIn(kind(float(got)), kinds)

    def test_functions_of_one(self) -> None:
        for dtype in (torch.float32, torch.bfloat16):
            x = torch.tensor(NUMBERS, dtype=dtype)
            self.check([(n, m) for n in own_names() for m in arguments_of(n) if m != ("y",)], x, x)

    def test_functions_of_two(self) -> None:
        x, y = (torch.tensor(column) for column in zip(*itertools.product(FEW, FEW)))
        self.check([(n, m) for n in own_names() for m in arguments_of(n) if m == ("y",)], x, y)

    def test_some_are_tested(self) -> None:
        self.assertGreater(len(own_names()), 100)
        known = {name.removeprefix("aten.") for name in TABLE}
        self.assertLessEqual(OTHERS | OPEN_ZEROS | set(MORE), known)


if __name__ == "__main__":
    unittest.main()
