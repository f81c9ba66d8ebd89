# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels with schedules written by hand: each family, each option, and each word that an option may be."""

import dataclasses
import functools
import os
import re
import runpy
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(ROOT, "verify", name) for name in ("ExactProducts", "Attention")]

import kernels  # noqa: E402
from wgmma_kernels import ALL, BIT, BOTH, BY_THREADS, COLUMN, COPIES, KERNELS, NN, NT, TN, TT  # noqa: E402
from wgmma_kernels import one, pingpong, schedule, swapped  # noqa: E402

PRODUCT = os.path.join(ROOT, "verify", "ExactProducts", "product.py")
NARROW = os.path.join(ROOT, "test", "Emulator", "Inputs", "narrow-products.py")


@dataclasses.dataclass
class Kernel:
    """A graph that becomes one kernel, and the schedule that it runs by."""

    name: str
    schedule: str
    write: object  # called with the folder of programs: the graph, with its schedule


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def in_module(attributes, graph):
    return f"module attributes {{{attributes}}} {{\n{graph}}}\n" if attributes else graph


def write_product(arguments, attributes, _=None):
    """The graph of product.py, whose kernel has its schedule."""
    return in_module(attributes, run(sys.executable, PRODUCT, *arguments))


def schedule_kernel(graph, text, programs, chip="sm_90a"):
    """The graph with its one kernel formed, which gets the schedule."""
    formed = run(os.path.join(programs, "fusion-opt"), "--fusion-import", f"--fusion-fuse=chip={chip}", text=graph)
    attribute = f"attributes {{schedule = #fusion.schedule<{text}>}}"
    scheduled, count = re.subn(r"(= fusion\.kernel\(.* )\{$", rf"\1{attribute} {{", formed, flags=re.MULTILINE)
    assert count == 1, f"{count} kernels, not one:\n{formed}"
    return scheduled


# --- products ---------------------------------------------------------------------------------------------------------

