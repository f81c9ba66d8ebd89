// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Unit.h"
#include "fusion/Families/RegisterFamilies.h"
#include "fusion/Schedule/ScheduleSpace.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace fusion;

MLIRContext &getTestContext() {
  static MLIRContext context([] {
    DialectRegistry registry;
    registerBuiltinFamilies(registry);
    return registry;
  }());
  context.loadDialect<FusionDialect, func::FuncDialect, arith::ArithDialect>();
  return context;
}

const ChipInfo &getHopper() {
  for (const ChipInfo &chip : getChips())
    if (chip.wgmma)
      return chip;
  llvm_unreachable("no chip of the table has wgmma");
}

ScheduleProblem makeProblem(int64_t m, int64_t n, int64_t k) {
  ScheduleProblem problem;
  problem.m = m;
  problem.n = n;
  problem.k = k;
  problem.batches = 1;
  problem.type = lookupProductType("bf16");
  problem.transposeA = false;
  problem.transposeB = true;
  problem.epilogue.outputBytes = {2};
  problem.epilogue.scalarCost = problem.epilogue.preciseCost = 18;
  return problem;
}

SM90Schedule parseSchedule(StringRef text) {
  Attribute attr = parseAttribute(("#fusion.schedule<family = sm90, " + text + ">").str(), &getTestContext());
  return SM90Schedule::get(cast<ScheduleAttr>(attr));
}

TuningEntry makeEntry(KernelOp kernel, const ChipInfo &chip) {
  TuningEntry entry;
  entry.key = TuningKey::get(kernel);
  entry.schedule = enumerateSchedules(kernel, chip).back();
  entry.microseconds = 12.3456;
  entry.method = "burst";
  entry.date = "2026-11-30";
  entry.card = "a \"card\"";
  return entry;
}
