#!/usr/bin/env python3
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs with hostile attributes and names: none may crash a program, and none may choose what an object calls.

attributes.py [--seed=N] [--count=N] [--keep=FOLDER]. Each graph gets some attributes that LLVM, NVVM, the GPU dialect,
passes or loaders know, at any place that takes attributes, or a symbol that means something elsewhere. fusion-opt and
fusion-compile, for the CPU and for a GPU, must accept or refuse it with a diagnostic. The symbol table of each shared
object that is made is read: it may need what KNOWN has, show the descriptor alone, and start nothing when it is loaded.
Prints what is not so, with the number that makes the graph again, and counts. Programs are found on PATH."""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TIMEOUT = 120

# Properties of LLVM's functions, variables and calls, and of GPU functions, by their names in MLIR 22.
PROPERTIES = """CConv alignment always_inline arg_attrs arm_in_za arm_streaming comdat convergent denormal_fp_math
dso_local fp_contract frame_pointer function_entry_count function_type garbageCollector inline_hint
instrument_function_entry instrument_function_exit intel_reqd_sub_group_size linkage memory memory_effects
no_infs_fp_math no_inline no_unwind optimize_none passthrough personality prefer_vector_width reciprocal_estimates
reqd_work_group_size res_attrs section sym_visibility target_cpu target_features tune_cpu unnamed_addr uwtable_kind
vec_type_hint visibility_ vscale_range will_return work_group_size_hint addr_space constant dbg_exprs
externally_initialized global_type target_specific_attrs thread_local_ value TailCallKind access_groups alias_scopes
branch_weights op_bundle_tags op_bundle_sizes tbaa var_callee_type callee volatile_ ordering syncscope nontemporal
invariant asm_string constraints flags ctors dtors priorities resolver known_block_size known_cluster_size
known_grid_size workgroup_attrib_attrs private_attrib_attrs workgroup_attributions offloadingHandler targets kernel
operandSegmentSizes resultSegmentSizes loop_annotation library_call device_types static_low static_sizes""".split()

# Attributes that dialects read wherever they stand.
PREFIXED = """llvm.module_asm llvm.data_layout llvm.target_triple llvm.dependent_libraries llvm.commandline llvm.ident
llvm.linkage llvm.emit_c_interface llvm.readnone llvm.byval llvm.byref llvm.sret llvm.inalloca llvm.preallocated
llvm.align llvm.alignstack llvm.noalias llvm.nonnull llvm.returned llvm.swiftself llvm.range llvm.elementtype llvm.nest
llvm.mmra llvm.allocalign llvm.inreg llvm.signext llvm.dereferenceable llvm.loop_annotation llvm.target
dlti.dl_spec dlti.target_system_spec dlti.map gpu.container_module gpu.kernel gpu.binary gpu.known_block_size
nvvm.kernel nvvm.maxntid nvvm.reqntid nvvm.minctasm nvvm.maxnreg nvvm.cluster_dim nvvm.grid_constant nvvm.managed
rocdl.kernel spirv.entry_point_abi omp.is_gpu acc.declare bufferization.writable bufferization.buffer_layout
bufferization.access linalg.memoized_indexing_maps transform.with_named_sequence ptx.passthrough
fusion.workspace fusion.output fusion.stable fusion.programmatic fusion.initialized fusion.constant fusion.aliases
fusion.round_to_tf32 fusion.approx_tanh fusion.share_reciprocals fusion.numerics fusion.f32_precision fusion.target
fusion.must_fuse fusion.no_fuse fusion.initialize fusion.approximable fusion.schedule fusion.entry
torch.debug_module_name tf.entry_function iree.abi.stub mhlo.num_partitions jax.result_info onnx.name""".split()

# What these mean as values of one or the other.
VALUES = [
    "unit", "true", "-1 : i32", "0 : i64", "9223372036854775807 : i64", "-9223372036854775808 : i64", "64 : i64",
    "1.0 : f32", "0x7FC00000 : f32", '""', '"system"', '"external"', '"internal"', '"nonsense"', '"coroclr"',
    '"statepoint-example"', '".init_array"', '"hidden"', '"default"', '"fastcc"', '"all"', '"+avx512f"', '"\\00"',
    '["noinline", ["probe-stack", "system"], ["stack-probe-size", "8"], ["alignstack", "64"]]',
    '[["patchable-function", "prologue-short-redirect"], ["patchable-function-entry", "1000"]]',
    '[["fentry-call", "true"], ["instrument-function-entry", "abort"]]',
    '[["target-features", "+nonsense"], ["target-cpu", "nonsense"]]', '["naked"]', '["alwaysinline", "optnone"]',
    '[["stack-protector-buffer-size", "0"], "sspreq"]', '["sanitize_address", "safestack", "shadowcallstack"]',
    '["allockind", ["alloc-family", "malloc"], ["allockind", "1"]]', '[["thunk"]]', '[1, 2]', '[[[]]]', '[unit]',
    '[".globl other", "other: ret"]', '"e-p:64:64"', '"x"', '"nvptx64-nvidia-cuda"', '["libevil.so"]',
    "@system", "@f::@g", "@missing", "f32", "i32", "tensor<4xf32>", "memref<4xf32>", "() -> ()", "index", "none",
    "array<i32: 1, 2, 3>", "array<i64: -9223372036854775808, 0>", "array<i1: true>", "dense<1> : tensor<2xi32>",
    "dense<[0.0, 1.0]> : tensor<2xf32>", "affine_map<(d0) -> (d0 + 9)>", "[affine_map<(d0, d1) -> (d1)>]", "{}",
    '{passthrough = ["noinline"]}', '{llvm.byval = f32}', '[{llvm.byval = f32}, {llvm.sret = f32}]', "[{}, {}, {}, {}]",
    '[{fusion.constant}, {}]', "loc(unknown)", 'loc("x":1:1)', "#fusion.numerics<strict>", '#fusion.target<"sm_80">',
    "strided<[1], offset: 9>", "dense_resource<gone> : tensor<4xf32>",
    "#llvm.linkage<external>", "#llvm.cconv<fastcc>", "#llvm.framePointerKind<all>", "#llvm.target_features<[\"+x\"]>",
    "#nvvm.target<flags = {fast}>", "#gpu.address_space<workgroup>", "#dlti.dl_spec<>", "#llvm.poison",
]  # fmt: skip

# Values that what reads the attribute takes, where VALUES has few.
FITTING = {
    "passthrough": [value for value in VALUES if value.startswith('["') or value.startswith('[["')],
    "CConv": ["#llvm.cconv<fastcc>", "#llvm.cconv<ghccc>", "#llvm.cconv<ptx_kernelcc>"],
    "linkage": ["#llvm.linkage<external>", "#llvm.linkage<weak>", "#llvm.linkage<appending>"],
    "llvm.linkage": ["#llvm.linkage<external>", "#llvm.linkage<common>", "#llvm.linkage<available_externally>"],
    "visibility_": ["0 : i64", "1 : i64", "2 : i64"],
    "unnamed_addr": ["0 : i64", "2 : i64"],
    "section": ['".init_array"', '".text.startup"', '"other"'],
    "garbageCollector": ['"statepoint-example"', '"coroclr"', '"shadow-stack"', '"erlang"', '"nonsense"'],
    "personality": ["@system", "@g", "@__gxx_personality_v0"],
    "comdat": ["@missing::@f"],
    "memory_effects": ["#llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none>"],
    "target_cpu": ['"nonsense"', '"generic"'],
    "target_features": ['#llvm.target_features<["+nonsense"]>', '#llvm.target_features<["-sse2"]>'],
    "frame_pointer": ["#llvm.framePointerKind<all>"],
    "vscale_range": ["#llvm.vscale_range<minRange = 1, maxRange = 2>"],
    "alignment": ["4096 : i64", "3 : i64"],
    "instrument_function_entry": ['"system"'],
    "instrument_function_exit": ['"abort"'],
    "llvm.module_asm": ['[".globl other", "other: ret"]', '[".section .init_array"]'],
    "llvm.data_layout": ['"e-p:64:64"', '"E"', '"x"'],
    "llvm.target_triple": ['"nvptx64-nvidia-cuda"', '"x"'],
    "llvm.dependent_libraries": ['["libevil.so"]'],
    "llvm.byval": ["f32", "!llvm.struct<(f32)>"],
    "llvm.align": ["16 : i64", "4096 : i64"],
    "nvvm.maxntid": ["array<i32: 1>", "array<i32: 0, -1, 3>"],
    "nvvm.cluster_dim": ["array<i32: 2, 1, 1>"],
    "fusion.aliases": ["0 : i64", "7 : i64"],
    "fusion.target": ['#fusion.target<"sm_80">', '#fusion.target<"sm_90a">'],
}

# Names that the loader, the libraries, LLVM or the runtime know.
SYMBOLS = """system abort main malloc free memcpy memset memrefCopy printMemrefF32 fusion_module fusion_launch
fusion_constant fusion_fail fusion.invoke.0 fusion.entries fusion.entry.f llvm.trap llvm.memcpy.p0.p0.i64
llvm.global_ctors llvm.used llvm.compiler.used _start _init _fini __cxa_atexit __libc_start_main __stack_chk_fail
environ exp expf _mlir_ciface_f f.initialize f.shapes f.workspace .text a/../b $ %s 0x0""".split()

BODIES = [
    """  %0 = fusion.matmul %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = fusion.relu %0 OP : tensor<4x4xf32>""",
    """  %0 = arith.addf %x, %w OP : tensor<4x4xf32>
  %1 = math.erf %0 : tensor<4x4xf32>""",
    """  %0 = func.call @g(%x) OP : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = arith.mulf %0, %w : tensor<4x4xf32>""",
    """  %z = arith.constant dense<0.0> : tensor<4x4xf32>
  %1 = linalg.matmul OP ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>""",
    """  %0 = tosa.add %x, %w OP : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = tosa.tanh %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>""",
    """  %k = arith.constant dense<2.0> : tensor<4x4xf32>
  %n = arith.constant 2 : index
  %a = arith.constant 0 : index
  %b = arith.constant 1 : index
  %1 = scf.for %i = %a to %n step %b iter_args(%c = %x) -> (tensor<4x4xf32>) {
    %d = arith.mulf %c, %k : tensor<4x4xf32>
    scf.yield %d : tensor<4x4xf32>
  } OP""",
]

# Of the runtime (include/fusion/Runtime/ABI.h), the mathematical library, and what code generators call.
KNOWN = re.compile(
    r"fusion_(constant|fail|fill|launch|tensor_map)|mem(cpy|set|move)|__(extend|trunc)[hsdb]f[hsdb]f2|"
    r"(a?(sin|cos|tan)h?|atan2|cbrt|ceil|erfc?|exp(2|m1)?|floor|fma|fmod|log(2|10|1p)?|pow|round(even)?|sqrt|trunc)f?"
)


def attributes(draw: random.Random, count: int) -> str:
    """Some entries of a dictionary."""
    chosen: dict[str, str] = {}
    for _ in range(count):
        name = draw.choice(draw.choice([PROPERTIES, PROPERTIES, PREFIXED, list(FITTING)]))
        if draw.random() < 0.05:
            name = f'"{draw.choice(SYMBOLS)}"'
        value = draw.choice(FITTING[name] if name in FITTING and draw.random() < 0.7 else VALUES)
        chosen[name] = name if value == "unit" else f"{name} = {value}"
    return ", ".join(chosen.values())


def make(seed: int) -> str:
    """One graph: two thirds of its hostile parts are attributes of functions."""
    draw = random.Random(seed)
    place = draw.choice(["function"] * 4 + ["module", "argument", "result", "operation", "callee", "symbol", "global",
                                            "declaration", "location", "properties"])  # fmt: skip
    several = attributes(draw, draw.choice([1, 1, 1, 2, 4]))
    entries = {p: f" {{{several}}}" if p == place else "" for p in ("argument", "result", "operation")}
    given = {p: f" attributes {{{several}}}" if p == place else "" for p in ("function", "module", "callee")}
    symbol = f'@"{draw.choice(SYMBOLS)}"' if place == "symbol" else "@f"
    body = draw.choice(BODIES).replace(" OP", entries["operation"])
    extra = ""
    if place == "global":
        extra = f"ml_program.global {draw.choice(['private', 'public', 'private mutable'])} @\"{draw.choice(SYMBOLS)}\""
        extra += f"(dense<1.0> : tensor<4xf32>) {{{several}}} : tensor<4xf32>\n"
    if place == "declaration":
        name = f'@"{draw.choice(SYMBOLS)}"'
        extra = f"func.func private {name}(tensor<4x4xf32>) -> tensor<4x4xf32> attributes {{{several}}}\n"
        body = body.replace("@g(", name + "(") if draw.random() < 0.7 else body
    location = f" loc(fused<{draw.choice(VALUES)}>[\"a\", \"b\"])" if place == "location" else ""
    if place == "properties":
        body = f'  %1 = "arith.addf"(%x, %w) <{{{several}}}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>'
    return f"""// attributes.py --seed={seed} --count=1: {place}
