# usage: gpu-test-config.sh CHECKOUT FOLDER [OPTION...]: what tools/gpu-test.sh does, with these options, with archives
# that hold lit and programs that print their arguments, and the compute-sanitizer of this folder.
set -eu
PATH=$(cd "$(dirname "$0")" && pwd):$PATH
rm -rf "$2"
mkdir -p "$2/.gpu" "$2/stage/fusion/bin" "$2/stage/fusion/verify" "$2/stage/mlir"
ln -s "$1/tools" "$1/test" "$2/"
llvm=$(dirname "$(readlink -f "$(command -v FileCheck)")")/..
cp -Lr "$(find "$llvm/" -type d -path '*/utils/lit' -print -quit)" "$2/stage/lit"
for program in bin/fusion-compile bin/fusion-run bin/fusion-runner bin/fusion-bench verify/exact-products; do
  printf '#!/usr/bin/env bash\nprintf "<%%s>" "$@"; echo\n' >"$2/stage/fusion/$program"
  chmod +x "$2/stage/fusion/$program"
done
tar -C "$2/stage" -cJf "$2/.gpu/llvm.tar.xz" lit
tar -C "$2/stage/mlir" -cJf "$2/.gpu/mlir.tar.xz" .
tar -C "$2/stage/fusion" -cJf "$2/.gpu/fusion.tar.xz" .
folder=$2
shift 2
bash "$folder/tools/gpu-test.sh" "$@" Integration/CUDA/exact.test
