// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What fusion-bench does.

#ifndef FUSION_BENCH_COMMAND_H
#define FUSION_BENCH_COMMAND_H

namespace fusion::bench {

/// Prints results to standard output and diagnostics to standard error. Returns the exit code: 0 good, 1 a diagnostic
/// was printed, 2 wrong usage, 3 a result differs from cuBLASLt's.
int benchCommand(int argc, const char *const *argv);

} // namespace fusion::bench

#endif // FUSION_BENCH_COMMAND_H
