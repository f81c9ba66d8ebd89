// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The report of a compile: of what is launched, which is known once the program is lowered.

#ifndef FUSION_DRIVER_REPORT_H
#define FUSION_DRIVER_REPORT_H

#include "fusion/Analysis/Explain.h"
#include "fusion/Driver/Compile.h"

namespace fusion {

enum class ExplainKind { None, Text, JSON };

/// --explain[=text|json].
runtime::cli::Option declareExplain(ExplainKind &kept);

/// The report of the module that `buildKernels` leaves: lowers a copy of it. Fails with the lowering's diagnostics.
FailureOr<FusionReport> makeReport(ModuleOp module, const CompileOptions &options);

/// As text that may go to a terminal, or as JSON; nothing if none is asked for.
std::string printReport(const FusionReport &report, ExplainKind kind);

/// Makes and prints it, if one is asked for.
FailureOr<std::string> makeReportText(ModuleOp module, const CompileOptions &options, ExplainKind kind);

} // namespace fusion

#endif // FUSION_DRIVER_REPORT_H
