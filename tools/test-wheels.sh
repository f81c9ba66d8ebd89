#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes .venv/, the virtual environment with the wheels that tests and tools/build-docs.py want.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/test-wheels.sh [--help]

Installs the wheels that tools/test-wheels.txt pins (PyTorch, transformers, timm, JAX, ONNX, torch-mlir, Sphinx and what
they need) from PyPI into .venv/, once per content of that file: about 1.1 GB to download and 3.6 GB of disk. Tests that
want them run with .venv/bin/python. Where Python is another than the wheels are for, it says so and makes nothing.

Libraries of CUDA that PyTorch's wheel is linked with and a CPU does not need, such as cuBLAS, are left out: one small
library with their names and functions stands in for them, which are an error when they are called.
T
}

for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    *) printf 'test-wheels.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
say() { printf '== %s\n' "$*"; }
fail() { printf 'test-wheels.sh: %s\n' "$*" >&2; exit 1; }

wheels=tools/test-wheels.txt stamp=.venv/test-wheels.stamp
python=$(sed -n 's/^FUSION_PYTHON:[A-Z]*=//p' build/CMakeCache.txt 2>/dev/null) ||
  fail "no build here: run tools/setup.sh"

# Prints what wheels have to fit: "3.11 x86_64 glibc".
find_platform() {
  "$python" -c 'import platform as p, sys
print("{}.{}".format(*sys.version_info), p.machine(), p.libc_ver()[0] or "without glibc")'
}

# Makes the library that stands in for those that libtorch_cuda.so is linked with and that are not here.
make_stand_ins() {
  local library missing
  library=$(echo .venv/lib/python3*/site-packages/torch/lib/libtorch_cuda.so)
  missing=$(ldd "$library" | sed -n 's/^\s*\(\S*\) => not found$/\1/p' | sort -u)
  [[ -n $missing ]] || return 0
  {
    printf '#include <stdio.h>\n#include <stdlib.h>\nstatic void missing(void) {\n'
    printf '  fputs("PyTorch has a stand-in for this library of CUDA: tools/test-wheels.sh\\n", stderr);\n'
    printf '  abort();\n}\n'
    ldd -r "$library" 2>&1 |
      sed -n 's/^undefined symbol: \([A-Za-z0-9_]*\).*/void \1(void) __attribute__((alias("missing")));/p' | sort -u
  } | clang-22 -shared -fPIC -x c - -o "$(dirname "$library")/libstand_in.so"
  for name in $missing; do ln -s libstand_in.so "$(dirname "$library")/$name"; done
}

# The environment is as it has to be: of these wheels, in this place.
stamp_text=$(pwd && cat "$wheels")
[[ $(cat "$stamp" 2>/dev/null) != "$stamp_text" ]] || exit 0

platform=$(find_platform)
if [[ $platform != "3.11 x86_64 glibc" ]]; then
  say "no wheels: those of $wheels are for Python 3.11 on x86-64 with glibc, and $python is $platform;" \
    "tests that want them are skipped"
  rm -rf .venv
  exit 0
fi
megabytes=$(sed -n 's/^# megabytes to download: //p' "$wheels")
say "installing the wheels of $wheels from PyPI into .venv/, once: $megabytes MB to download, about 3.5 GB of disk" \
  "(tools/test.sh --no-wheels goes without)"
rm -rf .venv
"$python" -m venv .venv || fail "no virtual environment could be made (Debian's python3-venv is wanted)"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --require-hashes \
  --only-binary=:all: -r "$wheels" || fail "pip could not get the wheels (tools/test.sh --no-wheels goes without)"
make_stand_ins
.venv/bin/python -c 'import torch' || fail "PyTorch cannot be loaded from .venv/"
echo "$stamp_text" >"$stamp"
