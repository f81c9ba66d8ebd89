#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets up, then runs all tests that this machine can run. The last line is `N passed, M failed, K skipped`.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/test.sh [--no-cuda] [--docs] [--help]

Runs tools/setup.sh, then every test under test/. Tests that need what is not here (a GPU, a cubin maker, the sample
graphs) are counted as skipped. The exit code is 1 if any test failed.

  --no-cuda, --docs   as in tools/setup.sh
  --help              this text
T
}

for argument in "$@"; do
  case $argument in
    --no-cuda | --docs) ;;
    --help | -h) usage; exit 0 ;;
    *) printf 'test.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
tools/setup.sh "$@"

rm -f build/test/results.json
status=0
ninja -C build --quiet check-fusion || status=1
[[ -s build/test/results.json ]] || { echo "test.sh: lit left no results" >&2; exit 1; }
python3 tools/lit-summary.py build/test/results.json || status=1
exit $status
