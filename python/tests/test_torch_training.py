# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Training by torch.compile(backend="fusion") with default options: what users put around a model's forward pass.

Each test runs one program with PyTorch and with compiled functions, whose results are equal, without a warning. Losses
and models are such that regions take all: Inductor's C++ would take most of the time.
"""

import unittest
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

import fusion.torch
from with_torch import assert_close, compiled, regions

Tensor = torch.Tensor
Use = Callable[[Any], Any]


class Block(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(width), nn.Linear(width, 32), nn.Linear(32, width)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.down(F.gelu(self.up(self.norm(x))))


def model(seed: int = 0) -> nn.Module:
    torch.manual_seed(seed)
    return nn.Sequential(Block(), Block())


def batch(seed: int = 1, rows: int = 6) -> tuple[Tensor, Tensor]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(rows, 16, generator=generator), torch.randn(rows, 16, generator=generator)


def state(module: nn.Module) -> list[Tensor]:
    """Parameters and what gradients they have."""
    parameters = list(module.parameters())
    return [*(p.detach().clone() for p in parameters), *(p.grad.clone() for p in parameters if p.grad is not None)]


def by_backend(function: Any, **settings: Any) -> Any:
    """`function` by the backend with default options."""
    return torch.compile(function, backend="fusion", **settings)


@contextmanager
def no_warnings(test: unittest.TestCase) -> Iterator[None]:
    """None that Python shows by default."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", DeprecationWarning)
        yield
    test.assertEqual([str(one.message) for one in caught], [])


class Case(unittest.TestCase):
    def check(self, program: Callable[[Use], Any], tolerance: float = 2e-5, calls: int = 2) -> None:
        """`program` gives the same with compiled functions, which call each of their regions, and `calls` in all."""
        expected = program(lambda function, **settings: function)
        torch._dynamo.reset()
        fusion.torch.reset()
        with no_warnings(self):
            found = program(by_backend)
        assert_close(self, found, expected, tolerance)
        counts = [region["calls"] for region in regions()]
        self.assertGreaterEqual(sum(counts), calls, counts)
        self.assertTrue(all(counts), fusion.torch.report())


class Precision(Case):
    def test_autocast_around_forward_and_loss(self) -> None:
        for dtype in (torch.bfloat16, torch.float16):
            def program(use: Use, dtype: torch.dtype = dtype) -> list[Tensor]:
                module, (x, y) = model(), batch()
                function = use(module)
                with torch.autocast("cpu", dtype):
                    loss = F.mse_loss(function(x), y)
                loss.backward()
                return [loss.detach(), *state(module)]

            with self.subTest(dtype=dtype):
                self.check(program, 2e-2)

    def test_autocast_inside_of_the_function(self) -> None:
        def program(use: Use) -> list[Tensor]:
            module, (x, y) = model(), batch()

            def loss_of(x: Tensor, y: Tensor) -> Tensor:
                with torch.autocast("cpu", torch.bfloat16):
                    return F.mse_loss(module(x), y)

            loss = use(loss_of)(x, y)
            loss.backward()
            return [loss.detach(), *state(module)]

        self.check(program, 2e-2)

    def test_a_gradient_scaler_scales_and_skips_steps_alike(self) -> None:
        def program(use: Use) -> list[Tensor]:
            module = model()
            function = use(module)
            optimizer = torch.optim.SGD(module.parameters(), 0.1)
            scaler = torch.amp.GradScaler("cpu", init_scale=2.0**12, growth_interval=1)
            found = []
            for step in range(4):
                x, y = batch(step)
                optimizer.zero_grad()
                with torch.autocast("cpu", torch.float16):
                    loss = F.mse_loss(function(x if step != 1 else x * float("inf")), y)
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                nn.utils.clip_grad_norm_(module.parameters(), 1.0)
                scaler.step(optimizer)
                scaler.update()
                found.append(torch.tensor(scaler.get_scale()))
            self.assertEqual(found[1].item(), found[0].item() / 2)
            return [*found, *(p.detach() for p in module.parameters())]

        self.check(program, 2e-2, calls=8)


class Checkpoints(Case):
    def test_checkpoints_in_the_function(self) -> None:
        for reentrant in (False, True):
            def program(use: Use, reentrant: bool = reentrant) -> list[Tensor]:
                module, (x, y) = model(), batch()

                def loss_of(x: Tensor, y: Tensor) -> Tensor:
                    for block in module.children():
                        x = checkpoint(block, x, use_reentrant=reentrant)
                    return F.mse_loss(x, y)

                loss = use(loss_of)(x.requires_grad_(), y)
                loss.backward()
                return [loss.detach(), x.grad, *state(module)]

            with self.subTest(reentrant=reentrant):
                self.check(program)

    def test_checkpoints_around_compiled_blocks(self) -> None:
        for reentrant in (False, True):
            def program(use: Use, reentrant: bool = reentrant) -> list[Tensor]:
                module, (x, y) = model(), batch()
                value = x.requires_grad_()
                for block in module.children():
                    value = checkpoint(use(block), value, use_reentrant=reentrant)
                F.mse_loss(value, y).backward()
                return [x.grad, *state(module)]

            with self.subTest(reentrant=reentrant):
                self.check(program)


