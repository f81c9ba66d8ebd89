# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of torch.compile(backend="fusion") on the CPU: what users do with a model beside calling it."""

import json
import threading
import unittest
import warnings
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import fusion
import fusion.torch
from with_torch import assert_close, compiled, gradients, nothing_fails, regions


class MLP(nn.Module):
    def __init__(self, width: int = 16, inner: int = 32) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.norm, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, inner), nn.Linear(inner, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.down(F.gelu(self.up(self.norm(x))))


class Calls(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(1)
        fusion.torch.reset()

    def test_the_backend_is_found_by_its_name_and_compiles_one_region(self) -> None:
        model, x = MLP(), torch.randn(6, 16)
        with torch.no_grad(), nothing_fails():
            assert_close(self, compiled(model, fallback="error")(x), model(x))
        self.assertEqual(len(regions()), 1)
        self.assertEqual(regions()[0]["calls"], 1)

    def test_training_steps_follow_eager(self) -> None:
        losses: list[list[float]] = []
        for use in (lambda m: m, compiled):
            model = MLP()
            optimizer, function = torch.optim.SGD(model.parameters(), 0.1), use(model)
            x, y = torch.linspace(-1, 1, 96).view(6, 16), torch.linspace(1, -1, 96).view(6, 16)
            losses.append([])
            for _ in range(5):
                loss = F.mse_loss(function(x), y)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                losses[-1].append(loss.item())
        self.assertLess(losses[0][-1], losses[0][0])
        for one, other in zip(*losses, strict=True):
            self.assertAlmostEqual(one, other, delta=1e-5)
        self.assertEqual({graph["kind"] for graph in fusion.torch.report().data}, {"forward", "backward"})

    def test_one_compile_serves_all_sizes(self) -> None:
        model = MLP()
        with torch.no_grad(), nothing_fails():
            function = compiled(model, dynamic=True, fallback="error")
            function(torch.randn(7, 16))
            before = torch._dynamo.utils.counters["frames"]["total"], len(regions())
            for rows in (2, 3, 64, 100, 1000, 4096):
                x = torch.randn(rows, 16)
                assert_close(self, function(x), model(x), name=f"{rows} rows")
            self.assertEqual((torch._dynamo.utils.counters["frames"]["total"], len(regions())), before)

    def test_one_row_and_none_need_no_compile_of_their_own_where_sizes_are_unbacked(self) -> None:
        model = MLP()
        with torch.no_grad(), nothing_fails():
            function = compiled(model, dynamic=True, fallback="error")
            first = torch.randn(7, 16)
            torch._dynamo.decorators.mark_unbacked(first, 0)
            function(first)
            for rows in (1, 2, 4096, 0):
                x = torch.randn(rows, 16)
                assert_close(self, function(x), model(x), name=f"{rows} rows")
            self.assertEqual(len(regions()), 1)

    def test_inference_mode(self) -> None:
        model, x = MLP(), torch.randn(6, 16)
        with torch.inference_mode(), nothing_fails():
            assert_close(self, compiled(model)(x), model(x))

    def test_mixed_precision(self) -> None:
        model, x = MLP(), torch.randn(6, 16)
        with torch.autocast("cpu", torch.bfloat16), nothing_fails():
            expected, got = model(x), compiled(model)(x)
            assert_close(self, got, expected, 2e-2)
            got.float().pow(2).mean().backward()
        self.assertTrue(all(p.grad is not None for p in model.parameters()))

    def test_inputs_that_are_written_and_results_that_alias(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, ...]:
            y = x @ w
            state.mul_(0.5).add_(y.sum(0))
            return y, y.t(), y[1:], state, x

        x, w = torch.randn(4, 5), torch.randn(5, 3)
        states = [torch.ones(3), torch.ones(3)]
        with nothing_fails():
            got, expected = compiled(function)(x, w, states[0]), function(x, w, states[1])
        assert_close(self, got, expected)
        assert_close(self, states[0], states[1])
        self.assertIs(got[3], states[0])
        self.assertIs(got[4], x)
        got[0].fill_(7)
        self.assertTrue((got[1] == 7).all() and (got[2] == 7).all())

    def test_inputs_that_are_not_row_major(self) -> None:
        function = compiled(lambda x, w: torch.relu(x @ w) * 2)
        x, w = torch.randn(8, 12), torch.randn(6, 12)
        for a, b in ((x, w.t()), (x[::2], w.t()), (x[:, 2:8], torch.randn(6, 3)), (x.t(), torch.randn(8, 3)),
                     (torch.randn(1, 6).expand(4, 6), torch.randn(6, 3))):
            with self.subTest(strides=(a.stride(), b.stride())), nothing_fails():
                assert_close(self, function(a, b), torch.relu(a @ b) * 2)

    def test_strides_of_results_are_those_of_eager(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            return torch.relu((x @ w).transpose(1, 2)) + 1

        x, w = torch.randn(2, 4, 5), torch.randn(5, 3)
        with nothing_fails():
            got, expected = compiled(function)(x, w), function(x, w)
        assert_close(self, got, expected)
        self.assertEqual(got.stride(), expected.stride())

    def test_sizes_of_zero(self) -> None:
        for rows, inner, columns in ((0, 4, 3), (4, 0, 3), (4, 3, 0), (0, 0, 0)):
            with self.subTest(rows=rows, inner=inner, columns=columns), nothing_fails():
                x, w = torch.randn(rows, inner), torch.randn(inner, columns)
                assert_close(self, compiled(lambda x, w: torch.relu(x @ w) + 1)(x, w), torch.relu(x @ w) + 1)

    def test_types_that_have_no_kernels_fall_back(self) -> None:
        x, w = torch.randn(4, 4, dtype=torch.complex64), torch.randn(4, 4, dtype=torch.complex64)
        function = compiled(lambda x, w: (x @ w) * 2)
        assert_close(self, torch.view_as_real(function(x, w)), torch.view_as_real((x @ w) * 2))
        self.assertIn("complex64", str(fusion.torch.report()))

    def test_bytes_without_a_sign(self) -> None:
        def function(x: torch.Tensor, u: torch.Tensor, w: torch.Tensor) -> tuple[torch.Tensor, ...]:
            y = (u.float() - 100) @ w + x
            return y, (y.abs() % 200).to(torch.uint8), (u + 1) * (y > 0)

        x, u, w = torch.randn(4, 4) * 200, torch.arange(240, 256, dtype=torch.uint8).view(4, 4), torch.eye(4)
        with nothing_fails():
            assert_close(self, compiled(function, fallback="error")(x, u, w), function(x, u, w))

    def test_wide_integers_without_a_sign(self) -> None:
        for dtype in (torch.uint16, torch.uint32, torch.uint64):
            def function(x: torch.Tensor, u: torch.Tensor, w: torch.Tensor, dtype: torch.dtype = dtype) -> Any:
                y = (u.float() - 100) @ w + x
                return y, y.abs().to(dtype)

            kind = np.dtype(str(dtype).removeprefix("torch."))
            x, w = torch.randn(4, 4) * 200, torch.eye(4)
            u = torch.from_numpy(np.arange(16, dtype=kind).reshape(4, 4) + kind.type(torch.iinfo(dtype).max // 2))
            with nothing_fails():
                assert_close(self, compiled(function, fallback="error")(x, u, w), function(x, u, w))

    def test_threads_call_one_model(self) -> None:
        model = MLP()
        inputs = [torch.randn(6, 16) for _ in range(8)]
        results: list[Any] = [None] * 8
        with torch.no_grad():
            expected = [model(x) for x in inputs]
            function = compiled(model)
            function(inputs[0])

        def work(number: int) -> None:
            with torch.no_grad():
                for _ in range(20):
                    results[number] = function(inputs[number])

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert_close(self, results, expected)

    def test_frozen_weights_are_read_once(self) -> None:
        model, x = MLP(), torch.randn(6, 16)
        with torch.no_grad(), nothing_fails():
            function = compiled(model.bfloat16(), frozen=True)
            for _ in range(3):
                assert_close(self, function(x.bfloat16()), model(x.bfloat16()), 2e-2)
        (part,) = fusion.torch.report().plans[-1].parts
        self.assertEqual(str(part.text).count("fusion.constant"), len(list(model.parameters())))

    def test_dropout_by_pytorch_is_that_of_eager(self) -> None:
        model, x = nn.Sequential(nn.Linear(16, 64), nn.Dropout(0.5), nn.Linear(64, 8)), torch.randn(6, 16)
        results = []
        for function in (model, compiled(model)):
            torch.manual_seed(3)
            with nothing_fails():
                results.append(function(x))
        assert_close(self, results[1], results[0])

    def test_without_the_promise_new_weights_count(self) -> None:
        model, x = MLP(), torch.randn(6, 16)
        with torch.no_grad(), nothing_fails():
            function = compiled(model)
            function(x)
            model.up.weight.mul_(2)
            assert_close(self, function(x), model(x))


class Attention(unittest.TestCase):
    def test_training_takes_the_forward_pass_and_inference_all_of_it(self) -> None:
        attention = nn.MultiheadAttention(16, 2, batch_first=True)

        def function(x: torch.Tensor) -> torch.Tensor:
            q, k, v = (part.view(2, -1, 2, 8).transpose(1, 2) for part in F.linear(
                x, attention.in_proj_weight, attention.in_proj_bias).chunk(3, -1))
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            return attention.out_proj(y.transpose(1, 2).reshape(x.shape))

        x, parameters = torch.randn(2, 6, 16), list(attention.parameters())
        with nothing_fails():
            fusion.torch.reset()
            with torch.no_grad():
                assert_close(self, compiled(function, fallback="error")(x), function(x))
            self.assertEqual(len(regions()), 1)
            fusion.torch.reset()
            assert_close(self, gradients(compiled(function), [x], parameters), gradients(function, [x], parameters))
            forward, backward = fusion.torch.report().data
            self.assertEqual((forward["kind"], forward["outside"]), ("forward", []))
            self.assertIn("_scaled_dot_product_flash_attention_for_cpu_backward",
                          [one["operation"] for one in backward["outside"]])
            with torch.no_grad():
                fusion.torch.reset()
                assert_close(self, compiled(function, attention="torch")(x), function(x))
                self.assertEqual(len(regions()), 2)

    def test_a_head_size_that_is_open(self) -> None:
        """Its root, which scales the scores, is a float that PyTorch computes of a size."""
        def function(q: torch.Tensor, k: torch.Tensor) -> torch.Tensor:
            return F.scaled_dot_product_attention(q, k, k)

        fusion.torch.reset()
        with nothing_fails(), torch.no_grad():
            run = compiled(function, dynamic=True, fallback="error")
            for head in (16, 24):
                q, k = torch.randn(5, head), torch.randn(7, head)
                assert_close(self, run(q, k), function(q, k))
        self.assertEqual([region["calls"] for region in regions()], [2])


class Options(unittest.TestCase):
    def test_unknown_options_and_values_are_errors(self) -> None:
        for options, text in (({"falback": "eager"}, "has no option 'falback'"),
                              ({"fallback": "none"}, "fallback expects .* but is 'none'"),
                              ({"numerics": "exact"}, "numerics expects .* but is 'exact'"),
                              ({"cudagraphs": True, "fallback": "eager"}, "recorded by Inductor")):
            with self.subTest(options=options):
                torch._dynamo.reset()
                with self.assertRaisesRegex(Exception, text):
                    torch.compile(lambda x: x @ x, backend="fusion", options=options)(torch.ones(2, 2))

    def test_error_names_what_is_left_and_why(self) -> None:
        with self.assertRaisesRegex(Exception, "(?s)no region takes.*sort"):
            compiled(lambda x: (x @ x).sort()[0], fallback="error")(torch.ones(3, 3))

    def test_regions_without_a_product_are_left(self) -> None:
        fusion.torch.reset()
        x = torch.randn(5, 5)
        assert_close(self, compiled(lambda x: torch.relu(x) + 1)(x), torch.relu(x) + 1)
        (graph,) = fusion.torch.report().data
        self.assertEqual(graph["regions"], [])
        self.assertEqual({one["operation"] for one in graph["outside"]}, {"relu", "add"})


class Failures(unittest.TestCase):
    def test_a_region_that_fails_warns_once_and_runs(self) -> None:
        original = fusion.compile

        def fail(*args: Any, **kwargs: Any) -> Any:
            raise fusion.CompileError("no code today")

        x = torch.randn(4, 4)
        function = lambda x: torch.relu(x @ x) + 0.25  # noqa: E731
        fusion.compile = fail
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                for _ in range(2):
                    assert_close(self, compiled(function)(x), function(x))
        finally:
            fusion.compile = original
        found = [str(one.message) for one in caught if issubclass(one.category, fusion.FusionWarning)]
        self.assertEqual(len(found), 1, found)
        self.assertRegex(found[0], "'mm': CompileError: no code today")
        command = found[0].split("to see it again: ")[1]
        path = command.split("fusion.compile('")[1].split("'")[0]
        with open(path, encoding="utf-8") as file:
            self.assertIn("func.func @main", file.read())
        fusion.compile(path, "cpu")


class Reports(unittest.TestCase):
    def test_a_dry_run_compiles_nothing_and_says_why_not(self) -> None:
        fusion.torch.reset()
        model = MLP()
        told = fusion.torch.dry_run(lambda x: model(x).sort(-1)[0], (torch.randn(6, 16),))
        self.assertEqual(fusion.torch.report().data, [])
        self.assertEqual([graph["kind"] for graph in told.data], ["forward", "backward"])
        self.assertIn("sort", str(told))
        self.assertRegex(str(told), r"region 0: \d+ operations \(.*addmm")

    def test_a_report_has_kernels_and_edges(self) -> None:
        fusion.torch.reset()
        model, x = MLP(), torch.randn(6, 16)
        with torch.no_grad():
            function = compiled(model)
            function(x), function(x)
        (region,) = regions()
        self.assertEqual(region["calls"], 2)
        self.assertGreater(len(region["kernels"]), 1)
        self.assertIn("2 calls", str(fusion.torch.report()))
        self.assertIsNone(region["share"])
        self.assertIn("no prediction", str(fusion.torch.report()))
        json.dumps(fusion.torch.report().data)

    def test_shares_are_of_the_predicted_times_of_all_regions(self) -> None:
        fusion.torch.reset()
        weight = torch.eye(16)
        with torch.no_grad():
            for function, microseconds in ((torch.relu, 3.0), (torch.tanh, 1.0)):
                compiled(lambda x, function=function: function(x @ weight))(torch.randn(6, 16))
                code = fusion.torch.report().plans[-1].parts[0].region.code  # the cost model knows no CPUs
                code.report = {**code.report, "kernels": [{"predicted_us": microseconds}, {"predicted_us": None}]}
        self.assertEqual([region["share"] for region in regions()], [0.75, 0.25])
        self.assertEqual([region["predicted_us"] for region in regions()], [3.0, 1.0])
        self.assertIn("predicted 3.0 µs, 75% of all regions", str(fusion.torch.report()))

    def test_graph_breaks_have_their_reason_and_place(self) -> None:
        fusion.torch.reset()
        weight = torch.eye(16)

        def model(x: torch.Tensor) -> torch.Tensor:
            x = x @ weight
            torch._dynamo.graph_break()
            x = torch.relu(x @ weight)
            if x.sum() > 0:
                x = x @ weight
            torch._dynamo.graph_break()
            return x

        with torch.no_grad():
            compiled(model)(torch.ones(6, 16))
        graphs = fusion.torch.report().data
        self.assertEqual([len(graph["breaks"]) for graph in graphs], [1, 1, 1])
        found = [one for graph in graphs for one in graph["breaks"]]
        first = model.__code__.co_firstlineno
        self.assertEqual([one["line"] - first for one in found], [2, 4, 6])
        self.assertEqual({(one["file"], one["function"]) for one in found}, {(__file__, "model")})
        self.assertIn("graph_break()", found[0]["reason"])
        told = str(fusion.torch.report())
        self.assertIn(f"graph break at {__file__}:{first + 2} in model: Call to `torch._dynamo.graph_break()`: ", told)
        self.assertIn(f":{first + 4} in model: generic_jump TensorVariable", told)

    def test_a_page_has_each_region_once(self) -> None:
        layer = torch.nn.Linear(8, 4)
        fusion.torch.reset()
        compiled(lambda x: layer(x).relu().sum())(torch.ones(2, 8)).backward()
        page = fusion.torch.report().html(before=fusion.torch.report())
        data = json.loads(page.split('type="application/json">')[1].split("</script>")[0])
        graphs = data["graphs"]
        self.assertEqual([graph["name"] for graph in graphs],
                         ["graph 0, forward, region 0: 1 calls", "graph 1, backward, region 0: 1 calls"])
        self.assertEqual([graph["report"] for graph in graphs],
                         [part.region.code.report for plan in fusion.torch.report().plans for part in plan.parts])
        self.assertEqual(data["before"]["graphs"], graphs)

    def test_a_report_has_the_breaks_since_the_last_reset(self) -> None:
        def model(x: torch.Tensor) -> torch.Tensor:
            x = x @ x
            torch._dynamo.graph_break()
            return x @ x

        with torch.no_grad():
            compiled(model)(torch.ones(4, 4))
            fusion.torch.reset()
            compiled(lambda x: x @ x)(torch.ones(4, 4))
        self.assertEqual([graph["breaks"] for graph in fusion.torch.report().data], [[]])


if __name__ == "__main__":
    unittest.main()
