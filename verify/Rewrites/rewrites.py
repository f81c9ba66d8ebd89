# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rewrites of formulas, each with formulas that it changes; and the others, each with why it changes no value."""

import math

from formulas import Expr, cast, clamp, cmp, op, select
from ieee import INF, UNARY, divide

X, Y, Z = (Expr("x", value=i) for i in range(3))
exp, log, log1p, expm1, tanh, erf, sqrt = map(op, "exp log log1p expm1 tanh erf sqrt".split())
abs_, pow_, max_, min_, maxnum, minnum = map(op, "abs pow max min maxnum minnum".split())


class Case:
    """A formula. `exact`: what it is as a whole, where the operations one by one overflow or cancel on the way: such a
    rewrite is allowed by the relaxation `whole-functions` of docs/Numerics.md. `writers`: the dialects that it is tried
    in."""

    def __init__(self, expr, exact=None, formats="f32 f16 bf16 f64", writers="named linalg"):
        self.expr, self.exact, self.formats, self.writers = expr, exact, formats.split(), writers.split()


class Rows(Case):
    """Four elements x1 ... x4 of a row, combined with `init` by `step` of what is combined (X) and an element (Y), in
    any order, and `behind` it."""

    def __init__(self, step, init, behind=None, formats="f32 f16"):
        super().__init__(step, formats=formats, writers="rows")
        self.init, self.behind = init, behind(Expr("x", value=0)) if behind else None


def sigmoid(x):
    e = UNARY["exp"](-abs(x))
    return divide(e if x < 0 else 1.0, 1 + e)


def over_logistic(y, z):
    """y / (1 + e^z). Of an infinite y and a finite z, infinity."""
    if math.isinf(y) and math.isfinite(z):
        return y
    return y * sigmoid(-z) if sigmoid(-z) else divide(y, 1 + UNARY["exp"](z))


def silu(x):
    return x * sigmoid(x) if x > -700 else x * UNARY["exp"](x)


def softplus(x):
    return max(x, 0.0) + math.log1p(UNARY["exp"](-abs(x))) if x == x else x


def hardswish(x):
    return x * (min(max(x + 3, 0.0), 6.0) / 6) if x == x else x


def mish(x):
    return x * math.tanh(softplus(x))


def gelu(x):
    return 0.5 * x * math.erfc(-x * math.sqrt(0.5))


def gelu_tanh(x):
    return x * sigmoid(2 * math.sqrt(2 / math.pi) * (x + 0.044715 * x**3 if abs(x) < 1e90 else x))


_S, _C = math.sqrt(2 / math.pi), 0.044715


def _gelu_tanh(x, cube):
    return 0.5 * x * (1 + tanh(_S * (x + _C * cube)))


def _derivative_silu(s, x):
    return s * (1 + x * (1 - s))


def _sigmoid(x):
    return 1 / (exp(-x) + 1)


def _silu_slope(x):
    s = sigmoid(x)
    return s * (1 + x * sigmoid(-x)) if math.isfinite(x) else math.nan


def _tanhshrink(x):
    return x - math.tanh(x) if abs(x) > 0.1 else x**3 / 3 - 2 * x**5 / 15 + 17 * x**7 / 315 - 62 * x**9 / 2835


def _hardswish_variants():
    gate = min_(max_(X + 3, 0), 6)
    yield Case(X * (gate / 6))
    yield Case(X * gate / 6, exact=hardswish)
    # Near -3 the sum cancels, and the rounding of the quotient is all that is left.
    yield Case(X * clamp(X / 6 + 0.5, 0.0, 1.0), formats="f32 f64", exact=hardswish)
    yield Case(X * (min_(max_(X + 3, -0.0), 6) / 6))
    yield Case(X * (clamp(X + 3, -0.0, 6.0) / 6))


