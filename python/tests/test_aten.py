# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of the importer of PyTorch's graphs: each operation is traced, imported, run on the CPU and compared."""

from __future__ import annotations

import unittest
from collections.abc import Callable, Mapping, Sequence
from typing import Any

try:
    import torch
    import torch.nn.functional as F
    from torch._decomp import core_aten_decompositions
    from torch._dynamo.backends.common import aot_autograd

    from fusion.torch import aten
    from fusion.torch._lowering import TABLE
except ImportError as error:
    raise unittest.SkipTest(f"PyTorch is not installed: {error}") from None

from running import run

Function = Callable[..., Any]


def as_array(tensor: Any) -> Any:
    if not isinstance(tensor, torch.Tensor):
        return tensor
    own = tensor.detach().contiguous()
    return own.view(torch.uint16).numpy() if own.dtype == torch.bfloat16 else own.numpy()


class Capture:
    """A compiler of torch.compile that imports each graph, and runs what it imported."""

    def __init__(self) -> None:
        self.modules: list[Any] = []
        self.texts: list[str] = []

    def __call__(self, module: Any, inputs: Any) -> Function:
        graph = aten.import_fx(module)
        self.modules.append(module)
        self.texts.append(graph.text())
        results = next(node for node in module.graph.nodes if node.op == "output").args[0]
        types = [result.meta["val"].dtype for result in results]

        def call(arguments: list[Any]) -> list[Any]:
            arrays = run(graph, [as_array(argument) for argument in arguments])
            return [torch.from_numpy(array.copy()).view(dtype) for array, dtype in zip(arrays, types)]

        call._boxed_call = True  # type: ignore[attr-defined]
        return call


def compiled(function: Function, capture: Any, dynamic: bool = False) -> Function:
    """The function as torch.compile runs it, with graphs decomposed as the backend does it."""
    table: dict[Any, Function] = dict(core_aten_decompositions())
    rules = {op: rule for op, rule in table.items() if str(op) not in TABLE}
    backend = aot_autograd(fw_compiler=capture, bw_compiler=capture, inference_compiler=capture, decompositions=rules)
    torch._dynamo.reset()
    return torch.compile(function, backend=backend, dynamic=dynamic, fullgraph=True)


def traced(function: Function, *inputs: Any) -> Any:
    """The graph of a function, which is not imported."""
    modules: list[Any] = []

    def capture(module: Any, inputs: Any) -> Function:
        modules.append(module)
        return module.forward  # type: ignore[no-any-return]

    compiled(function, capture)(*inputs)
    return modules[0]


