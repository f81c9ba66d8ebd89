# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Several regions in the place of one that would hold much more memory.

A call makes its results and its workspace at its start. Results that are written last, as a language model's logits,
then lie beside the workspace of what is computed first, although the two are never in use at once. A call also keeps
what it reads until its end, as a backward pass the tensors that the forward pass saved. Such a region is cut where one
tensor crosses.

A product that neither reads nor makes anything for the rest of its region can run last of all. The gradient of a
language model's head is one: the backward pass begins with it, and has saved the most by then.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate

from torch.fx import Node

from fusion.torch import nodes as fx

_LEAST_BYTES = 16 * 2**20  # what a cut has to save: it costs a call, and what could be fused across it
_LEAST_SHARE = 1 / 16  # of what the region holds


def cut(region: list[Node]) -> list[list[Node]]:
    """The region, or the two parts of it that hold least, in the graph's order; sizes that are symbols keep it whole."""
    try:
        held = _Held(region)
    except _Symbolic:
        return [region]
    best = min(held.waists(), key=held.of_parts, default=None)
    if best is None or held.of_whole() - held.of_parts(best) < max(_LEAST_BYTES, held.of_whole() * _LEAST_SHARE):
        return [region]
    return [region[:best], region[best:]]


def late(region: list[Node]) -> list[list[Node]]:
    """Parts of a region, in the graph's order, that had better run last: a product of tensors from outside, with what
    only follows from it, whose result the graph gives and which is larger than what is kept for it meanwhile."""
    inside = set(region)
    try:
        parts = [_alone(node, inside) for node in region if fx.is_product(node)]
        large = [part for part in parts if part and _saved_by_waiting(part) >= _LEAST_BYTES]
        least = _Held(region).of_whole() * _LEAST_SHARE if large else 0
        chosen = [part for part in large if _saved_by_waiting(part) >= least]
    except _Symbolic:
        return []
    return [[node for node in region if node in part] for part in chosen]


def _alone(product: Node, inside: Collection[Node]) -> set[Node]:
    """A product of a region with the views that it reads and what follows from it alone; nothing where it reads what
    the region computes, or something else reads what it makes."""
    part, waiting = {product}, [product]
    while waiting:
        node = waiting.pop()
        for other in (*node.all_input_nodes, *node.users):
            if other in inside and other not in part and (fx.is_free(other) or fx.is_pointwise(other)):
                part.add(other)
                waiting.append(other)
    reads = all(source in part or source not in inside for node in part for source in node.all_input_nodes)
    gives = all(user in part or _is_given(user) for node in part for user in node.users)
    return part if reads and gives else set()


def _is_given(node: Node) -> bool:
    """Whether a node is the graph's output, or a view that nothing else reads."""
    return node.op == "output" or (fx.is_view(node) and all(map(_is_given, node.users)))


def _saved_by_waiting(part: Collection[Node]) -> int:
    """Bytes of what a part makes, less those of what nobody else keeps until it runs."""
    made = {node for node in part if any(user not in part for user in node.users)}
    read = {_viewed(source) for node in part for source in node.all_input_nodes if source not in part}
    return sum(map(_bytes, made)) - sum(_bytes(source) for source in read if not _is_kept(source))


class _Symbolic(Exception):
    """A size is known at a call alone."""


