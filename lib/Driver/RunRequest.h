// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the command line of fusion-run asks for.

#ifndef FUSION_LIB_DRIVER_RUNREQUEST_H
#define FUSION_LIB_DRIVER_RUNREQUEST_H

#include "CompareForms.h"
#include "fusion/Driver/Compile.h"
#include "fusion/Driver/Report.h"
#include "fusion/Driver/Verify.h"
#include "fusion/Runtime/Runner.h"
#include <optional>

namespace fusion {

struct RunRequest {
  runtime::RunOptions run;
  CompileOptions compile; ///< but for the target, which the device is, or
  std::string chip;       ///< one whose code the GPU runs, instead of its own
  std::optional<VerifyMode> verify;
  ExplainRequest explain;
  CompareRequest compare;
};

/// Runs an .mlir file. Returns the exit code.
int runFile(RunRequest request);

/// Runs a module that is compiled already. Returns the exit code.
int runSharedObject(const runtime::RunOptions &options);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_RUNREQUEST_H
