# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of the importer of PyTorch's graphs: operations on whole tensors."""

import unittest

from imported import Capture, Function, Imported, compiled

import torch
import torch.nn.functional as F


class Movement(Imported):
    def test_shapes(self) -> None:
        functions: dict[str, Function] = {
            "t": lambda u: u.t() + 0,
            "view": lambda u: u.view(u.shape[0], 4, 4).permute(2, 0, 1) + 0,
            "unsqueeze": lambda u: u.unsqueeze(1) * 2,
            "expand": lambda u: u[:, None].expand(-1, 3, -1) + 1,
            "cat": lambda u: torch.cat((u, u[:, :4]), 1),
            "stack": lambda u: torch.stack((u, u + 1), 1),
            "slice": lambda u: u[:, 3:-2],
            "steps": lambda u: u[:, 1::3],
            "select": lambda u: u.select(1, -3),
            "rotate": lambda u: torch.cat((-u[:, 8:], u[:, :8]), 1),
            "flip": lambda u: u.flip(1),
            "tril": lambda u: u.tril(),
            "triu": lambda u: u.triu(1),
            "zeros": lambda u: torch.zeros_like(u) + u,
            "range": lambda u: torch.arange(16) * u,
            "copy": lambda u: u.clone().contiguous(),
            "set": lambda u: torch.slice_scatter(u, u[:, :4] * 2, 1, 2, 6),
            "set nothing": lambda u: torch.slice_scatter(u, u[:, :0], 1, u.shape[1], u.shape[1]),
            "pad": lambda u: F.pad(u, (1, 2, 0, 1), value=3.0),
        }
        self.check(functions, self.x)
        self.check(functions, self.x, dynamic=True)
        self.check(
            {
                "roll": lambda u: u.roll(3, 1),
                "repeat": lambda u: u.repeat(2, 3),
                "tile": lambda u: u.tile(2),
                "interleave": lambda u: u.repeat_interleave(2, 0),
                "diagonal": lambda u: u.diagonal(),
                "split": lambda u: u.split(5, 1)[2],
                "chunk": lambda u: u.chunk(3, 1)[1],
                "unbind": lambda u: u.unbind(0)[2],
                "narrow": lambda u: u.narrow(1, 2, 5),
                "unfold": lambda u: u.unfold(1, 4, 2),
                "full": lambda u: torch.full((8, 16), 2.0) * u,
                "select": lambda u: torch.select_scatter(u, u[:, 0], 1, 2),
                "rot90": torch.rot90,
                "eye": lambda u: torch.eye(8, 16) * u,
            },
            self.x,
        )

    def test_indices(self) -> None:
        rows, columns = torch.tensor([3, 0, 5, 5]), torch.randint(0, 16, (8, 4))

        def put_columns(u: torch.Tensor, k: torch.Tensor, m: torch.Tensor) -> torch.Tensor:
            result = u.clone()
            result[:, k[:3].reshape(3, 1).int()] = u[:, :3, None]
            return result

        functions: dict[str, Function] = {
            "embedding": lambda u, k, m: F.embedding(m, u),
            "gather": lambda u, k, m: u.gather(1, m),
            "select": lambda u, k, m: u.index_select(0, k),
            "rows": lambda u, k, m: u[k],
            "pair": lambda u, k, m: u[k, k],
            "negative": lambda u, k, m: u[:, k - 16],
            "along": lambda u, k, m: torch.take_along_dim(u, m, 1),
            "scatter": lambda u, k, m: u.scatter(1, m[:, :1], 7.0),
            "scatters": lambda u, k, m: u.scatter(1, k.repeat(8, 1)[:, :3], u[:, :3]),
            "many": lambda u, k, m: u.scatter(1, torch.arange(10).flip(0).expand(8, 10) + m[:, :1] // 4, u[:, :10]),
            "copy": lambda u, k, m: u.index_copy(1, k[:3], u[:, :3] * 2),
            "put": lambda u, k, m: torch.index_put(u, [k[:3] - 8], u[:3].exp()),
            "columns": put_columns,
            "add": lambda u, k, m: torch.ops.aten._unsafe_index_put(u[:6], [k - 6 * (k == 3)], u[4:].exp(), True),
            "add columns": lambda u, k, m: torch.ops.aten._unsafe_index_put(
                u[:, :6], [None, k.view(2, 2)], u[:, :1, None], True),
            "bucketize": lambda u, k, m: torch.bucketize(u, torch.linspace(-2, 2, 7)),
            "right": lambda u, k, m: torch.searchsorted(torch.arange(-2.0, 3.0), u.round(), right=True),
        }
        functions["embedding"] = lambda u, k, m: F.embedding(k, u)
        self.check(functions, self.x, rows, columns)


class Reductions(Imported):
    def test_reductions(self) -> None:
        functions: dict[str, Function] = {
            "sum": lambda u: u.sum(-1),
            "mean": lambda u: u.mean(0, keepdim=True),
            "all": torch.sum,
            "prod": lambda u: u.prod(1),
            "amax": lambda u: u.amax(-1),
            "amin": lambda u: u.amin((0, 1)),
            "max": lambda u: u.max(-1)[0],
            "index": lambda u: u.min(0)[1],
            "argmax": lambda u: u.argmax(-1),
            "any": lambda u: (u > 1).any(-1),
            "every": lambda u: (u > -1).all(0),
            "var": lambda u: u.var(-1),
            "std": lambda u: u.std(0, unbiased=False),
            "norm": lambda u: u.norm(dim=-1),
            "p": lambda u: torch.linalg.vector_norm(u, 1, dim=-1),
            "lse": lambda u: torch.logsumexp(u, -1),
            "cumsum": lambda u: u.cumsum(-1),
            "softmax": lambda u: u.softmax(-1),
            "log_softmax": lambda u: u.log_softmax(-1),
            "layer_norm": lambda u: F.layer_norm(u, (16,)),
            "rms_norm": lambda u: F.rms_norm(u, (16,)),
            "var_mean": lambda u: torch.var_mean(u, -1)[1],
            "normalize": lambda u: F.normalize(u, dim=-1),
        }
        self.check(functions, self.x)
        self.check({name: f for name, f in functions.items() if "norm" not in name}, self.x, dynamic=True)

    def test_losses(self) -> None:
        target = torch.randint(0, 16, (8,))
        self.check(
            {"entropy": F.cross_entropy, "each": lambda u, t: F.cross_entropy(u, t, reduction="none")}, self.x, target
        )
        self.check([F.mse_loss, F.l1_loss, F.smooth_l1_loss, F.huber_loss, F.cosine_similarity], self.x, self.p)
        self.check([F.binary_cross_entropy, F.binary_cross_entropy_with_logits], self.p, self.p)

    def test_norms_of_images(self) -> None:
        image, w, m = torch.randn(2, 8, 6, 6), torch.randn(8), torch.rand(8) + 0.5
        self.check(
            {
                "group": lambda u, v, s: F.group_norm(u, 4, v, s),
                "instance": lambda u, v, s: F.instance_norm(u),
                "batch": lambda u, v, s: F.batch_norm(u, v, s, v, s),
                "training": lambda u, v, s: F.batch_norm(u, None, None, v, s, training=True),
            },
            image,
            w,
            m,
        )

    def test_gradients(self) -> None:
        """What AOTAutograd's backward graphs are made of."""
        functions: dict[str, Function] = {
            "gelu": lambda u, w: F.gelu(u @ w),
            "silu": lambda u, w: F.silu(u) @ w,
            "norm": lambda u, w: F.layer_norm(u, (16,), w[0], w[1]),
            "softmax": lambda u, w: (u @ w).softmax(-1),
            "entropy": lambda u, w: F.cross_entropy(u @ w, torch.arange(8)),
            "relu": lambda u, w: F.relu(u @ w),
            "log": lambda u, w: (u * w[0]).log_softmax(-1),
            "rms": lambda u, w: F.rms_norm(u, (16,), w[0]),
            "attention": lambda u, w: (u @ w @ u.t()).softmax(-1) @ u,
        }
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
            "mm": lambda a, b, c: a @ b,
            "linear": lambda a, b, c: F.linear(a, b.t(), c),
            "addmm": lambda a, b, c: torch.addmm(c, a, b, beta=0.5, alpha=2),
            "mv": lambda a, b, c: b @ c,
            "einsum": lambda a, b, c: torch.einsum("ij,jk->ki", a, b),
            "batch": lambda a, b, c: a.view(-1, 2, 1, 16) @ b,
            "mlp": lambda a, b, c: F.gelu(a @ b + c) @ b.t(),
        }
        # Where opt_einsum is installed PyTorch asks it for an order of three operands, by sizes that are numbers.
        three: Function = lambda a, b, c: torch.einsum("ij,jk,k->ik", a, b, c)  # noqa: E731
        self.check({**functions, "einsum of three": three}, self.x, w, v)
        self.check(functions, self.x, w, v, dynamic=True)
        self.check({"integers": torch.mm}, self.i, torch.randint(-3, 4, (16, 12)))
        self.check(
            {"cdist": lambda a, b: torch.cdist(a, b), "bilinear": lambda a, b: F.bilinear(a, b, torch.ones(5, 16, 16))},
            self.x,
            self.y,
        )
        self.check({"bf16": torch.mm}, self.x.bfloat16(), w.bfloat16(), rtol=1e-2, atol=1e-2)

    def test_attention(self) -> None:
        q, k = torch.randn(2, 4, 10, 8), torch.randn(2, 4, 12, 8)
        mask = torch.rand(10, 12) > 0.5
        mask[0] = False
        self.check(
            {
                "plain": lambda q, k, m: F.scaled_dot_product_attention(q, k, k),
                "causal": lambda q, k, m: F.scaled_dot_product_attention(q, k, k, is_causal=True),
                "mask": lambda q, k, m: F.scaled_dot_product_attention(q, k, k, m),
            },
            q,
            k,
            mask,
        )
        heads = torch.randn(2, 2, 12, 8)
        self.check({"groups": lambda q, k: F.scaled_dot_product_attention(q, k, k, enable_gqa=True)}, q, heads)

    def test_windows(self) -> None:
        image, w, t = torch.randn(2, 8, 12, 12), torch.randn(16, 8, 3, 3) * 0.2, torch.randn(8, 4, 4, 4)
        self.check(
            {
                "conv": lambda u, w, t: F.conv2d(u, w, stride=2, padding=1),
                "groups": lambda u, w, t: F.conv2d(u, w[:, :2], groups=4, dilation=2),
                "transposed": lambda u, w, t: F.conv_transpose2d(u, t, stride=2, padding=1),
                "same": lambda u, w, t: F.conv2d(u, w, padding="same"),
                "max": lambda u, w, t: F.max_pool2d(u, 3, 2, 1),
                "avg": lambda u, w, t: F.avg_pool2d(u, 3, 2, 1),
                "one": lambda u, w, t: F.adaptive_avg_pool2d(u, 1),
                "three": lambda u, w, t: F.adaptive_avg_pool2d(u, 3),
                "largest": lambda u, w, t: F.adaptive_max_pool2d(u, 1),
                "near": lambda u, w, t: F.interpolate(u, scale_factor=2),
                "linear": lambda u, w, t: F.interpolate(u, scale_factor=2, mode="bilinear"),
                "shuffle": lambda u, w, t: F.pixel_shuffle(u, 2),
                "reflect": lambda u, w, t: F.pad(u, (1, 2, 2, 1), mode="reflect"),
                "columns": lambda u, w, t: F.unfold(u, 3),
            },
            image,
            w,
            t,
        )
        self.check({"one": F.conv1d}, torch.randn(2, 8, 20), torch.randn(6, 8, 5))


if __name__ == "__main__":
    unittest.main()
