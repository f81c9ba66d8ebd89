#!/bin/sh
# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the images have: the wheel beside this file in a virtual environment, /opt/fusion, a linker for --emit=so, and
# where cuda-wheels.txt lies beside it too, the assemblers that it pins. Debian 12 and Ubuntu 24.04 can run it.
set -eu

export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends python3-venv lld
rm -rf /var/lib/apt/lists/*

cd "$(dirname "$0")"
python3 -m venv /opt/fusion
pip="/opt/fusion/bin/pip install --no-cache-dir --disable-pip-version-check"
$pip ./fusion_compiler-*.whl
[ ! -e cuda-wheels.txt ] || $pip --no-deps --require-hashes --only-binary=:all: -r cuda-wheels.txt
