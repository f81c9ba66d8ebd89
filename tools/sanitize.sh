#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds this project's code with clang's sanitizers and runs tests with it; see docs/dev/Checks.md.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/sanitize.sh address|thread [FILTER]

  address   AddressSanitizer (with leaks) and UndefinedBehaviorSanitizer, in build-address/: every test, and the fuzzers
            are built too
  thread    ThreadSanitizer, in build-thread/: the tests of what runs in several threads (runtime, cache, C interface,
            interpreter)
  FILTER    a regular expression: only tests whose path matches

JOBS=N in the environment limits the jobs of the build and of the tests. Needs what tools/setup.sh installs, and the
package libclang-rt-22-dev. Exits 1 if a test fails: a finding of a sanitizer ends the program that has it.
T
}

(($# <= 2)) || { printf 'sanitize.sh: one FILTER, not %s too\n' "$3" >&2; usage >&2; exit 2; }
filter=${2:-}
[[ $filter != -* ]] || { printf 'sanitize.sh: unknown option %s\n' "$filter" >&2; usage >&2; exit 2; }
case ${1:-} in
address) options=(-DFUSION_SANITIZE=address,undefined -DFUSION_FUZZ=ON) targets=(fusion-test-depends fuzz) ;;
thread)
  options=(-DFUSION_SANITIZE=thread)
  targets=(fusion-runner fusion-run fusion-compile fusion-cache CacheStress RuntimeTests
    runtime-cpu-module runtime-cuda-module runtime-hopper-module runtime-old-module runtime-fake-driver runtime-c-user
    capi-threads ReferenceTests fusion-reference-run)
  filter=${filter:-'Runtime/(\./|cache|c-api|fake-driver|run-)|CAPI/threads|Reference/|Driver/cache'}
  ;;
--help | -h) usage; exit 0 ;;
-*) printf 'sanitize.sh: unknown option %s\n' "$1" >&2; usage >&2; exit 2 ;;
*) printf 'sanitize.sh: name a sanitizer\n' >&2; usage >&2; exit 2 ;;
esac

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$PWD/build-$1
jobs=${JOBS:-$(nproc)}
mkdir -p "$build"
root=${FUSION_CUDA_ROOT:-$(sed -n 's/^FUSION_CUDA_ROOT:PATH=//p' build/CMakeCache.txt 2>/dev/null || true)}
cmake -G Ninja -S . -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
  -DCMAKE_C_COMPILER="$(command -v clang-22)" -DCMAKE_CXX_COMPILER="$(command -v clang++-22)" \
  "-DFUSION_CUDA_ROOT=$root" "${options[@]}" >"$build/configure.log" || { cat "$build/configure.log"; exit 1; }
ninja -C "$build" -j "$jobs" --quiet "${targets[@]}"
python3 /usr/lib/llvm-22/bin/lit -sv -j "$jobs" --filter="$filter" "$build/test"
