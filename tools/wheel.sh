#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the Python package's wheel; see docs/dev/Wheel.md.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/wheel.sh [--output FOLDER] [--help]

Links the libraries of the Python package so that they need no LLVM, packs them with the package into one wheel for
Python 3.10 and later, and checks what they need and show. Takes what tools/setup.sh built in build/.

  --output FOLDER   where to put the wheel (default: build-wheel)
  --help            this text
T
}

output=build-wheel
while (($#)); do
  case $1 in
    --output) [[ $# -ge 2 ]] || { usage >&2; exit 2; }; output=$(realpath -m "$2"); shift ;;
    --help | -h) usage; exit 0 ;;
    *) printf 'wheel.sh: unknown option %s\n' "$1" >&2; usage >&2; exit 2 ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
[[ -e build/build.ninja ]] || { echo "wheel.sh: build/ is not configured: run tools/setup.sh first" >&2; exit 1; }
ninja -C build --quiet fusion-wheel
wheel=$(python3 python/wheel/fusion_wheel.py build "$output")
python3 python/wheel/check_wheel.py "$wheel"
printf '%s\n' "$wheel"
