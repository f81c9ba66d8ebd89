// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the host does for a kernel, whatever its family.

#ifndef FUSION_FAMILIES_COMMON_HOSTLAUNCH_H
#define FUSION_FAMILIES_COMMON_HOSTLAUNCH_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace fusion {

/// Bytes of parameters that every driver takes of a launch.
inline constexpr int64_t kMostParameterBytes = 4096;
/// Those that memrefs take: two pointers, an offset, sizes and strides of each.
int64_t getParameterBytes(TypeRange memrefs);

/// Launches `function` with `blocks` (index) of `threads` each, and so many bytes of dynamic shared memory. A
/// `dependent` launch may start before the kernels before it have ended: its function waits (KernelVariant.h).
void emitKernelLaunch(OpBuilder &builder, Location loc, SymbolRefAttr function, Value blocks, int64_t threads,
                      int64_t sharedBytes, ValueRange operands, bool dependent);

/// Moves to the front of the branches among which the host chooses the variant of `kernel`: they exclude each other, so
/// that they can share what is allocated there.
void setInsertionPointBeforeVariants(OpBuilder &builder, Operation *kernel);

} // namespace fusion

#endif // FUSION_FAMILIES_COMMON_HOSTLAUNCH_H
