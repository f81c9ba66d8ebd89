# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What a user of PyTorch, JAX and ONNX gets wrong: each message says what is wrong, where, and what to do."""

import subprocess
import sys
import unittest
from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import torch
from test_mistakes import OPTIONS, TENSOR, Mistake

import fusion
import fusion.torch

model = torch.nn.Linear(4, 3)
x = torch.ones(2, 4)


def compiled(**arguments: Any) -> Callable[[], Any]:
    """A call of the model by the backend with these arguments of torch.compile."""
    return lambda: torch.compile(model, backend="fusion", **arguments)(x)


MODELS: list[Mistake] = [
    ("weights without a model", lambda: fusion.from_torch(model.state_dict(), (x,)), TypeError,
     r"fusion.from_torch expects a model and example arguments, got OrderedDict: load it into a model, as by .*"),
    ("a class", lambda: fusion.from_torch(torch.nn.Linear, (x,)), TypeError,
     "fusion.from_torch expects a model and example arguments, got the class Linear: make an object of it first"),
    ("a tensor in the place of arguments", lambda: fusion.from_torch(model, x), TypeError,
     r"args of fusion.from_torch are a tuple, one entry for each argument, got Tensor: write \(x,\) for a single one"),
    ("the same, in a dry run", lambda: fusion.torch.dry_run(model, x), TypeError,
     "args of fusion.torch.dry_run are a .*"),
    ("a number for the dynamic sizes", lambda: fusion.from_torch(model, (x,), dynamic=0), TypeError,
     "dynamic of fusion.from_torch expects None, True or what torch.export takes as dynamic_shapes, but is 0"),
    ("a misspelt argument", lambda: fusion.from_torch(model, (x,), dynamics=True), ValueError,
     rf"dynamics is no option \(did you mean 'dynamic'\?\){OPTIONS}"),
    ("another size than the example's", lambda: fusion.from_torch(model, (x,))(torch.ones(3, 4)), fusion.CallError,
     "input 'input': expected 2x4xf32, got 3x4xf32; dynamic=True of fusion.from_torch lets sizes differ"),
    ("more arguments than the example's", lambda: fusion.from_torch(model, (x,))(x, x), TypeError,
     r"the model was compiled for \(input\), and is called with \(input, argument 1\): argument 1 too much; .*"),
    ("an input that wants a gradient", lambda: fusion.from_torch(model, (x,))(x.clone().requires_grad_()), ValueError,
     r"input 'input' requires a gradient, .*: call it under torch.no_grad\(\), .*"),
    ("a model that is trained", lambda: fusion.from_torch(torch.nn.BatchNorm1d(4), (x,)), ValueError,
     r"the model writes into 'running_mean', .*: use torch.compile\(model, backend=\"fusion\"\), or model.eval\(\)"),
    ("a model for fusion.compile", lambda: fusion.compile(model), TypeError, ".*, got Linear; .*fusion.from_torch .*"),
    ("a function of JAX without a tuple", lambda: fusion.from_jax(jnp.sin, jnp.ones(3)), TypeError,
     "args of fusion.from_jax are a tuple, .*"),
    ("fewer arguments than a function of JAX has", 
     lambda: fusion.from_jax(lambda a, b: a + b, (jnp.ones(3), jnp.ones(3)))(jnp.ones(3)), TypeError,
     r"the model was compiled for \(a, b\), and is called with \(a\): b missing; .*"),
    ("another size than JAX's example", lambda: fusion.from_jax(jnp.sin, (jnp.ones(3),))(jnp.ones(4)), fusion.CallError,
     "input 'x': expected 3xf32, got 4xf32; compile the function again for other shapes"),
    ("a file of ONNX that is not there", lambda: fusion.from_onnx("none.onnx"), FileNotFoundError,
     "fusion.from_onnx: there is no file 'none.onnx' in '.*'"),
    ("a folder in the place of a file", lambda: fusion.from_onnx("/tmp"), IsADirectoryError,
     "fusion.from_onnx expects a file, but '/tmp' is a folder"),
]

