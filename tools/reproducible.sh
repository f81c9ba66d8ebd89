#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Whether two builds of the compiler make the same of the same graphs, byte by byte: PTX, cubins, shared objects. And
# whether they are the same themselves, as their wheels show.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/reproducible.sh [OTHER] [--wheel] [--help]

Compiles graphs with build/ and with the build folder OTHER, called from different folders on copies in different
folders, and compares. Without OTHER what is committed is copied to a temporary folder and built there first, which
takes long. Exits 1 if anything differs, or nothing compiles.

  --wheel   also makes a wheel of each build and compares them; OTHER must then have the same flags
T
}

other='' wheel=0
for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    --wheel) wheel=1 ;;
    -*) printf 'reproducible.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *) other=$(realpath "$argument") ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$PWD/build
work=$(mktemp -d -t fusion-reproducible-XXXXXX)
trap 'rm -rf "$work"' EXIT

if [[ -z $other ]]; then
  other=$work/another/checkout/and/build
  mkdir -p "$work/another/checkout"
  git archive HEAD | tar -x -C "$work/another/checkout"
  root=$(sed -n 's/^FUSION_CUDA_ROOT:PATH=//p' build/CMakeCache.txt)
  cmake -G Ninja -S "$work/another/checkout" -B "$other" -DCMAKE_BUILD_TYPE=Release -DFUSION_CUDA_ROOT="$root" \
    -DCMAKE_C_COMPILER="$(command -v clang-22)" -DCMAKE_CXX_COMPILER="$(command -v clang++-22)" >/dev/null
  ninja -C "$other" -j "${JOBS:-$(nproc)}" --quiet fusion-compile
fi

# The example, a few problems of each kind, and the models of the tests.
mkdir -p "$work/first/a" "$work/second/b/c" # the same names: messages of checks have them
cp test/Examples/ffn.mlir "$work/first/a"
for problem in 1024x1024x1024:bf16:bias+gelu 333x257x129:f16:bias+relu 4096x4096x4096:bf16:bias+silu \
  65x63x1000:f32:bias; do
  "$build/bin/fusion-bench" --emit-graph --problem="$problem" >"$work/first/a/${problem//[:+]/-}.mlir"
done
cp test/Models/Inputs/*.mlir "$work/first/a"

compared=0 different=0 neither=0
for graph in "$work"/first/a/*.mlir; do
  name=$(basename "$graph" .mlir)
  cp "$graph" "$work/second/b/c"
  for emit in sm_80:ptx sm_80:cubin sm_90a:ptx sm_90a:cubin sm_90a:so cpu:so; do
    options=("--target=${emit%:*}" "--emit=${emit#*:}")
    (cd "$work/first/a" && "$build/bin/fusion-compile" "$name.mlir" "${options[@]}" -o ../out 2>../log) ||
      : >"$work/first/out"
    (cd / && "$other/bin/fusion-compile" "$work/second/b/c/$name.mlir" "${options[@]}" -o "$work/second/out" \
      2>"$work/second/log") || : >"$work/second/out"
    compared=$((compared + 1))
    if ! cmp -s "$work/first/out" "$work/second/out"; then
      echo "different: $name for $emit"
      different=$((different + 1))
    elif [[ ! -s $work/first/out ]]; then
      neither=$((neither + 1))
      echo "neither compiles: $name for $emit: $(head -1 "$work/first/log")"
    fi
  done
done
echo "$compared outputs of $build and $other compared, $different different, $neither compiled by neither"
((different == 0 && neither < compared))

if ((wheel)); then
  tools/wheel.sh --build "$build" --output "$work/first/wheel" >/dev/null
  tools/wheel.sh --build "$other" --output "$work/second/wheel" >/dev/null
  cmp "$work"/first/wheel/*.whl "$work"/second/wheel/*.whl
  echo "the wheels of both are equal"
fi
