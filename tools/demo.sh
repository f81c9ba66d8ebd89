#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up, then takes one graph the whole way: fusion report, PTX, a run that is checked.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/demo.sh [--no-cuda] [--help] [GRAPH.mlir]

Runs tools/setup.sh, then compiles a graph (the feed-forward block in test/Examples/ffn.mlir, unless another is given):
prints which operations share a kernel and why others do not, writes PTX for Hopper to build/demo/, and runs the kernels
on random data, on the GPU if there is one, else on the CPU. Every output is compared with a float64 interpreter; the
last line says whether the results are right, and how far from the limit that rounding sets.

  --no-cuda   as in tools/setup.sh
  --help      this text
T
}

setup=()
graph=
for argument in "$@"; do
  case $argument in
    --no-cuda) setup+=("$argument") ;;
    --help | -h) usage; exit 0 ;;
    -*) printf 'demo.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *) [[ -z $graph ]] || { usage >&2; exit 2; }; graph=$(realpath -- "$argument") ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
: "${graph:=test/Examples/ffn.mlir}"
[[ -r $graph ]] || { printf 'demo.sh: cannot read %s\n' "$graph" >&2; exit 1; }
tools/setup.sh "${setup[@]}"

# Prints a command, then runs it.
show() { printf '\n$ %s\n' "$*"; "$@"; }
PATH=$PWD/build/bin:$PATH
mkdir -p build/demo
ptx=build/demo/$(basename "$graph" .mlir).sm_90a.ptx

show fusion-compile "$graph" --target=sm_90a --emit=ptx --explain -o "$ptx"
printf '\n%s: %s entry points, %s tensor-core instructions\n' "$ptx" "$(grep -c '^\.visible \.entry' "$ptx")" \
  "$(grep -cE 'mma\.sync|wgmma\.mma_async' "$ptx")"
show fusion-run "$graph" --random=1 --verify
