# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What programs that run suites have in common: values of options, and what a run says about itself."""

import argparse
import datetime
import importlib.metadata
import platform
from collections.abc import Sequence

PACKAGES = {"torch": "PyTorch", "triton": "Triton", "transformers": "transformers", "timm": "timm",
            "torchvision": "torchvision", "fusion-compiler": "Fusion"}


def some_of(names):
    def parse(text):
        chosen = [name for name in text.split(",") if name]
        unknown = [name for name in chosen if name not in names]
        if unknown or not chosen:
            raise argparse.ArgumentTypeError(f"expected some of {','.join(names)}, but got '{text}'")
        return chosen

    return parse


def option(text):
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, but got '{text}'")
    return name, {"True": True, "False": False}.get(value, int(value) if value.isdigit() else value)


def describe(arguments: argparse.Namespace, names: Sequence[str]) -> dict:
    """A run without its rows: device, date, versions, and the settings `names`."""
    installed = {}
    for package, name in PACKAGES.items():
        try:
            installed[name] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    return {"device": _device(arguments.device), "date": datetime.date.today().isoformat(), "versions": installed,
            "settings": {name: getattr(arguments, name) for name in names}}


def _device(device: str) -> str:
    if device == "cpu":
        return platform.processor() or platform.machine() or "CPU"
    import torch

    if not torch.cuda.is_available():
        raise SystemExit("error: PyTorch finds no GPU; --device=cpu compares results without one")
    return torch.cuda.get_device_name()
