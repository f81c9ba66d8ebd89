# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fusion.matmul: a product and what is computed of it, in one kernel and one call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fusion import _dtypes, _ops
from fusion._apply import apply, number
from fusion._dtypes import DType
from fusion._errors import explain_call
from fusion._evaluate import read_as, unsigned_storage
from fusion._graph import Dim, Graph, Size, Value
from fusion._lazy import Array
from fusion._matmul_arguments import TENSORS, check_shapes, check_types
from fusion._module import Module, Run, compile
from fusion._native import check_gradients, device_of, key_of
from fusion._options import check_names, nearest
from fusion._types import DTypeLike, as_dtype

_ACTIVATIONS: dict[str, Callable[[Value], Value]] = {
    "relu": _ops.relu,
    "relu6": _ops.relu6,
    "gelu": _ops.gelu,
    "gelu_tanh": lambda x: _ops.gelu(x, "tanh"),
    "silu": _ops.silu,
    "sigmoid": _ops.sigmoid,
    "tanh": _ops.tanh,
    "softplus": _ops.softplus,
    "mish": _ops.mish,
    "elu": _ops.elu,
    "selu": _ops.selu,
    "leaky_relu": _ops.leaky_relu,
    "hardswish": _ops.hardswish,
    "hardsigmoid": _ops.hardsigmoid,
}


@dataclass(frozen=True)
class _Operand:
    """What the code depends on: sizes are None where any size will do, 1 where the dimension is repeated."""

    dtype: DType
    shape: tuple[int | None, ...]


@dataclass(frozen=True)
class _Problem:
    """Everything that the code of a product follows from."""

    a: _Operand
    b: _Operand
    transposed: tuple[bool, bool]
    bias: _Operand | None
    c: _Operand | None
    residual: _Operand | None
    activation: str | None
    is_scaled: tuple[bool, bool]
    out: DType | None
    numerics: str
    options: tuple[tuple[str, Any], ...] = ()


_modules: dict[_Problem, tuple[Module, str | None]] = {}  # with the storage of an unsigned result


def matmul(
    a: Any,
    b: Any,
    bias: Any = None,
    activation: str | None = None,
    residual: Any = None,
    alpha: float = 1,
    beta: float = 0,
    c: Any = None,
    transpose_a: bool = False,
    transpose_b: bool = False,
    out_dtype: DTypeLike | None = None,
    numerics: str = "relaxed",
    stream: int | None = None,
    out: Any = None,
    **options: Any,
) -> Any:
    """activation(alpha · (A @ B) + beta · C + bias) + residual, as one kernel.

    Compiled at the first call for element types, K, N and layout; the number of rows is free. Code is kept in memory
    and, between processes, in the user's cache folder (docs/Cache.md).

    Args:
        a: A, [..., M, K], or [..., K, M] with `transpose_a`. Leading dimensions are batches.
        b: B, [..., K, N], or [..., N, K] with `transpose_b`: two dimensions for all batches, or the batches of `a`.
        bias: [N], or anything that broadcasts to the result.
        activation: "relu", "gelu" (by erf), "gelu_tanh", "silu", "sigmoid", "tanh", … or None.
        residual: added at the end; broadcasts to the result.
        alpha, beta, c: factors of the product and of `c`, which broadcasts to the result.
        out_dtype: element type of the result; by default the common type of `a` and `b`, which of two different 8-bit
            floats is f32. Products of i8 and u8 are exact in i32.
        numerics: "relaxed" (intermediate values stay in f32), "strict" or "fast" (docs/Numerics.md).
        stream: address of a CUDA stream; by default the one that the tensors' library works on.
        out: where the result goes, [..., M, N]; by default a new tensor.
        options: others of `fusion.compile`, such as ``f32_precision="ieee"``.

    Tensors are NumPy arrays, which run on the CPU, or of any library with DLPack, where they are. A tensor of two
    dimensions whose transpose is row-major is read as it lies; others that are not row-major are copied.

    Returns:
        [..., M, N], of the library of `a`; where an operand is an `Array`, an expression (docs/Python.md).

    Raises:
        ValueError: sizes or devices do not fit, there is no such activation, or an expression is given `numerics`,
            `stream` or `out`, which it takes where it is computed.
        TypeError: an element type that no product takes.

    >>> fusion.matmul(np.float32([[1, 2]]), np.float32([[3], [-4]]), bias=np.float32([1]), activation="relu")
    array([[0.]], dtype=float32)
    """
    if c is None and beta != 0:
        raise ValueError("beta is a factor of c, which is not given")
    if beta == 0:
        c = None
    if isinstance(a, Array) or isinstance(b, Array):
        if numerics != "relaxed" or stream is not None or out is not None or options:
            raise ValueError("the product of an Array is an expression: it takes numerics and stream where it is"
                             " computed, as by result(), no other options, and writes to no tensor")  # fmt: skip
        return apply(_expression, (a, b, bias, c, residual), "matmul", alpha=alpha, beta=beta,
                     transposed=(transpose_a, transpose_b), activation=activation,
                     out=None if out_dtype is None else as_dtype(out_dtype))  # fmt: skip
    if options:
        options = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    tensors = (a, b, bias, c, residual)
    try:
        key = (
            *(key_of(*tensors), activation, transpose_a, transpose_b, alpha == 1, beta == 1),
            *(out_dtype, numerics, *options.items()),
        )
        call = _calls.get(key)
    except TypeError:  # what is no tensor, or has no hash
        check_types(tensors, activation, alpha, beta, out_dtype)
        raise
    if call is None:
        check_types(tensors, activation, alpha, beta, out_dtype)
        check_shapes(tensors, transpose_a, transpose_b)
        check_names(options, _KEYWORDS)
        call = _prepare(a, b, bias, c, residual, transpose_a, transpose_b, activation, (alpha != 1, beta not in (0, 1)),
                        out_dtype, numerics, options)  # fmt: skip
        if len(_calls) >= _MOST_CALLS:
            _calls.clear()
        _calls[key] = call
    inputs = [a.T if call.is_flipped[0] else a, b.T if call.is_flipped[1] else b]
    for tensor in tensors[2:]:
        if tensor is not None:
            inputs.append(tensor)
    if call.is_scaled[0]:
        inputs.append(number(alpha, "alpha"))
    if call.is_scaled[1]:
        inputs.append(number(beta, "beta"))
    try:
        check_gradients(inputs)
        if out is not None:
            return call.run(inputs, (out,), stream)[0]
        return read_as(call.run(inputs, None, stream)[0], call.storage)
    except (TypeError, ValueError, RuntimeError) as error:
        explain_call(error, [name for name, tensor in zip(TENSORS, tensors) if tensor is not None])
        raise


