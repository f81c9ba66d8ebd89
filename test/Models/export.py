#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports the graphs in Inputs/ again, from PyTorch and JAX, with what they must compute. README.md: what it needs.

A graph NAME.mlir has a NAME.json: the rules of its arguments, and samples of its results as the framework computes them
in float64 on the same values, with the error of the framework in the graph's own types.
"""

import argparse
import copy
import json
import math
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leaves the folder as it is
import tensors  # noqa: E402

SAMPLES = 96  # of each result
HERE = os.path.dirname(os.path.abspath(__file__))

# Graph: tool, model, type of floats. `train` stands for the loss and all gradients.
GRAPHS = {
    **{
        f"{model}_linalg_{kind}": ("linalg", model, kind)
        for model, kind in [
            ("mlp", "f32"),
            ("mlp", "bf16"),
            ("mlp", "f16"),
            ("fused_qkv", "f32"),
            ("fused_qkv", "bf16"),
            ("encoder_layer", "f32"),
            ("encoder_layer_prenorm", "f16"),
            ("bert", "f32"),
            ("bert", "bf16"),
            ("bert_classifier", "f32"),
            ("gpt2", "f32"),
            ("gpt2", "bf16"),
            ("gpt2", "f16"),
            ("llama", "f32"),
            ("llama", "bf16"),
            ("qwen2", "f32"),
            ("gemma2", "bf16"),
            ("vit", "f32"),
            ("vit", "bf16"),
            ("t5", "f32"),
            ("grouped_attention", "bf16"),
        ]
    },
    **{
        f"{model}_tosa_{kind}": ("tosa", model, kind)
        for model, kind in [("mlp", "f32"), ("encoder_layer", "f32"), ("gpt2", "f32"), ("llama", "f32"), ("vit", "f32")]
    },
    **{
        f"{model}_onnx_{kind}": ("onnx", model, kind)
        for model, kind in [("mlp", "f32"), ("encoder_layer", "f32"), ("gpt2", "f32"), ("llama", "f32"), ("vit", "f32")]
    },
    **{
        f"{model}_train_{kind}": ("train", model, kind)
        for model, kind in [("mlp", "f32"), ("mlp", "bf16"), ("encoder_layer", "f32"), ("fused_qkv", "f32")]
    },
    **{
        f"{model}_jax_{kind}": ("jax", model, kind)
        for model, kind in [
            ("mlp", "f32"),
            ("mlp", "bf16"),
            ("attention", "f32"),
            ("attention", "bf16"),
            ("block", "f32"),
            ("decode", "bf16"),
            ("patches", "f32"),
            ("cross_entropy", "f32"),
            ("mlp_train", "f32"),
            ("block_train", "f32"),
        ]
    },
}


def rule(name, shape, kind, integer, limit):
    """How the argument `name` is filled: weights and biases small, scales of norms about one."""
    shape = list(shape)
    if integer:
        return {"name": name, "type": integer, "shape": shape, "low": 0, "high": limit}
    if name == "x":
        low, high = -1.0, 1.0
    elif len(shape) > 1:
        low, high = -0.3, 0.3
    elif re.search(r"norm|ln_|layer_norm", name.lower()) and re.search(r"weight|scale", name.lower()):
        low, high = 0.5, 1.5
    else:
        low, high = -0.1, 0.1
    return {"name": name, "type": kind, "shape": shape, "low": low, "high": high}


def description(shape, exact, own):
    """What is kept of one result: numbers `exact` (float64) and `own` (in the graph's types) as flat lists."""
    stride = max(1, len(exact) // SAMPLES)
    stride += stride > 1 and stride % 2 == 0  # not the same column over and over
    return {
        "shape": list(shape),
        "largest": float(f"{max(map(abs, exact), default=0):.6g}"),
        "error": float(f"{max((abs(a - b) for a, b in zip(exact, own)), default=0):.3g}"),
        "stride": stride,
        "samples": [float(f"{value:.9g}") for value in exact[::stride]],
    }


def run(command, **options):
    process = subprocess.run(command, capture_output=True, text=True, **options)
    if process.returncode:
        sys.exit(f"{' '.join(command)}: {process.stderr[-2000:]}")
    return process.stdout


def from_torch(tool, model, kind, name):
    """Text, rules, and results of a model of torch_models.py."""
    import torch
    import torch_models

    torch.manual_seed(0)
    dtype = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16}[kind]
    build, (input_name, input_shape) = torch_models.MODELS[model]
    module = build().eval().to(dtype)
    rules = [rule(n, p.shape, kind, None, 0) for n, p in module.named_parameters()]
    rules.append(rule(input_name, input_shape, kind, "i64" if input_name == "ids" else None, torch_models.VOCABULARY))
    wrap = torch_models.Gradients if tool == "train" else torch_models.Functional
    arguments = [
        torch.tensor(tensors.values(r, i), dtype=torch.float64 if r["type"] == kind else torch.int64).reshape(
            r["shape"]
        )
        for i, r in enumerate(rules)
    ]
    given = [a.to(dtype) if a.is_floating_point() else a for a in arguments]
    with torch.set_grad_enabled(tool == "train"):
        exact = wrap(copy.deepcopy(module).double())(*arguments)
        own = wrap(module)(*given)
    lists = lambda ts: [
        (t.shape, t.detach().double().flatten().tolist()) for t in (ts if isinstance(ts, tuple) else (ts,))
    ]
    results = [(shape, e, o) for (shape, e), (_, o) in zip(lists(exact), lists(own))]
    return lower_torch(tool, wrap(module), given, name), rules, results


def lower_torch(tool, module, arguments, name):
    import torch
    import torch_mlir.fx as fx

    if tool == "onnx":
        with tempfile.TemporaryDirectory() as folder:
            onnx, imported = os.path.join(folder, "m.onnx"), os.path.join(folder, "m.mlir")
            torch.onnx.export(module, tuple(arguments), onnx, dynamo=True, external_data=False, verbose=False)
            run(["torch-mlir-import-onnx", onnx, "-o", imported])
            return run(
                [
                    "torch-mlir-opt",
                    "--torch-onnx-to-torch-backend-pipeline",
                    "--torch-backend-to-linalg-on-tensors-backend-pipeline",
                    imported,
                ]
            )
    if tool == "train":
        from torch.fx.experimental.proxy_tensor import make_fx
        from torch._decomp import core_aten_decompositions
        from torch.nn.attention import SDPBackend, sdpa_kernel

        with sdpa_kernel(SDPBackend.MATH):  # the others have gradients that torch-mlir does not know
            module = make_fx(module, decomposition_table=core_aten_decompositions())(*arguments)
    kind = "tosa" if tool == "tosa" else "linalg-on-tensors"
    return str(fx.export_and_import(module, *arguments, output_type=kind, func_name=name))


def from_jax(_, model, kind, name):
    """Text, rules, and results of a function of jax_models.py."""
    import jax
    import jax.numpy as jnp
    import jax_models
    import numpy as np

    function, shapes = jax_models.MODELS[model]
    dtype = {"f32": jnp.float32, "bf16": jnp.bfloat16}[kind]
    rules = [rule(n, s, kind, "i32" if n in ("ids", "labels") else None, jax_models.C) for n, s in shapes.items()]
    values = [np.array(tensors.values(r, i)).reshape(r["shape"]) for i, r in enumerate(rules)]
    given = [jnp.asarray(v, dtype if r["type"] == kind else jnp.int32) for v, r in zip(values, rules)]
    own = jax.tree.leaves(jax.jit(function)(*given))
    text = jax.jit(function, keep_unused=True).lower(*given).as_text()
    with jax.enable_x64(True):
        exact = jax.tree.leaves(jax.jit(function)(*[jnp.asarray(v) for v in values]))
    lists = lambda ts: [(t.shape, np.asarray(t).astype(np.float64).flatten().tolist()) for t in ts]
    results = [(shape, e, o) for (shape, e), (_, o) in zip(lists(exact), lists(own))]
    # XLA's functions are inlined and CHLO's operations spelled out by one tool, StableHLO's lowered by the other.
    text = run(["iree-opt", "--inline", "--chlo-legalize-to-stablehlo"], input=text)
    return (
        run(["torch-mlir-opt", "--stablehlo-legalize-to-linalg", "--canonicalize", "--cse"], input=text),
        rules,
        results,
    )


def export(name, folder):
    tool, model, kind = GRAPHS[name]
    text, rules, results = (from_jax if tool == "jax" else from_torch)(tool, model, kind, name)
    if any(math.isnan(value) for _, exact, _ in results for value in exact):
        sys.exit(f"{name}: not a number among the results")
    with open(os.path.join(folder, name + ".mlir"), "w", encoding="utf-8") as file:
        file.write(text if text.endswith("\n") else text + "\n")
    table = {"tool": tool, "type": kind, "arguments": rules, "results": [description(*r) for r in results]}
    lines = json.dumps(table, indent=1)
    # A rule or a list of numbers stands on one line.
    lines = re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m.group(0).split()), lines)
    lines = re.sub(r"\{[^{}]*\}", lambda m: " ".join(m.group(0).split()), lines)
    with open(os.path.join(folder, name + ".json"), "w", encoding="utf-8") as file:
        file.write(lines + "\n")
    print(f"{name}: {len(text)} bytes, {len(rules)} arguments, {len(results)} results", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", default=os.path.join(HERE, "Inputs"), help="the folder to write to")
    parser.add_argument("--list", action="store_true", help="only print the graphs' names")
    parser.add_argument("names", nargs="*", help="the graphs to export, all if none is named")
    arguments = parser.parse_args()
    unknown = set(arguments.names) - set(GRAPHS)
    if unknown:
        parser.error(f"no graph {', '.join(sorted(unknown))}")
    if arguments.list:
        print("\n".join(GRAPHS))
        return
    os.makedirs(arguments.output, exist_ok=True)
    os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    for name in arguments.names or GRAPHS:
        export(name, arguments.output)


if __name__ == "__main__":
    main()
