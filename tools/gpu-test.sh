#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the GPU tests from what tools/gpu-pack.sh packed. Needs bash, tar, xz, Python 3 and the NVIDIA driver.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/gpu-test.sh [--all] [--sanitizer=TOOL [--limit=SECONDS]] [--sample=N] [--unpack] [--help] [FILTER]

Unpacks .gpu/*.tar.xz and runs the tests that require a GPU. The last line is `N passed, M failed, K skipped`.

  --all             every test that can run here, not only those that require a GPU
  --sanitizer=TOOL  with each program that runs kernels under memcheck, initcheck, racecheck or synccheck of
                    compute-sanitizer: a finding is no success, nor is a program that was not watched throughout.
                    Without exact.test, which takes too long: tools/gpu-exact.sh --sanitizer runs one kernel of each of
                    its kinds. racecheck without those that measure times, too, and with kernels as --bounded-waits
                    makes them (docs/dev/GPUTests.md)
  --limit=SECONDS   end each program that a tool watches after so many seconds: the names of those that were ended are
                    printed, and the run fails
  --sample=N        of each set of sizes that a program of exact products takes, N, which have every value of M, N and K
                    equally often
  --unpack          only unpack, and print what to set for running the programs by hand
  FILTER            a regular expression for the names of the tests to run
T
}

all=0 unpack=0 filter=. tool= limit=0 without=Integration/CUDA/exact\\.test
for argument in "$@"; do
  case $argument in
    --all) all=1 ;;
    --sanitizer=memcheck | --sanitizer=initcheck | --sanitizer=racecheck | --sanitizer=synccheck) tool=${argument#*=} ;;
    --unpack) unpack=1 ;;
    --limit=[1-9]*) limit=${argument#*=} ;;
    --sample=[1-9]*) export FUSION_GPU_SAMPLE=${argument#*=} ;;
    --help | -h) usage; exit 0 ;;
    -*) printf 'gpu-test.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *) filter=$argument ;;
  esac
done

cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
packed=$root/.gpu/unpacked
for archive in llvm mlir fusion; do
  [[ -s .gpu/$archive.tar.xz ]] ||
    { echo "gpu-test.sh: no .gpu/$archive.tar.xz: run tools/gpu-pack.sh first" >&2; exit 1; }
  if [[ ! -d $packed/$archive || .gpu/$archive.tar.xz -nt $packed/$archive ]]; then
    rm -rf "${packed:?}/$archive"
    mkdir -p "$packed/$archive"
    tar -xJf .gpu/$archive.tar.xz -C "$packed/$archive"
    touch "$packed/$archive"
  fi
done

export LD_LIBRARY_PATH=$packed/llvm/lib:$packed/mlir/lib:$packed/fusion/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PATH=$packed/fusion/bin:$packed/fusion/unittests:$packed/fusion/verify:$packed/fusion/llvm:$PATH
if ((unpack)); then
  printf 'export LD_LIBRARY_PATH=%q PATH=%q\n' "$LD_LIBRARY_PATH" "$PATH"
  exit 0
fi

# Under a tool, the folders of programs that lit is told hold scripts in place of those that run kernels.
tools=$packed/fusion/bin binary=$packed/fusion
if [[ $tool ]]; then
  sanitizer=$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)
  [[ -x $sanitizer ]] || { echo "gpu-test.sh: no compute-sanitizer on the path or in /usr/local/cuda" >&2; exit 1; }
  under=$packed/$tool
  rm -rf "$under"
  mkdir -p "$under/logs"
  ln -s "$packed/fusion/unittests" "$under/unittests"
  for folder in bin verify; do
    mkdir "$under/$folder"
    ln -s "$packed/fusion/$folder"/* "$under/$folder/"
  done
  # Calls of the driver that fail, as some tests want them to, and programs that make none are no findings; nor is, to
  # initcheck, an output that was stored by TMA, which it does not see, and is read back.
  options=("--tool=$tool" --error-exitcode=99 --report-api-errors=no --require-cuda-init=no)
  [[ $tool != initcheck ]] || options+=(--check-api-memory-access=no)
  # What racecheck needs, and cannot do: docs/dev/GPUTests.md.
  variant=
  if [[ $tool == racecheck ]]; then
    variant=--bounded-waits=2000000000
    without+='|CUDA/bench\.test|Runtime/cuda-bench\.test'
  fi
  stand_in() { # PROGRAM: a script in its place, whose lines are read
    rm "$under/$1"
    { echo '#!/usr/bin/env bash'; cat; } >"$under/$1"
    chmod +x "$under/$1"
  }
  # Where the graph is for the GPU.
  add_variant="[[ \" \$*\" == *' --device=cpu'* || \" \$*\" == *' --device=reference'* ||
    \" \$*\" == *' --target=cpu'* ]] ||
    set -- \"\$@\" $variant"
  [[ ! $variant ]] || stand_in bin/fusion-compile <<<"$add_variant
exec '$packed/fusion/bin/fusion-compile' \"\$@\""
  for program in bin/fusion-run bin/fusion-runner bin/fusion-bench verify/exact-products; do
    command="'$sanitizer' ${options[*]} '--log-file=$under/logs/%p' '$packed/fusion/$program' \"\$@\""
    {
      case $program in
        bin/fusion-bench) echo "set -- \"\$@\" $variant" ;;
        bin/fusion-run) echo "[[ \"\$*\" != *.mlir* ]] || $add_variant" ;;
      esac
      if ((limit)); then
        printf 'timeout --kill-after=5 %s %s\nstatus=$?\n' "$limit" "$command"
        echo "((status != 124 && status != 137)) || echo \"${program##*/} \$*\" >>'$under/ended'"
        echo 'exit $status'
      else
        echo "exec $command"
      fi
    } | stand_in "$program"
  done
  tools=$under/bin binary=$under
