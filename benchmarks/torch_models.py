#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times whole models in bf16: PyTorch eager, Inductor's default mode, and torch.compile(backend="fusion").

    PYTHONPATH=build/python python3 benchmarks/torch_models.py --budget=200 --output=models.jsonl
    PYTHONPATH=build/python python3 benchmarks/torch_models.py --train=gpt2 --steps=100

Each model is compiled in a process of its own, all at once; then one after the other is timed. A line of JSON a model:

    outputs    root mean square of the difference to the same weights in float64, relative; largest; for each variant
    us         microseconds of a call: "calls" from the host, "graph" as a replayed CUDA graph
    launches   of one call by torch.profiler: all, ours by the names of our kernels
    products   share of the products' operations that regions compute; left: what regions do not take, and why

A variant is right if it is no further from float64 than 1.5 times eager.
"""

import argparse
import contextlib
import functools
import json
import os
import subprocess
import sys
import time
import warnings

VARIANTS = ("eager", "inductor", "fusion")
RATES = {"gpt2": 6e-4, "llama": 3e-4}  # learning rates: Brown et al. 2020, table 2.1 (GPT-3 small); Touvron et al. 2023


def median(values):
    values = sorted(values)
    return values[len(values) // 2]


def compiled(model, variant, options, dynamic=False):
    import torch

    if variant in ("eager", "math"):
        return model
    if variant == "inductor":
        return torch.compile(model, dynamic=dynamic)
    return torch.compile(model, backend="fusion", options=options, dynamic=dynamic)


def distance(value, reference):
    """Relative root mean square, and the largest difference over the reference's root mean square."""
    difference = value.double() - reference
    scale = reference.pow(2).mean().sqrt()
    return [(difference.pow(2).mean().sqrt() / scale).item(), (difference.abs().max() / scale).item()]


def microseconds(function, budget=0.25):
    """Of one call: the median of bursts of 3.5 ms, each after a rest."""
    import torch

    def burst(calls):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(calls):
            function()
        end.record()
        torch.cuda.synchronize()
        return start.elapsed_time(end) * 1e3 / calls

    function()
    calls, times, begin = max(1, round(3500 / burst(2))), [], time.time()
    while len(times) < 5 or time.time() - begin < budget:
        time.sleep(0.02)
        times.append(burst(calls))
    return round(median(times), 2)


def graph_of(function):
    import torch

    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(3):
            function()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        function()
    return graph


def launches(function, ours):
    """Kernels of one call, those with a name of `ours`, and the share of their time."""
    import torch
    from torch.profiler import ProfilerActivity, profile

    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        function()
        torch.cuda.synchronize()
    calls = ("Memcpy", "Memset", "cuda", "cuLaunch", "Activity Buffer")  # of the driver and of the profiler: no kernels
    events = [event for event in profiler.events() if not event.name.startswith(calls)]
    mine = [event for event in events if event.name in ours]
    spent = [sum(event.time_range.elapsed_us() for event in group) for group in (events, mine)]
    return {"all": len(events), "ours": len(mine), "share_of_time": round(spent[1] / spent[0], 3) if spent[0] else None,
            "others": sorted({event.name[:60] for event in events if event.name not in ours})[:12]}


def our_kernels():
    import fusion.torch

    names = set()
    for graph in fusion.torch.report().data:
        for region in graph["regions"]:
            for kernel in region["kernels"]:
                names |= set(kernel.get("launches") or ())
    return names


