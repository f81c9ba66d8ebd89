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
export PATH=$packed/fusion/bin:$packed/fusion/llvm:$PATH
if ((unpack)); then
  printf 'export LD_LIBRARY_PATH=%q PATH=%q\n' "$LD_LIBRARY_PATH" "$PATH"
  exit 0
fi

mkdir -p "$packed/test"
nvjitlink=$(ldconfig -p 2>/dev/null | awk '$1 == "libnvJitLink.so.13" { print $NF; exit }')
cat >"$packed/test/lit.site.cfg.py" <<T
config.fusion_src_root = r"$root"
config.fusion_obj_root = r"$packed"
config.fusion_tools_dir = r"$packed/fusion/bin"
config.fusion_lib_dir = r"$packed/fusion/lib"
config.fusion_unittests_dir = r"$packed/fusion/unittests"
config.fusion_samples_dir = r"$packed/fusion/samples"
config.llvm_tools_dir = r"$packed/fusion/llvm"
config.mlir_tblgen = config.mlir_include = config.cmake = config.host_cc = config.host_cxx = ""
config.python = r"$(command -v python3)"
config.fusion_cuda = True
config.fusion_ptxas = r"$(command -v ptxas || true)"
config.fusion_sanitize = ""
config.fusion_nvjitlink = r"$nvjitlink"
lit_config.load_config(config, r"$root/test/lit.cfg.py")
T

if ((all)); then
  tests=("$packed/test")
else
  mapfile -t tests < <(cd test && grep -rlE '^(//|#)? *REQUIRES:.*\bcuda\b' --include='*.mlir' --include='*.test' . | sort)
  ((${#tests[@]})) || { echo "gpu-test.sh: no test requires a GPU" >&2; exit 1; }
  tests=("${tests[@]/#./$packed/test}")
fi

rm -f "$packed/results.json"
status=0
PYTHONPATH=$packed/llvm/lit python3 -c 'from lit.main import main; main()' -v --filter="$filter" \
  --output="$packed/results.json" "${tests[@]}" || status=1
[[ -s $packed/results.json ]] || { echo "gpu-test.sh: lit left no results" >&2; exit 1; }
python3 tools/lit-summary.py "$packed/results.json" || status=1
exit $status
