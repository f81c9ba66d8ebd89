#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the GPU tests from what tools/gpu-pack.sh packed. Needs bash, tar, xz, Python 3 and the NVIDIA driver.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/gpu-test.sh [--all] [--unpack] [--help] [FILTER]

Unpacks .gpu/*.tar.xz and runs the tests that require a GPU. The last line is `N passed, M failed, K skipped`.

  --all      every test that can run here, not only those that require a GPU
  --unpack   only unpack, and print what to set for running the programs by hand
  FILTER     a regular expression for the names of the tests to run
T
}

all=0 unpack=0 filter=.
for argument in "$@"; do
  case $argument in
    --all) all=1 ;;
    --unpack) unpack=1 ;;
    --help | -h) usage; exit 0 ;;
    -*) printf 'gpu-test.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *) filter=$argument ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
packed=$root/.gpu/unpacked
for archive in llvm fusion; do
  [[ -s .gpu/$archive.tar.xz ]] || { echo "gpu-test.sh: no .gpu/$archive.tar.xz: run tools/gpu-pack.sh first" >&2; exit 1; }
  if [[ ! -d $packed/$archive || .gpu/$archive.tar.xz -nt $packed/$archive ]]; then
    rm -rf "${packed:?}/$archive"
    mkdir -p "$packed/$archive"
    tar -xJf .gpu/$archive.tar.xz -C "$packed/$archive"
    touch "$packed/$archive"
  fi
done

export LD_LIBRARY_PATH=$packed/llvm/lib:$packed/fusion/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PATH=$packed/fusion/bin:$packed/fusion/unittests:$packed/fusion/llvm:$PATH
if ((unpack)); then
  printf 'export LD_LIBRARY_PATH=%q PATH=%q\n' "$LD_LIBRARY_PATH" "$PATH"
  exit 0
fi

# lit.site.cfg.py as CMake would make it, with what is not there left empty.
declare -A values=(
  [PROJECT_SOURCE_DIR]=$root [PROJECT_BINARY_DIR]=$packed/fusion [CMAKE_RUNTIME_OUTPUT_DIRECTORY]=$packed/fusion/bin
  [CMAKE_LIBRARY_OUTPUT_DIRECTORY]=$packed/fusion/lib [FUSION_SAMPLES_DIR]=$packed/fusion/samples
  [LLVM_TOOLS_BINARY_DIR]=$packed/fusion/llvm [FUSION_PYTHON]=$(command -v python3) [FUSION_CUDA]=ON
  [FUSION_PTXAS_PROGRAM]=$(command -v ptxas || true)
  [FUSION_NVJITLINK_LIBRARY]=$(ldconfig -p 2>/dev/null | awk '$1 == "libnvJitLink.so.13" { print $NF; exit }')
)
script=()
for name in "${!values[@]}"; do
  script+=(-e "s|@$name@|${values[$name]}|g")
done
mkdir -p "$packed/fusion/test"
sed "${script[@]}" -e 's|@[A-Z_]*@||g' test/lit.site.cfg.py.in >"$packed/fusion/test/lit.site.cfg.py"

if ((all)); then
  tests=("$packed/fusion/test")
else
  mapfile -t tests < <(cd test && grep -rlE '^(//|#)? *REQUIRES:.*\bcuda\b' --include='*.mlir' --include='*.test' . | sort)
  ((${#tests[@]})) || { echo "gpu-test.sh: no test requires a GPU" >&2; exit 1; }
  tests=("${tests[@]/#./$packed/fusion/test}")
fi

rm -f "$packed/results.json"
status=0
PYTHONPATH=$packed/llvm/lit python3 -c 'from lit.main import main; main()' -v --filter="$filter" \
  --output="$packed/results.json" "${tests[@]}" || status=1
[[ -s $packed/results.json ]] || { echo "gpu-test.sh: lit left no results" >&2; exit 1; }
python3 tools/lit-summary.py "$packed/results.json" || status=1
exit $status
