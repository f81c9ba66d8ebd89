// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operations that were meant where a text names one that does not exist.

#ifndef FUSION_DRIVER_OPERATIONNAMES_H
#define FUSION_DRIVER_OPERATIONNAMES_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include <string>

namespace fusion {

/// Where `error`, of MLIR's parser or verifier, says that an operation is unknown: the registered one that was most
/// likely meant, of the dialects that `mayName` allows. It is the nearest by its letters, or one that another dialect
/// has under this name. Empty if none is near, and for every other error. `text` is what was parsed.
std::string findMeantOperation(const Diagnostic &error, StringRef text, const DialectRegistry &registry,
                               function_ref<bool(StringRef)> mayName);

} // namespace fusion

#endif // FUSION_DRIVER_OPERATIONNAMES_H
