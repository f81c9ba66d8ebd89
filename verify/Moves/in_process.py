# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a graph in this process by the package for Python, with PyTorch's tensors: a GPU's context is made once."""

import numpy as np

_CODES = {"f32": "float32", "f16": "float16", "bf16": "bfloat16", "i8": "int8", "i1": "bool"}


def run(graph, device):
    """The results as `check.load` gives them, and how many kernels the compiler reports."""
    import fusion
    import torch

    def tensor(value):
        array = torch.from_numpy(np.array(value.array))
        return array.to(getattr(torch, _CODES[value.element])).to(device)

    module = fusion.compile(graph.text(), "auto" if device == "cuda" else device, cache="off")
    results = module(*[tensor(value) for value in graph.inputs])
    results = list(results) if isinstance(results, (tuple, list)) else [results]
    wide = lambda result, value: result.float() if value.element == "bf16" else result
    found = [wide(result, value).cpu().numpy() for result, value in zip(results, graph.outputs)]
    return found, len(module.report["kernels"])
