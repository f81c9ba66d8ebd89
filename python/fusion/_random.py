# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Random numbers that follow from (seed, offset) and an element's place (docs/Random.md): lazily, and by NumPy.

The bits of the two are the same, and so are those of every device, numerics and schedule.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from fusion import _dtypes, _ops, _types
from fusion._apply import apply, array_of, integer, number, sizes_of
from fusion._lazy import Array, ArrayLike, scalar
from fusion._types import DTypeLike

if TYPE_CHECKING:
    from fusion._dims import Size

__all__ = ["dropout", "dropout_mask", "philox", "random_bits", "stochastic_round", "uniform"]

Seed = Union[int, Array]

_MASK = 0xFFFFFFFF
_ROUNDS = 10


def dropout(x: ArrayLike, p: float, seed: Seed, offset: Seed = 0, return_mask: bool = False) -> Any:
    """`x` / (1 - p) where an element is kept, else 0: each is dropped with probability `p`, by itself.

    Args:
        x: an array or tensor of floats.
        p: in [0, 1]. Elements are dropped whose 16 random bits are less than round(p · 2¹⁶) (docs/Random.md).
        seed, offset: of the bits: integers, or arrays of i64 and no dimensions. A new number is no new compile. Equal
            ones give the same mask again, as a backward pass needs it; masks of different ones are independent.
        return_mask: gives (result, mask) instead, the mask as bools: true is kept.

    TypeError if `x` is not of floats; ValueError for another `p`.
    """
    node, own_p = array_of(x), probability(p)
    if not node.dtype.is_float:
        raise TypeError(f"dropout expects floats, but x is {node._type}")
    kept = apply(_ops.dropout_mask_of, (node, *_numbers(seed, offset)), name="dropout_mask", p=own_p)
    result = apply(_ops.drop, (node, kept), name="dropout", p=own_p)
    return (result, kept) if return_mask else result


def random_bits(shape: Any, seed: Seed, offset: Seed = 0) -> Array:
    """32 random bits for each element of `shape`, as u32: what `philox` gives, lazily."""
    return _drawn(_ops.random_bits, shape, seed, offset)


def uniform(shape: Any, seed: Seed, offset: Seed = 0) -> Array:
    """Random numbers of f32 in [0, 1): the first 24 of an element's `random_bits`, times 2⁻²⁴."""
    return _drawn(_ops.uniform, shape, seed, offset)


_ROUNDED = (_dtypes.bf16, _dtypes.f16, _dtypes.f8e4m3fn, _dtypes.f8e5m2)


def stochastic_round(x: ArrayLike, dtype: DTypeLike, seed: Seed, offset: Seed = 0, saturate: bool = False) -> Array:
    """`x`, of f32, as `dtype`, a float of 8 or 16 bits: rounded up or down by its `random_bits`, so that the mean stays.

    The magnitude is floor(\\|x\\| / d + bits / 2³²) · d, where d is the distance of the type's numbers there. Beyond
    the largest number come infinities, in f8e4m3fn NaN; with `saturate` the largest number. TypeError for other types.
    """
    node, own = array_of(x), _types.as_dtype(dtype)
    if node.dtype is not _dtypes.f32 or own not in _ROUNDED:
        raise TypeError(f"stochastic_round expects f32, to be rounded to {', '.join(d.name for d in _ROUNDED[:-1])} or "
                        f"{_ROUNDED[-1].name}, not {node._type} to {own.name}")
    return apply(_ops.stochastic_round, (node, *_numbers(seed, offset)), dtype=own, saturate=bool(saturate))


def philox(seed: int, offset: int, shape: Any) -> np.ndarray[Any, Any]:
    """The bits of `random_bits`, as an array of uint32, computed by NumPy.

    Element (…, row, column) has word ``column % 4`` of Philox-4x32-10 (Salmon and others, 2011) of the counter
    ``row * ceil(columns / 4) + column // 4``, where `row` counts all rows in row-major order (docs/Random.md).
    """
    return philox_words(np, integer(seed, "seed"), integer(offset, "offset"), sizes_of(shape)).astype(np.uint32)


