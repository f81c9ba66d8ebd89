// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Unit.h"
#include "fusion/Families/RegisterFamilies.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::fusion;

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
  problem.elementBytes = 2;
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

/// Runs the tests; or `write MODULE CHIP OUTPUT` makes a tuning file of the schedules that its kernels have, or the
/// last of their spaces; or `rewrite FILE CHIP OUTPUT` makes of a tuning file one of this version; or `measurements
/// FILE` says how well the model chooses among what is in the file.
int main(int argc, char **argv) {
  if (argc == 5 && StringRef(argv[1]) == "write")
    return writeTuningFile(argv[2], argv[3], argv[4]);
  if (argc == 5 && StringRef(argv[1]) == "rewrite")
    return rewriteTuningFile(argv[2], argv[3], argv[4]);
  if (argc == 3 && StringRef(argv[1]) == "measurements")
    return reportMeasurements(argv[2]);
  testFamilies();
  testSharedMemory();
  testPredictions();
  testNarrowPredictions();
  testChoices();
  testAlternatives();
  testSplits();
  testTails();
  testLoads();
  testShortlist();
  testTuningKeys();
  testTuningDatabase();
  testSimilarTuningEntries();
  testTuningErrors();
  if (!failures)
    llvm::outs() << "all passed\n";
  return failures ? 1 : 0;
}
