// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What fusion-run does.

#ifndef FUSION_DRIVER_RUN_H
#define FUSION_DRIVER_RUN_H

#include "fusion/Support/LLVM.h"

namespace fusion {

/// Runs an .mlir file (compiled in memory for the device) or a shared object, as the command line says. Prints results
/// to standard output and diagnostics to standard error. Returns the exit code: 0 good, 1 a diagnostic was printed, 2
/// wrong usage, 3 verification found a mismatch, 4 verification says too little.
int runCommand(int argc, const char *const *argv);

} // namespace fusion

#endif // FUSION_DRIVER_RUN_H
