#!/usr/bin/env bash
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian packages of build/ in a fresh Debian and uses them there; see docs/dev/Checks.md.
set -euo pipefail

usage() {
  cat <<'T'
usage: tools/install-check.sh FOLDER

Makes a minimal Debian 12 in FOLDER (with debootstrap, once), installs there the packages that cpack makes of build/,
and g++ and CMake. In it, where nothing of the checkout, the build or LLVM's tools on this machine can be seen, it
builds and runs the examples in C and C++, loads the plugin into mlir-opt-22, and runs the programs. A line for each
step; exits 1 if one fails. Needs root, and Debian's packages.
T
}

case ${1:-} in
--help | -h) usage; exit 0 ;;
-*) printf 'install-check.sh: unknown option %s\n' "$1" >&2; usage >&2; exit 2 ;;
'') usage >&2; exit 2 ;;
esac
folder=$(realpath -m "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ -e $folder/etc/debian_version ]] || debootstrap --variant=minbase bookworm "$folder" >"$folder.log"
rm -rf "$folder/check" && mkdir "$folder/check"
cpack --config build/CPackConfig.cmake -B "$folder/check/packages" >"$folder/check/cpack.log"
rm -rf "$folder/check/packages/_CPack_Packages"
cp -r test/Examples/{c,embed,ffn.mlir} "$folder/check"
# The archive of security updates is beside the one that debootstrap took.
sed 's|debian/\? bookworm |debian-security bookworm-security |' "$folder/etc/apt/sources.list" \
  >"$folder/etc/apt/sources.list.d/security.list"
cp /etc/resolv.conf "$folder/etc"

cat >"$folder/check/check.sh" <<'T'
cd /check
failed=0
try() {
  if eval "$2" >step.log 2>&1; then echo "good: $1"; else echo "failed: $1"; tail step.log; failed=1; fi
}
export DEBIAN_FRONTEND=noninteractive
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
