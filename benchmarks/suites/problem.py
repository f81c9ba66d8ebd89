# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model with its inputs and a mode: one call of it, and the named tensors that a call gives.

    inference       the outputs
    training        the outputs and the gradient of each parameter, without dropout
    dropout         the same, with dropout as the model has it
"""

import contextlib
from collections.abc import Callable, Iterator

import torch
from suites.entries import Entry
from torch import nn

MODES = ("inference", "training", "dropout")
DTYPES = {"bf16": torch.bfloat16, "f16": torch.float16, "f32": torch.float32}
WIDER = {torch.bfloat16: torch.float32, torch.float16: torch.float32, torch.float32: torch.float64}
CACHES = ("past", "cache")  # names of outputs that hold keys, values and states


def named_tensors(value, name: str = "") -> Iterator[tuple[str, torch.Tensor]]:
    """The floating-point tensors of what a model gives: of sequences, dictionaries, and objects such as caches."""
    if isinstance(value, torch.Tensor):
        if value.is_floating_point():
            yield name or "output", value
        return
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, (tuple, list)):
        items = enumerate(value)
    elif hasattr(value, "__dict__") and not isinstance(value, (type, nn.Module)):
        items = ((key, one) for key, one in vars(value).items() if not key.startswith("_") and key != "config")
    else:
        return
    for key, one in items:
        yield from named_tensors(one, f"{name}.{key}" if name else str(key))


class Problem:
    """A model on a device in a type; `call(function)` is what is timed, where `function` is the model or compiled.

    `autocast` is the type in which PyTorch computes products of a model that is wider, if it does.
    """

    def __init__(self, entry: Entry, mode: str, dtype: torch.dtype, device: str,
                 autocast: torch.dtype | None = None) -> None:
        self.mode, self.dtype, self.device, self._autocast = mode, dtype, device, autocast
        self._weights: dict[tuple, torch.Tensor] = {}
        torch.manual_seed(1)
        with torch.device(device):
            model = entry.make()
        self.model = (model.eval() if mode == "inference" else model.train()).to(device)
        torch.manual_seed(2)
        self.inputs = entry.inputs(device)
        self._cast(dtype)
        if mode == "training":
            set_dropout(self.model, None)

    def _cast(self, dtype: torch.dtype) -> None:
        is_training = self.model.training
        self.model.train().to(dtype)  # which drops what LeViT keeps of its weights in inference
        self.model.train(is_training)
        self.inputs = _cast(self.inputs, dtype)

    @contextlib.contextmanager
    def widened(self) -> Iterator[None]:
        """The same values in a type wider than that of the products, in which products are exact to it."""
        precision = torch.get_float32_matmul_precision()
        torch.set_float32_matmul_precision("highest")
        autocast, self._autocast = self._autocast, None
        self._cast(WIDER[autocast or self.dtype])
        try:
            with _experts_one_by_one(self.model):
                yield
        finally:
            self._cast(self.dtype)
            self._autocast = autocast
            self._weights.clear()
            torch.set_float32_matmul_precision(precision)

    @contextlib.contextmanager
    def without_dropout(self) -> Iterator[None]:
        rates = set_dropout(self.model, None)
        try:
            yield
        finally:
            set_dropout(self.model, rates)

    def forward(self, function: Callable):
        with torch.autocast(self.device, self._autocast, enabled=self._autocast is not None):
            return function(**self.inputs) if isinstance(self.inputs, dict) else function(*self.inputs)

    def call(self, function: Callable):
        """One inference, or one step of training without an optimizer; gives what the model gives."""
        if self.mode == "inference":
            with torch.no_grad():
                return self.forward(function)
        self.clear()
        outputs = self.forward(function)
        trained = [(name, tensor) for name, tensor in named_tensors(outputs)
                   if tensor.requires_grad and not any(word in name for word in CACHES)]
        torch.autograd.backward([tensor for _, tensor in trained], [self._weight(*one) for one in trained])
        return outputs

    def _weight(self, name: str, tensor: torch.Tensor) -> torch.Tensor:
        """The gradient that an output gets: numbers of both signs, the same in the wider type."""
        key = name, tensor.dtype, tensor.shape
        if key not in self._weights:
            angles = torch.arange(tensor.numel(), device=tensor.device) * 0.37
            weights = torch.sin(angles).div_(tensor.numel() ** 0.5).view(tensor.shape)
            self._weights[key] = weights.to(self.dtype).to(tensor.dtype)
        return self._weights[key]

    def clear(self) -> None:
        """Drops the gradients."""
        for parameter in self.model.parameters():
            parameter.grad = None

    def results(self, function: Callable) -> dict[str, torch.Tensor]:
        """The outputs of a call, and the gradients of training, by name, as they lie on the device."""
        found = {f"output {name}": tensor.detach() for name, tensor in named_tensors(self.call(function))}
        if self.mode != "inference":
            found |= {f"gradient {name}": parameter.grad for name, parameter in self.model.named_parameters()
                      if parameter.grad is not None}
        return found


@contextlib.contextmanager
def _experts_one_by_one(model: nn.Module) -> Iterator[None]:
    """Models of transformers call PyTorch's grouped products of experts, which takes no f64."""
    set_experts = getattr(model, "set_experts_implementation", None)
    chosen = model.get_experts_implementation() if set_experts is not None else {}
    if "grouped_mm" not in chosen.values():
        yield
        return
    set_experts("eager")
    try:
        yield
    finally:
        set_experts(chosen)


def _cast(value, dtype):
    if isinstance(value, torch.Tensor):
        return value.to(dtype) if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _cast(one, dtype) for key, one in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(_cast(one, dtype) for one in value)
    return value


def set_dropout(model: nn.Module, rates: dict | None) -> dict:
    """Sets the rates of all dropouts to those of an earlier call, or to 0; gives those that were set before."""
    before = {}
    for name, module in model.named_modules():
        is_dropout = "Drop" in type(module).__name__ or "StochasticDepth" in type(module).__name__
        for key, value in list(vars(module).items()):
            if isinstance(value, float) and ("drop" in key or (key == "p" and is_dropout)):
                before[name, key] = value
                setattr(module, key, 0.0 if rates is None else rates[name, key])
    return before