fi

# lit.site.cfg.py as CMake would make it, with what is not there left empty.
declare -A values=(
  [PROJECT_SOURCE_DIR]=$root [PROJECT_BINARY_DIR]=$binary [CMAKE_RUNTIME_OUTPUT_DIRECTORY]=$tools
  [CMAKE_LIBRARY_OUTPUT_DIRECTORY]=$packed/fusion/lib
  [LLVM_TOOLS_BINARY_DIR]=$packed/fusion/llvm [FUSION_PYTHON]=$(command -v python3) [FUSION_CUDA]=ON
  [FUSION_PTXAS_PROGRAM]=$(command -v ptxas || true)
  [FUSION_NVJITLINK_LIBRARY]=$(ldconfig -p 2>/dev/null | awk '$1 == "libnvJitLink.so.13" { print $NF; exit }')
)
script=()
for name in "${!values[@]}"; do
  script+=(-e "s|@$name@|${values[$name]}|g")
done
mkdir -p "$packed/fusion/test/Unit"
for site in lit.site.cfg.py Unit/lit.site.cfg.py; do
  sed "${script[@]}" -e 's|@[A-Z_]*@||g' "test/$site.in" >"$packed/fusion/test/$site"
done

if ((all)); then
  tests=("$packed/fusion/test")
else
  mapfile -t tests < <(cd test && grep -rlE '^(//|#)? *REQUIRES:.*\bcuda\b' --include='*.mlir' --include='*.test' . |
    sort)
  ((${#tests[@]})) || { echo "gpu-test.sh: no test requires a GPU" >&2; exit 1; }
  tests=("${tests[@]/#./$packed/fusion/test}")
fi

rm -f "$packed/results.json"
status=0
# The tools take gigabytes of the GPU's memory for each program: few at a time, in lit and in the tests.
[[ ! $tool ]] || export FUSION_GPU_JOBS=${FUSION_GPU_JOBS:-2}
PYTHONPATH=$packed/llvm/lit python3 -c 'from lit.main import main; main()' -v --filter="$filter" \
  ${tool:+-j4 --filter-out="$without"} \
  --output="$packed/results.json" "${tests[@]}" || status=1
if [[ $tool ]]; then
  programs=0 unclean=0
  while read -r log; do
    programs=$((programs + 1))
    grep -q 'terminated before first instrumented API call' "$log" && continue
    if ! grep -qE '^=+ (ERROR|RACECHECK) SUMMARY: 0 ' "$log" || grep -q 'Internal Sanitizer Error' "$log"; then
      unclean=$((unclean + 1))
      head -n 40 "$log"
    fi
  done < <(find "$under/logs" -type f)
  printf '%s programs ran under %s, %s with a finding or not watched throughout\n' "$programs" "$tool" "$unclean"
  ((unclean == 0 && programs > 0)) || status=1
  if [[ -s $under/ended ]]; then
    printf 'ended after %s s:\n' "$limit"
    cat "$under/ended"
    status=1
  fi
fi
[[ -s $packed/results.json ]] || { echo "gpu-test.sh: lit left no results" >&2; exit 1; }
python3 tools/lit-summary.py "$packed/results.json" || status=1
exit $status
