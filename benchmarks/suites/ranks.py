# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One process of a model on several devices: it makes its part of the model, compares results, and takes times.

All processes of a group do the same in the same order, since each waits for the others.
"""

import argparse
import dataclasses
import os
import statistics
import sys
import time
from collections.abc import Callable

import torch
import torch.distributed as dist
import torch.nn.functional as F
from suites import compare, entries, worker
from suites.problem import set_dropout
from torch import nn
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.nn.parallel import DistributedDataParallel

CHUNKS = 5  # of the seconds that a time takes; the median of them counts
RATE = 6e-4  # of AdamW: Brown et al. 2020, table 2.1 (GPT-3 small)
BY_COLUMNS = ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "mlp.gate_proj", "mlp.up_proj")
BY_ROWS = ("self_attn.o_proj", "mlp.down_proj")


class Group:
    """The processes that share a model, and this one's device."""

    def __init__(self, device: str, store: str | None) -> None:
        """`store` is the file by which they find each other; without one, torchrun's variables say it."""
        self.rank, size = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
        self.device = device
        if device == "cuda":
            torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
        dist.init_process_group("cpu:gloo,cuda:nccl" if device == "cuda" else "gloo", rank=self.rank, world_size=size,
                                init_method=f"file://{store}" if store else "env://")
        self.mesh: DeviceMesh = init_device_mesh(device, (size,))

    def largest(self, number: float) -> float:
        """The largest number of all processes, by the host: no kernel waits on a GPU meanwhile."""
        found = torch.tensor(number, dtype=torch.float64)
        dist.all_reduce(found, dist.ReduceOp.MAX)
        return found.item()

    def wait(self) -> None:
        if self.device == "cuda":
            torch.cuda.synchronize()

    def end(self) -> None:
        self.wait()
        dist.destroy_process_group()


def _ddp(model: nn.Module, mesh: DeviceMesh, dtype: torch.dtype | None) -> nn.Module:
    ids = [torch.cuda.current_device()] if mesh.device_type == "cuda" else None
    return DistributedDataParallel(model, device_ids=ids)


def _fsdp2(model: nn.Module, mesh: DeviceMesh, dtype: torch.dtype | None) -> nn.Module:
    policy = MixedPrecisionPolicy(param_dtype=dtype, reduce_dtype=torch.float32)
    for block in model.transformer.h:
        fully_shard(block, mesh=mesh, mp_policy=policy)
    return fully_shard(model, mesh=mesh, mp_policy=policy)


def _tensor_parallel(model: nn.Module, mesh: DeviceMesh, dtype: torch.dtype | None) -> nn.Module:
    """Each process has some of the heads, of the features between two products, and of the words."""
    plan = {**{name: ColwiseParallel() for name in BY_COLUMNS}, **{name: RowwiseParallel() for name in BY_ROWS}}
    for layer in model.model.layers:
        parallelize_module(layer, mesh, plan)
    return parallelize_module(model, mesh, {"lm_head": ColwiseParallel()})


@dataclasses.dataclass(frozen=True)
class Mode:
    """How a model is spread; `wrap` takes it, the devices, and the type of products or None."""

    model: str
    wrap: Callable[[nn.Module, DeviceMesh, torch.dtype | None], nn.Module]
    is_training: bool


MODES = {"ddp": Mode("gpt2", _ddp, True), "fsdp2": Mode("gpt2", _fsdp2, True),
         "tp": Mode("llama3", _tensor_parallel, False)}


