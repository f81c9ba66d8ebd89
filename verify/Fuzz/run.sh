#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# run.sh NAME SECONDS [BUILD]: runs the fuzzer fuzz-NAME of the build folder (default build-fuzz) for so long, on one
# core, from this project's own files. Its corpus and what it finds go to BUILD/verify/fuzz/NAME. It goes on after a
# finding. Exits 1 if there are any; see README.md for what to do with them.
set -eu
name=${1:?name of a fuzzer} seconds=${2:?seconds}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${3:-$root/build-fuzz}
work=$build/verify/fuzz/$name
mkdir -p "$work/seeds" "$work/corpus" "$work/found"

case $name in
npy | cache) python3 "$root/verify/Fuzz/seeds.py" "$name" "$work/seeds" ;;
tuning) python3 "$root/verify/Fuzz/seeds.py" "$name" "$work/seeds" "$root"/{tuning,test/Schedule/Inputs}/*.json ;;
text)
  for file in $(find "$root/test" -name '*.mlir' -size -16k); do
    cp "$file" "$work/seeds/$(echo "${file#"$root"/test/}" | tr / -)"
  done ;;
*) echo "no fuzzer $name" >&2; exit 2 ;;
esac
dictionary=()
[[ -f $root/verify/Fuzz/$name.dict ]] && dictionary=("-dict=$root/verify/Fuzz/$name.dict")

# What uninstrumented libraries do to containers and to memory that our code poisoned would be false findings. Leaks are
# no holes.
ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0:detect_odr_violation=0
export ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
"$build/verify/fuzz/fuzz-$name" -fork=1 -ignore_crashes=1 -ignore_ooms=1 -ignore_timeouts=1 -timeout=20 \
  -rss_limit_mb=4096 -max_total_time="$seconds" -max_len=20000 -artifact_prefix="$work/found/" "${dictionary[@]}" \
  "$work/corpus" "$work/seeds"
[[ -z $(ls -A "$work/found") ]]
