#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up, then runs all tests that this machine can run. The last line is `N passed, M failed, K skipped`.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/test.sh [--no-cuda] [--no-wheels] [--docs] [--may-lack=FEATURE,...] [--help]

Runs tools/setup.sh, tools/test-wheels.sh and tools/wheel-tools.sh, then every test under test/. Tests that need what is
not here (a GPU, a cubin maker, a browser) are counted as skipped, with what they want. The exit code is 1 if any test
failed.

  --no-wheels         leave out the Python wheels of tests (1.1 GB to download, 3.5 GB of disk): tests that want
                      PyTorch, JAX, ONNX and the like are skipped
  --may-lack=FEATURE,...
                      also fail if a test was skipped for want of anything but these features of docs/dev/Testing.md
  --no-cuda, --docs   as in tools/setup.sh
  --help              this text
T
}

wheels=1 setup=() summary=()
for argument in "$@"; do
  case $argument in
    --no-cuda | --docs) setup+=("$argument") ;;
    --no-wheels) wheels=0 ;;
    --may-lack=*) summary+=("$argument") ;;
    --help | -h) usage; exit 0 ;;
    *) printf 'test.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh "${setup[@]}"
if ((wheels)); then
  tools/test-wheels.sh
  tools/wheel-tools.sh
else
  echo "== without the wheels of tools/test-wheels.txt: tests of PyTorch, JAX, ONNX and the like are skipped"
  export FUSION_TEST_VENV=
fi

rm -f build/test/results.json
status=0
ninja -C build --quiet check-fusion || status=1
[[ -s build/test/results.json ]] || { echo "test.sh: lit left no results" >&2; exit 1; }
python3 tools/lit-summary.py "${summary[@]}" build/test/results.json || status=1
exit $status