class Loops(Case):
    def test_gradients_accumulate_over_micro_batches(self) -> None:
        for to_none in (False, True):
            def program(use: Use, to_none: bool = to_none) -> list[Tensor]:
                module = model()
                function, optimizer = use(module), torch.optim.AdamW(module.parameters(), 1e-2)
                for step in range(2):
                    optimizer.zero_grad(set_to_none=to_none)
                    for part in range(3):
                        x, y = batch(3 * step + part)
                        (F.mse_loss(function(x), y) / 3).backward()
                    nn.utils.clip_grad_norm_(module.parameters(), 0.5)
                    optimizer.step()
                return state(module)

            with self.subTest(set_to_none=to_none):
                self.check(program, 1e-4, calls=12)

    def test_evaluation_between_steps_sees_new_weights(self) -> None:
        for mode in (torch.no_grad, torch.inference_mode):
            def program(use: Use, mode: Any = mode) -> list[Tensor]:
                module, found = model(), []
                function, optimizer = use(module), torch.optim.SGD(module.parameters(), 0.1, momentum=0.9)
                for step in range(3):
                    x, y = batch(step)
                    optimizer.zero_grad()
                    F.mse_loss(function(x), y).backward()
                    optimizer.step()
                    module.eval()
                    with mode():
                        found.append(function(x).clone())
                    module.train()
                return [*found, *state(module)]

            with self.subTest(mode=mode.__name__):
                self.check(program, 1e-4, calls=8)

    def test_batch_sizes_that_change(self) -> None:
        for dynamic in (None, True):
            def program(use: Use, dynamic: bool | None = dynamic) -> list[Tensor]:
                module = model()
                function, optimizer = use(module, dynamic=dynamic), torch.optim.SGD(module.parameters(), 0.1)
                for rows in (6, 4, 9, 1, 2):
                    x, y = batch(rows, rows)
                    optimizer.zero_grad()
                    F.mse_loss(function(x), y).backward()
                    optimizer.step()
                return state(module)

            with self.subTest(dynamic=dynamic):
                self.check(program, calls=10)

    def test_a_graph_that_is_retained_gives_its_gradients_twice(self) -> None:
        def program(use: Use) -> list[Tensor]:
            module, (x, y) = model(), batch()
            loss = F.mse_loss(use(module)(x), y)
            loss.backward(retain_graph=True)
            loss.backward()
            return state(module)

        self.check(program)

    def test_the_step_as_a_whole(self) -> None:
        """Dynamo leaves backward() and the optimiser's step to Python, and compiles what is around."""
        def program(use: Use) -> list[Tensor]:
            module = model()
            optimizer, losses = torch.optim.SGD(module.parameters(), 0.1), []

            def step(x: Tensor, y: Tensor) -> Tensor:
                loss = F.mse_loss(module(x), y)
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
                return loss.detach()

            function = use(step)
            for number in range(3):
                losses.append(function(*batch(number)))
            return [*losses, *state(module)]

        self.check(program, calls=6)


