// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The report of a compile: of what is launched, which is known once the program is lowered.

#ifndef FUSION_DRIVER_REPORT_H
#define FUSION_DRIVER_REPORT_H

#include "fusion/Analysis/Explain.h"
#include "fusion/Driver/Compile.h"

namespace fusion {

enum class ExplainKind { None, Text, JSON, HTML };

/// What a program's options ask for.
struct ExplainRequest {
  ExplainKind kind = ExplainKind::None;
  std::string output;     ///< a file; empty: a stream
  std::string beforePath; ///< a report in JSON that a page compares with; empty: none
  std::string before;     ///< what is in it, once it is read

  explicit operator bool() const { return kind != ExplainKind::None; }
};

/// --explain[=text|json|html], --explain-output=FILE and --before=FILE. `stream` is where the report goes otherwise.
std::vector<runtime::cli::Option> declareExplain(ExplainRequest &kept, llvm::StringRef stream = "");

/// What is wrong with these options together; empty if nothing is.
std::string checkExplain(const ExplainRequest &request);
/// Reads the report to compare with, if one is given.
runtime::Error readBefore(ExplainRequest &request);

/// The report of the module that `buildKernels` leaves: lowers a copy of it. Fails with the lowering's diagnostics.
FailureOr<FusionReport> makeReport(ModuleOp module, const CompileOptions &options);

/// As what is asked for; nothing if nothing is. A page has `title`, and what the run of `result`, in JSON, gave.
std::string printReport(const FusionReport &report, const ExplainRequest &request, llvm::StringRef title,
                        llvm::StringRef result = "");

/// One of several reports: its name, and what a run of it gave, in JSON, if there was one.
struct NamedReport {
  std::string name;
  FusionReport report;
  std::string result;
};

/// The same of several: as JSON {"graphs": [{"name", "report"}]}, and as one page.
std::string printReports(ArrayRef<NamedReport> reports, const ExplainRequest &request, llvm::StringRef title);

/// Writes a report to the file that is asked for, or to `stream`.
LogicalResult writeReport(llvm::StringRef text, const ExplainRequest &request, llvm::raw_ostream &stream);

} // namespace fusion

#endif // FUSION_DRIVER_REPORT_H
