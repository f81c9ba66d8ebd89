// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the host code of compiled programs may call.

#ifndef FUSION_LIB_DRIVER_HOSTSYMBOLS_H
#define FUSION_LIB_DRIVER_HOSTSYMBOLS_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace fusion {

/// Whether host code may call the function of that name: those of fusion/Runtime/ABI.h, of the mathematical library,
/// and what the code generator calls where the processor has no instruction.
bool isHostSymbol(llvm::StringRef name);

/// Emits an error where a module, as it is translated and before LLVM's passes, holds what no pass of ours writes.
mlir::LogicalResult checkHostModule(const llvm::Module &module, mlir::Location loc);

/// Emits an error where an object file needs another symbol, or has a section that is none of plain code and data.
mlir::LogicalResult checkObject(llvm::StringRef object, mlir::Location loc);

} // namespace fusion

#endif // FUSION_LIB_DRIVER_HOSTSYMBOLS_H
