# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""From a functional graph to one that calls compiled regions: chooses them, compiles each, and puts it in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.fx import GraphModule, Node

from fusion.torch import (
    aten, attention, breaks, customop, embeddings, extract, failures, layout, partition, settings,
)
from fusion.torch import nodes as fx
from fusion.torch import region as regions
from fusion.torch.options import Options
from fusion.torch.support import Support


@dataclass
class Part:
    """A region that was chosen: its operations by name, those of its products, what calls it, or why nothing does."""

    operations: Counter[str]
    product_flops: int | None = None
    text: str | None = None
    region: regions.Region | None = None
    failure: str | None = None

    @property
    def about(self) -> dict[str, Any]:
        """What a report of another process tells of it."""
        return {"operations": dict(self.operations), "product_flops": self.product_flops}


@dataclass
class Plan:
    """What became of a graph. `outside` has the nodes that are in no region, with reasons, `left` counts those of them
    that compute something; `product_flops` are those of all products, None where a size is a symbol; `breaks` are the
    graph breaks that Dynamo made until it had the graph, the last of which ended it."""

    kind: str
    product_flops: int | None = None
    parts: list[Part] = field(default_factory=list)
    outside: dict[Node, str] = field(default_factory=dict)
    left: Counter[tuple[str, str]] = field(default_factory=Counter)
    breaks: list[breaks.Break] = field(default_factory=list)


def make(module: GraphModule, options: Options, kind: str, constants: Collection[Node] = (), is_dry: bool = False
         ) -> Plan:
    """Replaces regions of `module` by calls of functions.

    `constants` are placeholders that nobody writes. `is_dry` writes the regions' text, and neither compiles nor
    replaces.
    """
    module.graph.eliminate_dead_code()
    layout.describe_constants(module)
    attention.free(module)
    embeddings.accumulate(module)
    supports = Support(module, options, aten.is_supported)
    proposal = partition.propose(module, supports, options.min_nodes, needs_product=options.fallback != "error")
    plan = Plan(kind, _flops(module.graph.nodes), outside=proposal.outside)
    for nodes in proposal.regions:
        part = Part(Counter(fx.operation(node) for node in nodes if not fx.is_getitem(node)), _flops(nodes))
        plan.parts.append(part)
        apart = extract.extract(module, nodes)
        frozen = [number for number, node in enumerate(apart.inputs) if node in constants]
        part.region = _compile(apart.module, options, part, frozen, is_dry)
        if part.region is None:
            if part.failure is not None:
                plan.outside.update(dict.fromkeys(nodes, part.failure))
            continue
        extract.replace(module, nodes, apart, part.region.call)
    _name_what_is_left(plan)
    extract.sort(module)
    module.graph.eliminate_dead_code()
    module.recompile()
    return plan


def _compile(module: GraphModule, options: Options, part: Part, frozen: Collection[int],
             is_dry: bool) -> regions.Region | None:
    device = regions.device_of(module)
    try:
        part.text = aten.import_fx(module, frozen, numbers=regions.host_numbers(module, device)).text()
        if is_dry:
            return None
        return regions.make(module, _source(module, part.text, options, device))
    except Exception as error:  # whatever it is: the model runs without this region, and the user is told
        part.failure = f"{type(error).__name__}: {error}".strip()
        if not is_dry:
            operation = error.op if isinstance(error, aten.UnsupportedNode) else _first_product(part)
            source = _source(module, part.text, options, device) if part.text is not None else None
            failures.warn_of_region(operation, part.failure, source)
        return None


def _source(module: GraphModule, text: str, options: Options, device: torch.device) -> regions.Source:
    return regions.source_of(text, options, device, settings.f32_precision(module.graph.nodes, device))


def _flops(nodes: Iterable[Node]) -> int | None:
    counts = [fx.product_flops(node) for node in nodes if fx.is_product(node)]
    return None if None in counts else sum(count for count in counts if count is not None)


def _first_product(part: Part) -> str:
    return next(iter(part.operations), "nothing")


def call_operators(module: GraphModule, plan: Plan) -> None:
    """Calls regions as an operation of PyTorch, for another compiler, which may keep the graph for other processes."""
    found = {part.region.call: part.region for part in plan.parts if part.region is not None}
    for part in plan.parts:
        if part.region is not None:
            part.region.keep(part.about)
    for node in module.graph.nodes:
        region = found.get(node.target) if node.op == "call_function" else None
        if region is not None:
            node.target, node.args = customop.REGION, customop.arguments_of(region, node.args)
    module.recompile()


def _name_what_is_left(plan: Plan) -> None:
    """Counts operations that compute something outside of regions, before nodes go."""
    for node, reason in plan.outside.items():
        if not (fx.is_free(node) or fx.is_getitem(node) or fx.is_check(node)):
            plan.left[fx.operation(node), reason] += 1