TF32 = "fusion.f32_precision = #fusion.f32_precision<tf32>"
IEEE = "fusion.f32_precision = #fusion.f32_precision<ieee>"
DEFAULTS = {"mode": "cooperative", "order": "rows", "dependents": "early", "load_a": "tma", "load_b": "tma"}
BOTH_COPIED = {"copy_a": "true", "copy_b": "true"}
IN_BLOCKS = {"tail_reduction": "blocks"}
# A type, a schedule, what else product.py is to be told, and the module's attributes.
WGMMA = [
    ("bf16", schedule(128, 128, **DEFAULTS), NT, ""),
    ("bf16", schedule(128, 128, split_k=2), [*NT, *ALL], ""),
    ("f16", pingpong(128, 128, cluster_n=2, grid=4), [*TN, *BOTH], ""),
    ("bf16", one(64, 64, split_k=4, blocks_per_sm=2, stages=3), [*NN, *BIT], ""),
    ("bf16", one(64, 64, split_k=16), NT, ""),
    ("bf16", swapped(16, split_k=8), [*NT, *COLUMN], ""),
    ("f16", swapped(32, 128), [*NN, *ALL, "31x768x512"], ""),
    ("bf16", swapped(24, 128, split_k=2, dependents="late"), [*TT, *BOTH], ""),
    ("bf16", schedule(128, 128, spread_k="true"), [*NT, *ALL], ""),
    ("bf16", schedule(128, 128, stream_k_tail=3, tail_reduction="kernel"), [*NT, *ALL], ""),
    ("bf16", schedule(128, 128, stream_k_tail=3, grid=5, **IN_BLOCKS), [*NT, *ALL], ""),
    ("f16", schedule(128, 256, stages=3, stream_k_tail=4, **IN_BLOCKS), [*NN, *BOTH, "300x520x2048"], ""),
    ("bf16", swapped(24, 128, stream_k_tail=4, **IN_BLOCKS), [*NT, *COLUMN], ""),
    ("bf16", schedule(128, 128, stages=3, **BOTH_COPIED), [*NT, *ALL, "257x509x127"], ""),
    ("f16", pingpong(64, 128, **BOTH_COPIED), [*NN, *COLUMN, "257x509x127"], ""),
    ("bf16", schedule(128, 128), [*NT, "lead=8", "constant=w"], ""),
    ("bf16", pingpong(128, 128), [*NT, "512x768x256", "constant=xw"], ""),
    ("bf16", one(64, 128), [*NT, "512x768x256", "outputs=f8E4M3FN,bf16"], ""),
    ("f32", schedule(128, 128, k=32), NT, TF32),
    ("f32", pingpong(64, 128, k=32), [*NT, *ALL, "512x768x256"], TF32),
    ("f32", swapped(24, 128, k=32, split_k=2), [*NT, *COLUMN], TF32),
    ("f32", schedule(128, 128, k=32, stream_k_tail=3, copy_b="true"), [*NN, *ALL], TF32),
    ("f32", schedule(128, 64, k=32, stream_k_tail=2, **IN_BLOCKS), [*NT, *BOTH, "300x520x2048"], TF32),
    ("i8", schedule(128, 128, k=128), NT, ""),
    ("i8", schedule(128, 128, k=128), [*NT, "unsigned=xw", *ALL], ""),
    ("i8", pingpong(64, 128, k=128), [*NT, "outputs=bf16,i32", "512x768x256"], ""),
    ("i8", swapped(32, 128, k=128, split_k=2), NT, ""),
    ("i8", schedule(128, 128, k=128, stream_k_tail=3, **IN_BLOCKS), NT, ""),
    ("f8E4M3FN", schedule(128, 128, k=128), NT, ""),
    ("f8E4M3FN", schedule(128, 128, k=128), NT, "fusion.numerics = #fusion.numerics<fast>"),
    ("f8E4M3FN", pingpong(64, 128, k=128), [*NT, "rhs=f8E5M2", *ALL, "512x768x256"], ""),
    ("f8E5M2", swapped(32, 128, k=128, split_k=2), NT, ""),
    ("f8E5M2", schedule(128, 64, k=128, stream_k_tail=3, copy_b="true"), [*NN, *COLUMN], ""),
]


def sm80(m, n, k, warps, stages=3, group=8, family="sm80"):
    return f"family = {family}, tile = [{m}, {n}, {k}], warps = {warps}, stages = {stages}, group = {group}"


MMA = [
    ("bf16", sm80(128, 256, 64, [2, 4]), NT, ""),
    ("f16", sm80(256, 128, 64, [4, 2], 2, 1), [*NN, *ALL], ""),
    ("bf16", sm80(128, 128, 64, [2, 2]), [*TN, *COLUMN, "512x768x256"], ""),
    ("bf16", sm80(64, 64, 64, [2, 2], 2), [*TT, *BOTH], ""),
    ("bf16", sm80(32, 128, 64, [1, 4], 4), [*NT, *BIT], ""),
    ("f16", sm80(16, 64, 64, [1, 4], 4, 1), NT, ""),
    ("bf16", sm80(16, 64, 64, [1, 4], 4) + ", sm80 = <split_k = 4>", [*NT, *ALL], ""),
    ("bf16", sm80(16, 32, 64, [1, 1]) + ", sm80 = <warps_k = 8>", [*NT, *ALL], ""),
    ("f16", sm80(16, 64, 64, [1, 2]) + ", sm80 = <split_k = 2, warps_k = 4>", [*NN, *BIT], ""),
    ("f32", sm80(128, 128, 32, [2, 4], 2), NT, ""),
    ("f32", sm80(64, 64, 32, [2, 2]), [*NN, *ALL], TF32),
    ("i8", sm80(64, 128, 128, [2, 2], 2), NT, ""),
    ("i8", sm80(64, 64, 128, [2, 2], 2), [*NN, "unsigned=w"], ""),
    ("f8E4M3FN", sm80(64, 64, 128, [2, 2], 2), NT, ""),
    ("f32", sm80(128, 128, 32, [2, 4], 2, family="simt"), NT, IEEE),
    ("f32", sm80(32, 64, 32, [2, 2], 4, 1, family="simt"), [*TN, *ALL], IEEE),
]


