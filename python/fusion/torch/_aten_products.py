# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Operations of aten with products, and those of windows: matrix products, attention, convolutions, pooling."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch

from fusion import _dtypes, _ops
from fusion._dims import Size
from fusion._graph import Value
from fusion.torch._lowering import Call, Refused, expect, lowers, size_of


@lowers("mm.default", "bmm.default", "mv.default", "dot.default", "matmul.default", "mm.dtype", "bmm.dtype")
def matmul(c: Call, a: Value, b: Value, out_dtype: torch.dtype | None = None) -> Value:
    return _ops.matmul(a, b, c.dtype)


@lowers("_int_mm.default")
def int_mm(c: Call, a: Value, b: Value) -> Value:
    return _ops.matmul(a, b, _dtypes.i32)


@lowers("_scaled_mm.default")
def scaled_mm(c: Call, a: Value, b: Value, scale_a: Value, scale_b: Value, bias: Value | None = None,
              scale_result: Value | None = None, out_dtype: torch.dtype | None = None,
              use_fast_accum: bool = False) -> Value:
    """Of 8-bit floats, with one scale for each operand, for each row of `a` and column of `b`, or for each block."""
    expect(scale_result is None, "a scale of the result is not supported")
    rows, columns = a.shape[-2], b.shape[-1]
    if all(not scale.rank or all(size == 1 for size in scale.shape) or tuple(scale.shape) == shape
           for scale, shape in ((scale_a, (rows, 1)), (scale_b, (1, columns)))):
        return _finish_scaled(c, _ops.mul(_ops.mul(_ops.matmul(a, b, _dtypes.f32), scale_a), scale_b), bias)
    block_a = _find_block(a.shape, scale_a, ((1, _BLOCK), (_BLOCK, _BLOCK)))
    block_b = _find_block(b.shape, scale_b, ((_BLOCK, 1), (_BLOCK, _BLOCK)))
    if block_a is None or block_b is None:
        raise Refused("scales of other blocks than 1 x 128 and 128 x 128 are not supported")
    return _finish_scaled(c, _ops.block_scaled_matmul(a, b, scale_a, scale_b, block_a, block_b), bias)


@lowers("_scaled_mm_v2.default")
def scaled_mm_v2(c: Call, a: Value, b: Value, scale_a: Sequence[Value], recipe_a: Sequence[int],
                 swizzle_a: Sequence[int], scale_b: Sequence[Value], recipe_b: Sequence[int], swizzle_b: Sequence[int],
                 bias: Value | None = None, out_dtype: torch.dtype | None = None,
                 contraction_dim: Sequence[int] = (), use_fast_accum: bool = False) -> Value:
    """torch.nn.functional.scaled_mm, whose recipes say what scales are of: those that `scaled_mm` tells by shapes."""
    expect(len(scale_a) == len(scale_b) == 1 and not any((*swizzle_a, *swizzle_b)),
           "scales of two levels, and swizzled ones, are not supported")
    recipes = tuple(getattr(torch.nn.functional.ScalingType, name).value
                    for name in ("TensorWise", "RowWise", "BlockWise1x128", "BlockWise128x128"))
    expect(recipe_a[0] in recipes and recipe_b[0] in recipes,
           "scales of blocks are supported of 1 x 128 and 128 x 128 elements")
    expect(tuple(axis % 2 for axis in contraction_dim) in ((), (1, 0)), "other dimensions are contracted")
    return scaled_mm(c, a, b, scale_a[0], scale_b[0], bias)


# Elements of k, and of a block of both dimensions, that share a scale (ScalingType.BlockWise1x128, BlockWise128x128).
_BLOCK = 128