class Parameters(Case):
    def test_frozen_parameters_get_no_gradient(self) -> None:
        def program(use: Use) -> list[Tensor]:
            module, (x, y) = model(), batch()
            for name, parameter in module.named_parameters():
                parameter.requires_grad_("up.bias" in name or "1.down" in name)
            F.mse_loss(use(module)(x), y).backward()
            self.assertEqual([p.grad is not None for p in module.parameters()],
                             [p.requires_grad for p in module.parameters()])
            return state(module)

        self.check(program)

    def test_parameters_that_are_frozen_later_are_compiled_again(self) -> None:
        def program(use: Use) -> list[Tensor]:
            module, (x, y) = model(), batch()
            function = use(module)
            F.mse_loss(function(x), y).backward()
            for parameter in module[0].parameters():
                parameter.requires_grad_(False)
            F.mse_loss(function(x), y).backward()
            return state(module)

        self.check(program, calls=4)

    def test_tied_weights_have_one_gradient(self) -> None:
        def program(use: Use) -> list[Tensor]:
            module, (x, y) = Block(), batch()
            module.load_state_dict(model()[0].state_dict())
            module.down.weight = nn.Parameter(module.up.weight.detach().clone().t().contiguous())
            del module.up.weight
            module.up.register_parameter("weight", None)
            tied = module.down.weight

            def function(x: Tensor) -> Tensor:
                inner = F.gelu(F.linear(module.norm(x), tied.t(), module.up.bias))
                return x + F.linear(inner, tied, module.down.bias)

            F.mse_loss(use(function)(x), y).backward()
            return state(module)

        self.check(program)


    def test_gradients_of_tables_of_few_rows_are_sums_in_regions(self) -> None:
        """As of BERT's types of tokens; those of many rows are added by the fallback."""
        tokens, kinds = torch.randint(0, 50, (3, 7)), torch.randint(0, 2, (3, 7))

        def program(use: Use) -> Any:
            torch.manual_seed(0)
            words, types, norm, out = nn.Embedding(50, 16), nn.Embedding(2, 16), nn.LayerNorm(16), nn.Linear(16, 16)
            function = use(lambda t, k: out(norm(words(t) + types(k))).square().mean())
            function(tokens, kinds).backward()
            return [state(module) for module in (words, types, norm, out)]

        self.check(program)
        backward = fusion.torch.report().data[-1]
        self.assertEqual([region["operations"].get("_unsafe_index_put") for region in backward["regions"]], [1])
        self.assertEqual([(one["operation"], one["count"]) for one in backward["outside"]], [("_unsafe_index_put", 1)])


class Functions(Case):
    """torch.func inside of compiled functions."""

    def setUp(self) -> None:
        self.module, self.batch = model(), batch()
        self.weights = {name: p.detach() for name, p in self.module.named_parameters()}

    def loss(self, weights: dict[str, Tensor], x: Tensor, y: Tensor) -> Tensor:
        return F.mse_loss(torch.func.functional_call(self.module, weights, (x,)), y)

    def test_gradients_of_a_functional_call(self) -> None:
        def program(use: Use) -> list[Tensor]:
            return list(use(torch.func.grad(self.loss))(self.weights, *self.batch).values())

        self.check(program, calls=1)

    def test_gradients_of_each_sample(self) -> None:
        def program(use: Use) -> list[Tensor]:
            each = torch.func.vmap(torch.func.grad(self.loss), in_dims=(None, 0, 0))
            return list(use(each)(self.weights, *self.batch).values())

        self.check(program, calls=1)

    def test_forward_derivatives(self) -> None:
        """Of what Dynamo has forward derivatives of, which norms are not."""
        layer = nn.Linear(16, 16)

        def program(use: Use) -> list[Tensor]:
            def derivative(x: Tensor, y: Tensor, direction: Tensor) -> Any:
                return torch.func.jvp(lambda value: F.mse_loss(F.gelu(layer(value)), y), (x,), (direction,))

            return list(use(derivative)(*self.batch, torch.ones(6, 16)))

        self.check(program, calls=1)

    def test_second_derivatives(self) -> None:
        def program(use: Use) -> list[Tensor]:
            def curvature(x: Tensor, y: Tensor) -> Tensor:
                slope = torch.func.grad(lambda value: self.loss(self.weights, value, y))
                return torch.func.grad(lambda value: slope(value).pow(2).sum())(x)

            return [use(curvature)(*self.batch)]

        self.check(program, calls=1)

    def test_second_derivatives_through_a_compiled_function_are_pytorchs_error(self) -> None:
        function = compiled(self.module, fallback="inductor")
        x = self.batch[0].requires_grad_()
        (slope,) = torch.autograd.grad(function(x).pow(2).sum(), x, create_graph=True)
        with self.assertRaisesRegex(RuntimeError, "does not currently support double backward"):
            slope.sum().backward()


class Optimizers(unittest.TestCase):
    def test_compiled_steps_are_inductors(self) -> None:
        for make in (lambda parameters: torch.optim.AdamW(parameters, 1e-2),
                     lambda parameters: torch.optim.SGD(parameters, 1e-2, momentum=0.9)):
            found = []
            for use in (lambda function: function, by_backend):
                torch._dynamo.reset()
                fusion.torch.reset()
                layer = nn.Linear(8, 4)
                with torch.no_grad():
                    layer.weight.copy_(torch.linspace(-1, 1, 32).view(4, 8)), layer.bias.zero_()
                optimizer = make(layer.parameters())
                with no_warnings(self):
                    step = use(optimizer.step)
                    for number in range(2):
                        layer(torch.full((2, 8), number + 1.0)).pow(2).sum().backward()
                        step()
                found.append(state(layer))
            assert_close(self, found[1], found[0])
            self.assertEqual(regions(), [])


if __name__ == "__main__":
    unittest.main()