def product_kernels():
    products = [(element, text, options, "") for element, text, options, _ in KERNELS]
    products += [(element, text, [*options, shapes.split()[0]], "") for element, text, options, shapes in COPIES]
    for number, (element, text, options, attributes) in enumerate([*products, *WGMMA, *MMA]):
        arguments = [element, *options, "schedule=" + text]
        yield Kernel(f"product-{number}", text, functools.partial(write_product, arguments, attributes))


# --- the other families -----------------------------------------------------------------------------------------------


def narrow(m, n, k, warps, stages, more=""):
    return f"family = narrow, tile = [{m}, {n}, {k}], warps = {warps}, stages = {stages}" + \
        (f", narrow = <{more}>" if more else "")


# What narrow-products.py is told, and a schedule.
WEIGHTS = [
    ("136x136x256 bits=4 scale=128 zero=64", narrow(128, 128, 128, [2, 4], 3)),
    ("72x136x192 scale=row zero=row", narrow(64, 128, 64, [1, 8], 8)),
    ("20x40x1024 scale=64 type=f16", narrow(16, 32, 512, [1, 1], 2)),
    ("1x64x1024 bits=4 scale=128", narrow(1, 64, 512, [1, 4], 2, "warps_k = 2")),
    ("3x40x1088 bits=4 scale=64 zero=32 unsigned", narrow(4, 32, 512, [1, 2], 3, "warps_k = 4")),
    ("16x72x1024 bits=4 scale=128 zero=64", narrow(16, 64, 256, [1, 2], 2, "warps_k = 2, cluster = 2")),
    ("20x72x448 bits=4 scale=64", narrow(16, 64, 256, [1, 4], 3, "cluster = 2")),
]


def rows(m, length, each, warps, more=""):
    return f"family = rows, tile = [{m}, {length}, {each}], warps = {warps}" + (f", rows = <{more}>" if more else "")


# A graph of tools/row-graphs.py: kind, rows, length, type; and a schedule.
ROWS = [
    (("softmax", 512, 768, "bf16"), rows(4, 256, 8, [4, 1])),
    (("rms", 512, 8192, "bf16"), rows(1, 2048, 8, [1, 8], "reload = true")),
    (("layernorm", 64, 4096, "f32"), rows(1, 1024, 4, [1, 8], "preload = true")),
    (("layernorm", 512, 65536, "f32"), rows(1, 2048, 4, [1, 16], "cluster = 8, blocks_per_sm = 2")),
    (("addrms", 512, 32768, "bf16"), rows(1, 2048, 8, [1, 8], "cluster = 4")),
    (("rms", 4, 65536, "f32"), rows(1, 1024, 4, [1, 8], "reload = true, slices = 4")),
]
CROSSING = """\
func.func @crossing(%x: tensor<512x4096xbf16>, %g: tensor<4096xf32>) -> (tensor<512x4096xbf16>, tensor<1x4096xf32>) {
  %w = fusion.cast %x : tensor<512x4096xbf16> to tensor<512x4096xf32>
  %p = fusion.mul %w, %g : (tensor<512x4096xf32>, tensor<4096xf32>) -> tensor<512x4096xf32>
  %s = fusion.reduce addf %p along [1] : tensor<512x4096xf32> -> tensor<512x1xf32>
  %d = fusion.sub %w, %s : (tensor<512x4096xf32>, tensor<512x1xf32>) -> tensor<512x4096xf32>
  %n = fusion.cast %d : tensor<512x4096xf32> to tensor<512x4096xbf16>
  %c = fusion.reduce addf %p along [0] : tensor<512x4096xf32> -> tensor<1x4096xf32>
  return %n, %c : tensor<512x4096xbf16>, tensor<1x4096xf32>
}
"""
COLUMNS = """\
func.func @columns(%x: tensor<4096x256xbf16>, %r: tensor<4096x256xbf16>)
    -> (tensor<4096x256xbf16>, tensor<1x256xbf16>) {
  %y = fusion.add %x, %r : (tensor<4096x256xbf16>, tensor<4096x256xbf16>) -> tensor<4096x256xbf16>
  %s = fusion.reduce addf %y along [0] : tensor<4096x256xbf16> -> tensor<1x256xbf16>
  return %y, %s : tensor<4096x256xbf16>, tensor<1x256xbf16>
}
"""
ELEMENTS = """\
func.func @elements(%x: tensor<?x768xbf16>, %b: tensor<768xf32>) -> tensor<?x768xbf16> {
  %y = fusion.add %x, %b : (tensor<?x768xbf16>, tensor<768xf32>) -> tensor<?x768xf32>
  %g = fusion.gelu %y : tensor<?x768xf32>
  %r = fusion.cast %g : tensor<?x768xf32> to tensor<?x768xbf16>
  return %r : tensor<?x768xbf16>
}
"""
TEXTS = [
    (CROSSING, rows(2, 1024, 4, [2, 8], "blocks_per_sm = 1, walk = 132")),
    (COLUMNS, "family = columns, tile = [256, 8, 8], warps = [8, 1]"),
    (COLUMNS, "family = columns, tile = [256, 8, 8], warps = [8, 1], columns = <slices = 4>"),
    (ELEMENTS, "family = elementwise, tile = [1, 2048, 1], warps = [1, 8]"),
]