_KEYWORDS = tuple(inspect.signature(matmul).parameters)


@dataclass(frozen=True)
class _Call:
    """What a call with certain types, shapes and strides, on one device, does."""

    run: Run
    is_flipped: tuple[bool, bool]  # A and B are passed as their transposes, which are row-major
    is_scaled: tuple[bool, bool]  # the factors of the product and of C are passed
    storage: str | None  # of a result that is unsigned


_MOST_CALLS = 4096  # kept at a time
_calls: dict[tuple[Any, ...], _Call] = {}


def _prepare(
    a: Any, b: Any, bias: Any, c: Any, residual: Any, transpose_a: bool, transpose_b: bool, activation: str | None,
    is_scaled: tuple[bool, bool], out_dtype: DTypeLike | None, numerics: str, options: Mapping[str, Any],
) -> _Call:  # fmt: skip
    """Finds or compiles the code of a call."""
    flipped = (_is_flipped(a), _is_flipped(b))
    transposed = (transpose_a != flipped[0], transpose_b != flipped[1])
    a, b = a.T if flipped[0] else a, b.T if flipped[1] else b
    problem = _Problem(
        *(_left(a, transposed[0]), _right(b), transposed, _added(bias), _added(c), _added(residual)),
        *(activation, is_scaled, None if out_dtype is None else as_dtype(out_dtype), numerics),
        options=tuple(options.items()),
    )
    made = _modules.get(problem)
    if made is None:
        graph = _build(problem)
        module = compile(graph.text("matmul"), numerics=numerics, **options)
        made = _modules[problem] = module, unsigned_storage(graph.outputs[0].dtype)
    return _Call(made[0].prepare(device_of(a)), flipped, is_scaled, made[1])


def _is_flipped(tensor: Any) -> bool:
    """Whether a matrix is not row-major and its transpose is."""
    if len(tensor.shape) != 2 or tensor.shape[0] == 1 or tensor.shape[1] == 1:
        return False
    strides = tensor.stride() if hasattr(tensor, "stride") else getattr(tensor, "strides", None)
    return strides is not None and strides[0] < strides[1]


def _left(a: Any, transposed: bool) -> _Operand:
    """A: K alone is fixed, and which batches are one."""
    batches, (first, second) = a.shape[:-2], a.shape[-2:]
    matrix = (first, None) if transposed else (None, second)
    return _Operand(as_dtype(a.dtype), (*_free(batches), *matrix))


