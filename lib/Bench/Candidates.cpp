// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lists a problem's schedules, and what the model says of them.

#include "Compiler.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Schedule/KernelFamily.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/SetVector.h"

using namespace fusion;
using namespace fusion::runtime;
using namespace fusion::bench;

using fusion::KernelOp;
using fusion::ScheduleAttr;

/// Calls `list(kernel, chip, add)` with the graph's kernel and what takes a schedule; returns what `describe`
/// makes of each schedule and the kernel, each once.
template <typename List, typename Describe>
static auto collectSchedules(const std::string &graph, const ProgramOptions &options, List list, Describe describe)
    -> Expected<std::vector<decltype(describe(ScheduleAttr(), KernelOp()))>> {
  Compiler compiler;
  auto module = compiler.buildKernels(graph, options);
  if (!module)
    return compiler.failure();
  KernelOp kernel = findKernel(*module);
  if (!kernel)
    return Error::make("the graph has no kernel");
  llvm::SetVector<ScheduleAttr> schedules;
  list(kernel, fusion::getTargetChip(kernel), [&](ScheduleAttr schedule) { schedules.insert(schedule); });
  std::vector<decltype(describe(ScheduleAttr(), KernelOp()))> described;
  for (ScheduleAttr schedule : schedules)
    described.push_back(describe(schedule, kernel));
  return described;
}

static std::string toString(ScheduleAttr schedule, KernelOp) {
  std::string text;
  llvm::raw_string_ostream(text) << schedule;
  return text;
}

/// Those that a search measures.
static auto listCandidates = [](auto kernel, const auto &chip, auto add) {
  add(kernel.getScheduleAttr());
  for (ScheduleAttr schedule : fusion::enumerateSchedules(kernel, chip))
    add(schedule);
};

Expected<std::vector<std::string>> bench::candidateSchedules(const std::string &graph, const ProgramOptions &options) {
  return collectSchedules(graph, options, listCandidates, toString);
}

Expected<std::vector<std::string>> bench::allSchedules(const std::string &graph, const ProgramOptions &options) {
  auto listAll = [](auto kernel, const auto &chip, auto add) {
    auto problem = fusion::ScheduleProblem::get(kernel);
    mlir::MLIRContext *context = kernel.getContext();
    for (const auto *family : fusion::getSupportingFamilies(fusion::KernelPlan(kernel), chip))
      for (ScheduleAttr schedule : family->enumerate(problem, chip, context))
        add(schedule);
  };
  return collectSchedules(graph, options, listAll, toString);
}

/// What the model says of `schedule`, which `kernel` may have.
static SchedulePrediction predict(ScheduleAttr schedule, KernelOp kernel) {
  const fusion::ChipInfo &chip = fusion::getTargetChip(kernel);
  auto problem = fusion::ScheduleProblem::get(kernel);
  SchedulePrediction prediction;
  prediction.schedule = toString(schedule, kernel);
  const auto *family = fusion::lookupKernelFamily(schedule.getFamily());
  if (auto time = family->predict(schedule, problem, chip)) {
    prediction.microseconds = time->microseconds;
    for (auto [term, microseconds] : time->terms)
      prediction.terms.push_back({term.str(), microseconds});
  }
  return prediction;
}

Expected<std::vector<SchedulePrediction>> bench::predictSchedules(const std::string &graph,
                                                                  const ProgramOptions &options) {
  return collectSchedules(graph, options, listCandidates, predict);
}
