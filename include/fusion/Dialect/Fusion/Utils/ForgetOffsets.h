// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Loops that differ in where their memory begins alone become equal.

#ifndef FUSION_DIALECT_FUSION_UTILS_FORGETOFFSETS_H
#define FUSION_DIALECT_FUSION_UTILS_FORGETOFFSETS_H

#include "mlir/IR/Builders.h"

namespace fusion {

/// Casts operands of `op`, loops over memory, to types that do not say where a part of memory begins. So the copies to
/// a thousand parts of one memory are one function, which is called with a thousand addresses. An operand that the
/// body of `op` uses beside stays.
void forgetOffsets(mlir::OpBuilder &builder, mlir::Operation *op);

} // namespace fusion

#endif // FUSION_DIALECT_FUSION_UTILS_FORGETOFFSETS_H
