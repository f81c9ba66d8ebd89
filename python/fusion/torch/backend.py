# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""The backend of torch.compile: Inductor with another inner compiler, which first takes what pays as regions.

    Dynamo's graph ─ Inductor's front ─┬─ forward ──┐
                     (AOTAutograd,     ├─ backward ─┼─ plan: regions ─ fallback: the rest
                      its caches)      └─ inference ┘
"""

from __future__ import annotations

import copy
import functools
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node

from fusion.torch import decompositions, failures, fallback, layout, plan, report, sdpa, store
from fusion.torch import region as regions
from fusion.torch.options import Options, parse

_log = logging.getLogger(__name__)

# Dynamo of PyTorch 2.11 does not know the function that torch.nn.functional.scaled_mm calls, and would break graphs.
if hasattr(torch, "_scaled_mm_v2"):
    torch.compiler.allow_in_graph(torch._scaled_mm_v2)


def backend(module: GraphModule, inputs: Sequence[Any], *, options: Mapping[str, Any] | None = None,
            mode: str | None = None, **unused: Any) -> Callable[..., Any]:
    """What ``torch.compile(model, backend="fusion", options=…, mode=…)`` calls with each of Dynamo's graphs.

    Args:
        options: those of `fusion.torch.Options`, and Inductor's own by the names of its configuration.
        mode: one of PyTorch's: ``"reduce-overhead"`` records CUDA graphs, ``"max-autotune"`` lets Inductor measure.

    Raises:
        ValueError: an option that does not exist, or a value that it does not take.
        Uncompiled: ``fallback="error"``, and an operation is in no region.

    >>> model = torch.compile(torch.nn.ReLU(), backend="fusion", options={"fallback": "eager"})
    >>> model(torch.tensor([-1.0, 2.0]))
    tensor([0., 2.])
    """
    chosen, patches = parse(options, mode)
    spare = _copied(module)  # Inductor's front changes the other, which has what Dynamo noted on its nodes
    try:
        if chosen.attention != "torch":
            sdpa.keep_whole(module)
        return trace(module, inputs, functools.partial(_compile, chosen), patches, chosen)
    except Exception as error:
        if chosen.fallback == "error" or _is_message(error):
            raise
        _tell(spare, "Inductor's front refuses it", error, "eager")
        return spare.forward


def _is_message(error: Exception) -> bool:
    """Whether an exception tells Dynamo what to do, as to break the graph, rather than that something failed."""
    own = torch._dynamo.exc
    if isinstance(error, getattr(own, "exceptions_allowed_to_be_fallback", ())):
        return True
    return isinstance(error, own.TorchDynamoException) and not isinstance(error, own.ShortenTraceback)


def trace(module: GraphModule, inputs: Sequence[Any], compiler: Callable[..., Any], patches: Mapping[str, Any],
          options: Options) -> Callable[..., Any]:
    """Runs Inductor's front; `compiler` gets each graph, its inputs, and the settings of Inductor's inner compiler.

    `patches` are changes of Inductor's configuration, and `options` are part of the key of its caches.
    """
    from torch._inductor.compile_fx import compile_fx

    tagged = functools.partial(torch.compiler.config.patch, cache_key_tag=store.tag(options))

    @functools.wraps(compiler)
    def inner(*arguments: Any, **settings: Any) -> Any:
        with tagged():  # a backward pass is compiled when it is first run
            return compiler(*arguments, **settings)

    changes = {**_FRONT, **patches}
    with tagged(), torch._inductor.config.patch(changes):  # decompositions depend on the configuration
        return compile_fx(module, list(inputs), inner_compile=inner, config_patches=changes,
                          decompositions=decompositions.table_for_inductor())


# Products go to regions as they are: Inductor would measure on the GPU whether to pad their operands.
_FRONT = {"shape_padding": False}


def _compile(options: Options, module: GraphModule, inputs: Sequence[Any], **settings: Any) -> Any:
    """Inductor's inner compiler: takes regions out of a graph, and leaves the rest to the fallback."""
    original = _copied(module)
    try:
        layout.describe(module, inputs)
        made = plan.make(module, options, kind_of(settings), _constants(module, options, settings))
    except Exception as error:  # whatever it is: the model runs without regions, and the user is told
        _tell(original, "its regions cannot be chosen", error, options.fallback)
        module, made = original, plan.Plan(kind_of(settings))
    if options.fallback == "error":
        failures.check_nothing_left(made.left)
    _log_plan(made)
    report.add(made)
    if options.explain:
        print(report.describe(made))
    if options.fallback != "inductor":
        return fallback.eager(module)
    return _with_inductor(module, made, original, inputs, settings)


def _log_plan(made: plan.Plan) -> None:
    """The graph's regions, and why the rest is outside, for ``TORCH_LOGS=fusion.torch``; with a plus also sources."""
    if _log.isEnabledFor(logging.INFO):
        _log.info("%s", report.describe(made))
    for number, part in enumerate(made.parts):
        if part.text is not None and _log.isEnabledFor(logging.DEBUG):
            _log.debug("source of region %d of the %s graph:\n%s", number, made.kind, part.text)


def _with_inductor(module: GraphModule, made: plan.Plan, original: GraphModule, inputs: Sequence[Any],
                   settings: Mapping[str, Any]) -> Any:
    """A graph with regions, by Inductor; the original where only that can be compiled, and else PyTorch's own.

    Inductor also gets a graph of nothing but calls of regions: its caches then have the graph for other processes.
    """
    called = _copied(module)
    plan.call_operators(called, made)
    try:
        return fallback.inductor(called, inputs, **settings)
    except Exception as error:
        if _is_message(error):
            raise
        failure = error
    if made.parts:
        try:
            result = fallback.inductor(_copied(original), inputs, **settings)
            _tell(original, "Inductor cannot compile it with regions", failure, "inductor")
            return result
        except Exception:
            _log.debug("the graph without regions cannot be compiled either", exc_info=True)
    _tell(original, "Inductor cannot compile it", failure, "eager")
    return fallback.eager(module)


def _tell(graph: GraphModule, what: str, error: Exception, instead: str) -> None:
    """Warns of a graph that failed; the module's log has the graph."""
    _log.debug("the graph that failed:\n%s", graph.graph, exc_info=error)
    failures.warn_of_graph(what, error, {"inductor": "Inductor"}.get(instead, "PyTorch"))


def _copied(module: GraphModule) -> GraphModule:
    """A module with the same tensors and a graph of its own."""
    graph = torch.fx.Graph()
    values: dict[Node, Node] = {}
    output = graph.graph_copy(module.graph, values, return_output_node=True)
    assert isinstance(output, tuple)
    (old,) = [node for node in module.graph.nodes if node.op == "output"]
    graph.output(output[0]).meta = copy.copy(old.meta)
    copied = GraphModule(module, graph)
    copied.meta = copy.copy(module.meta)
    return copied


def kind_of(settings: Mapping[str, Any]) -> str:
    """Which graph of a model Inductor wants compiled: "inference", "forward" or "backward"."""
    if settings.get("is_backward"):
        return "backward"
    return "inference" if settings.get("is_inference") else "forward"


def _constants(module: GraphModule, options: Options, settings: Mapping[str, Any]) -> Collection[Node]:
    """Placeholders that nobody writes: parameters and buffers, where the user promises it."""
    if not options.frozen or kind_of(settings) != "inference":
        return ()
    places = regions.placeholders(module)
    return {places[i] for i in settings.get("static_input_idxs", ()) if i < len(places)}
