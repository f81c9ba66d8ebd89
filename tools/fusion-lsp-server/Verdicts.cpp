// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds what becomes of each operation of a graph, in a process of its own.

#include "Verdicts.h"
#include "Messages.h"
#include "fusion/Analysis/Explain.h"
#include "fusion/Analysis/KernelGraph.h"
#include "fusion/Driver/DeviceTarget.h"
#include "fusion/Driver/Graph.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Support/ChipTable.h"
#include "fusion/Transforms/Transforms.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <csignal>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace fusion;
using namespace fusion::lsp;

static constexpr StringLiteral kFile = "graph.mlir";
static constexpr std::chrono::seconds kMostTime(10);

static std::string describeKernel(const KernelReport &kernel, StringRef name, const FusionReport &report) {
  std::string text = llvm::formatv("Kernel `{0}`: {1}", name, llvm::join(kernel.ops, ", "));
  if (!kernel.family.empty())
    text += "; family " + kernel.family;
  if (kernel.predictedMicroseconds && report.target)
    text += llvm::formatv("; predicted {0:F1} us on {1} ({2})", *kernel.predictedMicroseconds, report.target->card,
                          report.target->chip);
  if (!kernel.sharing.empty())
    text += "; one launch with " + llvm::join(kernel.sharing, ", ");
  if (!kernel.schedule.empty())
    text += "\n\n`" + kernel.schedule + "`";
  return text;
}

static std::string describeEdges(StringRef name, const FusionReport &report) {
  std::string text;
  for (const MissedReport &edge : report.missed) {
    if (edge.producer != name && edge.consumer != name)
      continue;
    text += llvm::formatv("\n\nNot fused, `{0}` → `{1}`: {2}: {3}", edge.producer, edge.consumer,
                          getRemarkCodeInfo(edge.code).code, edge.reason);
    if (!edge.suggestion.empty())
      text += "; suggestion: " + edge.suggestion;
  }
  return text;
}

static std::string describe(StringRef name, const FusionReport &report) {
  for (const KernelReport &kernel : report.kernels)
    if (kernel.name == name || llvm::is_contained(kernel.sharing, name))
      return describeKernel(kernel, name, report) + describeEdges(name, report);
  return "";
}

/// The options for the chip that the module names, or else for the automatic one.
static CompileOptions chooseTarget(ModuleOp module) {
  CompileOptions options;
  if (auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName)) {
    options.target = target.getChip().str();
    return options;
  }
  options.target = "auto";
  if (replaceAutomaticTarget(options) || options.isCPU())
    options.target = kDefaultChip.str();
  return options;
}

static llvm::json::Array explain(StringRef text) {
  llvm::json::Array rows;
  Graph graph([](Diagnostic &) {});
  if (failed(graph.read(llvm::MemoryBuffer::getMemBufferCopy(text, kFile), InputOptions())) ||
      failed(buildKernels(graph.getModule(), chooseTarget(graph.getModule()))))
    return rows;
  ModuleOp module = graph.getModule();
  FusionReport report = buildReport(module, describeLaunch, FamiliesOf{getTargetChip(module)});
  for (const auto &[kernel, name] : nameKernels(module)) {
    std::string verdict = describe(name, report);
    kernel->walk([&](Operation *op) {
      auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
      if (place && place.getFilename() == kFile && !verdict.empty())
        rows.push_back(llvm::json::Array{place.getLine() - 1, place.getColumn() - 1, verdict});
    });
  }
  return rows;
}

/// Reads until the end, or until time is over.
static std::string readInTime(int descriptor) {
  std::string all;
  auto end = std::chrono::steady_clock::now() + kMostTime;
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd wanted = {descriptor, POLLIN, 0};
    if (left.count() <= 0 || poll(&wanted, 1, left.count()) == 0)
      return "";
    std::string some = readSome(descriptor);
    if (some.empty())
      return all;
    all += some;
  }
}

/// What the process writes that makes the verdicts; nothing if it fails.
static std::string runExplain(StringRef text) {
  int ends[2];
  if (pipe(ends))
    return "";
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    writeAll(ends[1], llvm::formatv("{0}", llvm::json::Value(explain(text))).str());
    _exit(0);
  }
  close(ends[1]);
  std::string output = child < 0 ? "" : readInTime(ends[0]);
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  return output;
}

Verdicts fusion::lsp::findVerdicts(StringRef text) {
  Verdicts verdicts;
  llvm::Expected<llvm::json::Value> rows = llvm::json::parse(runExplain(text));
  if (!rows) {
    llvm::consumeError(rows.takeError());
    return verdicts;
  }
  for (const llvm::json::Value &value : *rows->getAsArray()) {
    const llvm::json::Array &row = *value.getAsArray();
    verdicts[{*row[0].getAsInteger(), *row[1].getAsInteger()}] = row[2].getAsString()->str();
  }
  return verdicts;
}
