#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the wheel and the Debian packages of build/ in a fresh Debian and uses them there; see docs/dev/Checks.md.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/install-check.sh FOLDER [--wheel]

Makes a minimal Debian 12 in FOLDER (with debootstrap, once), where nothing of the checkout, the build or LLVM's tools
on this machine can be seen. A new user there installs the wheel that tools/wheel.sh makes of build/, by pip, and runs
what README.md and this project's other pages of first steps show. Then the packages that cpack makes of build/ are
installed, with g++ and CMake: it builds and runs the examples in C and C++, loads the plugin into mlir-opt-22, and runs
the programs. In between it does what the images of packaging/docker do. A line for each step; exits 1 if one fails.
Needs root, Debian's packages and PyPI's NumPy.

  --wheel   the wheel alone; FOLDER may have another system, as debootstrap makes it of Ubuntu 24.04
T
}

folder='' packages=1
for argument in "$@"; do
  case $argument in
    --wheel) packages=0 ;;
    --help | -h) usage; exit 0 ;;
    -*) printf 'install-check.sh: unknown option %s\n' "$argument" >&2; usage >&2; exit 2 ;;
    *) folder=$(realpath -m "$argument") ;;
  esac
done
[[ -n $folder ]] || { usage >&2; exit 2; }
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ -e $folder/etc/debian_version ]] || debootstrap --variant=minbase bookworm "$folder" >"$folder.log"
rm -rf "$folder/check" && mkdir "$folder/check"
if ((packages)); then
  cpack --config build/CPackConfig.cmake -B "$folder/check/packages" >"$folder/check/cpack.log"
  rm -rf "$folder/check/packages/_CPack_Packages"
