# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""What importers of JAX and PyTorch return: both routes, names, copies and messages."""

from __future__ import annotations

import copy
import os
import pickle
import unittest
import warnings
from typing import Any

os.environ["FUSION_CACHE"] = "off"  # what is compiled here leaves nothing behind

import jax
import jax.numpy as jnp
import numpy as np
import torch
from jax import lax

import fusion

warnings.simplefilter("ignore", FutureWarning)  # of PyTorch's own code


def scan(w: Any, x: Any) -> Any:
    def step(state: Any, row: Any) -> Any:
        state = jnp.tanh(state @ w + row)
        return state, state

    return lax.scan(step, jnp.zeros(x.shape[1:]), x)


def loop(w: Any, x: Any) -> Any:
    return lax.while_loop(lambda s: jnp.sum(s) < 100.0, lambda s: 2 * s, x @ w + 1)


def drawn(w: Any, x: Any) -> Any:
    first, second = jax.random.split(jax.random.key(3))
    return x @ w * jax.random.bernoulli(first, 0.5, x.shape) + jax.random.normal(second, x.shape)


def next_key(key: Any, x: Any) -> Any:
    return {"key": jax.random.split(key)[0], "y": jax.random.uniform(key, x.shape) * x}


W, X = np.random.default_rng(0).random((4, 4), np.float32), np.random.default_rng(1).random((3, 4), np.float32)


class Jax(unittest.TestCase):
    def test_loops_and_random_numbers_take_the_route_that_lowers_them(self) -> None:
        for function in (scan, loop, drawn):
            with self.subTest(function=function.__name__):
                got = jax.tree.leaves(fusion.from_jax(function, (W, X), target="cpu")(jnp.asarray(W), X))
                expected = jax.tree.leaves(function(W, X))
                for value, other in zip(got, expected, strict=True):
                    self.assertEqual((type(value), value.dtype), (type(other), other.dtype))
                    np.testing.assert_allclose(value, other, 1e-5, 1e-5)

    def test_keys_are_taken_and_given(self) -> None:
        key = jax.random.key(7)
        got, expected = fusion.from_jax(next_key, (key, X), target="cpu")(key, X), next_key(key, X)
        np.testing.assert_array_equal(jax.random.key_data(got["key"]), jax.random.key_data(expected["key"]))
        np.testing.assert_allclose(got["y"], expected["y"], 1e-6)

    def test_what_no_route_lowers_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, r"(?s)no route lowers.*stablehlo\.sort.*iree_linalg_ext\.sort"):
            fusion.from_jax(jnp.sort, (X,), target="cpu")

    def test_inputs_are_called_by_their_names(self) -> None:
        imported = fusion.from_jax(lambda x, weights: x @ weights["w"], (X, {"w": W}), target="cpu")
        self.assertIn("x: f32[3, 4], weights['w']: f32[4, 4]", repr(imported))
        with self.assertRaisesRegex(fusion.CallError, r"input 'weights\['w'\]': expected 4x4xf32, got 3x4xf32"):
            imported(X, {"w": X})
        with self.assertRaisesRegex(TypeError, r"is called with \(x\): weights\['w'\] missing"):
            imported(X)
        with self.assertRaisesRegex(TypeError, "by position, not by the name 'weights'"):
            imported(X, weights={"w": W})
        with self.assertRaisesRegex(TypeError, r"write \(x,\) for a single one"):
            fusion.from_jax(jnp.exp, X)


class Torch(unittest.TestCase):
    def setUp(self) -> None:
        self.model, self.x = torch.nn.Linear(4, 2), torch.ones(3, 4)
        self.imported = fusion.from_torch(self.model, (self.x,), target="cpu")

    def test_parameters_need_no_gradient(self) -> None:
        torch.testing.assert_close(self.imported(self.x), self.model(self.x).detach())
        with self.assertRaisesRegex(ValueError, "input 'input' requires a gradient"):
            self.imported(self.x.clone().requires_grad_())

    def test_what_is_shown(self) -> None:
        self.assertIn("Linear", repr(self.imported))
        self.assertIn("weight: f32[2, 4], bias: f32[2], input: f32[3, 4]", repr(self.imported))
        self.assertIn("kernel", str(self.imported.explain()))
        with self.assertRaisesRegex(fusion.CallError, "input 'input': expected 3x4xf32, got 3x5xf32"):
            self.imported(torch.ones(3, 5))


@fusion.jit(dynamic={"x": 0})
def doubled(x: Any) -> Any:
    return x * 2


class Copies(unittest.TestCase):
    def test_copies_compute_the_same(self) -> None:
        module = fusion.jit(lambda x: x * 2).compile(fusion.Spec((4,), "f32", "cpu"))
        imported = fusion.from_jax(jnp.tanh, (X,), target="cpu")
        model = fusion.from_torch(torch.nn.Linear(4, 2), (torch.ones(3, 4),), target="cpu")
        for value, argument in ((module, W[0]), (imported, X), (model, torch.ones(3, 4)), (doubled, X)):
            expected = np.asarray(value(argument))
            for other in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value), copy.copy(value)):
                np.testing.assert_array_equal(np.asarray(other(argument)), expected)
        self.assertIs(pickle.loads(pickle.dumps(doubled)), doubled)
        self.assertEqual(copy.deepcopy(fusion.jit(lambda x: x + 1))(W[0]).tolist(), (W[0] + 1).tolist())

    def test_copies_of_arrays_are_values_of_their_own(self) -> None:
        memory = np.ones(3, np.float32)
        for array in (fusion.lazy(memory) * 3, fusion.lazy(jnp.ones(3)) * 3, fusion.lazy(np.uint16([0x3F80]), "bf16")):
            for other in (pickle.loads(pickle.dumps(array)), copy.deepcopy(array)):
                self.assertIs(other.dtype, array.dtype)
                np.testing.assert_array_equal(other.numpy(), array.numpy())
        source = fusion.lazy(memory)
        other = copy.deepcopy(source)
        memory[:] = 0
        self.assertEqual(other.tolist(), [1, 1, 1])
        self.assertIs(copy.copy(source), source)


class Options(unittest.TestCase):
    def test_a_wrong_name_or_value_is_refused_with_the_nearest_right_one(self) -> None:
        x = np.ones((2, 2), np.float32)
        text = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
        named = {
            "compile": lambda **options: fusion.compile(text, "cpu", **options),
            "jit": lambda **options: fusion.jit(lambda x: x, **options),
            "matmul": lambda **options: fusion.matmul(x, x, **options),
            "from_jax": lambda **options: fusion.from_jax(jnp.exp, (x,), target="cpu", **options),
            "from_torch": lambda **options: fusion.from_torch(torch.exp, (torch.ones(2),), target="cpu", **options),
        }
        for door, call in named.items():
            with self.subTest(door=door):
                with self.assertRaisesRegex(ValueError, r"f32_precison is no option \(did you mean 'f32_precision'"):
                    call(f32_precison="ieee")
                with self.assertRaisesRegex(ValueError, "f32_precision expects one of tf32x3, tf32, ieee"):
                    call(f32_precision="iee")
                with self.assertRaisesRegex(TypeError, "option f32_precision expects a text, a number"):
                    call(f32_precision=object())


if __name__ == "__main__":
    unittest.main()
