# usage: gpu-test-config.sh CHECKOUT FOLDER: what tools/gpu-test.sh does with archives that hold lit and nothing else.
set -eu
rm -rf "$2"
mkdir -p "$2/.gpu" "$2/stage/fusion/bin"
ln -s "$1/tools" "$1/test" "$2/"
llvm=$(dirname "$(readlink -f "$(command -v FileCheck)")")/..
cp -Lr "$(find "$llvm/" -type d -path '*/utils/lit' -print -quit)" "$2/stage/lit"
tar -C "$2/stage" -cJf "$2/.gpu/llvm.tar.xz" lit
tar -C "$2/stage/fusion" -cJf "$2/.gpu/fusion.tar.xz" .
bash "$2/tools/gpu-test.sh" Integration/CUDA/exact.test
