# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Attention, in the form that one kernel computes: product, softmax, product."""

from __future__ import annotations

import math

from fusion import _dtypes
from fusion._dims import Dim
from fusion._graph import Value
from fusion._ops import binary, compare, create, norms, products, shapes, unary
from fusion._ops._emit import shape_text, size_value
from fusion._ops.casts import cast

__all__ = ["attention_with_logsumexp", "scaled_dot_product_attention"]


def scaled_dot_product_attention(query: Value, key: Value, value: Value, mask: Value | None = None,
                                 is_causal: bool = False, scale: float | None = None,
                                 enable_gqa: bool = False) -> Value:
    """softmax(scale · query keyᵀ + mask) value: [..., L, E], [..., S, E], [..., S, V] give [..., L, V].

    `mask` broadcasts against [..., L, S]: bools say which keys are seen, floats are added to the scores. `is_causal`
    hides the keys behind the query's position. `scale` is 1/√E unless given. With `enable_gqa`, heads of keys and
    values are repeated for groups of heads of queries. Scores and softmax are f32; weights are rounded to the type of
    `value` before the second product. A row that sees no key is zeros, as in PyTorch.
    """
    key, value, scores = _operands(query, key, value, mask, is_causal, scale, enable_gqa)
    weights = norms.softmax(scores) if mask is None else norms.safe_softmax(scores)
    return products.matmul(cast(weights, value.dtype), value)


def attention_with_logsumexp(query: Value, key: Value, value: Value, mask: Value | None = None,
                             is_causal: bool = False, scale: float | None = None,
                             enable_gqa: bool = False) -> tuple[Value, Value]:
    """The same, with the logarithm of the sum of the exponentials of each row's scores, f32 [..., L].

    The backward pass computes weights of it again: e^(score - logarithm). It is 0 for a row that sees no key, whose
    weights so are zeros.
    """
    key, value, scores = _operands(query, key, value, mask, is_causal, scale, enable_gqa)
    weights, logarithms = norms.softmax_with_logsumexp(scores, is_safe=mask is not None)
    return products.matmul(cast(weights, value.dtype), value), shapes.reshape(logarithms, scores.shape[:-1])


def _operands(query: Value, key: Value, value: Value, mask: Value | None, is_causal: bool, scale: float | None,
              enable_gqa: bool) -> tuple[Value, Value, Value]:
    """Keys and values with the heads that they have beside the query, and the scores with their mask."""
    if key.shape[-2] != value.shape[-2]:
        raise ValueError(f"attention expects as many keys as values, but shapes {shape_text(key.shape)} and "
                         f"{shape_text(value.shape)} have {key.shape[-2]} and {value.shape[-2]}")
    if enable_gqa:
        key, value = (_repeated_heads(query, heads) for heads in (key, value))
    scores = _scaled_scores(query, key, scale)
    if is_causal:
        seen = create.triangle(query.graph, query.shape[-2], key.shape[-2])
        scores = compare.where(seen, scores, -math.inf)
    if mask is not None:
        hidden = mask.dtype is _dtypes.bool_
        scores = compare.where(mask, scores, -math.inf) if hidden else binary.add(scores, cast(mask, scores.dtype))
    return key, value, scores


def _scaled_scores(query: Value, key: Value, scale: float | None) -> Value:
    """The products of queries and keys in f32, times `scale`, or 1/√E, which may be known at the call only."""
    wide, width = _dtypes.accumulator(query.dtype), query.shape[-1]
    scores = products.matmul(query, shapes.transpose(key), wide)
    if scale is not None:
        return binary.mul(scores, scale)
    if isinstance(width, Dim):
        return binary.mul(scores, unary.rsqrt(cast(size_value(query.graph, width), wide)))
    return binary.mul(scores, 1.0 / math.sqrt(width) if width else 1.0)


def _repeated_heads(query: Value, heads: Value) -> Value:
    """Heads (dimension -3) repeated so that each query's head has its own: 0, 0, 1, 1, … for two queries a head."""
    own, wanted = heads.shape[-3], query.shape[-3]
    if own == wanted:
        return heads
    if isinstance(own, Dim) or isinstance(wanted, Dim) or wanted % own:
        raise ValueError(f"heads of queries are groups of those of keys and values, but there are {wanted} and {own}")
    return shapes.repeat_interleave(heads, wanted // own, -3)
