# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""A function of tensors as one compiled operation of PyTorch, for graphs that others compile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fusion._imported import check_example
from fusion._options import check_choice
from fusion.torch import aten, customop, extract, settings
from fusion.torch import region as regions
from fusion.torch.export import export
from fusion.torch.options import NUMERICS, Options


def as_operator(function: Callable[..., Any], args: Sequence[Any], dynamic: Any = None, numerics: str = "relaxed"
                ) -> Callable[..., Any]:
    """Compiles `function` (or a module) for tensors like `args` into a call of one operation,
    ``torch.ops.fusion.region_with_gradient``.

    The callable that is returned takes what `function` takes. Under ``torch.compile`` of any backend it is one call,
    which no other compiler looks into; it has gradients, which PyTorch computes operation by operation. Parameters of
    a module get none.

    Args:
        dynamic: which sizes may differ from call to call: None, True (all), or `torch.export`'s ``dynamic_shapes``.

    Raises:
        ValueError: an operation is not imported; the text names all, with reasons.
        CompileError: the compiler refuses the graph.

    >>> softsign = fusion.torch.as_operator(lambda x: x / (1 + x.abs()), (torch.zeros(2),))
    >>> softsign(torch.tensor([1.0, -3.0]))
    tensor([ 0.5000, -0.7500])
    """
    check_example("torch.as_operator", "a function", function, args)
    check_choice("numerics", numerics, NUMERICS)
    exported = export(function, args, None, dynamic)
    region_module = extract.whole(exported.module)
    device = regions.device_of(region_module)
    text = aten.import_fx(region_module, numbers=regions.host_numbers(region_module, device)).text()
    precision = settings.f32_precision(region_module.graph.nodes, device)
    region = regions.make(region_module, regions.source_of(text, Options(numerics=numerics), device, precision))
    kinds = customop.kinds_of(region)

    def call(*inputs: Any) -> Any:
        values = exported.signature.inputs(inputs, {})
        return exported.signature.unflatten(customop.WITH_GRADIENT(*customop.split(values, kinds), region.name))

    return call
