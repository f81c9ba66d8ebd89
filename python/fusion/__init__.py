# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fusion: a compiler that fuses the operations of tensor graphs into kernels.

::

    import fusion
    y = fusion.matmul(a, b, bias=bias, activation="relu")       # one kernel
    module = fusion.compile("graph.mlir")                        # a graph in MLIR
    print(module.explain())                                      # what is fused, and why not the rest
"""

from typing import TYPE_CHECKING

from fusion import _examples
from fusion._arguments import Spec
from fusion._bits import packbits, unpackbits
from fusion._dtypes import DType, bf16, bool_, f8e4m3fn, f8e5m2, f16, f32, f64, i16, i32, i64, i8, u16, u32, u64, u8
from fusion._elementwise import (
    abs, acos, acosh, add, asin, asinh, astype, atan, atan2, atanh, bitwise_and, bitwise_not, bitwise_or, bitwise_xor,
    cbrt, ceil, clip, cos, cosh, divide, elu, equal, erf, exp, exp2, expm1, floor, floor_divide, fmax, fmin, fmod,
    gelu, greater, greater_equal, hardswish, hypot, isfinite, isinf, isnan, leaky_relu, left_shift, less, less_equal,
    log, log10, log1p, log2, logaddexp, logical_and, logical_not, logical_or, logical_xor, maximum, minimum, mish,
    multiply, negative, not_equal, power, reciprocal, relu, relu6, remainder, right_shift, round, rsqrt, selu,
    sigmoid, sign, silu, sin, sinh, softplus, sqrt, square, subtract, tan, tanh, trunc, where,
)
from fusion._errors import CallError, CompileError, FusionWarning
from fusion._evaluate import clear_cache
from fusion._explain import Explanation
from fusion._functions import (
    all, any, arange, argmax, argmin, attention, broadcast_to, concatenate, cumsum, expand_dims, flip, full,
    layer_norm, log_softmax, logsumexp, max, mean, min, ones, pad, prod, ravel, reshape, rms_norm, roll, softmax,
    split, squeeze, stack, std, sum, swapaxes, take, take_along_axis, transpose, tril, triu, var, zeros,
)
from fusion._importers import from_jax, from_onnx, from_tflite, from_torch
from fusion._jit import JitFunction, jit
from fusion._lazy import Array, evaluate, lazy, scalar
from fusion._matmul import matmul
from fusion._module import Module, compile, explain
from fusion._native import version as __version__
from fusion._quantization import dequantize, quantize
from fusion._random import dropout, dropout_mask, philox, random_bits, stochastic_round, uniform
from fusion._trace import trace

__all__ = [
    "Array", "CallError", "CompileError", "DType", "Explanation", "FusionWarning", "JitFunction", "Module", "Spec",
    "__version__", "abs", "acos", "acosh", "add", "all", "any", "arange", "argmax", "argmin", "asin", "asinh",
    "astype", "atan", "atan2", "atanh", "attention", "bf16", "bitwise_and", "bitwise_not", "bitwise_or",
    "bitwise_xor", "bool_", "broadcast_to", "cbrt", "ceil", "clear_cache", "clip", "compile", "concatenate", "cos",
    "cosh", "cumsum", "divide", "elu", "equal", "erf", "evaluate", "exp", "exp2", "expand_dims", "explain", "expm1", "f16",
    "f8e4m3fn", "f8e5m2",
    "f32", "f64", "flip", "floor", "floor_divide", "fmax", "fmin", "fmod", "full", "gelu", "greater", "greater_equal",
    "hardswish", "hypot", "i16", "i32", "i64", "i8", "isfinite", "isinf", "isnan", "jit", "layer_norm", "lazy",
    "leaky_relu", "left_shift", "less", "less_equal", "log", "log10", "log1p", "log2", "log_softmax", "logaddexp",
    "logical_and", "logical_not", "logical_or", "logical_xor", "logsumexp", "matmul", "max", "maximum", "mean", "min",
    "minimum", "mish", "multiply", "negative", "not_equal", "ones", "pad", "power", "prod", "ravel", "reciprocal",
    "relu", "relu6", "remainder", "reshape", "right_shift", "rms_norm", "roll", "round", "rsqrt", "scalar", "selu",
    "sigmoid", "sign", "silu", "sin", "sinh", "softmax", "softplus", "split", "sqrt", "square", "squeeze", "stack",
    "std", "subtract", "sum", "swapaxes", "take", "take_along_axis", "tan", "tanh", "trace", "transpose", "tril",
    "triu", "trunc", "u16", "u32", "u64", "u8", "var", "where", "zeros",
]
__all__ += ["packbits", "unpackbits", "dequantize", "quantize"]
__all__ += ["dropout", "dropout_mask", "philox", "random_bits", "stochastic_round", "uniform"]
__all__ += ["from_jax", "from_onnx", "from_tflite", "from_torch"]

_examples.attach(globals())

if not TYPE_CHECKING:  # which would take every name
    def __getattr__(name: str) -> object:
        """`fusion.torch`, which imports PyTorch when it is first used; else an AttributeError with the nearest name."""
        import importlib

        from fusion._options import nearest

        if name != "torch":
            raise AttributeError(f"module 'fusion' has no attribute '{name}'{nearest(name, __all__)}")
        try:
            return importlib.import_module("fusion.torch")
        except ModuleNotFoundError as error:
            raise AttributeError(f"fusion.torch needs a module that is not installed: pip install {error.name}") from error
