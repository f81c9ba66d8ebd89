# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What the backend did: `report` of the graphs compiled since, `dry_run` of those that would be."""

from __future__ import annotations

import contextlib
import functools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import torch

from fusion import _page
from fusion._imported import check_example
from fusion.torch import breaks, fallback
from fusion.torch import plan as plans
from fusion.torch import region as regions

_plans: list[plans.Plan] = []


def add(plan: plans.Plan) -> None:
    """Keeps a plan for the report, without the nodes of its graph."""
    plan.outside = {}
    plan.breaks = breaks.take()
    _plans.append(plan)


@dataclass
class Report:
    """Graphs in the order in which they were compiled; ``str()`` is for people, `data` for programs.

    >>> found = fusion.torch.dry_run(torch.nn.Linear(4, 3).eval(), (torch.ones(2, 4),))
    forward: 1 region
    ...
    >>> [len(graph["regions"]) for graph in found.data]
    [1, 1]
    """

    plans: list[plans.Plan]

    @property
    def data(self) -> list[dict[str, Any]]:
        """A dictionary for each graph, of what `json.dumps` takes:

        ``kind``
            ``"inference"``, ``"forward"``, ``"backward"``, or ``"cached"``: a region of a graph that PyTorch's caches
            had, or that was compiled before the last `reset`, and that was called since.
        ``product_flops``
            The operations of all products of the graph, two for a multiplication and an addition; None where a size is
            dynamic.
        ``regions``
            A dictionary for each region: ``operations`` (how often it has each), ``product_flops``, ``failure`` (why
            it is not compiled, or None), ``kernels`` (a list of the compiler's reports of each), ``missed`` (edges that
            are not fused, with code and reason), ``predicted_us`` (microseconds of a call by the cost model, None where
            it has none, as on CPUs), and ``share`` (of the predicted times of all regions of this report, each called
            once; None likewise). A region that is compiled also has ``name``, ``calls``, and ``seconds`` (of its
            compile).
        ``outside``
            ``operation``, ``reason`` and ``count`` of those that are in no region.
        ``breaks``
            ``reason``, ``file``, ``line`` and ``function`` of the graph breaks that Dynamo made in front of the graph
            and at its end. Dynamo lists those of all functions that it compiles, for other backends too.
        """
        return [{"kind": plan.kind, "product_flops": plan.product_flops,
                 "regions": [_region(part, self._predicted_us) for part in plan.parts],
                 "outside": [{"operation": operation, "reason": reason, "count": count}
                             for (operation, reason), count in plan.left.most_common()],
                 "breaks": [asdict(one) for one in plan.breaks]} for plan in self.plans]

    def html(self, before: Report | None = None, title: str = "torch.compile") -> str:
        """A page of all regions, one file of HTML that asks for no other (docs/ReportPage.md).

        Each region is a graph of the page, and is compared with the region of that place in `before`. What is left to
        PyTorch, and the graph breaks, stand at the first region of their graph. A region that is not compiled, and all
        that `dry_run` finds, have no kernels and are not on it.

        >>> fusion.torch.report().html()[:15]
        '<!doctype html>'
        """
        return _page.make(title, self._pages(), None if before is None else before._pages())

    def _pages(self) -> list[dict[str, Any]]:
        pages = []
        for number, (plan, data) in enumerate(zip(self.plans, self.data)):
            left: dict[str, Any] = {"outside": data["outside"], "breaks": data["breaks"]}
            for place, part in enumerate(plan.parts):
                if part.region is not None:
                    name = f"graph {number}, {plan.kind}, region {place}: {part.region.calls} calls"
                    pages.append({"name": name, "report": part.region.code.report, **left})
                    left = {}
        return pages

    @functools.cached_property
    def _predicted_us(self) -> float:
        """The predicted times of all regions, called once."""
        return sum(_predicted_us(part) or 0.0 for plan in self.plans for part in plan.parts)

    def __str__(self) -> str:
        return "\n\n".join(_describe(plan, self._predicted_us) for plan in self.plans) or "nothing was compiled"


def report() -> Report:
    """The regions, kernels, times, edges and graph breaks since the process began, or since `reset`.

    >>> model = torch.compile(torch.nn.Linear(4, 3).eval(), backend="fusion", options={"fallback": "eager"})
    >>> with torch.no_grad():
    ...     y = model(torch.ones(2, 4))
    >>> graph = fusion.torch.report().data[-1]
    >>> graph["kind"], [region["calls"] for region in graph["regions"]]
    ('inference', [1])
    """
    _add_cached()
    if _plans:
        _plans[-1].breaks += breaks.take()  # behind the last graph
    return Report(list(_plans))


def _add_cached() -> None:
    """Adds a plan for each region that was called and that no plan has."""
    known = {id(part.region) for plan in _plans for part in plan.parts}
    for region in regions.called():
        if id(region) not in known:
            about = region.about or {}
            part = plans.Part(Counter(about["operations"]), about["product_flops"], region.code.source.text, region)
            add(plans.Plan("cached", about["product_flops"], [part]))


def reset() -> None:
    """Forgets what `report` tells.

    >>> fusion.torch.reset()
    >>> fusion.torch.report().data
    []
    """
    _plans.clear()
    breaks.take()
    regions.forget_calls()


