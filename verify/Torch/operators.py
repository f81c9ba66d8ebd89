#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs PyTorch's operators beside a product by torch.compile(backend="fusion"), and compares with eager.

  verify/Torch/operators.py                                # all operators that reach the table of operations
  verify/Torch/operators.py --only=softmax,where --samples=8 --device=cuda
  verify/Torch/operators.py --share=2/16 --fallback=inductor

Operators and their arguments are those of PyTorch's own tests (OpInfo). Each is compiled with static and with dynamic
sizes; results and gradients are compared with eager's, and where they differ with Inductor's. Nothing may raise, or
warn, that neither eager nor Inductor refuses. The exit code is 1 if something is wrong.
"""

import argparse
import collections
import contextlib
import io
import sys
import types
import unittest
import warnings

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_leaves, tree_unflatten

import fusion.torch
from fusion.torch._lowering import TABLE

# Operators whose results are random, or not determined.
_UNDETERMINED = (
    "empty", "rand", "normal", "bernoulli", "multinomial", "dropout", "uniform", "exponential", "geometric",
    "log_normal", "cauchy", "to_sparse", "resize", "rrelu", "fractional_max_pool", "svd", "eig", "qr", "lu",
)  # fmt: skip


class Seen(TorchDispatchMode):
    """The names of the operations that are called."""

    def __init__(self):
        super().__init__()
        self.names = set()

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        self.names.add(str(function))
        return function(*args, **(kwargs or {}))


def beside_a_product(operator, sample):
    """The operator of arguments that a product is added to, times 0; and the tensors that it is a function of."""
    leaves, spec = tree_flatten((sample.input, sample.args, sample.kwargs))
    places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, torch.Tensor)]
    tensors = [leaves[i].detach().clone() for i in places]

    def function(a, b, *tensors):
        nothing = (a @ b).sum() * 0
        given = list(leaves)
        for i, tensor in zip(places, tensors):
            given[i] = tensor if tensor.dtype == torch.bool else tensor + nothing.to(tensor.dtype)
        first, args, kwargs = tree_unflatten(given, spec)
        return operator(first, *args, **kwargs)

    generator = torch.Generator().manual_seed(0)
    product = [torch.randn(shape, generator=generator).to(tensors[0].device) for shape in ((3, 4), (4, 2))]
    return function, [*product, *tensors]


def outputs_of(function, inputs):
    return [leaf for leaf in tree_leaves(function(*inputs)) if isinstance(leaf, torch.Tensor)]


def gradients_of(function, inputs):
    """Gradients of a weighted sum of the float results by the operator's float inputs; nothing where eager has none.

    Those of the product are 0 times another: Inductor's front leaves such out, NaN or not.
    """
    leaves = [tensor.detach().clone().requires_grad_(tensor.is_floating_point()) for tensor in inputs]
    outputs = [value for value in outputs_of(function, leaves) if value.requires_grad and value.numel()]
    if not outputs:
        return []
    loss = sum((value * torch.linspace(-1, 1, value.numel()).to(value).view(value.shape)).sum() for value in outputs)
    wanted = [leaf for leaf in leaves[2:] if leaf.requires_grad]
    if not wanted:
        return []
    found = torch.autograd.grad(loss, wanted, allow_unused=True)
    return [torch.zeros_like(leaf) if one is None else one for leaf, one in zip(wanted, found)]


def differs(got, expected):
    """Why two lists of tensors are not equal but for rounding; None if they are."""
    if len(got) != len(expected):
        return f"{len(got)} tensors, not {len(expected)}"
    for number, (one, other) in enumerate(zip(got, expected)):
        try:
            torch.testing.assert_close(one, other, rtol=1e-3, atol=1e-4, equal_nan=True)
        except AssertionError as error:
            return f"tensor {number}: {' '.join(str(error).split())[:300]}"
    return None


def quietly(function, *args):
    """What a function gives, or the exception that it raises; and the backend's warnings."""
    with warnings.catch_warnings(record=True) as told, contextlib.redirect_stderr(io.StringIO()):
        warnings.simplefilter("always")
        try:
            result = function(*args)
        except Exception as error:
            result = error
    return result, [str(one.message) for one in told if issubclass(one.category, fusion.FusionWarning)]


def refuses(compute, function, inputs, dynamic):
    """Whether Inductor raises too: what PyTorch's own tracers refuse is no fault of the backend."""
    torch._dynamo.reset()
    got, _ = quietly(compute, torch.compile(function, dynamic=dynamic), inputs)
    return isinstance(got, Exception)


