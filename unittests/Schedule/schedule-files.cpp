// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// For lit tests: tuning files without measuring, and how well the model chooses among what was measured.

#include "Measurements.h"
#include "Unit.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace fusion;

static const char kUsage[] =
    "usage: schedule-files write MODULE CHIP OUTPUT     a tuning file for the kernels of a module, as if the "
    "schedules\n"
    "                                                   that they have, else the last of those that are worth\n"
    "                                                   measuring, had won\n"
    "       schedule-files rewrite FILE CHIP OUTPUT     a tuning file as this compiler writes it\n"
    "       schedule-files measurements FILE            how well the model chooses among what is in the file\n";

static int rewriteTuningFile(StringRef file, StringRef chipName, StringRef output) {
  const ChipInfo *chip = lookupChip(chipName);
  FailureOr<TuningDatabase> database = failure();
  if (chip)
    database = TuningDatabase::load(file, *chip, &getTestContext());
  if (failed(database))
    return 1;
  std::error_code problem;
  llvm::raw_fd_ostream(output, problem) << database->print();
  return problem ? 1 : 0;
}

static int writeTuningFile(StringRef file, StringRef chipName, StringRef output) {
  const ChipInfo *chip = lookupChip(chipName);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &getTestContext());
  if (!chip || !module)
    return 1;
  (*module)->setAttr(kTargetAttrName, TargetAttr::get(&getTestContext(), chipName, ""));
  TuningDatabase database(chipName);
  module->walk([&](KernelOp kernel) {
    TuningEntry entry = makeEntry(kernel, *chip);
    if (ScheduleAttr given = kernel.getScheduleAttr())
      entry.schedule = given;
    if (!entry.key.problem.empty())
      database.add(entry);
  });
  std::error_code problem;
  llvm::raw_fd_ostream(output, problem) << database.print();
  return problem ? 1 : 0;
}

int main(int argc, char **argv) {
  StringRef command = argc > 1 ? argv[1] : "";
  if (argc == 5 && command == "write")
    return writeTuningFile(argv[2], argv[3], argv[4]);
  if (argc == 5 && command == "rewrite")
    return rewriteTuningFile(argv[2], argv[3], argv[4]);
  if (argc == 3 && command == "measurements")
    return reportMeasurements(argv[2]);
  llvm::errs() << kUsage;
  return 2;
}