# By the class of the pattern (or OP::fold, OP::canonicalize, or the pass): formulas that it rewrites, or nearly.
FORMULAS = {
    # lib/Transforms/RaiseActivations
    "RaiseLogistic": [
        Case(_sigmoid(X), exact=sigmoid),
        Case(X / (1 + exp(-X)), exact=silu),
        Case(X / (1 + exp(X * -1.703125)), exact=lambda x: x * sigmoid(1.703125 * x)),
        Case(X / (1 + exp(X * 0.5)), exact=lambda x: x * sigmoid(-0.5 * x)),
        Case(1 / (1 + exp(X)), exact=lambda x: sigmoid(-x)),
        Case(
            Y / (1 + exp(-X)),
            exact=lambda x, y: over_logistic(y, -x),
        ),
    ],
    "RaiseTanhSigmoid": [Case(tanh(X * 0.5) * 0.5 + 0.5, exact=sigmoid)],
    "RaiseSilu": [
        Case(X * _sigmoid(X), exact=silu),
        Case(_sigmoid(X * 1.703125) * X, exact=lambda x: x * sigmoid(1.703125 * x)),
        Case(X * _sigmoid(-X), exact=lambda x: x * sigmoid(-x)),
    ],
    "RaiseHardswish": list(_hardswish_variants()),
    "RaiseMish": [Case(X * tanh(log1p(exp(X))), exact=mish), Case(X * tanh(log(exp(X) + 1)), exact=mish)],
    "RaiseGelu": [
        Case(X * 0.5 * (1 + erf(X * math.sqrt(0.5))), exact=gelu),
        Case(X * (erf(X / math.sqrt(2)) * 0.5 + 0.5), exact=gelu),
        Case(_gelu_tanh(X, X * X * X), exact=gelu_tanh),
        Case(_gelu_tanh(X, pow_(X, 3)), exact=gelu_tanh),
    ],
    "RaiseSoftplus": [
        Case(log(exp(X) + 1), exact=softplus),
        Case(log1p(exp(X)), exact=softplus),
        Case(max_(X, 0) + log1p(exp(-abs_(X)))),
    ],
    "RaiseLogSigmoid": [Case(log(_sigmoid(X)), exact=lambda x: 0 - softplus(-x))],
    "RaiseClamp": [
        Case(min_(max_(X, a), b))
        for a, b in ((-1, 1), (0, 6), (-0.0, 6), (0, -0.0), (-0.0, 0), (-1, -0.0), (0, 0), (2, 1))
    ]
    + [Case(max_(min_(X, b), a)) for a, b in ((-1, 1), (0, 6), (-0.0, 6), (0, -0.0), (-0.0, 0), (-1, -0.0))]
    + [
        Case(min_(maxnum(X, -1), 1)),
        Case(minnum(max_(X, -1), 1)),
        Case(minnum(maxnum(X, 0), 1)),
        Case(max_(minnum(X, 1), -1)),
        Case(maxnum(min_(X, 1), 0)),
        Case(maxnum(minnum(X, 1), -1)),
    ],
    "ClampToRelu": [Case(max_(X, 0)), Case(max_(X, -0.0)), Case(maxnum(X, 0))],
    "RaiseSelectLimit": [
        Case(select(cmp(p, v, c), *(v, c) if keep else (c, v)))
        for p in ("ogt", "ugt", "oge", "uge", "olt", "ult", "ole", "ule")
        for c in (0.0, -0.0, 1.5)
        for keep in (False, True)
        for v in (X,)
    ]
    + [Case(select(cmp(p, v, 0), 0, v)) for p in ("olt", "ole") for v in (X + 1, abs_(X), exp(X), max_(X, 0), X + -0.0)]
    + [Case(select(cmp("olt", 1, X), 1, X)), Case(select(cmp("ogt", X, 0), X, -0.0))],
    "RaiseLeakySelect": [
        Case(select(cmp(p, X, 0), *(X, X * a) if "g" in p else (X * a, X)))
        for p in ("ogt", "uge", "oge", "olt", "ule")
        for a in (0.01, 2.0)
    ],
    "RaiseLeakyMax": [Case(max_(X, X * 0.01)), Case(maxnum(X * 0.2, X)), Case(max_(X, X * 1.5))],
    "RaiseRsqrt": [Case(1 / sqrt(X)), Case(1 / sqrt(X + 1e-5))],
    "RaiseSquare": [Case(pow_(X, 2)), Case(pow_(X, 3)), Case(pow_(X, 0.5)), Case(pow_(X, -1))],
    "RaiseDerivative": [
        Case(_derivative_silu(_sigmoid(X), X), exact=_silu_slope, formats="f32 f16 bf16"),
        Case(Y * _derivative_silu(_sigmoid(X), X), exact=lambda x, y: y * _silu_slope(x), formats="f32"),
    ],
    "RaiseExpM1": [Case(exp(X) - 1, exact=UNARY["expm1"]), Case(-1 + exp(X), exact=UNARY["expm1"])],
    "RaiseLog1p": [Case(log(1 + X), exact=lambda x: UNARY["log1p"](x) + 0.0)],
    "RaiseTanhshrink": [Case(X - tanh(X), exact=_tanhshrink, formats="f32 f16 bf16")],
    "RaiseShiftedQuotient": [
        Case(X / d + s, exact=lambda x, d=d, s=s: x / d + s, formats="f32 f16 bf16")
        for d, s in ((3, 0.5), (6, 0.5), (-3, 0.5), (3, -0.5), (1e20, 1e18), (1e-20, 1), (5, 3e4))
    ],
    # lib/Dialect/Fusion/IR/FusionFolds.cpp
    "AddOp::fold": [Case(X + -0.0), Case(-0.0 + X), Case(X + 0.0)],
    "SubOp::fold": [Case(X - 0.0), Case(X - -0.0), Case(0.0 - X)],
    "MulOp::fold": [Case(X * 1.0), Case(1.0 * X), Case(X * 0.0), Case(X * -1.0)],
    "DivOp::fold": [Case(X / 1.0), Case(X / X), Case(0.0 / X), Case(-0.0 / X)],
    "NegOp::fold": [Case(-(-X)), Case(-(0.0 - X))],
    "CastOp::fold": [Case(cast(cast(X, t), "T"), formats="f32") for t in ("f16", "bf16")]
    + [
        Case(cast(cast(X, t, s), "T"), formats="f32 f64", writers="named linalg" if not s else "named")
        for t in ("f8E4M3FN", "f8E5M2")
        for s in (False, True)
    ]
    + [
        Case(cast(cast(X * 0.3, "f8E5M2"), "T") + 1, formats="f32"),
        Case(cast(cast(X, "f8E4M3FN"), "T"), formats="f16 bf16", writers="linalg"),
    ],
    "MaxOp::canonicalize": [
        Case(max_(0, X)),
        Case(maxnum(0, X)),
        Case(max_(X, -0.0)),
        Case(min_(X, 0)),
        Case(min_(X, -0.0)),
    ],
    "SelectOp::canonicalize": [
        Case(select(cmp(p, *(X, 0) if i else (0, X)), *(X, 0) if j else (0, X)))
        for p in ("ogt", "ugt", "oge", "uge", "olt", "ult", "ole", "ule")
        for i in (0, 1)
        for j in (0, 1)
    ],
    # lib/Transforms/PropagateLayout
    "DropNeutralExtremum": [
        Case(max_(X, -3.5e38), formats="f16"),
        Case(min_(X, Y)),
        Case(maxnum(X, Y)),
        Case(minnum(X, Y)),
    ],
    "SelectByConstant": [Case(select(cmp("ogt", X, Y), X, Y))],
    "EvaluateConstants": [
        Case(X + Expr("sub", 1.0, 0.25)),
        Case(X * Expr("mul", 0.0, -1.0)),
        Case(X * Expr("neg", 0.0)),
    ],
    # lib/Conversion/MathExpand: functions of one operation have a case each (FUNCTIONS); here are formulas.
    "ExpandLogistic": [
        Case(c / (1 + exp(X)), exact=lambda x, c=c: c * sigmoid(-x))
        for c in (0.0, -0.0, 1.0, -2.0, 511.0, 1e30, 1e-40)
        if c != 1e30
    ]
    + [
        Case(
            (0.0 - Y) / (1 + exp(X)),
            exact=lambda x, y: over_logistic(0.0 - y, x),
        )
    ],
    "ExpandScaledErfc": [
        Case(X * op("erfc")(X), exact=lambda x: x * math.erfc(x)),
        Case(Y * op("erfc")(X), exact=lambda x, y: y * math.erfc(x)),
    ],
    "ExpandDivision": [
        Case(X / Y),
        Case(X / 3),
        Case(1 / X),
        Case(X / 1e-39, formats="f32"),
        Case(X / 3e38, formats="f32 bf16"),
    ],
    "ExpandRemainder": [Case(op("rem")(X, Y)), Case(op("rem")(X, 0.1)), Case(op("rem")(X, 3))],
    "ExpandClamp": [Case(clamp(X, -1.0, 1.0)), Case(clamp(X, 0.0, 6.0)), Case(clamp(X, -0.0, 6.0))],
    "ConvertReciprocal": [Case(1 / X, writers="tosa", formats="f32 f16 bf16")],
    "ConvertNegate": [Case(-X, writers="tosa", formats="f32 f16 bf16")],
    "ConvertMul": [Case(X * Y, writers="tosa", formats="f32 f16 bf16"), Case(X * 0.0, writers="tosa", formats="f32")],
    "ConvertClamp": [
        Case(clamp(X, a, b), writers="tosa", formats="f32 f16 bf16") for a, b in ((0.0, 6.0), (-1.0, 1.0), (-0.0, 1.0))
    ],
    "ConvertExtremum": [Case(f(X, Y), writers="tosa", formats="f32 f16 bf16") for f in (max_, min_, maxnum, minnum)],
    "ConvertCompare": [
        Case(select(cmp(p, X, Y), X, Y), writers="tosa", formats="f32 f16 bf16") for p in ("ogt", "oge", "oeq")
    ],
    "ConvertCast": [
        Case(cast(cast(X, t), "T"), writers="tosa", formats="f32") for t in ("f16", "bf16", "f8E4M3FN", "f8E5M2")
    ],
    # In relaxed kernels a product may be fused into a sum.
    "fma": [Case(X * Y + Z), Case(X * Y - Z), Case(Z - X * Y), Case(X * X + 0.0), Case(X * Y + -0.0)],
}

