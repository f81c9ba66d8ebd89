// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Makes the report of a compile from its kernels and its launches.

#include "fusion/Driver/Report.h"
#include "fusion/Driver/Page.h"
#include "fusion/Runtime/OutputFile.h"
#include "fusion/Runtime/Runner.h"
#include "fusion/Runtime/Text.h"
#include "fusion/Runtime/Timeline.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

std::vector<runtime::cli::Option> fusion::declareExplain(ExplainRequest &kept, StringRef stream) {
  auto set = [&kept](const std::string &value) {
    kept.kind = value == "json" ? ExplainKind::JSON : value == "html" ? ExplainKind::HTML : ExplainKind::Text;
    return runtime::Error();
  };
  std::string help = "report each launch, and each edge that is not fused with the reason";
  if (!stream.empty())
    help += (", on " + stream).str();
  runtime::cli::Option explain = runtime::cli::option("--explain", "", help, set);
  explain.oneOf({{"text", "for people"}, {"json", "for programs"}, {"html", "a page with pictures, one file"}})
      .orNothing()
      .defaultsTo("text");
  return {explain,
          runtime::cli::option("--explain-output", "FILE", "where --explain writes the report instead", kept.output),
          runtime::cli::option("--before", "FILE",
                               "a report of --explain=json, of another run, that the page of --explain=html compares "
                               "with, launch by launch",
                               kept.beforePath)};
}

std::string fusion::checkExplain(const ExplainRequest &request) {
  if (!request.output.empty() && !request)
    return "--explain-output needs --explain";
  if (!request.beforePath.empty() && request.kind != ExplainKind::HTML)
    return "--before needs --explain=html";
  return "";
}

runtime::Error fusion::readBefore(ExplainRequest &request) {
  if (request.beforePath.empty())
    return {};
  auto file = llvm::MemoryBuffer::getFile(request.beforePath, /*IsText=*/true);
  if (!file)
    return runtime::Error::make("cannot read '", request.beforePath, "': ", file.getError().message());
  std::string problem;
  std::optional<std::string> before = readReport((*file)->getBuffer(), problem);
  request.before = before.value_or("");
  if (!before)
    return runtime::Error::make("cannot compare with '", request.beforePath, "': ", problem);
  return {};
}

FailureOr<FusionReport> fusion::makeReport(ModuleOp module, const CompileOptions &options) {
  runtime::Phase phase("report");
  FamiliesOf takes{getTargetChip(module)};
  if (options.isCPU()) // each kernel, and all else, is loops
    return buildReport(module, describeLaunch, takes);
  OwningOpRef<ModuleOp> lowered = cloneWithOrigins(module);
  if (failed(lower(*lowered, options, CompileStage::GPU)))
    return failure();
  std::vector<Launch> launches = collectLaunches(*lowered);
  return buildReport(module, describeLaunch, takes, ArrayRef<Launch>(launches));
}

/// With the field "run" at the end, if there is a result.
static std::string toJson(const FusionReport &report, StringRef result) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printJson(report, stream);
  if (result.empty())
    return text;
  return (StringRef(text).rtrim().drop_back().rtrim() + ",\n  \"run\": " + result.trim() + "\n}\n").str();
}

static std::string toText(const FusionReport &report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printText(report, stream);
  return runtime::printable(text, "\n"); // locations are the input's
}

std::string fusion::printReport(const FusionReport &report, const ExplainRequest &request, StringRef title,
                                StringRef result) {
  switch (request.kind) {
  case ExplainKind::None:
    return "";
  case ExplainKind::Text:
    return toText(report);
  case ExplainKind::JSON:
    return toJson(report, result);
  case ExplainKind::HTML:
    return makePage(makeReportData(title, {{"", toJson(report, result)}}, request.before));
  }
  llvm_unreachable("all kinds are above");
}

std::string fusion::printReports(ArrayRef<NamedReport> reports, const ExplainRequest &request, StringRef title) {
  std::string text;
  if (request.kind == ExplainKind::Text)
    for (const NamedReport &one : reports)
      text += runtime::printable(one.name) + ":\n" + toText(one.report);
  if (request.kind == ExplainKind::None || request.kind == ExplainKind::Text)
    return text;
  std::vector<std::pair<std::string, std::string>> named;
  for (const NamedReport &one : reports)
    named.emplace_back(one.name, toJson(one.report, one.result));
  bool isPage = request.kind == ExplainKind::HTML;
  text = makeReportData(isPage ? title : "", named, isPage ? StringRef(request.before) : "");
  return isPage ? makePage(text) : text + "\n";
}

LogicalResult fusion::writeReport(StringRef text, const ExplainRequest &request, llvm::raw_ostream &stream) {
  if (!request.output.empty()) {
    runtime::Error error = runtime::writeFile(request.output, {std::string_view(text.data(), text.size())});
    return failure(error && runtime::reportError(error.message()));
  }
  stream << text;
  stream.flush();
  return success();
}
