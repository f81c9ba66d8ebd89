#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tries all rewrites of formulas on special numbers, on a GPU, from what tools/gpu-pack.sh packed or from build/.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/gpu-rewrites.sh [--count=N] [--seed=N] [--help]

Runs verify/Rewrites/check.py on the GPU, under relaxed and strict numerics. The exit code is 1 if a difference is
not explained.

  --count    operands of each formula (default: 300)
  --seed     of the random ones (default: 1)
T
}

cd "$(dirname "${BASH_SOURCE[0]}")/.."
arguments=(--count=300)
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    --count=* | --seed=*) arguments+=("$argument") ;;
    *) printf 'gpu-rewrites.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

if [[ -s .gpu/fusion.tar.xz ]]; then
  environment=$(tools/gpu-test.sh --unpack)
  eval "$environment"
else
  PATH=$PWD/build/bin:$PATH
fi
exec python3 verify/Rewrites/check.py --device=cuda "${arguments[@]}"
