// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The launches of a compiled program, and which operation of the graph each is made of. A location carries that through
// the lowering: it changes nothing that is compiled, and what is made of an operation has it.

#ifndef FUSION_ANALYSIS_LAUNCHES_H
#define FUSION_ANALYSIS_LAUNCHES_H

#include "fusion/Support/LLVM.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>
#include <vector>

namespace fusion {

/// What a launch is for.
enum class LaunchRole {
  Kernel,      ///< it runs a fusion.kernel
  OperandCopy, ///< in front of that: copies operands to where they are read
  Reduction,   ///< behind that: adds up partial tiles
  Step,        ///< it runs what a kernel does before its last launch
  Loops,       ///< it runs what is in no kernel
};

/// A place of the host program that launches. Where guards choose among variants of a kernel, all of them are one
/// place.
struct Launch {
  std::string entry; ///< the function that launches: an entry or its initialise step
  LaunchRole role;
  std::vector<std::string> symbols; ///< device functions: the one of which the guard holds first, then those instead
  Operation *origin;                ///< of the module that was cloned; null: what the lowering added, such as a copy
  SmallVector<MemRefType> memory;   ///< that it is given
  SmallVector<Operation *> parts;   ///< the operations that it computes; none where that is not known
};

/// A copy whose operations know those of `module`, until the copy is dropped.
OwningOpRef<ModuleOp> cloneWithOrigins(ModuleOp module);

/// The launches of a copy that was lowered to kernels of gpu modules and gpu.launch_func, in their order.
std::vector<Launch> collectLaunches(ModuleOp lowered);

} // namespace fusion

#endif // FUSION_ANALYSIS_LAUNCHES_H
