# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of torch.compile(backend="fusion") on models that two processes share, beside eager under the same wrapper."""

import contextlib
import os
import unittest
import warnings
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import with_processes
import torch
import torch.distributed as dist
import torch.distributed._functional_collectives as collectives
import torch.distributed.checkpoint as dcp
import torch.nn.functional as F
from torch import nn
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import (ColwiseParallel, PrepareModuleInput, RowwiseParallel, SequenceParallel,
                                               parallelize_module)
from torch.nn.parallel import DistributedDataParallel as DDP

import fusion.torch
from with_torch import assert_close, regions

WIDTH, HEADS, INNER, WORDS, STEPS = 32, 4, 64, 50, 5
Trained = tuple[list[torch.Tensor], list[torch.Tensor]]


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(4))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        q, k, v = (part(x).unflatten(-1, (-1, WIDTH // HEADS)).transpose(1, 2) for part in (self.q, self.k, self.v))
        y: torch.Tensor = self.o(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).flatten(2))
        return y


class MLP(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gate, self.up = nn.Linear(WIDTH, INNER, bias=False), nn.Linear(WIDTH, INNER, bias=False)
        self.down = nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y: torch.Tensor = self.down(F.silu(self.gate(x)) * self.up(x))
        return y


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.attention, self.norm2, self.mlp = nn.RMSNorm(WIDTH), Attention(), nn.RMSNorm(WIDTH), MLP()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.attention(self.norm1(x))
        y: torch.Tensor = x + self.mlp(self.norm2(x))
        return y


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.words, self.blocks = nn.Embedding(WORDS, WIDTH), nn.ModuleList(Block() for _ in range(2))
        self.norm, self.head = nn.LayerNorm(WIDTH), nn.Linear(WIDTH, WORDS)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.words(ids)
        for block in self.blocks:
            x = block(x)
        y: torch.Tensor = self.head(self.norm(x))
        return y


class Partly(Model):
    """Some of its parameters have no gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.unused = nn.Linear(4, 4)


BY_COLUMNS_AND_ROWS = {
    **{f"attention.{name}": ColwiseParallel() for name in "qkv"}, "attention.o": RowwiseParallel(),
    "mlp.gate": ColwiseParallel(), "mlp.up": ColwiseParallel(), "mlp.down": RowwiseParallel(),
}
_WHOLE = {"input_layouts": (Shard(1),), "desired_input_layouts": (Replicate(),)}
WITH_SEQUENCES = {
    **BY_COLUMNS_AND_ROWS, "norm1": SequenceParallel(), "norm2": SequenceParallel(),
    "attention": PrepareModuleInput(**_WHOLE), "mlp": PrepareModuleInput(**_WHOLE),
    "attention.o": RowwiseParallel(output_layouts=Shard(1)), "mlp.down": RowwiseParallel(output_layouts=Shard(1)),
}


def mesh() -> DeviceMesh:
    return init_device_mesh("cpu", (with_processes.PROCESSES,))


def tensor_parallel(model: nn.Module) -> nn.Module:
    for block in model.blocks:
        parallelize_module(block, mesh(), BY_COLUMNS_AND_ROWS)
    return model


def sequence_parallel(model: nn.Module) -> nn.Module:
    """Between products each process has some of the positions."""
    outer = {"words": RowwiseParallel(input_layouts=Replicate(), output_layouts=Shard(1)), "norm": SequenceParallel(),
             "head": ColwiseParallel(input_layouts=Shard(1), output_layouts=Replicate())}
    parallelize_module(model, mesh(), outer)
    for block in model.blocks:
        parallelize_module(block, mesh(), WITH_SEQUENCES)
    return model


def sharded(**options: Any) -> Callable[[nn.Module], nn.Module]:
    def wrap(model: nn.Module) -> nn.Module:
        for block in model.blocks:
            fully_shard(block, mesh=mesh(), **options)
        return fully_shard(model, mesh=mesh(), **options)

    return wrap


def options() -> dict[str, str]:
    """Inductor's C++ takes long, so that PyTorch computes what is left, but in tests of the default."""
    return {"fallback": os.environ.get("FUSION_TEST_FALLBACK", "eager")}


def compiled(model: Any, **more: Any) -> Any:
    return torch.compile(model, backend="fusion", options={**options(), **more})


def with_compiled_blocks(model: nn.Module) -> nn.Module:
    for block in model.blocks:
        block.compile(backend="fusion", options=options())
    return model


def words(step: int, is_same: bool) -> torch.Tensor:
    """The sequences of a step, which may differ between processes."""
    seed = 2 * step + (0 if is_same else dist.get_rank())
    return torch.randint(0, WORDS, (2, 9), generator=torch.Generator().manual_seed(seed))


def full(value: torch.Tensor) -> torch.Tensor:
    return value.full_tensor() if isinstance(value, DTensor) else value.clone()


def train(run: Any, model: nn.Module, accumulated: int = 1, is_last: Any = None, is_same: bool = False) -> Trained:
    """The losses of some steps, and the gradients of the last one. `is_last(whether)` is entered around each part of
    a step whose gradients are accumulated."""
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    losses, gradients = [], []
    for step in range(STEPS):
        for part in range(accumulated):
            ids = words(step * accumulated + part, is_same)
            with contextlib.nullcontext() if is_last is None else is_last(model, part == accumulated - 1):
                loss = F.cross_entropy(run(ids[:, :-1]).flatten(0, 1).float(), ids[:, 1:].flatten())
                loss.backward()
        losses.append(loss.detach())
        gradients = [full(p.grad) for p in model.parameters() if p.grad is not None]
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return losses, gradients


@contextlib.contextmanager
def no_sync(model: Any, is_last: bool) -> Iterator[None]:
    with contextlib.nullcontext() if is_last else model.no_sync():
        yield


@contextlib.contextmanager
def no_gradient_sync(model: Any, is_last: bool) -> Iterator[None]:
    model.set_requires_gradient_sync(is_last)
    yield


class Distributed(unittest.TestCase):
    def setUp(self) -> None:
        torch._dynamo.reset()
        fusion.torch.reset()
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.filterwarnings("error", category=fusion.FusionWarning)

    def check(self, wrap: Callable[[nn.Module], nn.Module], use: Callable[[nn.Module], Any] = compiled,
              make: Callable[[], nn.Module] = Model, tolerance: float = 2e-5, **how: Any) -> None:
        """Losses and gradients are those of eager, and each product is in a region."""
        eager, model = wrap(make()), wrap(make())
        expected, got = train(eager, eager, **how), train(use(model), model, **how)
        assert_close(self, got[0], expected[0], tolerance, "losses")
        assert_close(self, got[1], expected[1], 10 * tolerance, "gradients")
        self.check_regions()

    def check_regions(self) -> None:
        graphs = fusion.torch.report().data
        kinds = {graph["kind"] for graph in graphs}
        self.assertTrue({"forward", "backward"} <= kinds or "cached" in kinds, kinds)
        self.assertTrue(all(region["failure"] is None and region["calls"] for region in regions()))
        left = {one["operation"] for graph in graphs for one in graph["outside"]}
        self.assertFalse(left & {"mm", "addmm", "bmm"}, left)


class DataParallel(Distributed):
    def test_a_model_that_is_wrapped(self) -> None:
        self.check(DDP)

    def test_a_compiled_model_is_wrapped(self) -> None:
        eager, model = DDP(Model()), DDP(compiled(Model()))
        assert_close(self, train(model, model), train(eager, eager), 2e-4)
        self.check_regions()

    def test_a_graph_for_each_bucket(self) -> None:
        with mock.patch.object(dist, "_DEFAULT_FIRST_BUCKET_BYTES", 1000):
            self.check(lambda model: DDP(model, bucket_cap_mb=0.02))
        self.assertGreater(len(fusion.torch.report().data), 4)

    def test_a_static_graph(self) -> None:
        self.check(lambda model: DDP(model, static_graph=True))

    def test_parameters_that_are_not_used(self) -> None:
        self.check(lambda model: DDP(model, find_unused_parameters=True), make=Partly)

    def test_gradients_that_are_accumulated(self) -> None:
        self.check(lambda model: DDP(model, gradient_as_bucket_view=True), accumulated=3, is_last=no_sync)


class TracedBackward(Distributed):
    """In a process of its own: PyTorch 2.11 trains no static graph behind it, with any backend."""

    def test_a_backward_pass_that_dynamo_traces(self) -> None:
        with torch._dynamo.config.patch(compiled_autograd=True, optimize_ddp="python_reducer"):
            self.check(DDP)


class FullyShard(Distributed):
    def test_a_model_that_is_sharded(self) -> None:
        self.check(sharded())

    def test_each_block_is_compiled(self) -> None:
        self.check(sharded(), with_compiled_blocks)

    def test_blocks_are_compiled_and_then_sharded(self) -> None:
        eager, model = sharded()(Model()), sharded(reshard_after_forward=False)(with_compiled_blocks(Model()))
        assert_close(self, train(model, model), train(eager, eager), 2e-4)
        self.check_regions()

    def test_products_of_bf16(self) -> None:
        policy = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
        self.check(sharded(mp_policy=policy), tolerance=4e-3)
        self.check(sharded(mp_policy=policy), with_compiled_blocks, tolerance=4e-3)

    def test_gradients_that_are_accumulated(self) -> None:
        self.check(sharded(), accumulated=3, is_last=no_gradient_sync)

    def test_a_checkpoint_of_a_compiled_model(self) -> None:
        model, other = sharded()(Model()), sharded()(Model())
        optimizer, another = (torch.optim.AdamW(one.parameters()) for one in (model, other))
        run, again, ids = compiled(model), compiled(other), words(0, False)
        run(ids).pow(2).mean().backward()
        optimizer.step()
        folder = os.path.join(with_processes.folder(), "checkpoint")
        weights, state = get_state_dict(run, optimizer)
        self.assertEqual(set(weights), set(dict(Model().named_parameters())))
        dcp.save({"weights": weights, "state": state}, checkpoint_id=folder)
        weights, state = get_state_dict(again, another)
        found = {"weights": weights, "state": state}
        dcp.load(found, checkpoint_id=folder)
        set_state_dict(again, another, model_state_dict=found["weights"], optim_state_dict=found["state"])
        self.assertTrue(torch.equal(again(ids), run(ids)))


class TensorParallel(Distributed):
    def test_training(self) -> None:
        self.check(tensor_parallel, is_same=True)

    def test_training_with_sequences_in_parts(self) -> None:
        self.check(sequence_parallel, lambda model: torch.compile(model, backend="fusion", fullgraph=True,
                                                                  options=options()), is_same=True)

    def test_tensors_that_are_distributed(self) -> None:
        def layer(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            y: DTensor = F.gelu(x @ w.t())  # type: ignore[assignment]
            return y.redistribute(placements=[Replicate()]).softmax(-1)

        torch.manual_seed(0)
        x, weight = distribute_tensor(torch.randn(8, 16), mesh(), [Replicate()]), torch.randn(16, 16)
        found = []
        for run in (layer, compiled(layer)):
            w = distribute_tensor(weight, mesh(), [Shard(0)]).requires_grad_()
            y = run(x, w)
            self.assertIsInstance(y, DTensor)
            y.full_tensor().pow(2).sum().backward()
            found.append([full(y), full(w.grad)])
        assert_close(self, found[1], found[0])

class TensorParallelInference(Distributed):
    def test_calls(self) -> None:
        model, ids = tensor_parallel(Model()), words(0, True)
        for is_frozen in (False, True):
            torch._dynamo.reset()
            with torch.no_grad():
                run = compiled(model, frozen=is_frozen)
                for _ in range(2):
                    assert_close(self, run(ids), model(ids))
        (first, _) = fusion.torch.report().data
        self.assertEqual(len(first["regions"]), 5)  # all_reduce stands behind each attention and each MLP
        left = {one["operation"]: one["reason"] for one in first["outside"]}
        self.assertEqual({left["all_reduce"], left["wait_tensor"]}, {"processes compute it together, between regions"})

    def test_sizes_that_change(self) -> None:
        model = tensor_parallel(Model())
        with torch.no_grad():
            run = torch.compile(model, backend="fusion", dynamic=True, options=options())
            for batch, length in ((2, 7), (3, 9), (5, 12)):
                ids = torch.arange(batch * length).view(batch, length) % WORDS
                assert_close(self, run(ids), model(ids))
        self.assertEqual(len(fusion.torch.report().data), 1)


class Collectives(Distributed):
    """Collectives that a model calls itself."""

    def check_function(self, function: Callable[..., torch.Tensor], count: int) -> None:
        torch.manual_seed(dist.get_rank())
        x, w = torch.randn(4, 8), torch.randn(8, 8)
        with torch.no_grad():
            assert_close(self, compiled(function)(x, w), function(x, w))
        self.assertEqual(len(regions()), count)

    def test_functional_ones(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            y = collectives.all_reduce(torch.relu(x @ w), "sum", dist.group.WORLD)
            z = collectives.all_gather_tensor(y @ w, 0, dist.group.WORLD)
            return collectives.reduce_scatter_tensor(torch.tanh(z @ w), "sum", 0, dist.group.WORLD) + 1

        self.check_function(function, 3)

    def test_those_that_write(self) -> None:
        def function(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
            y = torch.relu(x @ w)
            dist.all_reduce(y)
            z = torch.tanh(y @ w)
            dist.broadcast(z, 0)
            return z @ w

        self.check_function(function, 3)

    def test_a_result_that_has_not_arrived(self) -> None:
        x, w = torch.ones(4, 8) * dist.get_rank(), torch.eye(8)
        with torch.no_grad():
            run = compiled(lambda x, w: torch.relu(x @ w) + 1)
            assert_close(self, run(collectives.all_reduce(x, "sum", dist.group.WORLD), w), torch.full((4, 8), 2.0))


if __name__ == "__main__":
    torch.set_num_threads(1)
    with_processes.main()
