// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Diagnostics and remarks of MLIR as the structs of the C interface.

#include "Objects.h"
#include "fusion/Support/SeededFault.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::fusion;

namespace {
/// A place, with storage for its name.
struct Place {
  explicit Place(Location loc) {
    if (auto file = loc->findInstanceOf<FileLineColLoc>()) {
      name = file.getFilename().str();
      line = static_cast<int32_t>(file.getLine());
      column = static_cast<int32_t>(file.getColumn());
    }
  }
  FusionLocation get() const { return {name.c_str(), line, column}; }

  /// "graph.mlir:3:8: ", or less where less is known.
  std::string prefix() const {
    if (name.empty())
      return "";
    return name + (line ? ":" + std::to_string(line) + ":" + std::to_string(column) : "") + ": ";
  }

  std::string name;
  int32_t line = 0, column = 0;
};
} // namespace

static FusionSeverity getSeverity(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return FUSION_ERROR;
  case DiagnosticSeverity::Warning:
    return FUSION_WARNING;
  case DiagnosticSeverity::Note:
    return FUSION_NOTE;
  case DiagnosticSeverity::Remark:
    return FUSION_REMARK;
  }
  llvm_unreachable("all severities are handled");
}

void mlir::fusion::reportDiagnostic(FusionSession &session, Diagnostic &diagnostic) {
  Place place(diagnostic.getLocation());
  std::string message = diagnostic.str();
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    session.errors += place.prefix() + "error: " + message + "\n";
  if (session.onDiagnostic) {
    FusionDiagnostic entry = {getSeverity(diagnostic.getSeverity()), message.c_str(), place.get()};
    session.onDiagnostic(&entry, session.diagnosticUser);
  }
  for (Diagnostic &note : diagnostic.getNotes())
    if (!seeded("capi-notes-lost"))
      reportDiagnostic(session, note);
}

void mlir::fusion::reportError(FusionSession &session, const std::string &message) {
  session.errors += "error: " + message + "\n";
  if (session.onDiagnostic) {
    FusionDiagnostic entry = {FUSION_ERROR, message.c_str(), {"", 0, 0}};
    session.onDiagnostic(&entry, session.diagnosticUser);
  }
}

static FusionRemarkKind getKind(llvm::remarks::Type type) {
  switch (type) {
  case llvm::remarks::Type::Passed:
    return FUSION_REMARK_PASSED;
  case llvm::remarks::Type::Missed:
    return FUSION_REMARK_MISSED;
  case llvm::remarks::Type::Failure:
    return FUSION_REMARK_FAILED;
  default:
    return FUSION_REMARK_ANALYSIS;
  }
}

namespace {
class RemarkListener : public remark::detail::MLIRRemarkStreamerBase {
public:
  explicit RemarkListener(FusionSession &session) : session(session) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    Place place(remark.getLocation());
    std::string code = remark.getRemarkName().str(), category = remark.getCombinedCategoryName().str();
    std::string function = remark.getFunction().str(), message, suggestion, metric;
    int64_t value = 0;
    for (const auto &argument : remark.getArgs()) {
      if (argument.key == "Suggestion")
        suggestion = argument.val;
      else if (argument.key == "Remark" || argument.key == "Reason")
        message += argument.val;
      else if (llvm::to_integer(argument.val, value, /*Base=*/10))
        metric = argument.key;
    }
    FusionRemark entry;
    entry.kind = getKind(remark.getRemarkType());
    entry.code = code.c_str();
    entry.category = category.c_str();
    entry.function = function.c_str();
    entry.message = message.c_str();
    entry.suggestion = suggestion.c_str();
    entry.metric = metric.c_str();
    entry.value = value;
    entry.location = place.get();
    session.onRemark(&entry, session.remarkUser);
  }

private:
  FusionSession &session;
};
} // namespace

LogicalResult mlir::fusion::listenToRemarks(FusionSession &session, MLIRContext &context) {
  if (!session.onRemark)
    return success();
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.failed = categories.analysis = "fusion.*";
  return remark::enableOptimizationRemarks(context, std::make_unique<RemarkListener>(session),
                                           std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}
