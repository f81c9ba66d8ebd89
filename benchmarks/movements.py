#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times operations that only move elements, and depthwise convolutions, beside Inductor's default.

    python3 benchmarks/movements.py --json=movements.json
    python3 benchmarks/movements.py --only=roll,pad --dtype=f32 --dynamic

Each operation has one input of 64 MiB and is compiled by `fusion.from_torch` and by `torch.compile`, for static sizes,
or with --dynamic for any first dimension. Both run as CUDA graphs. A row has the microseconds of both, Inductor's over ours, and the rate of ours beside that of
a copy that reads and writes as many bytes.
"""

import argparse
import json
import math
import sys

import torch
import torch.nn.functional as F
from suites import measure

DTYPES = {"bf16": torch.bfloat16, "f32": torch.float32}
BYTES = 64 << 20


def movements() -> dict:
    """Each name with the dimensions behind the first, whose size is what is left of 64 MiB, and the function."""
    found = {
        "transpose_2d": ((4096,), lambda x: x.t()),
        "transpose_odd": ((1000,), lambda x: x.t()),
        "transpose_narrow": ((8,), lambda x: x.t()),
        "transpose_batch": ((256, 512), lambda x: x.transpose(1, 2)),
        "transpose_last_3": ((3, 1024), lambda x: x.transpose(1, 2)),
        "heads": ((512, 16, 64), lambda x: x.transpose(1, 2)),
        "heads_back": ((16, 512, 64), lambda x: x.transpose(1, 2)),
        "heads_to_keys": ((512, 16, 64), lambda x: x.permute(0, 2, 3, 1)),
        "nchw_to_nhwc": ((64, 56, 56), lambda x: x.permute(0, 2, 3, 1)),
        "nhwc_to_nchw": ((56, 56, 64), lambda x: x.permute(0, 3, 1, 2)),
        "rgb_to_nhwc": ((3, 224, 224), lambda x: x.permute(0, 2, 3, 1)),
        "nhwc_to_rgb": ((224, 224, 3), lambda x: x.permute(0, 3, 1, 2)),
        "reverse_dimensions": ((32, 64, 128), lambda x: x.permute(3, 2, 1, 0)),
        "windows": ((56, 56, 128), lambda x: x.view(-1, 8, 7, 8, 7, 128).transpose(2, 3)),
        "windows_back": ((8, 8, 7, 7, 128), lambda x: x.transpose(2, 3).reshape(-1, 56, 56, 128)),
        "windows_rolled": ((56, 56, 128), lambda x: x.roll((-3, -3), (1, 2)).view(-1, 8, 7, 8, 7, 128).transpose(2, 3)),
        "windows_back_rolled": ((8, 8, 7, 7, 128),
                                lambda x: x.transpose(2, 3).reshape(-1, 56, 56, 128).roll((3, 3), (1, 2))),
        "patches": ((3, 14, 16, 14, 16), lambda x: x.permute(0, 2, 4, 1, 3, 5).flatten(3)),
        "patches_back": ((14, 14, 3, 16, 16), lambda x: x.permute(0, 3, 1, 4, 2, 5)),
        "unfold_mobilevit": ((144, 16, 2, 16, 2), lambda x: x.permute(0, 3, 5, 2, 4, 1)),
        "fold_mobilevit": ((2, 2, 16, 16, 144), lambda x: x.permute(0, 5, 3, 1, 4, 2)),
        "pixel_shuffle": ((64, 64, 64), lambda x: F.pixel_shuffle(x, 2)),
        "pixel_unshuffle": ((16, 128, 128), lambda x: F.pixel_unshuffle(x, 2)),
        "space_to_depth_nhwc": ((56, 56, 96), lambda x: x.view(-1, 28, 2, 28, 2, 96).permute(0, 1, 3, 4, 2, 5)
                                .reshape(-1, 28, 28, 384)),
        "patch_merging": ((56, 56, 96), lambda x: torch.cat([x[:, 0::2, 0::2], x[:, 1::2, 0::2], x[:, 0::2, 1::2],
                                                             x[:, 1::2, 1::2]], -1)),
        "channel_shuffle": ((64, 56, 56), lambda x: x.view(-1, 4, 16, 56, 56).transpose(1, 2).reshape(-1, 64, 56, 56)),
        "interleave_halves": ((2, 1024), lambda x: x.transpose(1, 2).reshape(-1, 2048)),
        "deinterleave": ((2048,), lambda x: torch.cat([x[:, 0::2], x[:, 1::2]], -1)),
        "rotate_half": ((128,), lambda x: torch.cat([x[:, 64:], x[:, :64]], -1)),
        "swap_halves_rows": ((512, 64), lambda x: torch.cat([x[:, 256:], x[:, :256]], 1)),
        "slice_columns": ((4096,), lambda x: x[:, 128:3200]),
        "slice_odd": ((4099,), lambda x: x[:, 1:4098]),
        "slice_rows": ((512, 64), lambda x: x[:, 100:500]),
        "step_rows": ((512, 64), lambda x: x[:, ::2]),
        "step_columns": ((4096,), lambda x: x[:, ::2]),
        "step_pixels": ((56, 56, 128), lambda x: x[:, ::2, ::2]),
        "step_pixels_nchw": ((64, 56, 56), lambda x: x[:, :, ::2, ::2]),
        "reverse_rows": ((512, 64), lambda x: x.flip(1)),
        "reverse_columns": ((4096,), lambda x: x.flip(1)),
        "roll_rows": ((512, 64), lambda x: x.roll(100, 1)),
        "roll_columns": ((4096,), lambda x: x.roll(101, 1)),
        "roll_pixels": ((56, 56, 128), lambda x: x.roll((3, 3), (1, 2))),
        "roll_pixels_nchw": ((64, 56, 56), lambda x: x.roll((3, 3), (2, 3))),
        "pad_columns": ((4093,), lambda x: F.pad(x, (0, 3))),
        "pad_pixels": ((56, 56, 128), lambda x: F.pad(x, (0, 0, 1, 1, 1, 1))),
        "pad_pixels_nchw": ((64, 56, 56), lambda x: F.pad(x, (1, 1, 1, 1))),
        "pad_reflect": ((64, 56, 56), lambda x: F.pad(x, (2, 2, 2, 2), mode="reflect")),
        "pad_edge": ((64, 56, 56), lambda x: F.pad(x, (2, 2, 2, 2), mode="replicate")),
        "pad_circular": ((64, 56, 56), lambda x: F.pad(x, (2, 2, 2, 2), mode="circular")),
        "concat_self": ((2048,), lambda x: torch.cat([x, x], 1)),
        "concat_parts": ((2048,), lambda x: torch.cat([x[:, :100], x[:, 500:1100], x[:, 1100:]], 1)),
        "concat_channels": ((64, 56, 56), lambda x: torch.cat([x[:, 32:], x], 1)),
        "repeat": ((1024,), lambda x: x.repeat(1, 2)),
        "repeat_interleave": ((1024,), lambda x: x.repeat_interleave(2, 1)),
        "repeat_groups": ((8, 512, 64), lambda x: x[:, :, None].expand(-1, -1, 4, -1, -1).reshape(-1, 32, 512, 64)),
        "upsample_nearest": ((64, 28, 28), lambda x: x[:, :, :, None, :, None].expand(-1, -1, -1, 2, -1, 2)
                             .reshape(-1, 64, 56, 56)),
        "upsample_nearest_nhwc": ((28, 28, 64), lambda x: x[:, :, None, :, None].expand(-1, -1, 2, -1, 2, -1)
                                  .reshape(-1, 56, 56, 64)),
        "split_heads_qkv": ((512, 3, 16, 64), lambda x: x.permute(2, 0, 3, 1, 4)),
        "gather_rows": ((64,), lambda x: x[torch.arange(x.shape[0], device=x.device) // 4 * 3 % x.shape[0]]),
        "repeat_rows": ((1, 512, 64), lambda x: x.expand(-1, 2, -1, -1).reshape(-1, 1024, 64)),
    }
    for size in (3, 7):
        for layout in ("nchw", "nhwc"):
            found[f"depthwise_{size}x{size}_{layout}"] = _depthwise(size, layout)
    return found


def _depthwise(size: int, layout: str):
    weight = torch.randn(128, 1, size, size, device="cuda")

    def convolve(x):
        image = x if layout == "nchw" else x.permute(0, 3, 1, 2)
        result = F.conv2d(image, weight.to(x.dtype), padding=size // 2, groups=128)
        return result if layout == "nchw" else result.permute(0, 2, 3, 1)

    return (((128, 56, 56) if layout == "nchw" else (56, 56, 128)), convolve)


def measure_one(function, x: torch.Tensor, seconds: float, dynamic: bool = False) -> dict:
    """Microseconds of ours, Inductor's, eager's, and of a copy of as many bytes; ours beside eager's values."""
    import fusion

    torch._dynamo.reset()
    with torch.no_grad():
        expected = function(x).contiguous()
        row = {"bytes": x.numel() * x.element_size() + expected.numel() * expected.element_size()}
        source = torch.empty(row["bytes"] // 2, dtype=torch.uint8, device="cuda")
        target = torch.empty_like(source)
        calls = {"copy": lambda: target.copy_(source), "eager": lambda: function(x).contiguous()}
        if dynamic:
            torch._dynamo.mark_dynamic(x, 0)
        compiled = torch.compile(lambda x: function(x).contiguous())
        calls["inductor"] = lambda: compiled(x)
        module = fusion.from_torch(lambda x: function(x).contiguous(), (x,),
                                   dynamic=({0: torch.export.Dim.DYNAMIC},) if dynamic else None)
        row["kernels"] = [f"{kernel['family']} {kernel['predicted_us']}" for kernel in module.explain().kernels]
        calls["fusion"] = lambda: module(x)
        found = module(x)
        difference = (found.float() - expected.float()).abs().max().item()
        row["wrong"] = not difference <= 2**-6 * expected.abs().max().item()
        for name, call in calls.items():
            row[name] = measure.burst_us(measure.graph_of(call).replay, seconds)
    return row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="operations whose names have one of these words (default: all)")
    parser.add_argument("--dtype", choices=sorted(DTYPES), default="bf16")
    parser.add_argument("--dynamic", action="store_true", help="the first dimension is open")
    parser.add_argument("--seconds", type=float, default=0.2, help="for each time measured")
    parser.add_argument("--json", metavar="FILE", help="all that was measured")
    options = parser.parse_args()
    words = [word for word in options.only.split(",") if word]
    rows, dtype = {}, DTYPES[options.dtype]
    print("| operation | ours, µs | Inductor | eager | × Inductor | of a copy's rate | kernels |\n" + "|---" * 7 + "|")
    for name, (shape, function) in movements().items():
        if words and not any(word in name for word in words):
            continue
        x = torch.randn(BYTES // dtype.itemsize // math.prod(shape), *shape, device="cuda").to(dtype)
        try:
            row = rows[name] = measure_one(function, x, options.seconds, options.dynamic)
        except Exception as error:  # the others are measured nevertheless
            print(f"| {name} | {type(error).__name__}: {str(error)[:200]} |", flush=True)
            continue
        print(f"| {name} | {row['fusion']:.1f} | {row['inductor']:.1f} | {row['eager']:.1f} | "
              f"{row['inductor'] / row['fusion']:.2f} | {row['copy'] / row['fusion']:.2f} | "
              f"{'; '.join(row['kernels'])}{' WRONG' if row['wrong'] else ''} |", flush=True)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file)
    ratios = [row["inductor"] / row["fusion"] for row in rows.values()]
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\n{len(ratios)} operations, {mean:.2f} × Inductor in the geometric mean, least {min(ratios):.2f}")
    return int(any(row["wrong"] for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
