// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What fusion-compile does.

#ifndef FUSION_DRIVER_EMIT_H
#define FUSION_DRIVER_EMIT_H

#include "fusion/Driver/Artifact.h"
#include "fusion/Driver/Report.h"

namespace fusion {

struct EmitRequest {
  std::string input;
  std::string output = "-";
  EmitKind emit = EmitKind::Default;
  ExplainRequest explain;
  CompileOptions compile;
  bool outputGiven = true; ///< false: with a report asked for, the report is all that is wanted
};

/// Checks that the parts of a request go together, and settles the default of `emit`. The error is a usage error.
LogicalResult checkRequest(EmitRequest &request, std::string &error);

/// Reads, compiles and writes. The report goes to its file, else to standard output, or to standard error where
/// the result goes there.
/// Diagnostics go to standard error; nothing is written after one.
LogicalResult emit(const EmitRequest &request);

} // namespace fusion

#endif // FUSION_DRIVER_EMIT_H
