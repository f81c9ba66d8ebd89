# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Which sizes of a graph's inputs may change from call to call, found by building the graph.

A graph is built with a symbol for each size that may change. Wherever the builder compares two sizes that are not equal
as they are written, the sizes of this call decide. What turned out equal is made equal, a symbol with a symbol or a
symbol with a number, and the graph is built again, until nothing more does. What turned out different, or smaller, or
equal in another way, as m + n and k, has to be so at other calls too: that is a guard.

    relu(x @ w + b) of x (m, k), w (l, n), b (o,):  l is compared with k, o with n. With k = 64 and n = 128 given, l is
    64 and o is 128; m meets nothing, and stays free.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from fusion._decisions import deciding
from fusion._dims import Dim, Size, fold, is_same

Place = tuple[int, int]  # the number of an input, and an axis of it
Shapes = Sequence[tuple[int, ...]]
Result = TypeVar("Result")

MOST_ROUNDS = 100  # each makes one size more equal to another; graphs need two or three


class Fact(NamedTuple):
    """How two sizes compared: whether a >= b, or, if not `is_order`, whether a == b."""

    a: Size
    b: Size
    is_order: bool
    is_true: bool

    def holds(self, value: Callable[[str], int]) -> bool:
        """Whether they compare so with these values of symbols."""
        a, b = fold(self.a, value), fold(self.b, value)
        return (a >= b if self.is_order else a == b) == self.is_true


@dataclass(frozen=True)
class Guards:
    """What the sizes of a call have to be, for what was built to be right for them."""

    symbols: Mapping[Place, Size]  # of each size that was free at first, what it came to be
    facts: Sequence[Fact]

    def hold(self, shapes: Shapes) -> bool:
        """Whether they hold for inputs of these shapes, which agree in the sizes that were not free."""
        values: dict[str, int] = {}
        for (number, axis), size in self.symbols.items():
            actual = shapes[number][axis]
            expected = size if isinstance(size, int) else values.setdefault(str(size), actual)
            if actual != expected:
                return False
        return all(fact.holds(values.__getitem__) for fact in self.facts)


class _Recorder:
    """Decides by the sizes of one call, and notes it."""

    def __init__(self, hints: Mapping[str, int]) -> None:
        self._hints = hints
        self.equalities: list[tuple[Size, Size]] = []
        self.facts: dict[Fact, None] = {}

    def equal(self, a: Size, b: Size) -> bool:
        same = Fact(a, b, False, True).holds(self._hints.__getitem__)
        if same and (_is_symbol(a) and _is_symbol(b) or len(_symbols(a, b)) == 1 and isinstance(b, int)):
            self.equalities.append((a, b))
        else:
            self.facts[Fact(a, b, False, same)] = None
        return same

    def at_least(self, a: Size, b: Size) -> bool:
        large = Fact(a, b, True, True).holds(self._hints.__getitem__)
        self.facts[Fact(a, b, True, large)] = None
        return large


class FixedSizeError(ValueError):
    """A size that was to stay free has to be a number: `place` says which, `value` the number."""

    def __init__(self, place: Place, value: int) -> None:
        super().__init__(f"axis {place[1]} of input {place[0]} has to be {value}")
        self.place, self.value = place, value


def specialise(build: Callable[[list[tuple[Size, ...]]], Result], shapes: Shapes, free: Sequence[Place],
               must_stay: bool = False, names: Sequence[str] = ()) -> tuple[Result, Guards]:
    """What `build` makes of the inputs' shapes, with symbols for the `free` sizes that need not be numbers.

    Where `build` raises an error for symbols, all sizes are numbers, unless they `must_stay` free: then the error is
    raised, and FixedSizeError where a size has to be a number, but for 0 and 1, which operations treat in their own
    way. Messages call sizes by the `names` of inputs, if they have any.
    """
    sizes: dict[Place, Size] = {(number, axis): Dim.symbol(
        f"{names[number]}.shape[{axis}]" if names else f"s{number}_{axis}") for number, axis in free}
    hints = {str(size): shapes[place[0]][place[1]] for place, size in sizes.items()}
    if any(hint <= 1 for hint in hints.values()):
        # Sizes of 0 and 1 are equal to much by chance. What is right for a larger size may be so for them.
        larger = {name: hint if hint > 1 else _SMALLEST_HINT + number
                  for number, (name, hint) in enumerate(hints.items())}
        try:
            result, guards = _settle(build, shapes, sizes, larger, False)
            if guards.hold(shapes):
                return result, guards
        except _REFUSALS:
            pass
    try:
        return _settle(build, shapes, sizes, hints, must_stay)
    except _REFUSALS:
        if must_stay or not free:
            raise
        return _settle(build, shapes, {place: shapes[place[0]][place[1]] for place in free}, {}, False)


_SMALLEST_HINT = 10007             # a size that no graph has by chance
_REFUSALS = (TypeError, ValueError, IndexError)


def _settle(build: Callable[[list[tuple[Size, ...]]], Result], shapes: Shapes, free: Mapping[Place, Size],
            hints: Mapping[str, int], must_stay: bool) -> tuple[Result, Guards]:
    """Builds until all sizes that are equal by `hints`, and compared, are equal as they are written."""
    sizes = dict(free)
    for _ in range(MOST_ROUNDS):
        recorder = _Recorder(hints)
        with deciding(recorder):
            result = build(_substituted(shapes, sizes))
        if not recorder.equalities:
            return result, Guards(sizes, tuple(recorder.facts))
        for a, b in recorder.equalities:
            _unify(sizes, hints, a, b)
        if must_stay:
            _check_free(sizes)
    raise AssertionError("the sizes of a graph do not settle")


def _substituted(shapes: Shapes, sizes: Mapping[Place, Size]) -> list[tuple[Size, ...]]:
    return [tuple(sizes.get((number, axis), size) for axis, size in enumerate(shape))
            for number, shape in enumerate(shapes)]


def _unify(sizes: dict[Place, Size], hints: Mapping[str, int], a: Size, b: Size) -> None:
    """Makes two sizes equal: two symbols one, and a symbol that has to do with a number a number."""
    if _is_symbol(a) and _is_symbol(b):
        _replace(sizes, {str(a): b})
    else:
        _replace(sizes, {name: hints[name] for name in _symbols(a, b)})


def _replace(sizes: dict[Place, Size], by: Mapping[str, Size]) -> None:
    for place, size in sizes.items():
        if isinstance(size, Dim):
            sizes[place] = by.get(str(size), size)


def _symbols(*sizes: Size) -> set[str]:
    return {name for size in sizes if isinstance(size, Dim) for name in size.symbols()}


def _is_symbol(size: Size) -> bool:
    return isinstance(size, Dim) and is_same(size, Dim.symbol(str(size)))


def _check_free(sizes: Mapping[Place, Size]) -> None:
    for place, size in sizes.items():
        if isinstance(size, int) and size > 1:
            raise FixedSizeError(place, size)