# A kernel of verify/Attention, and a schedule in the place of its own.
ATTENTION = [
    ("splits", "family = attention, tile = [64, 64, 72], warps = [4, 1], stages = 2, "
               "attention = <blocks_per_sm = 2, order = single>"),
    ("pairs", "family = attention, tile = [192, 96, 64], warps = [12, 1], stages = 2, "
              "attention = <order = pairs, ping_pong = true, continuous = true>"),
    ("tables", "family = attention, tile = [128, 64, 64], warps = [8, 1], stages = 3, attention = <order = rows>"),
    ("masks", "family = attention_sm80, tile = [128, 32, 128], warps = [4, 1], stages = 1, "
              "attention_sm80 = <blocks_per_sm = 2>"),
    ("splits", "family = attention_sm80, tile = [16, 64, 72], warps = [1, 1], stages = 3, "
               "attention_sm80 = <splits = 4>"),
    ("bias", "family = attention_sm80, tile = [128, 32, 64], warps = [4, 1], stages = 2, "
             "attention_sm80 = <operand_tiles = true>"),
]  # fmt: skip


def attention_kernels():
    """Those of verify/Attention, with their own schedules, and some with others."""
    pattern = re.compile(r"#fusion\.schedule<(.*)>\}")
    graphs = {kind: kernels.build(kind, kernels.LARGE)[0] for kind in kernels.KINDS}
    own = [(kind, pattern.search(graph)[1]) for kind, graph in graphs.items()]
    for number, (kind, schedule_text) in enumerate([*own, *ATTENTION]):
        text = pattern.sub(f"#fusion.schedule<{schedule_text}>}}", graphs[kind])
        yield Kernel(f"attention-{number}", schedule_text, lambda _, text=text: text)


def get_kernels():
    write_rows = runpy.run_path(os.path.join(ROOT, "tools", "row-graphs.py"))["write"]
    graphs = [(functools.partial(run, sys.executable, NARROW, *told.split()), text) for told, text in WEIGHTS]
    graphs += [(functools.partial(write_rows, *told), text) for told, text in ROWS]
    graphs += [(lambda graph=graph: graph, text) for graph, text in TEXTS]
    formed = [Kernel(f"{re.match(r'family = (.*?),', text)[1]}-{number}", text,
                     lambda programs, graph=graph, text=text: schedule_kernel(graph(), text, programs))
              for number, (graph, text) in enumerate(graphs)]  # fmt: skip
    return [*product_kernels(), *attention_kernels(), *formed]
