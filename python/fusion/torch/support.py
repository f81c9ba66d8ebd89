# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Whether a node can be part of a region: what the importer and the compiler take, and where taking it pays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols

from fusion.torch import nodes as fx
from fusion.torch._lowering import DTYPES
from fusion.torch.options import Options

_DEVICES = ("cpu", "cuda")

_LARGEST_CONSTANT = 1024  # elements


class Support:
    """Tells, node by node of one graph, why the compiler does not take it."""

    def __init__(self, module: GraphModule, options: Options, imports: Callable[[Node], str | None]) -> None:
        self._module = module
        self._options = options
        self._imports = imports
        self._device = _main_device(module)
        self._convolves_elsewhere = any(fx.is_convolution(node) and not _is_taken(node) for node in module.graph.nodes)
        self._given_symbols = _symbols_of_inputs(module)
        self._stored = _stored_in_arguments(module) if options.fallback == "inductor" else frozenset()

    def __call__(self, node: Node) -> str | None:
        """None, or the reason."""
        if fx.is_collective(node):
            return "processes compute it together, between regions"
        return self._tensors(node) or self._choice(node) or self._imports(node)

    def _tensors(self, node: Node) -> str | None:
        if "val" not in node.meta:
            return "its shape is not known"
        values = [*fx.used_values(node), *(source.meta.get("val") for source in node.all_input_nodes)]
        for tensor in fx.tensors(values):
            if type(tensor) is not torch.Tensor and not isinstance(tensor, _PLAIN):
                return f"a tensor of type {type(tensor).__name__} has no memory of its own"
            if tensor.layout is not torch.strided:
                return f"a tensor is {tensor.layout}"
            if tensor.dtype not in DTYPES:
                return f"there are no kernels of {tensor.dtype}"
            if free_unbacked_symbols(tensor.shape) - self._given_symbols:
                return "a size depends on data"
        return self._places(node)

    def _places(self, node: Node) -> str | None:
        for device in fx.devices(node):
            if device.type not in _DEVICES:
                return f"the compiler has no target for {device.type}"
            if device != self._device:
                return f"it is on {device}, and the graph's first product on {self._device}"
        if self._device.type != "cpu" and not fx.is_free(node):
            for tensor in fx.tensors(fx.used_values(node)):
                if tensor.device.type == "cpu":
                    return "it computes in the host's memory"
        return None

    def _choice(self, node: Node) -> str | None:
        if fx.is_aten(node) and fx.operation(node) in ("lift_fresh", "lift_fresh_copy"):
            return self._constant(node)
        if node in self._stored:
            return "it stores a part of an argument, which Inductor does in place: a region would give all of it anew"
        if _narrows_random_numbers(node):
            return "it makes less of random numbers, where they are drawn"
        if fx.is_product(node) and (reason := self._refused(node)) is not None:
            return reason
        if fx.is_attention(node):
            return self._attention(node)
        if fx.is_convolution(node):
            return self._convolution(node)
        return None

    def _constant(self, node: Node) -> str | None:
        """Regions have constants in their text; what makes tensors of others only PyTorch's tracers take."""
        value = fx.constant_of(self._module, node.all_input_nodes[0]) if fx.is_constant(node) else None
        if type(value) is not torch.Tensor or value.numel() > _LARGEST_CONSTANT:
            return f"a constant of unknown values, or of more than {_LARGEST_CONSTANT} elements, is an argument"
        return None

    def _refused(self, node: Node) -> str | None:
        """Why PyTorch refuses a product: its own error is then what the user sees."""
        if fx.operation(node) == "_int_mm":
            return None
        types = {source.meta["val"].dtype for source in node.args
                 if isinstance(source, Node) and isinstance(source.meta.get("val"), torch.Tensor)}
        floats = {dtype for dtype in types if dtype.is_floating_point}
        if len(floats) > 1 or (floats and types - floats - {torch.bool}):
            return f"PyTorch multiplies tensors of one type, not of {', '.join(sorted(map(str, types)))}"
        if self._device.type == "cuda" and not floats:
            return f"PyTorch has no product of {', '.join(sorted(map(str, types)))} on GPUs"
        return None

    def _attention(self, node: Node) -> str | None:
        if self._options.attention == "torch":
            return "attention is left to PyTorch (option attention)"
        return None

    def _convolution(self, node: Node) -> str | None:
        if not _is_taken(node):
            return "the windows of the convolution overlap or are padded, and have several channels: it is no product"
        if self._convolves_elsewhere:
            return "it stands beside convolutions that are no products, whose layout the fallback chooses"
        return None