class Problem:
    """A model that is spread over the group; `dtype` is that of its products, None for f32."""

    def __init__(self, arguments: argparse.Namespace, group: Group, dtype: torch.dtype | None) -> None:
        self.group, self.dtype, self.steps = group, dtype, arguments.steps
        self.mode = MODES[arguments.mode]
        entry = entries.load("transformers", arguments.small, None)[self.mode.model]
        torch.manual_seed(1)
        with torch.device(group.device):
            model = entry.make().to(group.device)
        self.words = model.config.vocab_size
        torch.manual_seed(2)
        self.inputs = {**entry.inputs(group.device), "use_cache": False}
        set_dropout(model, None)
        if not self.mode.is_training:
            model.eval().bfloat16()  # in both types the weights have the same values
            model = model if dtype else model.float()
        self.model = self.mode.wrap(model, group.mesh, dtype)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), RATE) if self.mode.is_training else None

    def call(self, function: Callable) -> torch.Tensor:
        """An inference, which gives logits, or a step of training, which gives its loss."""
        if self.optimizer is None:
            with torch.no_grad():
                return function(**self.inputs).logits
        loss = self._backward(function)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return loss

    def _backward(self, function: Callable) -> torch.Tensor:
        ids = self.inputs["input_ids"] = (self.inputs["input_ids"] + 1 + self.group.rank) % self.words
        is_autocast = self.dtype is not None and isinstance(self.model, DistributedDataParallel)
        with torch.autocast(self.group.device, self.dtype, enabled=is_autocast):
            logits = function(**self.inputs).logits
        loss = F.cross_entropy(logits[:, :-1].flatten(0, 1).float(), ids[:, 1:].flatten())
        loss.backward()
        return loss.detach()

    def results(self, function: Callable) -> dict[str, torch.Tensor]:
        """What is compared: logits, or the gradients of a first step and the losses of all."""
        if self.optimizer is None:
            return {"output logits": _gathered(self.call(function)).cpu()}
        losses = [self._backward(function)]
        found = {f"gradient {name.removeprefix('module.')}": _full(parameter.grad).cpu()
                 for name, parameter in self.model.named_parameters() if parameter.grad is not None}
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        losses += [self.call(function) for _ in range(self.steps - 1)]
        values = torch.stack(losses)
        dist.all_reduce(values)
        return {"losses": values.cpu() / dist.get_world_size(), **found}


def _full(value: torch.Tensor) -> torch.Tensor:
    return value.full_tensor() if hasattr(value, "full_tensor") else value


def _gathered(logits: torch.Tensor) -> torch.Tensor:
    """The logits of all words, of which each process has computed some."""
    parts = [torch.empty_like(logits) for _ in range(dist.get_world_size())]
    dist.all_gather(parts, logits.contiguous())
    return torch.cat(parts, -1)


def work(arguments: argparse.Namespace, enter: Callable[[str], None], result: dict, group: Group,
         is_told: bool) -> None:
    """Fills `result`. Where `is_told`, the first process reads a line before times are taken."""
    enter("computing the reference")
    problem = Problem(arguments, group, None)
    reference = problem.results(problem.model)
    del problem
    enter("compiling")
    torch._dynamo.reset()
    begin = time.perf_counter()
    problem = Problem(arguments, group, torch.bfloat16)
    function = worker.compiled(problem.model, arguments.variant, arguments.option)
    results = problem.results(function)
    result["compile_s"] = round(time.perf_counter() - begin, 2)
    result["dtype"] = str(torch.bfloat16)
    result["distances"] = compare.distances(results, reference)
    result["distance"] = next(iter(result["distances"].values()))[0]  # of the losses, or of the logits
    result["losses"] = [round(value, 5) for value in results.get("losses", torch.zeros(0)).tolist()]
    del results, reference
    if arguments.variant == "fusion":
        result |= worker.regions()
    if group.device == "cuda":
        torch.cuda.empty_cache()
    enter("ready")
    if is_told and group.rank == 0:
        sys.stdin.readline()
    group.largest(0)
    enter("timing")
    result["us"] = {"calls": _step_us(lambda: problem.call(function), group, arguments.seconds)}
    if group.device == "cuda":
        result["peak_mb"] = round(torch.cuda.max_memory_allocated() / 2**20)


def _step_us(call: Callable, group: Group, seconds: float) -> float:
    """Microseconds of a call, of the slowest process: the median of some chunks of calls."""

    def took(calls: int) -> float:
        group.wait()
        group.largest(0)
        begin = time.perf_counter()
        for _ in range(calls):
            call()
        group.wait()
        return group.largest(time.perf_counter() - begin) / calls

    took(2)
    calls = max(1, round(seconds / CHUNKS / took(2)))
    if group.device == "cuda":
        torch.cuda.reset_peak_memory_stats()
    return round(statistics.median(took(calls) for _ in range(CHUNKS)) * 1e6, 1)
