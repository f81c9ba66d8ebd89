// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Diagnostics and remarks of MLIR as the structs of the C interface.

#include "Objects.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace fusion;

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

void Reporter::hand(FusionSeverity severity, const std::string &message, FusionLocation location) const {
  if (!callbacks.onDiagnostic)
    return;
  FusionDiagnostic entry = {severity, message.c_str(), location};
  callbacks.onDiagnostic(&entry, callbacks.diagnosticUser);
}

void Reporter::add(Diagnostic &diagnostic) {
  Place place(diagnostic.getLocation());
  std::string message = diagnostic.str();
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    errors += place.prefix() + "error: " + message + "\n";
  hand(getSeverity(diagnostic.getSeverity()), message, place.get());
  for (Diagnostic &note : diagnostic.getNotes())
    add(note);
}

void Reporter::addError(const std::string &message) {
  errors += "error: " + message + "\n";
  hand(FUSION_ERROR, message, {"", 0, 0});
}

void Reporter::addWarning(const std::string &message) const { hand(FUSION_WARNING, message, {"", 0, 0}); }

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
  RemarkListener(FusionRemarkCallback callback, void *user) : callback(callback), user(user) {}

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
    callback(&entry, user);
  }

private:
  FusionRemarkCallback callback;
  void *user;
};
} // namespace

LogicalResult Reporter::listenToRemarks(MLIRContext &context) const {
  if (!callbacks.onRemark)
    return success();
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.failed = categories.analysis = "fusion.*";
  return remark::enableOptimizationRemarks(context,
                                           std::make_unique<RemarkListener>(callbacks.onRemark, callbacks.remarkUser),
                                           std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}
