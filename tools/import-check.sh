#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the routes of docs/Import.md (PyTorch, JAX, ONNX, TensorFlow Lite to results) with public wheels: makes a virtual
# environment, installs them from PyPI, and runs the tests that are skipped where they are not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  cat <<'END'
usage: tools/import-check.sh [--venv=DIR] [--without=ROUTE]... [--no-install]

  --venv=DIR       the virtual environment; made if it is not there (default: build/import-venv)
  --without=ROUTE  torch, jax, onnx or tflite: leave that route out (torch takes several GB: its wheel brings CUDA's
                   libraries)
  --no-install     use what is in the environment

Needs a build (tools/setup.sh), Python 3 with venv and pip, and PyPI.
END
}

venv=build/import-venv
install=1
routes=(torch jax onnx tflite)
for argument in "$@"; do
  case $argument in
  --help) usage && exit 0 ;;
  --venv=?*) venv=${argument#*=} ;;
  --no-install) install=0 ;;
  --without=torch | --without=jax | --without=onnx | --without=tflite)
    for i in "${!routes[@]}"; do [[ ${routes[i]} != "${argument#*=}" ]] || unset "routes[i]"; done ;;
  *) echo "import-check.sh: unknown option $argument" >&2 && usage >&2 && exit 2 ;;
  esac
done
[[ ${#routes[@]} -gt 0 ]] || { echo "import-check.sh: no route is left" >&2 && exit 2; }
[[ -x build/bin/fusion-run ]] || { echo "import-check.sh: no build here (tools/setup.sh makes one)" >&2 && exit 1; }

declare -A wheels=(
  [torch]="torch torch-mlir numpy"
  [jax]="jax iree-base-compiler torch-mlir numpy"
  [onnx]="onnx torch-mlir numpy"
  [tflite]="tosa-converter-for-tflite tflite flatbuffers numpy"
)
if [[ $install == 1 ]]; then
  [[ -x $venv/bin/python ]] || python3 -m venv "$venv"
  for route in "${routes[@]}"; do
    # shellcheck disable=SC2086
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check ${wheels[$route]}
  done
fi
filter=$(IFS='|' && echo "docs/import-(${routes[*]})")
lit=/usr/lib/llvm-22/bin/lit
report=$(mktemp)
trap 'rm -f "$report"' EXIT
FUSION_IMPORT_VENV=$(realpath "$venv") python3 "$lit" -v build/test --filter="$filter" | tee "$report"
# A route whose wheels are missing is skipped by lit; here it was asked for.
if grep -q '^UNSUPPORTED' "$report"; then
  echo "import-check.sh: wheels of these routes are missing in $venv" >&2
  exit 1
fi
