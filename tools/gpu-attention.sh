#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks attention as verify/Attention/README.md says, on a GPU, from what tools/gpu-pack.sh packed or from build/.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/gpu-attention.sh [--only=PART,...] [--seed=N] [--count=N] [--jobs=N] [--budget=SECONDS] [--help]

Runs random problems beside the float64 interpreter, seven kernels a thousand times, and these under compute-sanitizer.
The exit code is 1 if something is wrong or was left out.

  --only     these parts alone: problems, thousand, sanitizer
  --seed     the first problem's (default: 1)
  --count    of problems (default: 300)
  --jobs     problems at a time (default: as many as there are processors)
  --budget   begin no problem after so many seconds
T
}

cd "$(dirname "${BASH_SOURCE[0]}")/.."
only=problems,thousand,sanitizer seed=1 count=300 jobs=$(nproc) budget=()
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    --only=*) only=${argument#*=} ;;
    --seed=*) seed=${argument#*=} ;;
    --count=*) count=${argument#*=} ;;
    --jobs=*) jobs=${argument#*=} ;;
    --budget=*) budget=("$argument") ;;
    *) printf 'gpu-attention.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

if [[ -s .gpu/fusion.tar.xz ]]; then
  environment=$(tools/gpu-test.sh --unpack)
  eval "$environment"
  runtime=.gpu/unpacked/fusion/lib/libfusion_runtime.so.0
else
  PATH=$PWD/build/bin:$PATH
  runtime=build/lib/libfusion_runtime.so.0
fi

status=0
part() { # NAME COMMAND: runs it if it is asked for
  [[ ,$only, == *,$1,* ]] || return 0
  shift
  "$@" || status=1
}
sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
part problems python3 verify/Attention/campaign.py --seed="$seed" --count="$count" --jobs="$jobs" "${budget[@]}"
part thousand python3 verify/Attention/repeat.py "$PWD/$runtime" --times=1000 --large
part sanitizer python3 verify/Attention/sanitize.py "$sanitizer"
exit $status
