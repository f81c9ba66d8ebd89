// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Verdicts of outputs and kernels, as text and as JSON.

#include "ReportVerdicts.h"
#include "fusion/Runtime/Text.h"

#include <algorithm>
#include <cmath>
#include <ostream>

using namespace fusion;
using namespace fusion::runtime;

/// Kernels that are listed, of each kind that is not good.
static constexpr int64_t kListed = 20;

namespace {
/// The kernels in numbers.
struct KernelSummary {
  int64_t good = 0, mismatches = 0, inconclusive = 0, elements = 0, checked = 0;
  const KernelVerdict *worst = nullptr;

  explicit KernelSummary(const std::vector<KernelVerdict> &verdicts) {
    for (const KernelVerdict &verdict : verdicts) {
      ++(verdict.kind == Verdict::Good ? good : verdict.kind == Verdict::Mismatch ? mismatches : inconclusive);
      elements += verdict.elements;
      checked += verdict.checked;
      if (!worst || verdict.ratio > worst->ratio)
        worst = &verdict;
    }
  }
};
} // namespace

/// What is wrong stands out.
static const char *getLabel(Verdict::Kind kind) { return kind == Verdict::Mismatch ? "MISMATCH" : verdictName(kind); }

static void printKernelVerdicts(std::ostream &out, const std::vector<KernelVerdict> &verdicts, Verdict::Kind kind) {
  int64_t count = 0;
  for (const KernelVerdict &verdict : verdicts)
    if (verdict.kind == kind && count++ < kListed)
      out << "verify kernel " << printable(verdict.name) << " (" << printable(verdict.ops) << ")"
          << (verdict.place.empty() ? "" : " at " + printable(verdict.place)) << ": " << getLabel(kind) << ", "
          << printable(verdict.note) << "\n";
  if (count > kListed)
    out << "verify kernel: " << count - kListed << " more: " << getLabel(kind) << "\n";
}

static void printSummary(std::ostream &out, const std::vector<KernelVerdict> &verdicts) {
  KernelSummary summary(verdicts);
  out << "verify kernels: " << verdicts.size() << " alone on the values that they read, " << summary.good << " good, "
      << summary.mismatches << " wrong, " << summary.inconclusive << " inconclusive; " << summary.checked << " of "
      << summary.elements << " elements";
  if (summary.worst && summary.worst->ratio > 0)
    out << "; worst error/bound " << summary.worst->ratio << " in " << printable(summary.worst->name) << " ("
        << printable(summary.worst->ops) << ")";
  out << "\n";
}

void runtime::printVerdicts(std::ostream &out, const RunResult &result) {
  for (const Verdict &verdict : result.verdicts)
    out << "verify output " << verdict.output << ": " << getLabel(verdict.kind) << ", error " << verdict.error
        << ", bound " << verdict.bound << (verdict.note.empty() ? "" : ", ") << verdict.note << "\n";
  if (result.kernelVerdicts.empty())
    return;
  printKernelVerdicts(out, result.kernelVerdicts, Verdict::Mismatch);
  printKernelVerdicts(out, result.kernelVerdicts, Verdict::Inconclusive);
  printSummary(out, result.kernelVerdicts);
}

/// The largest error as a share of its bound, of kernels where they were checked, else of outputs.
static double getWorstRatio(const RunResult &result) {
  double worst = 0;
  for (const KernelVerdict &verdict : result.kernelVerdicts)
    worst = std::max(worst, verdict.ratio);
  for (const Verdict &verdict : result.verdicts)
    if (result.kernelVerdicts.empty())
      worst = std::max(worst, verdict.ratio);
  return worst;
}

void runtime::printConclusion(std::ostream &out, const RunResult &result) {
  bool ofKernels = !result.kernelVerdicts.empty();
  switch (overallVerdict(result)) {
  case Verdict::Mismatch:
    out << "the results are WRONG: they differ by more than rounding explains\n";
    return;
  case Verdict::Inconclusive:
    out << "whether the " << (ofKernels ? "kernels" : "results")
        << " are right is open: rounding could explain almost any result" << (ofKernels ? " of one" : "")
        << ", or the data hides what is wrong\n";
    return;
  case Verdict::Good:
    break;
  }
  bool someIdle = std::any_of(result.kernelVerdicts.begin(), result.kernelVerdicts.end(),
                              [](const KernelVerdict &verdict) { return verdict.kind != Verdict::Good; });
  out << (someIdle    ? "the results are right, and so are the kernels whose data shows it: "
          : ofKernels ? "the kernels are right, each on the values that it read: "
                      : "the results are right: ");
  // An element that is the number next to what it should be is right whatever its bound.
  if (double ratio = std::min(getWorstRatio(result), 1.0); ratio > 0)
    out << "no error is more than " << std::ceil(100 * ratio) << " % of what rounding may cause\n";
  else
    out << "they are exact\n";
}

static void writeOutputVerdicts(JsonWriter &json, const std::vector<Verdict> &verdicts) {
  json.key("verify").array([&] {
    for (const Verdict &verdict : verdicts)
      json.object([&] {
        json.field("output", int64_t(verdict.output));
        json.field("verdict", verdictName(verdict.kind));
        json.field("good", verdict.kind == Verdict::Good);
        json.field("elements", verdict.elements);
        json.field("bounded", verdict.bounded);
        json.field("apart", verdict.apart);
        json.field("error", verdict.error);
        json.field("bound", verdict.bound);
        json.field("note", verdict.note);
      });
  });
}

static void writeKernelVerdicts(JsonWriter &json, const std::vector<KernelVerdict> &verdicts) {
  json.key("verify_kernels").array([&] {
    for (const KernelVerdict &verdict : verdicts)
      json.object([&] {
        json.field("name", verdict.name);
        json.field("ops", verdict.ops);
        json.field("place", verdict.place);
        json.field("verdict", verdictName(verdict.kind));
        json.field("elements", verdict.elements);
        json.field("checked", verdict.checked);
        json.field("bounded", verdict.bounded);
        json.field("apart", verdict.apart);
        json.field("ratio", verdict.ratio);
        json.field("note", verdict.note);
      });
  });
}

void runtime::writeVerdicts(JsonWriter &json, const RunResult &result) {
  if (result.verdicts.empty())
    return;
  writeOutputVerdicts(json, result.verdicts);
  if (!result.kernelVerdicts.empty())
    writeKernelVerdicts(json, result.kernelVerdicts);
}
