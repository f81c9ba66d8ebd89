# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Matrix products. Those of floats of 8 and 16 bits are accumulated in f32 and rounded once, to the type of the result;
those of bytes are exact in i32."""

from __future__ import annotations

from collections.abc import Sequence

from fusion import _dtypes
from fusion._dims import Size, product
from fusion._dtypes import DType, Number
from fusion._graph import Value, tensor_type
from fusion._ops import binary, create, shapes
from fusion._ops._emit import broadcast, promoted, shape_text
from fusion._ops.casts import cast

__all__ = ["addmm", "block_scaled_matmul", "dot", "linear", "matmul", "outer", "tensordot"]


def matmul(a: Value, b: Value, dtype: DType | None = None) -> Value:
    """a @ b as in NumPy: [..., M, K] by [..., K, N] gives [..., M, N]; batches broadcast.

    An operand of one dimension is a row in front or a column behind, and that dimension is left out of the result. The
    operands are converted to their common type, but two 8-bit floats, which are multiplied as they are; `dtype` of the
    result may be a wider float (f32 for bf16). Integers
    wrap; those of 8 bits wrap in `dtype`, of which i32 holds every sum of up to 2^15 terms exactly. Bools are no
    numbers. ValueError if the sizes K differ.
    """
    if not a.rank or not b.rank:
        raise ValueError("matmul expects tensors of one dimension or more; multiply numbers by mul")
    left = shapes.unsqueeze(a, 0) if a.rank == 1 else a
    right = shapes.unsqueeze(b, 1) if b.rank == 1 else b
    if left.shape[-1] != right.shape[-2]:
        raise ValueError(f"matmul expects equal contraction sizes, but shapes {shape_text(a.shape)} and "
                         f"{shape_text(b.shape)} have {left.shape[-1]} and {right.shape[-2]}")
    own = promoted(a, b)
    if own is _dtypes.bool_:
        raise TypeError("matmul takes numbers, not bools; cast the operands")
    if all(operand.dtype in (_dtypes.i8, _dtypes.u8) for operand in (a, b)):
        result = cast(_byte_product(left, right), dtype or own)
    elif all(operand.dtype.is_float and operand.dtype.bits == 8 for operand in (a, b)):
        result = _float_product(left, right, dtype or own)
    elif own.is_float:
        result = _float_product(cast(left, own), cast(right, own), dtype or own)
    else:
        result = cast(_integer_product(cast(left, own), cast(right, own)), dtype or own)
    shape = [size for axis, size in zip(range(-result.rank, 0), result.shape)
             if not (axis == -2 and a.rank == 1) and not (axis == -1 and b.rank == 1)]
    return shapes.reshape(result, shape)


def block_scaled_matmul(a: Value, b: Value, scale_a: Value, scale_b: Value, block_a: tuple[int, int],
                        block_b: tuple[int, int]) -> Value:
    """a @ b of matrices of 8-bit floats, [M, K] and [K, N], in f32, each of whose blocks has a scale of f32.

    `scale_a` is [M / g, K / h] for `block_a` (g, h), and `scale_b` [K / h, N / g] for `block_b` (h, g): the last blocks
    may be shorter. ValueError if the sizes differ from that, as far as they are known.
    """
    for name, x, scale, block in (("a", a, scale_a, block_a), ("b", b, scale_b, block_b)):
        for axis, (size, own, group) in enumerate(zip(x.shape, scale.shape, block)):
            expected = -(-size // group) if isinstance(size, int) else size if group == 1 else None
            if expected is not None and isinstance(own, int) == isinstance(expected, int) and own != expected:
                raise ValueError(f"scale_{name} has {own} numbers along axis {axis}, but {size} elements in blocks of "
                                 f"{group} have {expected}")
    right = shapes.transpose(scale_b)
    shape = _product_shape(a, b)
    operands = (a, b, scale_a, right)
    blocks = (f"lhs_block = array<i64: {block_a[0]}, {block_a[1]}>, "
              f"rhs_block = array<i64: {block_b[1]}, {block_b[0]}>")
    types = f"({', '.join(operand.type for operand in operands)}) -> {tensor_type(shape, _dtypes.f32)}"
    return a.graph.emit(f"fusion.matmul {a.name}, {b.name} lhs_scale {scale_a.name} rhs_scale {right.name} "
                        f"{{{blocks}}} : {types}", _dtypes.f32, shape)


def linear(x: Value, weight: Value, bias: Value | None = None) -> Value:
    """x @ weightᵀ + bias: [..., K] by [N, K] and [N] gives [..., N]."""
    result = matmul(x, shapes.transpose(weight) if weight.rank > 1 else weight)
    return result if bias is None else binary.add(result, bias)


def addmm(c: Value, a: Value, b: Value, beta: Number = 1, alpha: Number = 1) -> Value:
    """beta · c + alpha · (a @ b); c broadcasts, and is not read where beta is 0."""
    result = matmul(a, b)
    result = result if alpha == 1 else binary.mul(result, alpha)
    if beta == 0:
        return result
    return binary.add(result, c if beta == 1 else binary.mul(c, beta))


def dot(a: Value, b: Value) -> Value:
    """The sum of the products of two vectors' elements, of rank 0."""
    return matmul(a, b)


