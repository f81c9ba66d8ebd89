#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the Python package's wheel; see docs/dev/Wheel.md.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/wheel.sh [--output FOLDER] [--build FOLDER] [--linked] [--help]

Links the libraries and programs of the Python package so that they need no LLVM, packs them with the package into one
wheel for Python 3.10 and later, and checks what they need and show. Takes what tools/setup.sh built in build/, and the
tools of tools/wheel-tools.sh, which it installs from PyPI the first time.

  --output FOLDER   where to put the wheel (default: build-wheel)
  --build FOLDER    the build (default: build)
  --linked          pack what the target fusion-wheel left there, and build and install nothing
  --help            this text
T
}

output=build-wheel build=build link=ON
while (($#)); do
  case $1 in
    --output) [[ $# -ge 2 ]] || { usage >&2; exit 2; }; output=$(realpath -m "$2"); shift ;;
    --build) [[ $# -ge 2 ]] || { usage >&2; exit 2; }; build=$2; shift ;;
    --linked) link=OFF ;;
    --help | -h) usage; exit 0 ;;
    *) printf 'wheel.sh: unknown option %s\n' "$1" >&2; usage >&2; exit 2 ;;
  esac
  shift
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$(realpath -m "$build")
[[ -e $build/build.ninja ]] || { echo "wheel.sh: $build is not configured: run tools/setup.sh first" >&2; exit 1; }
[[ $link == OFF ]] || tools/wheel-tools.sh
work=$(mktemp -d -t fusion-wheel-XXXXXX)
trap 'rm -rf "$work"' EXIT
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }

# The same inputs give the same bytes, at any time.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800} # 1980, where ZIP's time begins
export PATH=$PWD/.venv-wheel/bin:$PATH
quietly python -m pip --disable-pip-version-check wheel ./python --no-deps --no-build-isolation \
  --config-settings="cmake.define.FUSION_BUILD=$build" --config-settings="cmake.define.FUSION_LINK=$link" \
  --wheel-dir "$work"
# auditwheel names the oldest glibc that will do, and puts the files into one order.
quietly auditwheel repair --plat manylinux_2_34_x86_64 --wheel-dir "$work/repaired" "$work"/*.whl
mkdir -p "$output"
cp "$work"/repaired/*.whl "$output"
wheel=$output/$(basename "$work"/repaired/*.whl)
python python/wheel/check_wheel.py "$wheel"
printf '%s\n' "$wheel"