class Bench:
    """One model on the GPU (or, to try the script, the CPU): what is compiled, then what is measured."""

    def __init__(self, name, arguments):
        import torch
        import torch_zoo

        self.torch, self.arguments, self.name = torch, arguments, name
        self.entry = (torch_zoo.SMALL if arguments.small else torch_zoo.MODELS)[name]
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(1)
        self.model = self.entry.make().to(self.device).eval().bfloat16()
        self.inputs = tuple(t.bfloat16() if t.is_floating_point() else t for t in self.entry.inputs(self.device))
        self.row = {"model": name, "about": self.entry.about, "device": self._device_name(),
                    "torch": torch.__version__, "compile_s": {}, "outputs": {}, "us": {}, "errors": {}}
        self.functions = {}

    def _device_name(self):
        return self.torch.cuda.get_device_name() if self.device == "cuda" else "CPU"

    def compile(self):
        """Makes all variants and compares their outputs."""
        torch = self.torch
        with torch.no_grad():
            wide = [t.double() if t.is_floating_point() else t for t in self.inputs]
            reference = self.entry.make().to(self.device).eval().double()
            reference.load_state_dict(self.model.state_dict())
            expected = reference(*wide)
            del reference, wide
            for variant in self.arguments.variants:
                self._compile(variant, expected)
            del expected
        if self.device == "cuda":
            torch.cuda.empty_cache()

    def _compile(self, variant, expected):
        begin = time.time()
        try:
            function = compiled(self.model, variant, self._options())
            self.row["outputs"][variant] = distance(function(*self.inputs), expected)
            self.functions[variant] = function
        except Exception as error:  # one variant less, not the end
            self.row["errors"][variant] = f"{type(error).__name__}: {error}"[:2000]
        self.row["compile_s"][variant] = round(time.time() - begin, 2)

    def _options(self):
        return {"frozen": not self.arguments.no_frozen, "fallback": self.arguments.fallback,
                "attention": self.arguments.attention}

    def measure(self):
        """Fills the row; nothing else should run on the machine meanwhile."""
        with self.torch.no_grad():
            for variant, function in self.functions.items():
                try:
                    self._measure(variant, lambda function=function: function(*self.inputs))
                except Exception as error:
                    self.row["errors"][variant] = f"{type(error).__name__}: {error}"[:2000]
        self._judge()
        return self.row

    def _measure(self, variant, call):
        if self.device != "cuda":
            begin = time.time()
            call()
            self.row["us"][variant] = {"calls": round((time.time() - begin) * 1e6)}
            return
        us = self.row["us"][variant] = {"calls": microseconds(call, self.arguments.seconds)}
        us["graph"] = microseconds(graph_of(call).replay, self.arguments.seconds)
        self.row.setdefault("launches", {})[variant] = launches(call, our_kernels() if variant == "fusion" else set())

    def _judge(self):
        outputs, us = self.row["outputs"], self.row["us"]
        if "eager" in outputs:
            self.row["right"] = {name: bool(value[0] <= 1.5 * outputs["eager"][0] + 1e-6) for name, value in outputs.items()}
        if "fusion" not in us:
            return
        self.row["speed"] = {f"{kind} of {other}": round(us[other][kind] / us["fusion"][kind], 3)
                             for other in us for kind in us["fusion"] if other != "fusion" and kind in us[other]}
        self._account()

    def _account(self):
        import fusion.torch

        graphs = fusion.torch.report().data
        inside = sum(region["product_flops"] or 0 for graph in graphs for region in graph["regions"] if not region["failure"])
        all_of_them = sum(graph["product_flops"] or 0 for graph in graphs)
        self.row["products"] = round(inside / all_of_them, 4) if all_of_them else None
        self.row["regions"] = sum(len(graph["regions"]) for graph in graphs)
        self.row["left"] = [f"{one['count']} × {one['operation']}: {one['reason']}" for graph in graphs
                            for one in graph["outside"]][:20]


def work(name, arguments):
    """A process of one model: compiles, says so, waits for its turn, measures, prints the row."""
    with contextlib.redirect_stdout(sys.stderr):
        bench = Bench(name, arguments)
        bench.compile()
    print("ready", flush=True)
    sys.stdin.readline()
    with contextlib.redirect_stdout(sys.stderr):
        row = bench.measure()
    print(json.dumps(row), flush=True)


def forwarded(arguments):
    """The arguments of a process of one model."""
    flags = [f"--{name}" for name in ("small", "no-frozen") if getattr(arguments, name.replace("-", "_"))]
    return [*flags, f"--fallback={arguments.fallback}", f"--attention={arguments.attention}",
            f"--seconds={arguments.seconds}", f"--variants={','.join(arguments.variants)}"]