class Imported(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(0)
        self.x, self.y, self.p = torch.randn(8, 16), torch.randn(8, 16), torch.rand(8, 16) * 0.8 + 0.1
        self.i, self.j = torch.randint(-5, 6, (8, 16)), torch.randint(1, 6, (8, 16))
        self.b, self.c = torch.randn(8, 16) > 0, torch.randn(8, 16) > 0

    def check(self, functions: Mapping[str, Function] | Sequence[Function], *inputs: Any, dynamic: bool = False,
              rtol: float = 1e-4, atol: float = 1e-5) -> None:
        """Compares functions of the inputs, in one graph; those of a sequence are called by their names."""
        named = functions if isinstance(functions, Mapping) else {f.__name__: f for f in functions}

        def together(*tensors: Any) -> list[Any]:
            return [function(*tensors) for function in named.values()]

        capture = Capture()
        results = compiled(together, capture, dynamic)(*inputs)
        self.assertEqual("tensor<?x" in capture.texts[0], dynamic)
        for name, result, expected in zip(named, results, together(*inputs)):
            with self.subTest(function=name):
                torch.testing.assert_close(result, expected, rtol=rtol, atol=atol, equal_nan=True)


class Pointwise(Imported):
    def test_functions(self) -> None:
        self.check([getattr(torch, name) for name in (
            "abs atan asinh ceil cos cosh deg2rad erf erfc exp exp2 expm1 floor frac neg reciprocal round sigmoid sign sin "
            "sinc sinh square tan tanh trunc isnan isinf isfinite signbit logical_not").split()], self.x)
        self.check([getattr(torch, name) for name in "acos asin atanh log log10 log1p log2 logit rsqrt sqrt".split()],
                   self.p)

    def test_arithmetic(self) -> None:
        names = ("add sub mul div maximum minimum fmax fmin atan2 fmod remainder hypot copysign floor_divide logaddexp "
                 "logaddexp2 eq ne lt le gt ge logical_and logical_or logical_xor heaviside").split()
        self.check([getattr(torch, name) for name in names], self.x, self.y)
        self.check([getattr(torch, name) for name in names], self.x, self.y, dynamic=True)

    def test_integers_and_bools(self) -> None:
        self.check({
            "add": torch.add, "mul": torch.mul, "floor": lambda u, v: u // v, "remainder": torch.remainder,
            "fmod": torch.fmod, "true": torch.true_divide, "trunc": lambda u, v: torch.div(u, v, rounding_mode="trunc"),
            "shift": lambda u, v: u << v, "right": lambda u, v: u >> v, "eq": torch.eq, "lt": torch.lt,
            "bits": lambda u, v: ~u & v | u ^ v, "power": lambda u, v: u**2, "clamp": lambda u, v: u.clamp(-2, 3)},
            self.i, self.j)
        self.check({"and": torch.bitwise_and, "or": torch.logical_or, "xor": torch.bitwise_xor, "add": torch.add,
                    "sum": lambda u, v: u.sum(-1) + v.sum(-1)}, self.b, self.c)
        u = torch.tensor([[0, 7, 200, 255]], dtype=torch.uint8)
        self.check({"half": lambda v: v // 2, "wide": lambda v: v.float(), "compare": lambda v: v > 100,
                    "sum": lambda v: v + v}, u)

    def test_types_promote(self) -> None:
        self.check({
            "integer": lambda u, v: u + v, "number": lambda u, v: v * 2.5, "narrow": lambda u, v: u.bfloat16() * v,
            "scalar": lambda u, v: u.half() * u[0, 0], "compare": lambda u, v: v > u, "where": lambda u, v: torch.where(
                v > 0, u, v), "power": lambda u, v: 2.0**v, "to": lambda u, v: (u * 5).to(torch.int32)},
            self.x, self.i, rtol=1e-2)

    def test_choices(self) -> None:
        self.check({
            "where": lambda u, v, m: torch.where(m, u, 0.0), "fill": lambda u, v, m: u.masked_fill(m, -1e9),
            "clamp": lambda u, v, m: u.clamp(-0.5, 0.5), "limits": lambda u, v, m: torch.clamp(u, v - 1, v + 1),
            "low": lambda u, v, m: u.clamp(min=0.1), "lerp": lambda u, v, m: torch.lerp(u, v, 0.3),
            "addcmul": lambda u, v, m: torch.addcmul(u, v, v, value=0.5),
            "addcdiv": lambda u, v, m: torch.addcdiv(u, v, u.abs() + 1, value=0.5),
            "alpha": lambda u, v, m: torch.sub(u, v, alpha=3), "rsub": lambda u, v, m: 1 - u,
            "nan": lambda u, v, m: torch.nan_to_num(u / (v * m), 3.0), "decimals": lambda u, v, m: torch.round(
                u, decimals=2)}, self.x, self.y, self.b)

    def test_activations(self) -> None:
        self.check([F.relu, F.relu6, F.gelu, F.silu, F.mish, F.elu, F.selu, F.celu, F.softplus, F.hardswish,
                    F.hardsigmoid, F.hardtanh, F.leaky_relu, F.logsigmoid, F.hardshrink, F.softshrink, F.glu,
                    F.softsign, F.tanhshrink], self.x)
        self.check({"tanh": lambda u: F.gelu(u, approximate="tanh"), "threshold": lambda u: F.threshold(u, 0.1, 20.0)},
                   self.x)


class Movement(Imported):
    def test_shapes(self) -> None:
        functions: dict[str, Function] = {
            "t": lambda u: u.t() + 0, "view": lambda u: u.view(u.shape[0], 4, 4).permute(2, 0, 1) + 0,
            "unsqueeze": lambda u: u.unsqueeze(1) * 2, "expand": lambda u: u[:, None].expand(-1, 3, -1) + 1,
            "cat": lambda u: torch.cat((u, u[:, :4]), 1), "stack": lambda u: torch.stack((u, u + 1), 1),
            "slice": lambda u: u[:, 3:-2], "steps": lambda u: u[:, 1::3], "select": lambda u: u.select(1, -3),
            "rotate": lambda u: torch.cat((-u[:, 8:], u[:, :8]), 1), "flip": lambda u: u.flip(1),
            "tril": lambda u: u.tril(), "triu": lambda u: u.triu(1), "zeros": lambda u: torch.zeros_like(u) + u,
            "range": lambda u: torch.arange(16) * u, "copy": lambda u: u.clone().contiguous(),
            "set": lambda u: torch.slice_scatter(u, u[:, :4] * 2, 1, 2, 6),
            "pad": lambda u: F.pad(u, (1, 2, 0, 1), value=3.0)}
        self.check(functions, self.x)
        self.check(functions, self.x, dynamic=True)
        self.check({
            "roll": lambda u: u.roll(3, 1), "repeat": lambda u: u.repeat(2, 3), "tile": lambda u: u.tile(2),
            "interleave": lambda u: u.repeat_interleave(2, 0), "diagonal": lambda u: u.diagonal(),
            "split": lambda u: u.split(5, 1)[2], "chunk": lambda u: u.chunk(3, 1)[1], "unbind": lambda u: u.unbind(0)[2],
            "narrow": lambda u: u.narrow(1, 2, 5), "unfold": lambda u: u.unfold(1, 4, 2), "full": lambda u: torch.full(
                (8, 16), 2.0) * u, "select": lambda u: torch.select_scatter(u, u[:, 0], 1, 2), "rot90": torch.rot90,
            "eye": lambda u: torch.eye(8, 16) * u}, self.x)

    def test_indices(self) -> None:
        rows, columns = torch.tensor([3, 0, 5, 5]), torch.randint(0, 16, (8, 4))
        functions: dict[str, Function] = {
            "embedding": lambda u, k, m: F.embedding(m, u), "gather": lambda u, k, m: u.gather(1, m),
            "select": lambda u, k, m: u.index_select(0, k), "rows": lambda u, k, m: u[k], "pair": lambda u, k, m: u[k, k],
            "negative": lambda u, k, m: u[:, k - 16], "along": lambda u, k, m: torch.take_along_dim(u, m, 1),
            "scatter": lambda u, k, m: u.scatter(1, m[:, :1], 7.0),
            "scatters": lambda u, k, m: u.scatter(1, k.repeat(8, 1)[:, :3], u[:, :3]),
            "bucketize": lambda u, k, m: torch.bucketize(u, torch.linspace(-2, 2, 7)),
            "right": lambda u, k, m: torch.searchsorted(torch.arange(-2.0, 3.0), u.round(), right=True)}
        functions["embedding"] = lambda u, k, m: F.embedding(k, u)
        self.check(functions, self.x, rows, columns)


class Reductions(Imported):
    def test_reductions(self) -> None:
        functions: dict[str, Function] = {
            "sum": lambda u: u.sum(-1), "mean": lambda u: u.mean(0, keepdim=True), "all": torch.sum, "prod": lambda u:
            u.prod(1), "amax": lambda u: u.amax(-1), "amin": lambda u: u.amin((0, 1)), "max": lambda u: u.max(-1)[0],
            "index": lambda u: u.min(0)[1], "argmax": lambda u: u.argmax(-1), "any": lambda u: (u > 1).any(-1),
            "every": lambda u: (u > -1).all(0), "var": lambda u: u.var(-1), "std": lambda u: u.std(0, unbiased=False),
            "norm": lambda u: u.norm(dim=-1), "p": lambda u: torch.linalg.vector_norm(u, 1, dim=-1),
            "lse": lambda u: torch.logsumexp(u, -1), "cumsum": lambda u: u.cumsum(-1), "softmax": lambda u: u.softmax(-1),
            "log_softmax": lambda u: u.log_softmax(-1), "layer_norm": lambda u: F.layer_norm(u, (16,)),
            "rms_norm": lambda u: F.rms_norm(u, (16,)), "var_mean": lambda u: torch.var_mean(u, -1)[1],
            "normalize": lambda u: F.normalize(u, dim=-1)}
        self.check(functions, self.x)
        self.check({name: f for name, f in functions.items() if "norm" not in name}, self.x, dynamic=True)

    def test_losses(self) -> None:
        target = torch.randint(0, 16, (8,))
        self.check({"entropy": F.cross_entropy, "each": lambda u, t: F.cross_entropy(u, t, reduction="none")}, self.x,
                   target)
        self.check([F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss, F.cosine_similarity], self.x, self.p)
        self.check([F.binary_cross_entropy, F.binary_cross_entropy_with_logits], self.p, self.p)

    def test_norms_of_images(self) -> None:
        image, w, m = torch.randn(2, 8, 6, 6), torch.randn(8), torch.rand(8) + 0.5
        self.check({"group": lambda u, v, s: F.group_norm(u, 4, v, s), "instance": lambda u, v, s: F.instance_norm(u),
                    "batch": lambda u, v, s: F.batch_norm(u, v, s, v, s), "training": lambda u, v, s: F.batch_norm(
                        u, None, None, v, s, training=True)}, image, w, m)

    def test_gradients(self) -> None:
        """What AOTAutograd's backward graphs are made of."""
        functions: dict[str, Function] = {
            "gelu": lambda u, w: F.gelu(u @ w), "silu": lambda u, w: F.silu(u) @ w, "norm": lambda u, w: F.layer_norm(
                u, (16,), w[0], w[1]), "softmax": lambda u, w: (u @ w).softmax(-1), "entropy": lambda u, w: F.cross_entropy(
                u @ w, torch.arange(8)), "relu": lambda u, w: F.relu(u @ w), "log": lambda u, w: (u * w[0]).log_softmax(-1),
            "rms": lambda u, w: F.rms_norm(u, (16,), w[0]), "attention": lambda u, w: (u @ w @ u.t()).softmax(-1) @ u}
        w = torch.randn(16, 16)
        for name, function in functions.items():
            with self.subTest(function=name):
                gradients = []
                for call in (function, compiled(function, Capture())):
                    leaves = [tensor.clone().requires_grad_() for tensor in (self.x, w)]
                    call(*leaves).pow(2).sum().backward()
                    gradients.append([leaf.grad for leaf in leaves])
                torch.testing.assert_close(gradients[1], gradients[0], rtol=1e-3, atol=1e-3)


class Products(Imported):
    def test_products(self) -> None:
        w, v = torch.randn(16, 12), torch.randn(12)
        functions: dict[str, Function] = {
            "mm": lambda a, b, c: a @ b, "linear": lambda a, b, c: F.linear(a, b.t(), c), "addmm": lambda a, b, c:
            torch.addmm(c, a, b, beta=0.5, alpha=2), "mv": lambda a, b, c: b @ c, "einsum": lambda a, b, c: torch.einsum(
                "ij,jk,k->ik", a, b, c), "batch": lambda a, b, c: a.view(-1, 2, 1, 16) @ b,
            "mlp": lambda a, b, c: F.gelu(a @ b + c) @ b.t()}
        self.check(functions, self.x, w, v)
        self.check(functions, self.x, w, v, dynamic=True)
        self.check({"integers": torch.mm}, self.i, torch.randint(-3, 4, (16, 12)))
        self.check({"cdist": lambda a, b: torch.cdist(a, b), "bilinear": lambda a, b: F.bilinear(
            a, b, torch.ones(5, 16, 16))}, self.x, self.y)
        self.check({"bf16": torch.mm}, self.x.bfloat16(), w.bfloat16(), rtol=1e-2, atol=1e-2)

    def test_attention(self) -> None:
        q, k = torch.randn(2, 4, 10, 8), torch.randn(2, 4, 12, 8)
        mask = torch.rand(10, 12) > 0.5
        mask[0] = False
        self.check({"plain": lambda q, k, m: F.scaled_dot_product_attention(q, k, k),
                    "causal": lambda q, k, m: F.scaled_dot_product_attention(q, k, k, is_causal=True),
                    "mask": lambda q, k, m: F.scaled_dot_product_attention(q, k, k, m)}, q, k, mask)
        heads = torch.randn(2, 2, 12, 8)
        self.check({"groups": lambda q, k: F.scaled_dot_product_attention(q, k, k, enable_gqa=True)}, q, heads)

    def test_windows(self) -> None:
        image, w, t = torch.randn(2, 8, 12, 12), torch.randn(16, 8, 3, 3) * 0.2, torch.randn(8, 4, 4, 4)
        self.check({
            "conv": lambda u, w, t: F.conv2d(u, w, stride=2, padding=1), "groups": lambda u, w, t: F.conv2d(
                u, w[:, :2], groups=4, dilation=2), "transposed": lambda u, w, t: F.conv_transpose2d(u, t, stride=2, padding=1),
            "same": lambda u, w, t: F.conv2d(u, w, padding="same"), "max": lambda u, w, t: F.max_pool2d(u, 3, 2, 1),
            "avg": lambda u, w, t: F.avg_pool2d(u, 3, 2, 1), "one": lambda u, w, t: F.adaptive_avg_pool2d(u, 1),
            "three": lambda u, w, t: F.adaptive_avg_pool2d(u, 3), "largest": lambda u, w, t: F.adaptive_max_pool2d(u, 1),
            "near": lambda u, w, t: F.interpolate(u, scale_factor=2), "linear": lambda u, w, t: F.interpolate(
                u, scale_factor=2, mode="bilinear"), "shuffle": lambda u, w, t: F.pixel_shuffle(u, 2),
            "reflect": lambda u, w, t: F.pad(u, (1, 2, 2, 1), mode="reflect"),
            "columns": lambda u, w, t: F.unfold(u, 3)}, image, w, t)
        self.check({"one": F.conv1d}, torch.randn(2, 8, 20), torch.randn(6, 8, 5))


class Graphs(Imported):
    def test_refuses_what_it_does_not_know(self) -> None:
        cases: list[tuple[Function, str, str]] = [
            (lambda u: u.sort(-1)[0], "aten.sort.default", "no entry of the table"),
            (lambda u: torch.lgamma(u), "aten.lgamma.default", "have no such function"),
            (lambda u: u.topk(3)[0], "aten.topk.default", "no entry of the table"),
            (lambda u: u.scatter(1, u[:, :9].abs().long(), 1.0), "aten.scatter.value", "at most 8 computed positions")]
        for function, op, reason in cases:
            with self.subTest(op=op):
                module = traced(function, self.x)
                node = next(node for node in module.graph.nodes if str(node.target) == op)
                with self.assertRaises(aten.UnsupportedNode) as caught:
                    aten.import_fx(module)
                self.assertEqual((caught.exception.op, caught.exception.node), (op, node.name))
                self.assertIn(reason, caught.exception.reason)
                self.assertEqual(aten.is_supported(node), caught.exception.reason)

    def test_refuses_types_without_kernels(self) -> None:
        module = traced(lambda u: torch.view_as_complex(u.view(8, 8, 2)).real + 1, self.x)
        reasons = [aten.is_supported(node) for node in module.graph.nodes if "view_as_complex" in str(node.target)]
        self.assertEqual(len(reasons), 1)
        self.assertIsNotNone(reasons[0])

    def test_tells_what_it_takes(self) -> None:
        capture = Capture()
        compiled(lambda u, v: torch.relu(u @ v.t()).sum(-1), capture, dynamic=True)(self.x, self.y)
        self.assertEqual({aten.is_supported(node) for node in capture.modules[0].graph.nodes}, {None})

    def test_weights_and_results_in_place(self) -> None:
        module = traced(lambda u, w: u @ w, self.x, torch.randn(16, 16))
        text = aten.import_fx(module, constants=[1], aliases={0: 0}).text()
        self.assertIn("%arg1: tensor<16x16xf32> {fusion.constant}", text)
        self.assertIn("%arg0: tensor<8x16xf32> {fusion.aliases = 0 : i64}", text)

    def test_numbers_of_the_call(self) -> None:
        """SymInts that torch.compile passes beside the tensors are numbers, and sizes."""
        def function(u: Any) -> Any:
            return (u.view(-1, 4) * u.shape[0]).sum(0) / u.shape[1] + torch.arange(u.shape[0] * 4).view(-1, 4)

        capture = Capture()
        call = compiled(function, capture, dynamic=True)
        for rows in (6, 10):
            x = torch.randn(rows, 8)
            torch.testing.assert_close(call(x), function(x))
        self.assertEqual(len(capture.texts), 1)
        self.assertIn(": i64", capture.texts[0].split("\n")[1])


if __name__ == "__main__":
    unittest.main()
