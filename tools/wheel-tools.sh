#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes .venv-wheel/, the virtual environment with what makes and checks the Python package's wheel.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/wheel-tools.sh [--help]

Installs what tools/wheel-tools.txt pins (scikit-build-core, auditwheel, abi3audit and what they need) from PyPI into
.venv-wheel/, once per content of that file: 4 MB to download. tools/wheel.sh and tools/test.sh call it.
T
}

for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    *) printf 'wheel-tools.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() { printf 'wheel-tools.sh: %s\n' "$*" >&2; exit 1; }

list=tools/wheel-tools.txt folder=.venv-wheel
stamp_text=$(pwd && cat "$list")
[[ $(cat "$folder/stamp" 2>/dev/null) != "$stamp_text" ]] || exit 0
rm -rf "$folder"
python3 -m venv "$folder" || fail "no virtual environment could be made (Debian's python3-venv is wanted)"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --only-binary=:all: \
  -r "$list" || fail "pip could not get what $list pins"
echo "$stamp_text" >"$folder/stamp"