# One operation each, as arith and math have them and the dialect does.
FUNCTIONS = {
    "unary": "neg abs exp exp2 expm1 log log2 log10 log1p sqrt rsqrt tanh erf erfc sin cos tan asin acos atan sinh "
    "cosh asinh acosh atanh cbrt floor ceil trunc round roundeven",
    "binary": "add sub mul div pow rem atan2 copysign max min maxnum minnum",
}
FORMULAS["functions"] = [Case(op(name)(X)) for name in FUNCTIONS["unary"].split()] + [
    Case(op(name)(X, Y)) for name in FUNCTIONS["binary"].split()
]
FORMULAS["ConvertDirect"] = [
    Case(op(name)(X), writers="tosa", formats="f32 f16 bf16") for name in "abs exp log rsqrt sin cos tanh erf".split()
] + [Case(op(name)(X, Y), writers="tosa", formats="f32 f16 bf16") for name in "add sub pow".split()]

# Rows of four elements, combined one after the other: by a choice, by an extremum, by a sum.
FORMULAS["RaiseExtremum"] = [
    Rows(select(cmp(p, Y, X), Y, X), init)
    for p, init in (("ogt", -INF), ("ugt", -INF), ("olt", INF), ("ole", INF), ("oge", -INF))
]
FORMULAS["RaiseReduction"] = [
    Rows(max_(X, Y), -INF),
    Rows(min_(X, Y), INF),
    Rows(maxnum(X, Y), -INF),
    Rows(X + Y, 0.0),
    Rows(X + Y, -0.0),
    Rows(X * Y, 1.0),
]
FORMULAS["DropZeroBehindSum"] = [
    Rows(X + Y, 0.0, behind=lambda x: x + 0.0),
    Rows(X + Y, -0.0, behind=lambda x: x + 0.0),
    Rows(X + Y, 0.0, behind=lambda x: x + -0.0),
]