def _find_block(shape: Sequence[Size], scale: Value, blocks: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """The first of `blocks` of which a matrix has as many as there are scales; None if these are of no such blocks."""
    def count(size: Size, block: int) -> Size:
        if block == 1:
            return size
        return -(-size // block) if isinstance(size, int) else -1

    if scale.rank != 2 or scale.dtype is not _dtypes.f32:
        return None
    found = [block for block in blocks if tuple(scale.shape) == tuple(map(count, shape, block))]
    return found[0] if found else None


def _finish_scaled(c: Call, result: Value, bias: Value | None) -> Value:
    return _ops.cast(result if bias is None else _ops.add(result, _ops.cast(bias, _dtypes.f32)), c.dtype)


@lowers("addmm.default", "baddbmm.default", "addmv.default")
def addmm(c: Call, x: Value, a: Value, b: Value, beta: float = 1, alpha: float = 1) -> Value:
    return _ops.addmm(x, a, b, beta, alpha)


@lowers("linear.default")
def linear(c: Call, x: Value, weight: Value, bias: Value | None = None) -> Value:
    return _ops.linear(x, weight, bias)


@lowers("_trilinear.default")
def trilinear(c: Call, a: Value, b: Value, d: Value, expand1: Sequence[int], expand2: Sequence[int],
              expand3: Sequence[int], sumdim: Sequence[int], unroll_dim: int = 1) -> Value:
    """The product of three tensors with dimensions of size 1 put in, summed along `sumdim`."""
    spread = []
    for value, axes in ((a, expand1), (b, expand2), (d, expand3)):
        for axis in sorted(axes):
            value = _ops.unsqueeze(value, axis)
        spread.append(value)
    return _ops.sum(_ops.mul(_ops.mul(spread[0], spread[2]), spread[1]), sumdim)


@lowers("_cdist_forward.default")
def cdist(c: Call, a: Value, b: Value, p: float, compute_mode: int | None = None) -> Value:
    return _ops.norm(_ops.sub(_ops.unsqueeze(a, -2), _ops.unsqueeze(b, -3)), p, -1)


@lowers("scaled_dot_product_attention.default")
def attention(c: Call, query: Value, key: Value, value: Value, attn_mask: Value | None = None, dropout_p: float = 0.0,
              is_causal: bool = False, scale: float | None = None, enable_gqa: bool = False) -> Value:
    expect(dropout_p == 0.0, "random numbers are drawn by PyTorch")
    return _ops.scaled_dot_product_attention(query, key, value, attn_mask, is_causal, scale, enable_gqa)


@lowers("_scaled_dot_product_flash_attention_for_cpu.default")
def flash_attention_for_cpu(c: Call, query: Value, key: Value, value: Value, dropout_p: float = 0.0,
                            is_causal: bool = False, attn_mask: Value | None = None,
                            scale: float | None = None) -> tuple[Value | None, ...]:
    return _results(c, query, key, value, attn_mask, dropout_p, is_causal, scale)


@lowers("_scaled_dot_product_flash_attention.default")
def flash_attention(c: Call, query: Value, key: Value, value: Value, dropout_p: float = 0.0, is_causal: bool = False,
                    return_debug_mask: bool = False, scale: float | None = None) -> tuple[Value | None, ...]:
    """PyTorch chooses this kernel for a causal mask of squares alone; of others it hides another triangle."""
    expect(not is_causal or query.shape[-2] == key.shape[-2], "the triangle of a causal mask ends at the last key")
    return _results(c, query, key, value, None, dropout_p, is_causal, scale)


@lowers("_scaled_dot_product_efficient_attention.default", "_scaled_dot_product_cudnn_attention.default")
def biased_attention(c: Call, query: Value, key: Value, value: Value, attn_bias: Value | None,
                     compute_log_sumexp: bool, dropout_p: float = 0.0, is_causal: bool = False,
                     return_debug_mask: bool = False, scale: float | None = None) -> tuple[Value | None, ...]:
    return _results(c, query, key, value, attn_bias, dropout_p, is_causal, scale)


@lowers("_scaled_dot_product_fused_attention_overrideable.default")
def overrideable_attention(c: Call, query: Value, key: Value, value: Value, attn_bias: Value | None = None,
                           dropout_p: float = 0.0, is_causal: bool = False, return_debug_mask: bool = False,
                           scale: float | None = None) -> tuple[Value | None, ...]:
    return _results(c, query, key, value, attn_bias, dropout_p, is_causal, scale)


def _results(c: Call, query: Value, key: Value, value: Value, mask: Value | None, dropout_p: float,
             is_causal: bool, scale: float | None) -> tuple[Value | None, ...]:
    """The result of attention and, where a backward pass reads it, the log-sum-exp, with the shape PyTorch gives it.

    What else PyTorch's kernels give, `attention.free` has made outside.
    """
    expect(dropout_p == 0.0, "random numbers are drawn by PyTorch")
    used = {user.args[1] for user in c.node.users}
    expect(used <= {0, 1}, "its seeds are read, by PyTorch's backward pass")
    grouped = query.rank == 4 and query.shape[1] != key.shape[1]
    rest = [None] * (len(c.meta) - 2)
    if 1 not in used:
        return _ops.scaled_dot_product_attention(query, key, value, mask, is_causal, scale, grouped), None, *rest
    result, logarithms = _ops.attention_with_logsumexp(query, key, value, mask, is_causal, scale, grouped)
    return result, _as_saved(logarithms, _shape(c, 1)), *rest


def _as_saved(logarithms: Value, shape: Sequence[Size]) -> Value:
    """Log-sum-exps [B, H, L] in the shape of PyTorch's kernel.

    That is [B, H, L] of "flash", [B, H, L, 1] of cuDNN, and of "efficient" rows up to a multiple of 32, which are ∞.
    """
    if len(shape) > logarithms.rank:
        return _ops.unsqueeze(logarithms, -1)
    rows, saved = logarithms.shape[-1], shape[-1]
    if rows == saved:
        return logarithms
    return _ops.pad(logarithms, [(0, 0), (0, 0), (0, saved - rows)], math.inf)


@lowers("convolution.default")
def convolution(c: Call, x: Value, weight: Value, bias: Value | None, stride: Sequence[int], padding: Sequence[int],
                dilation: Sequence[int], transposed: bool, output_padding: Sequence[int], groups: int) -> Value:
    if transposed:
        return _ops.conv_transpose(x, weight, bias, stride, padding, output_padding, groups, dilation)
    return _ops.convolution(x, weight, bias, stride, padding, dilation, groups)


@lowers("convolution_backward.default")
def convolution_backward(c: Call, gradient: Value, x: Value, weight: Value, bias_sizes: Sequence[int] | None,
                         stride: Sequence[int], padding: Sequence[int], dilation: Sequence[int], transposed: bool,
                         output_padding: Sequence[int], groups: int, wanted: Sequence[bool]) -> list[Value | None]:
    """Of convolutions whose windows are patches beside each other."""
    expect(not transposed and groups == 1 and not any(padding) and list(stride) == list(weight.shape[2:])
           and all(size == 1 or spread == 1 for size, spread in zip(weight.shape[2:], dilation)),
           "its windows are no patches beside each other")
    return _ops.patch_gradients(gradient, x, weight, wanted)


@lowers("max_pool2d_with_indices.default", "max_pool3d_with_indices.default")
def max_pool_with_indices(c: Call, x: Value, kernel_size: Sequence[int], stride: Sequence[int] = (),
                          padding: Sequence[int] = (0,), dilation: Sequence[int] = (1,),
                          ceil_mode: bool = False) -> tuple[Value, Value]:
    spatial = _spatial(c)
    window, steps = list(kernel_size), list(stride) or None
    if not _reads_positions(c) and x.dtype.is_float:
        positions = _ops.full(c.graph, _shape(c, 1), 0, _dtypes.i64)
        return _ops.max_pool(x, window, steps, list(padding), list(dilation), ceil_mode, spatial), positions
    return _ops.max_pool_with_positions(x, window, steps, list(padding), list(dilation), ceil_mode, spatial)


@lowers("prims._low_memory_max_pool_with_offsets.default")
def max_pool_with_offsets(c: Call, x: Value, kernel_size: Sequence[int], stride: Sequence[int], padding: Sequence[int],
                          dilation: Sequence[int], ceil_mode: bool) -> tuple[Value, Value]:
    """Inductor's form of the two above, whose second result is for its own backward pass alone."""
    expect(not _reads_positions(c), "offsets of maxima are in a form of Inductor's own")
    offsets = _ops.full(c.graph, _shape(c, 1), 0, _dtypes.i8)
    return _ops.max_pool(x, list(kernel_size), list(stride) or None, list(padding), list(dilation), ceil_mode,
                         len(kernel_size)), offsets


def _reads_positions(c: Call) -> bool:
    return any(user.args[1:] == (1,) for user in c.node.users)


def _shape(c: Call, number: int) -> list[Size]:
    """The shape of one of several results."""
    return [size_of(size) for size in c.meta[number].shape]


@lowers("max_pool1d.default", "max_pool2d.default")
def max_pool(c: Call, x: Value, kernel_size: Sequence[int], stride: Sequence[int] = (), padding: Sequence[int] = (0,),
             dilation: Sequence[int] = (1,), ceil_mode: bool = False) -> Value:
    return _ops.max_pool(x, list(kernel_size), list(stride) or None, list(padding), list(dilation), ceil_mode,
                         _spatial(c))


@lowers("avg_pool1d.default", "avg_pool2d.default", "avg_pool3d.default")
def avg_pool(c: Call, x: Value, kernel_size: Sequence[int], stride: Sequence[int] = (), padding: Sequence[int] = (0,),
             ceil_mode: bool = False, count_include_pad: bool = True, divisor_override: int | None = None) -> Value:
    return _ops.avg_pool(x, list(kernel_size), list(stride) or None, list(padding), ceil_mode, count_include_pad,
                         divisor_override, _spatial(c))


@lowers("_adaptive_avg_pool2d.default", "_adaptive_avg_pool3d.default", "adaptive_avg_pool1d.default")
def adaptive_avg_pool(c: Call, x: Value, output_size: Sequence[int]) -> Value:
    return _ops.adaptive_avg_pool(x, list(output_size))


@lowers("adaptive_max_pool2d.default")
def adaptive_max_pool(c: Call, x: Value, output_size: Sequence[int]) -> tuple[Value, Value]:
    window: list[int] = []
    for size, wanted in zip(x.shape[-2:], output_size):
        if not isinstance(size, int) or size % wanted:
            raise Refused(f"adaptive pooling to {list(output_size)} has windows of several sizes")
        window.append(size // wanted)
    return _ops.max_pool_with_positions(x, window)


@lowers("upsample_nearest1d.default", "upsample_nearest2d.default", "upsample_nearest3d.default")
def upsample_nearest(c: Call, x: Value, output_size: Sequence[int], *scales: float | None) -> Value:
    return _ops.upsample_nearest(x, list(output_size), list(scales) or None)


@lowers("pixel_shuffle.default")
def pixel_shuffle(c: Call, x: Value, factor: int) -> Value:
    *front, channels, height, width = x.shape
    split = _ops.reshape(x, (*front, channels // (factor * factor), factor, factor, height, width))
    rank = split.rank
    order = [*range(rank - 4), rank - 2, rank - 4, rank - 1, rank - 3]
    return _ops.reshape(_ops.permute(split, order), c.shape)


def _spatial(c: Call) -> int:
    """The number of spatial dimensions, by the name of the operation."""
    return int(next(letter for letter, following in zip(str(c.node.target), str(c.node.target)[1:])
                    if following == "d" and letter.isdigit()))
