# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Which nodes of an FX graph are compiled together: connected groups of supported nodes that hold a product.

Each node has a level: the number of times that a path from the inputs to it goes from unsupported to supported nodes.
Unsupported nodes that need no region, as those that draw random numbers, count as inputs. A region is connected, and its
nodes are of one level. A path that leaves a region through an unsupported node comes back at a higher level, so no
region can depend on itself through others, and no search for cycles is needed. (PyTorch's CapabilityBasedPartitioner
merges nodes greedily, with such a search for each pair, and unconnected nodes too.)

    supported:    a ── b ─────── f       levels  a b f: 0
                   \\             \\               c: 0, unsupported
    unsupported:    c ── d ── e ── g             d e g: 1

Collectives keep their order, in which all processes have to start them, even if their regions differ. A collective has
at least the level of the one in front of it, so that no region has to run behind the second and in front of the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from torch.fx import GraphModule, Node

from fusion.torch import cuts
from fusion.torch import nodes as fx

Supports = Callable[[Node], "str | None"]

VIEW = "it is a view, a constant or a number of the host, which cost nothing outside of a region"


@dataclass
class Proposal:
    """What is to be compiled: `regions` are lists of nodes in the graph's order; `outside` has the reasons of others."""

    regions: list[list[Node]] = field(default_factory=list)
    outside: dict[Node, str] = field(default_factory=dict)


def propose(module: GraphModule, supports: Supports, min_nodes: int = 1, needs_product: bool = True) -> Proposal:
    """Finds the regions of a functional graph.

    `supports` gives None for a node that the compiler takes, else the reason why not. Nodes that only compute sizes
    belong to no region. Without `needs_product`, regions need no product.
    """
    split_shared_views(module)
    proposal = Proposal()
    taken = _supported(module, supports, proposal)
    levels = _levels(module, taken)
    _sink(module, taken, levels)
    for group in _groups(module, taken, levels):
        _propose(group, min_nodes, needs_product, proposal)
    parts = [part for region in proposal.regions for part in _postpone(region, min_nodes)]
    proposal.regions = [part for region in parts for part in _cut(region, min_nodes)]
    for region in proposal.regions:
        _copy_views_for_others(region, taken, proposal)
    for region in proposal.regions:
        _take_views_of_inputs(region, taken)
    return proposal


def split_shared_views(module: GraphModule) -> None:
    """Gives each user of a view of an input a view of its own, so that a weight's transpose stands beside its product.

        t = permute(w); mm(x, t); mm(y, t)  ->  t = permute(w); mm(x, t); u = permute(w); mm(y, u)
    """
    for node in list(module.graph.nodes):
        if not fx.is_view(node) or any(source.op not in ("placeholder", "get_attr") for source in node.all_input_nodes):
            continue
        for user in list(node.users)[1:]:
            with module.graph.inserting_before(node):
                copy = module.graph.node_copy(node)
            user.replace_input_with(node, copy)


def _supported(module: GraphModule, supports: Supports, proposal: Proposal) -> set[Node]:
    """The nodes that may be in regions; an element of several results is where these are computed.

    Graphs of AOTAutograd write behind all else.
    """
    taken: set[Node] = set()
    is_written = False
    for node in module.graph.nodes:
        if node.op in ("placeholder", "get_attr", "output") or fx.is_size(node):
            continue
        is_written |= fx.writes(node)
        if is_written:
            reason = "it writes into a tensor, or stands behind an operation that does"
        elif fx.is_getitem(node):
            reason = None if node.args[0] in taken else proposal.outside.get(node.args[0], "its operand is outside")
        else:
            reason = supports(node) if node.op == "call_function" else f"it is a {node.op} of '{node.target}'"
        if reason is None:
            taken.add(node)
        else:
            proposal.outside[node] = reason
    return taken