fi
cp -r test/Examples/{c,embed,ffn.mlir} "$folder/check"
tools/wheel.sh >"$folder/check/wheel.log"
mkdir "$folder/check/wheel" "$folder/check/image"
cp build-wheel/*.whl "$folder/check/wheel"
# The files that the image with CUDA has.
for file in $(sed -n 's|^COPY \(.*\) /tmp/fusion/$|\1|p' packaging/docker/Dockerfile.cuda); do
  cp "$file" "$folder/check/image"
done
for version in 3.11 3.12 3.13; do # of the systems
  .venv-wheel/bin/python -m pip --disable-pip-version-check download --quiet --only-binary=:all: \
    --python-version="$version" --dest "$folder/check/wheel" numpy
done
.venv-wheel/bin/python -m pip --disable-pip-version-check download --quiet --only-binary=:all: --no-deps \
  --dest "$folder/check/wheel" -r tools/cuda-wheels.txt
# README's graph and its example in Python.
sed -n '/^```mlir head.mlir$/,/^```$/p' README.md | sed '/^```/d' >"$folder/check/head.mlir"
sed -n '/^```python$/,/^```$/p' README.md | sed '/^```/d' >"$folder/check/example.py"
# The archive of security updates is beside the one that debootstrap took.
sed 's|debian/\? bookworm |debian-security bookworm-security |' "$folder/etc/apt/sources.list" \
  >"$folder/etc/apt/sources.list.d/security.list"
cp /etc/resolv.conf "$folder/etc"

cat >"$folder/check/steps.sh" <<'T'
failed=0 log=$(mktemp)
try() {
  if eval "$2" >"$log" 2>&1; then echo "good: $1"; else echo "failed: $1"; tail "$log"; failed=1; fi
}
T
cat >"$folder/check/wheel.sh" <<'T'
. /check/steps.sh
cp /check/{head.mlir,ffn.mlir,example.py} ~ && cd
try 'pip install of the wheel' 'python3 -m venv fusion &&
  fusion/bin/pip install -q --no-index --find-links=/check/wheel fusion-compiler'
PATH=$HOME/fusion/bin:$PATH
try 'the example in Python' 'python example.py | grep "1 kernel"'
try 'the report' 'fusion-compile head.mlir --target=sm_90a --explain | grep "kernels: 3"'
try 'PTX' 'fusion-compile head.mlir --target=sm_90a --emit=ptx -o head.ptx && grep wgmma.mma_async head.ptx'
try 'a checked run' 'fusion-run head.mlir --random=1 --verify 2>&1 | grep "verify output 0: good"'
try 'a shared object, or what is missing for it' \
  'fusion-compile ffn.mlir --target=cpu --emit=so -o ffn.so >so 2>&1 || grep "lld" so'
try 'a file of tunings, or that there is no GPU' \
  'fusion-bench --tune --problem=16x64x64 >tune 2>&1 || grep "no CUDA device" tune'
try 'the cache' 'fusion-compile head.mlir --cache=cache --target=sm_90a -o x.ptx && fusion-cache list --cache=cache'
for program in fusion/bin/fusion-*; do try "$program" "$program --version && $program --help"; done
try 'pip uninstall' 'pip uninstall -q -y fusion-compiler && ! ls fusion/bin/fusion-*'
exit $failed
T
cat >"$folder/check/check.sh" <<'T'
. /check/steps.sh
export DEBIAN_FRONTEND=noninteractive
try "Python's virtual environments" 'apt-get -q update && apt-get install -q -y --no-install-recommends python3-venv'
id user >/dev/null 2>&1 || useradd --create-home user
su user -c 'bash /check/wheel.sh' || failed=1
export PIP_NO_INDEX=1 PIP_FIND_LINKS=/check/wheel
try 'what the images install' 'rm -rf /opt/fusion && /check/image/install.sh && apt-get -q update'
PATH=/opt/fusion/bin:$PATH
cd /check
try 'the image: a shared object' \
  'fusion-compile ffn.mlir --target=cpu --emit=so -o ffn.so && fusion-runner ffn.so --random=1'
try 'the image: a cubin' 'fusion-compile ffn.mlir --target=sm_90a --emit=cubin -o ffn.cubin'
PATH=${PATH#*:}
[[ -e packages ]] || exit $failed
try 'the packages' 'apt-get -q update && apt-get install -q -y --no-install-recommends --reinstall ./packages/*.deb'
try 'g++, CMake, pkg-config' 'apt-get install -q -y --no-install-recommends g++ cmake make pkg-config'
try 'C, with CMake' 'cmake -S c -B c/build && cmake --build c/build'
try 'C, with pkg-config' 'cc c/compile.c $(pkg-config --cflags --libs fusion) -o c/compile'
try 'C that runs, with pkg-config' 'cc c/run.c $(pkg-config --cflags --libs fusion) -o c/run'
try 'c/build/run, c/run' 'c/build/run | grep -x "2.00 3.00 4.00 2.00 3.00 4.00" && c/run'
for program in c/build/compile c/compile; do
  try "$program" "$program ffn.mlir ptx ffn.ptx target=sm_90a && grep wgmma.mma_async ffn.ptx"
done
try 'C, loaded' 'c/build/load libfusion.so.1 sm_90a'
try 'C++' 'cmake -S embed -B embed/build -DCMAKE_BUILD_TYPE=Release && cmake --build embed/build'
try 'embed' 'embed/build/embed ptx sm_90a | grep wgmma.mma_async'
plugin=/usr/lib/FusionPlugin.so
try 'mlir-opt-22' "mlir-opt-22 --load-dialect-plugin=$plugin --load-pass-plugin=$plugin \
  --pass-pipeline='builtin.module(fusion-import,fusion-fuse,fusion-to-ptx{chip=sm_90a})' ffn.mlir |
  grep wgmma.mma_async"
try 'fusion-run' 'fusion-run ffn.mlir --device=cpu --random=1 --verify 2>&1 | grep "verify output 0: good"'
try 'fusion-runner' 'fusion-compile ffn.mlir --target=cpu --emit=so -o ffn.so && fusion-runner ffn.so --random=1'
for program in /usr/bin/fusion-*; do try "$program" "$program --version"; done
exit $failed
T
# A namespace of its own for mounts, that /proc and /dev are gone afterwards.
unshare --mount --pid --fork bash -euc '
  mount -t proc none "$1/proc"
  mount --bind /dev "$1/dev"
  exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash /check/check.sh' - "$folder"