def outer(a: Value, b: Value) -> Value:
    """All products of two vectors' elements: [M], [N] → [M, N]."""
    return binary.mul(shapes.unsqueeze(a, 1), shapes.unsqueeze(b, 0))


def tensordot(a: Value, b: Value, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Value:
    """The sum of products along pairs of axes; a number stands for the last axes of `a` and the first of `b`."""
    of_a, of_b = (range(a.rank - axes, a.rank), range(axes)) if isinstance(axes, int) else axes
    left = [axis % a.rank for axis in of_a]
    right = [axis % b.rank for axis in of_b]
    rows = [axis for axis in range(a.rank) if axis not in left]
    columns = [axis for axis in range(b.rank) if axis not in right]
    k = [a.shape[axis] for axis in left]
    if k != [b.shape[axis] for axis in right]:
        raise ValueError(f"tensordot expects equal sizes along its axes, but shapes {shape_text(a.shape)} and "
                         f"{shape_text(b.shape)} differ")
    lhs = _matrix(a, rows, left)
    rhs = _matrix(b, right, columns)
    return shapes.reshape(matmul(lhs, rhs), [a.shape[axis] for axis in rows] + [b.shape[axis] for axis in columns])


def _matrix(x: Value, rows: Sequence[int], columns: Sequence[int]) -> Value:
    return shapes.reshape(shapes.permute(x, [*rows, *columns]),
                          (product(x.shape[axis] for axis in rows), product(x.shape[axis] for axis in columns)))


def _float_product(a: Value, b: Value, dtype: DType) -> Value:
    shape = _product_shape(a, b)
    types = f"({a.type}, {b.type}) -> {tensor_type(shape, dtype)}"
    return a.graph.emit(f"fusion.matmul {a.name}, {b.name} : {types}", dtype, shape)


def _byte_product(a: Value, b: Value) -> Value:
    """Of bytes, each with a sign or without, in i32."""
    shape = _product_shape(a, b)
    signs = [name for name, operand in (("unsigned_a", a), ("unsigned_b", b)) if operand.dtype is _dtypes.u8]
    flags = f" {{{', '.join(signs)}}}" if signs else ""
    types = f"({a.type}, {b.type}) -> {tensor_type(shape, _dtypes.i32)}"
    return a.graph.emit(f"fusion.matmul {a.name}, {b.name}{flags} : {types}", _dtypes.i32, shape)


def _product_shape(a: Value, b: Value) -> tuple[Size, ...]:
    return (*broadcast(a.shape[:-2], b.shape[:-2]), a.shape[-2], b.shape[-1])


def _integer_product(a: Value, b: Value) -> Value:
    """A loop nest of linalg, since products of the dialect are of floats and of bytes."""
    shape = _product_shape(a, b)
    left, right = (shapes.expand(v, (*shape[:-2], *v.shape[-2:])) for v in (a, b))
    rank = len(shape)
    batch = [f"b{i}" for i in range(rank - 2)]
    maps = ", ".join(f"affine_map<({', '.join(batch + ['m', 'n', 'k'])}) -> ({', '.join(batch + last)})>"
                     for last in (["m", "k"], ["k", "n"], ["m", "n"]))
    kinds = ", ".join(['"parallel"'] * rank + ['"reduction"'])
    out, element = create.full(a.graph, shape, 0, a.dtype), a.dtype.mlir
    lines = [f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} "
             f"ins({left.name}, {right.name} : {left.type}, {right.type}) outs({out.name} : {out.type}) {{",
             f"^bb0(%a: {element}, %b: {element}, %c: {element}):",
             f"  %p = arith.muli %a, %b : {element}", f"  %s = arith.addi %c, %p : {element}",
             f"  linalg.yield %s : {element}", f"}} -> {out.type}"]
    return a.graph.emit("\n    ".join(lines), a.dtype, shape)