def _levels(module: GraphModule, taken: set[Node]) -> dict[Node, int]:
    levels: dict[Node, int] = {}
    given = _given(module, taken)
    last = 0  # of the collectives so far
    for node in module.graph.nodes:
        level = last if fx.is_collective(node) else 0
        for source in node.all_input_nodes:
            enters = node in taken and source not in taken and source not in given
            level = max(level, levels[source] + enters)
        levels[node] = level
        last = level if fx.is_collective(node) else last
    return levels


def _sink(module: GraphModule, taken: set[Node], levels: dict[Node, int]) -> None:
    """Moves what depends on inputs alone, and on no product, to the level of its first user.

    A weight's transpose or a table of positions is computed where it is used, instead of in the first region.
    """
    movable: set[Node] = set()
    given = _given(module, taken)
    for node in module.graph.nodes:
        if node in taken and levels[node] == 0 and not fx.is_product(node):
            if all(source in movable or source in given for source in node.all_input_nodes):
                movable.add(node)
    for node in reversed(module.graph.nodes):
        users = [levels[user] for user in _readers(node) if user.op != "output"]
        if node in movable and users:
            levels[node] = min(users)
    for node in module.graph.nodes:
        if node in movable and fx.is_getitem(node):
            levels[node] = levels[node.args[0]]


def _readers(node: Node) -> Iterator[Node]:
    """What reads a node; of a node with several results, what reads one of them."""
    for user in node.users:
        if fx.is_getitem(user):
            yield from user.users
        else:
            yield user


def _groups(module: GraphModule, taken: set[Node], levels: dict[Node, int]) -> list[list[Node]]:
    """Connected supported nodes of one level, each group in the graph's order.

    Groups of a level that have products and read a tensor in common are one: the gradients of a layer's input and of
    its weight, say. A group without a product joins one that reads such a tensor, as a bias's gradient does.
    """
    groups = Groups()
    for node in module.graph.nodes:
        for source in node.all_input_nodes if node in taken else ():
            if source in taken and levels[source] == levels[node]:
                groups.join(node, source)
    with_product = {groups.find(node) for node in taken if fx.is_product(node)}
    readers: dict[tuple[Node, int], Node] = {}
    others: list[tuple[Node, tuple[Node, int]]] = []
    for node in module.graph.nodes:
        for source in _tensors_from_outside(node, taken) if node in taken else ():
            key = source, levels[node]
            if groups.find(node) in with_product:
                with_product.add(groups.join(node, readers.setdefault(key, node)))
            else:
                others.append((node, key))
    for node, key in others:
        if key in readers:
            groups.join(node, readers[key])
    members: dict[Node, list[Node]] = {}
    for node in module.graph.nodes:
        if node in taken:
            members.setdefault(groups.find(node), []).append(node)
    return list(members.values())


def _tensors_from_outside(node: Node, taken: set[Node]) -> Iterator[Node]:
    """What makes the tensors that a node reads and no region computes; of several results, what has them all."""
    for source in node.all_input_nodes:
        if source not in taken and not fx.is_size(source) and not fx.is_host_number(source.meta.get("val")):
            yield source.all_input_nodes[0] if fx.is_getitem(source) else source


class Groups:
    """Disjoint sets of nodes."""

    def __init__(self) -> None:
        self._parent: dict[Node, Node] = {}

    def find(self, node: Node) -> Node:
        """The node that stands for the set of `node`."""
        parent = self._parent
        while parent.setdefault(node, node) is not node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def join(self, node: Node, other: Node) -> Node:
        """Makes the sets of both one, and returns the node that stands for it."""
        self._parent[self.find(node)] = self.find(other)
        return self.find(other)


