#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Packs what the tests need on a machine that has a GPU and Python but no packages, into .gpu/.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/gpu-pack.sh [--help]

Writes archives into .gpu/, at most 64 MiB together: llvm.tar.xz (libLLVM, libz3 and lit) and mlir.tar.xz (libMLIR),
which are made once and take minutes, and fusion.tar.xz (what build/ holds, and FileCheck and the like). They can be
copied one after the other.
Build first (tools/setup.sh). Then copy the checkout with .gpu/ to the machine and run tools/gpu-test.sh there.
T
}

for argument in "$@"; do
  case $argument in
    --help | -h) usage; exit 0 ;;
    *) printf 'gpu-pack.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
fail() { printf 'gpu-pack.sh: %s\n' "$*" >&2; exit 1; }
[[ -x build/bin/fusion-opt ]] || fail "no build/bin/fusion-opt: run tools/setup.sh first"
llvm=$(sed -n 's/^LLVM_DIR:PATH=\(.*\)\/lib\/cmake\/llvm$/\1/p' build/CMakeCache.txt)
[[ -d $llvm/bin ]] || fail "build/CMakeCache.txt names no LLVM"

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p .gpu

pack() { # FOLDER ARCHIVE: strips the folder's programs and libraries, and writes the archive
  local file
  find "$1" -type f \( -perm -100 -o -name '*.so*' \) -print0 | while IFS= read -r -d '' file; do
    # The first four bytes of a program or library.
    [[ $(head -c 4 "$file" | tr -d '\0') != $'\177ELF' ]] || strip --strip-unneeded "$file"
  done
  tar -C "$1" --sort=name --owner=0 --group=0 --mtime=@0 -c . | xz --x86 --lzma2=preset=9 >"$2.new"
  mv "$2.new" "$2"
}

# Prints the path of the shared library that the tools load under the given name.
loaded() { ldd build/bin/fusion-opt | awk -v name="$1" 'index($1, name) == 1 { print $3; exit }'; }

mlir=$(loaded libMLIR.so)
stamp="$(stat -Lc '%s %Y' "$mlir" "$(loaded libLLVM.so)" | tr '\n' ' ')"
if [[ ! -s .gpu/llvm.tar.xz || ! -s .gpu/mlir.tar.xz || $(cat .gpu/llvm.stamp 2>/dev/null) != "$stamp" ]]; then
  echo "packing LLVM (once)"
  mkdir -p "$stage/llvm/lib" "$stage/mlir/lib"
  for library in libLLVM.so libz3.so; do
    path=$(loaded $library)
    cp -L "$path" "$stage/llvm/lib/$(basename "$path")"
  done
  cp -L "$mlir" "$stage/mlir/lib/$(basename "$mlir")"
  cp -r "$(find "$llvm" -type d -path '*/utils/lit' -print -quit)" "$stage/llvm/lit"
  pack "$stage/llvm" .gpu/llvm.tar.xz
  pack "$stage/mlir" .gpu/mlir.tar.xz
  echo "$stamp" >.gpu/llvm.stamp
fi

mkdir -p "$stage/fusion/lib" "$stage/fusion/llvm"
cp -r build/bin "$stage/fusion/bin"
for program in FileCheck not count split-file; do
  cp -L "$llvm/bin/$program" "$stage/fusion/llvm/"
done
if [[ -d build/unittests ]]; then
  (cd build && find unittests verify -name CMakeFiles -prune -o -type f -perm -100 -print0 |
    xargs -0r cp --parents -t "$stage/fusion")
fi
find build/lib -maxdepth 1 -name '*.so*' -exec cp -P {} "$stage/fusion/lib/" \;
chmod -R u+w "$stage/fusion"
pack "$stage/fusion" .gpu/fusion.tar.xz

ls -l .gpu/*.tar.xz
total=$(du -cb .gpu/*.tar.xz | awk 'END { print $1 }')
((total <= 64 * 1024 * 1024)) || fail "the archives have $total bytes, more than 64 MiB"
