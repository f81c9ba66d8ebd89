# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Losses, norms and gathers behind a product, and patches: regions take all of the forward and backward passes."""

import unittest
from collections.abc import Callable, Mapping
from typing import Any

import torch
import torch.nn.functional as F

import fusion.torch
from with_torch import assert_close, compiled, gradients, nothing_fails, regions

Tensor = torch.Tensor
Loss = Callable[[Tensor], Tensor]

LABELS = torch.tensor([1, 2, -100, 9, 0, 4])
CHOSEN = LABELS.clamp(min=0)
TARGET, WEIGHT, BIAS = (torch.rand(shape, generator=torch.Generator().manual_seed(len(shape) + 1))
                        for shape in ((6, 10), (10,), (10,)))
SIGNS = (TARGET - 0.5).sign()


class InRegions(unittest.TestCase):
    def check(self, losses: Mapping[str, Loss], outside: tuple[str, ...] = ()) -> None:
        """Gradients of x and w for functions of x @ w are eager's, and no operation but `outside` is left."""
        generator = torch.Generator().manual_seed(0)
        leaves = [torch.randn(shape, generator=generator).requires_grad_() for shape in ((6, 16), (16, 10))]
        for name, loss in losses.items():
            def function(x: Tensor, w: Tensor, loss: Loss = loss) -> Tensor:
                return loss(x @ w)

            with self.subTest(name), nothing_fails():
                fusion.torch.reset()
                options = {} if outside else {"fallback": "error"}
                pairs = []
                for run in (compiled(function, **options), function):
                    value = run(*leaves)
                    weights = torch.arange(1.0, value.numel() + 1).view(value.shape) / value.numel()
                    pairs.append([value.detach(), *torch.autograd.grad((value * weights).sum(), leaves)])
                assert_close(self, *pairs, 5e-5)
                self.assertEqual([region["calls"] for region in regions()], [1, 1])
                left = {one["operation"] for graph in fusion.torch.report().data for one in graph["outside"]}
                self.assertEqual(left, set(outside))

    def test_cross_entropy(self) -> None:
        variants: tuple[dict[str, Any], ...] = (
            {}, {"ignore_index": 9}, {"label_smoothing": 0.1}, {"weight": WEIGHT},
            {"weight": WEIGHT, "label_smoothing": 0.1, "ignore_index": 4})
        losses = dict[str, Loss]()
        for reduction, options in (*(("mean", one) for one in variants), ("sum", variants[-1]), ("none", variants[-1])):
            labels = CHOSEN if "ignore_index" in options else LABELS
            losses[f"{reduction} {options}"] = lambda y, labels=labels, options=options, reduction=reduction: (
                F.cross_entropy(y, labels, reduction=reduction, **options))
        self.check(losses)

    def test_cross_entropy_of_other_shapes_and_of_probabilities(self) -> None:
        self.check({
            "positions": lambda y: F.cross_entropy(y.view(2, 3, 10).transpose(1, 2), LABELS.view(2, 3)),
            "probabilities": lambda y: F.cross_entropy(y, TARGET.softmax(-1), weight=WEIGHT, label_smoothing=0.1),
            "likelihood": lambda y: F.nll_loss(y.log_softmax(-1), LABELS),
            "binary": lambda y: F.binary_cross_entropy_with_logits(y, TARGET, pos_weight=WEIGHT),
            "chances": lambda y: F.binary_cross_entropy(y.sigmoid(), TARGET),
            "divergence": lambda y: F.kl_div(y.log_softmax(-1), TARGET.softmax(-1), reduction="batchmean"),
        })

    def test_distances(self) -> None:
        self.check({
            "square": lambda y: F.mse_loss(y, TARGET), "absolute": lambda y: F.l1_loss(y, TARGET, reduction="none"),
            "smooth": lambda y: F.smooth_l1_loss(y, TARGET), "huber": lambda y: F.huber_loss(y, TARGET, delta=0.5),
            "triplet": lambda y: F.triplet_margin_loss(y, TARGET, TARGET.flip(0)),
            "angle": lambda y: F.cosine_embedding_loss(y, TARGET, torch.ones(6)),
            "margin": lambda y: F.soft_margin_loss(y, SIGNS), "hinge": lambda y: F.hinge_embedding_loss(y, SIGNS),
        })

    def test_norms(self) -> None:
        self.check({
            "layer": lambda y: F.layer_norm(y, (10,), WEIGHT, BIAS), "rms": lambda y: F.rms_norm(y, (10,), WEIGHT),
            "groups": lambda y: F.group_norm(y, 2, WEIGHT, BIAS),
            "instances": lambda y: F.instance_norm(y.view(2, 3, 10)),
            "batch": lambda y: F.batch_norm(y, None, None, WEIGHT, BIAS, training=True),
            "frozen batch": lambda y: F.batch_norm(y, BIAS, WEIGHT, WEIGHT, BIAS), "lengths": F.normalize,
        })

    def test_gathers_of_few_elements_of_each_row(self) -> None:
        """Their gradients are sums at computed positions, here of a few choices by position."""
        few = torch.stack((CHOSEN, CHOSEN.flip(0), CHOSEN), 1)
        self.check({
            "one": lambda y: y.log_softmax(-1).gather(1, CHOSEN[:, None]), "twice the same": lambda y: y.gather(1, few),
            "of columns": lambda y: y.gather(0, torch.tensor([[3, 0, 1, 1, 5, 2, 2, 0, 4, 4]] * 2)),
            "margin": lambda y: F.multi_margin_loss(y, CHOSEN),
        })

    def test_gathers_of_many_elements_are_left(self) -> None:
        many = torch.arange(60).view(6, 10) * 7 % 10
        self.check({"many": lambda y: y.gather(1, many)}, ("new_zeros", "scatter_add"))


class Patches(unittest.TestCase):
    def test_gradients_of_windows_beside_each_other(self) -> None:
        """Rows and columns behind the last window have none; a dilation of a window of one row has no effect."""
        cases: dict[str, tuple[tuple[int, ...], Callable[..., Tensor], tuple[int, ...]]] = {
            "images": ((2, 3, 8, 8), lambda x, w, b: F.conv2d(x, w, b, stride=4), (5, 3, 4, 4)),
            "a rest": ((2, 3, 7, 9), lambda x, w, b: F.conv2d(x, w, b, stride=(2, 4)), (5, 3, 2, 4)),
            "one row": ((2, 3, 6, 8), lambda x, w, b: F.conv2d(x, w, b, stride=(1, 2), dilation=(3, 1)), (5, 3, 1, 2)),
            "no bias": ((2, 3, 9), lambda x, w, b: F.conv1d(x, w, stride=3) + b[:, None], (5, 3, 3)),
            "volumes": ((1, 2, 4, 4, 6), lambda x, w, b: F.conv3d(x, w, b, stride=(2, 2, 3)), (5, 2, 2, 2, 3)),
        }
        for name, (size, function, window) in cases.items():
            generator = torch.Generator().manual_seed(0)
            leaves = [torch.randn(shape, generator=generator).requires_grad_() for shape in (size, window, (5,))]
            with self.subTest(name), nothing_fails():
                assert_close(self, gradients(compiled(function, fallback="error"), leaves, leaves),
                             gradients(function, leaves, leaves))


if __name__ == "__main__":
    unittest.main()
