// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The report as text and as JSON.

#include "fusion/Analysis/Explain.h"
#include "fusion/Support/NumericLocale.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace fusion;

static void printNote(const ScheduleNote &note, llvm::raw_ostream &os) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(note.code);
  os << "    " << info.code << ": " << note.reason << "\n    suggestion: " << info.suggestion << '\n';
}

static void printStep(const StepReport &step, llvm::raw_ostream &os) {
  os << "computed once for " << step.entry << ": " << step.values.size() << " values in a buffer of " << step.bytes
     << " bytes\n";
  for (const InitializedReport &value : step.values)
    os << "  " << value.type << " by " << value.by << "  (" << value.loc << ")\n";
}

static void printStep(const StepReport &step, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("entry", step.entry);
    json.attribute("bytes", step.bytes);
    json.attributeArray("values", [&] {
      for (const InitializedReport &value : step.values)
        json.object([&] {
          json.attribute("type", value.type);
          json.attribute("bytes", value.bytes);
          json.attribute("by", value.by);
          json.attribute("loc", value.loc);
        });
    });
  });
}

static void printLeftover(const LeftoverReport &leftover, llvm::raw_ostream &os) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(leftover.code);
  os << "  " << leftover.op << ": " << info.code << ": " << leftover.reason;
  if (leftover.predictedMicroseconds)
    os << llvm::formatv(", about {0:f1} us", *leftover.predictedMicroseconds);
  os << "  (" << leftover.loc << ")\n    " << llvm::join(leftover.operandTypes, ", ") << " -> "
     << llvm::join(leftover.resultTypes, ", ") << '\n';
  if (!info.suggestion.empty())
    os << "    suggestion: " << info.suggestion << '\n';
}

static void printSharing(const KernelReport &kernel, llvm::raw_ostream &os) {
  os << "    one launch with " << llvm::join(kernel.sharing, ", ");
  if (kernel.savedMicroseconds)
    os << llvm::formatv(", which saves about {0:f1} us", *kernel.savedMicroseconds);
  os << '\n';
}

static void printSiblings(const SiblingsReport &siblings, llvm::raw_ostream &os) {
  os << "  " << llvm::join(siblings.kernels, ", ") << ": " << getRemarkCodeInfo(siblings.code).code
     << ": launches of their own: " << siblings.reason << "  (" << siblings.loc << ")\n";
}

void fusion::printText(const FusionReport &report, llvm::raw_ostream &os) {
  NumericLocale locale;
  os << "kernels: " << report.kernels.size() << '\n';
  for (const KernelReport &kernel : report.kernels) {
    os << "  " << kernel.name << ": " << llvm::join(kernel.ops, ", ") << "  (";
    if (kernel.isKernel)
      os << "saves " << kernel.bytesSaved << " bytes";
    else
      os << kernel.family;
    if (kernel.predictedMicroseconds)
      os << llvm::formatv(", about {0:f1} us", *kernel.predictedMicroseconds);
    os << ")\n";
    if (!kernel.sharing.empty())
      printSharing(kernel, os);
    if (!kernel.schedule.empty())
      os << "    " << kernel.schedule << '\n';
    if (!kernel.weight.empty())
      os << "    its weight stays narrow, and is dequantised in registers: " << kernel.weight << '\n';
    if (kernel.partOfSum)
      os << "    sums of " << kernel.partOfSum << " elements of k, added in f32\n";
    if (kernel.visibleShare < 1)
      os << llvm::formatv("    computes {0:f0} % of the scores: their positions mask the others\n",
                          100 * kernel.visibleShare);
    if (kernel.note)
      printNote(*kernel.note, os);
  }
  for (const StepReport &step : report.steps)
    printStep(step, os);
  os << "not fused: " << report.missed.size() + report.siblings.size() + report.leftovers.size() << '\n';
  for (const LeftoverReport &leftover : report.leftovers)
    printLeftover(leftover, os);
  for (const MissedReport &missed : report.missed) {
    os << "  " << missed.producer << " -> " << missed.consumer << ": " << getRemarkCodeInfo(missed.code).code << ": "
       << missed.reason << "  (" << missed.loc << ")\n";
    if (!missed.suggestion.empty())
      os << "    suggestion: " << missed.suggestion << '\n';
  }
  for (const SiblingsReport &siblings : report.siblings)
    printSiblings(siblings, os);
  if (report.target && !report.target->measured)
    os << "times are estimates: kernels for " << report.target->chip << " were not measured on " << report.target->card
       << '\n';
}

/// Three digits are more than a roofline knows, and print the same everywhere.
static void printMicroseconds(StringRef name, std::optional<double> microseconds, llvm::json::OStream &json) {
  json.attributeBegin(name);
  json.rawValue(microseconds ? llvm::formatv("{0:f3}", *microseconds).str() : "null");
  json.attributeEnd();
}

static void printTexts(StringRef name, ArrayRef<std::string> texts, llvm::json::OStream &json) {
  json.attributeArray(name, [&] {
    for (const std::string &text : texts)
      json.value(text);
  });
}

/// A count that may be above what 64 bits hold.
static void printCount(StringRef name, double count, llvm::json::OStream &json) {
  json.attributeBegin(name);
  json.rawValue(llvm::formatv("{0:f0}", count).str());
  json.attributeEnd();
}

static void printOperations(ArrayRef<OperationReport> operations, llvm::json::OStream &json) {
  json.attributeArray("operations", [&] {
    for (const OperationReport &operation : operations)
      json.object([&] {
        json.attribute("op", operation.op);
        json.attribute("type", operation.type);
        json.attributeArray("reads", [&] {
          for (int64_t read : operation.reads)
            json.value(read);
        });
      });
  });
}

