// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Compiles a graph in memory and runs it; see fusion/Driver/Run.h.

#include "fusion/Driver/Run.h"
#include "fusion/Runtime/OutputFile.h"

int main(int argc, char **argv) { return fusion::runtime::finishOutput(fusion::runCommand(argc, argv)); }