def run_all(arguments):
    begin, output = time.time(), open(arguments.output, "w", encoding="utf-8") if arguments.output else sys.stdout
    workers = []
    for name in arguments.models:
        command = [sys.executable, os.path.abspath(__file__), f"--worker={name}", *forwarded(arguments)]
        threads = str(max(1, (os.cpu_count() or 1) // len(arguments.models)))  # of Inductor, which else takes all
        workers.append((name, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                               env={"TORCHINDUCTOR_COMPILE_THREADS": threads, **os.environ})))
    ready = []
    for name, worker in workers:  # all compile at once; the timing of one begins when none compiles any more
        if wait_for_line(worker, arguments.budget - (time.time() - begin)):
            ready.append((name, worker))
        else:
            worker.kill()
            print(json.dumps({"model": name, "errors": {"worker": "it did not compile in time, or ended"}}), file=output,
                  flush=True)
    for name, worker in ready:
        if time.time() - begin > arguments.budget:
            print(f"the budget is spent before {name}", file=sys.stderr)
            worker.kill()
            continue
        worker.stdin.write("go\n")
        worker.stdin.flush()
        print(worker.stdout.readline().strip(), file=output, flush=True)
        worker.wait()
    print(f"{time.time() - begin:.0f} s in all", file=sys.stderr)


def wait_for_line(worker, seconds):
    import select

    found, _, _ = select.select([worker.stdout], [], [], max(seconds, 1))
    return bool(found) and worker.stdout.readline().strip() == "ready"


def losses(variant, arguments):
    """The loss of each of the first steps, on sequences that count upwards with noise; weights in f32, bf16 by autocast.

    AdamW with clipped gradients and a rate that grows linearly to the model's own within 2000 steps, as both are usually
    trained. The variant "math" is eager with another of PyTorch's attentions: how far two right runs are apart.
    """
    import torch
    import torch.nn.functional as F
    import torch_zoo
    from torch.nn.attention import SDPBackend, sdpa_kernel

    device = "cuda" if torch.cuda.is_available() else "cpu"
    entry = (torch_zoo.SMALL if arguments.small else torch_zoo.MODELS)[arguments.train]
    torch.manual_seed(2)
    model = entry.make().to(device).train()
    optimizer = torch.optim.AdamW(model.parameters(), arguments.rate or RATES[arguments.train], fused=device == "cuda")
    warmup = torch.optim.lr_scheduler.LinearLR(optimizer, 1 / arguments.warmup, 1.0, arguments.warmup)
    attention = functools.partial(sdpa_kernel, SDPBackend.MATH) if variant == "math" else contextlib.nullcontext
    torch._dynamo.reset()
    options = {"fallback": arguments.fallback, "attention": arguments.attention}
    function, values = compiled(model, variant, options), []
    generator = torch.Generator(device).manual_seed(3)
    (shape,), begin = (t.shape for t in entry.inputs(device)), 0.0
    for step in range(arguments.steps):
        start = torch.randint(0, 100, (shape[0], 1), device=device, generator=generator)
        noise = torch.randint(0, 2, tuple(shape), device=device, generator=generator)
        ids = (start + torch.arange(shape[1], device=device) + noise) % 400
        with torch.autocast(device, torch.bfloat16), attention():
            logits = function(ids)
        loss = F.cross_entropy(logits[:, :-1].flatten(0, 1).float(), ids[:, 1:].flatten())
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        warmup.step()
        optimizer.zero_grad(set_to_none=True)
        values.append(loss.detach())
        if step == 2:
            values[-1].item()
            begin = time.time()
    values = [value.item() for value in values]
    return values, (time.time() - begin) / max(1, arguments.steps - 3)


def train(arguments):
    row, curves = {"train": arguments.train, "steps": arguments.steps, "ms": {}}, {}
    for variant in arguments.variants:
        curves[variant], seconds = losses(variant, arguments)
        row["ms"][variant] = round(seconds * 1e3, 2)
    reference = curves["eager"]
    row["largest_difference"] = {name: max(abs(a - b) / abs(b) for a, b in zip(curve, reference))
                                 for name, curve in curves.items()}
    row["losses"] = {name: [round(value, 4) for value in curve[:: max(1, len(curve) // 10)]] for name, curve in curves.items()}
    print(json.dumps(row), flush=True)


def main():
    names = ["bert", "gpt2", "llama", "vit", "t5", "resnet", "mixer"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    split = lambda text: text.split(",")
    parser.add_argument("--models", type=split, default=names, help="some of " + ",".join(names))
    parser.add_argument("--variants", type=split, default=list(VARIANTS), help="some of " + ",".join(VARIANTS))
    parser.add_argument("--budget", type=float, default=240, help="seconds after which no model is begun")
    parser.add_argument("--seconds", type=float, default=0.25, help="for each time measured")
    parser.add_argument("--output", help="file of JSON lines (default: standard output)")
    parser.add_argument("--fallback", default="inductor")
    parser.add_argument("--attention", default="auto")
    parser.add_argument("--no-frozen", action="store_true", help="do not promise that weights stay as they are")
    parser.add_argument("--small", action="store_true", help="small models, to try the script")
    parser.add_argument("--train", metavar="MODEL", help="compare the loss of training steps instead: gpt2 or llama")
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--rate", type=float, help="learning rate of --train, reached after --warmup steps (default: the "
                        "one that the model was published with)")
    parser.add_argument("--warmup", type=int, default=2000, help="steps of --train in which the rate grows linearly")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    warnings.filterwarnings("default", category=UserWarning, module="fusion")
    if arguments.worker:
        work(arguments.worker, arguments)
    elif arguments.train:
        train(arguments)
    else:
        run_all(arguments)


if __name__ == "__main__":
    main()
