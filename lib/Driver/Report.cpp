// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes the report of a compile from its kernels and its launches.

#include "fusion/Driver/Report.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

runtime::cli::Option fusion::declareExplain(ExplainKind &kept) {
  auto set = [&kept](const std::string &value) {
    kept = value == "json" ? ExplainKind::JSON : ExplainKind::Text;
    return runtime::Error();
  };
  return runtime::cli::option("--explain", "", "report each launch, and each edge that is not fused with the reason",
                              set)
      .oneOf({"text", "json"})
      .orNothing()
      .defaultsTo("text");
}

FailureOr<FusionReport> fusion::makeReport(ModuleOp module, const CompileOptions &options) {
  FamiliesOf takes{getTargetChip(module)};
  if (options.isCPU()) // each kernel, and all else, is loops
    return buildReport(module, describeLaunch, takes);
  OwningOpRef<ModuleOp> lowered = cloneWithOrigins(module);
  if (failed(lower(*lowered, options, CompileStage::GPU)))
    return failure();
  std::vector<Launch> launches = collectLaunches(*lowered);
  return buildReport(module, describeLaunch, takes, ArrayRef<Launch>(launches));
}

std::string fusion::printReport(const FusionReport &report, ExplainKind kind) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (kind == ExplainKind::JSON)
    printJson(report, stream);
  if (kind != ExplainKind::Text)
    return text;
  printText(report, stream);
  return runtime::printable(text, "\n"); // locations are the input's
}

FailureOr<std::string> fusion::makeReportText(ModuleOp module, const CompileOptions &options, ExplainKind kind) {
  if (kind == ExplainKind::None)
    return std::string();
  FailureOr<FusionReport> report = makeReport(module, options);
  if (failed(report))
    return failure();
  return printReport(*report, kind);
}
