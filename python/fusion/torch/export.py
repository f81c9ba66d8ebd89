# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A whole model as one functional graph, by torch.export."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.export.graph_signature import InputKind
from torch.fx import GraphModule, Node
from torch.utils import _pytree as pytree

from fusion._imported import calls_differ, path_text
from fusion.torch import aten, decompositions
from fusion.torch import nodes as fx
from fusion.torch import region as regions
from fusion.torch._lowering import UNSIGNED


_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)


@dataclass
class Signature:
    """How calls of the model become calls of the graph, as `fusion._imported.Signature` has it."""

    names: list[str]
    parameters: list[str]
    """What forward() calls its arguments."""
    positions: int
    """How many arguments the example gave by position."""
    bound: list[torch.Tensor]
    in_spec: Any
    out_spec: Any
    outputs: list[Any]
    """Of each output the dtype, where it is one of the graph; else the constant."""
    remedy: str = "dynamic=True of fusion.from_torch lets sizes differ"

    def inputs(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """The graph's inputs for a call of the model; TypeError where arguments are not built as the example's."""
        leaves, spec = pytree.tree_flatten(self._as_exported(args, kwargs))
        if spec != self.in_spec:
            raise calls_differ(self.names[len(self.bound):], _argument_names(self.parameters, args, kwargs))
        return [*self.bound, *leaves]

    def _as_exported(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments of a call, by position those that were so in the example."""
        if not kwargs or len(args) >= self.positions:
            return tuple(args), dict(kwargs)
        named = {**dict(zip(self.parameters, args)), **kwargs}
        return tuple(named.pop(name) for name in self.parameters[:self.positions] if name in named), named

    def flatten(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """The same without gradients: of parameters always, of arguments where PyTorch records none."""
        count = len(self.bound) if torch.is_grad_enabled() else None
        values = self.inputs(args, kwargs)
        values[:count] = [value.detach() if getattr(value, "requires_grad", False) else value
                          for value in values[:count]]
        return values

    def unflatten(self, values: Sequence[Any]) -> Any:
        """What the model returns, for the values of the graph's outputs; constants among them stay what they are."""
        left = iter(values)
        found = [_as_described(next(left), value) if isinstance(value, torch.dtype) else value for value in self.outputs]
        return pytree.tree_unflatten(found, self.out_spec)


@dataclass
class Exported:
    """A graph whose placeholders are bound tensors (parameters, buffers, constants), then what a call passes."""

    module: GraphModule
    signature: Signature


def _as_described(value: Any, dtype: torch.dtype) -> Any:
    """A result of the runtime, whose integers have no sign."""
    return value.view(dtype) if dtype in UNSIGNED else value


def export(model: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any] | None = None,
           dynamic: Any = None) -> Exported:
    """Traces a model, or a function of tensors.

    `dynamic` is None (all sizes as in `args`), True (each size may be another, where the model allows it), or what
    torch.export takes as ``dynamic_shapes``. ValueError names what cannot be compiled.
    """
    module = _as_module(model)
    shapes = _all_dynamic(module, args, kwargs or {}) if dynamic is True else dynamic
    program = torch.export.export(module, tuple(args), dict(kwargs or {}), dynamic_shapes=shapes)
    program = program.run_decompositions(decompositions.table())
    _check_pure(program)
    graph = program.graph_module
    _erase_metadata_checks(graph)
    graph.graph.eliminate_dead_code()
    _hold_numbers(program, graph)
    _check_supported(graph)
    tensors = {**program.state_dict, **program.constants}
    names = [node.name for node in regions.placeholders(graph)]
    targets = {spec.arg.name: spec.target for spec in program.graph_signature.input_specs if spec.target is not None}
    bound = [targets[name] for name in names if name in targets]
    (output,) = [node for node in graph.graph.nodes if node.op == "output"]
    outputs = [value.meta["val"].dtype if isinstance(value, Node) else value for value in output.args[0]]
    spec = program.call_spec
    parameters = list(inspect.signature(module.forward).parameters)
    called = [*bound, *_argument_names(parameters, args, kwargs or {})]
    return Exported(graph, Signature(called, parameters, len(args), [tensors[name] for name in bound], spec.in_spec,
                                     spec.out_spec, outputs))


def _argument_names(parameters: Sequence[str], args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[str]:
    """What forward() calls the tensors of a call, as ``x`` or ``pair[0]``."""
    leaves, _ = pytree.tree_flatten_with_path((tuple(args), dict(kwargs)))
    return [path_text(parameters, path[1:]) for path, _ in leaves]


def _as_module(model: Callable[..., Any]) -> torch.nn.Module:
    """The model, or a module with the function's own signature, by which sizes are named."""
    if isinstance(model, torch.nn.Module):
        return model
    module = torch.nn.Module()
    module.forward = model
    return module


def _all_dynamic(module: torch.nn.Module, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """`torch.export`'s name for sizes that it finds out about, for each size of each tensor, by argument."""
    def sizes(value: Any) -> Any:
        return [torch.export.Dim.AUTO] * value.dim() if isinstance(value, torch.Tensor) else None

    bound = inspect.signature(module.forward).bind(*args, **kwargs)
    return {name: pytree.tree_map(sizes, value) for name, value in bound.arguments.items()}


def _erase_metadata_checks(module: GraphModule) -> None:
    """Each `to(dtype)` asserts the type of its argument, which follows from those of the inputs; calls check those."""
    for node in list(module.graph.nodes):
        if node.op == "call_function" and fx.is_aten(node) and fx.operation(node) == "_assert_tensor_metadata":
            module.graph.erase_node(node)


def _hold_numbers(program: torch.export.ExportedProgram, module: GraphModule) -> None:
    """Tensors of a few integers that the model holds and does not save become constants of the graph.

    They are written in it, as ``torch.tensor([0, 4])``, or buffers with ``persistent=False``. Shifts that take weights
    apart are such, and what they do is known where they are.
    """
    most_numbers = 64
    held = {spec.arg.name: program.constants.get(spec.target) for spec in program.graph_signature.input_specs
            if spec.kind == InputKind.CONSTANT_TENSOR or (spec.kind == InputKind.BUFFER and not spec.persistent)}
    for node in regions.placeholders(module):
        value = held.get(node.name)
        if value is None or value.dtype not in _INTEGERS or not 0 < value.numel() <= most_numbers:
            continue
        name = f"_held_{node.name}"
        module.register_buffer(name, value.detach().clone(), persistent=False)
        with module.graph.inserting_before(node):
            constant = module.graph.get_attr(name)
        constant.meta.update(node.meta)
        node.replace_all_uses_with(constant)
        module.graph.erase_node(node)
    module.recompile()


def _check_pure(program: torch.export.ExportedProgram) -> None:
    signature = program.graph_signature
    written = list(signature.buffers_to_mutate.values()) + list(signature.user_inputs_to_mutate.values())
    if written:
        raise ValueError(f"the model writes into '{written[0]}', and a compiled graph has no state: use "
                         "torch.compile(model, backend=\"fusion\"), or model.eval()")


def _check_supported(module: GraphModule) -> None:
    reasons: Counter[str] = Counter()
    for node in module.graph.nodes:
        if node.op == "call_function" and not fx.is_getitem(node) and not fx.is_size(node):
            reason = aten.is_supported(node)
            if reason is not None:
                reasons[f"{node.target}: {reason}"] += 1
    if reasons:
        lines = [f"{count} × {text}" for text, count in reasons.most_common()]
        raise ValueError("the graph has operations that are not imported; torch.compile(model, backend=\"fusion\") "
                         "leaves them to PyTorch:\n  " + "\n  ".join(lines))