def is_inductors(compute, function, inputs, dynamic, got):
    """Whether Inductor gives the same: a branch on values that eager takes, and a traced graph has not."""
    torch._dynamo.reset()
    other, _ = quietly(compute, torch.compile(function, dynamic=dynamic), inputs)
    return not isinstance(other, Exception) and differs(got, other) is None


def check(function, inputs, dynamic, options):
    """What is wrong with one sample: a list of lines."""
    torch._dynamo.reset()
    run = torch.compile(function, backend="fusion", dynamic=dynamic, options=options)
    problems = []
    for what, compute in (("results", outputs_of), ("gradients", gradients_of)):
        with torch.no_grad() if what == "results" else contextlib.nullcontext():
            expected, _ = quietly(compute, function, inputs)
            if isinstance(expected, Exception):
                continue
            got, told = quietly(compute, run, inputs)
        found = [f"{what}: warns: {' '.join(text.split())[:400]}" for text in told]
        if isinstance(got, Exception):
            found.append(f"{what}: raises {type(got).__name__}: {' '.join(str(got).split())[:400]}")
        if found and not refuses(compute, function, inputs, dynamic):
            problems += found
        if not isinstance(got, Exception) and (why := differs(got, expected)) is not None:
            if not is_inductors(compute, function, inputs, dynamic, got):
                problems.append(f"{what}: {why}")
    return problems


def reaches_table(function, inputs):
    with torch.no_grad(), Seen() as seen:
        result, _ = quietly(function, *inputs)
    return not isinstance(result, Exception) and any(name in TABLE for name in seen.names - _PLUMBING)


# What the product that stands beside an operator calls itself.
_PLUMBING = {"aten.mm.default", "aten.sum.default", "aten.mul.Tensor", "aten.add.Tensor", "aten._to_copy.default",
             "aten.detach.default"}


def operators():
    """PyTorch's descriptions of its operators. Its tests import a package for texts that are expected, which no
    description uses."""
    sys.modules.setdefault("expecttest", types.SimpleNamespace(TestCase=unittest.TestCase))
    from torch.testing._internal.common_methods_invocations import op_db

    return op_db


def samples_of(info, device, most):
    """Samples of the operator in the first type that it has."""
    types = info.supported_dtypes(device)
    for dtype in (torch.float32, torch.int64, torch.bool):
        if dtype in types:
            found = list(info.sample_inputs(device, dtype, requires_grad=False))
            step = max(1, len(found) // most)
            return found[::step][:most]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="operators whose names are these")
    parser.add_argument("--samples", type=int, default=3, help="of each operator, at most")
    parser.add_argument("--share", default="1/1", help="I/N: each Nth operator, from the Ith on")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--fallback", default="eager", help="who computes the rest")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    only = options.only.split(",") if options.only else None
    first, step = map(int, options.share.split("/"))
    counts = collections.Counter()
    for info in operators()[first - 1 :: step]:
        if any(name in info.name for name in _UNDETERMINED) or (only and info.name not in only):
            continue
        name = f"{info.name}.{info.variant_test_name}".rstrip(".")
        given, _ = quietly(samples_of, info, options.device, options.samples)
        tried = 0
        for sample in given if isinstance(given, list) else ():
            leaves = tree_leaves((sample.input, sample.args, sample.kwargs))
            if not any(isinstance(leaf, torch.Tensor) for leaf in leaves):
                continue
            function, inputs = beside_a_product(info.op, sample)
            if not reaches_table(function, inputs):
                continue
            for dynamic in (False, True):
                problems = check(function, inputs, dynamic, {"fallback": options.fallback})
                tried += 1
                counts["wrong"] += bool(problems)
                kind, shapes = "dynamic" if dynamic else "static", [tuple(tensor.shape) for tensor in inputs[2:]]
                for problem in problems:
                    print(f"{name}, {kind}, {shapes}: {problem}", flush=True)
        counts["operators"] += tried > 0
        counts["tried"] += tried
        if options.verbose and tried:
            print(f"{name}: {tried}", flush=True)
    print(f"{counts['operators']} operators, {counts['tried']} compiles, {counts['wrong']} wrong")
    return int(counts["wrong"] > 0 or not counts["tried"])


if __name__ == "__main__":
    sys.exit(main())