module{given["module"]} {{
{extra}func.func private @g(%x: tensor<4x4xf32>) -> tensor<4x4xf32>{given["callee"]} {{
  %0 = fusion.relu %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}}
func.func {symbol}(%x: tensor<4x4xf32>{entries["argument"]}, %w: tensor<4x4xf32>)
    -> (tensor<4x4xf32>{entries["result"]}){given["function"]} {{
{body}
  return %1 : tensor<4x4xf32>{location}
}}{location}
}}
"""


def check_object(path: Path) -> Iterator[str]:
    """What a shared object has that it should not."""
    text = subprocess.run(["llvm-readelf", "--dyn-symbols", "--sections", "--dynamic", "--wide", str(path)],
                          check=True, capture_output=True, text=True).stdout  # fmt: skip
    for line in text.splitlines():
        words = line.split()
        if re.match(r"\s+\d+: [0-9a-f]{16} ", line) and len(words) > 7:
            name, undefined = words[7].partition("@")[0], words[6] == "UND"
            if undefined and not KNOWN.fullmatch(name):
                yield f"needs the symbol {name}"
            if not undefined and name != "fusion_module":
                yield f"shows the symbol {name}"
        if re.search(r"\.(init_array|fini_array|ctors|dtors|preinit_array|init|fini|deplibs)\b", line):
            yield f"has code to run when it is loaded: {line.strip()}"
        if re.search(r"\((NEEDED|RPATH|RUNPATH|INIT|FINI|AUDIT|INIT_ARRAY|FINI_ARRAY)\)", line):
            yield f"asks the loader: {line.strip()}"


def run(command: list[str], path: Path) -> tuple[str, str]:
    """The outcome, and what was printed. A good outcome is accepted or refused."""
    try:
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return f"no end after {TIMEOUT} s", ""
    if done.returncode == 0:
        return "accepted", done.stderr
    if done.returncode != 1 or "crashed" in done.stderr or "LLVM ERROR" in done.stderr or "fault of" in done.stderr:
        return f"exit code {done.returncode}", done.stderr
    return ("refused" if re.search(r"(^|: )error: ", done.stderr) else "refused without a diagnostic"), done.stderr


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="of the first graph; the others follow")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--keep", type=Path, help="a folder for graphs with findings")
    options = parser.parse_args()
    outcomes: Counter[str] = Counter()
    findings = objects = 0
    with tempfile.TemporaryDirectory() as folder:
        path, made = Path(folder, "graph.mlir"), Path(folder, "graph.so")
        commands = {
            "fusion-opt": ["fusion-opt", "--fusion-to-cpu", "-o", "/dev/null"],
            "cpu": ["fusion-compile", "--target=cpu", "--emit=so", "-o", str(made)],
            "gpu": ["fusion-compile", "--target=sm_80", "--emit=so", "-o", str(made)],
        }
        for seed in range(options.seed, options.seed + options.count):
            path.write_text(make(seed))
            for name, command in commands.items():
                made.unlink(missing_ok=True)
                outcome, printed = run(command, path)
                outcomes[f"{name}: {outcome}"] += 1
                problems = [] if outcome in ("accepted", "refused") else [f"{outcome}: {printed[:300]}"]
                if made.exists():
                    objects += 1
                    problems += check_object(made)
                for problem in problems:
                    print(f"seed {seed}, {name}: {problem}")
                findings += len(problems)
                if problems and options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{seed}.mlir").write_text(path.read_text())
    for outcome, count in sorted(outcomes.items()):
        print(f"{outcome}: {count}")
    print(f"{options.count} graphs, {objects} objects read, {findings} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
