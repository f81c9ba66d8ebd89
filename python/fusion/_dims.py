# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Sizes of dimensions that are known at the call: polynomials with integer coefficients, and quotients of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Union

from fusion._decisions import decider

Size = Union[int, "Dim"]
Atom = Union[str, "Quotient"]
Monomial = tuple[Atom, ...]


@dataclass(frozen=True)
class Quotient:
    """floor(numerator / denominator) where no exact division is known."""

    numerator: Dim
    denominator: Size

    def __str__(self) -> str:
        return f"({self.numerator} // {self.denominator})"


class Dim:
    """A size that is known at the call, made of symbols by ``+``, ``-``, ``*``, ``//`` and ``%``.

    Two Dims are equal where their normal forms are: ``m + n == n + m``, ``(m * 4) // 2 == m * 2``, and where somebody
    decides so (`_decisions`). What comes out constant is an ``int``, so a Dim is never a number. Quotients round down,
    as Python's do.
    """

    __slots__ = ("_terms",)
    _terms: tuple[tuple[Monomial, int], ...]

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        """Clients call `symbol`; `terms` maps products of atoms, each sorted, to coefficients other than 0."""
        self._terms = tuple(sorted(terms.items(), key=lambda term: [str(atom) for atom in term[0]]))

    @staticmethod
    def symbol(name: str) -> Dim:
        """The size called `name`; equal names are equal sizes."""
        return Dim({(name,): 1})

    @property
    def terms(self) -> tuple[tuple[Monomial, int], ...]:
        """Products of atoms and their coefficients, in a fixed order."""
        return self._terms

    @property
    def is_polynomial(self) -> bool:
        """Whether it is made without a quotient that is not exact."""
        return all(isinstance(atom, str) for monomial, _ in self._terms for atom in monomial)

    def symbols(self) -> frozenset[str]:
        """The names of all symbols in it."""
        found: set[str] = set()
        for monomial, _ in self._terms:
            for atom in monomial:
                if isinstance(atom, str):
                    found.add(atom)
                else:
                    found |= atom.numerator.symbols()
                    found |= atom.denominator.symbols() if isinstance(atom.denominator, Dim) else set()
        return frozenset(found)

    def evaluate(self, values: Mapping[str, int]) -> int:
        """The number that it is where the symbols have `values`; KeyError names a symbol without one."""
        return fold(self, values.__getitem__)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Dim) and self._terms == other._terms:
            return True
        own = decider()
        return own is not None and isinstance(other, (int, Dim)) and own.equal(self, other)

    def __hash__(self) -> int:
        return hash(self._terms)

    def __add__(self, other: Size) -> Size:
        sums = dict(self._terms)
        for monomial, factor in _terms_of(other):
            sums[monomial] = sums.get(monomial, 0) + factor
        return _normal(sums)

    def __neg__(self) -> Size:
        return self * -1

    def __sub__(self, other: Size) -> Size:
        return self + other * -1

    def __rsub__(self, other: int) -> Size:
        return self * -1 + other

    def __mul__(self, other: Size) -> Size:
        sums: dict[Monomial, int] = {}
        for a, factor_a in self._terms:
            for b, factor_b in _terms_of(other):
                key = tuple(sorted(a + b, key=str))
                sums[key] = sums.get(key, 0) + factor_a * factor_b
        return _normal(sums)

    __radd__ = __add__
    __rmul__ = __mul__

    def __floordiv__(self, other: Size) -> Size:
        return _divide(self, other)

    def __rfloordiv__(self, other: int) -> Size:
        return _divide(Dim({(): other}), self) if other else 0

    def __mod__(self, other: Size) -> Size:
        return self - (self // other) * other

    def __rmod__(self, other: int) -> Size:
        return other - (other // self) * self

    # It is no number, and has no order: a function that is traced would do for all sizes what it does for one.

    def _refuse(self, *others: object) -> Any:
        raise TypeError(f"the size {self} is marked as dynamic, and is not known before the call: leave the mark out, "
                        "or compute with it by +, -, *, // and % alone")

    __index__ = __int__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = __truediv__ = __rtruediv__ = _refuse

    def __str__(self) -> str:
        return " + ".join("*".join(([str(factor)] if factor != 1 or not monomial else []) + [str(a) for a in monomial])
                          for monomial, factor in self._terms)

    def __repr__(self) -> str:
        return f"Dim({self})"


def is_same(a: Size, b: Size) -> bool:
    """Whether two sizes are equal as they are written; nobody is asked."""
    if isinstance(a, Dim) and isinstance(b, Dim):
        return a.terms == b.terms
    return isinstance(a, int) and isinstance(b, int) and a == b


def is_one(size: Size) -> bool:
    """Whether a size is 1 as it is written; nobody is asked of one that is known at the call."""
    return isinstance(size, int) and size == 1


def is_at_least(a: Size, b: Size) -> bool:
    """Whether a >= b; where that is known at the call, what is decided (`_decisions`), and else yes."""
    if isinstance(a, int) and isinstance(b, int):
        return a >= b
    own = decider()
    return own is None or own.at_least(a, b)


def fold(size: Size, value: Callable[[str], int]) -> int:
    """The number that `size` is, where `value` gives those of symbols."""
    if isinstance(size, int):
        return size
    total = 0
    for monomial, factor in size.terms:
        for atom in monomial:
            if isinstance(atom, str):
                factor *= value(atom)
            else:
                factor *= fold(atom.numerator, value) // fold(atom.denominator, value)
        total += factor
    return total


def product(sizes: Iterable[Size]) -> Size:
    """The number of elements of a tensor with these sizes."""
    result: Size = 1
    for size in sizes:
        result = result * size
    return result


def _terms_of(size: Size) -> tuple[tuple[Monomial, int], ...]:
    return size.terms if isinstance(size, Dim) else (((), size),)


def _normal(sums: Mapping[Monomial, int]) -> Size:
    kept = {monomial: factor for monomial, factor in sums.items() if factor}
    if not kept:
        return 0
    return kept[()] if list(kept) == [()] else Dim(kept)


def _divide(numerator: Dim, denominator: Size) -> Size:
    """Terms that the denominator divides leave the quotient: floor((q·d + r) / d) = q + floor(r / d)."""
    divisor = _terms_of(denominator)
    if denominator == 0:
        raise ZeroDivisionError("a size is divided by zero")
    if len(divisor) != 1:
        return 1 if numerator == denominator else _normal({(Quotient(numerator, denominator),): 1})
    (atoms, factor), exact, rest = divisor[0], dict[Monomial, int](), dict[Monomial, int]()
    for monomial, coefficient in numerator.terms:
        left = _without(monomial, atoms)
        if left is None:
            rest[monomial] = coefficient
            continue
        whole = abs(coefficient) // abs(factor) * (1 if (coefficient < 0) == (factor < 0) else -1)
        exact[left] = exact.get(left, 0) + whole
        rest[monomial] = coefficient - whole * factor
    remainder_size = _normal(rest)
    if isinstance(remainder_size, int) and isinstance(denominator, int):
        return _normal(exact) + remainder_size // denominator
    if remainder_size == 0:
        return _normal(exact)
    assert isinstance(remainder_size, Dim) or isinstance(denominator, Dim)
    numerator = remainder_size if isinstance(remainder_size, Dim) else Dim({(): remainder_size})
    return _normal(exact) + Dim({(Quotient(numerator, denominator),): 1})


def _without(monomial: Monomial, atoms: Monomial) -> Monomial | None:
    """`monomial` divided by `atoms`; None where that is no product."""
    left = list(monomial)
    for atom in atoms:
        if atom not in left:
            return None
        left.remove(atom)
    return tuple(left)