def dry_run(model: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None,
            options: Mapping[str, Any] | None = None, dynamic: bool | None = None) -> Report:
    """Prints, and returns, what `torch.compile(model, backend="fusion")` would compile, what not and why.

    Traces the model with ``model(*args, **kwargs)``, which PyTorch computes, and compiles nothing. Gradients are
    traced where they are enabled and a parameter or input wants one.

    >>> with torch.no_grad():
    ...     found = fusion.torch.dry_run(torch.nn.Linear(4, 3), (torch.ones(2, 4),))
    inference: 1 region
      region 0: 2 operations (1 × t, 1 × addmm)
    """
    from fusion.torch.backend import kind_of, trace
    from fusion.torch.options import parse

    check_example("torch.dry_run", "a model", model, args)
    (chosen, patches), found = parse(options), list[plans.Plan]()

    def look(module: torch.fx.GraphModule, inputs: Sequence[Any], **settings: Any) -> Any:
        found.append(plans.make(module, chosen, kind_of(settings), is_dry=True))
        found[-1].outside = {}
        return fallback.eager(module)

    def backend(module: torch.fx.GraphModule, inputs: Sequence[Any]) -> Any:
        return trace(module, inputs, look, {**patches, "force_disable_caches": True}, chosen)

    with _fresh_dynamo():
        traced: Any = torch.compile(model, backend=backend, dynamic=dynamic)
        _run_backward(traced(*args, **(kwargs or {})))
    result = Report(found)
    print(result)
    return result


@contextlib.contextmanager
def _fresh_dynamo() -> Iterator[None]:
    """Without the code that models have been compiled to before, and without leaving any."""
    torch._dynamo.reset()
    try:
        yield
    finally:
        torch._dynamo.reset()


def _run_backward(value: Any) -> None:
    """Traces the backward pass, whose graph is compiled when it is first run, and drops the gradients."""
    from torch.utils._pytree import tree_leaves

    outputs = [leaf for leaf in tree_leaves(value) if isinstance(leaf, torch.Tensor) and leaf.requires_grad]
    if not outputs:
        return
    leaves = _graph_leaves(outputs)
    torch.autograd.grad(outputs, leaves, [torch.ones_like(output) for output in outputs], allow_unused=True)


def _graph_leaves(outputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The leaves that gradients of `outputs` go to."""
    seen, stack, leaves = set[Any](), [output.grad_fn for output in outputs], list[torch.Tensor]()
    while stack:
        function = stack.pop()
        if function is None or function in seen:
            continue
        seen.add(function)
        variable = getattr(function, "variable", None)
        if isinstance(variable, torch.Tensor):
            leaves.append(variable)
        stack.extend(following for following, _ in function.next_functions)
    return leaves


def describe(plan: plans.Plan) -> str:
    """One graph in lines of text."""
    return str(Report([plan]))


def _describe(plan: plans.Plan, total_us: float) -> str:
    lines = [f"{plan.kind}: {len(plan.parts)} region{'s' * (len(plan.parts) != 1)}"]
    for number, part in enumerate(plan.parts):
        lines += [f"  region {number}: {_operations(part)}", *(f"    {line}" for line in _state(part, total_us))]
    if plan.left:
        lines.append("  outside:")
        lines += [f"    {count} × {operation}: {reason}" for (operation, reason), count in plan.left.most_common()]
    return "\n".join([*lines, *(f"  {one}" for one in plan.breaks)])


def _operations(part: plans.Part) -> str:
    common = part.operations.most_common()
    shown = ", ".join(f"{count} × {name}" for name, count in common[:8])
    return f"{sum(part.operations.values())} operations ({shown}{', …' if len(common) > 8 else ''})"


def _state(part: plans.Part, total_us: float) -> list[str]:
    if part.failure is not None:
        return [f"not compiled: {part.failure.splitlines()[0]}"]
    if part.region is None:
        return []
    data = _region(part, total_us)
    lines = [f"{data['name']}: {len(data['kernels'])} kernels, compiled in {data['seconds']:.2f} s, "
             f"{data['calls']} calls, {_prediction(data)}"]
    lines += [f"not fused: {edge['producer']} → {edge['consumer']}: {edge['reason']}" for edge in data["missed"][:4]]
    return lines


def _prediction(region: Mapping[str, Any]) -> str:
    if region["predicted_us"] is None:
        return "no prediction"
    return f"predicted {region['predicted_us']:.1f} µs, {region['share']:.0%} of all regions"


def _region(part: plans.Part, total_us: float) -> dict[str, Any]:
    time = _predicted_us(part)
    data: dict[str, Any] = {"operations": dict(part.operations), "product_flops": part.product_flops,
                            "failure": part.failure, "kernels": [], "missed": [], "predicted_us": time,
                            "share": None if time is None else time / total_us if total_us else 0.0}
    if part.region is not None:
        code = part.region.code
        data |= {"name": part.region.name, "calls": part.region.calls, "seconds": code.seconds,
                 "kernels": code.report["kernels"], "missed": code.report["missed"]}
    return data


def _predicted_us(part: plans.Part) -> float | None:
    """The predicted time of a call of a region: the sum of those kernels that have one."""
    kernels = part.region.code.report["kernels"] if part.region is not None else []
    times = [kernel.get("predicted_us") for kernel in kernels]
    known = [float(time) for time in times if time is not None]
    return sum(known) if known else None
