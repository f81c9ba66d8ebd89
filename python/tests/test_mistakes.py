# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What a new user of the package gets wrong: each message says what is wrong, where, and what to do.

Each line of the table is a mistake, the exception, and a regular expression that its whole message fits.
"""

import os
import pickle
import tempfile
import unittest
from collections.abc import Callable
from typing import Any

import numpy as np

import fusion

ADD = """func.func @add(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = fusion.add %x, %y : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""
module = fusion.compile(ADD, "cpu", cache="off")
x, w, bias = np.ones((5, 4), np.float32), np.ones((4, 3), np.float32), np.ones(3, np.float32)
y = np.ones(4, np.float32)
lazy = fusion.lazy

TENSOR = r"expected a tensor \(a NumPy array, .*\), got "
OPTIONS = "; there are cache, .*, f32_precision, .*, fuse"

Mistake = tuple[str, Callable[[], Any], type[Exception], str]

GRAPHS: list[Mistake] = [
    ("a function in the place of a graph", lambda: fusion.compile(lambda x: x), TypeError,
     r"fusion.compile expects a graph as MLIR text or bytecode, or the path of a file, got function; fusion.jit .*"),
    ("a model of another framework", lambda: fusion.compile("model.pt"), ValueError,
     "'model.pt' is a file of another kind: fusion.from_torch compiles the model that torch loads from it"),
    ("a folder", lambda: fusion.compile("/tmp"), IsADirectoryError,
     "fusion.compile expects a file, but '/tmp' is a folder"),
    ("a misspelt operation", lambda: fusion.compile(ADD.replace("fusion.add", "fusion.ad")), fusion.CompileError,
     r"graph.mlir:2:8: error: custom op 'fusion.ad' is unknown \(did you mean fusion.add\?\)\n"),
    ("an option of another name", lambda: fusion.compile(ADD, numeric="fast"), ValueError,
     rf"numeric is no option \(did you mean 'numerics'\?\){OPTIONS}"),
    ("an option of another library", lambda: fusion.compile(ADD, device="cpu"), ValueError,
     rf"device is no option \(target is what it is compiled for, and it runs where its tensors are\){OPTIONS}"),
    ("a value that an option does not take", lambda: fusion.compile(ADD, "cpu", numerics="fastest"), ValueError,
     "numerics expects one of relaxed, strict, fast, but is 'fastest'"),
    ("a device of PyTorch as the target", lambda: fusion.compile(ADD, "cuda:0"), ValueError,
     r"target expects auto, cpu or one of sm_80, .*, but is 'cuda:0' \(did you mean auto:0\?\)"),
    ("a chip's number as the target", lambda: fusion.compile(ADD, "sm90"), ValueError,
     r"target expects .*, but is 'sm90' \(did you mean sm_90a\?\)"),
    ("a truth as the cache", lambda: fusion.compile(ADD, cache=False), TypeError,
     "cache expects 'on', 'off' or a folder, but is False"),
    ("a word of other programs as the cache", lambda: fusion.compile(ADD, cache="yes"), ValueError,
     r"a cache is 'on', 'off' or a folder, not 'yes' \(did you mean on\?\)"),
    ("several entries", lambda: fusion.compile(ADD + ADD.replace("@add", "@sum"), "cpu", cache="off")(x, y),
     fusion.CallError, r"module has several entries, .*: add, sum; fusion.compile\(..., entry=NAME\) chooses one"),
]

CALLS: list[Mistake] = [
    ("too few inputs", lambda: module(x), TypeError,
     r"add takes 2 inputs, got 1: add\(f32\[\?, 4\], f32\[4\]\) -> f32\[\?, 4\]"),
    ("inputs by name", lambda: module(x=x, y=y), TypeError,
     "a module takes its inputs by position, not by the name 'x'; stream and out have names"),
    ("a list", lambda: module(x.tolist(), y), TypeError,
     rf"input 0: {TENSOR}list; numpy.asarray makes an array of it"),
    ("another element type", lambda: module(x.astype(np.float64), y), fusion.CallError,
     r"input 0: expected \?x4xf32, got 5x4xf64; x.astype\('float32'\) converts it, or .* of PyTorch"),
    ("another shape", lambda: module(np.ones((5, 3), np.float32), y), fusion.CallError,
     r"input 0: expected \?x4xf32, got 5x3xf32"),
    ("an object as the stream", lambda: module(x, y, stream="0"), TypeError,
     "stream expects the address of a CUDA stream, such as torch.cuda.current_stream.* but is '0'"),
    ("a copy without its inputs", lambda: pickle.loads(pickle.dumps(module))(), TypeError,
     "add takes 2 inputs, got 0: .*"),
]

EXPRESSIONS: list[Mistake] = [
    ("a type by another name", lambda: fusion.float32, AttributeError,
     r"module 'fusion' has no attribute 'float32' \(did you mean 'f32'\?\)"),
    ("a class of a layer", lambda: fusion.LayerNorm(x), AttributeError,
     r"module 'fusion' has no attribute 'LayerNorm' \(did you mean 'layer_norm'\?\)"),
    ("numbers that are complex", lambda: lazy(x.astype(np.complex64)), TypeError,
     "there is no element type 'complex64'; there are bool, u8, .*, f64"),
    ("a list", lambda: fusion.relu([1.0, 2.0]), TypeError, f"{TENSOR}list; numpy.asarray makes an array of it"),
    ("a name of another type", lambda: lazy(x).astype("float8"), TypeError,
     r"there is no element type 'float8' \(did you mean 'float8_e4m3fn'\?\); there are .*"),
    ("sizes that do not broadcast", lambda: lazy(x) + np.ones((3, 4), np.float32), ValueError,
     r"shapes \(5, 4\) and \(3, 4\) do not broadcast: 5 is not 3"),
    ("an axis by name", lambda: lazy(x).sum(axis="rows"), TypeError, "axis expects an integer, but is 'rows'"),
    ("an axis that is not there", lambda: fusion.softmax(x, axis=2), IndexError,
     r"axis 2 is out of range for a tensor of shape \(5, 4\)"),
    ("a shape in several arguments", lambda: fusion.zeros(2, 3), TypeError,
     r"dtype expects an element type, such as 'f32', but is 3; a shape is one argument, as \(2, 3\)"),
    ("a list that is left out", lambda: fusion.concatenate(lazy(x), lazy(x)), TypeError,
     "the first argument of concatenate expects arrays in a tuple or a list, but is of the type Array"),
    ("one width for all sides", lambda: fusion.pad(x, 1), TypeError,
     "widths expects pairs of numbers in a tuple or a list, but is of the type int"),
    ("an element is written", lambda: lazy(x).__setitem__(0, 1), TypeError,
     "arrays are not written to: make a new one by fusion.where or fusion.concatenate"),
    ("a mask as an index", lambda: lazy(x)[x > 0], IndexError,
     "the shape of what a mask selects depends on values: use fusion.where"),
    ("a condition on an array", lambda: bool(lazy(x) > 0), ValueError,
     r"the truth of an array of several elements is ambiguous: use any\(\) or all\(\)"),
    ("a list of arrays to compute", lambda: fusion.evaluate([lazy(x) + 1, lazy(x) + 2]), TypeError,
     r"fusion.evaluate expects arrays of fusion.lazy, got list: write fusion.evaluate\(\*arrays\)"),
    ("an index that is not there", lambda: fusion.take(x, np.array([9]), axis=0).numpy(), fusion.CallError,
     "fusion.lookup has an index that is out of range"),
    ("a fraction as an index", lambda: lazy(x)[1.5], IndexError,
     "an index is an integer, a slice, None, an ellipsis or an array of integers, not 1.5"),
    ("fewer widths than dimensions", lambda: fusion.pad(x, [(1, 1)]), ValueError,
     r"widths expects a pair of numbers for each dimension of f32\(5, 4\), but is \[\(1, 1\)\]"),
    ("a mode of NumPy's", lambda: fusion.pad(x, [(1, 1), (1, 1)], "edge"), TypeError,
     "value expects a number, but is 'edge'"),
    ("two axes for one", lambda: fusion.argmax(x, axis=(0, 1)), TypeError, r"axis expects an integer, but is \(0, 1\)"),
    ("a number that the type does not hold", lambda: fusion.full((2,), 300, "u8"), OverflowError, "300 is no u8"),
    ("an array as what fills", lambda: fusion.full((5, 4), x), TypeError, "value expects a number, but is array.*"),
    ("a triangle of a row", lambda: fusion.tril(y), ValueError,
     r"tril expects two dimensions or more, but is given f32\(4,\)"),
    ("a text as a probability", lambda: fusion.dropout(x, "0.5", 0), TypeError, "p expects a number, but is '0.5'"),
    ("a fraction as a seed", lambda: fusion.dropout(x, 0.5, 0.5), TypeError, "seed expects an integer, but is 0.5"),
    ("no type", lambda: fusion.Spec((2,), None), TypeError,
     "dtype expects an element type, such as 'f32', but is None"),
    ("an array as a scalar", lambda: fusion.scalar(x), TypeError,
     r"value of fusion.scalar expects a number, but is array.*"),
]

PRODUCTS: list[Mistake] = [
    ("weights as PyTorch keeps them", lambda: fusion.matmul(x, w.T.copy()), ValueError,
     r"matmul expects equal contraction sizes, but a of shape \(5, 4\) and b of shape \(3, 4\) have 4 and 3; "
     "transpose_b=True reads b the other way round"),
    ("a bias of another size", lambda: fusion.matmul(x, w, y), ValueError,
     r"bias of shape \(4,\) does not broadcast to the result, of shape \(5, 3\)"),
    ("other batches", lambda: fusion.matmul(np.ones((2, 5, 4), np.float32), np.ones((3, 4, 3), np.float32)), ValueError,
     r"matmul expects equal batches, but a of shape \(2, 5, 4\) and b of shape \(3, 4, 3\) have \(2,\) and \(3,\)"),
    ("a list", lambda: fusion.matmul(x, w.tolist()), TypeError, rf"b of fusion.matmul: {TENSOR}list; numpy.asarray .*"),
    ("a misspelt activation", lambda: fusion.matmul(x, w, activation="gelo"), ValueError,
     r"there is no activation 'gelo' \(did you mean 'gelu'\?\); there are relu, .*"),
    ("a function as the activation", lambda: fusion.matmul(x, w, activation=fusion.relu), TypeError,
     "activation expects a name, such as 'relu', but is <function relu .*"),
    ("a misspelt argument", lambda: fusion.matmul(x, w, actvation="relu"), ValueError,
     rf"actvation is no option \(did you mean 'activation'\?\){OPTIONS}"),
    ("an array as a factor", lambda: fusion.matmul(x, w, alpha=bias), TypeError,
     "alpha expects a number, but is array.*"),
    ("a type without a hash", lambda: fusion.matmul(x, w, out_dtype=["f32"]), TypeError,
     r"dtype expects an element type, such as 'f32', but is \['f32'\]"),
]


def call_with_branch() -> None:
    @fusion.jit
    def f(x: Any) -> Any:
        return x if x.sum() > 0 else -x

    f(x)


def loop_over_a_dynamic_size() -> None:
    @fusion.jit(dynamic={"x": 0})
    def f(x: Any) -> Any:
        return sum(x[i] for i in range(x.shape[0]))

    f(x)


class Scaled:
    @fusion.jit
    def method(self, x: Any) -> Any:
        return x * 2


FUNCTIONS: list[Mistake] = [
    ("no function", lambda: fusion.jit(x), TypeError, "fusion.jit expects a function of arrays, got ndarray"),
    ("a misspelt option", lambda: fusion.jit(lambda x: x, dynamics={"x": 0}), ValueError,
     rf"dynamics is no option \(did you mean 'dynamic'\?\){OPTIONS}"),
    ("an axis as a text", lambda: fusion.jit(lambda x: x, dynamic={"x": "0"}), TypeError,
     "dynamic of fusion.jit expects an axis or several, or those of parameters, as in {'x': 0}, but is {'x': '0'}"),
    ("a mark of another parameter", lambda: fusion.jit(lambda x: x, dynamic={"y": 0}), ValueError,
     "'y' is marked as dynamic, but <lambda> has no such parameter; it has x"),
    ("a mark that cannot be kept", lambda: fusion.jit(lambda x, w: x @ w, dynamic={"x": 1})(x, w), ValueError,
     "axis 1 of 'x' is marked as dynamic, but <lambda> needs it to be 4: .*; leave the mark out"),
    ("a loop over a dynamic size", loop_over_a_dynamic_size, TypeError,
     r"the size x.shape\[0\] is marked as dynamic, and is not known before the call: leave the mark out, or .*"),
    ("a branch on a value", call_with_branch, TypeError,
     r"the value of f32\(5, 4\) is not known while fusion.jit traces a function: .*\(use fusion.where\), .*"),
    ("an argument without a hash", lambda: fusion.jit(lambda x, s: x)(x, {1, 2}), TypeError,
     rf"argument 's': {TENSOR}set; functions of fusion.jit take tensors, numbers, .*: let it close over the rest"),
    ("a method", lambda: Scaled().method(x), TypeError,
     rf"argument 'self': {TENSOR}Scaled; .* let it close over the rest"),
    ("too many arguments", lambda: fusion.jit(lambda x: x)(x, x), TypeError,
     r"<lambda>\(x\): too many positional arguments"),
    ("a Spec in a call", lambda: fusion.jit(lambda x: x + 1)(fusion.Spec((4,), "f32")), TypeError,
     "argument 'x' of <lambda> is a Spec, which has no elements: its method compile takes Specs, and a call takes "
     "tensors"),
    ("-1 for any size", lambda: fusion.Spec((-1, 4), "f32"), TypeError,
     r"shape of fusion.Spec expects a tuple of sizes, each at least 0, None for any size or a name, but is \(-1, 4\)"),
    ("a report before a call", lambda: fusion.jit(lambda x: x).explain(), RuntimeError,
     "<lambda> is not compiled yet: call it, or its method compile"),
    ("a result that is no array", lambda: fusion.jit(lambda x: {1, 2})(x), TypeError,
     "a function of fusion.jit returns arrays, or tuples, lists and dictionaries of them, not set"),
]


class MistakesTest(unittest.TestCase):
    def test_tables(self) -> None:
        for table in (GRAPHS, CALLS, EXPRESSIONS, PRODUCTS, FUNCTIONS):
            for name, mistake, kind, message in table:
                with self.subTest(name), self.assertRaisesRegex(kind, rf"\A(?s:{message})\Z"):
                    mistake()

    def test_a_file_that_is_not_there(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "graph.mlir"), "w").close()
            for given in ("grahp.mlir", "graph"):
                with self.assertRaisesRegex(FileNotFoundError, rf"fusion.compile: there is no file '.*{given}' in '.*' "
                                                               r"\(did you mean 'graph.mlir'\?\)"):
                    fusion.compile(os.path.join(folder, given))

    def test_no_device(self) -> None:
        with self.assertRaisesRegex(fusion.CallError, ".*; the module is for sm_90a, and target='auto' takes the GPU "
                                                      "that is there, or the CPU"):
            fusion.compile(ADD, "sm_90a", cache="off").prepare(77)

    def test_narrow_results_of_wide_products(self) -> None:
        np.testing.assert_array_equal(fusion.matmul(x, w, out_dtype="f16"), np.full((5, 3), 4, np.float16))


if __name__ == "__main__":
    unittest.main()
