// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The C functions and tables by which the runtime calls an entry.

#ifndef FUSION_LIB_CONVERSION_HOSTTOLLVM_ENTRYWRAPPERS_H
#define FUSION_LIB_CONVERSION_HOSTTOLLVM_ENTRYWRAPPERS_H

#include "RuntimeCalls.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fusion {

/// Names of what FusionEntry points to.
struct EntrySymbols {
  std::string name, inputs, outputs, shapes, workspace, invoke;
  int64_t numInputs = 0, numOutputs = 0;
  std::string entry; ///< the name of its function
  std::string step;  ///< that of its initialise step; empty if it has none
};

/// Makes the C functions and type tables of the module's entries, and moves the entries' bodies into them. Fails, with
/// a diagnostic, if one is not in the form that fusion/Transforms/Host/HostProgram.h describes.
FailureOr<SmallVector<EntrySymbols, 0>> buildEntries(HostBuilder &builder);

} // namespace fusion

#endif // FUSION_LIB_CONVERSION_HOSTTOLLVM_ENTRYWRAPPERS_H
