#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what the build needs, configures and builds into build/. Run it again at any time: what is there is kept.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/setup.sh [--no-cuda] [--docs] [--help]

Installs the Debian packages that are missing (as root or through sudo), configures with clang 22, lld and Ninja, and
builds into build/. Where there is no CUDA toolkit of 13.3 or later it takes ptxas and nvJitLink from NVIDIA's Python
wheels into .cuda/; these make cubins, PTX needs neither.

  --no-cuda   leave CUDA out: no wheels, no cubins; PTX and the CPU path work, tests that need cubins are skipped
  --docs      also Chromium, with which a test opens the built pages (tools/build-docs.py)
  --help      this text
T
}

cuda=1 docs=0
for argument in "$@"; do
  case $argument in
    --no-cuda) cuda=0 ;;
    --docs) docs=1 ;;
    --help | -h) usage; exit 0 ;;
    *) printf 'setup.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
say() { printf '== %s\n' "$*"; }
fail() { printf 'setup.sh: %s\n' "$*" >&2; exit 1; }

packages=(
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools clang-22 clang-format-22 lld-22
  libgtest-dev libzstd-dev zlib1g-dev libxml2-dev libedit-dev
  cmake ninja-build ccache git ca-certificates python3 python3-dev python3-venv python3-psutil python3-numpy g++
  man-db pkg-config zsh strace locales doxygen
)
((!docs)) || packages+=(chromium fonts-dejavu-core)

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "cannot install packages: neither root nor sudo; install these first: ${missing[*]}"
  fi
}

# Installs those of the given Debian packages that are not there yet.
install_packages() {
  missing=()
  local package
  for package in "$@"; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  say "installing ${missing[*]}"
  as_root apt-get -q update >/dev/null || say "apt-get update failed; trying with the lists that are there"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]} (LLVM 22 is in Debian 12's security suite: is it among the sources?)"
}

# Prints the folder of a CUDA toolkit of version 13.3 or later, if there is one. Its assembler waits for products before
# it writes their registers again (verify/Assembler/README.md).
find_toolkit() {
  local ptxas release major minor
  for ptxas in "${CUDA_HOME:+$CUDA_HOME/bin/ptxas}" "${CUDA_PATH:+$CUDA_PATH/bin/ptxas}" \
    /usr/local/cuda/bin/ptxas "$(command -v ptxas || true)"; do
    [[ -n $ptxas && -x $ptxas ]] || continue
    release=$("$ptxas" --version | sed -n 's/.*release \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    read -r major minor <<<"${release:-0 0}"
    if ((major > 13 || (major == 13 && minor >= 3))); then
      dirname "$(dirname "$(readlink -f "$ptxas")")"
      return
    fi
  done
}

# Unpacks the wheels that tools/cuda-wheels.txt pins into .cuda/, once per content of that file.
fetch_wheels() {
  local stamp=.cuda/cuda-wheels.txt
  cmp -s tools/cuda-wheels.txt "$stamp" && return
  python3 -m pip --version >/dev/null 2>&1 || install_packages python3-pip
  say "no CUDA toolkit of 13.3 or later: taking ptxas and nvJitLink from NVIDIA's wheels (licence in .cuda/)"
  rm -rf .cuda
  python3 -m pip install --quiet --root-user-action=ignore --no-deps --no-compile --require-hashes --only-binary=:all: \
    --target .cuda -r tools/cuda-wheels.txt || fail "pip could not get the wheels (--no-cuda goes on without them)"
  cp tools/cuda-wheels.txt "$stamp"
}

if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
  install_packages "${packages[@]}"
else
  say "no Debian package tools: relying on what is installed (needed: ${packages[*]})"
fi

if ((cuda)); then
  root=$(find_toolkit)
  if [[ -n $root ]]; then
    say "CUDA toolkit: $root"
  else
    fetch_wheels
    root=$PWD/.cuda/nvidia/cu13
  fi
  options=(-DFUSION_CUDA=ON "-DFUSION_CUDA_ROOT=$root" -UFUSION_PTXAS_PROGRAM -UFUSION_NVJITLINK_LIBRARY)
else
  say "without CUDA: no cubins will be made"
  options=(-DFUSION_CUDA=OFF -DFUSION_CUDA_ROOT=)
fi

command -v clang++-22 >/dev/null || fail "no clang++-22: install it (in Debian's clang-22, from LLVM's packages)"
say "configuring build/"
mkdir -p build
cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$(command -v clang-22)" \
  -DCMAKE_CXX_COMPILER="$(command -v clang++-22)" "${options[@]}" >build/configure.log ||
  { cat build/configure.log; fail "cmake failed"; }

# About 2 GB of memory for each compiler at work.
jobs=$(nproc)
memory=$(awk '/MemAvailable/ { print int($2 / 2097152) }' /proc/meminfo)
((memory >= 1)) || memory=1
((jobs <= memory)) || jobs=$memory
say "building with $jobs jobs"
ninja -C build -j "$jobs" --quiet
say "built: $PWD/build/bin"
