// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Times kernels beside their peers; see fusion/Bench/Command.h.

#include "fusion/Bench/Command.h"
#include "fusion/Runtime/OutputFile.h"

int main(int argc, char **argv) {
  fusion::runtime::reportLargeFiles();
  return fusion::runtime::finishOutput(fusion::bench::benchCommand(argc, argv));
}
