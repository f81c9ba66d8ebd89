#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks every claim of verify/ExactProducts/README.md on a GPU, from what tools/gpu-pack.sh packed or from build/; or
# without one.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/gpu-exact.sh [--sanitizer | --emulated[=SEED]] [--only=CLAIM,...] [--shard=I/N] [--budget=SECONDS]
       [--quick] [--help]

Runs kernels of every type, layout and schedule over all M, N and K in 1..65 and over large and odd sizes, and compares
every element. One line for each claim; the exit code is 1 if one does not hold or was left out.

  --sanitizer   run kernels of each family under every tool of compute-sanitizer instead
  --emulated    without a GPU: the kernels are interpreted, on few sizes; SEED draws the order in which things happen
  --only        these claims alone: bounds, cube, fixed, large, offsets, pitches, schedules, special, thousand
  --shard       every N-th module from I on, 0 <= I < N: parts of the work for several calls
  --budget      begin nothing after so many seconds
  --quick       samples of all
T
}

cd "$(dirname "${BASH_SOURCE[0]}")/.."
arguments=()
emulated=
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    --sanitizer)
      program=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
      [[ -x $program ]] || { echo "gpu-exact.sh: no compute-sanitizer on the path or in /usr/local/cuda" >&2; exit 1; }
      arguments+=("--sanitizer=$program") ;;
    --emulated | --emulated=*)
      export FUSION_ASSEMBLER=driver EMULATOR_SEED=1
      [[ $argument == --emulated ]] || EMULATOR_SEED=${argument#*=}
      emulated=1
      arguments+=("--emulated") ;;
    --only=* | --shard=* | --budget=* | --quick) arguments+=("$argument") ;;
    *) printf 'gpu-exact.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

if [[ -s .gpu/fusion.tar.xz && ! $emulated ]]; then
  environment=$(tools/gpu-test.sh --unpack)
  eval "$environment"
  verify=.gpu/unpacked/fusion/verify
else
  PATH=$PWD/build/bin:$PATH
  verify=build/verify
fi
[[ ! $emulated ]] || export LD_LIBRARY_PATH=$PWD/$verify/emulated-driver
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 verify/ExactProducts/exact.py "$verify/exact-products" "$folder" "${arguments[@]}"
