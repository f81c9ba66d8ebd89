#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs clang-tidy with the checks of .clang-tidy over this project's C++; see docs/dev/Checks.md.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/tidy.sh [--since=COMMIT] [REGEX]

Checks the C++ files of lib, tools, verify and unittests, and the headers that they include, and prints what clang-tidy
finds. Exits 1 where it finds anything. All of it takes a core some 10 s a file, so it is a command and no test.

  --since=COMMIT  files that differ from that commit, committed or not
  REGEX           only files whose path matches

JOBS=N in the environment limits how many run at once. Build first (tools/setup.sh): generated headers are read. Needs
the package clang-tidy-22.
T
}

since='' filter=.
for argument in "$@"; do
  case $argument in
    --since=?*) since=${argument#*=} ;;
    --help | -h) usage; exit 0 ;;
    -*) printf 'tidy.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *) filter=$argument ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() { printf 'tidy.sh: %s\n' "$*" >&2; exit 2; }
command -v clang-tidy-22 >/dev/null || fail "no clang-tidy-22: install the package clang-tidy-22"
[[ -s build/compile_commands.json ]] || fail "no build/compile_commands.json: run tools/setup.sh first"

if [[ $since ]]; then
  list=$(git diff --name-only --diff-filter=AMR "$since") || fail "no commit '$since'"
else
  list=$(git ls-files)
fi
mapfile -t files < <(grep -E '^(lib|tools|verify|unittests)/.*\.cpp$' <<<"$list" | grep -E -- "$filter" |
  while IFS= read -r file; do ! grep -qF "$PWD/$file\"" build/compile_commands.json || echo "$file"; done)
((${#files[@]})) || { echo "no file to check"; exit 0; }

found=0
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "${JOBS:-$(nproc)}" clang-tidy-22 -p build --quiet --warnings-as-errors='*' 2>/dev/null || found=1
((!found)) || { printf 'tidy.sh: %s files checked, and not all are clean\n' ${#files[@]} >&2; exit 1; }
echo "${#files[@]} files checked, all clean"
