# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of how regions are chosen in an FX graph and taken out of it, without the compiler."""

import random
import unittest
from collections.abc import Callable
from typing import Any

import torch
from torch.fx import GraphModule, Node
from torch.fx.experimental.proxy_tensor import make_fx

from fusion.torch import extract, layout, partition
from fusion.torch import nodes as fx
from fusion.torch.options import Options
from fusion.torch.support import Support

aten = torch.ops.aten


def trace(function: Callable[..., Any], *inputs: torch.Tensor) -> GraphModule:
    """A graph of PyTorch's operations with the values' shapes."""
    return make_fx(function, tracing_mode="fake")(*inputs)


def takes(*unsupported: str) -> partition.Supports:
    return lambda node: "it is unsupported" if fx.operation(node) in unsupported else None


def run_regions(module: GraphModule, proposal: partition.Proposal) -> list[GraphModule]:
    """Replaces each region by a call of its own graph, and returns these."""
    found = []
    for nodes in proposal.regions:
        apart = extract.extract(module, nodes)
        found.append(apart.module)

        def call(*values: Any, graph: GraphModule = apart.module) -> list[torch.Tensor]:
            assert all(value.is_contiguous() for value in values
                       if isinstance(value, torch.Tensor) and layout.memory_order(value) is not None)
            return [value.contiguous() for value in graph(*values)]

        call.__name__ = f"region_{len(found)}"
        extract.replace(module, nodes, apart, call)
    extract.sort(module)
    module.graph.lint()
    module.recompile()
    return found


def names(nodes: list[Node]) -> list[str]:
    return [fx.operation(node) for node in nodes]