def _right(b: Any) -> _Operand:
    """B: both sizes of its matrices are fixed."""
    return _Operand(as_dtype(b.dtype), (*_free(b.shape[:-2]), *b.shape[-2:]))


def _added(tensor: Any) -> _Operand | None:
    """What is added: the last size is the result's N or 1; the others are the result's or 1."""
    if tensor is None:
        return None
    return _Operand(as_dtype(tensor.dtype), (*_free(tensor.shape[:-1]), *tensor.shape[-1:]))


def _free(sizes: Sequence[int]) -> tuple[int | None, ...]:
    return tuple(1 if size == 1 else None for size in sizes)


def _like(shape: Sequence[int | None], result: Sequence[Size]) -> tuple[Size, ...]:
    """`shape` with the sizes of `result`, counted from the end, where any will do."""
    sizes = result[len(result) - len(shape) :]
    return tuple(size if own is None else own for own, size in zip(shape, sizes))


def _symbols(rank: int) -> list[Size]:
    """Names of sizes that are free: batches, then rows."""
    return [Dim.symbol(name) for name in (*(f"b{axis}" for axis in range(rank - 2)), "m", "m")]


def _factors(problem: _Problem, graph: Graph) -> tuple[Value, Value]:
    """A and B, transposed where they lie so."""
    rank = max(len(problem.a.shape), len(problem.b.shape))
    left = graph.input(problem.a.dtype, _like(problem.a.shape, _symbols(rank)))
    right = graph.input(problem.b.dtype, _like(problem.b.shape, _symbols(rank)))
    if problem.transposed[0]:
        left = _ops.transpose(left)
    return left, _ops.transpose(right) if problem.transposed[1] else right


def _build(problem: _Problem) -> Graph:
    """The graph of a product; its inputs are a, b, what is added, and factors, as far as there are any."""
    graph = Graph()
    left, right = _factors(problem, graph)
    result = _product(left, right, problem.out)
    own, shape = result.dtype, result.shape

    def add_input(operand: _Operand | None) -> Value | None:
        return None if operand is None else _ops.cast(graph.input(operand.dtype, _like(operand.shape, shape)), own)

    bias, c, residual = add_input(problem.bias), add_input(problem.c), add_input(problem.residual)
    alpha, beta = (_ops.cast(graph.scalar(_dtypes.f32), own) if is_used else None for is_used in problem.is_scaled)
    scaled = c if c is None or beta is None else _ops.mul(c, beta)
    result = result if alpha is None else _ops.mul(result, alpha)
    graph.output(_ops.cast(_epilogue(result, scaled, bias, problem.activation, residual), problem.out or own))
    return graph


def _product(left: Value, right: Value, out: DType | None) -> Value:
    """The product, of the result's type where that is a float, or holds sums of bytes."""
    of_bytes = all(value.dtype.is_integer and value.dtype.bits == 8 for value in (left, right))
    is_wide = out is not None and out.is_float and out.bits >= max(left.dtype.bits, right.dtype.bits)
    wide = is_wide or (of_bytes and out is _dtypes.i32)
    return _ops.matmul(left, right, dtype=out if wide else None)


def _epilogue(
    result: Value, c: Value | None, bias: Value | None, activation: str | None, residual: Value | None
) -> Value:
    """What is computed of a product; ValueError if there is no such activation."""
    if activation is not None and activation not in _ACTIVATIONS:
        raise ValueError(f"there is no activation {activation!r}{nearest(activation, _ACTIVATIONS)}; there are "
                         f"{', '.join(_ACTIVATIONS)}")
    for added in (c, bias):
        result = result if added is None else _ops.add(result, added)
    result = result if activation is None else _ACTIVATIONS[activation](result)
    return result if residual is None else _ops.add(result, residual)


def _expression(
    a: Value, b: Value, bias: Value | None, c: Value | None, residual: Value | None, alpha: float, beta: float,
    transposed: tuple[bool, bool], activation: str | None, out: DType | None,
) -> Value:  # fmt: skip
    """The same as part of a graph; factors are numbers in it."""
    left, right = (_ops.transpose(value) if is_so else value for value, is_so in zip((a, b), transposed))
    result = _product(left, right, out)
    own = result.dtype
    added = [value if value is None else _ops.cast(value, own) for value in (c, bias, residual)]
    result = result if alpha == 1 else _ops.mul(result, alpha)
    scaled = added[0] if added[0] is None or beta == 1 else _ops.mul(added[0], beta)
    return _ops.cast(_epilogue(result, scaled, added[1], activation, added[2]), out or own)
