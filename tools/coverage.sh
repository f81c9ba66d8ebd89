#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds with clang's source-based coverage, runs the tests and says which lines they ran; see docs/dev/Checks.md.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/coverage.sh [--report] [FILTER]

Builds in build-coverage/, runs the tests of this machine there and prints the share of lines that ran, by folder and
for the files that lack most. build-coverage/html/index.html has every line. What tests and generated files hold is not
counted.

  --report  neither build nor test: report what ran before
  FILTER    a regular expression: only tests whose path matches, on top of what ran before

JOBS=N in the environment limits the jobs of the build and of the tests. Tests that fail do not stop it: what they ran
counts. Needs what tools/setup.sh installs, and the package libclang-rt-22-dev.
T
}

report='' filter=''
for argument in "$@"; do
  case $argument in
    --report) report=1 ;;
    --help | -h) usage; exit 0 ;;
    -*) printf 'coverage.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *)
      [[ -z $filter ]] || { printf 'coverage.sh: one FILTER, not %s too\n' "$argument" >&2; usage >&2; exit 2; }
      filter=$argument ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$PWD/build-coverage llvm=/usr/lib/llvm-22/bin
jobs=${JOBS:-$(nproc)}

if [[ ! $report ]]; then
  flags="-fprofile-instr-generate -fcoverage-mapping"
  mkdir -p "$build"
  root=${FUSION_CUDA_ROOT:-$(sed -n 's/^FUSION_CUDA_ROOT:PATH=//p' build/CMakeCache.txt 2>/dev/null || true)}
  cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="-O1 -DNDEBUG" \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" -DCMAKE_C_COMPILER="$llvm/clang" -DCMAKE_CXX_COMPILER="$llvm/clang++" \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" "-DFUSION_CUDA_ROOT=$root" >"$build/configure.log" ||
    { cat "$build/configure.log"; exit 1; }
  ninja -C "$build" -j "$jobs" --quiet fusion-test-depends
  [[ $filter ]] || rm -rf "$build/profiles"
  # %8m: the processes of a program add up in a few files.
  LLVM_PROFILE_FILE="$build/profiles/%8m.profraw" python3 "$llvm/lit" -sv -j "$jobs" --filter="$filter" \
    "$build/test" || true
fi

"$llvm/llvm-profdata" merge --sparse --failure-mode=all -o "$build/tests.profdata" "$build"/profiles/*.profraw
objects=()
for file in "$build"/bin/* "$build"/lib/*.so* "$build"/{unittests,unittests/*,verify}/*; do
  [[ -f $file && -x $file && ! -L $file && $file != *.py ]] && objects+=("--object=$file")
done
# Of generated files and tests nothing is counted.
options=(--instr-profile="$build/tests.profdata" "${objects[@]}"
  --ignore-filename-regex="^(/usr/|$build/|$PWD/(unittests|verify|test)/)")
"$llvm/llvm-cov" show "${options[@]}" --format=html --output-dir="$build/html" 2>/dev/null >/dev/null
"$llvm/llvm-cov" export "${options[@]}" --summary-only 2>/dev/null >"$build/summary.json"
python3 tools/coverage-summary.py "$build/summary.json" "$PWD"
