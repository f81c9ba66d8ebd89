# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Gradients of embeddings whose table is the weight of a product, too.

PyTorch adds the gradients of rows to zeros, and these sums to the product's gradient. Here they are added to the
product's gradient at once, which is as large as the table; in types of 16 bits both are f32 until then.

    before   e = index_put(zeros, ids, rows, accumulate); g = mm(..); add(g, e)
    after    g = mm(..); index_put(g, ids, rows, accumulate)
"""

from __future__ import annotations

import torch
from torch.fx import GraphModule, Node

from fusion.torch import layout
from fusion.torch import nodes as fx

_aten = torch.ops.aten
_PUTS = frozenset({"index_put", "_unsafe_index_put"})
_ZEROS = frozenset({"zeros", "zeros_like", "new_zeros"})


def accumulate(module: GraphModule) -> None:
    """Adds the gradients of rows to what a graph adds their sums to."""
    for node in list(module.graph.nodes):
        if node.target is not _aten.add.Tensor or node.kwargs or not all(isinstance(part, Node) for part in node.args):
            continue
        first, second = node.args
        for base, sums in ((first, second), (second, first)):
            put = _find_put(node, sums)
            if put is not None and base is not sums and _is_like(base, node):
                node.replace_all_uses_with(_add_rows(node, base, put))
                break
    module.graph.eliminate_dead_code()


def _find_put(add: Node, sums: Node) -> Node | None:
    """What adds rows to zeros, and gives `sums`, or what is converted to it, to `add` alone."""
    put = sums.args[0] if sums.target is _aten._to_copy.default and set(sums.kwargs) <= {"dtype"} else sums
    if not isinstance(put, Node) or list(sums.users) != [add] or len(put.users) != 1:
        return None
    if not fx.is_aten(put) or fx.operation(put) not in _PUTS or put.args[3:] != (True,):
        return None
    zeros = put.args[0]
    assert isinstance(zeros, Node)
    return put if fx.is_aten(zeros) and fx.operation(zeros) in _ZEROS else None


def _is_like(base: Node, add: Node) -> bool:
    """Whether a tensor is like the sum, and row-major, so that each row of it is in one place."""
    value, result = base.meta["val"], add.meta["val"]
    return (isinstance(value, torch.Tensor) and value.shape == result.shape and value.dtype == result.dtype
            and layout.is_row_major(value))


def _add_rows(add: Node, base: Node, put: Node) -> Node:
    """The sum of `base` and what `put` adds to zeros, in front of `add`."""
    with add.graph.inserting_before(add):
        wide = _converted(base, put.meta["val"].dtype)
        result = add.graph.call_function(put.target, (wide, *put.args[1:]), dict(put.kwargs))  # type: ignore[arg-type]
        result.meta["val"] = put.meta["val"]
        return _converted(result, add.meta["val"].dtype)


def _converted(node: Node, dtype: torch.dtype) -> Node:
    if node.meta["val"].dtype == dtype:
        return node
    result = node.graph.call_function(_aten._to_copy.default, (node,), {"dtype": dtype})
    result.meta["val"] = node.meta["val"].to(dtype)
    return result