class Propose(unittest.TestCase):
    def test_a_region_grows_over_what_is_around_a_product(self) -> None:
        module = trace(lambda x, w: torch.relu((x * 2) @ w).sum(-1), torch.ones(4, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes())
        self.assertEqual([names(region) for region in proposal.regions], [["mul", "mm", "relu", "sum"]])
        self.assertEqual(proposal.outside, {})

    def test_without_a_product_there_is_no_region(self) -> None:
        module = trace(lambda x: torch.relu(x * 2).sum(-1), torch.ones(4, 8))
        proposal = partition.propose(module, takes())
        self.assertEqual(proposal.regions, [])
        self.assertEqual(set(proposal.outside.values()), {"no product or attention is connected to it"})
        self.assertEqual(len(partition.propose(module, takes(), needs_product=False).regions), 1)

    def test_a_region_reads_a_tensor(self) -> None:
        module = trace(lambda x: (x @ x, torch.ones(3, 3) @ torch.ones(3, 3)), torch.ones(4, 4))
        proposal = partition.propose(module, takes(), needs_product=False)
        self.assertEqual([names(region) for region in proposal.regions], [["mm"]])
        self.assertEqual(sorted(names(list(proposal.outside))), ["mm", "ones", "ones"])

    def test_results_of_one_operation_are_in_one_region(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> Any:
            y, mean, deviation = torch.native_layer_norm(w.relu(), (8,), None, None, 1e-5)
            first = x @ y
            return (first.sin() @ w) * mean + deviation

        module = trace(function, torch.ones(8, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes("sin"))
        for region in proposal.regions:
            for node in region:
                self.assertFalse(fx.is_getitem(node) and node.args[0] not in region, f"{node} is apart from its source")
        run_regions(module, proposal)
        x, w = torch.randn(8, 8), torch.randn(8, 8)
        torch.testing.assert_close(module(x, w), function(x, w))

    def test_small_regions_are_left(self) -> None:
        module = trace(lambda x, w: x @ w, torch.ones(4, 8), torch.ones(8, 8))
        self.assertEqual(partition.propose(module, takes(), min_nodes=2).regions, [])
        self.assertEqual(len(partition.propose(module, takes(), min_nodes=1).regions), 1)

    def test_a_path_through_an_unsupported_operation_splits(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            y = x @ w
            return (y.cumsum(-1) + y) @ w

        module = trace(function, torch.ones(4, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes("cumsum"))
        self.assertEqual([names(region) for region in proposal.regions], [["mm"], ["add", "mm"]])

    def test_what_depends_on_inputs_alone_is_computed_where_it_is_used(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
            scaled = v * 3
            return (x @ w).cumsum(-1) @ scaled

        module = trace(function, torch.ones(4, 8), torch.ones(8, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes("cumsum"))
        self.assertEqual([names(region) for region in proposal.regions], [["mul", "mm"], ["mm"]])

    def test_what_needs_no_region_is_an_input(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            mask = x.t().cumsum(-1).t()
            return ((x @ w) * mask) @ w

        module = trace(function, torch.ones(4, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes("cumsum"))
        self.assertEqual([names(region) for region in proposal.regions], [["t", "mm", "mul", "mm"]])
        run_regions(module, proposal)
        x, w = torch.randn(4, 8), torch.randn(8, 8)
        torch.testing.assert_close(module(x, w), function(x, w))

    def test_products_that_read_one_tensor_are_one_region(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return x @ w, x @ v

        module = trace(function, torch.ones(4, 8), torch.ones(8, 8), torch.ones(8, 8))
        self.assertEqual([names(region) for region in partition.propose(module, takes()).regions], [["mm", "mm"]])

    def test_what_reads_a_tensor_of_a_product_is_in_its_region(self) -> None:
        """So is the gradient of a bias; what reads other tensors alone is not."""
        def function(gradient: torch.Tensor, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
            return gradient.t() @ x, gradient.sum(0), y.relu()

        module = trace(function, torch.ones(4, 8), torch.ones(4, 6), torch.ones(4, 6))
        proposal = partition.propose(module, takes())
        self.assertEqual([names(region) for region in proposal.regions], [["t", "mm", "sum"]])
        self.assertEqual(names(list(proposal.outside)), ["relu"])

    def test_products_that_read_results_of_one_operation_are_one_region(self) -> None:
        """So do the gradients of keys and of values, which attention's backward pass gives together."""
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor) -> tuple[torch.Tensor, ...]:
            first, second = torch.ops.aten.max.dim(x, 0, True)
            return first @ w, second.to(x.dtype) @ v

        module = trace(function, torch.ones(4, 8), torch.ones(8, 8), torch.ones(8, 8))
        (region,) = partition.propose(module, takes("max")).regions
        self.assertEqual(sorted(names(region)), ["_to_copy", "mm", "mm"])

    def test_views_at_the_end_stay_outside(self) -> None:
        module = trace(lambda x, w: (x @ w).t().unsqueeze(0), torch.ones(4, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes())
        self.assertEqual([names(region) for region in proposal.regions], [["mm"]])
        self.assertEqual(set(proposal.outside.values()), {partition.VIEW})

    def test_a_view_that_others_read_too_is_copied_for_them(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            y = (x @ w).t()
            return y, y @ x

        module = trace(function, torch.ones(4, 8), torch.ones(8, 8))
        expected = function(torch.ones(4, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes())
        run_regions(module, proposal)
        self.assertEqual([fx.operation(node) for node in module.graph.nodes if node.op == "call_function"],
                         ["region_1", "getitem", "t", "getitem"])
        for got, want in zip(module(torch.ones(4, 8), torch.ones(8, 8)), expected, strict=True):
            self.assertTrue(torch.equal(got, want))

    def test_views_of_inputs_are_taken_in(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            a, b = x.cumsum(-1).split(4, -1)
            return torch.relu(a @ w) + b @ w

        module = trace(function, torch.ones(4, 8), torch.ones(4, 8))
        (region,) = partition.propose(module, takes("cumsum")).regions
        self.assertIn("split", names(region))
        self.assertEqual([node.name for node in extract.extract(module, region).inputs], ["cumsum", "w_1"])

    def test_a_part_of_unsupported_results_is_outside(self) -> None:
        module = trace(lambda x, w: x.sort(-1)[0] @ w, torch.ones(4, 8), torch.ones(8, 8))
        proposal = partition.propose(module, takes("sort"))
        self.assertEqual([names(region) for region in proposal.regions], [["mm"]])
        self.assertEqual(set(names(list(proposal.outside))), {"getitem", "sort"})


class RandomGraphs(unittest.TestCase):
    """Whatever is unsupported, no region depends on itself, and the graph computes what it did."""

    OPERATIONS = ("mm", "add", "mul", "relu", "t", "cumsum", "sin", "split")

    def graph(self, source: random.Random) -> Callable[..., list[torch.Tensor]]:
        plan = [(source.choice(self.OPERATIONS), source.random(), source.random()) for _ in range(30)]

        def function(*inputs: torch.Tensor) -> list[torch.Tensor]:
            values = list(inputs)
            for name, first, second in plan:
                x, y = values[int(first * len(values))], values[int(second * len(values))]
                made = {"mm": lambda: x @ y / 8, "add": lambda: x + y, "mul": lambda: x * 0.5, "relu": x.relu,
                        "t": x.t, "cumsum": lambda: x.cumsum(0) / 8, "sin": x.sin,
                        "split": lambda: torch.cat(x.split(4)[::-1])}[name]()
                values.append(made)
            return values[-6:]

        return function

    def test_results_are_kept(self) -> None:
        inputs = [torch.randn(8, 8, dtype=torch.float64) for _ in range(3)]
        count = 0
        for seed in range(30):
            with self.subTest(seed=seed):
                source = random.Random(seed)
                function = self.graph(source)
                module = trace(function, *inputs)
                unsupported = source.sample(["add", "mul", "relu", "cumsum", "sin", "t", "split"], 2)
                count += len(run_regions(module, partition.propose(module, takes(*unsupported))))
                for got, want in zip(module(*inputs), function(*inputs), strict=True):
                    self.assertTrue(torch.equal(got, want))
        self.assertGreater(count, 50)


class MemoryOrder(unittest.TestCase):
    def test_permuted_tensors_have_the_order_of_their_memory(self) -> None:
        x = torch.empty(2, 3, 4)
        for order in ([0, 1, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0]):
            with self.subTest(order=order):
                y = x.permute(order)
                found = layout.memory_order(y)
                assert found is not None
                self.assertTrue(y.permute(found).is_contiguous())
                self.assertEqual(y.permute(found).permute(layout.inverse(found)).stride(), y.stride())

    def test_gaps_and_repetitions_have_none(self) -> None:
        self.assertIsNone(layout.memory_order(torch.empty(4, 8)[:, :5]))
        self.assertIsNone(layout.memory_order(torch.empty(1, 8).expand(4, 8)))

    def test_a_row_major_tensor_has_the_identity(self) -> None:
        for shape in ((), (3,), (1, 3), (3, 1), (2, 1, 3), (1, 1), (0, 3), (3, 0), (2, 0, 3)):
            with self.subTest(shape=shape):
                self.assertEqual(layout.memory_order(torch.empty(shape)), list(range(len(shape))))


class Extract(unittest.TestCase):
    def test_inputs_and_results_are_row_major(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return torch.relu((x @ w.sin()).t() * 2)

        x, w = torch.randn(4, 8), torch.randn(6, 8).t()
        module = trace(function, x, w)
        (region,) = run_regions(module, partition.propose(module, takes("sin")))
        for node in region.graph.nodes:
            if node.op == "placeholder":
                self.assertTrue(node.meta["val"].is_contiguous(), node.name)
        got, want = module(x, w), function(x, w)
        self.assertEqual(got.stride(), want.stride())
        self.assertTrue(torch.equal(got, want))

    def test_inputs_that_are_permuted_twice_keep_their_names(self) -> None:
        """Code that permutes an input is behind all arguments, whose names it could take else."""
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return (x.t().sin() @ w).sin().t() @ (w @ w.t()).t()

        x, w = torch.randn(8, 8), torch.randn(8, 8)
        module = trace(function, x, w)
        for found in run_regions(module, partition.propose(module, takes("sin"))):
            kinds = [node.op for node in found.graph.nodes]
            self.assertEqual(kinds[:kinds.count("placeholder")], ["placeholder"] * kinds.count("placeholder"))
        self.assertTrue(torch.equal(module(x, w), function(x, w)))

    def test_what_is_written_is_read_before(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            y = (x @ w).sin()
            z = y @ x
            x.copy_(y + 1)
            return z + w

        module = trace(function, torch.ones(8, 8), torch.ones(8, 8))
        run_regions(module, partition.propose(module, takes("sin")))
        pairs = [(torch.ones(8, 8), torch.full((8, 8), 0.5)) for _ in range(2)]
        self.assertTrue(torch.equal(module(*pairs[0]), function(*pairs[1])))
        self.assertTrue(torch.equal(pairs[0][0], pairs[1][0]))

    def test_sizes_come_behind_tensors(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return (x @ w).view(-1, 2, w.shape[1] // 2) + x.shape[0]

        module = make_fx(function, tracing_mode="symbolic")(torch.randn(6, 8), torch.randn(8, 4))
        proposal = partition.propose(module, takes())
        (region,) = run_regions(module, proposal)
        values = [node.meta["val"] for node in region.graph.nodes if node.op == "placeholder"]
        self.assertEqual([isinstance(value, torch.Tensor) for value in values],
                         sorted((isinstance(value, torch.Tensor) for value in values), reverse=True))
        x, w = torch.randn(10, 8), torch.randn(8, 4)
        self.assertTrue(torch.equal(module(x, w), function(x, w)))


def summed(x: torch.Tensor) -> torch.Tensor:
    """The sum of what all processes have, which is begun here."""
    result: torch.Tensor = torch.ops._c10d_functional.all_reduce(x, "sum", "0")
    return result


def awaited(x: torch.Tensor) -> torch.Tensor:
    result: torch.Tensor = torch.ops._c10d_functional.wait_tensor(x)
    return result


class Collectives(unittest.TestCase):
    """All processes have to start collectives in one order, whatever regions each of them has."""

    def orders(self, function: Callable[..., Any]) -> tuple[list[str], list[str], int]:
        """The collectives of a function of three matrices by name, without and with regions, and how many these are."""
        module = trace(function, *(torch.ones(4, 4) for _ in range(3)))
        before = [node.name for node in module.graph.nodes if fx.is_collective(node)]
        found = run_regions(module, partition.propose(module, Support(module, Options(), lambda node: None)))
        return before, [node.name for node in module.graph.nodes if fx.is_collective(node)], len(found)

    def test_a_region_that_is_called_late_does_not_change_their_order(self) -> None:
        def function(x: torch.Tensor, y: torch.Tensor, w: torch.Tensor) -> Any:
            a = x @ w
            first, second = summed(a), summed(y)
            return awaited(first), awaited(second), a.relu() @ w

        before, after, count = self.orders(function)
        self.assertEqual((after, count), (before, 1))

    def test_what_reads_a_later_one_is_not_in_a_region_that_an_earlier_one_reads(self) -> None:
        def function(x: torch.Tensor, y: torch.Tensor, w: torch.Tensor) -> Any:
            a = awaited(summed(x)) @ w
            first, second = summed(a), summed(y)
            return awaited(first), (a + awaited(second)) @ w

        before, after, count = self.orders(function)
        self.assertEqual((after, count), (before, 2))

    def test_a_region_does_not_wait_for_all_of_them(self) -> None:
        """Each layer's weight is gathered behind the layer in front of it, of no region's results."""
        def function(x: torch.Tensor, v: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            y = x @ awaited(summed(v))
            return y @ awaited(summed(w))

        before, after, count = self.orders(function)
        self.assertEqual((after, count), (before, 1))

    def test_a_report_says_why_they_are_outside(self) -> None:
        module = trace(lambda x, y, w: awaited(summed(x @ w)), *(torch.ones(4, 4) for _ in range(3)))
        proposal = partition.propose(module, Support(module, Options(), lambda node: None))
        self.assertEqual(set(proposal.outside.values()), {"processes compute it together, between regions"})


class Cuts(unittest.TestCase):
    """Regions that hold much more memory than two of their parts."""

    def regions(self, function: Callable[..., Any], *shapes: tuple[int, ...]) -> list[list[str]]:
        module = trace(function, *(torch.empty(shape, device="meta") for shape in shapes))
        proposal = partition.propose(module, takes())
        found = [names(region) for region in proposal.regions]
        run_regions(module, proposal)
        return found

    def test_results_that_are_written_last_are_not_held_from_the_start(self) -> None:
        """4 MB cross from 64 MB in the middle to a result of 64 MB."""
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
            return torch.sin(torch.relu(x @ w) @ v) @ head

        layers = ((1024, 1024), (1024, 16384), (16384, 1024))
        self.assertEqual(self.regions(function, *layers, (1024, 16384)), [["mm", "relu", "mm", "sin"], ["mm"]])
        self.assertEqual(len(self.regions(function, *layers, (1024, 1024))), 1)

    def test_what_is_fused_behind_a_result_does_not_count(self) -> None:
        """Logits of 64 MB that are limited hold no more than logits."""
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
            return torch.tanh(torch.relu(x @ w) @ v @ head / 30) * 30

        found = self.regions(function, (1024, 1024), (1024, 16384), (16384, 1024), (1024, 16384))
        self.assertEqual(found, [["mm", "relu", "mm"], ["mm", "div", "tanh", "mul"]])

    def test_a_part_in_front_of_all_products(self) -> None:
        """64 MB are gathered and summed up in front of a result of 64 MB."""
        def function(x: torch.Tensor, order: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
            return torch.relu(torch.sin(x)[order.long()].view(4, 4096, 1024).sum(0)) @ head

        found = self.regions(function, (16384, 1024), (16384,), (1024, 4096))
        self.assertEqual([region[-1] for region in found], ["relu", "mm"])

    def test_what_a_forward_pass_saved_goes_with_its_last_reader(self) -> None:
        """The first half reads 64 MB, and the second makes 64 MB."""
        def function(x: torch.Tensor, saved: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
            return torch.relu(x @ saved.t()) @ head

        shapes = ((1024, 16384), (1024, 16384), (1024, 16384))
        for given, count in ((("primals_1", "mul", "tangents_1"), 2), (("primals_1", "primals_2", "tangents_1"), 1),
                             (("primals_1", "mul", "primals_2"), 1)):
            module = trace(function, *(torch.empty(shape, device="meta") for shape in shapes))
            for node, name in zip(module.graph.find_nodes(op="placeholder"), given):
                node.name = name
            self.assertEqual(len(partition.propose(module, takes()).regions), count, given)

    def test_a_large_result_that_nothing_waits_for_is_made_last(self) -> None:
        """The gradient of a head, 64 MB, of 4 MB that were saved and of a gradient that the caller keeps."""
        def function(saved: torch.Tensor, head: torch.Tensor, v: torch.Tensor, given: torch.Tensor) -> Any:
            return given.t() @ saved, torch.relu(given @ head) @ v

        def regions(names_of: tuple[str, ...], *shapes: tuple[int, ...]) -> list[list[str]]:
            module = trace(function, *(torch.empty(shape, device="meta") for shape in shapes))
            for node, name in zip(module.graph.find_nodes(op="placeholder"), names_of):
                node.name = name
            proposal = partition.propose(module, takes())
            found = [names(region) for region in proposal.regions]
            run_regions(module, proposal)
            called = [fx.operation(node) for node in module.graph.nodes if fx.operation(node).startswith("region")]
            self.assertEqual(called, sorted(called))
            return found

        names_of = ("mul", "primals_1", "primals_2", "tangents_1")
        shapes = (1024, 1024), (16384, 1024), (1024, 1024), (1024, 16384)
        self.assertEqual(regions(names_of, *shapes), [["mm", "relu", "mm"], ["t", "mm"]])
        # Without the caller the gradient is as large, and would have to be kept.
        self.assertEqual(len(regions(("mul", "primals_1", "tangents_1", "sub"), *shapes)), 1)
        self.assertEqual(len(regions(names_of, (1024, 1024), (1024, 1024), (1024, 1024), (1024, 1024))), 1)

    def test_what_others_read_too_is_not_made_last(self) -> None:
        def function(saved: torch.Tensor, head: torch.Tensor, v: torch.Tensor, given: torch.Tensor) -> Any:
            gradient = given.t() @ saved
            return gradient, torch.relu(given @ head) @ v, gradient.sum()

        module = trace(function, *(torch.empty(shape, device="meta")
                                   for shape in ((1024, 1024), (16384, 1024), (1024, 1024), (1024, 16384))))
        self.assertEqual(len(partition.propose(module, takes()).regions), 1)

    def test_results_of_one_operation_stay_beside_what_takes_them_apart(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, q: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
            k = torch.relu(x @ w).view(1, 1, 65536, 256)
            o = aten._scaled_dot_product_efficient_attention(q.view(1, 1, 1024, 256), k, k, None, False)[0]
            return o.view(1024, 256) @ head

        first, second = self.regions(function, (1024, 1024), (1024, 16384), (1024, 256), (256, 16384))
        self.assertIn("getitem", first)
        self.assertEqual(second, ["view", "mm"])

    def test_a_part_has_min_nodes(self) -> None:
        module = trace(lambda x, w, v, head: torch.relu(x @ w) @ v @ head,
                       *(torch.empty(shape, device="meta") for shape in ((1024, 1024), (1024, 16384), (16384, 1024),
                                                                         (1024, 16384))))
        self.assertEqual(len(partition.propose(module, takes(), min_nodes=2).regions), 1)
        self.assertEqual(len(partition.propose(module, takes()).regions), 2)

    def test_nothing_is_cut_where_two_tensors_cross(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor, head: torch.Tensor) -> torch.Tensor:
            first = torch.sin(x @ x)
            second = torch.sin(torch.relu(x @ w) @ v)
            return first @ head + second @ head

        self.assertEqual(len(self.regions(function, (1024, 1024), (1024, 16384), (16384, 1024), (1024, 16384))), 1)

    def test_what_is_kept_for_the_backward_pass_is_held_anyway(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor) -> Any:
            first = x @ w
            second = torch.relu(first) @ v
            third = second @ w
            return first, third, torch.relu(third) @ v

        self.assertEqual(len(self.regions(function, (1024, 1024), (1024, 16384), (16384, 1024))), 1)


if __name__ == "__main__":
    unittest.main()