class _Held:
    """Bytes that calls of a region, or of two parts of it, hold at most. What is fused is not known yet: a value counts
    as if it were stored, but where all that reads it is one pointwise operation."""

    def __init__(self, region: Sequence[Node]) -> None:
        self._region = region
        self._places = {node: place for place, node in enumerate(region)}
        self._bytes = [0 if fx.is_free(node) or _has_parts(node) else _bytes(node) for node in region]
        self._is_result = [False] * len(region)
        self._last = list(range(len(region)))  # the place of the last that reads the node, or a view of it
        for place in reversed(range(len(region))):
            self._look_at_users(place)
        is_fused = [_is_fused(node) for node in region]
        inner = [0 if result else size for size, result in zip(self._bytes, self._is_result)]
        live = self._sum_in_use([0 if fused else size for size, fused in zip(inner, is_fused)], 0)
        self._most_before = [0, *accumulate(live, max)]
        self._most_behind = [*accumulate(reversed(live), max)][::-1]
        self._results_before = [0, *accumulate(size - other for size, other in zip(self._bytes, inner))]
        self._read_behind = self._sum_of_inputs()
        self._crossing = self._sum_in_use(inner, 1)  # at each place, what is made in front of it and read from there on
        # Tensors that cross. An operation of several results is no tensor, and stays beside what takes them apart; what
        # is fused stays beside its reader.
        self._count = self._sum_in_use([2 if fused or _has_parts(node) else int(size > 0)
                                        for node, size, fused in zip(region, self._bytes, is_fused)], 1)

    def _look_at_users(self, place: int) -> None:
        for user in self._region[place].users:
            other = self._places.get(user)
            if other is None:
                self._is_result[place] = True
                continue
            passes = fx.is_free(user)
            self._last[place] = max(self._last[place], self._last[other] if passes else other)
            self._is_result[place] |= passes and self._is_result[other]

    def _sum_in_use(self, sizes: Sequence[int], behind: int) -> list[int]:
        """At each place the sum of the sizes of what is in use there; each begins to be so `behind` its own place."""
        changes = [0] * (len(sizes) + 2)
        for place, (size, last) in enumerate(zip(sizes, self._last)):
            changes[place + behind] += size
            changes[max(last + 1, place + behind)] -= size
        return list(accumulate(changes))[:len(sizes)]

    def _sum_of_inputs(self) -> list[int]:
        """At each place the bytes of what nothing reads behind the region and something reads from there on."""
        changes = [0] * (len(self._region) + 1)
        for source, last in self._last_readers().items():
            if not _is_kept(source) and _is_read_inside(source, self._places):
                changes[last] += _bytes(source)
        return [*accumulate(reversed(changes))][::-1]

    def _last_readers(self) -> dict[Node, int]:
        """The place of the last node that reads each tensor from outside, or a view of it."""
        found: dict[Node, int] = {}
        for place, node in enumerate(self._region):
            for source in node.all_input_nodes:
                if source not in self._places:
                    source = _viewed(source)
                    found[source] = max(found.get(source, place), self._last[place] if fx.is_free(node) else place)
        return found

    def waists(self) -> list[int]:
        """Places where one tensor goes from what stands in front to the rest, which has a product."""
        last = max((place for place, node in enumerate(self._region) if fx.is_product(node)), default=0)
        return [place for place in range(1, last + 1) if self._count[place] == 1]

    def of_whole(self) -> int:
        """While the region is called."""
        return self._results_before[-1] + self._most_before[-1] + self._read_behind[0]

    def of_parts(self, place: int) -> int:
        """While the parts in front of a place and from there on are called; what crosses is a result of the first."""
        first = self._results_before[place] + self._most_before[place] + self._read_behind[0]
        second = self._results_before[-1] + self._most_behind[place] + self._read_behind[place]
        return max(first, second) + self._crossing[place]


def _viewed(node: Node) -> Node:
    """What a node is a view of, or the node."""
    while fx.is_view(node):
        node = node.all_input_nodes[0]
    return node


def _has_parts(node: Node) -> bool:
    return isinstance(node.meta.get("val"), (tuple, list))


def _is_kept(source: Node) -> bool:
    """Whether the caller keeps a tensor: an input of the graph, but not what a forward pass saved for its backward
    pass."""
    if source.op != "placeholder":
        return source.op != "call_function"
    is_backward = any(node.name.startswith("tangents") for node in source.graph.find_nodes(op="placeholder"))
    return not is_backward or source.name.startswith(("primals", "tangents"))


def _is_read_inside(source: Node, inside: Collection[Node]) -> bool:
    """Whether nothing else reads a tensor, or a view of it."""
    return all(user in inside or (fx.is_view(user) and _is_read_inside(user, inside)) for user in source.users)


def _is_fused(node: Node) -> bool:
    """Whether one pointwise operation alone reads the node, or a view of it."""
    while len(node.users) == 1:
        (node,) = node.users
        if not fx.is_free(node):
            return fx.is_pointwise(node)
    return False


def _bytes(node: Node) -> int:
    total = 0
    for value in fx.tensors(node.meta.get("val")):
        count = value.numel()
        if not isinstance(count, int):
            raise _Symbolic
        total += count * value.element_size()
    return total