def _propose(group: list[Node], min_nodes: int, needs_product: bool, proposal: Proposal) -> None:
    """Makes a region of `group`, less the views at its end, if it has what makes one pay."""
    kept = _without_last_views(group)
    computing = [node for node in kept if not fx.is_free(node)]
    reason = None
    if not computing:
        reason = VIEW
    elif needs_product and not any(fx.is_product(node) for node in computing):
        reason = "no product or attention is connected to it"
    elif not _reads_a_tensor(kept):
        reason = "it reads no tensor, which would tell where its results are made"
    elif len(computing) < min_nodes:
        reason = f"its region has {len(computing)} operations, fewer than min_nodes = {min_nodes}"
    if reason is None:
        inside = set(kept)
        proposal.regions.append(kept)
        proposal.outside.update({node: VIEW for node in group if node not in inside})
    else:
        proposal.outside.update(dict.fromkeys(group, reason))


def _postpone(region: list[Node], min_nodes: int) -> list[list[Node]]:
    """The region, or the rest of it and parts that go to the end of the graph, in front of what writes."""
    parts = cuts.late(region)
    late = {node for part in parts for node in part}
    rest = [node for node in region if node not in late]
    if not parts or not any(map(fx.is_product, rest)) or not all(_is_region(part, min_nodes) for part in (rest, *parts)):
        return [region]
    nodes = region[0].graph.nodes
    end = next(node for node in nodes if node.op == "output" or fx.writes(node))
    for node in (node for part in parts for node in part):
        end.prepend(node)
    return [rest, *parts]


def _is_region(part: list[Node], min_nodes: int) -> bool:
    """Whether a part of a region is one as well."""
    return sum(not fx.is_free(node) for node in part) >= min_nodes and _reads_a_tensor(part)


def _cut(region: list[Node], min_nodes: int) -> list[list[Node]]:
    """The region, or parts that hold less and are regions as well."""
    parts = cuts.cut(region)
    return parts if all(_is_region(part, min_nodes) for part in parts) else [region]


def _reads_a_tensor(region: list[Node]) -> bool:
    """Whether something comes from outside that is more than a number."""
    inside = set(region)
    return any(source not in inside and not fx.is_size(source) and not fx.is_host_number(source.meta.get("val"))
               for node in region for source in node.all_input_nodes)


def _without_last_views(group: list[Node]) -> list[Node]:
    """`group` without views that only others read: outside they cost nothing, inside each would be a copy."""
    inside = set(group)
    for node in reversed(group):
        if fx.is_free(node) and not any(user in inside for user in node.users):
            inside.discard(node)
    return [node for node in group if node in inside]


def _copy_views_for_others(region: list[Node], taken: set[Node], proposal: Proposal) -> None:
    """Gives users outside of a region views of their own, so that no view is a result of it."""
    inside = set(region)
    for node in reversed(region):
        others = [user for user in node.users if user not in inside]
        if fx.is_free(node) and others:
            with node.graph.inserting_after(node):
                copy = node.graph.node_copy(node)
            proposal.outside[copy] = VIEW
            taken.add(copy)
            for user in others:
                user.replace_input_with(node, copy)


def _take_views_of_inputs(region: list[Node], taken: set[Node]) -> None:
    """Gives a region copies of the views that it reads, so that it reads what they are views of.

    Compiled code reads a part of a tensor, or its dimensions in another order, by strides; as inputs of a call they
    would be copied.
    """
    inside = set(region)
    while True:
        views = dict.fromkeys(source for node in region for source in node.all_input_nodes
                              if source not in inside and source in taken and fx.is_free(source))
        if not views:
            return
        for view in views:
            with view.graph.inserting_after(view):
                copy = view.graph.node_copy(view)
            for user in [user for user in view.users if user in inside]:
                user.replace_input_with(view, copy)
            region.insert(0, copy)
            inside.add(copy)


def _given(module: GraphModule, taken: set[Node]) -> set[Node]:
    """Inputs of the graph, and what is computed of them without a region: views, and all that is unsupported.

    Collectives are none of it: a region that reads several would wait for all.
    """
    given: set[Node] = set()
    for node in module.graph.nodes:
        in_region = node in taken and not fx.is_free(node)
        if not in_region and not fx.is_collective(node) and all(source in given for source in node.all_input_nodes):
            given.add(node)
    return given
