// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compiler.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"
#include "llvm/ADT/SetVector.h"

using namespace fusion;
using namespace fusion::bench;

using mlir::fusion::ScheduleAttr;

/// Calls `list(kernel, chip, add)` with the graph's first product and what takes a schedule; returns what it got, each
/// once.
template <typename Function>
static Expected<std::vector<std::string>> collectSchedules(const std::string &graph, const ProgramOptions &options,
                                                           Function list) {
  Compiler compiler;
  auto module = compiler.buildKernels(graph, options);
  if (!module)
    return compiler.failure();
  mlir::fusion::KernelOp product = findProduct(*module);
  if (!product)
    return Error::make("the graph has no product");
  llvm::SetVector<ScheduleAttr> schedules;
  list(product, mlir::fusion::getTargetChip(product), [&](ScheduleAttr schedule) { schedules.insert(schedule); });
  std::vector<std::string> texts;
  for (ScheduleAttr schedule : schedules)
    llvm::raw_string_ostream(texts.emplace_back()) << schedule;
  return texts;
}

Expected<std::vector<std::string>> bench::candidateSchedules(const std::string &graph, const ProgramOptions &options) {
  return collectSchedules(graph, options, [](auto product, const auto &chip, auto add) {
    add(product.getScheduleAttr());
    for (ScheduleAttr schedule : mlir::fusion::enumerateSchedules(product, chip))
      add(schedule);
  });
}

Expected<std::vector<std::string>> bench::allSchedules(const std::string &graph, const ProgramOptions &options) {
  return collectSchedules(graph, options, [](auto product, const auto &chip, auto add) {
    auto problem = mlir::fusion::ScheduleProblem::get(product);
    mlir::MLIRContext *context = product.getContext();
    if (mlir::fusion::isSM90Supported(product, chip))
      for (const auto &schedule : mlir::fusion::enumerateSM90Schedules(problem, chip))
        add(schedule.toAttr(context));
    for (const auto &schedule : mlir::fusion::enumerateSM80Schedules(problem, chip))
      add(mlir::fusion::getMatmulScheduleAttr(schedule, problem, context));
  });
}
