// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Fuzzes the reader of tuning files.

#include "fusion/Families/RegisterFamilies.h"
#include "fusion/Schedule/TuningDatabase.h"
#include "fusion/Support/ChipTable.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace fusion;

/// Reads the bytes as a tuning file, and writes what that gives.
extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  DialectRegistry registry;
  registerBuiltinFamilies(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadDialect<FusionDialect>();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  auto database = TuningDatabase::parse({data, size}, "input", *lookupChip("sm_90a"), &context);
  if (succeeded(database) && database->print().empty())
    std::abort();
  return 0;
}
