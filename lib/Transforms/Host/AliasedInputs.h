// Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Inputs that results are written into (fusion.aliases), while entries are functions on tensors.

#ifndef FUSION_LIB_TRANSFORMS_HOST_ALIASEDINPUTS_H
#define FUSION_LIB_TRANSFORMS_HOST_ALIASEDINPUTS_H

#include "fusion/Support/LLVM.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace fusion {

/// The operand whose memory `result` takes over; null where there is none.
OpOperand *getDestination(OpResult result);

/// Whether `use`, of a kernel or a loop, reads a value and leaves its memory as it is.
bool isReadOnly(OpOperand &use);

/// The value that had the memory of `value`, or of which that is a part, before operations on the way changed it in
/// place: an argument, or what makes it.
Value findMemory(Value value);

/// Follows the memory of `value` back to the use of an empty tensor. Null where it does not start there, or where a
/// value on the way has another user, which could need it after it is overwritten.
OpOperand *findEmpty(Value value);

/// Whether `value` is an argument that a result is written into, or a view of one, and `op`, which changes it, does not
/// make that result.
bool isOverwrittenByOthers(Value value, Operation *op);

/// Moves what makes a result behind all that reads the input that it is written into, as far as that does not need the
/// result itself. What still reads the input later makes bufferization compute the result elsewhere, and copy it.
///
///   %m1 = fusion.kernel(%m, %g)               // to be written into %m
///   %y  = fusion.kernel(%m, %x)
///     ->
///   %y  = fusion.kernel(%m, %x)
///   %m1 = fusion.kernel(%m, %g)
void writeAfterReads(func::FuncOp entry);

} // namespace fusion

#endif // FUSION_LIB_TRANSFORMS_HOST_ALIASEDINPUTS_H