TENSORS: list[Mistake] = [
    ("a tensor without elements", lambda: fusion.lazy(torch.ones(3, device="meta")), TypeError,
     "the tensor of PyTorch is on the device 'meta', and has no elements: make one on the CPU or on a GPU"),
    ("a sparse tensor", lambda: fusion.relu(torch.eye(3).to_sparse()), TypeError,
     r"the tensor of PyTorch is of the layout torch.sparse_coo: x.to_dense\(\) is taken"),
    ("a function of PyTorch on a lazy array", lambda: torch.softmax(fusion.lazy(x), -1), TypeError,
     r"functions of PyTorch, such as softmax, take no array of fusion: use fusion.softmax or y.torch\(\), or .*"),
    ("a model as a function of arrays", lambda: fusion.jit(model)(x), TypeError,
     r"functions of PyTorch, such as linear, take no array of fusion: .*, or fusion.from_torch for a whole model"),
    ("a module in the place of a tensor", lambda: fusion.relu(model), TypeError, f"{TENSOR}Linear"),
    ("a parameter", lambda: fusion.matmul(x, model.weight, transpose_b=True), ValueError,
     r"input 'b' requires a gradient, and a compiled module computes none: call it under torch.no_grad\(\), .*"),
]

BACKEND: list[Mistake] = [
    ("a misspelt option", compiled(options={"numeric": "fast"}), Exception,
     ".*ValueError: backend \"fusion\" has no option 'numeric' \\(did you mean 'numerics'\\?\\); it has numerics, .*"),
    ("an option of fusion.compile", compiled(options={"target": "cpu"}), Exception,
     r".*ValueError: backend \"fusion\" has no option 'target' \(the model runs where its tensors are\); it has .*"),
    ("a misspelt value", compiled(options={"numerics": "fst"}), Exception,
     r".*ValueError: numerics expects 'relaxed', 'fast' or 'strict', but is 'fst' \(did you mean 'fast'\?\).*"),
    ("a number as a text", compiled(options={"min_nodes": "3"}), Exception,
     ".*TypeError: min_nodes expects a number of operations, but is '3'.*"),
    ("a list of options", compiled(options=["numerics"]), Exception,
     r".*TypeError: options expects a dictionary, such as {'numerics': 'fast'}, but is \['numerics'\].*"),
    ("a wrong value of an option of Inductor's", compiled(options={"triton.cudagraphs": "yes"}), Exception,
     ".*TypeError: option 'triton.cudagraphs' of Inductor expects a value of the type bool, but is 'yes'.*"),
    ("a misspelt mode", compiled(mode="reduce_overhead"), Exception,
     r".*ValueError: mode expects .*, but is 'reduce_overhead' \(did you mean 'reduce-overhead'\?\).*"),
    ("graphs that nobody records", compiled(options={"cudagraphs": True, "fallback": "eager"}), Exception,
     ".*ValueError: CUDA graphs are recorded by Inductor: use fallback=\"inductor\", or record .*"),
]


class MistakesTest(unittest.TestCase):
    def test_tables(self) -> None:
        for table in (MODELS, TENSORS, BACKEND):
            for name, mistake, kind, message in table:
                torch._dynamo.reset()
                with self.subTest(name), self.assertRaisesRegex(kind, rf"\A(?s:{message})\Z"):
                    mistake()

    def test_fusion_torch_without_its_import(self) -> None:
        run = [sys.executable, "-c", "import fusion; print(fusion.torch.Options().numerics)"]
        self.assertEqual(subprocess.run(run, capture_output=True, text=True, check=True).stdout, "relaxed\n")

    def test_an_argument_by_its_name(self) -> None:
        torch.testing.assert_close(fusion.from_torch(model, (x,))(input=x), model(x).detach())


if __name__ == "__main__":
    unittest.main()