def _plain_types() -> tuple[type, ...]:
    from torch._subclasses.fake_tensor import FakeTensor

    return (FakeTensor, torch.nn.Parameter)


_PLAIN = _plain_types()


def _main_device(module: GraphModule) -> torch.device:
    """Where the first product is computed; of a graph without one, the first tensor."""
    first = None
    for node in module.graph.nodes:
        for tensor in fx.tensors(node.meta.get("val")):
            if fx.is_product(node):
                return tensor.device
            if first is None and not fx.is_host_number(tensor):
                first = tensor.device
    return first or torch.device("cpu")


def _symbols_of_inputs(module: GraphModule) -> frozenset[Any]:
    symbols: set[Any] = set()
    for node in module.graph.nodes:
        if node.op == "placeholder":
            value = node.meta.get("val")
            for tensor in fx.tensors(value):
                symbols |= free_unbacked_symbols(tensor.shape)
            if isinstance(value, torch.SymInt):
                symbols |= free_unbacked_symbols(value)
    return frozenset(symbols)


_STORES = ("index_put", "_unsafe_index_put", "index_copy", "index_add", "scatter", "scatter_add", "slice_scatter",
           "select_scatter")


def _stored_in_arguments(module: GraphModule) -> frozenset[Node]:
    """What stores parts of arguments that the graph writes, such as keys and values in their cache."""
    found: set[Node] = set()
    for node in module.graph.nodes:
        if fx.is_aten(node) and fx.operation(node) == "copy_":
            written, value = node.args[:2]
            stores = []
            while isinstance(value, Node) and fx.is_aten(value) and fx.operation(value) in _STORES:
                stores.append(value)
                value = value.args[0]
            if value is written and isinstance(written, Node) and written.op == "placeholder":
                found.update(stores)
    return frozenset(found)


def _narrows_random_numbers(node: Node) -> bool:
    """Whether a node makes a mask of random numbers, or numbers of another type, which are less to keep and to read."""
    if fx.operation(node) not in (*_CASTS, "gt", "ge", "lt", "le"):
        return False
    source = node.args[0]
    while isinstance(source, Node) and fx.operation(source) in _CASTS:
        source = source.args[0]
    return isinstance(source, Node) and fx.is_random(source)


_CASTS = ("_to_copy", "convert_element_type")


_LARGEST_WINDOW = 81  # elements, of convolutions by channel: fusion-map-windows
_MOST_FILTERS = 8  # of each channel


def _is_taken(node: Node) -> bool:
    """Whether a convolution is a product, or elementwise with the elements of a window."""
    return _is_patch_product(node) or _is_by_channel(node)


def _is_by_channel(node: Node) -> bool:
    """Whether each channel has filters of its own, few and small; not of gradients."""
    if fx.operation(node) == "convolution_backward":
        return False
    x, weight, _, _, _, _, transposed, _, groups, *_ = node.args
    assert isinstance(x, Node) and isinstance(weight, Node)
    values, window = x.meta["val"], weight.meta["val"].shape
    if transposed or groups == 1 or groups != values.shape[1] or not values.is_floating_point():
        return False
    sizes = [*values.shape, *window]
    return all(isinstance(size, int) for size in sizes) and window[0] <= _MOST_FILTERS * groups and \
        math.prod(window[2:]) <= _LARGEST_WINDOW


def _is_patch_product(node: Node) -> bool:
    """Whether each element of the input is in one window at most, so that the convolution is a product."""
    operands = node.args[1:] if fx.operation(node) == "convolution_backward" else node.args
    _, weight, _, stride, padding, dilation, transposed, output_padding, groups, *_ = operands
    assert isinstance(weight, Node) and isinstance(stride, Sequence)
    window = weight.meta["val"].shape[2:]
    if transposed or groups != 1 or any(padding) or any(output_padding):  # type: ignore[arg-type]
        return False
    return all(extent == 1 or (extent == step and spread == 1)
               for extent, step, spread in zip(window, stride, dilation))  # type: ignore[arg-type]