def dropout_mask(seed: int, offset: int, shape: Any, p: float) -> np.ndarray[Any, Any]:
    """The mask of `dropout`, true where an element is kept, as an array of bools, computed by NumPy.

    Element (…, row, column) has half ``column % 8`` of Philox-4x32-10's words for the counter
    ``row * ceil(columns / 8) + column // 8``, the lower half of each word first.
    """
    bits = philox_halves(np, integer(seed, "seed"), integer(offset, "offset"), sizes_of(shape))
    return bits >= _ops.dropout_threshold(probability(p))  # type: ignore[no-any-return]


def philox_words(library: Any, seed: int, offset: int, shape: tuple[Size, ...], **place: Any) -> Any:
    """The bits of `philox` as an array of int64 of `library`, which is NumPy or PyTorch; `place` goes to ``arange``."""
    return _by_rows(_draw(library, seed, offset, shape, 4, place), shape)


def philox_halves(library: Any, seed: int, offset: int, shape: tuple[Size, ...], **place: Any) -> Any:
    """The 16 bits of each element that `dropout` compares, likewise."""
    words = _draw(library, seed, offset, shape, 8, place)
    return _by_rows(library.stack([words & 0xFFFF, words >> 16], -1), shape)


def _draw(library: Any, seed: int, offset: int, shape: tuple[Size, ...], columns: int, place: dict[str, Any]) -> Any:
    """The words of all counters, four of each; there is one for each `columns` neighbours of a row."""
    rows, own = math.prod(shape[:-1]), shape[-1] if shape else 1  # type: ignore[arg-type]
    counter = library.arange(rows * -(-own // columns), dtype=library.int64, **place)
    zero = counter * 0
    words = [counter & _MASK, counter >> 32, zero + (offset & _MASK), zero + (offset >> 32 & _MASK)]
    key = [seed & _MASK, seed >> 32 & _MASK]
    for _ in range(_ROUNDS):
        high0, low0 = _multiply(words[0], 0xD2511F53)
        high1, low1 = _multiply(words[2], 0xCD9E8D57)
        words = [high1 ^ words[1] ^ key[0], low1, high0 ^ words[3] ^ key[1], low0]
        key = [(key[0] + 0x9E3779B9) & _MASK, (key[1] + 0xBB67AE85) & _MASK]
    return library.stack(words, -1)


def _by_rows(bits: Any, shape: tuple[Size, ...]) -> Any:
    """An array of `shape` of bits that lie in groups of neighbours; the last group of a row may have more."""
    rows, columns = math.prod(shape[:-1]), shape[-1] if shape else 1  # type: ignore[arg-type]
    if rows * columns == 0:
        return bits.reshape(-1)[:0].reshape(shape)
    return bits.reshape(rows, -1)[:, :columns].reshape(shape)


def _multiply(word: Any, factor: int) -> tuple[Any, Any]:
    """The high and the low half of the product of 32-bit numbers, in int64, which wraps."""
    low = word * (factor & 0xFFFF)
    high = word * (factor >> 16) + (low >> 16)
    return high >> 16, (high << 16 | low & 0xFFFF) & _MASK


def _drawn(function: Any, shape: Any, seed: Seed, offset: Seed) -> Array:
    """An array that is made of a shape, a seed and an offset."""
    sizes = sizes_of(shape)
    for size in sizes:
        if isinstance(size, int) and size < 0:
            raise ValueError(f"sizes are at least 0, but the shape is {sizes}")
    return apply(function, _numbers(seed, offset), shape=sizes)


def _numbers(seed: Seed, offset: Seed) -> tuple[Array, ...]:
    """Both as arrays of i64; integers modulo 2⁶⁴."""
    result = []
    for name, value in (("seed", seed), ("offset", offset)):
        if not isinstance(value, Array):
            value = scalar((integer(value, name) + 2**63) % 2**64 - 2**63, _dtypes.i64)
        if value.dtype is not _dtypes.i64 or value.ndim:
            raise TypeError(f"{name} is an integer or an array of i64 and no dimensions, not {value._type}")
        result.append(value)
    return tuple(result)


def probability(p: float) -> float:
    """`p` as a float; ValueError if it is not in [0, 1]."""
    own = number(p, "p")
    if not 0 <= own <= 1:
        raise ValueError(f"p is a probability in [0, 1], not {p}")
    return own
