// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Compiler.h"
#include "fusion/Dialect/Fusion/IR/Fusion.h"
#include "fusion/Schedule/ScheduleSelection.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "fusion/Support/ChipTable.h"

using namespace fusion;
using namespace fusion::bench;

Expected<std::vector<std::string>> bench::candidateSchedules(const std::string &graph, const ProgramOptions &options) {
  Compiler compiler;
  auto module = compiler.buildKernels(graph, options);
  if (!module)
    return compiler.failure();
  mlir::fusion::KernelOp product = findProduct(*module);
  if (!product)
    return Error::make("the graph has no product");
  std::vector<std::string> schedules;
  auto add = [&](mlir::fusion::ScheduleAttr schedule) {
    std::string text;
    llvm::raw_string_ostream(text) << schedule;
    if (!llvm::is_contained(schedules, text))
      schedules.push_back(std::move(text));
  };
  add(product.getScheduleAttr());
  for (mlir::fusion::ScheduleAttr schedule :
       mlir::fusion::enumerateSchedules(product, mlir::fusion::getTargetChip(product)))
    add(schedule);
  return schedules;
}