/// What a launch computes and moves, and what bounds the rate at which it does.
static void printWork(const KernelReport &kernel, llvm::json::OStream &json) {
  printCount("flops", kernel.flops, json);
  printCount("instructions", kernel.instructions, json);
  if (kernel.peakTFlops)
    json.attribute("peak_tflops", kernel.peakTFlops);
  printCount("bytes", kernel.bytes, json);
}

static void printKernel(const KernelReport &kernel, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("name", kernel.name);
    json.attribute("anchor", kernel.anchor);
    printTexts("anchors", kernel.anchors, json);
    printTexts("ops", kernel.ops, json);
    printTexts("operand_types", kernel.operandTypes, json);
    printTexts("result_types", kernel.resultTypes, json);
    json.attribute("schedule", kernel.schedule.empty() ? llvm::json::Value(nullptr) : kernel.schedule);
    printMicroseconds("predicted_us", kernel.predictedMicroseconds, json);
    json.attribute("bytes_saved", kernel.bytesSaved);
    printTexts("operand_sources", kernel.operandSources, json);
    if (!kernel.operations.empty())
      printOperations(kernel.operations, json);
    printWork(kernel, json);
    if (!kernel.weight.empty())
      json.attribute("narrow_weight", kernel.weight);
    if (kernel.partOfSum)
      json.attribute("part_of_sum", kernel.partOfSum);
    if (kernel.visibleShare < 1) {
      json.attributeBegin("visible_share");
      json.rawValue(llvm::formatv("{0:f3}", kernel.visibleShare).str());
      json.attributeEnd();
    }
    json.attribute("family", kernel.family.empty() ? llvm::json::Value(nullptr) : kernel.family);
    if (kernel.launches.empty()) {
      json.attribute("entry", kernel.entry);
      json.attribute("loc", kernel.loc);
      return;
    }
    if (!kernel.sharing.empty())
      printTexts("sharing", kernel.sharing, json);
    if (kernel.savedMicroseconds)
      printMicroseconds("saved_us", kernel.savedMicroseconds, json);
    json.attribute("entry", kernel.entry);
    printTexts("launches", kernel.launches, json);
    json.attribute("loc", kernel.loc);
  });
}

static void printNote(const KernelReport &kernel, llvm::json::OStream &json) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(kernel.note->code);
  json.object([&] {
    json.attribute("kernel", kernel.name);
    json.attribute("code", info.code);
    json.attribute("reason", kernel.note->reason);
    json.attribute("suggestion", info.suggestion);
  });
}

static void printMissed(const MissedReport &missed, llvm::json::OStream &json) {
  json.object([&] {
    json.attribute("producer", missed.producer);
    json.attribute("consumer", missed.consumer);
    json.attribute("code", getRemarkCodeInfo(missed.code).code);
    json.attribute("reason", missed.reason);
    json.attribute("suggestion", missed.suggestion);
    json.attribute("loc", missed.loc);
    json.attribute("bytes", missed.bytes);
    printMicroseconds("saves_us", missed.savedMicroseconds, json);
  });
}

static void printSiblings(const SiblingsReport &siblings, llvm::json::OStream &json) {
  json.object([&] {
    printTexts("kernels", siblings.kernels, json);
    json.attribute("code", getRemarkCodeInfo(siblings.code).code);
    json.attribute("reason", siblings.reason);
    json.attribute("loc", siblings.loc);
  });
}

static void printLeftover(const LeftoverReport &leftover, llvm::json::OStream &json) {
  const RemarkCodeInfo &info = getRemarkCodeInfo(leftover.code);
  json.object([&] {
    json.attribute("op", leftover.op);
    printTexts("operand_types", leftover.operandTypes, json);
    printTexts("result_types", leftover.resultTypes, json);
    printMicroseconds("predicted_us", leftover.predictedMicroseconds, json);
    json.attribute("code", info.code);
    json.attribute("reason", leftover.reason);
    json.attribute("suggestion", info.suggestion);
    json.attribute("loc", leftover.loc);
  });
}

void fusion::printJson(const FusionReport &report, llvm::raw_ostream &os) {
  NumericLocale locale;
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("kernels", [&] {
      for (const KernelReport &kernel : report.kernels)
        printKernel(kernel, json);
    });
    json.attributeArray("missed", [&] {
      for (const MissedReport &missed : report.missed)
        printMissed(missed, json);
    });
    if (!report.siblings.empty())
      json.attributeArray("siblings", [&] {
        for (const SiblingsReport &siblings : report.siblings)
          printSiblings(siblings, json);
      });
    if (!report.leftovers.empty())
      json.attributeArray("leftovers", [&] {
        for (const LeftoverReport &leftover : report.leftovers)
          printLeftover(leftover, json);
      });
    auto hasNote = [](const KernelReport &kernel) { return kernel.note.has_value(); };
    if (llvm::any_of(report.kernels, hasNote))
      json.attributeArray("notes", [&] {
        for (const KernelReport &kernel : llvm::make_filter_range(report.kernels, hasNote))
          printNote(kernel, json);
      });
    if (!report.steps.empty())
      json.attributeArray("initialized", [&] {
        for (const StepReport &step : report.steps)
          printStep(step, json);
      });
    if (report.target)
      json.attributeObject("target", [&] {
        json.attribute("chip", report.target->chip);
        json.attribute("card", report.target->card);
        json.attribute("measured", report.target->measured);
        json.attribute("memory_gbs", report.target->memoryGBs);
        json.attribute("tensor_tflops", report.target->tensorTFlops);
        json.attribute("tf32_tflops", report.target->tf32TFlops);
        json.attribute("fp32_tflops", report.target->fp32TFlops);
      });
    json.attribute("numerics", report.numerics);
    json.attribute("f32_precision", report.f32Precision);
  });
  os << '\n';
}
