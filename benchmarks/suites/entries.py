# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the suites hold: each name with a function that makes the model, and one that makes what it is called with.

Nothing is downloaded: models are made by their published configurations, with random weights.
"""

import dataclasses
import importlib.util
import pathlib
from collections.abc import Callable
from typing import Any

SUITES = ("transformers", "timm", "torchvision", "products", "kernelbench")

# The images of a batch: as many as keep one GPU busy.
TIMM = {"vit_base_patch16_224": 64, "mixer_b16_224": 64, "gmlp_s16_224": 64, "beit_base_patch16_224": 32,
        "swin_base_patch4_window7_224": 32, "convnext_base": 32, "resnet50": 64, "mobilenetv3_large_100": 64,
        "regnety_032": 64, "levit_256": 64, "poolformer_m36": 32, "mobilevit_s": 32, "coat_lite_mini": 32,
        "volo_d1_224": 32, "xcit_small_12_p16_224": 32}
TORCHVISION = {"vit_b_16": 32, "swin_t": 32, "maxvit_t": 32, "convnext_tiny": 32, "resnet50": 64, "densenet121": 32,
               "efficientnet_b0": 64, "mobilenet_v3_large": 64, "regnet_y_3_2gf": 64}
SMALL_BATCH = 2


@dataclasses.dataclass(frozen=True)
class Entry:
    """A model: `make()` gives it, and `inputs(device)` its arguments, a tuple or a dictionary by name."""

    make: Callable[[], Any]
    inputs: Callable[[Any], Any]


def load(suite: str, is_small: bool, folder: str | None) -> dict[str, Entry]:
    """The entries of a suite by name. `folder` has the modules of `kernelbench`."""
    if suite == "transformers":
        from suites import language

        return language.entries(is_small)
    if suite == "products":
        from suites import products

        return products.entries(is_small)
    if suite == "timm":
        return {name: Entry(lambda name=name: _timm(name), images(is_small, batch)) for name, batch in TIMM.items()}
    if suite == "torchvision":
        return {name: Entry(lambda name=name: _torchvision(name), images(is_small, batch))
                for name, batch in TORCHVISION.items()}
    return _kernelbench(pathlib.Path(folder or "."))


def images(is_small: bool, batch: int) -> Callable[[Any], Any]:
    def make(device):
        import torch

        return (torch.randn(SMALL_BATCH if is_small else batch, 3, 224, 224, device=device),)

    return make


def _timm(name):
    import timm

    return timm.create_model(name, pretrained=False)


def _torchvision(name):
    import torchvision

    return torchvision.models.get_model(name, weights=None)


def _kernelbench(folder: pathlib.Path) -> dict[str, Entry]:
    """Modules that have `Model`, `get_init_inputs` and `get_inputs`, in folders level1, level2, …"""
    paths = sorted(folder.glob("level*/*.py"), key=lambda path: (path.parent.name, _number(path.stem), path.stem))
    if not paths:
        raise SystemExit(f"error: {folder} has no level*/*.py: --kernelbench takes the folder with level1, level2, …")
    return {f"{path.parent.name}/{path.stem}": Entry(lambda path=path: _kernelbench_model(path),
                                                     lambda device, path=path: _kernelbench_inputs(path, device))
            for path in paths}


def _number(stem: str) -> int:
    first = stem.split("_")[0]
    return int(first) if first.isdigit() else 0


def _module(path: pathlib.Path):
    spec = importlib.util.spec_from_file_location("kernelbench_problem", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _kernelbench_model(path):
    module = _module(path)
    return module.Model(*module.get_init_inputs())


def _kernelbench_inputs(path, device):
    import torch

    with torch.device(device):
        values = _module(path).get_inputs()
    return tuple(value.to(device) if isinstance(value, torch.Tensor) else value for value in values)
